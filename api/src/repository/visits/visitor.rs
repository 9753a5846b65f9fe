//! Everything that is kept of one visitor, taken away.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};

statements! {
    OTHER_IDS = "SELECT DISTINCT visitor, analytics_id FROM event WHERE visitor = $1 OR analytics_id = $1 LIMIT 100";
    REMOVE_VISITOR = "DELETE FROM event WHERE visitor = $1";
    REMOVE_ANALYTICS_ID = "DELETE FROM event WHERE analytics_id = $1";
}

/// Removes every event of the visitor whom either of their ids names, by both; how many it were. The metrics hold no id.
pub async fn remove(connection: &mut Connection<'_>, id: &str) -> Result<u64, ApiError> {
    let pairs: Vec<(Option<String>, Option<String>)> =
        fetch!(connection, |c| sqlx::query_as(OTHER_IDS).bind(id).fetch_all(c).await)?;
    let mut ids: Vec<String> = pairs.into_iter().flat_map(|(one, other)| [one, other]).flatten().collect();
    ids.push(id.to_owned());
    ids.sort_unstable();
    ids.dedup();
    let mut removed = 0;
    for id in ids {
        removed += affected!(connection, REMOVE_VISITOR, &id)?;
        removed += affected!(connection, REMOVE_ANALYTICS_ID, &id)?;
    }
    Ok(removed)
}
