//! How often something happened in an hour or a day, and by whom, as sketches.

use super::span::Span;
use super::week::{self, WEEK};
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    FIND = "SELECT visitors, visits FROM figure WHERE kind = $1 AND step = $2 AND starts_at = $3 AND name = $4";
    ADD = "INSERT INTO figure (kind, step, starts_at, name, times, visitors, visits) VALUES ($1, $2, $3, $4, $5, $6, $7) \
        ON CONFLICT (kind, step, starts_at, name) DO UPDATE SET times = figure.times + excluded.times, \
        visitors = excluded.visitors, visits = excluded.visits";
    NAMES = "SELECT name FROM figure WHERE kind = $1 AND step = $2 AND starts_at = $3 LIMIT $4";
    MOMENTS = "SELECT starts_at, name, times, visitors, visits FROM figure WHERE kind = $1 AND step = $2 AND starts_at >= $3 AND starts_at < $4 ORDER BY starts_at";
    OF_NAME = "WITH RECURSIVE period (starts_at) AS (SELECT CAST($3 AS BIGINT) UNION ALL SELECT starts_at + $2 FROM period WHERE starts_at + $2 < $4) \
        SELECT figure.starts_at, figure.times FROM period JOIN figure ON figure.kind = $1 AND figure.step = $2 AND figure.starts_at = period.starts_at AND figure.name = $5 \
        ORDER BY figure.starts_at";
    RANKED = "SELECT name, CAST(SUM(times) AS BIGINT) AS times FROM ( \
        SELECT name, times FROM figure WHERE kind = $1 AND step = $2 AND starts_at >= $3 AND starts_at < $4 \
        UNION ALL SELECT name, times FROM figure WHERE kind = $1 AND step = $5 AND starts_at >= $4 AND starts_at < $6 \
        UNION ALL SELECT name, times FROM figure WHERE kind = $1 AND step = $2 AND starts_at >= $6 AND starts_at < $7) AS piece \
        GROUP BY name ORDER BY 2 DESC, name LIMIT $8";
    TOTAL = "SELECT CAST(COALESCE(SUM(times), 0) AS BIGINT) FROM ( \
        SELECT times FROM figure WHERE kind = $1 AND step = $2 AND starts_at >= $3 AND starts_at < $4 \
        UNION ALL SELECT times FROM figure WHERE kind = $1 AND step = $5 AND starts_at >= $4 AND starts_at < $6 \
        UNION ALL SELECT times FROM figure WHERE kind = $1 AND step = $2 AND starts_at >= $6 AND starts_at < $7) AS piece";
    CLEAR = "DELETE FROM figure WHERE kind = $1 AND step = $2 AND starts_at = $3";
    ADD_UP = "INSERT INTO figure (kind, step, starts_at, name, times) \
        SELECT kind, CAST($2 AS BIGINT), CAST($3 AS BIGINT), name, CAST(SUM(times) AS BIGINT) FROM figure \
        WHERE kind = $1 AND step = $4 AND starts_at >= $3 AND starts_at < $5 AND name <> $6 GROUP BY kind, name ORDER BY SUM(times) DESC, name LIMIT $7";
    REMOVE_OLD = "DELETE FROM figure WHERE kind = $1 AND step = $2 AND starts_at < $3";
}

/// Which metric: kind, step, start and name.
pub type Key = (&'static str, i64, i64, String);

/// A sketch of those who did it and one of their visits; each may be missing.
pub type Sketches = (Option<Vec<u8>>, Option<Vec<u8>>);

/// One metric.
#[derive(Clone, Debug, FromRow)]
pub struct Moment {
    /// When its hour or day begins.
    pub starts_at: i64,
    /// What was counted.
    pub name: String,
    /// How often.
    pub times: i64,
    /// Who did it.
    pub visitors: Option<Vec<u8>>,
    /// In which visits.
    pub visits: Option<Vec<u8>>,
}

/// The sketches of a metric, if there is one.
pub async fn sketches(connection: &mut Connection<'_>, key: &Key) -> Result<Sketches, ApiError> {
    let (kind, step, starts_at, name) = key;
    let found: Option<Sketches> = fetch!(connection, |c| sqlx::query_as(FIND)
        .bind(kind)
        .bind(step)
        .bind(starts_at)
        .bind(name)
        .fetch_optional(c)
        .await)?;
    Ok(found.unwrap_or_default())
}

/// Adds to a metric; the sketches take the place of those that were there.
pub async fn add(
    connection: &mut Connection<'_>,
    key: &Key,
    times: i64,
    sketches: &Sketches,
) -> Result<(), ApiError> {
    let (kind, step, starts_at, name) = key;
    affected!(connection, ADD, kind, step, starts_at, name, times, &sketches.0, &sketches.1)?;
    Ok(())
}

/// The names of one kind in one hour or day, at most so many.
pub async fn names(
    connection: &mut Connection<'_>,
    (kind, step, starts_at): (&'static str, i64, i64),
    most: i64,
) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(NAMES)
        .bind(kind)
        .bind(step)
        .bind(starts_at)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// Every metric of a span.
pub async fn moments(connection: &mut Connection<'_>, span: &Span) -> Result<Vec<Moment>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(MOMENTS)
        .bind(span.kind)
        .bind(span.step)
        .bind(span.from)
        .bind(span.to)
        .fetch_all(c)
        .await)?)
}

/// When one name was counted, and how often.
pub async fn of_name(
    connection: &mut Connection<'_>,
    span: &Span,
    name: &str,
) -> Result<Vec<(i64, i64)>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_NAME)
        .bind(span.kind)
        .bind(span.step)
        .bind(span.from)
        .bind(span.to)
        .bind(name)
        .fetch_all(c)
        .await)?)
}

/// The names that were counted most, with how often.
pub async fn ranked(
    connection: &mut Connection<'_>,
    span: &Span,
    most: i64,
) -> Result<Vec<(String, i64)>, ApiError> {
    let pieces = week::pieces(connection, span).await?;
    Ok(fetch!(connection, |c| sqlx::query_as(RANKED)
        .bind(span.kind)
        .bind(pieces.step)
        .bind(pieces.from)
        .bind(pieces.weeks_from)
        .bind(WEEK)
        .bind(pieces.weeks_to)
        .bind(pieces.to)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// How often anything of a kind was counted.
pub async fn total(connection: &mut Connection<'_>, span: &Span) -> Result<i64, ApiError> {
    let pieces = week::pieces(connection, span).await?;
    Ok(fetch!(connection, |c| sqlx::query_scalar(TOTAL)
        .bind(span.kind)
        .bind(pieces.step)
        .bind(pieces.from)
        .bind(pieces.weeks_from)
        .bind(WEEK)
        .bind(pieces.weeks_to)
        .bind(pieces.to)
        .fetch_one(c)
        .await)?)
}

/// Adds up a week of a kind that has no sketches, from its days: the `most` frequent names by name, and how often the
/// others were counted as `rest`.
pub async fn add_up(
    connection: &mut Connection<'_>,
    days: &Span,
    rest: &str,
    most: i64,
) -> Result<(), ApiError> {
    let week = Span { step: WEEK, ..*days };
    affected!(connection, CLEAR, week.kind, week.step, week.from)?;
    affected!(connection, ADD_UP, week.kind, week.step, week.from, days.step, days.to, rest, most)?;
    let steps = async |connection: &mut Connection<'_>, span: &Span| -> Result<i64, ApiError> {
        Ok(fetch!(connection, |c| sqlx::query_scalar(TOTAL)
            .bind(span.kind)
            .bind(span.step)
            .bind(span.from)
            .bind(span.to)
            .bind(WEEK)
            .bind(span.to)
            .bind(span.to)
            .fetch_one(c)
            .await)?)
    };
    let others = steps(connection, days).await? - steps(connection, &week).await?;
    if others > 0 {
        add(connection, &(week.kind, week.step, week.from, rest.to_owned()), others, &(None, None)).await?;
    }
    Ok(())
}

/// Forgets the metrics of a kind and a step from before a moment.
pub async fn remove_old(
    connection: &mut Connection<'_>,
    (kind, step): (&'static str, i64),
    before: i64,
) -> Result<(), ApiError> {
    affected!(connection, REMOVE_OLD, kind, step, before)?;
    Ok(())
}
