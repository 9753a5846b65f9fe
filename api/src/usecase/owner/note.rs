//! Lines in the record of who did what.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::record::{self, Event, Kind};

/// Writes down what somebody signed in does.
pub async fn note(
    connection: &mut Connection<'_>,
    who: &SignedIn,
    event: Event,
    now: i64,
) -> Result<(), ApiError> {
    record::write(connection, &who.actor(), event, now).await
}

/// Writes down that a table of personal data leaves the shop.
pub async fn note_export(context: &Context, who: &SignedIn, what: &'static str) -> Result<(), ApiError> {
    let (actor, now) = (who.actor(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        record::write(connection, &actor, Event::new(Kind::Export, what), now).await
    };
    context.db.write(write).await
}
