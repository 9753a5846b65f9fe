//! Transfers of stock: what was sent, from where to where, and what came of it.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO stock_transfer (id, from_id, to_id, reference, note, tracking, expected_on, state, author_id, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'on-its-way', $8, $9)";
    ADD_LINE = "INSERT INTO stock_transfer_line (transfer_id, position, item_id, sku, quantity) VALUES ($1, $2, $3, $4, $5)";
    HOLD = "UPDATE stock_transfer SET state = state WHERE id = $1";
    READ = "SELECT t.id, t.from_id, t.to_id, t.reference, t.note, t.tracking, t.expected_on, t.state, COALESCE(u.email, k.name) AS author, t.created_at, t.ended_at \
        FROM stock_transfer AS t LEFT JOIN site_user AS u ON u.id = t.author_id LEFT JOIN api_key AS k ON k.id = t.author_id WHERE t.id = $1";
    LIST = "SELECT t.id, t.from_id, t.to_id, t.reference, t.note, t.tracking, t.expected_on, t.state, COALESCE(u.email, k.name) AS author, t.created_at, t.ended_at \
        FROM stock_transfer AS t LEFT JOIN site_user AS u ON u.id = t.author_id LEFT JOIN api_key AS k ON k.id = t.author_id \
        WHERE ($1 = '' OR t.id < $1) AND ($2 = '' OR ($2 = 'open') = (t.state = 'on-its-way')) ORDER BY t.id DESC LIMIT $3";
    LINES = "SELECT l.item_id, l.sku, l.quantity, l.received, l.lost, l.back, COALESCE(s.title, '') AS title, COALESCE(s.options, '') AS options \
        FROM stock_transfer_line AS l LEFT JOIN stock AS s ON s.item_id = l.item_id AND s.sku = l.sku WHERE l.transfer_id = $1 ORDER BY l.position";
    RECEIVE = "UPDATE stock_transfer_line SET received = received + $4, lost = lost + $5 WHERE transfer_id = $1 AND item_id = $2 AND sku = $3 \
        AND received + lost + back + $4 + $5 <= quantity";
    BACK = "UPDATE stock_transfer_line SET back = back + $4 WHERE transfer_id = $1 AND item_id = $2 AND sku = $3 AND received + lost + back + $4 <= quantity";
    END = "UPDATE stock_transfer SET state = $2, ended_at = $3 WHERE id = $1 AND state = 'on-its-way' AND NOT EXISTS \
        (SELECT 1 FROM stock_transfer_line AS l WHERE l.transfer_id = $1 AND l.received + l.lost + l.back < l.quantity)";
}

/// The state of one that is on its way.
pub const ON_ITS_WAY: &str = "on-its-way";
/// The state of one of which everything came, or is known to be lost.
pub const DONE: &str = "done";
/// The state of one that was cancelled.
pub const CANCELLED: &str = "cancelled";

/// A transfer.
#[derive(Clone, Debug, FromRow)]
pub struct Transfer {
    /// Its id; sorts by age.
    pub id: String,
    /// Where it comes from; none is a supplier.
    pub from_id: Option<String>,
    /// Where it goes.
    pub to_id: String,
    /// The number of an order or a delivery note.
    pub reference: String,
    /// The owner's words.
    pub note: String,
    /// Who carries it, and its number.
    pub tracking: String,
    /// The day on which it should come: 2026-03-01.
    pub expected_on: Option<String>,
    /// One of the three.
    pub state: String,
    /// Who sent it, while they have an account; when it is written: the account's id.
    pub author: Option<String>,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// Epoch milliseconds.
    pub ended_at: Option<i64>,
}

/// A line of one.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Line {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// How many were sent.
    pub quantity: i64,
    /// How many came.
    pub received: i64,
    /// How many were lost or came broken.
    pub lost: i64,
    /// How many went back, or do not come.
    pub back: i64,
    /// The product's title.
    pub title: String,
    /// The variant in words.
    pub options: String,
}

impl Line {
    /// How many are still on their way.
    pub fn rest(&self) -> i64 {
        self.quantity - self.received - self.lost - self.back
    }
}

/// Writes one down that is on its way.
///
/// # Errors
/// Faults of the store.
pub async fn add(connection: &mut Connection<'_>, one: &Transfer, lines: &[Line]) -> Result<(), ApiError> {
    let Transfer { id, from_id, to_id, reference, note, tracking, expected_on, author, created_at, .. } = one;
    affected!(
        connection,
        ADD,
        id,
        from_id,
        to_id,
        reference,
        note,
        tracking,
        expected_on,
        author,
        created_at
    )?;
    for (position, line) in (0_i64..).zip(lines) {
        affected!(connection, ADD_LINE, id, position, &line.item_id, &line.sku, line.quantity)?;
    }
    Ok(())
}

/// One that nobody else changes until the transaction ends.
///
/// # Errors
/// Faults of the store.
pub async fn hold(connection: &mut Connection<'_>, id: &str) -> Result<Option<Transfer>, ApiError> {
    affected!(connection, HOLD, id)?;
    read(connection, id).await
}

/// One.
///
/// # Errors
/// Faults of the store.
pub async fn read(connection: &mut Connection<'_>, id: &str) -> Result<Option<Transfer>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).bind(id).fetch_optional(c).await)?)
}

/// At most `limit` of them, the newest first: `open`, `ended`, or every one ("").
///
/// # Errors
/// Faults of the store.
pub async fn list(
    connection: &mut Connection<'_>,
    (before, which): (&str, &str),
    limit: i64,
) -> Result<Vec<Transfer>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST).bind(before).bind(which).bind(limit).fetch_all(c).await)?)
}

/// Its lines as they were written.
///
/// # Errors
/// Faults of the store.
pub async fn lines(connection: &mut Connection<'_>, id: &str) -> Result<Vec<Line>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LINES).bind(id).fetch_all(c).await)?)
}

/// So many of a line came, and so many are lost; `false` when that is more than is on its way.
///
/// # Errors
/// Faults of the store.
pub async fn receive(
    connection: &mut Connection<'_>,
    id: &str,
    (item_id, sku): (&str, &str),
    (received, lost): (i64, i64),
) -> Result<bool, ApiError> {
    Ok(affected!(connection, RECEIVE, id, item_id, sku, received, lost)? == 1)
}

/// So many of a line do not come; `false` when that is more than is on its way.
///
/// # Errors
/// Faults of the store.
pub async fn back(
    connection: &mut Connection<'_>,
    id: &str,
    (item_id, sku): (&str, &str),
    pieces: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, BACK, id, item_id, sku, pieces)? == 1)
}

/// Ends it in a state when nothing is on its way any more; whether it is ended now.
///
/// # Errors
/// Faults of the store.
pub async fn end(connection: &mut Connection<'_>, id: &str, state: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, END, id, state, now)? == 1)
}
