//! What earlier imports left of a site.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::memory::Memory;
use crate::manifest::Digest;

/// What earlier imports wrote and is still there.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Earlier {
    /// The `site.json`; null when there is none, or when it is its owner's by now.
    pub(super) site: Value,
    /// Collections as they are, by path.
    pub(super) collections: BTreeMap<String, Value>,
    /// The paths of those that their owner has changed: this import leaves them alone.
    pub(super) theirs: BTreeSet<String>,
}

impl Earlier {
    /// That of the site in a folder.
    pub(super) fn of(site: &Path, memory: &Memory) -> Earlier {
        let read = |path: &str| {
            let bytes = crate::folder::read(site.join(path)).ok()?;
            let value = serde_json::from_slice::<Value>(&bytes).ok()?;
            Some((value, memory.is_ours(path, Digest::of(&bytes))))
        };
        let lists = memory.files.keys().filter(|path| path.ends_with("/collection.json"));
        let own = read("site.json").filter(|(_, is_ours)| *is_ours);
        let mut earlier =
            Earlier { site: own.map(|(value, _)| value).unwrap_or_default(), ..Earlier::default() };
        for path in lists {
            let Some((value, is_ours)) = read(path) else { continue };
            if !is_ours {
                earlier.theirs.insert(path.clone());
            }
            earlier.collections.insert(path.clone(), value);
        }
        earlier
    }
}
