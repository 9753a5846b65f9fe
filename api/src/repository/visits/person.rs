//! What visits tell of a person by an e-mail address: events that name it, and everything else of those visitors.

use super::visitor;
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use crate::repository::like::pattern;
use crate::repository::person::find::names;
use serde::Serialize;
use sqlx_macros::FromRow;

statements! {
    EVENTS = "SELECT kind, name, data, visitor, analytics_id, source, occurred_at FROM event WHERE lower(data) LIKE $1 ESCAPE '!' OR lower(name) LIKE $1 ESCAPE '!' \
        OR lower(source) LIKE $1 ESCAPE '!' ORDER BY occurred_at";
    REMOVE_EVENTS = "DELETE FROM event WHERE kind = $1 AND name = $2 AND data = $3 AND occurred_at = $4";
    FAULTS = "SELECT fingerprint, message || ' ' || sample FROM javascript_error WHERE lower(message) LIKE $1 ESCAPE '!' OR lower(sample) LIKE $1 ESCAPE '!'";
    REMOVE_FAULT = "DELETE FROM javascript_error WHERE fingerprint = $1";
    METRICS = "SELECT DISTINCT name FROM figure WHERE lower(name) LIKE $1 ESCAPE '!'";
    REMOVE_METRIC = "DELETE FROM figure WHERE name = $1";
    PATHS = "SELECT DISTINCT path FROM vital WHERE lower(path) LIKE $1 ESCAPE '!'";
    REMOVE_PATH = "DELETE FROM vital WHERE path = $1";
}

/// An event that names the address.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OwnEvent {
    pub kind: String,
    pub name: String,
    pub data: String,
    pub visitor: Option<String>,
    pub analytics_id: Option<String>,
    pub source: Option<String>,
    pub occurred_at: i64,
}

/// The events that name an address (in lower case).
pub async fn find(connection: &mut Connection<'_>, email: &str) -> Result<Vec<OwnEvent>, ApiError> {
    let mut events: Vec<OwnEvent> =
        fetch!(connection, |c| sqlx::query_as(EVENTS).bind(pattern(email)).fetch_all(c).await)?;
    events.retain(|event| {
        [&event.data, &event.name, event.source.as_ref().unwrap_or(&event.name)]
            .iter()
            .any(|text| names(text, email))
    });
    Ok(events)
}

/// Removes the visitors whose events name an address (in lower case), and every metric and fault that does; how many events.
pub async fn erase(connection: &mut Connection<'_>, email: &str) -> Result<u64, ApiError> {
    let mut removed = 0;
    for event in find(connection, email).await? {
        for id in [&event.visitor, &event.analytics_id].into_iter().flatten() {
            removed += visitor::remove(connection, id).await?;
        }
        removed +=
            affected!(connection, REMOVE_EVENTS, &event.kind, &event.name, &event.data, event.occurred_at)?;
    }
    let pattern = pattern(email);
    let faults: Vec<(String, String)> =
        fetch!(connection, |c| sqlx::query_as(FAULTS).bind(&pattern).fetch_all(c).await)?;
    for (fingerprint, _) in faults.iter().filter(|(_, text)| names(text, email)) {
        affected!(connection, REMOVE_FAULT, fingerprint)?;
    }
    let metrics: Vec<String> =
        fetch!(connection, |c| sqlx::query_scalar(METRICS).bind(&pattern).fetch_all(c).await)?;
    for name in metrics.iter().filter(|name| names(name, email)) {
        affected!(connection, REMOVE_METRIC, name)?;
    }
    let paths: Vec<String> =
        fetch!(connection, |c| sqlx::query_scalar(PATHS).bind(&pattern).fetch_all(c).await)?;
    for path in paths.iter().filter(|path| names(path, email)) {
        affected!(connection, REMOVE_PATH, path)?;
    }
    Ok(removed)
}
