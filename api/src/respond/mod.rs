//! What the JSON routes and the pages without script answer alike: the cookies of a cart and of a session, files, and tables.

pub mod cart;
pub mod file;
pub mod paper;
pub mod session;
pub mod table;
