//! Lists of what is counted, by title. Each statement is made of fixed texts alone: where it begins to read (a list's own index, or the
//! variants with a word) and which list it is.

use crate::error::ApiError;
use crate::repository::connection::{Connection, fetch};
use sqlx::AssertSqlSafe;
use sqlx_macros::FromRow;

/// Which variants a list has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Every one that is sold today.
    #[default]
    All,
    /// Some are left, and not more than the number from which on it is low.
    Low,
    /// None is left.
    Out,
    /// There are always enough.
    Uncounted,
}

impl View {
    /// Every list, in the order in which they are shown.
    pub const ALL: [View; 4] = [View::All, View::Low, View::Out, View::Uncounted];

    /// The condition; each is that of an index.
    const fn condition(self) -> &'static str {
        match self {
            View::All => "s.listed",
            View::Low => "s.listed AND NOT s.unlimited AND s.quantity > 0 AND s.quantity <= s.low_at",
            View::Out => "s.listed AND NOT s.unlimited AND s.quantity = 0",
            View::Uncounted => "s.listed AND s.unlimited",
        }
    }
}

/// One variant in a list.
#[derive(Clone, Debug, FromRow)]
#[expect(missing_docs, reason = "the columns of the table, whose meaning stands with it")]
pub struct Listed {
    pub item_id: String,
    pub sku: String,
    pub title: String,
    pub options: String,
    pub picture: String,
    pub place: String,
    pub quantity: i64,
    pub unlimited: bool,
    pub low_at: Option<i64>,
    pub low_own: bool,
    pub elsewhere: i64,
}

/// Where the variants of a list lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Where<'a> {
    /// Anywhere, or nowhere.
    #[default]
    Any,
    /// Some at the first location.
    Main,
    /// Some at another one.
    At(&'a str),
}

/// How many pieces of a variant unpaid orders hold.
#[derive(Clone, Debug, FromRow)]
pub struct Held {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// How many.
    pub pieces: i64,
}

/// Which part of which list.
#[derive(Clone, Debug, Default)]
pub struct Filter<'a> {
    /// The list.
    pub view: View,
    /// Where they lie.
    pub location: Where<'a>,
    /// The beginning of a word whose variants are gone through; without one the whole list is.
    pub first: Option<&'a str>,
    /// Beginnings of words that each must have too: at most [`OTHERS`].
    pub others: Vec<&'a str>,
    /// Behind this one: title as it is sorted, product, variant.
    pub after: (&'a str, &'a str, &'a str),
}

/// How many other words a filter may have.
pub const OTHERS: usize = 4;

fn statement(view: View, has_first: bool, location: Where<'_>) -> String {
    let columns = "s.item_id, s.sku, s.title, s.options, s.picture, s.place, s.quantity, s.unlimited, s.low_at, s.low_own, s.elsewhere";
    let others =
        ["$4", "$5", "$6", "$7"].map(|word| format!("s.words LIKE '% ' || {word} || '%'")).join(" AND ");
    let condition = view.condition();
    let main = if location == Where::Main { "AND s.quantity > s.elsewhere" } else { "" };
    let order = "(s.place, s.item_id, s.sku) > ($1, $2, $3)";
    let end = "ORDER BY s.place, s.item_id, s.sku LIMIT $8";
    let is_at = matches!(location, Where::At(_));
    if has_first {
        let there = if is_at {
            "AND EXISTS (SELECT 1 FROM stock_level AS v WHERE v.item_id = s.item_id AND v.sku = s.sku AND v.location_id = $11 AND v.quantity > 0)"
        } else {
            main
        };
        format!(
            "SELECT {columns} FROM (SELECT DISTINCT item_id, sku FROM stock_term WHERE term >= $9 AND term < $10) AS found CROSS JOIN stock AS s \
            WHERE s.item_id = found.item_id AND s.sku = found.sku AND {condition} {there} AND {order} AND {others} {end}"
        )
    } else if is_at {
        // The location's own index is read, in the same order.
        format!(
            "SELECT {columns} FROM stock_level AS v CROSS JOIN stock AS s WHERE v.location_id = $9 AND v.quantity > 0 \
            AND (v.place, v.item_id, v.sku) > ($1, $2, $3) AND s.item_id = v.item_id AND s.sku = v.sku AND {condition} AND {others} \
            ORDER BY v.place, v.item_id, v.sku LIMIT $8"
        )
    } else {
        format!("SELECT {columns} FROM stock AS s WHERE {condition} {main} AND {order} AND {others} {end}")
    }
}

fn counting(view: View) -> String {
    // Every title is at or behind the empty one: said so that the list's index is read, and not the table.
    format!(
        "SELECT COUNT(*) FROM (SELECT 1 FROM stock AS s WHERE {} AND s.place >= '' LIMIT $1) AS counted",
        view.condition()
    )
}

// Drafts hold what their own changes say: what they gave back is taken off it.
const HELD: &str = "SELECT item_id, sku, CAST(SUM(pieces) AS BIGINT) AS pieces FROM (\
    SELECT l.item_id, l.sku, l.quantity AS pieces FROM shop_order AS o JOIN order_line AS l ON l.order_id = o.id WHERE o.status = 'pending' \
    UNION ALL SELECT c.item_id, c.sku, -c.change AS pieces FROM stock_change AS c JOIN draft_order AS d ON d.id = c.order_id \
    WHERE d.held AND c.reason = 'draft') AS pending GROUP BY item_id, sku HAVING SUM(pieces) > 0";
const BEGINNING: &str = "SELECT COUNT(*) FROM (SELECT 1 FROM stock_term AS t WHERE t.term >= $1 AND t.term < $2 LIMIT $3) AS counted";

/// Every statement that this file makes, by name.
pub(in crate::repository) fn statements() -> Vec<(String, String)> {
    let lists = View::ALL.into_iter().flat_map(|view| {
        [
            (format!("{view:?}"), statement(view, false, Where::Any)),
            (format!("{view:?} by word"), statement(view, true, Where::Any)),
            (format!("{view:?} in main"), statement(view, false, Where::Main)),
            (format!("{view:?} by word in main"), statement(view, true, Where::Main)),
            (format!("{view:?} at a location"), statement(view, false, Where::At(""))),
            (format!("{view:?} by word at a location"), statement(view, true, Where::At(""))),
            (format!("{view:?} counted"), counting(view)),
        ]
    });
    lists.chain([("held".into(), HELD.into()), ("beginning counted".into(), BEGINNING.into())]).collect()
}

/// Behind every word that begins so.
fn end_of(start: &str) -> String {
    format!("{start}\u{10ffff}")
}

/// At most `limit` variants of a list, by title.
///
/// # Errors
/// Faults of the store.
pub async fn variants(
    connection: &mut Connection<'_>,
    filter: &Filter<'_>,
    limit: i64,
) -> Result<Vec<Listed>, ApiError> {
    let sql = statement(filter.view, filter.first.is_some(), filter.location);
    let other = |index: usize| filter.others.get(index).copied().unwrap_or_default();
    Ok(fetch!(connection, |c| {
        let mut query = sqlx::query_as(AssertSqlSafe(sql))
            .bind(filter.after.0)
            .bind(filter.after.1)
            .bind(filter.after.2)
            .bind(other(0))
            .bind(other(1))
            .bind(other(2))
            .bind(other(3))
            .bind(limit);
        if let Some(first) = filter.first {
            query = query.bind(first).bind(end_of(first));
        }
        if let Where::At(location) = filter.location {
            query = query.bind(location);
        }
        query.fetch_all(c).await
    })?)
}

/// How many variants a list has, counted up to `most`.
///
/// # Errors
/// Faults of the store.
pub async fn count(connection: &mut Connection<'_>, view: View, most: i64) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(AssertSqlSafe(counting(view)))
        .bind(most)
        .fetch_one(c)
        .await)?)
}

/// How many words of variants begin so, counted up to `most`.
///
/// # Errors
/// Faults of the store.
pub async fn beginning(connection: &mut Connection<'_>, start: &str, most: i64) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(BEGINNING)
        .bind(start)
        .bind(end_of(start))
        .bind(most)
        .fetch_one(c)
        .await)?)
}

/// What unpaid orders and drafts hold.
///
/// # Errors
/// Faults of the store.
pub async fn held(connection: &mut Connection<'_>) -> Result<Vec<Held>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(HELD).fetch_all(c).await)?)
}
