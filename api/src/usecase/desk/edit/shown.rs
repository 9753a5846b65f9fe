//! The changes of an order, as the desk shows them.

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::order_change::{self, StoredChange};
use crate::repository::{draft, order};
use crate::settlement::change_body::ChangeBody;

/// The changes of an order.
#[derive(Debug)]
pub struct Changes {
    /// Oldest first.
    pub changes: Vec<ShownChange>,
    /// The order that this one was added to, and its number.
    pub added_to: Option<(String, Option<i64>)>,
}

/// A change.
#[derive(Debug)]
pub struct ShownChange {
    /// As it is stored.
    pub stored: StoredChange,
    /// What is taken out and added.
    pub body: ChangeBody,
    /// Where it is paid and until when; none while it cannot be.
    pub link: Option<(String, i64)>,
}

/// The changes of an order.
///
/// # Errors
/// 404 without the order; faults of the store.
pub async fn changes(context: &Context, id: &str) -> Result<Changes, ApiError> {
    let now = context.clock.now_ms();
    context
        .db
        .read(async |connection| {
            let order = order::read(connection, id).await?;
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let added_to = match order_change::of_draft(connection, &order.cart_id).await? {
                Some(change) => {
                    let number = order::read(connection, &change.order_id).await?.and_then(|one| one.number);
                    Some((change.order_id, number))
                }
                None => None,
            };
            let mut changes = Vec::new();
            for stored in order_change::of_order(connection, id).await? {
                let body: ChangeBody = serde_json::from_str(&stored.body)?;
                let found = match stored.draft_id.as_deref().filter(|_| stored.is_pending()) {
                    Some(draft_id) => draft::read(connection, draft_id).await?,
                    None => None,
                };
                let link = found.filter(|draft| draft.is_open(now) && !draft.is_placed).and_then(|draft| {
                    let until = draft.expires_at?;
                    let path = context.publications.links().payment((&draft.id, draft.version), until);
                    Some((context.publications.current().address_of(&path), until))
                });
                changes.push(ShownChange { stored, body, link });
            }
            Ok(Changes { changes, added_to })
        })
        .await
}
