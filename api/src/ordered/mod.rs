//! What is said of an order, on its page and in letters alike, in the language it was bought in.

mod cart;
mod facts;
mod view;
mod words;

pub use cart::{cart_lines, cart_sums};
pub use facts::facts;
pub use view::{Ordered, pay, to_pay, view};
pub use words::OrderWords;
