//! The ledger of stock: each change with its place and its reason. The sum of a variant's lines is its count, by location too.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, change, statements};
use crate::token;

statements! {
    ADD = "INSERT INTO stock_change (id, item_id, sku, change, reason, order_id, location_id, transfer_id, note, cause, actor_id, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
}

/// What a line says beside how many and where.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry<'a> {
    /// Product and variant.
    pub piece: (&'a str, &'a str),
    /// Why, in one word.
    pub reason: &'a str,
    /// The order or draft it belongs to.
    pub order_id: Option<&'a str>,
    /// The transfer it belongs to.
    pub transfer_id: Option<&'a str>,
    /// The owner's words.
    pub note: Option<&'a str>,
    /// Why the owner changed it, in one word.
    pub cause: Option<&'a str>,
    /// The id of the account that changed it.
    pub actor_id: Option<&'a str>,
    /// Epoch milliseconds.
    pub now: i64,
}

/// Adds a line: so many at a location; none is the shop's first.
///
/// # Errors
/// Faults of the store.
pub async fn add(
    connection: &mut Connection<'_>,
    entry: &Entry<'_>,
    location: Option<&str>,
    change: i64,
) -> Result<(), ApiError> {
    let (item_id, sku) = entry.piece;
    let Entry { reason, order_id, transfer_id, note, cause, actor_id, now, .. } = *entry;
    affected!(
        connection,
        ADD,
        token::new_id(),
        item_id,
        sku,
        change,
        reason,
        order_id,
        location,
        transfer_id,
        note,
        cause,
        actor_id,
        now
    )?;
    Ok(())
}

/// The first line of each of these variants: product, SKU and how many there are, at the shop's first location.
///
/// # Errors
/// Faults of the store.
pub async fn begin(
    connection: &mut Connection<'_>,
    variants: &[(&str, &str, i64)],
    now: i64,
) -> Result<(), ApiError> {
    if variants.is_empty() {
        return Ok(());
    }
    change!(connection, |c| {
        let mut query = sqlx::QueryBuilder::new(
            "INSERT INTO stock_change (id, item_id, sku, change, reason, created_at) ",
        );
        query.push_values(variants, |mut row, (item_id, sku, quantity)| {
            row.push_bind(token::new_id()).push_bind(*item_id).push_bind(*sku).push_bind(*quantity);
            row.push("'import'").push_bind(now);
        });
        query.build().execute(c).await.map(drop)
    })?;
    Ok(())
}
