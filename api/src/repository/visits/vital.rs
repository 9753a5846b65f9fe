//! What browsers measured of pages, as sketches of which any percentile is read.

use super::span::Span;
use super::week::{self, WEEK};
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    FIND = "SELECT sketch FROM vital WHERE step = $1 AND starts_at = $2 AND path = $3 AND metric = $4";
    ADD = "INSERT INTO vital (step, starts_at, path, metric, times, sketch) VALUES ($1, $2, $3, $4, $5, $6) \
        ON CONFLICT (step, starts_at, path, metric) DO UPDATE SET times = vital.times + excluded.times, sketch = excluded.sketch";
    OF_PATH = "SELECT path, metric, starts_at, times, sketch FROM vital WHERE step = $1 AND starts_at >= $2 AND starts_at < $3 AND path = $4";
    OF_PAGE = "SELECT path, metric, starts_at, times, sketch FROM vital WHERE step = $2 AND starts_at >= $3 AND starts_at < $4 AND path = $1 \
        UNION ALL SELECT path, metric, starts_at, times, sketch FROM vital WHERE step = $5 AND starts_at >= $4 AND starts_at < $6 AND path = $1 \
        UNION ALL SELECT path, metric, starts_at, times, sketch FROM vital WHERE step = $2 AND starts_at >= $6 AND starts_at < $7 AND path = $1";
    CLEAR = "DELETE FROM vital WHERE step = $1 AND starts_at = $2";
    REMOVE_OLD = "DELETE FROM vital WHERE step = $1 AND starts_at < $2";
}

/// Which one: step, start, path ("" for the whole site) and metric.
pub type Key = (i64, i64, String, String);

/// One hour or day of one metric of one page.
#[derive(Clone, Debug, FromRow)]
pub struct Measured {
    /// The path of the page; empty for the whole site.
    pub path: String,
    /// Such as `LCP`.
    pub metric: String,
    /// When its hour or day begins.
    pub starts_at: i64,
    /// How many values.
    pub times: i64,
    /// The values.
    pub sketch: Vec<u8>,
}

/// The values so far.
pub async fn sketch(connection: &mut Connection<'_>, key: &Key) -> Result<Option<Vec<u8>>, ApiError> {
    let (step, starts_at, path, metric) = key;
    Ok(fetch!(connection, |c| sqlx::query_scalar(FIND)
        .bind(step)
        .bind(starts_at)
        .bind(path)
        .bind(metric)
        .fetch_optional(c)
        .await)?)
}

/// Adds so many values; the sketch takes the place of the one that was there.
pub async fn add(
    connection: &mut Connection<'_>,
    key: &Key,
    times: i64,
    sketch: &[u8],
) -> Result<(), ApiError> {
    let (step, starts_at, path, metric) = key;
    affected!(connection, ADD, step, starts_at, path, metric, times, sketch)?;
    Ok(())
}

/// Everything measured of one page in a span, step by step.
pub async fn of_path(
    connection: &mut Connection<'_>,
    span: &Span,
    path: &str,
) -> Result<Vec<Measured>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_PATH)
        .bind(span.step)
        .bind(span.from)
        .bind(span.to)
        .bind(path)
        .fetch_all(c)
        .await)?)
}

/// Everything measured of some pages in a span, page by page: of weeks that are added up, and of the days at both ends.
pub async fn of_pages(
    connection: &mut Connection<'_>,
    span: &Span,
    paths: &[String],
) -> Result<Vec<Vec<Measured>>, ApiError> {
    let pieces = week::pieces(connection, span).await?;
    let mut pages = Vec::with_capacity(paths.len());
    for path in paths {
        pages.push(fetch!(connection, |c| sqlx::query_as(OF_PAGE)
            .bind(path)
            .bind(pieces.step)
            .bind(pieces.from)
            .bind(pieces.weeks_from)
            .bind(WEEK)
            .bind(pieces.weeks_to)
            .bind(pieces.to)
            .fetch_all(c)
            .await)?);
    }
    Ok(pages)
}

/// Forgets what was measured in one hour, day or week.
pub async fn clear(connection: &mut Connection<'_>, step: i64, starts_at: i64) -> Result<(), ApiError> {
    affected!(connection, CLEAR, step, starts_at)?;
    Ok(())
}

/// Forgets what was measured before a moment, of one step.
pub async fn remove_old(connection: &mut Connection<'_>, step: i64, before: i64) -> Result<(), ApiError> {
    affected!(connection, REMOVE_OLD, step, before)?;
    Ok(())
}
