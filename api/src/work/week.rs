//! The owner hears on Mondays what the week before came to, where the shop's settings say so.

use crate::context::Context;
use crate::emails;
use crate::emails::week::WeekSums;
use crate::error::ApiError;
use crate::repository::books::mark;
use crate::repository::books::sums::{self, Of, Sums};
use crate::repository::outbox;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// The hour of the shop's day from which on it is written.
const HOUR_OF_DAY: i8 = 7;
/// How many products it names.
const NAMED: i64 = 5;

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
    let Some((days, [before, begins, ends])) = last_week(now, &zone) else { return Ok(()) };
    let found = context
        .db
        .read(async |connection| {
            let mut found = Vec::new();
            // An order that the books do not have yet would be missing.
            if mark::count(connection, 1).await? > 0 {
                return Ok(found);
            }
            for currency in sums::currencies(connection).await? {
                let of = |from, to| Of { currency: &currency, test_mode: false, from, to };
                let (now, before) = (of(begins, ends), of(before, begins));
                let best = sums::products(connection, now, NAMED).await?;
                let (now, before) =
                    (sums::sums(connection, now).await?, sums::sums(connection, before).await?);
                if now != Sums::default() || before != Sums::default() {
                    found.push(WeekSums { currency, now, before, best });
                }
            }
            Ok(found)
        })
        .await?;
    if found.is_empty() {
        return Ok(());
    }
    let letter = emails::week::week(&published, owner, days, &found);
    let (key, letter) = (format!("weekly-{}", days.0), serde_json::to_string(&letter)?);
    context
        .db
        .write(async move |connection| outbox::add(connection, &key, outbox::MAIL, &letter, now).await)
        .await
}

/// Monday and Sunday of the last whole week, and the moments at which the week before it, it and this one began; nothing
/// where the calendar ends. Before the hour of Monday it is still the one before.
fn last_week(now: i64, zone: &TimeZone) -> Option<((Date, Date), [i64; 3])> {
    let local = Timestamp::from_millisecond(now).ok()?.to_zoned(zone.clone()).datetime();
    let told = local.checked_sub(i64::from(HOUR_OF_DAY).hours()).ok()?.date();
    let this = told.checked_sub(i64::from(told.weekday().to_monday_zero_offset()).days()).ok()?;
    let back = |weeks: i64| this.checked_sub((7 * weeks).days()).ok();
    let begins = |day: Date| Some(day.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond());
    let days = (back(1)?, this.yesterday().ok()?);
    Some((days, [begins(back(2)?)?, begins(back(1)?)?, begins(this)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn week(moment: &str, zone: &str) -> String {
        let now = moment.parse::<Timestamp>().unwrap().as_millisecond();
        let ((from, to), moments) = last_week(now, &TimeZone::get(zone).unwrap()).unwrap();
        assert!(moments.is_sorted() && moments[2] <= now, "{moments:?}");
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
