//! `loggia leave` against a server that answers as a hosted builder does.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod addresses;
mod again;
mod browser;
mod kill;
mod look;
mod many;
mod mover;
mod old_site;
mod saved;
mod server;
