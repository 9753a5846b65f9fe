//! The record: who did what, when, from where, with what before and after. Rows are added in the transaction of the change they
//! tell of, each with the hash of the one before it; what is personal stands beside them and may be blanked (see `content`).

pub(super) mod chain;
mod content;
mod kind;
pub(super) mod rows;

pub use chain::{Proof, head, prove};
pub use content::{Actor, Client, Event, LONGEST_DETAIL};
pub use kind::{Area, Kind};
pub use rows::{Filter, Row, blank_named, blank_old, blank_person, blank_subject, list, write};
