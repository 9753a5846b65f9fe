//! The files that an order gives, and how often.

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::order::{self, StoredOrder};
use crate::repository::product_file::{self, OrderedFile};
use crate::repository::{Connection, dispute, download, gift_card};

/// The files of an order that is paid for and that nobody disputes at the bank, with the order; `None` when it gives none.
///
/// # Errors
/// Faults of the store.
pub async fn given(
    connection: &mut Connection<'_>,
    order_id: &str,
    is_test: bool,
) -> Result<Option<(StoredOrder, Vec<OrderedFile>)>, ApiError> {
    // No order has such an id, and one of the databases takes no NUL.
    if order_id.contains('\0') {
        return Ok(None);
    }
    let Some(order) = order::read(connection, order_id).await? else { return Ok(None) };
    let disputes = dispute::of_order(connection, order_id).await?;
    let by_cards: Vec<i64> =
        gift_card::paid(connection, order_id).await?.iter().map(|card| card.cents).collect();
    let is_undisputed = disputes.iter().all(|dispute| dispute.status == "won");
    if !is_undisputed || !gives_files(&order, &by_cards, is_test) {
        return Ok(None);
    }
    let files = product_file::of_order(connection, order_id).await?;
    Ok(Some((order, files)))
}

/// Counts a file that is given by link to somebody at this address of the network.
///
/// # Errors
/// `download-used-up` when it was given as often as it may be.
pub async fn count(
    context: &Context,
    order_id: &str,
    file: &OrderedFile,
    caller: &str,
) -> Result<(), ApiError> {
    let (most, now) = (i64::from(context.settings.files.downloads), context.clock.now_ms());
    let place = context.secret.sign("download-place", caller);
    let (order_id, file, is_test) = (order_id.to_owned(), file.clone(), context.payments.main().is_test());
    let counted = context
        .db
        .write(async move |connection| {
            still_given(connection, &order_id, is_test).await?;
            download::count(connection, (&order_id, &file), (&place, most), now).await
        })
        .await?;
    if counted { Ok(()) } else { Err(used_up()) }
}

/// Notes that the buyer's account fetched a file.
///
/// # Errors
/// Faults of the store.
pub async fn note(context: &Context, order_id: &str, file: &OrderedFile) -> Result<(), ApiError> {
    let (order_id, file, now) = (order_id.to_owned(), file.clone(), context.clock.now_ms());
    let is_test = context.payments.main().is_test();
    context
        .db
        .write(async move |connection| {
            still_given(connection, &order_id, is_test).await?;
            download::note(connection, (&order_id, &file), now).await
        })
        .await
}

/// Keeps everybody off the order: a file is not given while the order is cancelled.
async fn still_given(connection: &mut Connection<'_>, order_id: &str, is_test: bool) -> Result<(), ApiError> {
    order::hold(connection, order_id).await?;
    match given(connection, order_id, is_test).await? {
        Some(_) => Ok(()),
        None => Err(ApiError::not_found("Not found")),
    }
}

fn used_up() -> ApiError {
    ApiError::refused(
        crate::error::StatusCode::GONE,
        "download-used-up",
        "This file was downloaded as often as it may be by link. Please write to the shop, or log in with the address you bought it with.",
    )
}

/// Whether an order is paid for: not pending, not called off, not wholly refunded; one that moved no money counts only in a
/// shop where none moves. `by_cards` is what each gift card paid and did not get back.
fn gives_files(order: &StoredOrder, by_cards: &[i64], is_test: bool) -> bool {
    let is_refunded = is_refunded((order.grand_total_cents, order.refunded_cents), by_cards);
    order.is_paid() && order.cancelled_at.is_none() && !is_refunded && (is_test || !order.test_mode)
}

/// Whether nothing is left of what was paid, in money or by cards; what was free from the first is not refunded.
fn is_refunded((total_cents, refunded_cents): (i64, i64), by_cards: &[i64]) -> bool {
    let was_paid = total_cents > 0 || !by_cards.is_empty();
    was_paid && total_cents - refunded_cents + by_cards.iter().sum::<i64>() <= 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_168_what_went_back_wholly_is_refunded_and_what_was_free_is_not() {
        for (money, by_cards, refunded) in [
            ((1200, 0), vec![], false),
            ((1200, 1199), vec![], false),
            ((1200, 1200), vec![], true),
            ((0, 0), vec![], false),
            ((0, 0), vec![1200], false),
            ((0, 0), vec![0, 0], true),
            ((700, 700), vec![500], false),
            ((700, 700), vec![0], true),
        ] {
            assert_eq!(is_refunded(money, &by_cards), refunded, "{money:?} {by_cards:?}");
        }
    }
}
