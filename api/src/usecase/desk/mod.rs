//! The desk that runs the shop: orders found, sent in parcels, sent elsewhere, taken back, noted, sorted and written about.

pub mod carriers;
pub mod change;
pub mod draft;
pub mod edit;
pub mod letter;
pub mod list;
pub mod marks;
pub mod print;
pub mod refund_to_card;
pub mod returns;
pub mod send;
pub mod tracking;
pub mod views;
