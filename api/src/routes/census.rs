//! Counts: hits, buttons, forms, overlays and quick views. Beacons: no crumb, no answer.

use super::tracking_request;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::beacon_body;
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A page hit.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Hit {
    /// The event's number.
    pub event: String,
    /// What the event tells, as a JSON string.
    pub data: Option<String>,
    /// The visitor-return cookie.
    pub ss_cvr: Option<String>,
}

/// The part of a hit's data that says where the visitor came from.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Arrival {
    referrer: String,
}

/// A button seen or clicked; other fields are not kept.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ButtonEvent {
    /// The block of the button.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_id: Option<String>,
    /// The page it stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_id: Option<String>,
    /// The item it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_id: Option<String>,
    /// The visitor-return cookie.
    #[serde(skip_serializing)]
    pub ss_cvr: Option<String>,
}

/// A form seen.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormRender {
    /// The form.
    pub form_id: String,
    /// The visitor-return cookie.
    pub visitor_cookie: Option<String>,
}

/// What happened to a popup overlay.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OverlayAction {
    /// It came up.
    Shown,
    /// It was closed.
    Closed,
    /// Its form was sent.
    Submitted,
}

/// An overlay event.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverlayEvent {
    /// What happened.
    pub event: OverlayAction,
    /// The overlay's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The page it stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_id: Option<String>,
}

/// Counts a page hit.
#[utoipa::path(tag = "census", request_body(content = Hit, content_type = "application/x-www-form-urlencoded"),
    responses((status = 204), (status = 400, body = ErrorBody), (status = 413, body = ErrorBody)))]
#[post("/census/RecordHit")]
pub async fn record_hit(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    let hit: Hit = beacon_body::read(&request, &body)?;
    let event = tracking_request::event(&context, "hit", hit.event, hit.data.unwrap_or_default());
    let mut event = tracking_request::by(event, hit.ss_cvr.as_deref());
    let data: Arrival = serde_json::from_str(&event.data).unwrap_or_default();
    event.source = tracking_request::source(&request, &context, &data.referrer);
    context.tracking.tell(vec![event]);
    Ok(HttpResponse::NoContent().finish())
}

/// Counts a button click.
#[utoipa::path(tag = "census", request_body(content = Option<ButtonEvent>, content_type = "application/x-www-form-urlencoded"),
    responses((status = 204), (status = 400, body = ErrorBody)))]
#[post("/census/button-click")]
pub async fn button_click(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    button(&request, &context, &body, "button-click")
}

/// Counts a button that was shown.
#[utoipa::path(tag = "census", request_body(content = Option<ButtonEvent>, content_type = "application/x-www-form-urlencoded"),
    responses((status = 204), (status = 400, body = ErrorBody)))]
#[post("/census/button-render")]
pub async fn button_render(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    button(&request, &context, &body, "button-render")
}

/// Counts a form that was shown.
#[utoipa::path(tag = "census", request_body(content = FormRender, content_type = "application/x-www-form-urlencoded"),
    responses((status = 204), (status = 400, body = ErrorBody)))]
#[post("/census/form-render")]
pub async fn form_render(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    let seen: FormRender = beacon_body::read(&request, &body)?;
    keep(&context, "form-render", seen.form_id, String::new(), seen.visitor_cookie.as_deref())
}

/// Counts an overlay event.
#[utoipa::path(tag = "census", request_body(content = OverlayEvent, content_type = "application/x-www-form-urlencoded"),
    responses((status = 204), (status = 400, body = ErrorBody)))]
#[post("/census/overlay")]
pub async fn overlay(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    let seen: OverlayEvent = beacon_body::read(&request, &body)?;
    let name = match seen.event {
        OverlayAction::Shown => "shown",
        OverlayAction::Closed => "closed",
        OverlayAction::Submitted => "submitted",
    };
    keep(&context, "overlay", name.to_owned(), serde_json::to_string(&seen)?, None)
}

/// Counts a quick view of an item.
#[utoipa::path(tag = "census", params(("id" = String, Path, description = "The item")), responses((status = 204)))]
#[post("/census/RecordQuickView/{id}")]
pub async fn record_quick_view(
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    keep(&context, "quick-view", id.into_inner(), String::new(), None)
}

fn button(
    request: &HttpRequest,
    context: &Context,
    body: &web::Bytes,
    kind: &'static str,
) -> Result<HttpResponse, ApiError> {
    let seen: ButtonEvent = beacon_body::read(request, body)?;
    let name = seen.block_id.clone().unwrap_or_default();
    keep(context, kind, name, serde_json::to_string(&seen)?, seen.ss_cvr.as_deref())
}

fn keep(
    context: &Context,
    kind: &str,
    name: String,
    data: String,
    return_cookie: Option<&str>,
) -> Result<HttpResponse, ApiError> {
    context
        .tracking
        .tell(vec![tracking_request::by(tracking_request::event(context, kind, name, data), return_cookie)]);
    Ok(HttpResponse::NoContent().finish())
}
