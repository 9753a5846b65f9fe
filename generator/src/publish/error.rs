//! Why a publish did not succeed.

use std::path::PathBuf;

use super::place::PlaceKind;

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
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// Another publish to the same target is under way.
    #[error("another publish to {0} is under way; wait for it to end")]
    Busy(String),
    /// The target is spelled wrongly or cannot be used.
    #[error("{0}")]
    Target(String),
    /// The site names a place that is the operator's to allow.
    #[error("{message}")]
    NotAllowed {
        /// What kind of place it is.
        kind: PlaceKind,
        /// What it is, and how it is allowed, for the one at the command line.
        message: String,
    },
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
