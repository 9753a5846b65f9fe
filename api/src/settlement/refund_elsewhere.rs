//! Refunds made at the provider's own pages: the books follow, and the cards the money paid for are taken back.

use super::cards;
use super::invoice;
use crate::error::ApiError;
use crate::outbound::payment::charged;
use crate::published::Publications;
use crate::repository::Connection;
use crate::repository::gift_card::Change;
use crate::repository::order::{self, StoredOrder};
use crate::repository::record::{self, Actor, Event, Kind};
use crate::repository::refund::{self, NewRefund};
use crate::token;

/// How a refund is named whose own name the provider has not reported yet.
const NOT_NAMED: &str = "not-named-";

/// One refund by its name. The provider may have reported the sum before.
pub async fn one(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order: &StoredOrder,
    ((reference, amount_cents), now): ((&str, i64), i64),
) -> Result<(), ApiError> {
    cards::hold(connection, &order.id).await?;
    let known = refund::of_order(connection, &order.id).await?;
    let same = known.iter().find(|known| {
        let not_named = known.reference.as_deref().is_some_and(|name| name.starts_with(NOT_NAMED));
        not_named && known.amount_cents == amount_cents
    });
    match same {
        Some(same) => refund::name(connection, &same.id, reference).await,
        None => follow(connection, publications, order, ((reference, amount_cents), now)).await,
    }
}

/// So much went back in all: what the books do not know of it was made elsewhere.
pub async fn all(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order: &StoredOrder,
    (total_cents, now): (i64, i64),
) -> Result<(), ApiError> {
    cards::hold(connection, &order.id).await?;
    let Some(order) = order::read(connection, &order.id).await? else { return Ok(()) };
    let unknown = total_cents - order.refunded_cents;
    // Rounded as the provider was asked, it is what the books say.
    if total_cents <= charged(order.refunded_cents, &order.currency) {
        return Ok(());
    }
    let name = format!("{NOT_NAMED}{}-{total_cents}", order.id);
    follow(connection, publications, &order, ((&name, unknown), now)).await
}

async fn follow(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order: &StoredOrder,
    ((reference, amount_cents), now): ((&str, i64), i64),
) -> Result<(), ApiError> {
    let id = token::new_id();
    let new = NewRefund {
        id: &id,
        order_id: &order.id,
        amount_cents,
        reason: "made at the payment provider",
        reference: Some(reference),
    };
    if amount_cents <= 0 || !refund::promise(connection, &new, now).await? {
        tracing::error!(order = order.id, reference, "the provider gave back more than was paid");
        return Ok(());
    }
    cards::cover(connection, Change { order_id: &order.id, refund_id: Some(&id), now }).await?;
    invoice::credit_given_back(connection, publications, &order.id, now).await?;
    // Last, because the record is held until the transaction ends.
    let event = Event::new(Kind::Refund, &order.id).with("refundId", id).with("amountCents", amount_cents);
    let event = event.with("madeAt", "the payment provider").about(&order.email);
    record::write(connection, &Actor::shop(), event, now).await
}
