//! Web-vitals records: browsers send them, the owner reads the figures.

use crate::clock::DAY;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::loose;
use crate::extract::signed_in::SignedIn;
use crate::repository::performance;
use crate::roles::Right;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The most records one call may bring.
const MOST_RECORDS: usize = 50;
/// Over how many days the figures are worked out.
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
    /// TTFB, FCP, LCP, CLS, INP, FID.
    #[serde(default)]
    pub timings: BTreeMap<String, f64>,
}

/// Keeps what browsers measured; a beacon, without crumb.
#[utoipa::path(tag = "events", request_body = Vec<PerformanceRecord>, responses((status = 202), (status = 400, body = ErrorBody), (status = 413, body = ErrorBody)))]
#[post("/1/performance/records")]
pub async fn add_records(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    let told: Vec<PerformanceRecord> = loose::body(&request, &body)?;
    let mut records = Vec::with_capacity(told.len().min(MOST_RECORDS));
    for mut record in told.into_iter().take(MOST_RECORDS) {
        record
            .timings
            .retain(|metric, value| METRICS.contains(&metric.as_str()) && value.is_finite() && *value >= 0.0);
        records.push((record.pathname.clone(), serde_json::to_string(&record)?));
    }
    let now = context.clock.now_ms();
    context.db.write(async move |connection| performance::add(connection, &records, now).await).await?;
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
pub struct PerformanceFigures {
    /// Over how many days.
    pub days: i64,
    /// How many records there are.
    pub records: usize,
    /// Metric to its 75th percentile.
    pub p75: BTreeMap<String, f64>,
}

/// The figures of the last 28 days, for ADMIN and REPORTING.
#[utoipa::path(tag = "events", responses((status = 200, body = PerformanceFigures), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/1/performance")]
pub async fn get_figures(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ReadPerformance)?;
    let from = context.clock.now_ms() - DAYS * DAY;
    let bodies = context.db.read(async |connection| performance::since(connection, from).await).await?;
    let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for body in &bodies {
        let record: PerformanceRecord = serde_json::from_str(body)?;
        for (metric, value) in record.timings {
            values.entry(metric).or_default().push(value);
        }
    }
    let p75 =
        values.into_iter().filter_map(|(metric, values)| Some((metric, percentile_75(values)?))).collect();
    Ok(HttpResponse::Ok().json(PerformanceFigures { days: DAYS, records: bodies.len(), p75 }))
}

/// The nearest-rank 75th percentile.
fn percentile_75(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let rank = (values.len() * 3).div_ceil(4);
    values.get(rank.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_113_the_75th_percentile_is_the_nearest_rank() {
        assert_eq!(percentile_75(vec![]), None);
        assert_eq!(percentile_75(vec![5.0]), Some(5.0));
        assert_eq!(percentile_75(vec![4.0, 1.0, 3.0, 2.0]), Some(3.0));
    }
}
