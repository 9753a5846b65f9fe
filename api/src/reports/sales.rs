//! What orders came to: those of this shop and those that were brought along, by the shop's books and not by what browsers told.

use super::range::Range;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::sales::{Sum, imported_sums, own_sums};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Paid orders of one currency in a span. Amounts are minor units.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct Sales {
    /// ISO 4217 code.
    pub currency: String,
    /// Paid orders, imported ones included.
    pub orders: i64,
    /// What was paid for them, but for what went back.
    pub revenue_cents: i64,
    /// What went back.
    pub refunded_cents: i64,
    /// How many of the orders were brought from another shop.
    pub imported_orders: i64,
    /// What of the revenue came by them.
    pub imported_revenue_cents: i64,
    /// Orders in the mode for tests, by which no money moved; they are in no other count.
    pub test_orders: i64,
}

/// Sales by currency, in the order of their codes.
pub(super) async fn sales(context: &Context, range: Range) -> Result<Vec<Sales>, ApiError> {
    let span = (range.from, range.to);
    let (own, imported) = context
        .db
        .read(async |connection| {
            Ok((own_sums(connection, span).await?, imported_sums(connection, span).await?))
        })
        .await?;
    let mut all: Vec<Sales> = Vec::new();
    for sum in own {
        let sales = of_currency(&mut all, &sum.currency);
        if sum.test_mode { sales.test_orders += sum.orders } else { add(sales, &sum) }
    }
    for sum in imported {
        let sales = of_currency(&mut all, &sum.currency);
        add(sales, &sum);
        sales.imported_orders += sum.orders;
        sales.imported_revenue_cents += sum.total_cents - sum.refunded_cents;
    }
    all.sort_by(|one, two| one.currency.cmp(&two.currency));
    Ok(all)
}

fn add(sales: &mut Sales, sum: &Sum) {
    sales.orders += sum.orders;
    sales.revenue_cents += sum.total_cents - sum.refunded_cents;
    sales.refunded_cents += sum.refunded_cents;
}

fn of_currency<'s>(all: &'s mut Vec<Sales>, currency: &str) -> &'s mut Sales {
    let at = all.iter().position(|sales| sales.currency == currency).unwrap_or_else(|| {
        all.push(Sales { currency: currency.to_owned(), ..Sales::default() });
        all.len() - 1
    });
    &mut all[at]
}
