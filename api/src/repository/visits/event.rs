//! Things that happened, sent by browsers: hits, clicks, errors, pipeline events, measurements.

use crate::error::ApiError;
use crate::repository::connection::{Backend, Connection, affected, fetch, statements};
use serde_json::{Value, json};
use sqlx_macros::FromRow;

statements! {
    OF_GROUP = "SELECT id, kind, name, data, visitor, visit, analytics_id, source, occurred_at FROM event WHERE group_id = $1";
    PAGE = "SELECT id, kind, name, data, visitor, visit, analytics_id, source, occurred_at FROM event \
        WHERE (occurred_at, id) > ($1, $2) AND occurred_at < $3 AND ($4 = '' OR kind = $4) ORDER BY occurred_at, id LIMIT $5";
    REMOVE_OLD = "DELETE FROM event WHERE (occurred_at, id) IN (SELECT occurred_at, id FROM event WHERE occurred_at < $1 LIMIT $2)";
}

const ADD_SQLITE: &str = "INSERT INTO event (id, group_id, kind, name, data, visitor, visit, analytics_id, source, occurred_at) \
    SELECT value ->> 0, $1, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8 FROM json_each($2)";
const ADD_POSTGRES: &str = "INSERT INTO event (id, group_id, kind, name, data, visitor, visit, analytics_id, source, occurred_at) \
    SELECT batch.id, $1, batch.kind, batch.name, batch.data, batch.visitor, batch.visit, batch.analytics_id, batch.source, batch.occurred_at \
    FROM UNNEST($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[], $10::bigint[]) \
    AS batch (id, kind, name, data, visitor, visit, analytics_id, source, occurred_at)";

/// The statement of a SQLite file alone.
pub(in crate::repository) const SQLITE_STATEMENTS: &[(&str, &str)] = &[("ADD", ADD_SQLITE)];
/// The statement of PostgreSQL alone.
pub(in crate::repository) const POSTGRES_STATEMENTS: &[(&str, &str)] = &[("ADD", ADD_POSTGRES)];

/// One thing that happened.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromRow)]
pub struct Event {
    /// Its own id, which sorts by time.
    pub id: String,
    /// Which call sent it, such as `hit`, `javascript-error`, `pipeline`.
    pub kind: String,
    /// Its name or number within that call.
    pub name: String,
    /// The fields that are kept, as JSON.
    pub data: String,
    /// The visitor's id as the browser knows it, if it sent one.
    pub visitor: Option<String>,
    /// Which of the visitor's visits it is, from 1.
    pub visit: Option<i64>,
    /// The visitor's analytics id, if it sent one.
    pub analytics_id: Option<String>,
    /// The host of another site that led here.
    pub source: Option<String>,
    /// Epoch milliseconds by our clock.
    pub occurred_at: i64,
}

impl Event {
    /// About how many bytes it takes in memory.
    pub fn size(&self) -> usize {
        let texts = [&self.visitor, &self.analytics_id, &self.source];
        let optional: usize = texts.into_iter().flatten().map(String::len).sum();
        size_of::<Event>() + self.id.len() + self.kind.len() + self.name.len() + self.data.len() + optional
    }
}

/// Keeps `events` as members of a group, by one statement.
pub async fn add(connection: &mut Connection<'_>, group: i64, events: &[Event]) -> Result<(), ApiError> {
    connection.mark_changed();
    match connection.backend() {
        Backend::Sqlite(c) => {
            let row = |event: &Event| {
                json!([
                    event.id,
                    event.kind,
                    event.name,
                    event.data,
                    event.visitor,
                    event.visit,
                    event.analytics_id,
                    event.source,
                    event.occurred_at
                ])
            };
            let rows = Value::from(events.iter().map(row).collect::<Vec<_>>()).to_string();
            sqlx::query(ADD_SQLITE).bind(group).bind(rows).execute(&mut **c).await?;
        }
        Backend::Postgres(c) => {
            let texts = |of: fn(&Event) -> &str| events.iter().map(of).collect::<Vec<&str>>();
            let optional = |of: fn(&Event) -> Option<&str>| events.iter().map(of).collect::<Vec<_>>();
            sqlx::query(ADD_POSTGRES)
                .bind(group)
                .bind(texts(|event| &event.id))
                .bind(texts(|event| &event.kind))
                .bind(texts(|event| &event.name))
                .bind(texts(|event| &event.data))
                .bind(optional(|event| event.visitor.as_deref()))
                .bind(events.iter().map(|event| event.visit).collect::<Vec<_>>())
                .bind(optional(|event| event.analytics_id.as_deref()))
                .bind(optional(|event| event.source.as_deref()))
                .bind(events.iter().map(|event| event.occurred_at).collect::<Vec<_>>())
                .execute(c.ask())
                .await?;
        }
    }
    Ok(())
}

/// The members of a group.
pub async fn of_group(connection: &mut Connection<'_>, group: i64) -> Result<Vec<Event>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_GROUP).bind(group).fetch_all(c).await)?)
}

/// Which events of the store.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Those after this moment, epoch milliseconds, …
    pub after: i64,
    /// … and of those of that moment the ones after this id.
    pub after_id: String,
    /// Before this moment.
    pub before: i64,
    /// Of this kind alone; "" for all.
    pub kind: String,
}

/// At most `most` events from a place on, in the order of time.
pub async fn page(connection: &mut Connection<'_>, place: &Place, most: i64) -> Result<Vec<Event>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(PAGE)
        .bind(place.after)
        .bind(&place.after_id)
        .bind(place.before)
        .bind(&place.kind)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// Forgets events from before a moment, at most so many of them; how many it were.
pub async fn remove_old(connection: &mut Connection<'_>, before: i64, most: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, REMOVE_OLD, before, most)?)
}
