//! Of which variants the owner was told by letter that few are left, or none.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    // What was filled up may be told of again.
    FILLED = "UPDATE stock SET low_told = CASE WHEN quantity <= low_at AND NOT unlimited THEN 1 ELSE 0 END \
        WHERE low_told > 0 AND (unlimited OR low_at IS NULL OR quantity > low_at OR (low_told = 2 AND quantity > 0))";
    UNTOLD = "SELECT item_id, sku, title, options, quantity FROM stock WHERE listed AND NOT unlimited AND quantity <= low_at AND low_told < 2 \
        AND (low_told = 0 OR quantity = 0) ORDER BY item_id, sku LIMIT $1";
    // The conditions are looked at again when the row is free: of two workers one writes about it.
    TELL = "UPDATE stock SET low_told = CASE WHEN quantity = 0 THEN 2 ELSE 1 END WHERE item_id = $1 AND sku = $2 \
        AND NOT unlimited AND quantity <= low_at AND low_told < 2 AND (low_told = 0 OR quantity = 0)";
}

/// A variant of which few are left, or none.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Low {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// The product's title.
    pub title: String,
    /// The variant in words; "" when there is none.
    pub options: String,
    /// How many can be bought.
    pub quantity: i64,
}

/// Notes what was filled up since.
///
/// # Errors
/// Faults of the store.
pub async fn note_filled(connection: &mut Connection<'_>) -> Result<(), ApiError> {
    affected!(connection, FILLED)?;
    Ok(())
}

/// Variants that became low or sold out and were not told of, at most `most`.
///
/// # Errors
/// Faults of the store.
pub async fn untold(connection: &mut Connection<'_>, most: i64) -> Result<Vec<Low>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(UNTOLD).bind(most).fetch_all(c).await)?)
}

/// A letter about a variant is written; `false` when another was, or it was filled up meanwhile.
///
/// # Errors
/// Faults of the store.
pub async fn tell(connection: &mut Connection<'_>, piece: (&str, &str)) -> Result<bool, ApiError> {
    Ok(affected!(connection, TELL, piece.0, piece.1)? == 1)
}
