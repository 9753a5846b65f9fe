//! The server side of the editor: `/config` is its page, `/config/api` what the page calls. It reads the model that
//! `serve` keeps of the site, and writes the files of the site as a careful person would: only what changes, all of a
//! change or none of it, nothing that `loggia check` would refuse, and never over the work of somebody else.
//!
//! The editor has a listener of its own (`origins`), and the site another: its preview shows drafts to anyone who holds a pass,
//! and has no other call. `keys` is what opens both.
//!
//! `wire` is what calls and answers carry → `guard` who may make them → `routes` the calls → `workspace` what they share → `view`, `trial` what
//! the site is and would be → `change_set` the files → `merge`, `text` edits of one → `journal` several at once.

pub mod answer;
pub mod bin;
mod bin_name;
pub mod change_set;
pub mod contract;
pub mod events;
pub mod faults;
pub mod fonts;
pub mod front;
pub mod guard;
pub mod home;
pub mod journal;
pub mod json;
pub mod keys;
pub mod list;
pub mod mark;
pub mod mask;
pub mod merge;
pub mod noted;
pub mod offer;
pub mod origins;
pub mod outside;
pub mod pages;
pub mod place;
pub mod pointer;
pub mod product_list;
pub mod products;
mod publish_refusal;
pub mod publishing;
pub mod reads;
pub mod record;
pub mod roles;
pub mod routes;
pub mod rules;
pub mod saved_section;
pub mod scratch;
pub mod template;
pub mod text;
pub mod uploads;
pub mod versions;
pub mod view;
pub mod wire;
pub mod workspace;

pub use guard::{Known, Users};
pub use workspace::Workspace;

pub use outside::Outside;
pub use record::Record;
pub use routes::{mount, mount_on_site};
