//! Money that went back of an order and stayed to pay for another: for what goes out in exchange, or for a gift card.

use super::cards;
use crate::error::ApiError;
use crate::repository::Connection;
use crate::repository::gift_card::Change;
use crate::repository::order;
use crate::repository::refund::{self, NewRefund, StoredRefund};
use crate::token;

/// How a refund is named whose money stayed, before the id of the order that it paid for.
const KEPT_FOR: &str = "kept-for-";

/// The name of a refund whose money stays for another order.
pub(super) fn name_of(order_id: &str) -> String {
    format!("{KEPT_FOR}{order_id}")
}

/// The order that the money of a refund stayed for.
pub fn stayed_for(refund: &StoredRefund) -> Option<&str> {
    refund.reference.as_deref().filter(|_| refund.status == "done")?.strip_prefix(KEPT_FOR)
}

/// The orders that what an order had paid pays for now, and those that it pays for by them, each behind the one before it.
///
/// # Errors
/// Faults of the store.
pub(super) async fn paid_by(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Vec<String>, ApiError> {
    let mut found = Vec::new();
    let mut next = vec![order_id.to_owned()];
    while let Some(id) = next.pop() {
        for refund in refund::of_order(connection, &id).await? {
            // An order is younger than the one whose money stayed for it, so this comes to an end.
            if let Some(other) = stayed_for(&refund).filter(|other| *other > id.as_str()) {
                found.push(other.to_owned());
                next.push(other.to_owned());
            }
        }
    }
    Ok(found)
}

/// What left the shop of the money that an order was paid with: also what went back of the orders that it pays for now, and not what
/// stayed for them. Minor units.
///
/// # Errors
/// Faults of the store.
pub(super) async fn gone(connection: &mut Connection<'_>, order_id: &str) -> Result<i64, ApiError> {
    let mut all = paid_by(connection, order_id).await?;
    all.push(order_id.to_owned());
    let mut gone = 0;
    for id in all {
        let Some(order) = order::read(connection, &id).await? else { continue };
        let refunds = refund::of_order(connection, &id).await?;
        let stayed: i64 =
            refunds.iter().filter(|one| stayed_for(one).is_some()).map(|one| one.amount_cents).sum();
        gone += order.refunded_cents - stayed;
    }
    Ok(gone)
}

/// Money left the shop that had stayed for other orders: the books of these say so, and gift cards that it paid for lose what is not
/// spent. Each refund that is written down for it is named by `name` of its order and amount. What was not found there.
///
/// # Errors
/// Faults of the store.
pub(super) async fn take(
    connection: &mut Connection<'_>,
    order_id: &str,
    (cents, reason): (i64, &str),
    name: impl Fn(&str, i64) -> String,
    now: i64,
) -> Result<i64, ApiError> {
    let mut rest = cents;
    for id in paid_by(connection, order_id).await? {
        if rest <= 0 {
            break;
        }
        cards::hold(connection, &id).await?;
        let Some(order) = order::read(connection, &id).await? else { continue };
        let part = rest.min(order.grand_total_cents - order.refunded_cents);
        let refund_id = token::new_id();
        let reference = name(&id, part);
        let new = NewRefund {
            id: &refund_id,
            order_id: &id,
            amount_cents: part,
            reason,
            reference: Some(&reference),
        };
        if part > 0 && refund::promise(connection, &new, now).await? {
            cards::cover(connection, Change { order_id: &id, refund_id: Some(&refund_id), now }).await?;
            rest -= part;
        }
    }
    Ok(rest)
}
