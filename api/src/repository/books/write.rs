//! Writes down what happened to an order and does not stand in the books yet. Nothing that stands there is changed: a refund that
//! fails after it was done is a move of its own, so that a figure of a month that is over stays what it was.

use super::mark;
use super::moves::{Event, Move, Tax, after, paid};
use super::sums::QUARTER;
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use crate::repository::order::{self, StoredOrder};
use std::collections::BTreeMap;

statements! {
    KNOWN = "SELECT cause, back_cents FROM book_move WHERE order_id = $1";
    CARD_LINES = "SELECT CAST(COALESCE(SUM(quantity * unit_price_cents), 0) AS BIGINT) FROM order_line WHERE order_id = $1 AND product_type = 4";
    REFUNDS = "SELECT id, amount_cents, status, COALESCE(ended_at, created_at) AS at FROM refund WHERE order_id = $1";
    CARD_CHANGES = "SELECT id, change_cents, reason, refund_id, created_at FROM gift_card_change \
        WHERE order_id = $1 AND reason IN ('returned', 'voided', 'restored')";
    ADD = "INSERT INTO book_move (order_id, cause, at, currency, test_mode, orders, gross_cents, back_cents, discount_cents, delivery_cents, tax_cents, \
        money_cents, by_cards_cents, cards_sold_cents) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    // The first moment of the quarter of an hour in which it happened is said by who calls.
    ADD_UP = "INSERT INTO book_quarter (currency, test_mode, at, orders, gross_cents, back_cents, discount_cents, delivery_cents, tax_cents, money_cents, \
        by_cards_cents, cards_sold_cents) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (currency, test_mode, at) DO UPDATE \
        SET orders = book_quarter.orders + excluded.orders, gross_cents = book_quarter.gross_cents + excluded.gross_cents, \
        back_cents = book_quarter.back_cents + excluded.back_cents, discount_cents = book_quarter.discount_cents + excluded.discount_cents, \
        delivery_cents = book_quarter.delivery_cents + excluded.delivery_cents, tax_cents = book_quarter.tax_cents + excluded.tax_cents, \
        money_cents = book_quarter.money_cents + excluded.money_cents, by_cards_cents = book_quarter.by_cards_cents + excluded.by_cards_cents, \
        cards_sold_cents = book_quarter.cards_sold_cents + excluded.cards_sold_cents";
    ADD_TAX = "INSERT INTO book_tax (order_id, cause, position, at, currency, test_mode, country, region, name, rate, net_cents, tax_cents) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
}

/// Writes down all that happened to a paid order and is not written yet.
///
/// # Errors
/// Faults of the store.
pub async fn order(connection: &mut Connection<'_>, id: &str) -> Result<(), ApiError> {
    order::hold(connection, id).await?;
    let Some(order) = order::read(connection, id).await?.filter(StoredOrder::is_paid) else { return Ok(()) };
    let known: Vec<(String, i64)> =
        fetch!(connection, |c| sqlx::query_as(KNOWN).bind(id).fetch_all(c).await)?;
    let known: BTreeMap<String, i64> = known.into_iter().collect();
    let sold: i64 = fetch!(connection, |c| sqlx::query_scalar(CARD_LINES).bind(id).fetch_one(c).await)?;
    let payment = paid(&order, sold)?;
    let mut back: i64 = known.values().sum();
    let mut moves = Vec::new();
    if !known.contains_key(&payment.cause) {
        moves.push(payment.clone());
    }
    for event in events(connection, id, &known).await? {
        let next = after(&payment, back, &event);
        back += next.back_cents;
        moves.push(next);
    }
    let place = order.location()?.unwrap_or_default();
    for one in &moves {
        add(connection, &order, one).await?;
        for (position, tax) in (0_i64..).zip(&one.taxes) {
            add_tax(connection, &order, (one, position, tax), (&place.country, &place.region)).await?;
        }
    }
    mark::set(connection, id).await
}

/// What happened after the payment and is not known, in the order of time.
async fn events(
    connection: &mut Connection<'_>,
    id: &str,
    known: &BTreeMap<String, i64>,
) -> Result<Vec<Event>, ApiError> {
    let refunds: Vec<(String, i64, String, i64)> =
        fetch!(connection, |c| sqlx::query_as(REFUNDS).bind(id).fetch_all(c).await)?;
    let changes: Vec<(String, i64, String, Option<String>, i64)> =
        fetch!(connection, |c| sqlx::query_as(CARD_CHANGES).bind(id).fetch_all(c).await)?;
    let event = |cause: String, at: i64| Event {
        cause,
        at,
        money_out_cents: 0,
        to_cards_cents: 0,
        cards_taken_cents: 0,
    };
    let mut events = Vec::new();
    for (refund, cents, status, at) in &refunds {
        let failed = format!("failed {refund}");
        if status == "done" {
            events.push(Event { money_out_cents: *cents, ..event(refund.clone(), *at) });
        } else if status == "failed" && known.contains_key(refund) {
            events.push(Event { money_out_cents: -cents, ..event(failed, *at) });
        }
    }
    for (change, cents, reason, refund, at) in changes {
        let refund = refunds.iter().find(|one| Some(&one.0) == refund.as_ref());
        if reason == "returned" {
            events.push(Event { to_cards_cents: cents, ..event(change, at) });
        } else if refund.is_none_or(|refund| refund.2 != "pending") {
            // Cards are taken back when money is promised; it counts once that is decided.
            let at = refund.map_or(at, |refund| at.max(refund.3));
            events.push(Event { cards_taken_cents: -cents, ..event(change, at) });
        }
    }
    events.retain(|event| !known.contains_key(&event.cause));
    events.sort_by(|one, other| (one.at, &one.cause).cmp(&(other.at, &other.cause)));
    Ok(events)
}

async fn add(connection: &mut Connection<'_>, order: &StoredOrder, one: &Move) -> Result<(), ApiError> {
    affected!(
        connection,
        ADD,
        &order.id,
        &one.cause,
        one.at,
        &order.currency,
        order.test_mode,
        one.orders,
        one.gross_cents,
        one.back_cents,
        one.discount_cents,
        one.delivery_cents,
        one.tax_cents(),
        one.money_cents,
        one.by_cards_cents,
        one.cards_sold_cents
    )?;
    affected!(
        connection,
        ADD_UP,
        &order.currency,
        order.test_mode,
        one.at - one.at.rem_euclid(QUARTER),
        one.orders,
        one.gross_cents,
        one.back_cents,
        one.discount_cents,
        one.delivery_cents,
        one.tax_cents(),
        one.money_cents,
        one.by_cards_cents,
        one.cards_sold_cents
    )?;
    Ok(())
}

async fn add_tax(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    (one, position, tax): (&Move, i64, &Tax),
    (country, region): (&str, &str),
) -> Result<(), ApiError> {
    affected!(
        connection,
        ADD_TAX,
        &order.id,
        &one.cause,
        position,
        one.at,
        &order.currency,
        order.test_mode,
        country,
        region,
        &tax.name,
        &tax.rate,
        tax.net_cents,
        tax.tax_cents
    )?;
    Ok(())
}
