//! What stands beside the variants of a page: what lies where, and what is on its way.

use crate::error::ApiError;
use crate::repository::connection::{Connection, fetch, statements};
use sqlx_macros::FromRow;

macro_rules! of_twenty {
    ($column:literal) => {
        concat!(
            $column,
            " IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)"
        )
    };
}

statements! {
    LEVELS = concat!("SELECT item_id, sku, location_id, quantity FROM stock_level WHERE quantity > 0 AND ", of_twenty!("item_id"));
    INCOMING = concat!("SELECT l.item_id, l.sku, l.transfer_id, t.from_id, t.to_id, l.quantity - l.received - l.lost - l.back AS pieces, t.expected_on \
        FROM stock_transfer_line AS l JOIN stock_transfer AS t ON t.id = l.transfer_id WHERE l.received + l.lost + l.back < l.quantity AND ",
        of_twenty!("l.item_id"), " ORDER BY COALESCE(t.expected_on, '9'), l.transfer_id");
}

/// How many of a variant lie at a location that is not the first.
#[derive(Clone, Debug, FromRow)]
pub struct Level {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// Where.
    pub location_id: String,
    /// How many; never 0.
    pub quantity: i64,
}

/// How many of a variant are on their way.
#[derive(Clone, Debug, FromRow)]
pub struct Incoming {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// By which transfer.
    pub transfer_id: String,
    /// Where from; none is a supplier.
    pub from_id: Option<String>,
    /// Where to.
    pub to_id: String,
    /// How many; never 0.
    pub pieces: i64,
    /// The day on which they should come.
    pub expected_on: Option<String>,
}

/// How many products a statement asks for.
const TWENTY: usize = 20;

macro_rules! of_items {
    ($connection:expr, $sql:expr, $items:expr) => {{
        let mut found = Vec::new();
        for some in $items.chunks(TWENTY) {
            let rows: Vec<_> = fetch!($connection, |c| {
                let mut query = sqlx::query_as($sql);
                for index in 0..TWENTY {
                    // The last one stands for those that are missing.
                    query = query.bind(some.get(index).or(some.last()));
                }
                query.fetch_all(c).await
            })?;
            found.extend(rows);
        }
        found
    }};
}

/// What of these products lies at locations other than the first.
///
/// # Errors
/// Faults of the store.
pub async fn levels(connection: &mut Connection<'_>, items: &[&str]) -> Result<Vec<Level>, ApiError> {
    Ok(of_items!(connection, LEVELS, items))
}

/// What of these products is on its way, the soonest first.
///
/// # Errors
/// Faults of the store.
pub async fn incoming(connection: &mut Connection<'_>, items: &[&str]) -> Result<Vec<Incoming>, ApiError> {
    Ok(of_items!(connection, INCOMING, items))
}
