//! The files that are sold: kept by their digest, apart from the site, and given to who paid.

mod arriving;
mod folder;
mod store;

pub use arriving::{Arriving, NotKept, take_folder};
pub use folder::Folder;
pub use store::{FileStore, Incoming, Later, Pieces};
