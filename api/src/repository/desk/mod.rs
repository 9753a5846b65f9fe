//! What the owner's desk keeps and finds: lists of orders, the words they are found by, parcels, notes and tags.

pub mod forget;
pub mod list;
pub mod live;
pub mod marks;
pub mod notes;
pub mod parcel;
pub mod terms;
pub mod views;
pub mod words;
