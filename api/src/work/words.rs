//! The words that orders are found by: of new ones at once, of those from before they were kept in portions.

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::desk::terms;

/// How many orders one transaction writes the words of, and how many portions one round has.
const PORTION: i64 = 200;
const PORTIONS: usize = 50;

/// Writes down the words of the orders that have none yet, the newest first.
pub(super) async fn write(context: &Context) -> Result<(), ApiError> {
    for _ in 0..PORTIONS {
        let unlisted = context.db.read(async |connection| terms::unlisted(connection, PORTION).await).await?;
        if unlisted.is_empty() {
            break;
        }
        context
            .db
            .write(async move |connection| {
                for id in &unlisted {
                    terms::write(connection, id).await?;
                }
                Ok(())
            })
            .await?;
    }
    Ok(())
}
