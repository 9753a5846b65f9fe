//! A day as it is compared with the provider's payout: what each way of payment took and gave back, with the provider's references.

use super::journal::{AT_ONCE, document, moments};
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::books::journal::{After, Booked, page};
use crate::repository::books::mark;
use crate::repository::books::sums::{self, Of};
use crate::usecase::figures::{Span, SpanSaid};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// How far orders are counted that the books do not have yet.
const COUNTED: i64 = 10_000;

/// What happened to money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ClosingKind {
    /// An order was paid.
    Taken,
    /// A refund, or a dispute that was lost.
    Back,
    /// A refund that came to nothing after all.
    BackFailed,
}

/// A day.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Closing {
    /// The day, twice, and its time zone.
    #[serde(flatten)]
    pub span: SpanSaid,
    /// Each currency by itself; none without a payment or a refund.
    pub currencies: Vec<ClosingCurrency>,
    /// How many orders the books do not have yet, counted up to 10,000: they follow in a moment.
    pub waiting: i64,
}

/// A day in one currency. Amounts are minor units.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosingCurrency {
    /// ISO 4217 code.
    pub currency: String,
    /// By who took the money.
    pub methods: Vec<ClosingMethod>,
    /// What gift cards have to do with the day: no provider knows of it.
    pub cards: CardSums,
    /// The payments and refunds themselves, in the order of time; at most 500, the table has all of them.
    pub rows: Vec<ClosingRow>,
    /// How many rows were left out.
    pub left_out: i64,
}

/// What one way of payment took and gave back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosingMethod {
    /// `stripe`, `paypal`, `manual`, or what else took the money.
    pub provider: String,
    /// How many payments.
    pub payments: i64,
    /// What they came to.
    pub taken_cents: i64,
    /// How many refunds, without those that came to nothing.
    pub refunds: i64,
    /// What they came to.
    pub back_cents: i64,
    /// What is left, before what the provider charges.
    pub net_cents: i64,
}

/// Gift cards of a day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardSums {
    /// What was paid with them, less what they got back.
    pub spent_cents: i64,
    /// What they were sold for, less what was taken back of them.
    pub sold_cents: i64,
}

/// A payment or a refund.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosingRow {
    /// Epoch milliseconds.
    pub at: i64,
    /// The order.
    pub order_id: String,
    /// Its number, and behind a dash which of the changes after the payment it is.
    pub document: String,
    /// Who took the money.
    pub provider: String,
    /// What happened.
    pub kind: ClosingKind,
    /// The amount in minor units, above zero.
    pub amount_cents: i64,
    /// The provider's name of the payment or the refund; "" where it has none.
    pub reference: String,
}

/// What the books say of a day, at most `most` rows of each currency.
///
/// # Errors
/// Faults of the store.
pub async fn closing(context: &Context, span: &Span, most: usize) -> Result<Closing, ApiError> {
    let (from, to) = moments(span)?;
    let (currencies, waiting) = context
        .db
        .read(async |connection| {
            Ok((sums::currencies(connection).await?, mark::count(connection, COUNTED).await?))
        })
        .await?;
    let mut found = Vec::new();
    for currency in currencies {
        let mut one = ClosingCurrency { currency, ..ClosingCurrency::default() };
        let mut methods = BTreeMap::<String, ClosingMethod>::new();
        let mut after = After::default();
        loop {
            let of = Of { currency: &one.currency, test_mode: false, from, to };
            let moves =
                context.db.read(async |connection| page(connection, of, &after, AT_ONCE).await).await?;
            let Some((last, _)) = moves.last() else { break };
            after = After::the(last);
            for (booked, _) in moves {
                one.cards.spent_cents += booked.by_cards_cents;
                one.cards.sold_cents += booked.cards_sold_cents;
                let Some(row) = row(booked) else { continue };
                count(&mut methods, &row);
                if one.rows.len() < most {
                    one.rows.push(row);
                } else {
                    one.left_out += 1;
                }
            }
        }
        one.methods = methods.into_values().collect();
        if !one.methods.is_empty() || one.cards != CardSums::default() {
            found.push(one);
        }
    }
    Ok(Closing { span: SpanSaid::of(span), currencies: found, waiting })
}

/// A move by which money moved.
fn row(booked: Booked) -> Option<ClosingRow> {
    let kind = match (booked.cause.as_str(), booked.money_cents) {
        (_, 0) => return None,
        ("paid", _) => ClosingKind::Taken,
        (_, cents) if cents < 0 => ClosingKind::Back,
        _ => ClosingKind::BackFailed,
    };
    Some(ClosingRow {
        at: booked.at,
        document: document(&booked),
        kind,
        amount_cents: booked.money_cents.abs(),
        reference: if kind == ClosingKind::Taken {
            booked.payment_reference
        } else {
            booked.refund_reference
        },
        order_id: booked.order_id,
        provider: booked.provider,
    })
}

fn count(methods: &mut BTreeMap<String, ClosingMethod>, row: &ClosingRow) {
    let sums = methods.entry(row.provider.clone()).or_default();
    sums.provider.clone_from(&row.provider);
    match row.kind {
        ClosingKind::Taken => {
            sums.payments += 1;
            sums.taken_cents += row.amount_cents;
        }
        ClosingKind::Back => {
            sums.refunds += 1;
            sums.back_cents += row.amount_cents;
        }
        ClosingKind::BackFailed => {
            sums.refunds -= 1;
            sums.back_cents -= row.amount_cents;
        }
    }
    sums.net_cents = sums.taken_cents - sums.back_cents;
}
