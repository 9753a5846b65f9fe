//! Things that happened, told by browsers: hits, clicks, errors, pipeline events.

use super::connection::{Connection, affected, statements};
use crate::error::ApiError;

statements! {
    ADD = "INSERT INTO event (id, kind, name, data, visitor, occurred_at) VALUES ($1, $2, $3, $4, $5, $6)";
}

/// One thing that happened.
#[derive(Clone, Debug)]
pub struct Event {
    /// Which call told it, such as `hit`, `javascript-error`, `pipeline`.
    pub kind: &'static str,
    /// Its name or number within that call.
    pub name: String,
    /// The fields that are kept, as JSON.
    pub data: String,
    /// The visitor's id as the browser knows it, if it told one.
    pub visitor: Option<String>,
    /// Epoch milliseconds by our clock.
    pub occurred_at: i64,
}

/// Keeps `events`.
pub async fn add(connection: &mut Connection<'_>, events: &[Event]) -> Result<(), ApiError> {
    for event in events {
        affected!(
            connection,
            ADD,
            crate::token::new_id(),
            event.kind,
            &event.name,
            &event.data,
            &event.visitor,
            event.occurred_at
        )?;
    }
    Ok(())
}
