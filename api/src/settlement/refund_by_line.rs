//! Refunds by line: what each piece of an order cost with its discounts, taxes and delivery, what of it went back, and what a
//! refund would do.

use super::cards;
use super::refund::{self as settlement, Return};
use crate::error::ApiError;
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::refund::{self, DELIVERY, RefundedLine};
use crate::repository::{Connection, gift_card, invoice};
use loggia_commerce::{EntryTaxes, Funds, ProductType, SoldLine, order_parts, part_of_line};

/// A part of an order: a line, or delivery ([`DELIVERY`]). Amounts are minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The line of the order, or [`DELIVERY`].
    pub position: i64,
    /// How many pieces were sold; 1 of delivery.
    pub quantity: i64,
    /// What it cost in all.
    pub cents: i64,
    /// How many of the pieces went back.
    pub refunded: i64,
    /// What those cost.
    pub refunded_cents: i64,
}

/// The lines of an order in their order, and delivery last: together what was paid by money and by gift cards.
///
/// # Errors
/// Faults of the store.
pub async fn parts(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    lines: &[StoredLine],
) -> Result<Vec<Part>, ApiError> {
    let basis = invoice::basis(connection, &order.id).await?;
    let basis: Vec<EntryTaxes> =
        basis.map(|text| serde_json::from_str(&text)).transpose()?.unwrap_or_default();
    let known = basis.len() == lines.len();
    let sold = |(index, line): (usize, &StoredLine)| {
        let value = line.quantity * line.unit_price_cents;
        match basis.get(index).filter(|_| known) {
            Some(basis) => SoldLine {
                net_cents: value - basis.coupon_cents.get() - basis.relief_cents.get(),
                rates: basis.rates.clone(),
                shipping_cents: basis.shipping_cents.get() - basis.shipping_relief_cents.get(),
                shipping_rates: basis.shipping_rates.clone(),
            },
            None => SoldLine { net_cents: value, ..SoldLine::default() },
        }
    };
    let sold: Vec<SoldLine> = lines.iter().enumerate().map(sold).collect();
    let total = order.grand_total_cents + order.gift_card_cents;
    let found =
        order_parts(&sold, order.shipping_cents - order.shipping_relief_cents, &order.tax_lines()?, total);
    let back = refund::lines(connection, &order.id).await?;
    let of = |position: i64| back.iter().find(|line| line.position == position);
    let part = |(position, quantity, cents): (i64, i64, i64)| Part {
        position,
        quantity,
        cents,
        refunded: of(position).map_or(0, |line| line.quantity),
        refunded_cents: of(position).map_or(0, |line| line.cents),
    };
    let goods = lines.iter().zip(found.lines).map(|(line, cents)| (line.position, line.quantity, cents));
    Ok(goods.chain([(DELIVERY, 1, found.delivery_cents)]).map(part).collect())
}

/// What these pieces (place of the line, how many) cost, and so much of delivery.
///
/// # Errors
/// `refund-too-many` when more of a line is named than is left; `delivery-too-large`.
pub async fn chosen(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    (pieces, delivery_cents): (&[(i64, i64)], Option<i64>),
) -> Result<Vec<RefundedLine>, ApiError> {
    let too_many = || ApiError::bad_request("refund-too-many", "That is more than is left of what was sold.");
    if pieces.is_empty() && delivery_cents.is_none() {
        return Ok(Vec::new());
    }
    let lines = order::lines(connection, &order.id).await?;
    let parts = parts(connection, order, &lines).await?;
    let mut found: Vec<RefundedLine> = Vec::new();
    for (position, quantity) in pieces {
        let part = parts.iter().find(|part| part.position == *position && *position != DELIVERY);
        let part = part.ok_or_else(too_many)?;
        let is_twice = found.iter().any(|line| line.position == *position);
        if is_twice || !(1..=part.quantity - part.refunded).contains(quantity) {
            return Err(too_many());
        }
        let cents = part_of_line(part.cents, (part.refunded, *quantity), part.quantity);
        found.push(RefundedLine { position: *position, quantity: *quantity, cents });
    }
    if let Some(cents) = delivery_cents.filter(|cents| *cents != 0) {
        let left = parts
            .iter()
            .find(|part| part.position == DELIVERY)
            .map_or(0, |part| part.cents - part.refunded_cents);
        if !(1..=left).contains(&cents) {
            return Err(ApiError::bad_request(
                "delivery-too-large",
                "That is more than is left of what delivery cost.",
            ));
        }
        found.push(RefundedLine { position: DELIVERY, quantity: 0, cents });
    }
    Ok(found)
}

/// What a refund would do. Amounts are minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// In money.
    pub money_cents: i64,
    /// To the gift cards that paid.
    pub to_cards_cents: i64,
    /// Off the cards the order issued.
    pub voided_cents: i64,
}

/// What [`settlement::give_back`] would do now; nothing is changed.
///
/// # Errors
/// As that one.
pub async fn preview(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    what: &Return,
) -> Result<Preview, ApiError> {
    let lines = order::lines(connection, &order.id).await?;
    let issued = gift_card::issued(connection, &order.id).await?;
    let mut by_lines = 0;
    for (position, quantity) in &what.restock {
        let line = lines.iter().find(|line| line.position == *position);
        let line = line.ok_or_else(settlement::restock_too_many)?;
        if !(1..=line.quantity - line.restocked).contains(quantity) {
            return Err(settlement::restock_too_many());
        }
        if line.product_type == i64::from(ProductType::GiftCard.code()) {
            let taken = cards::of_line(&issued, *position, *quantity);
            by_lines += taken.iter().map(|card| card.balance_cents).sum::<i64>();
        }
    }
    let before = cards::funds(connection, order).await?;
    let funds = Funds { unspent_cents: before.unspent_cents - by_lines, ..before };
    let giving = settlement::giving(order, funds, what)?;
    Ok(Preview {
        money_cents: giving.money_cents,
        to_cards_cents: giving.to_cards_cents,
        voided_cents: by_lines + giving.void_cents,
    })
}
