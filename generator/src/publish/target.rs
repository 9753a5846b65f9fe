//! What every place a site is published to can do.

use std::path::Path;

use super::compressed::Coding;
use super::error::PublishError;
use super::sold::Sold;
use crate::manifest::{Entry, Manifest};

/// One published version.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// Its name: the time of publishing (UTC) and a few digits of its content's digest; sorts by age.
    pub id: String,
    /// Whether visitors get this one.
    pub live: bool,
    /// How many files it has, where the target says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<usize>,
    /// Bytes of all of them, where the target says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// Which of these a rollback means, the newest of which stands first: the one that is `wanted`, else the one before the live one.
///
/// # Errors
/// When there is none.
#[cfg(feature = "remote")]
pub(super) fn chosen<'a, T>(
    all: &'a [T],
    wanted: Option<&str>,
    is_named: impl Fn(&T, &str) -> bool,
    is_live: impl Fn(&T) -> bool,
) -> Result<&'a T, PublishError> {
    let found = match wanted {
        Some(wanted) => all.iter().find(|one| is_named(one, wanted)),
        None => all.iter().position(is_live).and_then(|at| all.get(at + 1)),
    };
    found.ok_or_else(|| PublishError::no_version(wanted))
}

/// What a publish did.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Published {
    /// The version that is live now.
    pub version: String,
    /// Files sent: new ones and changed ones.
    pub sent: Vec<String>,
    /// Files of the version before that are not in this one.
    pub removed: Vec<String>,
    /// Files that were there already.
    pub unchanged: usize,
    /// Bytes sent.
    pub bytes: u64,
    /// Where this version can be seen, when it has an address of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// A version while it is being put together; nothing of it is visible before `finish`.
pub trait Delivery: Sync {
    /// The files of the manifest that the target lacks, in order.
    fn missing(&self) -> &[(String, Entry)];
    /// How many are best sent at the same time.
    fn lanes(&self) -> usize {
        rayon::current_num_threads()
    }
    /// Sends one of them. Called from several threads.
    ///
    /// # Errors
    /// When it could not be sent.
    fn put(&self, path: &str, entry: Entry, file: &Path) -> Result<(), PublishError>;
    /// Makes the version complete and live, in one step for the visitor.
    ///
    /// # Errors
    /// When that did not work; the version before is then still live.
    fn finish(self: Box<Self>) -> Result<Published, PublishError>;
}

/// A place a site is published to.
pub trait Target {
    /// Whether what is published is what visitors get, and not a draft beside it.
    fn is_live(&self) -> bool {
        true
    }
    /// Whether the target reads the rules of `_redirects`; else what stands at other addresses of the site is sent as well.
    fn reads_rules(&self) -> bool {
        false
    }
    /// How files are compressed ahead for the server that reads this place; not at all where the host does it by itself.
    fn copies(&self) -> &[Coding] {
        &[]
    }
    /// Begins a version: compares the manifest with what is live.
    ///
    /// # Errors
    /// When the target cannot be read, or is busy.
    fn begin(&self, manifest: &Manifest, output: &Path, id: &str) -> Result<Box<dyn Delivery>, PublishError>;
    /// All versions that are kept, the oldest first.
    ///
    /// # Errors
    /// When the target cannot be read.
    fn versions(&self) -> Result<Vec<Version>, PublishError>;
    /// Makes an earlier version live again: the one named, or the one before the live one.
    ///
    /// # Errors
    /// When there is none, or the switch failed.
    fn rollback(&self, version: Option<&str>) -> Result<Version, PublishError>;
    /// Takes files that are sold out of every version that is kept, where the target can: they were for everybody once.
    ///
    /// # Errors
    /// When a version cannot be changed.
    fn withdraw(&self, _sold: &Sold) -> Result<(), PublishError> {
        Ok(())
    }
    /// The catalogue of a version, where the target keeps it.
    fn catalog(&self, _version: &str) -> Option<Vec<u8>> {
        None
    }
}
