//! The desk's lists of orders, newest first. Each statement is made of fixed texts alone: where it begins to read (a list's own index,
//! or the orders with a word) and which list it is.

use crate::error::ApiError;
use crate::repository::connection::{Connection, fetch};
use sqlx::AssertSqlSafe;
use sqlx_macros::FromRow;

/// Which orders a list has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Every one.
    #[default]
    All,
    /// The payment is not decided.
    Open,
    /// Paid, and not called off.
    Paid,
    /// Paid, and something is left to be sent.
    ToSend,
    /// Sent whole.
    Sent,
    /// Money went back.
    Refunded,
    /// Disputed at the bank, or a refund that failed.
    Problem,
    /// Something about it is worth a look, and nobody had one.
    Check,
    /// Something of it is to come back.
    Returns,
    /// Never paid, or called off.
    Cancelled,
}

impl View {
    /// Every list, in the order in which they are shown.
    pub const ALL: [View; 10] = [
        View::All,
        View::ToSend,
        View::Paid,
        View::Sent,
        View::Check,
        View::Returns,
        View::Refunded,
        View::Problem,
        View::Open,
        View::Cancelled,
    ];

    /// The condition; each but the last three is that of an index, and those ask an index of another table.
    const fn condition(self) -> &'static str {
        match self {
            View::All => "1 = 1",
            View::Open => "o.status = 'pending'",
            // Not as two conditions: this list's index is no one's who asks for both and for more.
            View::Paid => "(o.status = 'paid' AND o.cancelled_at IS NULL) IS TRUE",
            View::ToSend => {
                "o.status = 'paid' AND o.cancelled_at IS NULL AND o.fulfilled_at IS NULL AND o.shipping_option IS NOT NULL"
            }
            View::Sent => "o.fulfilled_at IS NOT NULL AND o.cancelled_at IS NULL",
            View::Refunded => "o.refunded_cents > 0",
            View::Cancelled => "(o.status = 'cancelled' OR o.cancelled_at IS NOT NULL)",
            View::Check => {
                "o.cancelled_at IS NULL AND o.id IN (SELECT order_id FROM order_mark WHERE seen_at IS NULL AND kind <> 'not-protected')"
            }
            View::Returns => {
                "o.id IN (SELECT order_id FROM order_return WHERE state IN ('requested', 'accepted'))"
            }
            View::Problem => {
                "o.id IN (SELECT order_id FROM dispute WHERE status = 'open' UNION SELECT order_id FROM refund WHERE status = 'failed')"
            }
        }
    }
}

/// One order in a list. Amounts are minor units, moments epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
#[expect(missing_docs, reason = "the columns of the table, whose meaning stands with the orders")]
pub struct Listed {
    pub id: String,
    pub number: Option<i64>,
    pub created_at: i64,
    pub email: String,
    pub buyer: String,
    pub shipping_location: Option<String>,
    pub shipping_option: Option<String>,
    pub test_mode: bool,
    pub currency: String,
    pub grand_total_cents: i64,
    pub refunded_cents: i64,
    pub status: String,
    pub cancelled_at: Option<i64>,
    pub shipped_at: Option<i64>,
    pub fulfilled_at: Option<i64>,
    pub tags: String,
    /// How many pieces were bought.
    pub pieces: i64,
    /// How many of them were sent.
    pub sent: i64,
    /// How many returns of it wait.
    pub open_returns: i64,
    /// How many reasons there are to look at it.
    pub open_marks: i64,
}

/// Which part of which list.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The list.
    pub view: View,
    /// The term whose orders are gone through; without one the whole list is.
    pub first: Option<String>,
    /// Terms that each must have too: at most three.
    pub others: Vec<String>,
    /// Placed from this moment on.
    pub from: i64,
    /// Behind this place: moment and id.
    pub before: (i64, String),
}

/// How many other terms a filter may have.
pub const OTHERS: usize = 3;

fn statement(view: View, has_first: bool) -> String {
    let columns = "o.id, o.number, o.created_at, o.email, o.buyer, o.shipping_location, o.shipping_option, o.test_mode, o.currency, o.grand_total_cents, \
        o.refunded_cents, o.status, o.cancelled_at, o.shipped_at, o.fulfilled_at, o.tags, \
        (SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM order_line WHERE order_id = o.id) AS pieces, \
        (SELECT CAST(COALESCE(SUM(sent), 0) AS BIGINT) FROM order_line WHERE order_id = o.id) AS sent, \
        (SELECT COUNT(*) FROM order_return WHERE order_id = o.id AND state IN ('requested', 'accepted')) AS open_returns, \
        (SELECT COUNT(*) FROM order_mark WHERE order_id = o.id AND seen_at IS NULL AND kind <> 'not-protected') AS open_marks";
    // The words are compared with each other before an order is read, which takes longer than both.
    let (at, id) = if has_first { ("t.at", "t.order_id") } else { ("o.created_at", "o.id") };
    let has = |value: &str| {
        format!(
            "({value} = '' OR EXISTS (SELECT 1 FROM order_term AS also WHERE also.term = {value} AND also.at = {at} AND also.order_id = {id}))"
        )
    };
    let others = ["$4", "$5", "$6"].map(has).join(" AND ");
    let condition = view.condition();
    if has_first {
        format!(
            "SELECT {columns} FROM order_term AS t JOIN shop_order AS o ON o.id = t.order_id WHERE t.term = $7 AND (t.at, t.order_id) < ($1, $2) AND t.at >= $3 \
            AND {condition} AND {others} ORDER BY t.at DESC, t.order_id DESC LIMIT $8"
        )
    } else {
        format!(
            "SELECT {columns} FROM shop_order AS o WHERE {condition} AND (o.created_at, o.id) < ($1, $2) AND o.created_at >= $3 AND {others} \
            AND $7 = '' ORDER BY o.created_at DESC, o.id DESC LIMIT $8"
        )
    }
}

fn counting(view: View) -> String {
    // Every order was placed after the first moment: said so that the list's index is read, and no other of its orders.
    format!(
        "SELECT COUNT(*) FROM (SELECT 1 FROM shop_order AS o WHERE {} AND o.created_at >= 0 LIMIT $1) AS counted",
        view.condition()
    )
}

/// Every statement that this file makes, by name.
pub(in crate::repository) fn statements() -> Vec<(String, String)> {
    let lists = View::ALL.into_iter().flat_map(|view| {
        [
            (format!("{view:?}"), statement(view, false)),
            (format!("{view:?} by term"), statement(view, true)),
            (format!("{view:?} counted"), counting(view)),
        ]
    });
    lists.collect()
}

/// At most `limit` orders of a list, newest first.
///
/// # Errors
/// Faults of the store.
pub async fn orders(
    connection: &mut Connection<'_>,
    filter: &Filter,
    limit: i64,
) -> Result<Vec<Listed>, ApiError> {
    let sql = statement(filter.view, filter.first.is_some());
    let other = |index: usize| filter.others.get(index).cloned().unwrap_or_default();
    Ok(fetch!(connection, |c| sqlx::query_as(AssertSqlSafe(sql))
        .bind(filter.before.0)
        .bind(&filter.before.1)
        .bind(filter.from)
        .bind(other(0))
        .bind(other(1))
        .bind(other(2))
        .bind(filter.first.clone().unwrap_or_default())
        .bind(limit)
        .fetch_all(c)
        .await)?)
}

/// How many orders a list has, counted up to `most`.
///
/// # Errors
/// Faults of the store.
pub async fn count(connection: &mut Connection<'_>, view: View, most: i64) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(AssertSqlSafe(counting(view)))
        .bind(most)
        .fetch_one(c)
        .await)?)
}
