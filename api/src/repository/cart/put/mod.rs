//! An entry put into a cart that is still as it was when that was decided.
//!
//! The cart is read without holding it, the rules decide, and one statement saves what they decided unless the cart
//! was changed meanwhile: then nothing is saved and the caller decides again. So no transaction stays open while the
//! rules work, PostgreSQL is asked twice, and what waits for SQLite's writer is saved by a few statements for all.

mod postgres;
mod sqlite;

use super::NewEntry;
use crate::error::ApiError;
use crate::repository::{Connection, Db};
use crate::token::TokenHash;

pub(in crate::repository) use postgres::STATEMENTS as POSTGRES_STATEMENTS;
pub(in crate::repository) use sqlite::{Bounds, STATEMENTS as SQLITE_STATEMENTS, put_all};

/// What was decided: this entry, into a cart that looked like this.
#[derive(Clone, Debug)]
pub struct Put {
    /// The cart.
    pub cart: Seen,
    /// What is put in.
    pub entry: NewEntry,
    /// Epoch milliseconds.
    pub now: i64,
}

/// A cart as it was seen.
#[derive(Clone, Debug)]
pub enum Seen {
    /// There was one, in this revision.
    Stored {
        /// Its id.
        id: String,
        /// [`super::StoredCart::revision`].
        revision: i64,
    },
    /// There was none: one is made.
    Nothing {
        /// Its id.
        id: String,
        /// What will open it.
        token_hash: TokenHash,
        /// When it is forgotten; epoch milliseconds.
        expires_at: i64,
    },
}

impl Seen {
    fn id(&self) -> &str {
        match self {
            Seen::Stored { id, .. } | Seen::Nothing { id, .. } => id,
        }
    }
}

impl Db {
    /// Saves what was decided, in one transaction; `false`, and nothing saved, when the cart is another by now.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn put(&self, put: Put) -> Result<bool, ApiError> {
        match self {
            Db::Sqlite(store) => store.put(put).await,
            Db::Postgres(_) => {
                // One statement is a transaction of its own.
                self.read(async |connection: &mut Connection<'_>| postgres::put(connection, &put).await).await
            }
        }
    }
}
