//! What a payment of a cycle, or its refusal, makes of a subscription.

use super::staff_notice::facts;
use crate::clock::DAY;
use crate::emails;
use crate::error::ApiError;
use crate::notices;
use crate::published::{Publications, Published};
use crate::repository::device::{self, Told};
use crate::repository::order::StoredOrder;
use crate::repository::subscription::{self, StoredSubscription};
use crate::repository::{Connection, catalog, outbox};
use jiff::{Span, Timestamp, tz::TimeZone};
use loggia_commerce::{BillingUnit, SubscriptionPlan};

/// After how many days a refused payment is tried again; after the last refusal the subscription is past due.
pub const TRY_AGAIN_AFTER_DAYS: [i64; 4] = [1, 3, 5, 7];

/// The next cycle begins; after the last one the subscription has ended.
pub(super) async fn paid(
    connection: &mut Connection<'_>,
    published: &Published,
    id: &str,
    order: &StoredOrder,
    now: i64,
) -> Result<Option<StoredSubscription>, ApiError> {
    let Some(subscription) = subscription::read(connection, id).await? else { return Ok(None) };
    let paid = u32::try_from(subscription.cycles_billed + 1).unwrap_or(u32::MAX);
    let next = next_after(published, &subscription, paid, subscription.skipped);
    subscription::set_renewed(connection, &subscription, next, now).await?;
    notices::subscription(connection, "subscription.renewed", &subscription, (&order.id, now)).await?;
    let renewed = subscription::read(connection, id).await?;
    if let Some(ended) = renewed.as_ref().filter(|renewed| renewed.status == "ended") {
        tell_of_end(connection, published, (ended, &order.language), now).await?;
    }
    Ok(renewed)
}

/// Writes to whose subscription it was that it has ended.
pub async fn tell_of_end(
    connection: &mut Connection<'_>,
    published: &Published,
    (subscription, language): (&StoredSubscription, &str),
    now: i64,
) -> Result<(), ApiError> {
    let letter = emails::order::subscription_ended(published, (subscription, language), now);
    let cause = format!("ended-{}", subscription.id);
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await
}

/// When the payment behind `paid` ones is due, with `skipped` periods left out; `None` when there is no further one.
pub fn next_after(
    published: &Published,
    subscription: &StoredSubscription,
    paid: u32,
    skipped: i64,
) -> Option<i64> {
    let plan = subscription.plan();
    if plan.num_billing_cycles != 0 && paid >= plan.num_billing_cycles {
        return None;
    }
    let endless = SubscriptionPlan { num_billing_cycles: 0, ..plan };
    let periods = paid.checked_add(u32::try_from(skipped).ok()?)?;
    billing_at(published, endless, subscription.created_at, periods)
}

/// A payment was refused: it is tried again some days later, or the subscription is past due.
pub(super) async fn refused(
    connection: &mut Connection<'_>,
    publications: &Publications,
    id: &str,
    order: &StoredOrder,
    now: i64,
) -> Result<(), ApiError> {
    let Some(subscription) = subscription::read(connection, id).await? else { return Ok(()) };
    let tried = usize::try_from(subscription.attempts).unwrap_or(usize::MAX);
    let again = TRY_AGAIN_AFTER_DAYS.get(tried).map(|days| now + days * DAY);
    if !subscription::set_failed(connection, &subscription, again).await? {
        return Ok(());
    }
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    let email_message = emails::order::renewal_refused(&published, &subscription, order, (again, now));
    let cause = format!("refused-{}", order.id);
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&email_message)?, now).await?;
    device::tell(connection, Told::Payment, &facts(order, "renewal"), now).await?;
    let kind = if again.is_some() { "subscription.payment_failed" } else { "subscription.past_due" };
    notices::subscription(connection, kind, &subscription, (&order.id, now)).await
}

/// When payment number `paid` + 1 is due: so many periods after the first, at the same time of day in the site's time
/// zone; `None` when there is no further one. Counted from the first day, the 31st comes back after a short month.
pub(super) fn billing_at(
    published: &Published,
    plan: SubscriptionPlan,
    first: i64,
    paid: u32,
) -> Option<i64> {
    if plan.num_billing_cycles != 0 && paid >= plan.num_billing_cycles {
        return None;
    }
    let zone = TimeZone::get(&published.catalog.website.time_zone).unwrap_or(TimeZone::UTC);
    let value = i64::from(plan.billing_period.value).checked_mul(i64::from(paid))?;
    let period = match plan.billing_period.unit {
        BillingUnit::Week => Span::new().try_weeks(value),
        BillingUnit::Month => Span::new().try_months(value),
        BillingUnit::Year => Span::new().try_years(value),
    };
    let first = Timestamp::from_millisecond(first).ok()?.to_zoned(zone);
    Some(first.checked_add(period.ok()?).ok()?.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;
    use loggia_commerce::BillingPeriod;

    fn plan(value: u32, unit: BillingUnit, num_billing_cycles: u32) -> SubscriptionPlan {
        SubscriptionPlan { billing_period: BillingPeriod { value, unit }, num_billing_cycles }
    }

    fn after(from: &str, plan: SubscriptionPlan, paid: u32) -> Option<String> {
        let mut published = Published::default();
        published.catalog.website.time_zone = "America/New_York".into();
        let from: Timestamp = from.parse().unwrap();
        let next = billing_at(&published, plan, from.as_millisecond(), paid)?;
        Some(Timestamp::from_millisecond(next).unwrap().to_string())
    }

    #[test]
    fn a_047_the_next_payment_is_one_period_later() {
        let month = plan(1, BillingUnit::Month, 0);
        assert_eq!(after("2026-01-31T12:00:00Z", month, 1).unwrap(), "2026-02-28T12:00:00Z");
        assert_eq!(
            after("2026-01-31T12:00:00Z", plan(2, BillingUnit::Week, 0), 1).unwrap(),
            "2026-02-14T12:00:00Z"
        );
        assert_eq!(
            after("2028-02-29T12:00:00Z", plan(1, BillingUnit::Year, 0), 1).unwrap(),
            "2029-02-28T12:00:00Z"
        );
    }

    #[test]
    fn a_047_the_last_day_of_a_month_comes_back_after_a_short_one() {
        let month = plan(1, BillingUnit::Month, 0);
        assert_eq!(after("2026-01-31T12:00:00Z", month, 2).unwrap(), "2026-03-31T11:00:00Z");
        assert_eq!(after("2026-01-31T12:00:00Z", month, 12).unwrap(), "2027-01-31T12:00:00Z");
    }

    #[test]
    fn a_047_the_hour_of_the_day_stays_across_summer_time() {
        assert_eq!(
            after("2026-03-01T15:00:00Z", plan(1, BillingUnit::Month, 0), 1).unwrap(),
            "2026-04-01T14:00:00Z"
        );
    }

    #[test]
    fn a_047_after_the_last_payment_there_is_no_next_one() {
        let twice = plan(1, BillingUnit::Month, 2);
        assert!(after("2026-03-01T15:00:00Z", twice, 1).is_some());
        assert_eq!(after("2026-03-01T15:00:00Z", twice, 2), None);
        assert_eq!(after("2026-03-01T15:00:00Z", plan(1, BillingUnit::Month, 1), 1), None);
    }
}
