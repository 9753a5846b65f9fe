//! From a cart to an order: one transaction takes the stock and writes the order down, the provider is asked outside of any
//! transaction, a second one settles the order by the answer.

pub mod answer;
pub mod buy;
pub mod place;
pub mod purchase;
mod settle;
