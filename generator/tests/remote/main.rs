//! Publishing over a network, against real servers: a service that takes deploys, and an S3-compatible store.
#![cfg(feature = "remote")]

mod deploys;
mod import;
mod kill;
mod server;
mod site;
mod store;
