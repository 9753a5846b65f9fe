//! Groups of events, each waiting to be rolled up and forwarded.

use super::event::{self, Event};
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, change, fetch, statements};

statements! {
    ADD = "INSERT INTO event_group (events, first_at, last_at, sent_at) VALUES ($1, $2, $3, $4) RETURNING id";
    TURN = "UPDATE roll_up SET turns = turns + 1 WHERE id = 1";
    NOT_ROLLED = "SELECT id, events FROM event_group WHERE rolled_at IS NULL ORDER BY id LIMIT $1";
    ROLLED = "UPDATE event_group SET rolled_at = $2 WHERE id = $1";
    LEASE = "UPDATE event_group SET leased_until = $1 WHERE id = (SELECT id FROM event_group \
        WHERE sent_at IS NULL AND leased_until <= $2 ORDER BY id LIMIT 1) AND leased_until <= $2 RETURNING id";
    SENT = "UPDATE event_group SET sent_at = $2 WHERE id = $1";
    RELEASE = "UPDATE event_group SET leased_until = $2 WHERE id = $1";
    COUNT_NOT_SENT = "SELECT COUNT(*) FROM event_group WHERE sent_at IS NULL";
    GIVE_UP = "UPDATE event_group SET sent_at = $1 WHERE id IN (SELECT id FROM event_group WHERE sent_at IS NULL ORDER BY id LIMIT $2)";
    REMOVE_DONE = "DELETE FROM event_group WHERE rolled_at IS NOT NULL AND sent_at IS NOT NULL";
}

/// How many groups one roll-up takes.
const GROUPS: i64 = 500;
/// After so many events it takes no further group.
const EVENTS: i64 = 20_000;

/// Keeps `events` as one group; where nothing is forwarded it counts as sent at `now`.
pub async fn add(
    connection: &mut Connection<'_>,
    events: &[Event],
    forwards: bool,
    now: i64,
) -> Result<(), ApiError> {
    let moments = events.iter().map(|event| event.occurred_at);
    let (first, last) = (moments.clone().min().unwrap_or(now), moments.max().unwrap_or(now));
    let count = i64::try_from(events.len()).unwrap_or(i64::MAX);
    let sent_at = (!forwards).then_some(now);
    let id: i64 = change!(connection, |c| sqlx::query_scalar(ADD)
        .bind(count)
        .bind(first)
        .bind(last)
        .bind(sent_at)
        .fetch_one(c)
        .await)?;
    event::add(connection, id, events).await
}

/// Takes the turn to change metrics: until this transaction ends nobody else has it.
pub async fn turn(connection: &mut Connection<'_>) -> Result<(), ApiError> {
    affected!(connection, TURN)?;
    Ok(())
}

/// Takes the turn, and the groups that wait to be rolled up, oldest first.
pub async fn take_turn(connection: &mut Connection<'_>) -> Result<Vec<i64>, ApiError> {
    turn(connection).await?;
    let waiting: Vec<(i64, i64)> =
        fetch!(connection, |c| sqlx::query_as(NOT_ROLLED).bind(GROUPS).fetch_all(c).await)?;
    let mut events = 0;
    let taken = waiting.into_iter().take_while(|(_, count)| {
        let room = events < EVENTS;
        events += count;
        room
    });
    Ok(taken.map(|(id, _)| id).collect())
}

/// These groups are rolled up.
pub async fn rolled(connection: &mut Connection<'_>, groups: &[i64], now: i64) -> Result<(), ApiError> {
    for group in groups {
        affected!(connection, ROLLED, group, now)?;
    }
    Ok(())
}

/// The oldest group that is not forwarded, for the caller alone until a moment.
pub async fn lease(connection: &mut Connection<'_>, until: i64, now: i64) -> Result<Option<i64>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_scalar(LEASE).bind(until).bind(now).fetch_optional(c).await)?)
}

/// This group is forwarded.
pub async fn sent(connection: &mut Connection<'_>, group: i64, now: i64) -> Result<(), ApiError> {
    affected!(connection, SENT, group, now)?;
    Ok(())
}

/// This group was not forwarded: it is tried again from a moment on.
pub async fn release(connection: &mut Connection<'_>, group: i64, from: i64) -> Result<(), ApiError> {
    affected!(connection, RELEASE, group, from)?;
    Ok(())
}

/// Gives up the oldest groups when more than `most` wait to be forwarded; how many it were.
pub async fn give_up(connection: &mut Connection<'_>, most: i64, now: i64) -> Result<u64, ApiError> {
    let waiting: i64 = fetch!(connection, |c| sqlx::query_scalar(COUNT_NOT_SENT).fetch_one(c).await)?;
    if waiting <= most {
        return Ok(0);
    }
    Ok(affected!(connection, GIVE_UP, now, waiting - most)?)
}

/// Forgets the groups that nothing waits for; their events stay.
pub async fn remove_done(connection: &mut Connection<'_>) -> Result<(), ApiError> {
    affected!(connection, REMOVE_DONE)?;
    Ok(())
}
