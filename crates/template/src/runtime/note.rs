//! Where the values of a document were printed.

use std::ops::Range;

use crate::node::Origin;

/// The most places that one render notes.
pub(crate) const MAX_NOTES: usize = 100_000;

/// A tag that printed a text or an object of its data: what stands at `range` of the output was made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The value of the first name in the tag, before any formatter.
    pub origin: Origin,
    /// Bytes of the output.
    pub range: Range<usize>,
}
