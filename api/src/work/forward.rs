//! Groups of events are forwarded to the event system of the owner, each at least once and known by its id.

use crate::context::Context;
use crate::error::ApiError;
use crate::outbound::stream::{Message, Stream};
use crate::repository::Connection;
use crate::repository::visits::{event, group};
use crate::tracking;

/// How long a group belongs to the server that took it, in milliseconds.
const LEASE: i64 = 60_000;
/// After how long a group that was not taken is tried again, in milliseconds.
const PAUSE: i64 = 10_000;
/// The most groups that wait; the oldest beyond them are not forwarded. Their events stay in our own store.
const MOST_WAITING: i64 = 50_000;

/// Forwards every group that waits, until one is refused; how many it were.
pub(super) async fn forward_due(context: &Context) -> Result<usize, ApiError> {
    let Some(stream) = &context.event_stream else { return Ok(0) };
    let db = context.tracking.db();
    let mut forwarded = 0;
    loop {
        let now = context.clock.now_ms();
        let take =
            async move |connection: &mut Connection<'_>| group::lease(connection, now + LEASE, now).await;
        let Some(id) = db.write(take).await? else { return Ok(forwarded) };
        match forward(context, stream, id).await {
            Ok(()) => {
                db.write(async move |connection| group::sent(connection, id, now).await).await?;
                forwarded += 1;
            }
            Err(fault) => {
                tracing::warn!(%fault, group = id, "events were not forwarded and are tried again");
                db.write(async move |connection| group::release(connection, id, now + PAUSE).await).await?;
                let given_up = db
                    .write(async move |connection| group::give_up(connection, MOST_WAITING, now).await)
                    .await?;
                if given_up > 0 {
                    tracing::error!(groups = given_up, "groups of events are not forwarded: too many wait");
                }
                return Ok(forwarded);
            }
        }
    }
}

async fn forward(context: &Context, stream: &Stream, id: i64) -> std::io::Result<()> {
    let events = context
        .tracking
        .db()
        .read(async |connection| event::of_group(connection, id).await)
        .await
        .map_err(std::io::Error::other)?;
    let message = |event: &event::Event| Message {
        id: event.id.clone(),
        kind: event.kind.clone(),
        body: tracking::as_json(event).to_string(),
    };
    let messages: Vec<Message> = events.iter().map(message).collect();
    if messages.is_empty() { Ok(()) } else { stream.send(&messages).await }
}
