//! Marks of orders that the staff have looked at.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::desk::marks;
use crate::repository::order;
use crate::repository::record::{Event, Kind};
use crate::usecase::owner::note::note;
use serde_json::json;

/// The most marks that one call names.
const MOST: usize = 100;

/// Notes that these marks of an order were looked at. What was before stays with who did it, so a repeat changes nothing.
///
/// # Errors
/// 404 without an order; `malformed-marks` for none, or more than 100.
pub async fn look_at(context: &Context, who: &SignedIn, id: &str, seen: Vec<String>) -> Result<(), ApiError> {
    if seen.is_empty() || seen.len() > MOST {
        return Err(ApiError::bad_request("malformed-marks", "Please name 1 to 100 marks of the order."));
    }
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            order::hold(connection, &id).await?;
            let order = order::read(connection, &id).await?;
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let known = marks::of_order(connection, &id).await?;
            let mut kinds = Vec::new();
            for mark in known.iter().filter(|mark| seen.contains(&mark.id)) {
                if marks::set_seen(connection, (&id, &mark.id), (now, who.name())).await? {
                    kinds.push(mark.kind.as_str());
                }
            }
            if kinds.is_empty() {
                return Ok(());
            }
            let event = Event::new(Kind::LookAtOrder, &id).with("marks", json!(kinds));
            note(connection, &who, event.about(&order.email), now).await
        })
        .await
}
