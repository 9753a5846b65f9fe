//! PostgreSQL keeps the events of each week in a table of their own: a week that is over goes in one step. A server that is spread
//! over many keeps them in one, as SQLite does.

use crate::error::ApiError;
use crate::repository::connection::{Backend, Connection};
use sqlx::AssertSqlSafe;

pub use super::week::WEEK;

/// Only one server at a time makes or removes tables: it holds this row, which is none of those who roll up (1).
const HOLD: &str =
    "INSERT INTO roll_up (id, turns) VALUES (2, 1) ON CONFLICT (id) DO UPDATE SET turns = roll_up.turns + 1";

/// Makes the tables of the weeks from `first` to `last` (epoch milliseconds). SQLite keeps everything in one.
pub async fn make(connection: &mut Connection<'_>, first: i64, last: i64) -> Result<(), ApiError> {
    let Backend::Postgres(c) = connection.backend() else { return Ok(()) };
    if c.manner().is_distributed {
        return Ok(());
    }
    sqlx::query(HOLD).execute(c.ask()).await?;
    for week in first.div_euclid(WEEK)..=last.div_euclid(WEEK) {
        let sql = format!(
            "CREATE TABLE IF NOT EXISTS event_{week} PARTITION OF event FOR VALUES FROM ({}) TO ({})",
            week * WEEK,
            (week + 1) * WEEK
        );
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(c.ask()).await?;
    }
    Ok(())
}

/// Removes the tables of weeks that were over before a moment.
pub async fn remove(connection: &mut Connection<'_>, before: i64) -> Result<(), ApiError> {
    let Backend::Postgres(c) = connection.backend() else { return Ok(()) };
    if c.manner().is_distributed {
        return Ok(());
    }
    sqlx::query(HOLD).execute(c.ask()).await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT child.relname::text FROM pg_inherits JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid \
         WHERE pg_inherits.inhparent = 'event'::regclass",
    )
    .fetch_all(c.ask())
    .await?;
    let weeks = tables.iter().filter_map(|table| table.strip_prefix("event_")?.parse::<i64>().ok());
    for week in weeks.filter(|week| (week + 1) * WEEK <= before) {
        let sql = format!("DROP TABLE event_{week}");
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(c.ask()).await?;
    }
    Ok(())
}
