//! Everything that waits for the writer, at once: one statement makes the new carts, one puts all entries in, one tells
//! their carts that they are another revision. The three and their transaction are handed over as one text, because
//! each handing over is a hop to the thread of the connection and back; what they are told is JSON, so that a hundred
//! shoppers cost as many statements as one.

use super::decision::{Put, Seen};
use crate::error::ApiError;
use crate::repository::cart::entries::fields_key;
use crate::repository::connection::{Connection, change};
use serde_json::{Value, json};
use std::collections::HashSet;

/// New carts, `[id, hash of the token, made at, kept until]` each.
macro_rules! make {
    () => {
        "INSERT INTO cart (id, token_hash, kind, created_at, updated_at, expires_at) \
         SELECT value ->> 0, unhex(value ->> 1), 'cart', value ->> 2, value ->> 2, value ->> 3 FROM json_each($1)"
    };
}

/// Entries as [`row`] writes them, into those carts that are as they were seen.
macro_rules! put {
    () => {
        "INSERT INTO cart_entry (id, cart_id, item_id, sku, quantity, price_cents, additional_fields, fields_key, created_at) \
         SELECT put.value ->> 1, cart.id, put.value ->> 3, put.value ->> 4, put.value ->> 5, put.value ->> 6, put.value ->> 7, \
         put.value ->> 8, put.value ->> 9 FROM json_each($2) AS put CROSS JOIN cart WHERE cart.id = put.value ->> 0 \
         AND cart.revision = put.value ->> 2 AND NOT cart.is_purchased ON CONFLICT (cart_id, item_id, sku, fields_key) \
         DO UPDATE SET quantity = cart_entry.quantity + excluded.quantity, price_cents = excluded.price_cents RETURNING cart_id"
    };
}

/// The same carts are another revision from now on: between the two nobody else writes.
macro_rules! bump_revision {
    () => {
        "UPDATE cart SET revision = cart.revision + 1 FROM (SELECT value ->> 0 AS id, value ->> 2 AS revision FROM json_each($2)) AS seen \
         WHERE cart.id = seen.id AND cart.revision = seen.revision AND NOT cart.is_purchased"
    };
}

const STORED: &str = concat!(put!(), "; ", bump_revision!());
const WITH_NEW: &str = concat!(make!(), "; ", put!(), "; ", bump_revision!());
const STORED_WHOLE: &str = concat!("BEGIN IMMEDIATE; ", put!(), "; ", bump_revision!(), "; COMMIT");
const WITH_NEW_WHOLE: &str =
    concat!("BEGIN IMMEDIATE; ", make!(), "; ", put!(), "; ", bump_revision!(), "; COMMIT");

/// Every statement of this file.
pub(in crate::repository) const STATEMENTS: &[(&str, &str)] =
    &[("MAKE", make!()), ("PUT", put!()), ("BUMP_REVISION", bump_revision!())];

/// Where the statements run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::repository) enum Bounds {
    /// In the caller's transaction.
    Inside,
    /// In one of their own, which a fault leaves open.
    Whole,
}

/// Saves what was decided, each with whether it was: of several for one cart only the first, for the others it is
/// another cart by then.
pub(in crate::repository) async fn put_all<'p>(
    connection: &mut Connection<'_>,
    puts: impl Iterator<Item = &'p Put> + Clone,
    bounds: Bounds,
) -> Result<Vec<bool>, ApiError> {
    let mut named = HashSet::new();
    let firsts: Vec<bool> = puts.clone().map(|put| named.insert(put.cart.id())).collect();
    let (mut new, mut rows) = (Vec::new(), Vec::new());
    for (put, _) in puts.clone().zip(&firsts).filter(|(_, first)| **first) {
        if let Seen::Nothing { id, token_hash, expires_at } = &put.cart {
            new.push(json!([id, hex::encode(token_hash), put.now, expires_at]));
        }
        rows.push(row(put));
    }
    let sql = match (bounds, new.is_empty()) {
        (Bounds::Inside, true) => STORED,
        (Bounds::Inside, false) => WITH_NEW,
        (Bounds::Whole, true) => STORED_WHOLE,
        (Bounds::Whole, false) => WITH_NEW_WHOLE,
    };
    // One is counted where it is sent.
    connection.send_more(if new.is_empty() { 1 } else { 2 });
    let (new, rows) = (Value::from(new).to_string(), Value::from(rows).to_string());
    let saved: Vec<String> =
        change!(connection, |c| sqlx::query_scalar(sql).bind(new).bind(rows).fetch_all(c).await)?;
    let saved: HashSet<String> = saved.into_iter().collect();
    Ok(puts.zip(firsts).map(|(put, first)| first && saved.contains(put.cart.id())).collect())
}

fn row(put: &Put) -> Value {
    let entry = &put.entry;
    let revision = match &put.cart {
        Seen::Stored { revision, .. } => *revision,
        Seen::Nothing { .. } => 0,
    };
    json!([
        put.cart.id(),
        entry.id,
        revision,
        entry.item_id,
        entry.sku,
        entry.quantity,
        entry.price_cents,
        entry.additional_fields,
        fields_key(entry.additional_fields.as_deref()),
        put.now
    ])
}
