//! Stock as its owner looks at it: what each variant is called, lists by how much is left, what the owner
//! changes, and where it lies.

pub mod beside;
pub mod counted;
pub mod described;
pub mod ledger;
pub mod levels;
pub mod list;
pub mod location;
pub mod taken;
pub mod told;
pub mod transfer;
