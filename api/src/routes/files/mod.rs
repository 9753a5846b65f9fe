//! Files that are sold: handed over by a publish, given to who paid and to nobody else.

mod give;
pub mod link;
pub mod own;
pub mod take;

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::order::{self, StoredOrder};
use crate::repository::product_file::{self, OrderedFile};
use crate::repository::{dispute, gift_card};

/// The files of an order that nobody disputes at the bank, for whom `may_see` lets see it; 404 for everything else, so that nobody learns which orders there
/// are.
async fn files_of(
    context: &Context,
    order_id: &str,
    may_see: impl Fn(&StoredOrder) -> bool,
) -> Result<Vec<OrderedFile>, ApiError> {
    // No order has such an id, and one of the databases takes no NUL.
    if order_id.contains('\0') {
        return Err(nothing());
    }
    let found = context
        .db
        .read(async |connection| {
            let order = order::read(connection, order_id).await?;
            let disputes = dispute::of_order(connection, order_id).await?;
            let order = order.filter(|_| disputes.iter().all(|dispute| dispute.status == "won"));
            let by_cards: Vec<i64> =
                gift_card::paid(connection, order_id).await?.iter().map(|card| card.cents).collect();
            Ok::<_, ApiError>((order, by_cards, product_file::of_order(connection, order_id).await?))
        })
        .await?;
    match found {
        (Some(order), by_cards, files)
            if may_see(&order) && gives_files(&order, &by_cards, context.payments.is_test()) =>
        {
            Ok(files)
        }
        _ => Err(nothing()),
    }
}

/// The one of them that a call names.
fn one_of(files: Vec<OrderedFile>, line: &str, digest: &str) -> Result<OrderedFile, ApiError> {
    let is_it = |file: &OrderedFile| file.digest == digest && file.line.to_string() == line;
    files.into_iter().find(is_it).ok_or_else(nothing)
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

fn nothing() -> ApiError {
    ApiError::not_found("Not found")
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
