//! The desk that runs the shop: lists of orders, one order whole, and what is done with it; by role, and each change written down.

pub mod act;
pub mod drafts;
pub mod edits;
pub mod events;
pub mod list;
pub mod locations;
pub mod many;
pub mod mark_shown;
pub mod mentions;
pub mod order;
pub mod return_shown;
pub mod returns;
pub mod stock;
pub mod stock_table;
pub mod transfers;
pub mod views;
