//! Everything the shop's database keeps of one person, found by an e-mail address (in lower case) and the account that has it.

pub(super) mod erase;
pub(super) mod find;
mod own;

pub use erase::{Erased, Erasure, erase};
pub use find::{find, names};
pub use own::{
    Found, OwnAccount, OwnAct, OwnGift, OwnLine, OwnMembership, OwnMessage, OwnNotice, OwnOrder, OwnRefund,
    OwnSubmission, OwnSubscription, OwnWords, Person,
};
