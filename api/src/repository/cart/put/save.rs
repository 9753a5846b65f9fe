//! Saving what was decided, on either database.

use super::decision::Put;
use super::postgres;
use crate::error::ApiError;
use crate::repository::connection::Connection;
use crate::repository::db::Db;

impl Db {
    /// Saves what was decided, in one transaction; `false`, and nothing saved, when the cart is another by now.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn put(&self, put: Put) -> Result<bool, ApiError> {
        match self {
            Db::Sqlite(store) => store.put(put).await,
            Db::Postgres(store) => {
                store
                    .autocommit(async |connection: &mut Connection<'_>| postgres::put(connection, &put).await)
                    .await
            }
        }
    }
}
