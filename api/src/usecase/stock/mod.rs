//! Stock as its owner works with it: found, changed one by one or by a table, and from how many on it is low.

pub mod adjust;
pub mod list;
pub mod locations;
pub mod low;
pub mod rows;
pub mod table;
pub mod transfers;
