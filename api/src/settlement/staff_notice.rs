//! Notices about an order to the browsers of the staff (Web Push).

use crate::error::ApiError;
use crate::repository::Connection;
use crate::repository::device::{self, Told};
use crate::repository::order::StoredOrder;
use serde_json::{Value, json};

/// The browsers of the staff hear that there is an order.
pub(super) async fn tell_devices(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    now: i64,
) -> Result<(), ApiError> {
    device::tell(connection, Told::Order, &facts(order, ""), now).await
}

/// What a notice about an order says: nothing of its buyer.
pub(super) fn facts(order: &StoredOrder, cause: &str) -> Value {
    let name = order.number.map(|number| format!("#{number}")).unwrap_or_default();
    json!({"order": order.id, "name": name, "cents": order.grand_total_cents, "currency": order.currency, "cause": cause})
}
