//! What a change of an order takes out of it: at once where nothing is to be paid, else with the payment of what it adds, in the same
//! transaction.

use super::change_body::{ChangeBody, Exchange};
use super::refund::{self as refunds, Kept, Return, Returned};
use super::{cards, invoice, order_address, order_exchange, refund_by_line};
use crate::emails;
use crate::error::ApiError;
use crate::notices;
use crate::ordered::Ordered;
use crate::published::Publications;
use crate::repository::desk::parcel;
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::order_change::StoredChange;
use crate::repository::record::{self, Actor, Event, Kind};
use crate::repository::refund::{self, DELIVERY, RefundedLine};
use crate::repository::{Connection, catalog, order_change, outbox};
use crate::token;
use loggia_commerce::ProductType;
use serde_json::json;

/// How many pieces of a line may be taken out now, of which so many were refunded: what is shipped until it is sent, what is done for
/// the shopper until the order is fulfilled. Files, gift cards and pages for members are given over with the payment.
pub fn removable(order: &StoredOrder, line: &StoredLine, refunded: i64) -> i64 {
    let is = |product_type: ProductType| line.product_type == i64::from(product_type.code());
    let kept = line.quantity - refunded.max(line.restocked);
    if order.fulfilled_at.is_some() || order.cancelled_at.is_some() {
        0
    } else if is(ProductType::Physical) {
        line.left().min(kept).max(0)
    } else if is(ProductType::Service) {
        kept.max(0)
    } else {
        0
    }
}

/// Takes pieces out of a paid order that the caller holds: what they cost goes back by the rules of a refund, they go back into stock,
/// and an invoice gets its credit note. Of the money a part may stay to pay for what is added. Where everything else was sent, the order is fulfilled then.
///
/// # Errors
/// `refund-too-many`; `refund-too-large`; `delivery-too-large`; `gift-card-spent`; faults of the store.
pub async fn take_out(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (order, body, reason): (&StoredOrder, &ChangeBody, &str),
    kept: Option<Kept<'_>>,
    now: i64,
) -> Result<Returned, ApiError> {
    if body.removed.is_empty() && body.delivery_cents == 0 && body.less_cents == 0 {
        return Ok(Returned::default());
    }
    let what = back_of(connection, order, (body, reason)).await?;
    let returned = refunds::give_back_less(connection, (order, kept), &what, &token::new_id(), now).await?;
    let lines = order::lines(connection, &order.id).await?;
    if order.shipped_at.is_some() && lines.iter().all(|line| line.left() == 0) {
        parcel::end(connection, &order.id, now).await?;
        notices::order(connection, "order.fulfilled", order, now).await?;
        invoice::invoice_sent(connection, publications, &order.id, now).await?;
    }
    invoice::credit_given_back(connection, publications, &order.id, now).await?;
    Ok(returned)
}

/// Writes to the shopper what a change took out and added, where that is wanted.
///
/// # Errors
/// Faults of the store.
pub async fn tell(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (order, change_id, body): (&StoredOrder, &str, &ChangeBody),
    now: i64,
) -> Result<(), ApiError> {
    let came = body.exchange.iter().flat_map(|exchange| &exchange.came);
    let came = came.map(|piece| (piece.quantity, piece.title.as_str()));
    if !body.notify || body.removed.is_empty() && body.added.is_empty() {
        return Ok(());
    }
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    let lines = order::lines(connection, &order.id).await?;
    let ordered = Ordered { published: &published, order, lines: &lines, files: &[], now };
    let out: Vec<(i64, &str)> =
        body.removed.iter().map(|piece| (piece.quantity, piece.title.as_str())).chain(came).collect();
    let added: Vec<(i64, &str)> =
        body.added.iter().map(|piece| (piece.quantity, piece.title.as_str())).collect();
    let letter = serde_json::to_string(&emails::order::changed(&ordered, (&out, &added))?)?;
    outbox::add(connection, &format!("changed-{change_id}"), outbox::MAIL, &letter, now).await
}

/// What goes back for what a change takes out.
///
/// # Errors
/// Those of [`take_out`].
pub async fn back_of(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    (body, reason): (&ChangeBody, &str),
) -> Result<Return, ApiError> {
    let pieces: Vec<(i64, i64)> = body.removed.iter().map(|line| (line.position, line.quantity)).collect();
    let delivery = Some(body.delivery_cents).filter(|cents| *cents > 0);
    let lines = refund_by_line::chosen(connection, order, (&pieces, delivery)).await?;
    Ok(Return {
        amount_cents: Some(lines.iter().map(|line| line.cents).sum::<i64>() + body.less_cents),
        restock: pieces,
        reason: reason.to_owned(),
        even_if_spent: false,
        lines,
    })
}

/// What an order that was paid adds to another is paid: what the change takes out of that one is taken out now. Nothing happens to any
/// other order. What cannot be taken out any more stays, and the record says so: the payment holds whatever becomes of the rest.
pub(super) async fn on_payment(
    connection: &mut Connection<'_>,
    publications: &Publications,
    added_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    let Some(added) = order::read(connection, added_id).await? else { return Ok(()) };
    let change = order_change::of_draft(connection, &added.cart_id).await?;
    let Some(change) = change.filter(StoredChange::is_pending) else { return Ok(()) };
    cards::hold(connection, &change.order_id).await?;
    let Some(order) = order::read(connection, &change.order_id).await? else { return Ok(()) };
    let agreed: ChangeBody = serde_json::from_str(&change.body)?;
    if let Some(exchange) = &agreed.exchange {
        let paid = (&order, &change, &added);
        return exchanged(connection, publications, paid, (&agreed, exchange), now).await;
    }
    let body = still_possible(connection, &order, &agreed).await?;
    let is_whole = body.removed == agreed.removed && body.delivery_cents == agreed.delivery_cents;
    let may = may_go_back(connection, &order, (&body, &change.reason)).await?;
    let returned = if may {
        let kept = Kept { cents: added.grand_total_cents, order_id: &added.id };
        let kept = Some(kept).filter(|_| body.is_set_off);
        take_out(connection, publications, (&order, &body, &change.reason), kept, now).await?
    } else {
        Returned::default()
    };
    let back = returned.money_cents + returned.to_cards_cents;
    order_change::set_done(connection, &change.id, back, now).await?;
    let out = if may { body.removed.clone() } else { Vec::new() };
    let made = ChangeBody { removed: out.clone(), ..body };
    tell(connection, publications, (&order, &change.id, &made), now).await?;
    let is_readdressed = order_address::on_payment(connection, &order, (&change, &agreed)).await?;
    let is_nothing_out = agreed.removed.is_empty() && agreed.delivery_cents == 0;
    if !(is_readdressed && (is_nothing_out || is_whole && may)) {
        tracing::warn!(order = order.id, change = change.id, "not all that a change takes out could be");
    }
    let event = Event::new(Kind::ChangeOrder, &order.id)
        .with("changeId", change.id)
        .with("addedBy", added.id)
        .with("removed", json!(out))
        .with("readdressed", agreed.readdress.is_some() && is_readdressed)
        .with("returned", json!(returned));
    // Last, because the record is held until the transaction ends.
    record::write(connection, &Actor::shop(), event.about(&order.email), now).await
}

/// What goes out for something else is paid: that is taken in.
async fn exchanged(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (order, change, added): (&StoredOrder, &StoredChange, &StoredOrder),
    (body, exchange): (&ChangeBody, &Exchange),
    now: i64,
) -> Result<(), ApiError> {
    let kept = Kept { cents: added.grand_total_cents, order_id: &added.id };
    let kept = Some(kept).filter(|_| body.is_set_off);
    let of_order = (order, exchange, change.reason.as_str());
    let found = order_exchange::take_in(connection, publications, of_order, kept, now).await?;
    if found.is_none() {
        if body.is_set_off {
            // It would be paid by money that went elsewhere: nothing of it is done.
            return Err(ApiError::Internal("what came back cannot pay for what goes out".into()));
        }
        tracing::warn!(order = order.id, change = change.id, "what is exchanged could not be taken in");
    }
    let is_taken_in = found.is_some();
    let returned = found.unwrap_or_default();
    let back = returned.money_cents + returned.to_cards_cents;
    order_change::set_done(connection, &change.id, back, now).await?;
    tell(connection, publications, (order, &change.id, body), now).await?;
    let event = Event::new(Kind::ChangeOrder, &order.id)
        .with("changeId", change.id.as_str())
        .with("addedBy", added.id.as_str())
        .with("returnId", exchange.return_id.as_str())
        .with("exchanged", is_taken_in)
        .with("returned", json!(returned));
    // Last, because the record is held until the transaction ends.
    record::write(connection, &Actor::shop(), event.about(&order.email), now).await
}

/// What of a change can still be taken out.
async fn still_possible(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    agreed: &ChangeBody,
) -> Result<ChangeBody, ApiError> {
    let lines = order::lines(connection, &order.id).await?;
    let back = refund::lines(connection, &order.id).await?;
    let of = |position: i64| -> Option<&RefundedLine> { back.iter().find(|line| line.position == position) };
    let mut body = agreed.clone();
    for piece in &mut body.removed {
        let line = lines.iter().find(|line| line.position == piece.position);
        let most =
            line.map_or(0, |line| removable(order, line, of(line.position).map_or(0, |line| line.quantity)));
        piece.quantity = piece.quantity.min(most);
    }
    body.removed.retain(|piece| piece.quantity > 0);
    let parts = refund_by_line::parts(connection, order, &lines).await?;
    let delivery = parts.iter().find(|part| part.position == DELIVERY);
    let left = delivery.map_or(0, |part| part.cents - part.refunded_cents);
    body.delivery_cents = body.delivery_cents.min(left).max(0);
    Ok(body)
}

/// Whether so much may go back: of what was refunded by an amount meanwhile it may not.
async fn may_go_back(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    wanted: (&ChangeBody, &str),
) -> Result<bool, ApiError> {
    if wanted.0.removed.is_empty() && wanted.0.delivery_cents == 0 && wanted.0.less_cents == 0 {
        return Ok(false);
    }
    let what = back_of(connection, order, wanted).await?;
    match refund_by_line::preview(connection, order, &what).await {
        Ok(_) => Ok(true),
        Err(fault @ ApiError::Internal(_)) => Err(fault),
        Err(_) => Ok(false),
    }
}
