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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn load(folder: &Path) -> OwnedSite {
        fs::write(folder.join("site.json"), r#"{"website": {"siteTitle": "Bakery"}}"#).unwrap();
        let options = LoadOptions { now: 0, environment: "prod", language: None };
        OwnedSite::load(folder, options).0.unwrap()
    }

    #[test]
    fn the_memory_goes_with_the_last_copy() {
        let folder = tempfile::tempdir().unwrap();
        let site = load(folder.path());
        let memory = Arc::downgrade(site.0.backing_cart());
        let copy = site.clone();
        drop(site);
        assert_eq!(copy.get().website.title, "Bakery");
        assert!(memory.upgrade().is_some());
        drop(copy);
        assert!(memory.upgrade().is_none());
    }

    #[test]
    fn a_change_is_not_seen_in_copies() {
        let folder = tempfile::tempdir().unwrap();
        let before = load(folder.path());
        let after = before.clone().changed(|site| site.website.title = site.memory.arena().text("Mill"));
        assert_eq!((before.get().website.title, after.get().website.title), ("Bakery", "Mill"));
    }
}
