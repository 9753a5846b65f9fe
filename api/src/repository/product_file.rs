//! The files that products sell, as the catalogue named them last. A product that is published no more keeps its own: who
//! paid for it may have them.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use loggia_commerce::SoldFile;
use sqlx_macros::FromRow;

statements! {
    PRODUCTS = "SELECT DISTINCT item_id FROM product_file";
    FORGET = "DELETE FROM product_file WHERE item_id = $1";
    ADD = "INSERT INTO product_file (item_id, position, digest, name, kind) VALUES ($1, $2, $3, $4, $5)";
    // What went back into stock is not the buyer's any more.
    OF_ORDER = "SELECT l.position AS line, l.title, f.digest, f.name, f.kind FROM order_line l JOIN product_file f ON f.item_id = l.item_id \
        WHERE l.order_id = $1 AND l.restocked < l.quantity ORDER BY l.position, f.position";
}

/// A file on a line of an order.
#[derive(Clone, Debug, FromRow)]
pub struct OrderedFile {
    /// The line, from 0.
    pub line: i64,
    /// What the product was called.
    pub title: String,
    /// Of the file's bytes.
    pub digest: String,
    /// What it is called, as the catalogue says it.
    pub name: String,
    /// Its media type, as the catalogue says it.
    pub kind: String,
}

/// The products that sell files, or did when they were published last.
pub async fn products(connection: &mut Connection<'_>) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(PRODUCTS).fetch_all(c).await)?)
}

/// Writes down what a product sells now, in place of what it sold.
pub async fn replace(
    connection: &mut Connection<'_>,
    item_id: &str,
    files: &[SoldFile],
) -> Result<(), ApiError> {
    affected!(connection, FORGET, item_id)?;
    for (position, file) in (0_i64..).zip(files) {
        affected!(connection, ADD, item_id, position, file.digest.as_str(), &file.name, &file.kind)?;
    }
    Ok(())
}

/// The files on the lines of an order, in order; whether anybody may have them is not asked here.
pub async fn of_order(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<OrderedFile>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_ORDER).bind(order_id).fetch_all(c).await)?)
}
