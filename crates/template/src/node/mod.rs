//! JSON values: truth, text form, numbers, comparison.
//!
//! A [`Node`] is a small `Copy` value that points into an [`Arena`] and into the text it was parsed from. Nothing is
//! cloned to render a page.

mod arena;
mod compare;
mod json;
mod json_text;
mod keeper;
mod key;
mod number;
mod object;
mod origin;
mod text;
mod value;

pub use arena::Arena;
pub(crate) use compare::order_text;
pub use json::JsonError;
pub use keeper::Keeper;
pub use key::Key;
pub(crate) use key::hash_of;
pub use number::{Number, parse_float, parse_int, write_number};
pub use origin::Origin;
pub use text::{utf16_len, write_json_text};
pub use value::{MAX_DEPTH, Node, Object};
