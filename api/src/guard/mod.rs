//! What stands before every call: origin, size and time of the body, the crumb cookie, rates by address.

pub mod address;
pub mod apart;
mod body;
mod count;
pub mod origin;

pub use count::count;

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::{CONFIRM_AGAIN, XSRF};
use crate::extract::{crumb, key};
use crate::rates::Class;
use actix_cors::Cors;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::HeaderMap;
use actix_web::http::{Method, header};
use actix_web::middleware::{DefaultHeaders, Next};
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError, web};

/// The calls by which a publish uploads its catalogue and its source maps.
const UPLOADS: [&str; 2] = ["/api/commerce/catalog", "/api/reports/source-maps"];
/// Where the owner's tables of stock come in, and how large one may be.
const STOCK_TABLES: &str = "/api/commerce/desk/stock/tables";
const TABLE_BYTES: usize = 1024 * 1024;
/// Where records of another shop come in: its handler reads nothing of the file before it knows who sends it, and bounds it.
const IMPORTS: &str = "/api/commerce/imports";
/// Begins the calls that upload the files that are sold.
const FILES: &str = "/api/commerce/files/";

/// The calls by which browsers tell what visitors do. Nobody is known there, and what they tell is kept.
const BEACONS: [&str; 5] = [
    "/api/census/",
    "/api/events/",
    "/api/v1/clanker/events",
    "/api/v1/clanker/validate-event-content/",
    "/api/1/performance/records",
];

/// The one of them that brings several at once, and repeats the crumb.
const ERRORS: &str = "/api/events/RecordJavascriptErrors";

/// Checks the request before its handler sees it, and gives the visitor a crumb when there is none.
pub async fn guard<B: MessageBody>(
    context: web::Data<Context>,
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let is_program = key::is_named(&request);
    if let Err(refusal) = admit(&mut request, &context).await {
        let answer = refusal.error_response();
        return Ok(request.into_response(answer).map_into_right_body());
    }
    // A program keeps no cookies.
    let fresh = if is_program { None } else { crumb::fresh_if_needed(request.request(), &context) };
    let is_opened = is_opened(&request);
    let mut answer = next.call(request).await?;
    if is_opened && asks_for_proof(&answer) {
        let (request, _) = answer.into_parts();
        let way = confirm_first(&request);
        return Ok(ServiceResponse::new(request, way).map_into_right_body());
    }
    if let Some(cookie) = fresh
        && !crumb::is_set_by(answer.response())
        && !is_for_everybody(answer.response().headers())
    {
        answer.response_mut().add_cookie(&cookie)?;
    }
    Ok(answer.map_into_left_body())
}

/// Whether caches may keep an answer and give it to others: what is one visitor's must not stand in it.
fn is_for_everybody(headers: &HeaderMap) -> bool {
    let said = headers.get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok());
    said.is_some_and(|said| said.split(',').any(|word| word.trim().eq_ignore_ascii_case("public")))
}

/// Whether a browser shows what this call gives: somebody follows a link to a table.
fn is_opened(request: &ServiceRequest) -> bool {
    request.method() == Method::GET
        && request.headers().get("sec-fetch-mode").is_some_and(|mode| mode == "navigate")
}

/// Whether the call was refused for want of a fresh proof.
fn asks_for_proof<B>(answer: &ServiceResponse<B>) -> bool {
    let fault = answer.response().error().and_then(|fault| fault.as_error::<ApiError>());
    fault.is_some_and(|fault| fault.code() == CONFIRM_AGAIN)
}

/// The way to the page that asks for it, and back.
fn confirm_first(request: &HttpRequest) -> HttpResponse {
    let wanted = request.uri().path_and_query().map_or("", |address| address.as_str());
    let wanted: String = form_urlencoded::byte_serialize(wanted.as_bytes()).collect();
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, format!("/api/owner/confirm?next={wanted}")))
        .finish()
}

async fn admit(request: &mut ServiceRequest, context: &Context) -> Result<(), ApiError> {
    // Before anything reads a cookie. No page of another site can name a key, so its origin says nothing.
    if key::is_named(request) {
        key::admit(request, context).await?;
    } else {
        origin::check(request, &context.settings)?;
    }
    // They are larger than anything a visitor sends; their calls bound them by themselves.
    let is_upload = UPLOADS.contains(&request.path()) || request.path().starts_with(FILES);
    if is_upload && context.settings.commerce.publish_secret.is_some() {
        return Ok(());
    }
    if request.method() == Method::POST && request.path() == IMPORTS {
        return Ok(());
    }
    let limits = &context.settings.limits;
    if request.method() == Method::POST && BEACONS.iter().any(|beacon| request.path().starts_with(beacon)) {
        context.count(Class::Beacon, request.request(), "").await?;
        // Ten errors come at once, and each is cut before it is kept.
        let is_errors = request.path() == ERRORS;
        let most = if is_errors { limits.body_bytes } else { limits.beacon_bytes };
        return body::read(request, limits, most).await;
    }
    // A table of the owner's is larger than what a visitor sends.
    let most =
        if request.path() == STOCK_TABLES { limits.body_bytes.max(TABLE_BYTES) } else { limits.body_bytes };
    body::read(request, limits, most).await
}

/// The site's own origins, by name, with credentials; never a reflected one.
pub fn cors(origins: &[String]) -> Cors {
    let cors = Cors::default()
        .allowed_methods(["GET", "POST", "PUT", "DELETE"])
        .allowed_headers([header::CONTENT_TYPE, header::ACCEPT])
        .allowed_header(crumb::HEADER)
        .allowed_header(XSRF)
        .allowed_header("idempotency-key")
        .supports_credentials()
        .block_on_origin_mismatch(false)
        .max_age(600);
    origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
}

/// Headers every answer of the API carries unless its handler says otherwise.
pub fn headers() -> DefaultHeaders {
    DefaultHeaders::new()
        .add((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .add((header::REFERRER_POLICY, "no-referrer"))
        .add((header::X_FRAME_OPTIONS, "DENY"))
        .add((header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"))
        .add((header::CACHE_CONTROL, "no-store"))
}
