//! The books: what was paid and what went back is written down a moment later, that of orders from before there were books in portions.

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::books::{mark, write};

/// How many orders one transaction writes down, and how many portions one round has.
const PORTION: i64 = 200;
const PORTIONS: usize = 50;

/// Writes down what happened to orders and does not stand in the books.
pub(super) async fn write(context: &Context) -> Result<(), ApiError> {
    for _ in 0..PORTIONS {
        let unbooked = context.db.read(async |connection| mark::unbooked(connection, PORTION).await).await?;
        if unbooked.is_empty() {
            break;
        }
        let Err(fault) = portion(context, unbooked.clone()).await else { continue };
        tracing::warn!(?fault, "orders are written into the books one by one");
        // One that cannot be read keeps no other out of the books.
        let mut written = 0;
        for id in unbooked {
            match portion(context, vec![id.clone()]).await {
                Ok(()) => written += 1,
                Err(fault) => {
                    tracing::error!(order = id, ?fault, "an order cannot be written into the books");
                }
            }
        }
        if written == 0 {
            break;
        }
    }
    Ok(())
}

async fn portion(context: &Context, ids: Vec<String>) -> Result<(), ApiError> {
    context
        .db
        .write(async move |connection| {
            for id in &ids {
                write::order(connection, id).await?;
            }
            Ok(())
        })
        .await
}
