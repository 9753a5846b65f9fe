//! What figures say. Amounts are minor units; days are days of the shop's time zone, as `2026-11-30`.

use super::span::{Span, Step};
use crate::repository::books::sums::{ProductSum, Sums, TaxSum};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Of which days an answer is.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpanSaid {
    /// The zone of the days, as `Europe/Berlin`.
    pub time_zone: String,
    /// The first day.
    pub from: String,
    /// The last day.
    pub to: String,
}

impl SpanSaid {
    pub(in crate::usecase) fn of(span: &Span) -> Self {
        SpanSaid {
            time_zone: span.zone.iana_name().unwrap_or("UTC").to_owned(),
            from: span.from.to_string(),
            to: span.to.to_string(),
        }
    }
}

/// What was sold and what went back.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Of which days.
    #[serde(flatten)]
    pub span: SpanSaid,
    /// The first of as many days before, which `before` is of.
    pub before_from: String,
    /// The last of them.
    pub before_to: String,
    /// How long a period is.
    pub step: Step,
    /// Each currency by itself: the shop's own, and each other in which something was sold or went back.
    pub currencies: Vec<CurrencyFigures>,
    /// How many orders the books do not have yet, counted up to 10,000: their figures follow in a moment.
    pub waiting: i64,
}

/// Figures of one currency.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrencyFigures {
    /// ISO 4217 code.
    pub currency: String,
    /// Of all the days.
    pub total: FigureSums,
    /// Of as many days before.
    pub before: FigureSums,
    /// By day, week or month; also those without an order.
    pub periods: Vec<FigurePeriod>,
    /// Orders in the mode for tests in these days: they are in no other figure.
    pub test_orders: i64,
}

/// Figures of a day, a week or a month.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FigurePeriod {
    /// Its first day.
    pub from: String,
    /// Its last day.
    pub to: String,
    /// The figures.
    #[serde(flatten)]
    pub sums: FigureSums,
}

/// Sums of orders that were paid, and of what went back, each at its own moment. Amounts are minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FigureSums {
    /// Orders that were paid.
    pub orders: i64,
    /// What they came to: goods after discounts, delivery and taxes; gift cards that were bought are no part of it.
    pub gross_cents: i64,
    /// What an order came to on average; none without an order.
    pub average_cents: Option<i64>,
    /// What discounts and coupons took off.
    pub discount_cents: i64,
    /// What delivery cost.
    pub delivery_cents: i64,
    /// What went back: refunds, and disputes that were lost.
    pub refunded_cents: i64,
    /// Taxes of the orders, less those of what went back.
    pub tax_cents: i64,
    /// What is left: gross, less what went back, less taxes.
    pub net_cents: i64,
    /// What came in as money, less what went out.
    pub money_cents: i64,
    /// What was paid with gift cards, less what they got back.
    pub by_gift_cards_cents: i64,
    /// What gift cards were sold for, less what was taken back of them.
    pub gift_cards_sold_cents: i64,
}

impl FigureSums {
    pub(super) fn is_nothing(&self) -> bool {
        *self == FigureSums::default()
    }
}

impl From<Sums> for FigureSums {
    fn from(sums: Sums) -> Self {
        FigureSums {
            orders: sums.orders,
            gross_cents: sums.gross_cents,
            // Half a minor unit is rounded up.
            average_cents: (sums.orders > 0)
                .then(|| (sums.gross_cents * 2 + sums.orders).div_euclid(sums.orders * 2)),
            discount_cents: sums.discount_cents,
            delivery_cents: sums.delivery_cents,
            refunded_cents: sums.back_cents,
            tax_cents: sums.tax_cents,
            net_cents: sums.gross_cents - sums.back_cents - sums.tax_cents,
            money_cents: sums.money_cents,
            by_gift_cards_cents: sums.by_cards_cents,
            gift_cards_sold_cents: sums.cards_sold_cents,
        }
    }
}

/// Taxes of a span.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFigures {
    /// Of which days.
    #[serde(flatten)]
    pub span: SpanSaid,
    /// Each currency by itself.
    pub currencies: Vec<CurrencyTaxes>,
}

/// Taxes of one currency.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CurrencyTaxes {
    /// ISO 4217 code.
    pub currency: String,
    /// By country, region, name and rate.
    pub rows: Vec<TaxRow>,
}

/// A tax of a place. Amounts are minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxRow {
    /// ISO 3166 code of the country that was taxed for; "" where the order does not say it any more.
    pub country: String,
    /// State or province.
    pub region: String,
    /// What the tax is called; "" for what was sold without one.
    pub name: String,
    /// Percent; "" for what was sold without a tax, and for orders from before rates were kept.
    pub rate: String,
    /// What it was taken of, in orders that were paid.
    pub net_cents: i64,
    /// The tax of those.
    pub tax_cents: i64,
    /// What of the first went back in these days.
    pub net_refunded_cents: i64,
    /// What of the tax went back in these days.
    pub tax_refunded_cents: i64,
    /// The tax that is due: that of orders less that of what went back.
    pub due_cents: i64,
}

impl From<TaxSum> for TaxRow {
    fn from(sum: TaxSum) -> Self {
        TaxRow {
            country: sum.country,
            region: sum.region,
            name: sum.name,
            rate: sum.rate,
            net_cents: sum.net_cents,
            tax_cents: sum.tax_cents,
            net_refunded_cents: sum.net_back_cents,
            tax_refunded_cents: sum.tax_back_cents,
            due_cents: sum.tax_cents - sum.tax_back_cents,
        }
    }
}

/// Products of a span.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductFigures {
    /// Of which days.
    #[serde(flatten)]
    pub span: SpanSaid,
    /// Each currency by itself.
    pub currencies: Vec<CurrencyProducts>,
}

/// Products of one currency.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CurrencyProducts {
    /// ISO 4217 code.
    pub currency: String,
    /// At most 100, that which came to most first.
    pub rows: Vec<ProductRow>,
}

/// A product of orders that were paid in a span.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductRow {
    /// Its id.
    pub item_id: String,
    /// What it was called.
    pub title: String,
    /// How many were bought.
    pub pieces: i64,
    /// How many of those came back into stock.
    pub returned: i64,
    /// What they came to at their prices, in minor units, before what was taken off the orders.
    pub amount_cents: i64,
}

impl From<ProductSum> for ProductRow {
    fn from(sum: ProductSum) -> Self {
        ProductRow {
            item_id: sum.item_id,
            title: sum.title,
            pieces: sum.pieces,
            returned: sum.restocked,
            amount_cents: sum.cents,
        }
    }
}

/// From a visit to an order.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartFigures {
    /// Of which days.
    #[serde(flatten)]
    pub span: SpanSaid,
    /// Carts with something in them that were begun in these days and are kept: one that is left is forgotten some time later.
    pub begun: i64,
    /// How many of those were ordered.
    pub bought: i64,
    /// How many were not, and nobody touched for an hour.
    pub left: i64,
    /// Orders that were paid in these days.
    pub orders: i64,
    /// Visits in these days, of UTC; none where they are not counted or not kept.
    pub visits: Option<i64>,
}
