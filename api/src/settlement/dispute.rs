//! A customer disputes a payment at the bank: the cards it bought wait; when the shop loses, they are taken back.

use super::cards;
use super::kept;
use super::staff_notice::facts;
use crate::error::ApiError;
use crate::notices;
use crate::outbound::payment::{Dispute, DisputeState};
use crate::repository::device::{self, Told};
use crate::repository::gift_card::{self, Change};
use crate::repository::order::{self, StoredOrder};
use crate::repository::record::{self, Actor, Event, Kind};
use crate::repository::refund::{self, NewRefund};
use crate::repository::{Connection, dispute};
use crate::token;

/// Why money is gone, in the words of the desk.
const LOST: &str = "a dispute was lost";

/// Writes down what the provider tells of a dispute about an order; its messages may come in any order, and twice.
pub async fn follow(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    reported: &Dispute,
    now: i64,
) -> Result<(), ApiError> {
    cards::hold(connection, &order.id).await?;
    let is_new = dispute::add(connection, &reported.id, (&order.id, reported.amount_cents), now).await?;
    match reported.state {
        DisputeState::Open if is_new => {
            gift_card::block(connection, &order.id, now).await?;
            for other in kept::paid_by(connection, &order.id).await? {
                cards::hold(connection, &other).await?;
                gift_card::block(connection, &other, now).await?;
            }
            device::tell(connection, Told::Payment, &facts(order, "dispute"), now).await?;
            notices::order(connection, "order.disputed", order, now).await?;
            note(connection, order, reported, "open", now).await
        }
        DisputeState::Open => Ok(()),
        DisputeState::Won => end(connection, order, reported, "won", now).await,
        DisputeState::Lost => {
            if end_once(connection, order, reported, "lost", now).await? {
                money_is_gone(connection, order, reported, now).await?;
                notices::order(connection, "order.dispute_lost", order, now).await?;
                note(connection, order, reported, "lost", now).await?;
            }
            Ok(())
        }
    }
}

async fn end(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    reported: &Dispute,
    status: &str,
    now: i64,
) -> Result<(), ApiError> {
    if end_once(connection, order, reported, status, now).await? {
        notices::order(connection, "order.dispute_won", order, now).await?;
        note(connection, order, reported, status, now).await?;
    }
    Ok(())
}

/// Writes down what the provider reported; last, because the record is held until the transaction ends.
async fn note(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    reported: &Dispute,
    state: &str,
    now: i64,
) -> Result<(), ApiError> {
    let event =
        Event::new(Kind::Dispute, &order.id).with("dispute", reported.id.as_str()).with("state", state);
    let event = event.with("amountCents", reported.amount_cents).about(&order.email);
    record::write(connection, &Actor::shop(), event, now).await
}

/// Ends a dispute once; the cards wait no longer when it was the last one.
async fn end_once(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    reported: &Dispute,
    status: &str,
    now: i64,
) -> Result<bool, ApiError> {
    if !dispute::end(connection, &reported.id, status, now).await? {
        return Ok(false);
    }
    let all = dispute::of_order(connection, &order.id).await?;
    if all.iter().all(|other| other.status != "open") {
        gift_card::unblock(connection, &order.id).await?;
        for other in kept::paid_by(connection, &order.id).await? {
            cards::hold(connection, &other).await?;
            gift_card::unblock(connection, &other).await?;
        }
    }
    Ok(true)
}

/// The bank took the money: the books say so, and the cards that it paid for lose what is not spent.
async fn money_is_gone(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    reported: &Dispute,
    now: i64,
) -> Result<(), ApiError> {
    // As it stands now that it is held.
    let Some(order) = order::read(connection, &order.id).await? else { return Ok(()) };
    let left = order.grand_total_cents - order.refunded_cents;
    let amount_cents = reported.amount_cents.min(left);
    let rest = reported.amount_cents - amount_cents;
    let name = |other: &str, _: i64| format!("{}-{other}", reported.id);
    if kept::take(connection, &order.id, (rest, LOST), name, now).await? > 0 {
        tracing::error!(
            order = order.id,
            dispute = reported.id,
            "a lost dispute took more than was left of what was paid"
        );
    }
    let id = token::new_id();
    if amount_cents > 0 {
        let new = NewRefund {
            id: &id,
            order_id: &order.id,
            amount_cents,
            reason: LOST,
            reference: Some(&reported.id),
        };
        refund::promise(connection, &new, now).await?;
    }
    cards::cover(connection, Change { order_id: &order.id, refund_id: Some(&id), now }).await
}
