//! Why there is no backup, and what one holds.

use crate::error::ApiError;
use crate::repository::open_error::OpenError;
use std::path::PathBuf;

/// Why there is no backup, or nothing was restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Nothing is written over.
    #[error("{path} is there already: choose another name or move it away", path = .0.display())]
    Exists(PathBuf),
    /// The database to restore into holds something.
    #[error("the database holds {rows} rows in {table}: restore into an empty one")]
    NotEmpty {
        /// The first table that is not empty.
        table: String,
        /// How much is in it.
        rows: i64,
    },
    /// The file cannot be read or written.
    #[error("{path}: {cause}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system answered.
        cause: std::io::Error,
    },
    /// The file is no backup, or a damaged one.
    #[error("{path} is damaged: {found}", path = .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        found: String,
    },
    /// A column of a kind that is not known here.
    #[error("{0} has a type that backups do not know")]
    Column(String),
    /// The books of the copy do not agree.
    #[error("the copy's books do not agree: {}", .0.join("; "))]
    Disagreements(Vec<String>),
    /// The database refused.
    #[error("the database refused: {0}")]
    Database(#[from] sqlx::Error),
    /// A database did not open.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store refused.
    #[error(transparent)]
    Store(#[from] ApiError),
}

/// What a backup or a restore carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// Tables.
    pub tables: usize,
    /// Rows in them.
    pub rows: i64,
}
