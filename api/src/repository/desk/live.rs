//! Whether something is new at the desk: one text that is another one whenever an order was placed or paid, or somebody did something.

use crate::error::ApiError;
use crate::repository::connection::{Connection, fetch, statements};

statements! {
    // Four rows, each found by its key.
    MARK = "SELECT COALESCE((SELECT last FROM order_number WHERE id = 1), 0), COALESCE((SELECT seq FROM record_head WHERE id = 1), 0), \
        COALESCE((SELECT MAX(id) FROM shop_order), ''), COALESCE((SELECT MAX(id) FROM order_mark), '')";
}

/// How it stands now.
pub async fn mark(connection: &mut Connection<'_>) -> Result<String, ApiError> {
    let (paid, done, placed, marked): (i64, i64, String, String) =
        fetch!(connection, |c| sqlx::query_as(MARK).fetch_one(c).await)?;
    Ok(format!("{paid}-{done}-{placed}-{marked}"))
}
