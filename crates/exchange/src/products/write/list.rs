//! A list that was written.

use crate::fault::Fault;

/// A list, and what could not stand in it as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The list: CSV in UTF-8 with a header. Cells that a table program would calculate begin with an apostrophe, which
    /// [`read`](crate::products::read) takes away again.
    pub text: String,
    /// What stands there otherwise than the products say it, or not at all, each kind once with how many it is true of.
    pub faults: Vec<Fault>,
}
