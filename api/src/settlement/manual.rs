//! Orders that are paid by hand: placed, paid when the owner says so, closed when nobody does in time.

use super::invoice;
use super::issue::{self, number_of, tell_owner};
use super::settle;
use super::staff_notice;
use crate::emails;
use crate::error::{ApiError, StatusCode};
use crate::notices;
use crate::ordered::Ordered;
use crate::outbound::email::EmailMessage;
use crate::published::{Publications, Published};
use crate::repository::order::{self, StoredOrder};
use crate::repository::{Connection, cart, outbox};

/// An order that was placed: its cart is bought, it has its number, and both sides get a letter.
///
/// # Errors
/// Faults of the store.
pub async fn begin(
    connection: &mut Connection<'_>,
    published: &Published,
    order_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    let Some(mut order) = order::read(connection, order_id).await? else { return Ok(()) };
    cart::set_purchased(connection, &order.cart_id, order_id, now).await?;
    order.number = Some(number_of(connection, published, &order).await?);
    write(connection, published, &order, ("waiting", emails::order::waiting), now).await?;
    let lines = order::lines(connection, order_id).await?;
    let ordered = Ordered { published, order: &order, lines: &lines, files: &[], now };
    staff_notice::tell_devices(connection, &order, now).await?;
    tell_owner(connection, &ordered, emails::order::waiting_to_owner).await?;
    notices::order(connection, "order.placed", &order, now).await
}

/// The owner has the money: what follows from a payment follows.
///
/// # Errors
/// `not-waiting` when it does not wait for money, or was decided meanwhile.
pub async fn receive(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order: &StoredOrder,
    now: i64,
) -> Result<(), ApiError> {
    // Of two who say it at once one does it, and one who is late learns that the goods were given back.
    let reference = format!("manual-{}", order.id);
    if !order.is_waiting() || !order::set_paid(connection, &order.id, &reference, now).await? {
        return Err(ApiError::refused(
            StatusCode::CONFLICT,
            "not-waiting",
            "This order does not wait for a payment: it is paid, cancelled or closed already.",
        ));
    }
    issue::follow_payment(connection, publications, &order.id, None, now).await?;
    invoice::on_payment(connection, publications, &order.id, now).await
}

/// Calls off an order that waits; `false` when it does not wait any more, or its goods are on their way.
///
/// # Errors
/// Faults of the store.
pub async fn call_off(
    connection: &mut Connection<'_>,
    published: &Published,
    id: &str,
    now: i64,
) -> Result<bool, ApiError> {
    order::hold(connection, id).await?;
    let Some(order) = order::read(connection, id).await? else { return Ok(false) };
    if !order.is_waiting() || order.shipped_at.is_some() || !settle::cancel(connection, id, now).await? {
        return Ok(false);
    }
    // It may have been sent, invoiced, and taken back.
    invoice::credit(connection, published, id, now).await?;
    notices::order(connection, "order.cancelled", &order, now).await?;
    Ok(true)
}

/// Nobody paid in time: the goods are for sale again, and the buyer gets a letter.
///
/// # Errors
/// Faults of the store.
pub async fn close_unpaid(
    connection: &mut Connection<'_>,
    published: &Published,
    id: &str,
    now: i64,
) -> Result<(), ApiError> {
    if !call_off(connection, published, id, now).await? {
        return Ok(());
    }
    let Some(order) = order::read(connection, id).await? else { return Ok(()) };
    write(connection, published, &order, ("unpaid", emails::order::ended_unpaid), now).await
}

type Write = fn(&Ordered<'_>) -> Result<EmailMessage, ApiError>;

async fn write(
    connection: &mut Connection<'_>,
    published: &Published,
    order: &StoredOrder,
    (cause, letter): (&str, Write),
    now: i64,
) -> Result<(), ApiError> {
    let lines = order::lines(connection, &order.id).await?;
    let letter = letter(&Ordered { published, order, lines: &lines, files: &[], now })?;
    let cause = format!("{cause}-{}", order.id);
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await
}
