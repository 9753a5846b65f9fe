//! Moving in and out: what other shops and newsletters exported is taken over, and everything of ours is given out.
//!
//! Nothing follows from what is taken over: no email, no payment, no change of stock, no message to the owner's systems.

mod apply;
mod contents;
mod give;

pub use apply::{Report, apply};
pub use contents::{Contents, LARGEST, Part, read};
pub use give::{Given, give};
