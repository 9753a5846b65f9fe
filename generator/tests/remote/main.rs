//! Publishing over a network, against real servers: a service that takes deploys, and an S3-compatible store.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod branch;
mod deploys;
mod import;
mod kill;
#[cfg(feature = "serve")]
mod maps;
mod pages;
#[path = "../shared/server.rs"]
mod server;
#[cfg(feature = "serve")]
mod shop;
mod site;
#[cfg(unix)]
mod ssh;
mod store;
mod victim;
