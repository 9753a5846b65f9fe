//! Orders as they were elsewhere: read-only history.

mod amounts;
mod columns;
mod lines;
mod moments;
mod places;
mod read;
mod record;

pub use read::{is_orders, read};
pub use record::{Order, OrderLine};
