//! What was kept for long enough is forgotten.

use super::push;
use crate::clock::DAY;
use crate::config::KeepSettings;
use crate::context::Context;
use crate::error::ApiError;
use crate::lists;
use crate::repository::keep::{self, Before};
use crate::repository::{delivery_window, inbox, list_request, record, tax};

/// How long what was put into the inbox's bin stays there.
const IN_BIN: i64 = 30 * DAY;

/// Forgets what is older than the settings say.
pub(super) async fn forget(context: &Context) -> Result<(), ApiError> {
    let (kept, now) = (&context.settings.keep, context.clock.now_ms());
    let before = Before {
        submissions: KeepSettings::before(kept.submissions_kept_days, now),
        suspects: KeepSettings::before(kept.suspects_kept_days, now),
        notices: KeepSettings::before(kept.notices_kept_days, now),
        letters: KeepSettings::before(kept.given_up_kept_days, now),
        places: KeepSettings::before(kept.order_places_kept_days, now),
    };
    context
        .db
        .write(async move |connection| {
            list_request::remove_old(connection, now - lists::FORGOTTEN_AFTER).await?;
            if let Some(day) = day_of(now - 2 * DAY) {
                delivery_window::forget_before(connection, &day).await?;
            }
            tax::forget(connection, now).await?;
            push::forget(connection, now).await?;
            keep::forget(connection, &before, now).await?;
            inbox::sweep(connection, now - IN_BIN).await
        })
        .await?;
    let Some(moment) = KeepSettings::before(kept.record_people_kept_days, now) else { return Ok(()) };
    while context.db.write(async move |connection| record::blank_old(connection, moment).await).await? > 0 {}
    Ok(())
}

/// The day of a moment, `2026-11-21`; every place of the world is on it, the day before, or the day after.
fn day_of(epoch_ms: i64) -> Option<String> {
    let moment = jiff::Timestamp::from_millisecond(epoch_ms).ok()?;
    Some(moment.to_zoned(jiff::tz::TimeZone::UTC).date().to_string())
}
