//! Web-vitals records: browsers send them, the owner reads the metrics.

use super::tracking_request;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::beacon_body;
use crate::extract::signed_in::SignedIn;
use crate::reports;
use crate::roles::Right;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The most records one call may bring.
const MOST_RECORDS: usize = 50;
/// Over how many days the metrics are worked out.
const DAYS: i64 = 28;
/// How long a page may measure, in milliseconds (section 9).
const TIMEOUT_MS: u32 = 30_000;
/// The metrics that are kept.
const METRICS: [&str; 6] = ["TTFB", "FCP", "LCP", "CLS", "INP", "FID"];

/// What one page view measured; other fields are not kept.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PerformanceRecord {
    /// The path of the page.
    pub pathname: String,
    /// The host of the page.
    #[serde(default)]
    pub hostname: String,
    /// The version of what measured.
    #[serde(default)]
    pub version: String,
    /// The visitor's analytics id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analytics_id: Option<String>,
    /// TTFB, FCP, LCP, CLS, INP, FID; null for one that did not occur (K-080).
    #[serde(default)]
    pub timings: BTreeMap<String, Option<f64>>,
}

/// Keeps what browsers measured; a beacon, without crumb.
#[utoipa::path(tag = "events", request_body = Vec<PerformanceRecord>, responses((status = 202), (status = 400, body = ErrorBody), (status = 413, body = ErrorBody)))]
#[post("/1/performance/records")]
pub async fn add_records(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    let sent: Vec<PerformanceRecord> = beacon_body::read(&request, &body)?;
    let returned = request.cookie(tracking_request::RETURN_COOKIE);
    let mut records = Vec::with_capacity(sent.len().min(MOST_RECORDS));
    for mut record in sent.into_iter().take(MOST_RECORDS) {
        record.timings.retain(|metric, value| {
            METRICS.contains(&metric.as_str()) && value.is_some_and(|value| value.is_finite() && value >= 0.0)
        });
        let event = tracking_request::event(
            &context,
            "performance",
            record.pathname.clone(),
            serde_json::to_string(&record)?,
        );
        let mut event = tracking_request::by(event, returned.as_ref().map(|cookie| cookie.value()));
        event.analytics_id = record.analytics_id.as_deref().and_then(tracking_request::id);
        records.push(event);
    }
    context.tracking.tell(records);
    Ok(HttpResponse::Accepted().finish())
}

/// How a page measures.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PerformanceSettings {
    /// Whether it measures at all.
    pub enabled: bool,
    /// In which share of page views, 0 to 1.
    pub sample_rate: f64,
    /// For how long, in milliseconds.
    pub timeout_ms: u32,
}

/// Tells a page how to measure.
#[utoipa::path(tag = "events", responses((status = 200, body = PerformanceSettings)))]
#[get("/1/performance/settings")]
pub async fn get_settings() -> HttpResponse {
    HttpResponse::Ok().json(PerformanceSettings { enabled: true, sample_rate: 1.0, timeout_ms: TIMEOUT_MS })
}

/// Three of four page views were at least as good.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PerformanceMetrics {
    /// Over how many days.
    pub days: i64,
    /// How many records there are.
    pub records: i64,
    /// Metric to its 75th percentile.
    pub p75: BTreeMap<String, f64>,
}

/// The metrics of the last 28 days, for ADMIN and REPORTING.
#[utoipa::path(tag = "events", responses((status = 200, body = PerformanceMetrics), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/1/performance")]
pub async fn get_performance(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ReadPerformance)?;
    let now = context.clock.now_ms();
    let measured = reports::vitals(&context, reports::Range::last_days(now, DAYS)).await?;
    let p75 = measured.metrics.iter().map(|vital| (vital.metric.clone(), vital.p75)).collect();
    let records = measured.metrics.iter().map(|vital| vital.times).max().unwrap_or(0);
    Ok(HttpResponse::Ok().json(PerformanceMetrics { days: DAYS, records, p75 }))
}
