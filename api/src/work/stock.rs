//! The owner hears of what runs low: one letter for all of it, once for each time that it does.

use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::repository::outbox;
use crate::repository::stock::told;
use crate::token;

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
            // Without an address nothing counts as told: the letter comes when there is one.
            let Some(owner) = &owner else { return Ok(()) };
            let mut low = Vec::new();
            for one in told::untold(connection, MOST).await? {
                if told::tell(connection, (&one.item_id, &one.sku)).await? {
                    low.push(one);
                }
            }
            if low.is_empty() {
                return Ok(());
            }
            let letter = serde_json::to_string(&emails::stock::low_stock(&published, owner, &low))?;
            outbox::add(connection, &format!("low-stock-{}", token::new_id()), outbox::MAIL, &letter, now)
                .await
        })
        .await
}
