//! Figures of the shop, from its own books: what was sold, what went back, and the taxes of both, in days of the shop's time zone.
//! Orders in the mode for tests are in none of them, and amounts of two currencies are never added.

mod answer;
mod span;

pub use answer::{
    CartFigures, CurrencyFigures, CurrencyProducts, CurrencyTaxes, FigurePeriod, FigureSums, Figures,
    ProductFigures, ProductRow, SpanSaid, TaxFigures, TaxRow,
};
pub use span::{FiguresQuery, Span, Step};

use crate::clock::HOUR;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::Connection;
use crate::repository::books::mark;
use crate::repository::books::sums::{self, Of, Sums};
use jiff::tz::TimeZone;
use span::Period;
use std::collections::BTreeSet;

/// How many products are listed.
const MOST_PRODUCTS: i64 = 100;
/// How far orders are counted that the books do not have yet.
const COUNTED: i64 = 10_000;

/// The span a query means, and the currency in which the shop sells.
///
/// # Errors
/// `malformed-span`; faults of the store.
pub async fn span(context: &Context, query: &FiguresQuery) -> Result<(Span, String), ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let website = &published.catalog.website;
    let zone = TimeZone::get(&website.time_zone).unwrap_or(TimeZone::UTC);
    let currency = published.catalog.store_settings.currency.to_string();
    Ok((Span::read(query, zone, context.clock.now_ms())?, currency))
}

fn of<'a>(currency: &'a str, test_mode: bool, period: &Period) -> Of<'a> {
    Of { currency, test_mode, from: period.begins, to: period.ends }
}

async fn currencies(connection: &mut Connection<'_>, own: &str) -> Result<BTreeSet<String>, ApiError> {
    let mut found: BTreeSet<String> = sums::currencies(connection).await?.into_iter().collect();
    found.insert(own.to_owned());
    Ok(found)
}

/// What was sold and what went back, by period, against as many days before.
///
/// # Errors
/// Faults of the store.
pub async fn figures(context: &Context, (span, own): &(Span, String)) -> Result<Figures, ApiError> {
    let (whole, before, periods) = (span.whole()?, span.before()?, span.periods()?);
    let past = before.whole()?;
    let (found, waiting) = context
        .db
        .read(async |connection| {
            let mut found = Vec::new();
            for currency in currencies(connection, own).await? {
                let total: FigureSums = sums::sums(connection, of(&currency, false, &whole)).await?.into();
                let earlier: FigureSums = sums::sums(connection, of(&currency, false, &past)).await?.into();
                let test = sums::sums(connection, of(&currency, true, &whole)).await?;
                if currency != *own && total.is_nothing() && earlier.is_nothing() && test.orders == 0 {
                    continue;
                }
                let spans: Vec<_> = periods.iter().map(|period| (period.begins, period.ends)).collect();
                let each = sums::each(connection, (&currency, false), &spans).await?;
                let said = |(period, sums): (&Period, Sums)| FigurePeriod {
                    from: period.from.to_string(),
                    to: period.to.to_string(),
                    sums: sums.into(),
                };
                let listed = periods.iter().zip(each).map(said).collect();
                let test_orders = test.orders;
                found.push(CurrencyFigures {
                    currency,
                    total,
                    before: earlier,
                    periods: listed,
                    test_orders,
                });
            }
            Ok((found, mark::count(connection, COUNTED).await?))
        })
        .await?;
    Ok(Figures {
        span: SpanSaid::of(span),
        before_from: before.from.to_string(),
        before_to: before.to.to_string(),
        step: span.step,
        currencies: found,
        waiting,
    })
}

/// The taxes of a span by place, name and rate, for the return.
///
/// # Errors
/// Faults of the store.
pub async fn taxes(context: &Context, (span, own): &(Span, String)) -> Result<TaxFigures, ApiError> {
    let whole = span.whole()?;
    let found = context
        .db
        .read(async |connection| {
            let mut found = Vec::new();
            for currency in currencies(connection, own).await? {
                let rows = sums::taxes(connection, of(&currency, false, &whole)).await?;
                let rows: Vec<TaxRow> = rows.into_iter().map(TaxRow::from).collect();
                if currency == *own || !rows.is_empty() {
                    found.push(CurrencyTaxes { currency, rows });
                }
            }
            Ok(found)
        })
        .await?;
    Ok(TaxFigures { span: SpanSaid::of(span), currencies: found })
}

/// The products of a span that came to most.
///
/// # Errors
/// Faults of the store.
pub async fn products(context: &Context, (span, own): &(Span, String)) -> Result<ProductFigures, ApiError> {
    let whole = span.whole()?;
    let found = context
        .db
        .read(async |connection| {
            let mut found = Vec::new();
            for currency in currencies(connection, own).await? {
                let rows = sums::products(connection, of(&currency, false, &whole), MOST_PRODUCTS).await?;
                if currency == *own || !rows.is_empty() {
                    let rows = rows.into_iter().map(ProductRow::from).collect();
                    found.push(CurrencyProducts { currency, rows });
                }
            }
            Ok(found)
        })
        .await?;
    Ok(ProductFigures { span: SpanSaid::of(span), currencies: found })
}

/// Carts that were begun in a span, and orders against visits, where those are known.
///
/// # Errors
/// Faults of the store.
pub async fn carts(
    context: &Context,
    (span, own): &(Span, String),
    visits: Option<i64>,
) -> Result<CartFigures, ApiError> {
    let whole = span.whole()?;
    let idle_since = context.clock.now_ms() - HOUR;
    let (found, orders) = context
        .db
        .read(async |connection| {
            let mut orders = 0;
            for currency in currencies(connection, own).await? {
                orders += sums::sums(connection, of(&currency, false, &whole)).await?.orders;
            }
            Ok((sums::carts(connection, (whole.begins, whole.ends), idle_since).await?, orders))
        })
        .await?;
    Ok(CartFigures {
        span: SpanSaid::of(span),
        begun: found.begun,
        bought: found.bought,
        left: found.left_alone,
        orders,
        visits,
    })
}
