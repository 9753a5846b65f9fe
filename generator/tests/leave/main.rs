//! `loggia leave` against a server that answers as a hosted builder does.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod addresses;
mod again;
mod browser;
mod check;
mod kill;
mod many;
mod mover;
mod old_site;
mod report;
mod saved;
mod server;
mod small_site;
