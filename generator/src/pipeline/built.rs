//! What came of a build, and who hears how far it is.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::manifest::Manifest;
use crate::output::Written;
use crate::report::Timings;

/// What came of a build.
pub struct Built {
    /// Everything that was found wrong, in order of file and line.
    pub diagnostics: Vec<Diagnostic>,
    /// How many pages the site has.
    pub pages: usize,
    /// What was written; `None` when nothing was, because of errors.
    pub written: Option<(Arc<Manifest>, Written)>,
    /// How long it took.
    pub timings: Timings,
}

/// Hears how far a build is: steps by name, pages by number.
pub trait Progress: Sync {
    /// Pages are about to be rendered: so many.
    fn pages(&self, count: usize);
    /// One of them is done.
    fn page(&self);
    /// The build has ended.
    fn end(&self);
}

/// Nobody listens.
pub struct Silent;

impl Progress for Silent {
    fn pages(&self, _: usize) {}
    fn page(&self) {}
    fn end(&self) {}
}

/// A build that has come to its end: its faults in order, each once.
pub(super) fn ended(
    mut diagnostics: Vec<Diagnostic>,
    pages: usize,
    written: Option<(Arc<Manifest>, Written)>,
    timings: Timings,
) -> Built {
    crate::diagnostic::sort(&mut diagnostics);
    diagnostics.dedup();
    Built { diagnostics, pages, written, timings }
}
