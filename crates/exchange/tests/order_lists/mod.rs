//! Reads a list of orders as a test has it.

use loggia_exchange::Fault;
use loggia_exchange::sales::{Order, is_orders, orders};
use loggia_exchange::sheet::Sheet;

/// The orders of a list that is known to be one, and all that is said of it.
pub fn read(list: &str) -> (Vec<Order>, Vec<Fault>) {
    let sheet = Sheet::read(list);
    assert!(is_orders(&sheet), "{list}");
    let (orders, mut faults) = orders(&sheet);
    faults.extend(sheet.faults);
    (orders, faults)
}
