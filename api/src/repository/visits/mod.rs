//! What visitors did: written in groups, rolled up by hour and day, forgotten in time.
//!
//! It stands apart from the shop: a SQLite file of its own with a writer of its own, or a schema of its own with a few
//! connections of its own. No event ever waits in front of a cart or an order.

pub mod event;
pub mod fault;
pub mod group;
pub mod metric;
pub mod partition;
pub mod person;
pub mod size;
pub mod span;
pub mod visitor;
pub mod vital;
pub mod week;

use super::Db;
use super::connection::{self, Backend};
use crate::error::ApiError;

/// Every statement of this folder by its file and name, for both databases.
pub fn statements() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let files: [(&str, &[(&str, &str)]); 9] = [
        ("event", event::STATEMENTS),
        ("fault", fault::STATEMENTS),
        ("figure", metric::STATEMENTS),
        ("group", group::STATEMENTS),
        ("person", person::STATEMENTS),
        ("size", size::STATEMENTS),
        ("visitor", visitor::STATEMENTS),
        ("vital", vital::STATEMENTS),
        ("week", week::STATEMENTS),
    ];
    files
        .into_iter()
        .flat_map(|(file, statements)| statements.iter().map(move |(name, sql)| (file, *name, *sql)))
}

/// Prepares every statement on the store of visits; the faults found, each with its place.
pub async fn prepare_all(db: &Db) -> Result<Vec<String>, ApiError> {
    use sqlx::{Executor, SqlStr};
    db.read(async |connection| {
        let own = match connection.backend() {
            Backend::Sqlite(_) => [event::SQLITE_STATEMENTS, size::SQLITE_STATEMENTS],
            Backend::Postgres(_) => [event::POSTGRES_STATEMENTS, size::POSTGRES_STATEMENTS],
        };
        let own = own.into_iter().flatten().map(|(name, sql)| ("event", *name, *sql));
        let mut faults = Vec::new();
        for (file, name, sql) in statements().chain(own) {
            let prepared =
                connection::fetch!(connection, |c| c.prepare(SqlStr::from_static(sql)).await.map(drop));
            if let Err(fault) = prepared {
                faults.push(format!("visits/{file}::{name}: {fault}"));
            }
        }
        Ok(faults)
    })
    .await
}
