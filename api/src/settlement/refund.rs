//! After the payment: money and goods come back, an order is called off.

use crate::context::Context;
use crate::error::ApiError;
use crate::letters;
use crate::notices;
use crate::outbound::payment::{NoAnswer, Refund, RefundOutcome};
use crate::published::Published;
use crate::repository::catalog::{self, Reason};
use crate::repository::order::{self, StoredOrder};
use crate::repository::refund::{self, NewRefund, StoredRefund};
use crate::repository::{Connection, gift_card, outbox, payment, subscription};
use crate::token;

/// What goes back of an order.
#[derive(Clone, Debug)]
pub struct Return {
    /// Minor units; `None` is everything that is left of what was paid.
    pub amount_cents: Option<i64>,
    /// Which goods go back on the shelf: place of the line and how many.
    pub restock: Vec<(i64, i64)>,
    /// Why, in the owner's words.
    pub reason: String,
}

/// Promises money back as refund `id` and puts the goods back; the provider is asked by the outbox. `None` when no money is
/// to go back.
pub async fn give_back(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    what: &Return,
    id: &str,
    now: i64,
) -> Result<Option<String>, ApiError> {
    put_back(connection, order, &what.restock, now).await?;
    let left = order.grand_total_cents - order.refunded_cents;
    let amount_cents = what.amount_cents.unwrap_or(left);
    if amount_cents == 0 && left == 0 {
        return Ok(None);
    }
    let new = NewRefund { id, order_id: &order.id, amount_cents, reason: &what.reason, reference: None };
    if !(1..=left).contains(&amount_cents) || !refund::promise(connection, &new, now).await? {
        return Err(ApiError::bad_request("refund-too-large", "That is more than is left of what was paid."));
    }
    outbox::add(
        connection,
        &format!("refund-{id}"),
        outbox::REFUND,
        &serde_json::json!({"refundId": id}).to_string(),
        now,
    )
    .await?;
    Ok(Some(id.to_owned()))
}

async fn put_back(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    restock: &[(i64, i64)],
    now: i64,
) -> Result<(), ApiError> {
    let too_many = || ApiError::bad_request("restock-too-many", "That is more than was sold.");
    let lines = order::lines(connection, &order.id).await?;
    for (position, quantity) in restock {
        let line = lines.iter().find(|line| line.position == *position).ok_or_else(too_many)?;
        if !(1..=line.quantity).contains(quantity)
            || !refund::restock_line(connection, &order.id, *position, *quantity).await?
        {
            return Err(too_many());
        }
        let piece = (line.item_id.as_str(), line.sku.as_str());
        catalog::give(connection, piece, *quantity, Reason::Returned(&order.id), now).await?;
    }
    Ok(())
}

/// Calls a paid order off: everything goes back, what it issued is taken back. `None` as refund when nothing was paid.
pub async fn call_off(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    (restock, reason): (bool, &str),
    now: i64,
) -> Result<Option<String>, ApiError> {
    if !order::call_off(connection, &order.id, now).await? {
        return Err(ApiError::bad_request("not-cancellable", "This order can no longer be cancelled."));
    }
    gift_card::undo_order(connection, &order.id, now).await?;
    if !gift_card::void_issued(connection, &order.id, now).await? {
        return Err(ApiError::bad_request("gift-card-used", "A gift card of this order has been used."));
    }
    for id in subscription::of_order(connection, &order.id).await? {
        subscription::end(connection, &id, now).await?;
    }
    let lines = order::lines(connection, &order.id).await?;
    let left = lines.iter().map(|line| (line.position, line.quantity - line.restocked));
    let restock = if restock { left.filter(|(_, quantity)| *quantity > 0).collect() } else { Vec::new() };
    let what = Return { amount_cents: None, restock, reason: reason.to_owned() };
    let refund = give_back(connection, order, &what, &token::new_id(), now).await?;
    notices::order(connection, "order.cancelled", order, now).await?;
    Ok(refund)
}

/// Asks the provider for a promised refund and writes down what it says; done before when it is not pending any more.
pub async fn carry_out(context: &Context, refund_id: &str) -> Result<Result<(), NoAnswer>, ApiError> {
    let found = context
        .db
        .read(async |connection| {
            let Some(refund) = refund::read(connection, refund_id).await? else { return Ok(None) };
            let payment = payment::of_order(connection, &refund.order_id).await?;
            Ok(payment.map(|payment| (refund, payment)))
        })
        .await?;
    let Some((refund, payment)) = found.filter(|(refund, _)| refund.status == "pending") else {
        return Ok(Ok(()));
    };
    let wish = Refund {
        id: refund.id.clone(),
        reference: payment.reference.unwrap_or_default(),
        amount_cents: refund.amount_cents,
        currency: payment.currency,
    };
    let outcome = if payment.provider == context.payments.name() {
        match context.payments.refund(wish).await {
            Ok(outcome) => outcome,
            Err(fault) => return Ok(Err(fault)),
        }
    } else {
        RefundOutcome::Failed(format!("paid with {}, which is not set up any more", payment.provider))
    };
    let published = context.publications.newest(&context.db).await?;
    let now = context.clock.now_ms();
    context
        .db
        .write(async move |connection| end(connection, &published, &refund, &outcome, now).await)
        .await?;
    Ok(Ok(()))
}

/// Writes down how a refund ended, once, and tells the shopper of one that is done.
pub async fn end(
    connection: &mut Connection<'_>,
    published: &Published,
    refund: &StoredRefund,
    outcome: &RefundOutcome,
    now: i64,
) -> Result<(), ApiError> {
    match outcome {
        RefundOutcome::Failed(fault) => {
            if refund::set_failed(connection, refund, fault, now).await? {
                tracing::error!(refund = refund.id, fault, "a refund failed");
            }
            Ok(())
        }
        RefundOutcome::Done(reference) => {
            if !refund::set_done(connection, &refund.id, reference, now).await? {
                return Ok(());
            }
            let Some(order) = order::read(connection, &refund.order_id).await? else { return Ok(()) };
            let letter = letters::refund(published, &order, refund.amount_cents);
            let cause = format!("refunded-{}", refund.id);
            outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await?;
            notices::order(connection, "order.refunded", &order, now).await
        }
    }
}
