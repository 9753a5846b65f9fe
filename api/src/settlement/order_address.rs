//! A paid order goes to another address: at once, or with the payment of what delivery and taxes cost more there.

use super::change_body::ChangeBody;
use crate::error::ApiError;
use crate::repository::desk::{notes, terms};
use crate::repository::order::StoredOrder;
use crate::repository::order_change::{self, StoredChange};
use crate::repository::{Connection, draft};
use loggia_commerce::{Buyer, OfferedShippingOption, ShippingLocation};
use serde::Deserialize;

/// What a draft says of where it goes.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Goes {
    name: String,
    company: String,
    phone: String,
    shipping_location: Option<ShippingLocation>,
}

/// Sends an order to another address, and by another way where one is named; `false` once a part of it was sent or it was called off.
///
/// # Errors
/// Faults of the store.
pub async fn write(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    (buyer, location): (&Buyer, &ShippingLocation),
    option: Option<&OfferedShippingOption>,
) -> Result<bool, ApiError> {
    let (buyer, location) = (serde_json::to_string(buyer)?, serde_json::to_string(location)?);
    let option = option.map(serde_json::to_string).transpose()?;
    if !notes::readdress(connection, &order.id, (&buyer, &location, option.as_deref())).await? {
        return Ok(false);
    }
    terms::write(connection, &order.id).await?;
    Ok(true)
}

/// Whether a change of the address of an order waits to be paid.
///
/// # Errors
/// Faults of the store.
pub async fn waits(connection: &mut Connection<'_>, order_id: &str) -> Result<bool, ApiError> {
    let Some(change) = order_change::pending(connection, order_id).await? else { return Ok(false) };
    let body: ChangeBody = serde_json::from_str(&change.body)?;
    Ok(body.readdress.is_some())
}

/// What another address costs more is paid: the order goes there, by its draft, which alone knew the address until now. `false` of
/// what was sent or called off meanwhile.
pub(super) async fn on_payment(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    (change, body): (&StoredChange, &ChangeBody),
) -> Result<bool, ApiError> {
    let Some(readdress) = &body.readdress else { return Ok(true) };
    let Some(draft_id) = &change.draft_id else { return Ok(false) };
    let Some(draft) = draft::read(connection, draft_id).await? else { return Ok(false) };
    let Goes { name, company, phone, shipping_location } = serde_json::from_str(&draft.body)?;
    let Some(location) = shipping_location else { return Ok(false) };
    let buyer = Buyer { name, company, phone, ..order.buyer()? };
    write(connection, order, (&buyer, &location), readdress.option.as_ref()).await
}
