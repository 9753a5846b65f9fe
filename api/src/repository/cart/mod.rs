//! Carts and their entries. A cart is opened by the hash of its token, or by the person signed in.

pub(super) mod carts;
pub(super) mod entries;
mod key;
pub(super) mod put;
mod shape;
mod stored;
pub(super) mod wanted;

pub use carts::{
    by_id, create, create_agreed, give_to_member, hold, read, remove, remove_expired, set_coupons,
    set_location, set_option, set_purchased, set_vat_id, touch,
};
pub use entries::{NewEntry, accept_price, put_entry, remove_entry, set_fields, set_quantity};
pub use key::{Key, Kind};
pub use put::decision::{Put, Seen};
pub use stored::{StoredCart, StoredEntry};
pub use wanted::{Wanted, read_wanted};
