//! Posts, pages, menus and comments: exports of WordPress (also those of WordPress.com and Squarespace), of Ghost, and of
//! Disqus.

mod disqus;
pub mod editor;
mod element;
mod ghost;
mod hosted;
mod identity;
mod layout;
mod lexical;
mod menus;
mod mobiledoc;
mod paragraphs;
mod prepared;
mod provider;
mod record;
mod short_code;
mod terms;
pub mod text;
mod wordpress;
mod write;
pub(crate) mod xml;

pub use disqus::read as disqus;
pub use ghost::{is_ghost, read as ghost};
pub use record::{
    Body, Comment, CommentState, Entry, Export, Kind, Link, List, ListKind, Menu, Picture, State,
};
pub use wordpress::read as wordpress;
pub use write::{Wxr, write as wxr};
