//! The entries of a cart: put in, changed, taken out.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, change, statements};
use crate::token;

statements! {
    PUT_ENTRY = "INSERT INTO cart_entry (id, cart_id, item_id, sku, quantity, price_cents, additional_fields, fields_key, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (cart_id, item_id, sku, fields_key) \
        DO UPDATE SET quantity = cart_entry.quantity + excluded.quantity, price_cents = excluded.price_cents RETURNING id";
    SET_QUANTITY = "UPDATE cart_entry SET quantity = $3 WHERE cart_id = $1 AND id = $2";
    SET_FIELDS = "UPDATE cart_entry SET additional_fields = $3, fields_key = $4 WHERE cart_id = $1 AND id = $2";
    REMOVE_ENTRY = "DELETE FROM cart_entry WHERE cart_id = $1 AND id = $2";
    ACCEPT_PRICE = "UPDATE cart_entry SET price_cents = $3 WHERE cart_id = $1 AND id = $2";
}

/// An entry to be put into a cart.
#[derive(Clone, Debug)]
pub struct NewEntry {
    /// Its id, unless the cart has the same entry already.
    pub id: String,
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// How many more.
    pub quantity: i64,
    /// The price of one.
    pub price_cents: i64,
    /// Answers to the product's form, as JSON.
    pub additional_fields: Option<String>,
}

/// What tells two entries of one variant apart.
pub fn fields_key(additional_fields: Option<&str>) -> String {
    additional_fields.map_or_else(String::new, |fields| hex::encode(&token::hash(fields)[..16]))
}

/// Puts an entry into the cart, or adds its quantity to the same one; the entry's id.
pub async fn put_entry(
    connection: &mut Connection<'_>,
    cart_id: &str,
    entry: &NewEntry,
    now: i64,
) -> Result<String, ApiError> {
    Ok(change!(connection, |c| sqlx::query_scalar(PUT_ENTRY)
        .bind(&entry.id)
        .bind(cart_id)
        .bind(&entry.item_id)
        .bind(&entry.sku)
        .bind(entry.quantity)
        .bind(entry.price_cents)
        .bind(&entry.additional_fields)
        .bind(fields_key(entry.additional_fields.as_deref()))
        .bind(now)
        .fetch_one(c)
        .await)?)
}

/// Sets how many there are of an entry.
pub async fn set_quantity(
    connection: &mut Connection<'_>,
    cart_id: &str,
    entry_id: &str,
    quantity: i64,
) -> Result<(), ApiError> {
    affected!(connection, SET_QUANTITY, cart_id, entry_id, quantity)?;
    Ok(())
}

/// Sets the answers of an entry.
pub async fn set_fields(
    connection: &mut Connection<'_>,
    cart_id: &str,
    entry_id: &str,
    fields: Option<&str>,
) -> Result<(), ApiError> {
    affected!(connection, SET_FIELDS, cart_id, entry_id, fields, fields_key(fields))?;
    Ok(())
}

/// Takes an entry out.
pub async fn remove_entry(
    connection: &mut Connection<'_>,
    cart_id: &str,
    entry_id: &str,
) -> Result<(), ApiError> {
    affected!(connection, REMOVE_ENTRY, cart_id, entry_id)?;
    Ok(())
}

/// Remembers that the shopper saw this price.
pub async fn accept_price(
    connection: &mut Connection<'_>,
    cart_id: &str,
    entry_id: &str,
    price_cents: i64,
) -> Result<(), ApiError> {
    affected!(connection, ACCEPT_PRICE, cart_id, entry_id, price_cents)?;
    Ok(())
}
