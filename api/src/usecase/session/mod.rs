//! Logging in and out: the password, the second step, the fresh proof before what costs most, and what happens to the cart on
//! the way.

pub mod begin;
mod carts;
pub mod confirm;
pub mod log_in;
pub mod log_out;
mod origin;
pub mod second_step;
