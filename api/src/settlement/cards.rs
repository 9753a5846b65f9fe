//! The gift cards of an order after its payment: those that paid for it, and those it issued.
//!
//! Code that changes what an order keeps calls [`hold`] first, so that no two such changes meet, and [`cover`] last: the money
//! that is kept covers the cards that are out, as far as they are not spent.

use crate::error::ApiError;
use crate::repository::Connection;
use crate::repository::gift_card::{self, Change, IssuedCard};
use crate::repository::order::{self, StoredOrder};
use loggia_commerce::Funds;
use std::collections::BTreeSet;

/// Keeps everybody else off an order, the orders that issued the cards it was paid with, and all of these cards, in an order
/// in which no two transactions wait for each other.
pub async fn hold(connection: &mut Connection<'_>, order_id: &str) -> Result<(), ApiError> {
    let payers = gift_card::payers(connection, order_id).await?;
    let orders: BTreeSet<&str> =
        payers.iter().map(|payer| payer.order_id.as_str()).chain([order_id]).collect();
    let mut cards = BTreeSet::new();
    for order in orders {
        order::hold(connection, order).await?;
        cards.extend(gift_card::issued(connection, order).await?.into_iter().map(|card| card.id));
    }
    cards.extend(payers.iter().map(|payer| payer.card_id.clone()));
    for card in cards {
        gift_card::hold(connection, &card).await?;
    }
    Ok(())
}

/// What stands behind an order now.
pub async fn funds(connection: &mut Connection<'_>, order: &StoredOrder) -> Result<Funds, ApiError> {
    let paid = gift_card::paid(connection, &order.id).await?;
    let issued = gift_card::issued(connection, &order.id).await?;
    Ok(Funds {
        money_cents: order.grand_total_cents - order.refunded_cents,
        by_cards_cents: paid.iter().map(|share| share.cents).sum(),
        spent_cents: issued.iter().map(IssuedCard::spent_cents).sum(),
        unspent_cents: issued.iter().map(|card| card.balance_cents).sum(),
    })
}

/// Takes back `cents` of what is left on the cards an order issued, the fullest first.
pub async fn take_back(
    connection: &mut Connection<'_>,
    cards: Vec<IssuedCard>,
    cents: i64,
    why: Change<'_>,
) -> Result<(), ApiError> {
    let (mut cards, mut left) = (cards, cents);
    cards.sort_by(|one, other| other.balance_cents.cmp(&one.balance_cents).then(one.id.cmp(&other.id)));
    for card in cards {
        let part = left.min(card.balance_cents);
        if part <= 0 {
            continue;
        }
        if !gift_card::void(connection, &card.id, part, why).await? {
            // The cards are held, so this is a fault of ours: nothing of it is kept.
            return Err(ApiError::Internal(format!("gift card {} changed meanwhile", card.id).into()));
        }
        left -= part;
    }
    Ok(())
}

/// So many of the cards that a line issued and that are not taken back: those that are spent least.
pub(super) fn of_line(issued: &[IssuedCard], position: i64, quantity: i64) -> Vec<IssuedCard> {
    let of_line = issued.iter().filter(|card| card.position == position && card.balance_cents > 0);
    let mut cards: Vec<IssuedCard> = of_line.cloned().collect();
    cards.sort_by_key(|card| std::cmp::Reverse(card.balance_cents));
    cards.truncate(usize::try_from(quantity).unwrap_or(0));
    cards
}

/// Takes back so many whole cards of a line, those that are spent least; those already taken back do not count.
pub async fn take_back_line(
    connection: &mut Connection<'_>,
    position: i64,
    quantity: i64,
    why: Change<'_>,
) -> Result<(), ApiError> {
    let issued = gift_card::issued(connection, why.order_id).await?;
    let cards = of_line(&issued, position, quantity);
    let cents = cards.iter().map(|card| card.balance_cents).sum();
    take_back(connection, cards, cents, why).await
}

/// Takes back of the cards an order issued what the money it keeps does not cover.
pub async fn cover(connection: &mut Connection<'_>, why: Change<'_>) -> Result<(), ApiError> {
    let Some(order) = order::read(connection, why.order_id).await?.filter(StoredOrder::is_paid) else {
        return Ok(());
    };
    let uncovered = funds(connection, &order).await?.uncovered();
    if uncovered > 0 {
        let cards = gift_card::issued(connection, &order.id).await?;
        take_back(connection, cards, uncovered, why).await?;
    }
    Ok(())
}

/// Gives back to the cards that paid for an order `cents` of what they paid. A card whose own payment went back meanwhile
/// does not get value anew: its order takes it back at once.
pub async fn pay_back(connection: &mut Connection<'_>, cents: i64, why: Change<'_>) -> Result<(), ApiError> {
    let mut left = cents;
    let mut issuers = BTreeSet::new();
    for share in gift_card::paid(connection, why.order_id).await? {
        let part = left.min(share.cents);
        if part > 0 {
            gift_card::give_back(connection, &share.card_id, part, why).await?;
            issuers.insert(share.order_id);
            left -= part;
        }
    }
    for order_id in &issuers {
        cover(connection, Change { order_id, ..why }).await?;
    }
    Ok(())
}

/// Gives back to the cards all they paid for an order that came to nothing.
pub async fn pay_back_all(connection: &mut Connection<'_>, order_id: &str, now: i64) -> Result<(), ApiError> {
    pay_back(connection, i64::MAX, Change { order_id, refund_id: None, now }).await
}

/// Gives the cards of an order back what a refund had taken that failed.
pub async fn restore(
    connection: &mut Connection<'_>,
    order_id: &str,
    refund_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    for share in gift_card::voided_by(connection, refund_id).await? {
        let why = Change { order_id: &share.order_id, refund_id: Some(refund_id), now };
        gift_card::restore(connection, &share.card_id, share.cents, why).await?;
    }
    cover(connection, Change { order_id, refund_id: None, now }).await
}
