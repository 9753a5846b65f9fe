//! An entry put into a cart that is still as it was when that was decided.
//!
//! The cart is read without holding it, the rules decide, and one statement saves what they decided unless the cart
//! was changed meanwhile: then nothing is saved and the caller decides again. So no transaction stays open while the
//! rules work, PostgreSQL is asked twice, and what waits for SQLite's writer is saved by a few statements for all.

pub(in crate::repository) mod decision;
pub(in crate::repository) mod postgres;
mod save;
pub(in crate::repository) mod sqlite;
