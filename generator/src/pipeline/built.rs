//! What came of a build, and who hears how far it is.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::manifest::Manifest;
use crate::output::Written;
use crate::report::Timings;
use crate::site::prices;

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
    /// The shop's history of prices with those of this build, where it has to be kept and is another one than before.
    pub prices: Option<String>,
}

impl Built {
    /// Keeps the prices of a build that the public will see: pages name the lowest one before a reduction.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_prices(&self, site: &Path) -> io::Result<()> {
        self.prices.as_ref().map_or(Ok(()), |text| prices::write(site, text))
    }
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
    Built { diagnostics, pages, written, timings, prices: None }
}
