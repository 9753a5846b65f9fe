//! The published catalogue and the stock that is counted here.

use super::connection::{Connection, change, fetch, statements};
use super::stock::ledger::Entry;
use super::stock::levels;
use crate::error::ApiError;
use sqlx_macros::FromRow;
use std::collections::{BTreeMap, HashMap};

statements! {
    READ = "SELECT version, digest, body FROM catalog WHERE id = 1";
    VERSION = "SELECT version FROM catalog WHERE id = 1";
    SAVE = "INSERT INTO catalog (id, version, digest, body, imported_at) VALUES (1, 1, $1, $2, $3) \
        ON CONFLICT (id) DO UPDATE SET version = catalog.version + 1, digest = excluded.digest, body = excluded.body, \
        imported_at = excluded.imported_at RETURNING version";
    ANY_BUILD = "SELECT item_id FROM build_price LIMIT 1";
    READ_BUILD = "SELECT prices FROM build_price WHERE item_id = $1 AND build_id = $2";
    STOCK_OF_ITEMS = "SELECT item_id, sku, quantity, unlimited FROM stock WHERE item_id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ORDER BY item_id, sku";
    STOCK_OF_ITEM = "SELECT item_id, sku, quantity, unlimited FROM stock WHERE item_id = $1 ORDER BY sku";
}

/// How many builds of a product's prices are remembered: a page may be shown from a cache long after a publish.
const BUILDS_KEPT: i64 = 50;

/// The catalogue as it is stored.
#[derive(Debug, FromRow)]
pub struct StoredCatalog {
    /// Grows with every import.
    pub version: i64,
    /// The SHA-256 of the body, to know an import that changes nothing.
    pub digest: String,
    /// The JSON.
    pub body: String,
}

/// What is left of one variant.
#[derive(Clone, Debug, FromRow)]
pub struct StockRow {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// How many; counts only when not unlimited.
    pub quantity: i64,
    /// There are always enough.
    pub unlimited: bool,
}

/// Why stock changed.
#[derive(Clone, Copy, Debug)]
pub enum Reason<'a> {
    /// Taken by an order.
    Order(&'a str),
    /// Given back by an order that came to nothing.
    Cancelled(&'a str),
    /// Given back by a shopper of this order.
    Returned(&'a str),
    /// Held by a draft of this id, or no longer.
    Draft(&'a str),
}

impl<'a> Reason<'a> {
    fn parts(self) -> (&'static str, Option<&'a str>) {
        match self {
            Reason::Order(id) => ("order", Some(id)),
            Reason::Cancelled(id) => ("cancelled", Some(id)),
            Reason::Returned(id) => ("returned", Some(id)),
            Reason::Draft(id) => ("draft", Some(id)),
        }
    }

    fn entry(self, piece: (&'a str, &'a str), now: i64) -> Entry<'a> {
        let (reason, order_id) = self.parts();
        Entry { piece, reason, order_id, now, ..Entry::default() }
    }
}

/// The catalogue, if one was ever imported.
pub async fn read(connection: &mut Connection<'_>) -> Result<Option<StoredCatalog>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).fetch_optional(c).await)?)
}

/// Its version; 0 before the first import.
pub async fn version(connection: &mut Connection<'_>) -> Result<i64, ApiError> {
    let version: Option<i64> = fetch!(connection, |c| sqlx::query_scalar(VERSION).fetch_optional(c).await)?;
    Ok(version.unwrap_or(0))
}

/// Keeps a new catalogue; its version.
pub async fn save(
    connection: &mut Connection<'_>,
    digest: &str,
    body: &str,
    now: i64,
) -> Result<i64, ApiError> {
    Ok(change!(connection, |c| sqlx::query_scalar(SAVE)
        .bind(digest)
        .bind(body)
        .bind(now)
        .fetch_one(c)
        .await)?)
}

/// What a build of a product's prices promised.
#[derive(Clone, Debug)]
pub struct BuildPrices {
    /// The product.
    pub item_id: String,
    /// The build (`Product::build_id`).
    pub build_id: String,
    /// Sku to minor units.
    pub prices: BTreeMap<String, i64>,
}

/// How many rows of a catalogue one statement writes.
pub(in crate::repository) const ROWS: usize = 500;

/// Keeps what each build promised, and forgets all but the newest builds of those products. `before` are the builds of the catalogue
/// that held until now: one that is still there is the newest of its product already.
pub async fn save_builds(
    connection: &mut Connection<'_>,
    builds: &[BuildPrices],
    before: &HashMap<String, String>,
    now: i64,
) -> Result<(), ApiError> {
    let any: Option<String> = fetch!(connection, |c| sqlx::query_scalar(ANY_BUILD).fetch_optional(c).await)?;
    // A store from before builds were kept has none, whatever its catalogue says.
    let is_kept = |build: &BuildPrices| any.is_some() && before.get(&build.item_id) == Some(&build.build_id);
    // A product that stands twice in a catalogue is one: a statement cannot write a row twice.
    let mut changed = BTreeMap::new();
    for build in builds.iter().filter(|build| !is_kept(build)) {
        let prices = serde_json::to_string(&build.prices)?;
        changed.entry((&build.item_id, &build.build_id)).or_insert(prices);
    }
    let changed: Vec<_> = changed.into_iter().collect();
    for some in changed.chunks(ROWS) {
        change!(connection, |c| {
            let mut query =
                sqlx::QueryBuilder::new("INSERT INTO build_price (item_id, build_id, prices, imported_at) ");
            query.push_values(some, |mut row, ((item_id, build_id), prices)| {
                row.push_bind(item_id).push_bind(build_id).push_bind(prices).push_bind(now);
            });
            query.push(" ON CONFLICT (item_id, build_id) DO UPDATE SET imported_at = excluded.imported_at");
            query.build().execute(c).await.map(drop)
        })?;
    }
    for some in changed.chunks(ROWS) {
        change!(connection, |c| {
            let mut query = sqlx::QueryBuilder::new(
                "DELETE FROM build_price WHERE (item_id, build_id) IN (SELECT item_id, build_id FROM \
                (SELECT item_id, build_id, ROW_NUMBER() OVER (PARTITION BY item_id ORDER BY imported_at DESC, build_id) AS place \
                FROM build_price WHERE item_id IN (",
            );
            let mut items = query.separated(", ");
            for ((item_id, _), _) in some {
                items.push_bind(item_id);
            }
            query.push(")) AS aged WHERE place > ").push_bind(BUILDS_KEPT).push(")");
            query.build().execute(c).await.map(drop)
        })?;
    }
    Ok(())
}

/// What a build promised for one of a variant; `None` when the build or the variant in it is not known.
pub async fn price_at_build(
    connection: &mut Connection<'_>,
    build_id: &str,
    (item_id, sku): (&str, &str),
) -> Result<Option<i64>, ApiError> {
    let prices: Option<String> = fetch!(connection, |c| sqlx::query_scalar(READ_BUILD)
        .bind(item_id)
        .bind(build_id)
        .fetch_optional(c)
        .await)?;
    let Some(prices) = prices else { return Ok(None) };
    let prices: BTreeMap<String, i64> = serde_json::from_str(&prices)?;
    Ok(prices.get(sku).copied())
}

/// What is left of each variant of a product.
pub async fn stock_of_item(
    connection: &mut Connection<'_>,
    item_id: &str,
) -> Result<Vec<StockRow>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(STOCK_OF_ITEM).bind(item_id).fetch_all(c).await)?)
}

/// What is left of each variant of several products, in one statement for every ten of them.
pub async fn stock_of_items(
    connection: &mut Connection<'_>,
    item_ids: &[String],
) -> Result<Vec<StockRow>, ApiError> {
    let mut found = Vec::new();
    for ten in item_ids.chunks(10) {
        let rows: Vec<StockRow> = fetch!(connection, |c| {
            let mut query = sqlx::query_as(STOCK_OF_ITEMS);
            for index in 0..10 {
                // The last one stands for those that are missing.
                query = query.bind(ten.get(index).or(ten.last()));
            }
            query.fetch_all(c).await
        })?;
        found.extend(rows);
    }
    Ok(found)
}

/// Takes `quantity` of a variant if there are as many.
pub async fn take(
    connection: &mut Connection<'_>,
    piece: (&str, &str),
    quantity: i64,
    reason: Reason<'_>,
    now: i64,
) -> Result<bool, ApiError> {
    levels::take(connection, quantity, &reason.entry(piece, now)).await
}

/// Puts `quantity` of a variant back to where it was taken from; nothing happens to an unlimited one.
pub async fn give(
    connection: &mut Connection<'_>,
    piece: (&str, &str),
    quantity: i64,
    reason: Reason<'_>,
    now: i64,
) -> Result<(), ApiError> {
    levels::give(connection, quantity, &reason.entry(piece, now)).await
}
