//! Moving in and out: what other shops and newsletters exported is taken over, and everything of ours is given out.
//!
//! Nothing follows from what is taken over: no email, no payment, no change of stock, no message to the owner's systems.

pub mod codes;
mod contents;
mod give;
mod one;
mod part;
mod report;
mod steps;

pub use contents::{Contents, LARGEST, Part, read};
pub use give::{Given, give};
pub use report::Report;
pub use steps::{AT_ONCE, Steps, apply};
