//! The owner hears on Mondays what the week before came to, where the shop's settings say so.

use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::repository::outbox;
use crate::usecase::figures;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// The hour of the shop's day from which on it is written.
const HOUR_OF_DAY: i8 = 7;

/// Writes the letter about the last whole week, once: on Monday morning in the shop's time zone, or as soon afterwards as a
/// server runs and the books have all orders. A week in which nothing was sold or came back, as in the one before it, has
/// none.
pub(super) async fn write(context: &Context) -> Result<(), ApiError> {
    let now = context.clock.now_ms();
    let published = context.publications.newest(&context.db).await?;
    let settings = &published.catalog.order_settings;
    let owner = settings.email.as_ref().or(published.catalog.website.owner_email.as_ref());
    let Some(owner) = owner.filter(|_| settings.weekly_letter) else { return Ok(()) };
    let zone = TimeZone::get(&published.catalog.website.time_zone).unwrap_or(TimeZone::UTC);
    let Some((from, to)) = last_week(now, zone) else { return Ok(()) };
    let query = figures::FiguresQuery {
        from: from.to_string(),
        to: to.to_string(),
        ..figures::FiguresQuery::default()
    };
    let span = figures::span(context, &query).await?;
    let found = figures::figures(context, &span).await?;
    let is_nothing = found.currencies.iter().all(|one| one.total.is_nothing() && one.before.is_nothing());
    if is_nothing || found.waiting > 0 {
        return Ok(());
    }
    let sold = figures::products(context, &span).await?;
    let letter = emails::week::week(&published, owner, &found, &sold.currencies);
    let (key, letter) = (format!("weekly-{from}"), serde_json::to_string(&letter)?);
    context
        .db
        .write(async move |connection| outbox::add(connection, &key, outbox::MAIL, &letter, now).await)
        .await
}

/// Monday and Sunday of the last whole week; nothing before the hour of Monday at which it is told of.
fn last_week(now: i64, zone: TimeZone) -> Option<(Date, Date)> {
    let local = Timestamp::from_millisecond(now).ok()?.to_zoned(zone).datetime();
    let told = local.checked_sub(i64::from(HOUR_OF_DAY).hours()).ok()?.date();
    let since_monday = i64::from(told.weekday().to_monday_zero_offset());
    let monday = told.checked_sub((since_monday + 7).days()).ok()?;
    Some((monday, monday.checked_add(6.days()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn week(moment: &str, zone: &str) -> String {
        let now = moment.parse::<Timestamp>().unwrap().as_millisecond();
        let (from, to) = last_week(now, TimeZone::get(zone).unwrap()).unwrap();
        format!("{from} {to}")
    }

    /// S-444: by the calendar of November 2026, in which the 23rd is a Monday.
    #[test]
    fn s_444_the_last_week_is_whole_and_ends_on_sunday() {
        for (moment, zone, wanted) in [
            ("2026-11-22T23:59:00Z", "UTC", "2026-11-09 2026-11-15"),
            ("2026-11-23T06:59:00Z", "UTC", "2026-11-09 2026-11-15"),
            ("2026-11-23T07:00:00Z", "UTC", "2026-11-16 2026-11-22"),
            ("2026-11-29T12:00:00Z", "UTC", "2026-11-16 2026-11-22"),
            ("2026-11-23T07:00:00Z", "America/New_York", "2026-11-09 2026-11-15"),
            ("2026-11-23T12:00:00Z", "America/New_York", "2026-11-16 2026-11-22"),
            ("2026-11-22T22:00:00Z", "Asia/Tokyo", "2026-11-16 2026-11-22"),
            ("2027-01-04T07:00:00Z", "UTC", "2026-12-28 2027-01-03"),
        ] {
            assert_eq!(week(moment, zone), wanted, "{moment} {zone}");
        }
    }
}
