//! What the desk keeps of a person is forgotten with the rest.

use super::terms;
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, statements};
use crate::repository::{draft, mention, order_change, order_return};

statements! {
    NOTES = "DELETE FROM order_note WHERE order_id = $1";
    PARCELS = "UPDATE shipment SET tracking_number = '', tracking_url = '' WHERE order_id = $1";
    TAGS = "UPDATE shop_order SET tags = '[]' WHERE id = $1 AND tags <> '[]'";
    MARKS = "DELETE FROM order_mark WHERE order_id = $1";
    DRAFT = "DELETE FROM draft_order WHERE id = (SELECT cart_id FROM shop_order WHERE id = $1)";
    // A draft that is not paid has a cart of its own.
    CART = "DELETE FROM cart WHERE id = $1 AND NOT is_purchased";
    AGREED = "UPDATE cart SET agreed = NULL WHERE id = (SELECT cart_id FROM shop_order WHERE id = $1) AND agreed IS NOT NULL";
}

/// Forgets notes and whom they name, tags, marks, the words of returns, the draft and the numbers of parcels of an order, and every word that it does not say any more.
/// A change of it that waits to be paid is withdrawn at `now`: nobody is left who would pay it, and the order would wait for ever.
///
/// # Errors
/// Faults of the store.
pub async fn order(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<(), ApiError> {
    if let Some(change) = order_change::pending(connection, id).await? {
        if let Some(draft_id) = &change.draft_id {
            draft::let_go(connection, draft_id, now).await?;
            affected!(connection, CART, draft_id)?;
            draft::remove(connection, draft_id).await?;
        }
        order_change::withdraw(connection, &change.id, now).await?;
    }
    mention::forget_order(connection, id).await?;
    affected!(connection, NOTES, id)?;
    affected!(connection, PARCELS, id)?;
    affected!(connection, TAGS, id)?;
    affected!(connection, MARKS, id)?;
    affected!(connection, DRAFT, id)?;
    affected!(connection, AGREED, id)?;
    order_change::forget(connection, id).await?;
    order_return::forget(connection, id).await?;
    terms::write(connection, id).await
}
