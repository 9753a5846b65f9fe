//! What a handler asks of a request: the crumb, the visitor's cart, the person signed in.

pub mod beacon_body;
pub mod call_key;
pub mod client;
pub mod cookies;
pub mod crumb;
pub mod device;
pub mod editor_auth;
pub mod key;
pub mod report_reader;
pub mod shopper;
pub mod signed_in;
pub mod visitor;
