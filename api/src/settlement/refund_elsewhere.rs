//! Refunds made at the provider's own pages: the books follow, and the cards the money paid for are taken back.
//!
//! The provider tells of each by its name, and of the sum of all, in any order. What it names is first taken for a part of a sum that
//! the books follow already, so that in the end they say the same whatever came first.

use super::cards;
use super::given_sum::GivenSum;
use super::invoice;
use super::kept;
use super::refund::end;
use crate::error::ApiError;
use crate::outbound::payment::{RefundOutcome, charged};
use crate::published::Publications;
use crate::repository::Connection;
use crate::repository::gift_card::Change;
use crate::repository::order::{self, StoredOrder};
use crate::repository::record::{self, Actor, Event, Kind};
use crate::repository::refund::{self, NewRefund, StoredRefund};
use crate::token;

/// Why, in the words of the desk.
const REASON: &str = "made at the payment provider";

/// One refund by its name.
///
/// # Errors
/// Faults of the store.
pub async fn one(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order: &StoredOrder,
    ((reference, amount_cents), now): ((&str, i64), i64),
) -> Result<(), ApiError> {
    cards::hold(connection, &order.id).await?;
    // Another message may have told of it while this one waited.
    let known = known(connection, &order.id).await?;
    if is_known(&known, reference) {
        return Ok(());
    }
    let mut sums: Vec<(&StoredRefund, GivenSum)> = sums(&known).collect();
    if let Some((whole, _)) = sums.iter().find(|(_, sum)| sum.is_whole() && sum.cents() == amount_cents) {
        return refund::name(connection, &whole.id, reference).await;
    }
    sums.sort_by_key(|(_, sum)| sum.rest() != amount_cents);
    let mut left = amount_cents;
    for (kept, sum) in sums {
        let part = sum.rest().min(left);
        if part > 0 {
            refund::name(connection, &kept.id, &sum.naming(reference, part).reference()).await?;
            left -= part;
        }
    }
    if left == 0 {
        return Ok(());
    }
    follow(connection, publications, order, ((reference, left), now)).await
}

/// One refund that came to nothing after all: what the books followed of it is taken back, and it is not heard of again, though the
/// message that it was made may come later.
///
/// # Errors
/// Faults of the store.
pub async fn failed(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order: &StoredOrder,
    ((reference, amount_cents), now): ((&str, i64), i64),
) -> Result<(), ApiError> {
    const FAULT: &str = "the provider could not give it back";
    cards::hold(connection, &order.id).await?;
    let known = known(connection, &order.id).await?;
    let outcome = RefundOutcome::Failed(FAULT.into());
    let published = publications.current();
    let whole = known.iter().find(|one| one.reference.as_deref() == Some(reference));
    let is_named = is_known(&known, reference);
    let mut left = amount_cents;
    for (kept, sum) in sums(&known) {
        // Of a sum that was told before the refund was named it may be any part.
        let part = if is_named { sum.part(reference) } else { sum.rest().min(left) };
        if part <= 0 {
            continue;
        }
        left -= part;
        let rest = sum.without(reference, part);
        if rest.cents() == 0 {
            end(connection, &published, kept, &outcome, now).await?;
            continue;
        }
        let again =
            RefundOutcome::Failed("a part of it could not be given back: the rest stands anew".into());
        end(connection, &published, kept, &again, now).await?;
        keep(connection, &kept.order_id, ((&rest.reference(), rest.cents()), now)).await?;
    }
    if let Some(whole) = whole {
        return end(connection, &published, whole, &outcome, now).await;
    }
    let id = token::new_id();
    let new =
        NewRefund { id: &id, order_id: &order.id, amount_cents, reason: REASON, reference: Some(reference) };
    refund::add_failed(connection, &new, FAULT, now).await
}

/// The refunds of an order, and of those that its money stayed for.
async fn known(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<StoredRefund>, ApiError> {
    let mut known = refund::of_order(connection, order_id).await?;
    for other in kept::paid_by(connection, order_id).await? {
        known.extend(refund::of_order(connection, &other).await?);
    }
    Ok(known)
}

fn sums(known: &[StoredRefund]) -> impl Iterator<Item = (&StoredRefund, GivenSum)> {
    known.iter().filter_map(|one| Some((one, GivenSum::of(one)?)))
}

fn is_known(known: &[StoredRefund], reference: &str) -> bool {
    known.iter().any(|one| one.reference.as_deref() == Some(reference))
        || sums(known).any(|(_, sum)| sum.part(reference) > 0)
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
    // What stayed to pay for another order the provider did not give back.
    let gone = kept::gone(connection, &order.id).await?;
    let unknown = total_cents - gone;
    // Rounded as the provider was asked, it is what the books say.
    if total_cents <= charged(gone, &order.currency) {
        return Ok(());
    }
    let name = GivenSum::new(unknown).reference();
    follow(connection, publications, &order, ((&name, unknown), now)).await
}

async fn follow(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order: &StoredOrder,
    ((reference, amount_cents), now): ((&str, i64), i64),
) -> Result<(), ApiError> {
    let Some(held) = order::read(connection, &order.id).await? else { return Ok(()) };
    // More than is left of it was paid for by what stayed for other orders.
    let part = amount_cents.min(held.grand_total_cents - held.refunded_cents).max(0);
    let id = keep(connection, &order.id, ((reference, part), now)).await?;
    let is_sum = GivenSum::is_name(reference);
    let part_of_it = |_: &str, cents: i64| {
        let sum = GivenSum::new(cents);
        if is_sum { sum } else { sum.naming(reference, cents) }.reference()
    };
    let lost = kept::take(connection, &order.id, (amount_cents - part, REASON), part_of_it, now).await?;
    if lost > 0 {
        tracing::error!(order = order.id, reference, lost, "the provider gave back more than was paid");
    }
    if lost == amount_cents {
        return Ok(());
    }
    invoice::credit_given_back(connection, publications, &order.id, now).await?;
    // Last, because the record is held until the transaction ends.
    let event = Event::new(Kind::Refund, &order.id).with("refundId", id).with("amountCents", amount_cents);
    let event = event.with("madeAt", "the payment provider").about(&order.email);
    record::write(connection, &Actor::shop(), event, now).await
}

/// Writes down what went back, and takes back the cards that it paid for; `None` when less is left of what was paid.
async fn keep(
    connection: &mut Connection<'_>,
    order_id: &str,
    ((reference, amount_cents), now): ((&str, i64), i64),
) -> Result<Option<String>, ApiError> {
    let id = token::new_id();
    let new = NewRefund { id: &id, order_id, amount_cents, reason: REASON, reference: Some(reference) };
    if amount_cents <= 0 || !refund::promise(connection, &new, now).await? {
        return Ok(None);
    }
    cards::cover(connection, Change { order_id, refund_id: Some(&id), now }).await?;
    Ok(Some(id))
}
