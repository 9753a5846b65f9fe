//! Notices when a variant is back: visitors sign up, the owner sends, every email has a way out.

pub mod send;
pub mod sign_up;
pub mod unsubscribe;
