//! A cart as it stands, and what is left of the variant that is wanted into it, at one moment.

use super::key::Key;
use super::shape::cart_where;
use super::stored::{Row, StoredCart, assembled};
use crate::error::ApiError;
use crate::repository::catalog::StockRow;
use crate::repository::connection::{Connection, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    READ_BY_TOKEN = cart_where!(
        ", (SELECT quantity FROM stock WHERE item_id = $3 AND sku = $4) AS wanted_quantity, \
         (SELECT unlimited FROM stock WHERE item_id = $3 AND sku = $4) AS wanted_unlimited",
        "cart.token_hash = $1 AND cart.expires_at > $2");
    READ_BY_MEMBER = cart_where!(
        ", (SELECT quantity FROM stock WHERE item_id = $3 AND sku = $4) AS wanted_quantity, \
         (SELECT unlimited FROM stock WHERE item_id = $3 AND sku = $4) AS wanted_unlimited",
        "cart.site_user_id = $1 AND cart.kind = 'cart' AND NOT cart.is_purchased AND cart.expires_at > $2");
    READ_ALONE = "SELECT (SELECT version FROM catalog WHERE id = 1) AS catalog_version, \
        (SELECT quantity FROM stock WHERE item_id = $1 AND sku = $2) AS wanted_quantity, \
        (SELECT unlimited FROM stock WHERE item_id = $1 AND sku = $2) AS wanted_unlimited";
}

/// What adding a variant must know.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The cart, unless there is none or it is bought.
    pub cart: Option<StoredCart>,
    /// The version of the catalogue when it was read.
    pub catalog_version: i64,
    /// What is left of the variant; `None` when it is not counted here.
    pub stock: Option<StockRow>,
}

#[derive(FromRow)]
struct Alone {
    catalog_version: Option<i64>,
    wanted_quantity: Option<i64>,
    wanted_unlimited: Option<bool>,
}

/// The cart `key` opens and the stock of `(item_id, sku)`.
///
/// # Errors
/// When the database refuses.
pub async fn read_wanted(
    connection: &mut Connection<'_>,
    key: Option<&Key>,
    (item_id, sku): (&str, &str),
    now: i64,
) -> Result<Wanted, ApiError> {
    let stock = |quantity: Option<i64>, unlimited: Option<bool>| {
        let (item_id, sku) = (item_id.to_owned(), sku.to_owned());
        Some(StockRow { item_id, sku, quantity: quantity?, unlimited: unlimited? })
    };
    let rows: Vec<Row> = match key {
        Some(Key::Token(hash)) => fetch!(connection, |c| sqlx::query_as(READ_BY_TOKEN)
            .bind(hash)
            .bind(now)
            .bind(item_id)
            .bind(sku)
            .fetch_all(c)
            .await)?,
        Some(Key::Member(id)) => fetch!(connection, |c| sqlx::query_as(READ_BY_MEMBER)
            .bind(id)
            .bind(now)
            .bind(item_id)
            .bind(sku)
            .fetch_all(c)
            .await)?,
        None => Vec::new(),
    };
    if let Some(row) = rows.first() {
        let stock = stock(row.wanted_quantity, row.wanted_unlimited);
        let catalog_version = row.catalog_version.unwrap_or(0);
        let cart = assembled(rows).filter(|cart| !cart.is_purchased);
        return Ok(Wanted { cart, catalog_version, stock });
    }
    let alone: Alone =
        fetch!(connection, |c| sqlx::query_as(READ_ALONE).bind(item_id).bind(sku).fetch_one(c).await)?;
    Ok(Wanted {
        cart: None,
        catalog_version: alone.catalog_version.unwrap_or(0),
        stock: stock(alone.wanted_quantity, alone.wanted_unlimited),
    })
}
