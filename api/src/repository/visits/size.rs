//! How much the store of visits takes, and making room in it.

use crate::error::ApiError;
use crate::repository::connection::{Backend, Connection, affected, fetch, statements};

statements! {
    COUNT = "SELECT COUNT(*) FROM event";
    REMOVE_OLDEST = "DELETE FROM event WHERE (occurred_at, id) IN (SELECT occurred_at, id FROM event ORDER BY occurred_at, id LIMIT $1)";
}

/// The pages that hold something.
const USED_SQLITE: &str = "SELECT (pages.page_count - free.freelist_count) * size.page_size \
    FROM pragma_page_count AS pages, pragma_freelist_count AS free, pragma_page_size AS size";
/// What the tables and their indexes take, less the share of rows that are gone already and whose room is used again.
const USED_POSTGRES: &str = "SELECT COALESCE(SUM(CASE WHEN live.n_live_tup + live.n_dead_tup = 0 THEN pg_total_relation_size(live.relid) \
    ELSE pg_total_relation_size(live.relid) * live.n_live_tup / (live.n_live_tup + live.n_dead_tup) END), 0)::bigint \
    FROM pg_stat_user_tables AS live WHERE live.schemaname = current_schema()";

/// The statement of a SQLite file alone.
pub(in crate::repository) const SQLITE_STATEMENTS: &[(&str, &str)] = &[("USED", USED_SQLITE)];
/// The statement of PostgreSQL alone.
pub(in crate::repository) const POSTGRES_STATEMENTS: &[(&str, &str)] = &[("USED", USED_POSTGRES)];

/// How many bytes the store takes; 0 on a server that is spread over many, which does not say.
pub async fn used(connection: &mut Connection<'_>) -> Result<i64, ApiError> {
    Ok(match connection.backend() {
        Backend::Sqlite(c) => sqlx::query_scalar(USED_SQLITE).fetch_one(&mut **c).await?,
        Backend::Postgres(c) if c.manner().is_distributed => 0,
        Backend::Postgres(c) => sqlx::query_scalar(USED_POSTGRES).fetch_one(c.ask()).await?,
    })
}

/// How many events there are.
pub async fn events(connection: &mut Connection<'_>) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUNT).fetch_one(c).await)?)
}

/// Forgets the oldest events, at most so many; how many it were.
pub async fn remove_oldest(connection: &mut Connection<'_>, most: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, REMOVE_OLDEST, most)?)
}
