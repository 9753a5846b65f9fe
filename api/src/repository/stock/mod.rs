//! Stock as its owner looks at it: what each variant is called, lists by how much is left, and what the owner changes.

pub mod counted;
pub mod described;
pub mod list;
pub mod told;
