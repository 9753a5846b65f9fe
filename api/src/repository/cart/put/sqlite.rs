//! Everything that waits for the writer, by three statements: one holds the carts, one makes new ones, one puts all
//! entries in. What they are told is one JSON text, so that a hundred shoppers cost as many statements as one.

use super::super::entries::fields_key;
use super::{Put, Seen};
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, change, statements};
use serde_json::{Value, json};
use std::collections::HashSet;

statements! {
    HOLD = "UPDATE cart SET revision = cart.revision + 1 FROM (SELECT value ->> 0 AS id, value ->> 1 AS revision FROM json_each($1)) AS seen \
        WHERE cart.id = seen.id AND cart.revision = seen.revision AND NOT cart.is_purchased RETURNING id";
    MAKE = "INSERT INTO cart (id, token_hash, kind, created_at, updated_at, expires_at) \
        SELECT value ->> 0, unhex(value ->> 1), 'cart', value ->> 2, value ->> 2, value ->> 3 FROM json_each($1)";
    PUT = "INSERT INTO cart_entry (id, cart_id, item_id, sku, quantity, price_cents, additional_fields, fields_key, created_at) \
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8 \
        FROM json_each($1) WHERE TRUE ON CONFLICT (cart_id, item_id, sku, fields_key) \
        DO UPDATE SET quantity = cart_entry.quantity + excluded.quantity, price_cents = excluded.price_cents";
}

/// Saves what was decided, each with whether it was: of several for one cart only the first, for the others it is
/// another cart by then.
pub(in crate::repository) async fn put_all<'p>(
    connection: &mut Connection<'_>,
    puts: impl Iterator<Item = &'p Put> + Clone,
) -> Result<Vec<bool>, ApiError> {
    let mut named = HashSet::new();
    let firsts: Vec<bool> = puts.clone().map(|put| named.insert(put.cart.id())).collect();
    let (mut seen, mut new) = (Vec::new(), Vec::new());
    for (put, _) in puts.clone().zip(&firsts).filter(|(_, first)| **first) {
        match &put.cart {
            Seen::Stored { id, revision } => seen.push(json!([id, revision])),
            Seen::Nothing { id, token_hash, expires_at } => {
                new.push(json!([id, hexadecimal(token_hash), put.now, expires_at]));
            }
        }
    }
    let held = held(connection, seen).await?;
    if !new.is_empty() {
        affected!(connection, MAKE, Value::from(new).to_string())?;
    }
    let is_ready = |put: &Put| match &put.cart {
        Seen::Stored { id, .. } => held.contains(id),
        Seen::Nothing { .. } => true,
    };
    let saved: Vec<bool> = puts.clone().zip(firsts).map(|(put, first)| first && is_ready(put)).collect();
    let entries: Vec<Value> =
        puts.zip(&saved).filter(|(_, saved)| **saved).map(|(put, _)| row(put)).collect();
    if !entries.is_empty() {
        affected!(connection, PUT, Value::from(entries).to_string())?;
    }
    Ok(saved)
}

/// The carts that are still as they were seen, by id; they are another revision from now on.
async fn held(connection: &mut Connection<'_>, seen: Vec<Value>) -> Result<HashSet<String>, ApiError> {
    if seen.is_empty() {
        return Ok(HashSet::new());
    }
    let seen = Value::from(seen).to_string();
    let ids: Vec<String> = change!(connection, |c| sqlx::query_scalar(HOLD).bind(seen).fetch_all(c).await)?;
    Ok(ids.into_iter().collect())
}

fn row(put: &Put) -> Value {
    let entry = &put.entry;
    json!([
        entry.id,
        put.cart.id(),
        entry.item_id,
        entry.sku,
        entry.quantity,
        entry.price_cents,
        entry.additional_fields,
        fields_key(entry.additional_fields.as_deref()),
        put.now
    ])
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
