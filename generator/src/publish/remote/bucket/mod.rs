//! An S3-compatible store as the target.
//!
//! ```text
//! [prefix/]assets/…, [prefix/]blog/a/index.html …     what visitors get
//! [prefix/].loggia/contents/<r|i>/<digest>.<ending>   every content of the versions that are kept
//! [prefix/].loggia/versions/<version>.json            what is in a version
//! [prefix/].loggia/live.json                          which one is live, and which is on its way
//! [prefix/].loggia/lease.json                         who is publishing
//! ```
//! Contents are sent beside the live site, each once, and a publish that was interrupted finds what it sent. When all are
//! there the store itself copies them into place: files whose names carry their digest stand there already, then come
//! feeds and data, then pages, the front page last; what is no longer part of the site goes at the very end. A page
//! therefore never names a file that is not there. `live.json` says which copies were under way, so that the next publish
//! completes what a killed one began.

mod lease;
mod store;
mod switch;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{LANES, Network};
use crate::manifest::{Entry, Manifest};
use crate::publish::error::PublishError;
use crate::publish::operator::Purge;
use crate::publish::target::{Delivery, Published, Target, Version};
use lease::Lease;
pub use store::Settings;
use store::Store;

const VERSIONS: &str = ".loggia/versions/";
const LIVE: &str = ".loggia/live.json";

/// A store that keeps the newest versions of a site.
#[derive(Clone)]
pub struct Bucket {
    store: Arc<Store>,
    network: Network,
    purge: Option<Purge>,
    keep: usize,
}

/// Which version visitors get.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Live {
    /// The last one that was put in place completely.
    version: Option<String>,
    /// The one whose files are being put in place.
    next: Option<String>,
}

impl Bucket {
    /// A target that keeps at most `keep` versions, the live one among them.
    ///
    /// # Errors
    /// When the settings name no store, or credentials are missing.
    pub fn new(settings: &Settings, purge: Option<Purge>, keep: usize) -> Result<Bucket, PublishError> {
        let network = Network::new()?;
        let store = Arc::new(Store::new(settings, network.clone())?);
        Ok(Bucket { store, network, purge, keep: keep.max(1) })
    }

    fn live(&self) -> Result<Live, PublishError> {
        Ok(self.store.json(LIVE)?.unwrap_or_default())
    }

    fn manifest(&self, version: &str) -> Result<Option<Manifest>, PublishError> {
        Ok(self.store.get(&version_file(version))?.and_then(|bytes| Manifest::from_json(&bytes)))
    }

    /// What may lie at the addresses of visitors: a path with two entries has one of them.
    fn in_place(&self, live: &Live) -> Result<BTreeMap<String, BTreeSet<Entry>>, PublishError> {
        let mut there: BTreeMap<String, BTreeSet<Entry>> = BTreeMap::new();
        for version in [&live.version, &live.next].into_iter().flatten() {
            for (path, entry) in self.manifest(version)?.unwrap_or_default().public() {
                there.entry(path.clone()).or_default().insert(*entry);
            }
        }
        if let (Some(_), Some(next)) = (&live.version, &live.next) {
            // A path of one of the two versions only may lie there or not.
            let (one, other) = (live.version.as_deref().unwrap_or_default(), next.as_str());
            let (one, other) =
                (self.manifest(one)?.unwrap_or_default(), self.manifest(other)?.unwrap_or_default());
            for (path, entries) in &mut there {
                if one.files.get(path) != other.files.get(path) {
                    entries.insert(Entry::of(b"uncertain"));
                }
            }
        } else if live.next.is_some() {
            for entries in there.values_mut() {
                entries.insert(Entry::of(b"uncertain"));
            }
        }
        Ok(there)
    }
}

fn version_file(version: &str) -> String {
    format!("{VERSIONS}{version}.json")
}

impl Target for Bucket {
    fn begin(&self, manifest: &Manifest, _: &Path, id: &str) -> Result<Box<dyn Delivery>, PublishError> {
        let lease = Lease::take(&self.store)?;
        let live = self.live()?;
        let old = match &live.version {
            Some(version) => self.manifest(version)?.unwrap_or_default(),
            None => Manifest::default(),
        };
        let in_place = self.in_place(&live)?;
        // Every content of the live version is kept in the store.
        let missing: Vec<(String, Entry)> = manifest
            .public()
            .filter(|(path, entry)| old.files.get(*path) != Some(*entry))
            .map(|(path, entry)| (path.clone(), *entry))
            .collect();
        Ok(Box::new(Upload {
            target: self.clone(),
            lease,
            id: id.to_owned(),
            manifest: manifest.clone(),
            old,
            live,
            in_place,
            missing,
        }))
    }

    fn versions(&self) -> Result<Vec<Version>, PublishError> {
        let live = self.live()?.version;
        let mut versions = Vec::new();
        for id in self.store.names(VERSIONS)? {
            let manifest = self.manifest(&id)?.unwrap_or_default();
            versions.push(Version {
                live: live.as_ref() == Some(&id),
                files: Some(manifest.public().count()),
                bytes: Some(manifest.public().map(|(_, entry)| entry.size).sum()),
                id,
            });
        }
        versions.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(versions)
    }

    fn rollback(&self, wanted: Option<&str>) -> Result<Version, PublishError> {
        let lease = Lease::take(&self.store)?;
        let versions = self.versions()?;
        let at = versions.iter().position(|version| version.live);
        let chosen = match (wanted, at) {
            (Some(wanted), _) => versions.iter().find(|version| version.id == wanted),
            (None, Some(at)) => at.checked_sub(1).map(|before| &versions[before]),
            (None, None) => None,
        };
        let chosen = chosen.ok_or_else(|| PublishError::no_version(wanted))?;
        let manifest = self.manifest(&chosen.id)?.unwrap_or_default();
        let live = self.live()?;
        let in_place = self.in_place(&live)?;
        let changed = self.switch(&live, &in_place, &manifest, &chosen.id)?;
        self.purge(&chosen.id, &changed)?;
        lease.end();
        Ok(Version { live: true, ..chosen.clone() })
    }
}

/// A version on its way.
struct Upload {
    target: Bucket,
    lease: Lease,
    id: String,
    manifest: Manifest,
    old: Manifest,
    live: Live,
    in_place: BTreeMap<String, BTreeSet<Entry>>,
    missing: Vec<(String, Entry)>,
}

impl Delivery for Upload {
    fn missing(&self) -> &[(String, Entry)] {
        &self.missing
    }

    fn lanes(&self) -> usize {
        LANES
    }

    fn put(&self, path: &str, entry: Entry, file: &Path) -> Result<(), PublishError> {
        let bytes = crate::publish::built::read_as_built(file, entry)?;
        self.target.store.put_content(path, entry, bytes)
    }

    fn finish(self: Box<Self>) -> Result<Published, PublishError> {
        let mut published = Published {
            version: self.id.clone(),
            sent: self.missing.iter().map(|(path, _)| path.clone()).collect(),
            removed: self
                .old
                .public()
                .map(|(path, _)| path)
                .filter(|path| !self.manifest.files.contains_key(*path))
                .cloned()
                .collect(),
            unchanged: self.manifest.public().count() - self.missing.len(),
            bytes: self.missing.iter().map(|(_, entry)| entry.size).sum(),
            address: None,
        };
        let same = self.missing.is_empty() && published.removed.is_empty() && self.live.next.is_none();
        if let (true, Some(version)) = (same, &self.live.version) {
            published.version.clone_from(version);
            self.lease.end();
            return Ok(published);
        }
        let target = &self.target;
        target.store.put(&version_file(&self.id), self.manifest.to_json())?;
        let changed = target.switch(&self.live, &self.in_place, &self.manifest, &self.id)?;
        target.forget_old(&self.id)?;
        target.purge(&self.id, &changed)?;
        self.lease.end();
        Ok(published)
    }
}
