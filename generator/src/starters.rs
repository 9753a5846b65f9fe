//! The files of the looks that `loggia new` begins a site with, as this program has them in it.

/// Files: path and bytes.
pub type Files = &'static [(&'static str, &'static [u8])];

include!(concat!(env!("OUT_DIR"), "/starters.rs"));
