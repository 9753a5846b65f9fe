//! Those who came along from another shop, as a list.

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::{brought as stored, customer};
use crate::usecase::brought;
use crate::usecase::customers::{CustomerRow, Customers, MOST, PAGE, buyer};

/// A page of those who came along from another shop, by their addresses: all of them, or those of whom it says these words.
///
/// # Errors
/// A cursor of another list; faults of the store.
pub async fn list(context: &Context, text: &str, cursor: &str) -> Result<Customers, ApiError> {
    if !cursor.is_empty() && (cursor.len() > 400 || !cursor.contains('@')) {
        return Err(ApiError::bad_request("malformed-cursor", "The cursor is not one of this list."));
    }
    context
        .db
        .read(async |connection| {
            let limit = i64::try_from(PAGE).unwrap_or(i64::MAX) + 1;
            let mut emails = if text.trim().is_empty() {
                stored::list(connection, cursor, limit).await?
            } else {
                stored::found(connection, text, cursor, limit).await?
            };
            let has_next = emails.len() > PAGE;
            emails.truncate(PAGE);
            let next_cursor = emails.last().filter(|_| has_next).cloned();
            let mut customers = Vec::with_capacity(emails.len());
            for email in emails {
                let said = brought::of(connection, &email, MOST).await?;
                let last = customer::last(connection, &email).await?;
                let own = customer::count(connection, &email).await?;
                let name = last.as_ref().map(|last| buyer(&last.buyer).name).filter(|name| !name.is_empty());
                let newest = said.as_ref().and_then(|said| said.orders.first()).map(|order| order.created_on);
                customers.push(CustomerRow {
                    name: name.or_else(|| said.as_ref().map(|said| said.name.clone())).unwrap_or_default(),
                    orders: own + said.as_ref().map_or(0, |said| said.count),
                    last_on: last.map(|last| last.created_at).max(newest.filter(|at| *at > 0)),
                    email,
                });
            }
            Ok(Customers { customers, next_cursor })
        })
        .await
}
