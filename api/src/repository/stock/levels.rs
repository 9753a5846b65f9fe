//! The one way by which a count changes: what is taken is taken from locations in their order, what comes back goes to where it was
//! taken from. `stock.elsewhere` is the sum of a variant's levels; what is left of its count lies at the shop's first location.
//!
//! Each change holds the variant's row first, so that nobody changes its levels meanwhile.

use super::ledger::{self, Entry};
use super::location;
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, change, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    // Where nothing lies elsewhere one statement decides, so that no two orders take the same piece.
    TAKE_HERE = "UPDATE stock SET quantity = quantity - $3 WHERE item_id = $1 AND sku = $2 AND NOT unlimited AND quantity >= $3 AND elsewhere = 0";
    LEFT = "SELECT quantity, elsewhere, unlimited FROM stock WHERE item_id = $1 AND sku = $2";
    HOLD = "UPDATE stock SET quantity = quantity WHERE item_id = $1 AND sku = $2 RETURNING quantity, elsewhere, unlimited";
    GIVE = "UPDATE stock SET quantity = quantity + $3 WHERE item_id = $1 AND sku = $2 AND NOT unlimited";
    CHANGE = "UPDATE stock SET quantity = quantity + $3, elsewhere = elsewhere + $4 WHERE item_id = $1 AND sku = $2 \
        AND elsewhere + $4 BETWEEN 0 AND quantity + $3";
    LOWER = "UPDATE stock_level SET quantity = quantity - $4 WHERE item_id = $1 AND sku = $2 AND location_id = $3 AND quantity >= $4";
    RAISE = "INSERT INTO stock_level (item_id, sku, location_id, quantity, place) \
        SELECT s.item_id, s.sku, CAST($3 AS TEXT), CAST($4 AS BIGINT), s.place FROM stock AS s WHERE s.item_id = $1 AND s.sku = $2 \
        ON CONFLICT (item_id, sku, location_id) DO UPDATE SET quantity = stock_level.quantity + excluded.quantity";
    // Those of the first location come from the count.
    SHARES = "SELECT l.location_id, l.quantity, p.position FROM stock_level AS l JOIN location AS p ON p.id = l.location_id \
        WHERE l.item_id = $1 AND l.sku = $2 AND l.quantity > 0 ORDER BY p.position, p.id";
    MAIN_POSITION = "SELECT position FROM location WHERE id = 'main'";
    TAKEN = "SELECT location_id, CAST(-SUM(change) AS BIGINT) FROM stock_change WHERE order_id = $1 AND item_id = $2 AND sku = $3 \
        AND location_id IS NOT NULL GROUP BY location_id HAVING SUM(change) < 0 ORDER BY location_id";
}

/// What is left of a variant.
#[derive(Clone, Copy, Debug, FromRow)]
struct Left {
    quantity: i64,
    elsewhere: i64,
    unlimited: bool,
}

/// What lies at a location.
#[derive(Clone, Debug, FromRow)]
struct Share {
    location_id: String,
    quantity: i64,
    position: i64,
}

/// How many are taken from where; none is the first location.
type Parts = Vec<(Option<String>, i64)>;

/// Parts `wanted` among the locations in their order; `main` is where the first one stands, and how many it has.
fn part(mut wanted: i64, main: (i64, i64), shares: Vec<Share>) -> Parts {
    let mut order: Vec<(i64, Option<String>, i64)> =
        shares.into_iter().map(|one| (one.position, Some(one.location_id), one.quantity)).collect();
    order.push((main.0, None, main.1));
    order.sort_by_key(|(position, ..)| *position);
    let mut parts = Vec::new();
    for (_, location, there) in order {
        let pieces = wanted.min(there);
        if pieces > 0 {
            parts.push((location, pieces));
            wanted -= pieces;
        }
    }
    parts
}

/// Takes so many of a variant if there are as many, from the locations in their order. `true` for one that is not counted, too.
///
/// # Errors
/// Faults of the store.
pub async fn take(
    connection: &mut Connection<'_>,
    quantity: i64,
    entry: &Entry<'_>,
) -> Result<bool, ApiError> {
    let (item_id, sku) = entry.piece;
    if affected!(connection, TAKE_HERE, item_id, sku, quantity)? == 1 {
        ledger::add(connection, entry, None, -quantity).await?;
        return Ok(true);
    }
    let left: Option<Left> =
        fetch!(connection, |c| sqlx::query_as(LEFT).bind(item_id).bind(sku).fetch_optional(c).await)?;
    let Some(left) = left else { return Ok(false) };
    if left.unlimited || left.quantity < quantity {
        return Ok(left.unlimited);
    }
    let held: Left =
        change!(connection, |c| sqlx::query_as(HOLD).bind(item_id).bind(sku).fetch_one(c).await)?;
    if held.unlimited || held.quantity < quantity {
        return Ok(held.unlimited);
    }
    for (location, pieces) in parts_of(connection, held, quantity, entry.piece).await? {
        if !change_at(connection, location.as_deref(), -pieces, entry).await? {
            // The row is held, so a level differs from what was read of it only if the books are wrong: nothing of the sale is kept.
            return Err(ApiError::Internal("the levels of a variant and its count do not agree".into()));
        }
    }
    Ok(true)
}

async fn parts_of(
    connection: &mut Connection<'_>,
    held: Left,
    quantity: i64,
    (item_id, sku): (&str, &str),
) -> Result<Parts, ApiError> {
    let shares: Vec<Share> =
        fetch!(connection, |c| sqlx::query_as(SHARES).bind(item_id).bind(sku).fetch_all(c).await)?;
    let position: Option<i64> =
        fetch!(connection, |c| sqlx::query_scalar(MAIN_POSITION).fetch_optional(c).await)?;
    Ok(part(quantity, (position.unwrap_or(0), held.quantity - held.elsewhere), shares))
}

/// Gives so many of a variant back to where its order took them from, or to the first location where that is not used any more;
/// nothing happens to one that is not counted.
///
/// # Errors
/// Faults of the store.
pub async fn give(connection: &mut Connection<'_>, quantity: i64, entry: &Entry<'_>) -> Result<(), ApiError> {
    let (item_id, sku) = entry.piece;
    if affected!(connection, GIVE, item_id, sku, quantity)? == 0 {
        return Ok(());
    }
    let mut rest = quantity;
    for (location, taken) in taken(connection, entry).await? {
        if rest > 0 && location::hold(connection, &location).await? {
            let pieces = rest.min(taken);
            affected!(connection, CHANGE, item_id, sku, 0_i64, pieces)?;
            affected!(connection, RAISE, item_id, sku, &location, pieces)?;
            ledger::add(connection, entry, Some(&location), pieces).await?;
            rest -= pieces;
        }
    }
    if rest > 0 {
        ledger::add(connection, entry, None, rest).await?;
    }
    Ok(())
}

/// How many the order still has from each location but the first.
async fn taken(connection: &mut Connection<'_>, entry: &Entry<'_>) -> Result<Vec<(String, i64)>, ApiError> {
    let Some(order_id) = entry.order_id else { return Ok(Vec::new()) };
    Ok(fetch!(connection, |c| sqlx::query_as(TAKEN)
        .bind(order_id)
        .bind(entry.piece.0)
        .bind(entry.piece.1)
        .fetch_all(c)
        .await)?)
}

/// Changes what lies at one location (none: the first), with its line in the ledger; `false` when fewer than none would be left there.
/// Whoever adds to one holds it ([`location::hold`]).
///
/// # Errors
/// Faults of the store.
pub async fn change_at(
    connection: &mut Connection<'_>,
    location: Option<&str>,
    pieces: i64,
    entry: &Entry<'_>,
) -> Result<bool, ApiError> {
    let (item_id, sku) = entry.piece;
    let elsewhere = if location.is_some() { pieces } else { 0 };
    if affected!(connection, CHANGE, item_id, sku, pieces, elsewhere)? == 0 {
        return Ok(false);
    }
    if let Some(location) = location {
        let done = match pieces {
            1.. => affected!(connection, RAISE, item_id, sku, location, pieces)?,
            _ => affected!(connection, LOWER, item_id, sku, location, -pieces)?,
        };
        if done == 0 {
            // The count was changed and is put back: the caller may go on.
            affected!(connection, CHANGE, item_id, sku, -pieces, -elsewhere)?;
            return Ok(false);
        }
    }
    ledger::add(connection, entry, location, pieces).await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(location_id: &str, quantity: i64, position: i64) -> Share {
        Share { location_id: location_id.into(), quantity, position }
    }

    #[test]
    fn s_687_pieces_are_taken_in_the_order_of_the_locations() {
        let shares = || vec![share("a", 2, 0), share("c", 5, 2)];
        let at = |name: &str, pieces| (Some(name.to_owned()), pieces);
        assert_eq!(part(1, (1, 3), shares()), [at("a", 1)]);
        assert_eq!(part(4, (1, 3), shares()), [at("a", 2), (None, 2)]);
        assert_eq!(part(10, (1, 3), shares()), [at("a", 2), (None, 3), at("c", 5)]);
        assert_eq!(part(3, (3, 3), shares()), [at("a", 2), at("c", 1)]);
        assert_eq!(part(3, (0, 0), shares()), [at("a", 2), at("c", 1)]);
    }
}
