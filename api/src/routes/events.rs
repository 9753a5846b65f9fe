//! JavaScript errors and visitor events.

use super::tracking_request;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::beacon_body;
use crate::extract::crumb::{self, Crumb};
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

/// The most events one call may bring; a page sends at most 20 in its life (section 9).
const MOST_EVENTS: usize = 20;

/// One report of a page's error reporter.
#[derive(Debug, Deserialize, ToSchema)]
pub struct JavascriptErrorEvent {
    /// The event's name.
    pub event: String,
    /// The report, as a JSON string.
    pub data: String,
    /// When it happened by the browser's clock, epoch milliseconds.
    #[expect(dead_code, reason = "part of the call; the time that is kept is ours")]
    pub timestamp: Option<f64>,
}

/// Keeps the errors a page reports.
#[utoipa::path(tag = "events", request_body = Vec<JavascriptErrorEvent>,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 415, body = ErrorBody)))]
#[post("/events/RecordJavascriptErrors")]
pub async fn record_javascript_errors(
    _crumb: Crumb,
    context: web::Data<Context>,
    reports: web::Json<Vec<JavascriptErrorEvent>>,
) -> Result<HttpResponse, ApiError> {
    let events = reports
        .into_inner()
        .into_iter()
        .take(MOST_EVENTS)
        .map(|report| tracking_request::event(&context, "javascript-error", report.event, report.data));
    context.tracking.tell(events.collect());
    Ok(HttpResponse::NoContent().finish())
}

/// An event of a visitor; other fields are not kept.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RecordedEvent {
    /// The crumb, when it is not in the header.
    pub crumb: Option<String>,
    /// The event's number: 1 page view, 2 site search, 10 heartbeat, 20 audio, 21 video.
    pub event: String,
    /// What the event tells, as a JSON string.
    pub data: Option<String>,
    /// The visitor-return cookie.
    pub ss_cvr: Option<String>,
}

/// Keeps an event of a visitor.
#[utoipa::path(tag = "events", request_body(content = RecordedEvent, content_type = "application/x-www-form-urlencoded"),
    responses((status = 204), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/events/RecordEvent")]
pub async fn record_event(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    let sent: RecordedEvent = beacon_body::read(&request, &body)?;
    crumb::verify(&request, sent.crumb.as_deref())?;
    let event = tracking_request::event(&context, "event", sent.event, sent.data.unwrap_or_default());
    // The form says whose event it is, or the browser does on the same site.
    let returned = request.cookie(tracking_request::RETURN_COOKIE);
    let returned = sent.ss_cvr.as_deref().or(returned.as_ref().map(|cookie| cookie.value()));
    context.tracking.tell(vec![tracking_request::by(event, returned)]);
    Ok(HttpResponse::NoContent().finish())
}

/// The first part of a visitor-return cookie: the visitor's id.
pub(super) fn visitor(return_cookie: Option<&str>) -> Option<String> {
    return_cookie?.split('|').next().and_then(tracking_request::id)
}
