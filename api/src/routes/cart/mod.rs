//! The calls of the shopping cart.

pub mod add;
pub mod cards;
pub mod entries;
pub mod estimate;
mod mock;
pub mod read;
pub mod stock;
pub mod subscription;
pub mod terms;
