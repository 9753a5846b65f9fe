//! The books: what orders brought and what went back, each written down once at its own moment, and the sums of it.

pub mod accounts;
pub mod journal;
pub mod mark;
mod moves;
pub mod sums;
pub mod write;
