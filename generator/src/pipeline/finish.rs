//! The end of a build: pages are made and written.

use std::path::Path;
use std::sync::Arc;

use super::built::{Built, Progress, ended};
use super::cache;
use super::loaded::Loaded;
use super::options::{Options, failed};
use super::write::{self, Outcome};
use crate::diagnostic::Diagnostic;
use crate::manifest::Manifest;
use crate::output::{Output, OutputError};
use crate::report::Timings;

/// What the last build wrote; only there when all of it was right.
pub(super) struct Past {
    pub outcome: Outcome,
    pub manifest: Arc<Manifest>,
}

/// Makes the pages of a site that has been loaded, and writes them.
pub(super) fn finish(
    loaded: &Loaded,
    mut diagnostics: Vec<Diagnostic>,
    options: &Options,
    out: &Path,
    progress: &dyn Progress,
    mut timings: Timings,
) -> Result<(Built, Option<Past>), OutputError> {
    let output = Output::open(out)?;
    let before = cache::read(out);
    timings.step("cache");
    let rendered = write::all(loaded, options, &output, &before, progress);
    timings.step("render");
    let outcome = match rendered {
        Ok(outcome) => outcome,
        Err(error) => {
            output.discard();
            return Err(error);
        }
    };
    diagnostics.extend(outcome.diagnostics.iter().cloned());
    if failed(options, &diagnostics) {
        output.discard();
        return Ok((ended(diagnostics, loaded.count(), None, timings), None));
    }
    let is_new = outcome.pages != before;
    if is_new {
        cache::forget(out);
    }
    let (manifest, written) = output.commit()?;
    if is_new {
        cache::write(out, &outcome.pages);
    }
    timings.step("write");
    let past = outcome.diagnostics.is_empty().then(|| Past { outcome, manifest: manifest.clone() });
    Ok((ended(diagnostics, loaded.count(), Some((manifest, written)), timings), past))
}
