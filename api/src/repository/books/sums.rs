//! Sums of the books: of moments from an index that holds what is added up, of days from the quarters of an hour that were added up
//! when they were written.

use crate::error::ApiError;
use crate::repository::connection::{Connection, fetch, statements};
use sqlx_macros::FromRow;
use std::ops::AddAssign;

/// The milliseconds of the shortest part that is added up: days begin at one in every time zone of our time.
pub(super) const QUARTER: i64 = 15 * 60 * 1000;
const HOUR: i64 = 4 * QUARTER;

/// Everything that is added up.
macro_rules! sums {
    () => {
        "CAST(COALESCE(SUM(orders), 0) AS BIGINT) AS orders, CAST(COALESCE(SUM(gross_cents), 0) AS BIGINT) AS gross_cents, \
        CAST(COALESCE(SUM(back_cents), 0) AS BIGINT) AS back_cents, CAST(COALESCE(SUM(discount_cents), 0) AS BIGINT) AS discount_cents, \
        CAST(COALESCE(SUM(delivery_cents), 0) AS BIGINT) AS delivery_cents, CAST(COALESCE(SUM(tax_cents), 0) AS BIGINT) AS tax_cents, \
        CAST(COALESCE(SUM(money_cents), 0) AS BIGINT) AS money_cents, CAST(COALESCE(SUM(by_cards_cents), 0) AS BIGINT) AS by_cards_cents, \
        CAST(COALESCE(SUM(cards_sold_cents), 0) AS BIGINT) AS cards_sold_cents"
    };
}

/// The currency, and from when to when.
macro_rules! of {
    () => {
        "currency = $1 AND test_mode = $2 AND at >= $3 AND at < $4"
    };
}

statements! {
    NEXT_CURRENCY = "SELECT MIN(currency) FROM book_move WHERE currency > $1";
    SUMS = concat!("SELECT ", sums!(), " FROM book_move WHERE ", of!());
    QUARTERS = concat!("SELECT ", sums!(), " FROM book_quarter WHERE ", of!());
    // What happened within each `$5` milliseconds, by the first of them.
    PARTS = concat!("SELECT at - at % $5 AS at, ", sums!(), " FROM book_quarter WHERE ", of!(), " GROUP BY at - at % $5 ORDER BY 1");
    TAXES = "SELECT country, region, name, rate, CAST(SUM(CASE WHEN cause = 'paid' THEN net_cents ELSE 0 END) AS BIGINT) AS net_cents, \
        CAST(SUM(CASE WHEN cause = 'paid' THEN tax_cents ELSE 0 END) AS BIGINT) AS tax_cents, \
        CAST(-SUM(CASE WHEN cause <> 'paid' THEN net_cents ELSE 0 END) AS BIGINT) AS net_back_cents, \
        CAST(-SUM(CASE WHEN cause <> 'paid' THEN tax_cents ELSE 0 END) AS BIGINT) AS tax_back_cents \
        FROM book_tax WHERE currency = $1 AND test_mode = $2 AND at >= $3 AND at < $4 \
        GROUP BY country, region, name, rate ORDER BY country, region, name, rate LIMIT 2000";
    PRODUCTS = "SELECT l.item_id, MAX(l.title) AS title, CAST(SUM(l.quantity) AS BIGINT) AS pieces, CAST(SUM(l.restocked) AS BIGINT) AS restocked, \
        CAST(SUM(l.quantity * l.unit_price_cents) AS BIGINT) AS cents FROM shop_order AS o JOIN order_line AS l ON l.order_id = o.id \
        WHERE o.status = 'paid' AND o.paid_at >= $3 AND o.paid_at < $4 AND o.currency = $1 AND o.test_mode = $2 \
        GROUP BY l.item_id ORDER BY cents DESC, l.item_id LIMIT $5";
    // A cart that was emptied is none that was left.
    CARTS = "SELECT COUNT(*) AS begun, CAST(COALESCE(SUM(CASE WHEN is_purchased THEN 1 ELSE 0 END), 0) AS BIGINT) AS bought, \
        CAST(COALESCE(SUM(CASE WHEN NOT is_purchased AND updated_at < $3 THEN 1 ELSE 0 END), 0) AS BIGINT) AS left_alone \
        FROM cart WHERE kind = 'cart' AND created_at >= $1 AND created_at < $2 \
        AND (is_purchased OR EXISTS (SELECT 1 FROM cart_entry WHERE cart_entry.cart_id = cart.id)) \
        AND NOT EXISTS (SELECT 1 FROM shop_order WHERE shop_order.id = cart.order_id AND shop_order.test_mode)";
}

/// Sums of a span, as the columns of the books. Amounts are minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromRow)]
#[expect(missing_docs, reason = "the columns of the table, whose meaning stands there")]
pub struct Sums {
    pub orders: i64,
    pub gross_cents: i64,
    pub back_cents: i64,
    pub discount_cents: i64,
    pub delivery_cents: i64,
    pub tax_cents: i64,
    pub money_cents: i64,
    pub by_cards_cents: i64,
    pub cards_sold_cents: i64,
}

impl AddAssign<&Sums> for Sums {
    fn add_assign(&mut self, other: &Sums) {
        self.orders += other.orders;
        self.gross_cents += other.gross_cents;
        self.back_cents += other.back_cents;
        self.discount_cents += other.discount_cents;
        self.delivery_cents += other.delivery_cents;
        self.tax_cents += other.tax_cents;
        self.money_cents += other.money_cents;
        self.by_cards_cents += other.by_cards_cents;
        self.cards_sold_cents += other.cards_sold_cents;
    }
}

/// The sums of some minutes.
#[derive(Debug, FromRow)]
struct Part {
    at: i64,
    #[sqlx(flatten)]
    sums: Sums,
}

/// A tax of a span. Amounts are minor units.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct TaxSum {
    /// ISO 3166 code; "" where it is not known any more.
    pub country: String,
    /// State or province.
    pub region: String,
    /// What it is called; "" where none was taken.
    pub name: String,
    /// Percent, as text; "" where none was taken.
    pub rate: String,
    /// What it was taken of.
    pub net_cents: i64,
    /// The tax.
    pub tax_cents: i64,
    /// What of the first went back in the span.
    pub net_back_cents: i64,
    /// What of the tax went back in the span.
    pub tax_back_cents: i64,
}

/// A product of a span.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ProductSum {
    /// Its id.
    pub item_id: String,
    /// What it was called.
    pub title: String,
    /// How many were bought.
    pub pieces: i64,
    /// How many of those came back into stock.
    pub restocked: i64,
    /// What they came to, in minor units, before what was taken off the order.
    pub cents: i64,
}

/// Carts that were begun in a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct CartSums {
    /// All of them.
    pub begun: i64,
    /// Those that were bought.
    pub bought: i64,
    /// Those that nobody touches any more.
    pub left_alone: i64,
}

/// Of which currency and time.
#[derive(Clone, Copy, Debug)]
pub struct Of<'a> {
    /// ISO 4217 code.
    pub currency: &'a str,
    /// Orders by which no money moved.
    pub test_mode: bool,
    /// From this moment on; epoch milliseconds.
    pub from: i64,
    /// Before this one.
    pub to: i64,
}

/// Every currency of the books, in the order of their codes.
///
/// # Errors
/// Faults of the store.
pub async fn currencies(connection: &mut Connection<'_>) -> Result<Vec<String>, ApiError> {
    let mut found: Vec<String> = Vec::new();
    loop {
        let last = found.last().cloned().unwrap_or_default();
        let next: Option<String> =
            fetch!(connection, |c| sqlx::query_scalar(NEXT_CURRENCY).bind(last).fetch_one(c).await)?;
        let Some(next) = next else { return Ok(found) };
        found.push(next);
    }
}

/// What was sold and what went back in a span.
///
/// # Errors
/// Faults of the store.
pub async fn sums(connection: &mut Connection<'_>, of: Of<'_>) -> Result<Sums, ApiError> {
    let sql = if is_full(of.from, QUARTER) && is_full(of.to, QUARTER) { QUARTERS } else { SUMS };
    Ok(fetch!(connection, |c| sqlx::query_as(sql)
        .bind(of.currency)
        .bind(of.test_mode)
        .bind(of.from)
        .bind(of.to)
        .fetch_one(c)
        .await)?)
}

/// The same of each of these spans: from one moment on, before another; none begins before the one in front of it ends.
///
/// # Errors
/// Faults of the store.
pub async fn each(
    connection: &mut Connection<'_>,
    (currency, test_mode): (&str, bool),
    spans: &[(i64, i64)],
) -> Result<Vec<Sums>, ApiError> {
    let all_full = |size: i64| spans.iter().all(|(from, to)| is_full(*from, size) && is_full(*to, size));
    let Some(size) = [HOUR, QUARTER].into_iter().find(|size| all_full(*size)) else {
        let mut each = Vec::with_capacity(spans.len());
        for (from, to) in spans {
            each.push(sums(connection, Of { currency, test_mode, from: *from, to: *to }).await?);
        }
        return Ok(each);
    };
    let (from, to) = (spans.first().map_or(0, |span| span.0), spans.last().map_or(0, |span| span.1));
    let parts: Vec<Part> = fetch!(connection, |c| sqlx::query_as(PARTS)
        .bind(currency)
        .bind(test_mode)
        .bind(from)
        .bind(to)
        .bind(size)
        .fetch_all(c)
        .await)?;
    let mut each = vec![Sums::default(); spans.len()];
    for part in &parts {
        // The span that ends behind it; between two there may be none.
        let place = spans.partition_point(|(_, to)| *to <= part.at);
        if let (Some(span), Some(sums)) = (spans.get(place), each.get_mut(place))
            && span.0 <= part.at
        {
            *sums += &part.sums;
        }
    }
    Ok(each)
}

/// Whether a moment is the first of so many milliseconds.
const fn is_full(moment: i64, size: i64) -> bool {
    moment.rem_euclid(size) == 0
}

/// The taxes of a span by place, name and rate.
///
/// # Errors
/// Faults of the store.
pub async fn taxes(connection: &mut Connection<'_>, of: Of<'_>) -> Result<Vec<TaxSum>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(TAXES)
        .bind(of.currency)
        .bind(of.test_mode)
        .bind(of.from)
        .bind(of.to)
        .fetch_all(c)
        .await)?)
}

/// The products of a span that came to most.
///
/// # Errors
/// Faults of the store.
pub async fn products(
    connection: &mut Connection<'_>,
    of: Of<'_>,
    most: i64,
) -> Result<Vec<ProductSum>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(PRODUCTS)
        .bind(of.currency)
        .bind(of.test_mode)
        .bind(of.from)
        .bind(of.to)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// The carts that were begun in a span; one that was not touched since `idle_since` was left.
///
/// # Errors
/// Faults of the store.
pub async fn carts(
    connection: &mut Connection<'_>,
    (from, to): (i64, i64),
    idle_since: i64,
) -> Result<CartSums, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(CARTS).bind(from).bind(to).bind(idle_since).fetch_one(c).await)?)
}
