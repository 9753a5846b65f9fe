//! The calls as a browser makes them, one file for each route file, every test on both databases.

#![expect(clippy::unwrap_used, reason = "a test that meets a surprise fails there")]

mod app;
mod postgres;

mod census;
mod crumb;
mod events;
mod fallback;
mod guard;
mod health;
mod openapi;
mod storage;
