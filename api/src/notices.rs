//! What the shop tells the owner's own systems: written with the change itself, delivered signed by the outbox.

use crate::error::ApiError;
use crate::repository::order::StoredOrder;
use crate::repository::subscription::StoredSubscription;
use crate::repository::{Connection, outbox};
use crate::token;
use serde_json::{Value, json};

/// Something became of an order.
pub async fn order(
    connection: &mut Connection<'_>,
    kind: &str,
    order: &StoredOrder,
    now: i64,
) -> Result<(), ApiError> {
    let data = json!({
        "id": order.id, "number": order.number, "cartId": order.cart_id, "email": order.email, "testMode": order.test_mode, "currency": order.currency,
        "subtotalCents": order.subtotal_cents, "discountCents": order.discount_cents, "shippingCents": order.shipping_cents,
        "taxCents": order.tax_cents, "reverseCharge": order.reverse_charge, "reliefCents": order.relief_cents, "grandTotalCents": order.grand_total_cents, "refundedCents": order.refunded_cents,
        "subscriptionId": order.subscription_id, "createdOn": order.created_at, "discounts": order.applied_discounts()?,
    });
    add(connection, kind, data, now).await
}

/// Something became of a subscription, by an order of its own.
pub async fn subscription(
    connection: &mut Connection<'_>,
    kind: &str,
    subscription: &StoredSubscription,
    (order_id, now): (&str, i64),
) -> Result<(), ApiError> {
    let data = json!({
        "id": subscription.id, "orderId": order_id, "firstOrderId": subscription.order_id, "email": subscription.email,
        "itemId": subscription.item_id, "sku": subscription.sku, "quantity": subscription.quantity,
    });
    add(connection, kind, data, now).await
}

/// Puts a notice into the outbox; who is to hear of it is decided when it is sent.
pub async fn add(connection: &mut Connection<'_>, kind: &str, data: Value, now: i64) -> Result<(), ApiError> {
    let id = token::new_id();
    let notice = json!({"id": id, "type": kind, "createdOn": now, "data": data});
    outbox::add(connection, &format!("notice-{id}"), outbox::NOTICE, &notice.to_string(), now).await
}
