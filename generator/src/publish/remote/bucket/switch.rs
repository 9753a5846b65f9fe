//! Puts a version in place, and forgets what no kept version needs.

use std::collections::{BTreeMap, BTreeSet};

use super::super::hook;
use super::store::content_file;
use super::{Bucket, LIVE, Live, version_file};
use crate::asset::is_for_ever;
use crate::manifest::{Entry, Manifest};
use crate::publish::error::PublishError;
use crate::publish::target::Target;

/// In which order files come into place: what pages name, then what names pages, then pages, the front page last.
fn rank(path: &str) -> u8 {
    match path {
        "index.html" => 2,
        _ if path.ends_with(".html") => 1,
        _ => 0,
    }
}

impl Bucket {
    /// Copies what differs into place and removes what is not part of the version; the paths that changed.
    pub(super) fn switch(
        &self,
        live: &Live,
        in_place: &BTreeMap<String, BTreeSet<Entry>>,
        manifest: &Manifest,
        id: &str,
    ) -> Result<Vec<String>, PublishError> {
        let next = Live { version: live.version.clone(), next: Some(id.to_owned()) };
        self.store.put_json(LIVE, &next)?;
        let is_right = |path: &str, entry: &Entry| {
            in_place.get(path).is_some_and(|there| there.len() == 1 && there.contains(entry))
        };
        let mut steps: [Vec<(&String, &Entry)>; 3] = Default::default();
        for (path, entry) in manifest.public() {
            if !is_for_ever(path) && !is_right(path, entry) {
                steps[usize::from(rank(path))].push((path, entry));
            }
        }
        for step in &steps {
            self.store.each(step, |(path, entry)| self.store.copy(&content_file(path, **entry), path))?;
        }
        let gone: Vec<&String> = in_place
            .keys()
            .filter(|path| !is_for_ever(path) && !manifest.files.contains_key(*path))
            .collect();
        self.store.each(&gone, |path| self.store.remove(path))?;
        self.store.put_json(LIVE, &Live { version: Some(id.to_owned()), next: None })?;
        let copied = steps.iter().flatten().map(|(path, _)| (*path).clone());
        Ok(copied.chain(gone.into_iter().cloned()).collect())
    }

    /// Tells the cache in front of the store what changed.
    pub(super) fn purge(&self, id: &str, changed: &[String]) -> Result<(), PublishError> {
        match &self.purge {
            Some(purge) if !changed.is_empty() => hook::call(purge, &self.network, id, changed),
            _ => Ok(()),
        }
    }

    /// The oldest versions go, and then every content and every file for ever that no kept version has.
    pub(super) fn forget_old(&self, live: &str) -> Result<(), PublishError> {
        let versions = self.versions()?;
        let spare = versions.len().saturating_sub(self.keep);
        let old: Vec<String> =
            versions.iter().map(|version| version.id.clone()).filter(|id| id != live).take(spare).collect();
        if old.is_empty() {
            return Ok(());
        }
        let mut needed = BTreeSet::new();
        let mut spare_files = BTreeSet::new();
        for version in &versions {
            let manifest = self.manifest(&version.id)?.unwrap_or_default();
            let files = manifest.public().map(|(path, entry)| match is_for_ever(path) {
                true => path.clone(),
                false => content_file(path, *entry),
            });
            if old.contains(&version.id) { spare_files.extend(files) } else { needed.extend(files) }
        }
        // Without its list of files it is no version any more, even if removing the rest is interrupted.
        self.store.each(&old, |id: &String| self.store.remove(&version_file(id)))?;
        let spare_files: Vec<String> = spare_files.difference(&needed).cloned().collect();
        self.store.each(&spare_files, |file: &String| self.store.remove(file))
    }
}
