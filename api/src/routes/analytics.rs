//! The analytics pipeline: events as beacons, and the check a developer runs.

use super::tracking_request;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::beacon_body;
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Every member an event's content has.
const MEMBERS: [&str; 24] = [
    "analytics_id",
    "browser_language",
    "window_height",
    "window_width",
    "client_name",
    "client_version",
    "marketing_id",
    "page_host",
    "page_path",
    "page_query_params",
    "page_referrer_url",
    "session_id",
    "user_agent",
    "event_occurrence_timestamp",
    "browser_locale",
    "custom_schema_name",
    "source_environment",
    "context_website_id",
    "destination_url",
    "member_account_id",
    "object_identifier",
    "resolved_locale",
    "website_locale",
    "member_account_locale",
];

/// What an event of the shop tells beside them.
const OF_THE_SHOP: [&str; 7] =
    ["websiteId", "pageId", "cartId", "productItemId", "type", "title", "collection"];
/// The longest text of a member that is kept, in characters.
const LONGEST: usize = 2000;

/// A member as it is kept: texts are cut, and a list or an object is no member of an event.
fn kept(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) if text.chars().count() > LONGEST => {
            Some(text.chars().take(LONGEST).collect::<String>().into())
        }
        Value::Array(_) | Value::Object(_) => None,
        value => Some(value.clone()),
    }
}

/// An event of the pipeline.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PipelineEvent {
    /// The content, as a JSON string.
    pub event_content: String,
    /// The schema it follows.
    pub event_schema_name: String,
}

/// Takes an event; a beacon, as JSON or as text.
#[utoipa::path(tag = "events", request_body = PipelineEvent, responses((status = 202), (status = 400, body = ErrorBody), (status = 413, body = ErrorBody)))]
#[post("/v1/clanker/events")]
pub async fn add_event(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    let sent: PipelineEvent = beacon_body::read(&request, &body)?;
    let content: Value = serde_json::from_str(&sent.event_content).unwrap_or_default();
    if sent.event_schema_name.trim().is_empty() || !content.is_object() {
        return Err(ApiError::bad_request(
            "malformed-event",
            "An event has an eventSchemaName and its eventContent as a JSON string.",
        ));
    }
    let known: serde_json::Map<String, Value> = MEMBERS
        .iter()
        .chain(&OF_THE_SHOP)
        .filter_map(|member| Some(((*member).to_owned(), kept(content.get(member)?)?)))
        .collect();
    let event =
        tracking_request::event(&context, "pipeline", sent.event_schema_name, serde_json::to_string(&known)?);
    // On the same site the browser says by itself whose visit it is.
    let returned = request.cookie(tracking_request::RETURN_COOKIE);
    let mut event = tracking_request::by(event, returned.as_ref().map(|cookie| cookie.value()));
    event.analytics_id = content.get("analytics_id").and_then(Value::as_str).and_then(tracking_request::id);
    if event.visitor.is_none() {
        event.visitor.clone_from(&event.analytics_id);
    }
    context.tracking.tell(vec![event]);
    Ok(HttpResponse::Accepted().finish())
}

/// Whether content follows its schema.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ContentCheck {
    /// Whether it does.
    pub valid: bool,
    /// What it lacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

/// Checks an event's content; nothing is kept.
#[utoipa::path(tag = "events", params(("schemaName" = String, Path)), request_body = Object, responses((status = 200, body = ContentCheck), (status = 400, body = ContentCheck)))]
#[post("/v1/clanker/validate-event-content/{schemaName}")]
pub async fn validate_event_content(
    _schema_name: web::Path<String>,
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    // What cannot be read has no member at all.
    let content = match beacon_body::read(&request, &body).unwrap_or_default() {
        Value::String(text) => serde_json::from_str(&text).unwrap_or_default(),
        other => other,
    };
    let errors: Vec<String> = MEMBERS
        .iter()
        .filter(|member| content.get(member).is_none())
        .map(|member| format!("{member} is missing"))
        .collect();
    Ok(if errors.is_empty() {
        HttpResponse::Ok().json(ContentCheck { valid: true, errors })
    } else {
        HttpResponse::BadRequest().json(ContentCheck { valid: false, errors })
    })
}
