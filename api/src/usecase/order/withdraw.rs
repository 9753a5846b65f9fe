//! An order that its buyer cancels while nothing of it was sent.

use super::page::{is_cancellable, opened};
use crate::context::Context;
use crate::emails;
use crate::error::{ApiError, StatusCode};
use crate::ordered::Ordered;
use crate::published::Published;
use crate::repository::{Connection, order, outbox};
use crate::settlement::refund::{CallOff, call_off};
use crate::settlement::{self, manual};

/// What stands in the books as the reason.
const REASON: &str = "cancelled by the customer";

/// Cancels the order that `key` opens: its goods go back into stock and its money goes back, as when the owner does it; both are
/// told by letter.
///
/// # Errors
/// `link-refused`; `not-cancellable` when it was sent, fetched or cancelled, or the shop does not let its buyers.
pub async fn cancel(context: &Context, id: &str, key: &str) -> Result<(), ApiError> {
    let wanted = context.db.read(async |connection| opened(connection, context, (id, key)).await).await?;
    let published = context.publications.newest(&context.db).await?;
    let (id, now, publications) = (wanted.id, context.clock.now_ms(), context.publications.clone());
    context
        .db
        .write(async move |connection| {
            order::hold(connection, &id).await?;
            let order = order::read(connection, &id).await?.ok_or_else(not_cancellable)?;
            if !is_cancellable(connection, &published, &order).await? {
                return Err(not_cancellable());
            }
            if order.is_waiting() {
                if !manual::call_off(connection, &published, &id, now).await? {
                    return Err(not_cancellable());
                }
            } else {
                let how = CallOff { restock: true, reason: REASON, even_if_spent: false };
                call_off(connection, &order, how, now).await?;
                settlement::credit_given_back(connection, &publications, &id, now).await?;
            }
            tell_owner(connection, &published, &id, now).await?;
            tell(connection, &published, &id, now).await
        })
        .await
}

/// Writes to the buyer of an order that it is cancelled.
///
/// # Errors
/// Faults of the store.
pub async fn tell(
    connection: &mut Connection<'_>,
    published: &Published,
    id: &str,
    now: i64,
) -> Result<(), ApiError> {
    let Some(order) = order::read(connection, id).await? else { return Ok(()) };
    let lines = order::lines(connection, id).await?;
    let ordered = Ordered { published, order: &order, lines: &lines, files: &[], now };
    let letter = emails::order::cancelled(&ordered)?;
    let cause = format!("cancelled-{id}");
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await
}

async fn tell_owner(
    connection: &mut Connection<'_>,
    published: &Published,
    id: &str,
    now: i64,
) -> Result<(), ApiError> {
    let settings = &published.catalog.order_settings;
    let owner = settings.email.as_ref().or(published.catalog.website.owner_email.as_ref());
    let Some(owner) = owner.filter(|_| settings.letter_to_owner) else { return Ok(()) };
    let Some(order) = order::read(connection, id).await? else { return Ok(()) };
    let lines = order::lines(connection, id).await?;
    let ordered = Ordered { published, order: &order, lines: &lines, files: &[], now };
    let letter = emails::order::cancelled_to_owner(&ordered, owner)?;
    let cause = format!("owner-cancelled-{id}");
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await
}

fn not_cancellable() -> ApiError {
    ApiError::refused(
        StatusCode::CONFLICT,
        "not-cancellable",
        "This order can no longer be cancelled here. Please write to the shop.",
    )
}
