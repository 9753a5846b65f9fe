//! What every place a site is published to can do.

use std::path::{Path, PathBuf};

use super::sold::Sold;
use crate::manifest::{Entry, Manifest};

/// Why a publish, a rollback or a list did not succeed. The site that was live stays live.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The machine refused.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// What was tried, as a verb: "write", "read", "switch".
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the machine said.
        source: std::io::Error,
    },
    /// Another publish to the same target is under way.
    #[error("another publish to {0} is under way; wait for it to end")]
    Busy(String),
    /// The target is spelled wrongly or cannot be used.
    #[error("{0}")]
    Target(String),
    /// A service refused a call, or did not answer after all tries.
    #[error("{0}")]
    Refused(String),
    /// The shop did not take its catalogue; the version before is live again.
    #[error("{0}")]
    TakenBack(Box<PublishError>),
    /// The shop did not take its catalogue, and the new pages could not be taken back.
    #[error("the pages of {version} are live, but the shop has the catalogue of before ({kept}): {why}")]
    PagesOnly {
        /// The version that is live.
        version: String,
        /// Why it was not taken back.
        kept: String,
        /// Why the shop did not take the catalogue.
        why: Box<PublishError>,
    },
    /// Files that are sold could not be taken out of the versions before.
    #[error(
        "{version} is live, but files that are sold still lie in versions before it: {why}; publish once more"
    )]
    StillThere {
        /// The version that is live.
        version: String,
        /// Why they could not be taken out.
        why: Box<PublishError>,
    },
    /// There is no such version to go back to.
    #[error("{0}")]
    NoVersion(String),
    /// A file of the output is not what the manifest says: it was changed by hand since the build.
    #[error("{} is not what was built; build again before publishing", .0.display())]
    Changed(PathBuf),
}

impl PublishError {
    /// There is nothing to go back to.
    #[must_use]
    pub fn no_version(wanted: Option<&str>) -> PublishError {
        PublishError::NoVersion(match wanted {
            Some(id) => format!("there is no version '{id}'; `loggia list` shows those that are kept"),
            None => "there is no version before the live one".to_owned(),
        })
    }
}

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
