//! Where the pieces of an order were taken from, in a shop of several locations.

use super::location::{self, Location, MAIN};
use crate::error::ApiError;
use crate::repository::connection::{Connection, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    ELSEWHERE = "SELECT item_id, sku, location_id, CAST(-SUM(change) AS BIGINT) AS pieces FROM stock_change WHERE order_id = $1 AND location_id IS NOT NULL \
        GROUP BY item_id, sku, location_id HAVING SUM(change) < 0";
    // What is in no line of another location lies at the first.
    ALL = "SELECT l.item_id, l.sku, 'main' AS location_id, CAST(SUM(l.quantity - l.restocked) AS BIGINT) AS pieces FROM order_line AS l \
        JOIN shop_order AS o ON o.id = l.order_id AND o.status <> 'cancelled' JOIN stock AS s ON s.item_id = l.item_id AND s.sku = l.sku AND NOT s.unlimited \
        WHERE l.order_id = $1 GROUP BY l.item_id, l.sku HAVING SUM(l.quantity - l.restocked) > 0 ORDER BY l.item_id, l.sku";
}

#[derive(FromRow)]
struct Row {
    item_id: String,
    sku: String,
    location_id: String,
    pieces: i64,
}

/// Pieces of an order that were taken from a location and did not come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// Where.
    pub location: Location,
    /// How many.
    pub pieces: i64,
}

/// What an order has from where, in the order of the locations; nothing in a shop of one place.
///
/// # Errors
/// Faults of the store.
pub async fn of_order(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<Taken>, ApiError> {
    let locations = location::list(connection).await?;
    if locations.is_empty() {
        return Ok(Vec::new());
    }
    let all: Vec<Row> = fetch!(connection, |c| sqlx::query_as(ALL).bind(order_id).fetch_all(c).await)?;
    let elsewhere: Vec<Row> =
        fetch!(connection, |c| sqlx::query_as(ELSEWHERE).bind(order_id).fetch_all(c).await)?;
    let mut found = Vec::new();
    for row in all {
        let own = elsewhere.iter().filter(|one| one.item_id == row.item_id && one.sku == row.sku);
        let own: Vec<&Row> = own.collect();
        let main = row.pieces - own.iter().map(|one| one.pieces).sum::<i64>();
        for place in &locations {
            let there = own.iter().find(|one| one.location_id == place.id).map_or(0, |one| one.pieces);
            let pieces = if place.id == MAIN { main } else { there };
            if pieces > 0 {
                let (item_id, sku, location) = (row.item_id.clone(), row.sku.clone(), place.clone());
                found.push(Taken { item_id, sku, location, pieces });
            }
        }
    }
    Ok(found)
}
