//! What the desk keeps of a person is forgotten with the rest.

use super::terms;
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, statements};
use crate::repository::{order_change, order_return};

statements! {
    NOTES = "DELETE FROM order_note WHERE order_id = $1";
    PARCELS = "UPDATE shipment SET tracking_number = '', tracking_url = '' WHERE order_id = $1";
    TAGS = "UPDATE shop_order SET tags = '[]' WHERE id = $1 AND tags <> '[]'";
    MARKS = "DELETE FROM order_mark WHERE order_id = $1";
    DRAFT = "DELETE FROM draft_order WHERE id = (SELECT cart_id FROM shop_order WHERE id = $1)";
    AGREED = "UPDATE cart SET agreed = NULL WHERE id = (SELECT cart_id FROM shop_order WHERE id = $1) AND agreed IS NOT NULL";
}

/// Forgets notes, tags, marks, the words of returns, the draft and the numbers of parcels of an order, and every word that it does not say any more.
///
/// # Errors
/// Faults of the store.
pub async fn order(connection: &mut Connection<'_>, id: &str) -> Result<(), ApiError> {
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
