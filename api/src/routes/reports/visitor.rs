//! What is kept of one visitor, taken away.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::record::{self, Event, Kind};
use crate::repository::visits::visitor;
use crate::roles::Right;
use crate::routes::tracking_request;
use actix_web::web::Path;
use actix_web::{HttpResponse, delete, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What was taken away.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct VisitorRemoval {
    /// How many events.
    pub events: u64,
}

/// Takes away every event of a visitor, by the id of `ss_cvr` or the analytics id; for ADMIN. The metrics of days hold no id
/// and stay. What other systems were forwarded is theirs to forget.
#[utoipa::path(tag = "reports", params(("visitorId" = String, Path, description = "The id in the visitor's cookie")),
    responses((status = 200, body = VisitorRemoval), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[delete("/reports/visitors/{visitorId}")]
pub async fn remove_visitor(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    visitor_id: Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::EraseVisitors, &context)?;
    let Some(id) = tracking_request::id(&visitor_id) else {
        return Err(ApiError::bad_request("malformed-visitor", "This is no id of a visitor."));
    };
    // What was sent a moment ago goes as well, and counts in the metrics before it goes.
    context.tracking.flush().await;
    let remove = async move |connection: &mut Connection<'_>| visitor::remove(connection, &id).await;
    let events = context.tracking.db().write(remove).await?;
    let now = context.clock.now_ms();
    // Who was removed is not written down: that would keep the id.
    context
        .db
        .write(async move |connection| {
            let event = Event::new(Kind::RemoveVisitor, "").with("events", events);
            record::write(connection, &who.actor(), event, now).await
        })
        .await?;
    Ok(HttpResponse::Ok().json(VisitorRemoval { events }))
}
