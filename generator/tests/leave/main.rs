//! `loggia leave` against a server that answers as a hosted builder does.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod addresses;
mod again;
mod back;
mod browser;
mod check;
mod kill;
mod look;
mod many;
mod mover;
mod old_site;
mod report;
mod saved;
#[expect(dead_code, reason = "other tests send more, and need no address before they answer")]
#[path = "../shared/server.rs"]
mod server;
mod small_site;
