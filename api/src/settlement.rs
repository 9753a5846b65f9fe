//! How a pending order ends: paid, with everything that follows from it, or cancelled, with everything given back.
//!
//! The shopper's call, its repeats, and the sweep after a crash all come here; whoever changes the order's row does the
//! rest in the same transaction, so nothing happens twice.

use crate::context::Context;
use crate::error::ApiError;
use crate::letters;
use crate::outbound::payment::{Charge, Outcome};
use crate::published::{Publications, Published};
use crate::repository::catalog::{self, Reason};
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::{Connection, cart, gift_card, outbox};
use crate::token;
use jiff::{Span, Timestamp, tz::TimeZone};
use loggia_commerce::{BillingUnit, ProductType, SubscriptionPlan};
use std::collections::BTreeMap;

/// Asks the provider for the money of a pending order and settles it by the answer. Repeats join the first one's outcome.
pub async fn pay(context: &Context, order: &StoredOrder, payment_token: &str) -> Result<(), ApiError> {
    let outcome = if order.grand_total_cents == 0 {
        Outcome::Paid("nothing-to-pay".into())
    } else {
        let charge = Charge {
            order_id: order.id.clone(),
            amount_cents: order.grand_total_cents,
            currency: order.currency.clone(),
            payment_token: payment_token.to_owned(),
        };
        context.payments.charge(charge).await.map_err(|fault| ApiError::Internal(Box::new(fault)))?
    };
    settle(context, &order.id, outcome).await
}

/// Ends a pending order by what the provider said; nothing happens to one that has ended.
pub async fn settle(context: &Context, order_id: &str, outcome: Outcome) -> Result<(), ApiError> {
    let (publications, now, order_id) =
        (context.publications.clone(), context.clock.now_ms(), order_id.to_owned());
    context
        .db
        .write(async move |connection| match &outcome {
            Outcome::Paid(reference) => {
                if order::set_paid(connection, &order_id, reference, now).await? {
                    follow_payment(connection, &publications, &order_id, now).await?;
                }
                Ok(())
            }
            Outcome::Declined => cancel(connection, &order_id, now).await,
        })
        .await
}

/// Cancels a pending order: its stock goes back on the shelf, its gift cards get their balance back.
pub async fn cancel(connection: &mut Connection<'_>, order_id: &str, now: i64) -> Result<(), ApiError> {
    if !order::set_cancelled(connection, order_id).await? {
        return Ok(());
    }
    for ((item_id, sku), quantity) in by_variant(&order::lines(connection, order_id).await?) {
        catalog::give(connection, (&item_id, &sku), quantity, Reason::Cancelled(order_id), now).await?;
    }
    gift_card::undo_order(connection, order_id, now).await
}

/// How many of each variant some lines hold, in the order in which rows are always locked.
pub fn by_variant(lines: &[StoredLine]) -> BTreeMap<(String, String), i64> {
    let mut sums = BTreeMap::new();
    for line in lines {
        *sums.entry((line.item_id.clone(), line.sku.clone())).or_insert(0) += line.quantity;
    }
    sums
}

async fn follow_payment(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    let missing = || ApiError::Internal(format!("order {order_id} is gone").into());
    let order = order::read(connection, order_id).await?.ok_or_else(missing)?;
    let lines = order::lines(connection, order_id).await?;
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    cart::set_purchased(connection, &order.cart_id, order_id, now).await?;
    let confirmation = letters::confirmation(&published, &order, &lines);
    outbox::add(
        connection,
        &format!("confirmation-{order_id}"),
        "mail",
        &serde_json::to_string(&confirmation)?,
        now,
    )
    .await?;
    for (index, line) in lines.iter().enumerate() {
        if line.product_type == i64::from(ProductType::GiftCard.code()) {
            issue_gift_cards(connection, &published, &order, (index, line), now).await?;
        }
        if let Some(plan) = plan_of(&published, line) {
            let next = next_billing_at(&published, plan, now);
            order::add_subscription(connection, &order, line, plan, (next, now)).await?;
        }
    }
    Ok(())
}

/// One card and one letter for each piece; the code stands in the letter and nowhere else.
async fn issue_gift_cards(
    connection: &mut Connection<'_>,
    published: &Published,
    order: &StoredOrder,
    (index, line): (usize, &StoredLine),
    now: i64,
) -> Result<(), ApiError> {
    for piece in 0..line.quantity {
        let code = token::gift_card_code();
        gift_card::add(connection, &code, (&order.id, &order.currency), line.unit_price_cents, now).await?;
        let letter = letters::gift_card(published, order, line.unit_price_cents, &code);
        let cause = format!("gift-card-{}-{index}-{piece}", order.id);
        outbox::add(connection, &cause, "mail", &serde_json::to_string(&letter)?, now).await?;
    }
    Ok(())
}

fn plan_of(published: &Published, line: &StoredLine) -> Option<SubscriptionPlan> {
    published.product(&line.item_id).filter(|product| product.is_subscribable)?.subscription_plan
}

/// The same time of day one billing period later, in the site's time zone; `None` when one payment was all.
fn next_billing_at(published: &Published, plan: SubscriptionPlan, now: i64) -> Option<i64> {
    if plan.num_billing_cycles == 1 {
        return None;
    }
    let zone = TimeZone::get(&published.catalog.website.time_zone).unwrap_or(TimeZone::UTC);
    let value = i64::from(plan.billing_period.value);
    let period = match plan.billing_period.unit {
        BillingUnit::Week => Span::new().try_weeks(value),
        BillingUnit::Month => Span::new().try_months(value),
        BillingUnit::Year => Span::new().try_years(value),
    };
    let now = Timestamp::from_millisecond(now).ok()?.to_zoned(zone);
    Some(now.checked_add(period.ok()?).ok()?.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;
    use loggia_commerce::BillingPeriod;

    fn plan(value: u32, unit: BillingUnit, num_billing_cycles: u32) -> SubscriptionPlan {
        SubscriptionPlan { billing_period: BillingPeriod { value, unit }, num_billing_cycles }
    }

    fn next(from: &str, plan: SubscriptionPlan) -> Option<String> {
        let mut published = Published::default();
        published.catalog.website.time_zone = "America/New_York".into();
        let from: Timestamp = from.parse().unwrap();
        let next = next_billing_at(&published, plan, from.as_millisecond())?;
        Some(Timestamp::from_millisecond(next).unwrap().to_string())
    }

    #[test]
    fn a_047_the_next_payment_is_one_period_later() {
        assert_eq!(
            next("2026-01-31T12:00:00Z", plan(1, BillingUnit::Month, 0)).unwrap(),
            "2026-02-28T12:00:00Z"
        );
        assert_eq!(
            next("2026-01-31T12:00:00Z", plan(2, BillingUnit::Week, 0)).unwrap(),
            "2026-02-14T12:00:00Z"
        );
        assert_eq!(
            next("2028-02-29T12:00:00Z", plan(1, BillingUnit::Year, 0)).unwrap(),
            "2029-02-28T12:00:00Z"
        );
    }

    #[test]
    fn a_047_the_hour_of_the_day_stays_across_summer_time() {
        assert_eq!(
            next("2026-03-01T15:00:00Z", plan(1, BillingUnit::Month, 0)).unwrap(),
            "2026-04-01T14:00:00Z"
        );
    }

    #[test]
    fn a_047_a_single_payment_has_no_next_one() {
        assert_eq!(next("2026-03-01T15:00:00Z", plan(1, BillingUnit::Month, 1)), None);
    }
}
