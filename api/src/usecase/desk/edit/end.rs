//! A change that waits to be paid is noted as paid, or withdrawn.

use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::order_change::{self, StoredChange};
use crate::repository::record::{Event, Kind};
use crate::repository::{Connection, draft, order};
use crate::usecase::desk::draft::{keep, paid};
use crate::usecase::owner::note::note;

/// The shop has the money of a change: what it adds is paid, and the change is made.
///
/// # Errors
/// 404 without the change; `change-ended`; `draft-placed` when its shopper pays at this moment; too few in stock.
pub async fn receive(
    context: &Context,
    who: &SignedIn,
    (order_id, change_id): (&str, &str),
) -> Result<(), ApiError> {
    let read = async |connection: &mut Connection<'_>| waiting(connection, (order_id, change_id)).await;
    let (_, draft_id) = context.db.read(read).await?;
    paid::mark_paid(context, who, &draft_id).await.map(drop)
}

/// Withdraws a change that is not paid: its link ends, and what it held is for sale again.
///
/// # Errors
/// 404 without the change; `change-ended`; `draft-placed` when its shopper pays at this moment.
pub async fn withdraw(
    context: &Context,
    who: &SignedIn,
    (order_id, change_id): (&str, &str),
) -> Result<(), ApiError> {
    let (order_id, change_id, who) = (order_id.to_owned(), change_id.to_owned(), who.clone());
    let (publications, now) = (context.publications.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let (_, draft_id) = waiting(connection, (&order_id, &change_id)).await?;
            keep::end_link(connection, publications.links(), &draft_id, now).await?;
            draft::remove(connection, &draft_id).await?;
            if !order_change::withdraw(connection, &change_id, now).await? {
                return Err(ended());
            }
            let order = order::read(connection, &order_id).await?;
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let event = Event::new(Kind::WithdrawChange, &order_id).with("changeId", change_id.as_str());
            note(connection, &who, event.about(&order.email), now).await
        })
        .await
}

/// A change that waits to be paid, and its draft.
async fn waiting(
    connection: &mut Connection<'_>,
    (order_id, change_id): (&str, &str),
) -> Result<(StoredChange, String), ApiError> {
    let changes = order_change::of_order(connection, order_id).await?;
    let change = changes.into_iter().find(|change| change.id == change_id);
    let change = change.ok_or_else(|| ApiError::not_found("Not found"))?;
    match change.draft_id.clone().filter(|_| change.is_pending()) {
        Some(draft_id) => Ok((change, draft_id)),
        None => Err(ended()),
    }
}

fn ended() -> ApiError {
    ApiError::refused(
        StatusCode::CONFLICT,
        "change-ended",
        "This change is made or withdrawn by now. Please load the order again.",
    )
}
