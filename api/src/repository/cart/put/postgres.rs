//! One statement for the cart and its entry.

use super::decision::{Put, Seen};
use crate::error::ApiError;
use crate::repository::cart::entries::fields_key;
use crate::repository::connection::{Connection, affected, statements};

/// Puts an entry into the cart that the statement before it names `held`.
macro_rules! entry_into {
    ($held:literal) => {
        concat!(
            "WITH held AS (",
            $held,
            ") INSERT INTO cart_entry (id, cart_id, item_id, sku, quantity, price_cents, additional_fields, fields_key, created_at) \
             SELECT $3, held.id, $4, $5, $6, $7, $8, $9, $10 FROM held ON CONFLICT (cart_id, item_id, sku, fields_key) \
             DO UPDATE SET quantity = cart_entry.quantity + excluded.quantity, price_cents = excluded.price_cents"
        )
    };
}

statements! {
    PUT_INTO_STORED = entry_into!("UPDATE cart SET revision = revision + 1 WHERE id = $1 AND revision = $2 AND NOT is_purchased RETURNING id");
    PUT_INTO_NEW = entry_into!("INSERT INTO cart (id, token_hash, kind, created_at, updated_at, expires_at) \
        VALUES ($1, $2, 'cart', $10, $10, $11) RETURNING id");
}

/// Saves what was decided; `false` when the cart is another by now.
pub(super) async fn put(connection: &mut Connection<'_>, put: &Put) -> Result<bool, ApiError> {
    let (entry, now) = (&put.entry, put.now);
    let key = fields_key(entry.additional_fields.as_deref());
    let saved = match &put.cart {
        Seen::Stored { id, revision } => affected!(
            connection,
            PUT_INTO_STORED,
            id,
            revision,
            &entry.id,
            &entry.item_id,
            &entry.sku,
            entry.quantity,
            entry.price_cents,
            &entry.additional_fields,
            key,
            now
        )?,
        Seen::Nothing { id, token_hash, expires_at } => affected!(
            connection,
            PUT_INTO_NEW,
            id,
            token_hash,
            &entry.id,
            &entry.item_id,
            &entry.sku,
            entry.quantity,
            entry.price_cents,
            &entry.additional_fields,
            key,
            now,
            expires_at
        )?,
    };
    Ok(saved == 1)
}
