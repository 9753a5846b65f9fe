//! A site together with the memory that its values live in.

use std::path::Path;
use std::sync::Arc;

use yoke::Yoke;

use super::load::{LoadOptions, load};
use super::memory::Memory;
use super::model::Site;
use crate::diagnostic::Diagnostic;

/// A site that lives as long as somebody holds it. Copies share the memory; when the last one goes, the memory goes.
#[derive(Clone)]
pub struct OwnedSite(Yoke<Site<'static>, Arc<Memory>>);

impl OwnedSite {
    /// Reads a whole site, as [`load`] does.
    #[must_use]
    pub fn load(root: &Path, options: LoadOptions<'_>) -> (Option<OwnedSite>, Vec<Diagnostic>) {
        let mut faults = Vec::new();
        let memory = Arc::new(Memory::new(root));
        let site = Yoke::try_attach_to_cart(memory, |memory| {
            let (site, found) = load(memory, options);
            faults = found;
            site.ok_or(())
        });
        (site.ok().map(OwnedSite), faults)
    }

    /// The site.
    #[must_use]
    pub fn get(&self) -> &Site<'_> {
        self.0.get()
    }

    /// The same site after `change`, which may add values to its memory. Copies that others hold stay as they are.
    #[must_use]
    pub fn changed(self, change: impl for<'s> FnOnce(&mut Site<'s>)) -> OwnedSite {
        OwnedSite(self.0.map_project(|mut site, _| {
            change(&mut site);
            site
        }))
    }
}

impl std::fmt::Debug for OwnedSite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.get().fmt(f)
    }
}
