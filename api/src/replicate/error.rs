//! What keeps a replicator or a restore from its work.

use std::path::PathBuf;

/// Why a replica was not written, listed or restored.
#[derive(Debug, thiserror::Error)]
pub enum ReplicateError {
    /// The settings name a server.
    #[error(
        "only a SQLite file is replicated, and DATABASE_URL names a server: use that server's own archive of its log"
    )]
    NoFile,
    /// The file is not there.
    #[error("{path} is not there: start the server, or run `loggia-api migrate`, and then replicate it", path = .0.display())]
    NoDatabase(PathBuf),
    /// Another replicator of this machine has the file.
    #[error("{path} is replicated by another program of this machine: one is enough, and two would undo each other's work", path = .0.display())]
    Running(PathBuf),
    /// Another database is written to this place.
    #[error(
        "{place} is written by another replicator ({holder}) until {until}: give each database a folder of its own; when that machine is gone for good, try again after that time"
    )]
    Taken {
        /// The place.
        place: String,
        /// Who writes there.
        holder: String,
        /// Until when, if it does not go on.
        until: String,
    },
    /// The place does not answer, or refuses.
    #[error("{place} {doing}: {fault}")]
    Place {
        /// The place.
        place: String,
        /// What was being done.
        doing: &'static str,
        /// What it answered.
        fault: String,
    },
    /// The database does not answer.
    #[error("the database cannot be read: {0}")]
    Database(#[from] sqlx::Error),
    /// A file cannot be used.
    #[error("{path}: {cause}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system answered.
        cause: std::io::Error,
    },
    /// Nothing can be restored.
    #[error("{place} has nothing to restore{until}: `loggia-api replicate --list --to …` says what is there")]
    Nothing {
        /// The place.
        place: String,
        /// " from before …", or "".
        until: String,
    },
    /// What came out is no whole database.
    #[error("what {place} has does not hold together ({found}): restore an earlier moment with --at")]
    Damaged {
        /// The place.
        place: String,
        /// What was found.
        found: String,
    },
    /// The file that was to be made is there already.
    #[error("{path} is there already, and is never written over: choose another name or move it away", path = .0.display())]
    Exists(PathBuf),
}
