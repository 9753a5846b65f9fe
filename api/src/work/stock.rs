//! The owner hears of what runs low: one letter for all of it, once for each time that it does.

use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::repository::device::{self, Told};
use crate::repository::outbox;
use crate::repository::stock::told;
use crate::token;
use serde_json::json;

/// How many variants one letter is about at most; the rest are told of in the next.
const MOST: i64 = 500;

/// Writes to the owner about variants that became low or sold out since the last letter, where a number was said from which
/// on they are low.
pub(super) async fn tell(context: &Context) -> Result<(), ApiError> {
    let now = context.clock.now_ms();
    let published = context.publications.newest(&context.db).await?;
    let settings = &published.catalog.order_settings;
    let owner = settings.email.as_ref().or(published.catalog.website.owner_email.as_ref()).cloned();
    context
        .db
        .write(async move |connection| {
            told::note_filled(connection).await?;
            // Without an address and a browser nothing counts as told: the letter comes when there is one.
            if owner.is_none() && !device::is_wanted(connection, Told::Stock).await? {
                return Ok(());
            }
            let mut low = Vec::new();
            for one in told::untold(connection, MOST).await? {
                if told::tell(connection, (&one.item_id, &one.sku)).await? {
                    low.push(one);
                }
            }
            for one in &low {
                let facts = json!({"title": one.title, "left": one.quantity});
                device::tell(connection, Told::Stock, &facts, now).await?;
            }
            let Some(owner) = owner.as_ref().filter(|_| !low.is_empty()) else { return Ok(()) };
            let letter = serde_json::to_string(&emails::stock::low_stock(&published, owner, &low))?;
            outbox::add(connection, &format!("low-stock-{}", token::new_id()), outbox::MAIL, &letter, now)
                .await
        })
        .await
}
