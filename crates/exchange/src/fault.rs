//! What a source says that could not be taken over as it is.

use serde::Serialize;

/// One thing that was read otherwise than it was written, or not at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The line of the source, from 1; 0 when it is about the whole of it.
    pub line: usize,
    /// What was found, and what became of it.
    pub message: String,
    /// What its owner can do.
    pub help: String,
}

impl Fault {
    /// A fault at a line.
    pub fn new(line: usize, message: impl Into<String>, help: impl Into<String>) -> Fault {
        Fault { line, message: message.into(), help: help.into() }
    }
}
