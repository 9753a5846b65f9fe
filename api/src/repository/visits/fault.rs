//! Errors of pages, one row for all that are alike, and the maps that lead back to what was written.

use crate::error::ApiError;
use crate::repository::Db;
use crate::repository::connection::{Connection, affected, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO javascript_error (fingerprint, message, times, first_seen, last_seen, sample) VALUES ($1, $2, $3, $4, $5, $6) \
        ON CONFLICT (fingerprint) DO UPDATE SET message = excluded.message, times = javascript_error.times + excluded.times, \
        first_seen = CASE WHEN excluded.first_seen < javascript_error.first_seen THEN excluded.first_seen ELSE javascript_error.first_seen END, \
        last_seen = CASE WHEN excluded.last_seen > javascript_error.last_seen THEN excluded.last_seen ELSE javascript_error.last_seen END, \
        sample = excluded.sample";
    FIND = "SELECT fingerprint, message, times, first_seen, last_seen, sample FROM javascript_error WHERE fingerprint = $1";
    SEEN = "SELECT fingerprint, message, times, first_seen, last_seen, '' AS sample FROM javascript_error \
        WHERE last_seen >= $1 AND first_seen < $2";
    COUNT = "SELECT COUNT(*) FROM javascript_error";
    REMOVE_OLD = "DELETE FROM javascript_error WHERE last_seen < $1";
    KEEP_MAP = "INSERT INTO source_map (file, build_id, script, map, kept_at) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (file) DO UPDATE SET build_id = excluded.build_id, script = excluded.script, map = excluded.map, kept_at = excluded.kept_at";
    FIND_MAP = "SELECT script, map FROM source_map WHERE file = $1";
    REMOVE_OLD_MAPS = "DELETE FROM source_map WHERE kept_at < $1";
}

/// All errors that are alike.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Fault {
    /// What they have in common, as a word.
    pub fingerprint: String,
    /// The message of the latest of them.
    pub message: String,
    /// How many there were.
    pub times: i64,
    /// Epoch milliseconds.
    pub first_seen: i64,
    /// Epoch milliseconds.
    pub last_seen: i64,
    /// The latest report, as JSON.
    pub sample: String,
}

/// Counts errors that are alike.
pub async fn add(connection: &mut Connection<'_>, fault: &Fault) -> Result<(), ApiError> {
    affected!(
        connection,
        ADD,
        &fault.fingerprint,
        &fault.message,
        fault.times,
        fault.first_seen,
        fault.last_seen,
        &fault.sample
    )?;
    Ok(())
}

/// One of them with its latest report.
pub async fn find(connection: &mut Connection<'_>, fingerprint: &str) -> Result<Option<Fault>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(FIND).bind(fingerprint).fetch_optional(c).await)?)
}

/// Those that were seen in a span of time, without their reports.
pub async fn seen(connection: &mut Connection<'_>, (from, to): (i64, i64)) -> Result<Vec<Fault>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(SEEN).bind(from).bind(to).fetch_all(c).await)?)
}

/// How many different ones there are.
pub async fn count(connection: &mut Connection<'_>) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUNT).fetch_one(c).await)?)
}

/// Forgets those that were not seen since a moment, and the maps that no publish named since.
pub async fn remove_old(connection: &mut Connection<'_>, before: i64, maps: i64) -> Result<(), ApiError> {
    affected!(connection, REMOVE_OLD, before)?;
    affected!(connection, REMOVE_OLD_MAPS, maps)?;
    Ok(())
}

/// A minified script with the map to what was written.
#[derive(Clone, Debug, FromRow)]
pub struct SourceMap {
    /// The script as it is published.
    pub script: String,
    /// The map, as JSON.
    pub map: String,
}

/// Keeps the map of a script.
async fn keep_map(
    connection: &mut Connection<'_>,
    (file, build_id): (&str, &str),
    kept: &SourceMap,
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, KEEP_MAP, file, build_id, &kept.script, &kept.map, now)?;
    Ok(())
}

/// Keeps the maps of a build, by the names of their scripts.
pub async fn keep_maps(
    db: &Db,
    build_id: String,
    maps: Vec<(String, SourceMap)>,
    now: i64,
) -> Result<(), ApiError> {
    db.write(async move |connection| {
        for (file, map) in &maps {
            keep_map(connection, (file, &build_id), map, now).await?;
        }
        Ok(())
    })
    .await
}

/// The map of a script.
pub async fn map_of(connection: &mut Connection<'_>, file: &str) -> Result<Option<SourceMap>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(FIND_MAP).bind(file).fetch_optional(c).await)?)
}
