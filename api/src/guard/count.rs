//! Every call counted and timed, and answered with its request id, which the log knows it by.

use crate::context::Context;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, web};
use std::time::Instant;
use tracing_actix_web::RequestId;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Counts a call from its head to the head of its answer.
pub async fn count<B: MessageBody>(
    context: web::Data<Context>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let begun = Instant::now();
    let _at_work = context.metrics.begin();
    let (method, route) = (request.method().clone(), request.match_pattern());
    let id = request.extensions().get::<RequestId>().copied();
    let outcome = next.call(request).await;
    let status = match &outcome {
        Ok(answer) => answer.status(),
        Err(fault) => fault.as_response_error().status_code(),
    };
    context.metrics.end(method.as_str(), route, status.as_u16(), begun.elapsed());
    let mut answer = outcome?;
    if let Some(id) = id.and_then(|id| HeaderValue::try_from(id.to_string()).ok()) {
        answer.headers_mut().insert(REQUEST_ID, id);
    }
    Ok(answer)
}
