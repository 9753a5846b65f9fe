//! What other builders and shops give out, read into plain records; and what ours gives out, in their formats.
//!
//! Pure: text comes in, records and [`Fault`]s go out. Nothing here knows a site folder, a disk, a network or a clock. What
//! a source says and cannot be taken over is never dropped in silence: a [`Fault`] names its line and what became of it.

pub mod addresses;
pub mod datev;
mod decode;
mod fault;
mod notes;
pub mod page;
pub mod people;
pub mod posts;
pub mod products;
pub mod sales;
pub mod sheet;

pub use fault::{Fault, Why};
