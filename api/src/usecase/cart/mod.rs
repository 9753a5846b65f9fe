//! The shopping cart: every change is decided by the shop's rules and saved in the same transaction.

pub mod add;
mod change;
pub mod entries;
pub mod estimate;
pub mod read;
pub mod subscription;
pub mod taxes;
pub mod terms;
pub mod vat_id;
