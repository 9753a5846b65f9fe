//! What the pages of an earlier build were made of, kept beside the output. It may be deleted at any time: then every
//! page is made again.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::manifest::Digest;

/// Where it lies, below the output folder.
const FILE: &str = "_data/.cache.json";

/// The layout of the file; another one is read as empty.
const LAYOUT: u32 = 1;

/// One page of an earlier build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// Of everything it was made of.
    pub of: Digest,
    /// The products whose data it carries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<String>,
}

/// The pages of an earlier build by their path.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cache {
    layout: u32,
    /// Path below the output folder → what it was made of.
    pub pages: BTreeMap<String, Made>,
}

impl Cache {
    /// What an output folder remembers; nothing when there is no memory that this program can read.
    #[must_use]
    pub fn read(out: &Path) -> Cache {
        let read = std::fs::read(out.join(FILE)).ok();
        let cache: Cache = read.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        if cache.layout == LAYOUT { cache } else { Cache::default() }
    }

    /// Remembers the pages of a build. A memory that cannot be written is none: the next build makes every page.
    pub fn write(out: &Path, pages: BTreeMap<String, Made>) {
        let cache = Cache { layout: LAYOUT, pages };
        if serde_json::to_vec(&cache)
            .ok()
            .and_then(|json| std::fs::write(out.join(FILE), json).ok())
            .is_none()
        {
            Cache::forget(out);
        }
    }

    /// Forgets everything, before pages change: a build that is interrupted leaves no memory of what it did not do.
    pub fn forget(out: &Path) {
        let _ = std::fs::remove_file(out.join(FILE));
    }
}
