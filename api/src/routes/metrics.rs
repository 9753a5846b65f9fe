//! What monitoring reads. It stands beside the calls of a shop, not among them: no visitor asks for it.

use crate::clock::Clock;
use crate::context::Context;
use crate::error::ApiError;
use crate::metrics::CONTENT_TYPE;
use crate::repository::gauges;
use crate::token;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{HttpRequest, HttpResponse, web};

/// Where it is.
pub const PATH: &str = "/metrics";

/// Every metric, for anyone who sends the token; without a token set, for anyone who reaches the address of its own.
pub async fn answer(request: HttpRequest, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    if let Some(expected) = &context.settings.metrics_token {
        let sent = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let sent = sent.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        let previous = context.settings.metrics_token_previous.as_deref();
        let is_of_before = previous.is_some_and(|previous| token::same(sent, previous));
        if !(token::same(sent, expected) | is_of_before) {
            return Err(ApiError::unauthorized());
        }
    }
    let now = context.clock.now_ms();
    let gauges = context.db.read(async |connection| gauges::read(connection, now).await).await?;
    if let Some(replication) = &context.replication {
        context.metrics.replicated(replication.lag_seconds(Clock::System.now_ms()));
    }
    let text = context.metrics.text(gauges, context.tracking.gauges(), context.db.statements_sent());
    let text = text.map_err(|fault| ApiError::Internal(Box::new(fault)))?;
    Ok(HttpResponse::Ok().content_type(CONTENT_TYPE).body(text))
}
