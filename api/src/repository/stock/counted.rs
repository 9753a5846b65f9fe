//! What the owner changes of a count, why, and from how many on it is low.

use super::ledger::Entry;
use super::levels;
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    // Nobody changes the row from here on until the transaction ends.
    HOLD = "UPDATE stock SET quantity = quantity WHERE item_id = $1 AND sku = $2";
    READ = "SELECT s.item_id, s.sku, s.title, s.options, s.quantity, s.unlimited, s.low_at, CASE WHEN $3 = '' THEN s.quantity - s.elsewhere \
        ELSE COALESCE((SELECT l.quantity FROM stock_level AS l WHERE l.item_id = $1 AND l.sku = $2 AND l.location_id = $3), 0) END AS here \
        FROM stock AS s WHERE s.item_id = $1 AND s.sku = $2";
    OF_SKU = "SELECT item_id FROM stock WHERE sku = $1 AND listed ORDER BY item_id LIMIT 2";
    CHANGES = "SELECT c.id, c.change, c.reason, c.note, c.order_id, c.created_at, c.cause, c.location_id, c.transfer_id, COALESCE(u.email, k.name) AS actor, o.number AS order_number FROM stock_change AS c \
        LEFT JOIN site_user AS u ON u.id = c.actor_id LEFT JOIN api_key AS k ON k.id = c.actor_id LEFT JOIN shop_order AS o ON o.id = c.order_id \
        WHERE c.item_id = $1 AND c.sku = $2 AND ($3 = '' OR c.id < $3) ORDER BY c.id DESC LIMIT $4";
    SET_LOW = "UPDATE stock SET low_own = TRUE, low_at = $3 WHERE item_id = $1 AND sku = $2";
    AS_SHOP = "UPDATE stock SET low_own = FALSE, low_at = (SELECT low_at FROM stock_low WHERE id = 1) WHERE item_id = $1 AND sku = $2";
    SHOP_LOW = "SELECT low_at FROM stock_low WHERE id = 1";
    SET_SHOP_LOW = "INSERT INTO stock_low (id, low_at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET low_at = excluded.low_at";
    SPREAD_LOW = "UPDATE stock SET low_at = $1 WHERE NOT low_own AND COALESCE(low_at, -1) <> COALESCE($1, -1)";
    IS_TABLE_KNOWN = "SELECT digest FROM stock_table WHERE digest = $1";
    KEEP_TABLE = "INSERT INTO stock_table (digest, created_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING";
}

/// A variant whose count is looked at.
#[derive(Clone, Debug, FromRow)]
pub struct Counted {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// The product's title.
    pub title: String,
    /// The variant in words; "" when there is none.
    pub options: String,
    /// How many; counts only when not unlimited.
    pub quantity: i64,
    /// There are always enough.
    pub unlimited: bool,
    /// From how many on it is low.
    pub low_at: Option<i64>,
    /// How many of them lie at the location that was asked for.
    pub here: i64,
}

/// One row of the ledger.
#[derive(Clone, Debug, FromRow)]
pub struct Change {
    /// Its id; sorts by age.
    pub id: String,
    /// By how many.
    pub change: i64,
    /// Why, in one word.
    pub reason: String,
    /// The owner's words.
    pub note: Option<String>,
    /// The order it belongs to.
    pub order_id: Option<String>,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// Why the owner changed it.
    pub cause: Option<String>,
    /// Where; none is the first location.
    pub location_id: Option<String>,
    /// The transfer it belongs to.
    pub transfer_id: Option<String>,
    /// Who did, while they have an account.
    pub actor: Option<String>,
    /// The number of the order, once it is paid.
    pub order_number: Option<i64>,
}

/// A variant, held until the transaction ends: no order takes of it meanwhile. `None` when it was never sold.
///
/// # Errors
/// Faults of the store.
pub async fn hold(
    connection: &mut Connection<'_>,
    piece: (&str, &str),
    location: Option<&str>,
) -> Result<Option<Counted>, ApiError> {
    affected!(connection, HOLD, piece.0, piece.1)?;
    read(connection, piece, location).await
}

/// A variant as it is counted now, and at a location (none: the first).
///
/// # Errors
/// Faults of the store.
pub async fn read(
    connection: &mut Connection<'_>,
    (item_id, sku): (&str, &str),
    location: Option<&str>,
) -> Result<Option<Counted>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ)
        .bind(item_id)
        .bind(sku)
        .bind(location.unwrap_or_default())
        .fetch_optional(c)
        .await)?)
}

/// The products that have a variant with this SKU and are sold today, at most two: one product's may be named as another's.
///
/// # Errors
/// Faults of the store.
pub async fn of_sku(connection: &mut Connection<'_>, sku: &str) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(OF_SKU).bind(sku).fetch_all(c).await)?)
}

/// Why, in the owner's words, and who.
#[derive(Clone, Copy, Debug)]
pub struct Why<'a> {
    /// In words; "" when nothing was said.
    pub note: &'a str,
    /// In one word, when it was chosen.
    pub cause: Option<&'a str>,
    /// The id of the account.
    pub actor_id: &'a str,
}

/// Changes a count by so many at a location (none: the first); `false` when fewer than none would be left there. Whoever names one
/// holds it, and the variant.
///
/// # Errors
/// Faults of the store.
pub async fn adjust(
    connection: &mut Connection<'_>,
    piece: (&str, &str),
    (location, change): (Option<&str>, i64),
    why: Why<'_>,
    now: i64,
) -> Result<bool, ApiError> {
    let note = Some(why.note).filter(|note| !note.is_empty());
    let (cause, actor_id) = (why.cause, Some(why.actor_id));
    let entry = Entry { piece, reason: "adjustment", note, cause, actor_id, now, ..Entry::default() };
    levels::change_at(connection, location, change, &entry).await
}

/// The ledger of a variant, newest first.
///
/// # Errors
/// Faults of the store.
pub async fn changes(
    connection: &mut Connection<'_>,
    (item_id, sku): (&str, &str),
    before: &str,
    limit: i64,
) -> Result<Vec<Change>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(CHANGES)
        .bind(item_id)
        .bind(sku)
        .bind(before)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}

/// Says from how many on a variant is low; none is what is said of the shop. `false` when there is no such variant.
///
/// # Errors
/// Faults of the store.
pub async fn set_low(
    connection: &mut Connection<'_>,
    (item_id, sku): (&str, &str),
    low_at: Option<i64>,
) -> Result<bool, ApiError> {
    let done = match low_at {
        Some(low_at) => affected!(connection, SET_LOW, item_id, sku, low_at)?,
        None => affected!(connection, AS_SHOP, item_id, sku)?,
    };
    Ok(done == 1)
}

/// From how many on a variant is low of which nothing else was said.
///
/// # Errors
/// Faults of the store.
pub async fn shop_low(connection: &mut Connection<'_>) -> Result<Option<i64>, ApiError> {
    let found: Option<Option<i64>> =
        fetch!(connection, |c| sqlx::query_scalar(SHOP_LOW).fetch_optional(c).await)?;
    Ok(found.flatten())
}

/// Says it of every variant that has no number of its own.
///
/// # Errors
/// Faults of the store.
pub async fn set_shop_low(connection: &mut Connection<'_>, low_at: Option<i64>) -> Result<(), ApiError> {
    affected!(connection, SET_SHOP_LOW, low_at)?;
    affected!(connection, SPREAD_LOW, low_at)?;
    Ok(())
}

/// Whether a table of this digest was taken over before.
///
/// # Errors
/// Faults of the store.
pub async fn is_table_known(connection: &mut Connection<'_>, digest: &str) -> Result<bool, ApiError> {
    let found: Option<String> =
        fetch!(connection, |c| sqlx::query_scalar(IS_TABLE_KNOWN).bind(digest).fetch_optional(c).await)?;
    Ok(found.is_some())
}

/// Notes that a table was taken over.
///
/// # Errors
/// Faults of the store.
pub async fn keep_table(connection: &mut Connection<'_>, digest: &str, now: i64) -> Result<(), ApiError> {
    affected!(connection, KEEP_TABLE, digest, now)?;
    Ok(())
}
