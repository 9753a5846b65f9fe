//! What about orders is worth a look: of new ones at once, and what their payment providers say of them.

use crate::clock::{DAY, MINUTE};
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::desk::marks;
use crate::repository::{order, payment};
use crate::settlement::marks::{judge, look};

/// How many orders one transaction looks at, and how many portions one round has.
const PORTION: i64 = 100;
const PORTIONS: usize = 20;
/// How many payments one round asks of; the next one follows in seconds.
const QUESTIONS: i64 = 20;

/// Looks at orders that were paid, and asks the providers of those that have one that says something.
pub(super) async fn write(context: &Context) -> Result<(), ApiError> {
    let now = context.clock.now_ms();
    for _ in 0..PORTIONS {
        let new = context.db.read(async |connection| marks::unlooked(connection, PORTION).await).await?;
        if new.is_empty() {
            break;
        }
        let payments = context.payments.clone();
        context
            .db
            .write(async move |connection| {
                for id in &new {
                    let Some(order) = order::read(connection, id).await? else { continue };
                    let paid = payment::of_order(connection, id).await?;
                    let asks = paid.is_some_and(|paid| {
                        let provider = payments.by_name(&paid.provider);
                        paid.amount_cents > 0 && provider.is_some_and(|provider| provider.judges())
                    });
                    look(connection, &order, asks, now).await?;
                }
                Ok(())
            })
            .await?;
    }
    let due = context.db.read(async |connection| marks::risk_due(connection, now, QUESTIONS).await).await?;
    for (id, paid_at) in due {
        ask(context, &id, paid_at.unwrap_or(now), now).await?;
    }
    Ok(())
}

/// Asks the provider of an order's payment. One that does not answer is asked later, each time twice as long after the payment, for a
/// day: an order is never held up by it.
async fn ask(context: &Context, id: &str, paid_at: i64, now: i64) -> Result<(), ApiError> {
    let paid = context.db.read(async |connection| payment::of_order(connection, id).await).await?;
    let asked = paid.and_then(|paid| Some((context.payments.by_name(&paid.provider)?, paid.reference?)));
    let id = id.to_owned();
    let Some((provider, reference)) = asked else {
        let forget = async move |connection: &mut crate::repository::Connection<'_>| {
            marks::set_risk_due(connection, &id, None).await.map(drop)
        };
        return context.db.write(forget).await;
    };
    match provider.risk(reference).await {
        Ok(risk) => {
            context
                .db
                .write(async move |connection| match order::read(connection, &id).await? {
                    Some(order) => judge(connection, &order, &risk, now).await,
                    None => Ok(()),
                })
                .await
        }
        Err(fault) => {
            tracing::warn!(%fault, order = id, "a provider does not say how it judges a payment");
            let age = (now - paid_at).max(MINUTE);
            let again = (age < DAY).then_some(now + age);
            context
                .db
                .write(async move |connection| marks::set_risk_due(connection, &id, again).await.map(drop))
                .await
        }
    }
}
