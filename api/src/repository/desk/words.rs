//! The words that orders are found by: of new ones at once, of those from before they were kept in portions.

use super::terms;
use crate::error::ApiError;
use crate::repository::Db;

/// How many orders one transaction writes the words of.
const PORTION: i64 = 200;

/// Writes down the words of the newest orders that have none yet, at most `portions` times 200 of them.
///
/// # Errors
/// Faults of the store.
pub async fn write(db: &Db, portions: usize) -> Result<(), ApiError> {
    for _ in 0..portions {
        let unlisted = db.read(async |connection| terms::unlisted(connection, PORTION).await).await?;
        if unlisted.is_empty() {
            break;
        }
        db.write(async move |connection| {
            for id in &unlisted {
                terms::write(connection, id).await?;
            }
            Ok(())
        })
        .await?;
    }
    Ok(())
}
