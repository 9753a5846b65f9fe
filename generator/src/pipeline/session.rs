//! A site that is built again and again while somebody works on it: what has not changed is not read again.

use std::path::{Path, PathBuf};

use super::{Built, Loaded, Options, Progress, ended, failed, finish, load};
use crate::catalog::Store;
use crate::diagnostic::Diagnostic;
use crate::output::OutputError;
use crate::plan::plan;
use crate::render::scope::Shared;
use crate::report::Timings;
use crate::search::Index;
use crate::site::code::record;
use crate::site::load::reload_item;

/// Builds of one site into one folder.
pub struct Session {
    out: PathBuf,
    state: Option<(Loaded, Vec<Diagnostic>)>,
}

impl Session {
    /// Builds into a folder.
    #[must_use]
    pub fn new(out: &Path) -> Session {
        Session { out: out.to_path_buf(), state: None }
    }

    /// Builds after some files changed; an empty list stands for all. When only items changed, and only what they say
    /// themselves, nothing else is read again.
    ///
    /// # Errors
    /// When the folder cannot be written, or holds files of somebody else.
    pub fn build(
        &mut self,
        options: &Options,
        changed: &[PathBuf],
        progress: &dyn Progress,
    ) -> Result<Built, OutputError> {
        let mut timings = Timings::default();
        let known = self.state.take().filter(|_| !changed.is_empty());
        let state = match known.and_then(|state| refreshed(state, options, changed)) {
            Some(state) => {
                timings.step("items");
                state
            }
            None => {
                let (loaded, faults) = load(options, &mut timings);
                let Some(loaded) = loaded else { return Ok(ended(faults, 0, None, timings)) };
                (loaded, faults)
            }
        };
        let (loaded, faults) = self.state.insert(state);
        if failed(options, faults) {
            return Ok(ended(faults.clone(), 0, None, timings));
        }
        finish(loaded, faults.clone(), options, &self.out, progress, timings)
    }
}

/// The site with the changed items in place of the old ones; `None` when more has to be read.
fn refreshed(
    state: (Loaded, Vec<Diagnostic>),
    options: &Options,
    changed: &[PathBuf],
) -> Option<(Loaded, Vec<Diagnostic>)> {
    let (mut loaded, faults) = state;
    // Blocks show other items, and a fault may be about two files: then everything is read again.
    if loaded.site.has_blocks() || faults.iter().any(Diagnostic::is_error) {
        return None;
    }
    let root = options.site.canonicalize().ok()?;
    let mut sells = false;
    for file in changed {
        let inside = file.strip_prefix(&root).ok()?;
        let (before, after) = reload_item(&mut loaded.site, inside, options.now)?;
        sells |= before == record::STORE_ITEM || after == record::STORE_ITEM;
    }
    if sells {
        let mut found = Vec::new();
        loaded.store = Store::read(&loaded.site, &mut found);
        if !found.is_empty() {
            return None;
        }
    }
    loaded.pages = plan(&loaded.site, options.drafts, options.now);
    let earlier = std::mem::take(&mut loaded.search);
    loaded.search = Index::of(&loaded.site, &loaded.store, &loaded.assets, &loaded.pages, Some(earlier));
    let search = loaded.search.address.as_deref();
    loaded.shared = Shared::new(&loaded.site, &loaded.theme, options.environment, options.drafts, search);
    Some((loaded, faults))
}
