//! How much of a paid order went back.

use crate::error::ApiError;
use crate::repository::order::StoredOrder;
use crate::repository::{Connection, gift_card, refund};

/// What went back of an order by now, in money and to the gift cards that paid; minor units.
pub(super) async fn went_back(connection: &mut Connection<'_>, order: &StoredOrder) -> Result<i64, ApiError> {
    let refunds = refund::of_order(connection, &order.id).await?;
    let money: i64 = refunds.iter().filter(|one| one.status == "done").map(|one| one.amount_cents).sum();
    let kept: i64 = gift_card::paid(connection, &order.id).await?.iter().map(|share| share.cents).sum();
    Ok(money + (order.gift_card_cents - kept).max(0))
}
