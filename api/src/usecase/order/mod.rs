//! What becomes of an order after it is paid, for whoever bought it.

pub mod files;
pub mod link;
pub mod page;
pub mod returns;
pub mod withdraw;
