//! What an order holds is changed before it is sent: first it is told what that comes to, then it is done, if that still holds.
//!
//! The order stays as it was sold, and so do its invoice and its place in the accounts. What is taken out of it is refunded by line; what
//! is added is an order of its own that is sent with it, paid by a link or noted as paid.

mod address;
pub mod apply;
pub mod end;
mod exchange;
pub mod request;
pub mod shown;
mod work;
