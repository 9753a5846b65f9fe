//! Why a store does not open.

use crate::error::ApiError;

/// Why the store did not open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address is neither of SQLite nor of PostgreSQL.
    #[error("DATABASE_URL must start with sqlite: or postgres:")]
    Address,
    /// A parameter of the address that is ours says what is not known.
    #[error("{0} is not known: DATABASE_URL may say pooler=transaction or engine=distributed, not both")]
    Parameter(String),
    /// The database refused.
    #[error("the database does not open: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema could not be brought to the newest form (or is newer than this program).
    #[error("the database was not migrated: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// What was written down before could not be taken into the record.
    #[error("the record could not take over earlier actions: {0}")]
    Record(#[from] ApiError),
    /// The thread of the writer did not start.
    #[error("the writer did not start: {0}")]
    Writer(#[from] std::io::Error),
}
