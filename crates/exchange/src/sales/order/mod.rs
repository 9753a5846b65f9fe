//! Orders as they were elsewhere: read-only history.

mod amounts;
mod columns;
mod details;
mod lines;
mod moments;
mod places;
mod program;
mod read;
mod record;
mod taxed;

pub use read::{is_orders, read};
pub use record::{Order, OrderLine};
