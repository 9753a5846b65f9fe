//! Leaving another host: a public site is gone through, kept, and handed to the import.
//!
//! `crawl` asks for what a site has → `archive` keeps each answer beside the new site → `hand_over` makes of it what the
//! import reads, and brings pictures and files → `compare` says which old address leads where, and writes the redirects.
//! `look` gives the new site a template with the look of the old pages.
//! `report` holds every old page beside the new one, `check` the old site as it answers now beside the new one where it is
//! staged. `saved` fills the archive from what somebody saved before, so that nobody is asked.

pub mod address;
pub mod archive;
mod bring;
pub mod check;
mod client;
mod compare;
mod crawl;
mod discover;
mod goods;
mod hand_over;
pub mod look;
pub mod report;
mod robots;
mod saved;

pub use address::Origin;
pub use archive::{Answer, Archive};
pub use bring::{Brought, bring};
pub use compare::{Moved, compare, write as write_redirects};
pub use crawl::{Crawl, Left, Manner, Progress};
pub use hand_over::{Handed, front, hand_over};
pub use saved::take as take_saved;
