//! Orders that the staff prepares, and the stock that they hold until they are placed or their time is over.

use super::catalog::{self, Reason};
use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use serde::Serialize;
use sqlx_macros::FromRow;

statements! {
    // What became of a draft says the order of the cart with its id.
    READ = "SELECT d.id, d.email, d.body, d.currency, d.total_cents, d.version, d.held, d.sent_at, d.expires_at, d.author, d.created_at, o.id AS order_id, o.number, \
        COALESCE(o.status = 'paid' OR o.manual_payment IS NOT NULL, FALSE) AS is_placed FROM draft_order AS d \
        LEFT JOIN shop_order AS o ON o.cart_id = d.id AND o.status <> 'cancelled' WHERE d.id = $1";
    LIST = "SELECT d.id, d.email, d.body, d.currency, d.total_cents, d.version, d.held, d.sent_at, d.expires_at, d.author, d.created_at, o.id AS order_id, o.number, \
        COALESCE(o.status = 'paid' OR o.manual_payment IS NOT NULL, FALSE) AS is_placed FROM draft_order AS d \
        LEFT JOIN shop_order AS o ON o.cart_id = d.id AND o.status <> 'cancelled' \
        WHERE (d.created_at < $1 OR (d.created_at = $1 AND d.id < $2)) AND COALESCE(o.status = 'paid' OR o.manual_payment IS NOT NULL, FALSE) = $3 \
        ORDER BY d.created_at DESC, d.id DESC LIMIT $4";
    ADD = "INSERT INTO draft_order (id, email, body, currency, total_cents, author, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)";
    SAVE = "UPDATE draft_order SET email = $2, body = $3, currency = $4, total_cents = $5, updated_at = $6 WHERE id = $1";
    LOCK = "UPDATE draft_order SET held = held WHERE id = $1";
    SEND = "UPDATE draft_order SET total_cents = $2, sent_at = $3, expires_at = $4, held = TRUE, updated_at = $3 WHERE id = $1";
    WITHDRAW = "UPDATE draft_order SET version = version + 1, sent_at = NULL, expires_at = NULL WHERE id = $1";
    REMOVE = "DELETE FROM draft_order WHERE id = $1";
    LET_GO = "UPDATE draft_order SET held = FALSE WHERE id = $1 AND held";
    HOLD_OF_ORDER = "UPDATE draft_order SET held = TRUE WHERE id = (SELECT cart_id FROM shop_order WHERE id = $1) AND NOT held AND expires_at > $2 RETURNING id";
    HELD = "SELECT item_id, sku, CAST(-SUM(change) AS BIGINT) FROM stock_change WHERE order_id = $1 AND reason = 'draft' GROUP BY item_id, sku HAVING SUM(change) < 0 ORDER BY item_id, sku";
    OF_PERSON = "SELECT id, body, created_at FROM draft_order WHERE lower(email) = $1 ORDER BY id";
    OVER = "SELECT id FROM draft_order WHERE held AND expires_at <= $1 ORDER BY expires_at LIMIT 100";
}

/// A draft as it is stored, with the order it became.
#[derive(Clone, Debug, FromRow)]
pub struct StoredDraft {
    /// Its id; its cart's, too.
    pub id: String,
    /// Whom it is for.
    pub email: String,
    /// What was entered, as JSON.
    pub body: String,
    /// The currency of the total.
    pub currency: String,
    /// What it comes to, in minor units.
    pub total_cents: i64,
    /// Links of another version open it no more.
    pub version: i64,
    /// It holds its stock.
    pub held: bool,
    /// When its link was made; epoch milliseconds.
    pub sent_at: Option<i64>,
    /// Until when it can be paid; epoch milliseconds.
    pub expires_at: Option<i64>,
    /// Who prepared it: an email address.
    pub author: String,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// The order that it became, or that is being paid.
    pub order_id: Option<String>,
    /// That order's number.
    pub number: Option<i64>,
    /// That order is placed: paid, or to be paid by hand.
    pub is_placed: bool,
}

impl StoredDraft {
    /// Whether its link opens it at `now`.
    pub fn is_open(&self, now: i64) -> bool {
        self.expires_at.is_some_and(|until| now < until)
    }
}

/// An order that the staff prepared for the person.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnDraft {
    /// Its id.
    #[serde(skip)]
    pub id: String,
    /// What was entered, as JSON.
    pub body: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// What is kept of a draft that is saved.
#[derive(Clone, Copy, Debug)]
pub struct Entered<'a> {
    /// Its id.
    pub id: &'a str,
    /// Whom it is for.
    pub email: &'a str,
    /// What was entered, as JSON.
    pub body: &'a str,
    /// The currency of the total.
    pub currency: &'a str,
    /// What it comes to, in minor units.
    pub total_cents: i64,
}

/// The draft of this id.
pub async fn read(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredDraft>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).bind(id).fetch_optional(c).await)?)
}

/// At most `limit` drafts made before one, newest first: those that are placed, or those that are not.
pub async fn list(
    connection: &mut Connection<'_>,
    (created_at, id): (i64, &str),
    are_placed: bool,
    limit: i64,
) -> Result<Vec<StoredDraft>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST)
        .bind(created_at)
        .bind(id)
        .bind(are_placed)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}

/// A new one.
pub async fn add(
    connection: &mut Connection<'_>,
    draft: &Entered<'_>,
    author: &str,
    now: i64,
) -> Result<(), ApiError> {
    affected!(
        connection,
        ADD,
        draft.id,
        draft.email,
        draft.body,
        draft.currency,
        draft.total_cents,
        author,
        now
    )?;
    Ok(())
}

/// Keeps what was entered anew.
pub async fn save(connection: &mut Connection<'_>, draft: &Entered<'_>, now: i64) -> Result<(), ApiError> {
    affected!(connection, SAVE, draft.id, draft.email, draft.body, draft.currency, draft.total_cents, now)?;
    Ok(())
}

/// Keeps everybody else off a draft until the transaction ends; `false` when there is none.
pub async fn lock(connection: &mut Connection<'_>, id: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, LOCK, id)? == 1)
}

/// It can be paid for this total until a moment, and holds its stock, which the caller takes.
pub async fn send(
    connection: &mut Connection<'_>,
    id: &str,
    total_cents: i64,
    (now, expires_at): (i64, i64),
) -> Result<(), ApiError> {
    affected!(connection, SEND, id, total_cents, now, expires_at)?;
    Ok(())
}

/// Ends its link.
pub async fn withdraw(connection: &mut Connection<'_>, id: &str) -> Result<(), ApiError> {
    affected!(connection, WITHDRAW, id)?;
    Ok(())
}

/// Removes it.
pub async fn remove(connection: &mut Connection<'_>, id: &str) -> Result<(), ApiError> {
    affected!(connection, REMOVE, id)?;
    Ok(())
}

/// Gives back the stock that a draft holds, to be taken by its order or by anybody; nothing happens to one that holds none.
pub async fn let_go(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<(), ApiError> {
    if affected!(connection, LET_GO, id)? == 0 {
        return Ok(());
    }
    let held: Vec<(String, String, i64)> =
        fetch!(connection, |c| sqlx::query_as(HELD).bind(id).fetch_all(c).await)?;
    for (item_id, sku, pieces) in held {
        catalog::give(connection, (&item_id, &sku), pieces, Reason::Draft(id), now).await?;
    }
    Ok(())
}

/// The draft whose order has come to nothing and that can still be paid: it holds its stock again, which the caller takes.
pub async fn hold_of_order(
    connection: &mut Connection<'_>,
    order_id: &str,
    now: i64,
) -> Result<Option<String>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_scalar(HOLD_OF_ORDER)
        .bind(order_id)
        .bind(now)
        .fetch_optional(c)
        .await)?)
}

/// Those that were prepared for an address, in lower case.
pub async fn of_person(connection: &mut Connection<'_>, email: &str) -> Result<Vec<OwnDraft>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_PERSON).bind(email).fetch_all(c).await)?)
}

/// Those that hold stock although their time is over.
pub async fn over(connection: &mut Connection<'_>, now: i64) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(OVER).bind(now).fetch_all(c).await)?)
}
