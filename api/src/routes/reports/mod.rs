//! What an owner reads of the visits, by call; for ADMIN and REPORTING, and for programs with the token.

pub mod export;
pub mod maps;
pub mod visitor;

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::report_reader::ReportReader;
use crate::reports::{
    self, ErrorDetail, Faults, FunnelReport, OverviewReport, Range, RangeQuery, Ranked, RankingReport,
    VitalsReport,
};
use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, get, web};

fn range(context: &Context, query: &RangeQuery) -> Result<Range, ApiError> {
    Range::read(query, context.clock.now_ms())
}

/// Visitors, visits and views.
#[utoipa::path(tag = "reports", params(RangeQuery), responses((status = 200, body = OverviewReport), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/reports/overview")]
pub async fn get_overview(
    _reader: ReportReader,
    context: web::Data<Context>,
    query: Query<RangeQuery>,
) -> Result<HttpResponse, ApiError> {
    let range = range(&context, &query)?;
    Ok(HttpResponse::Ok().json(reports::overview(&context, range).await?))
}

/// What was counted most often: pages, sources, searches, or the other events.
#[utoipa::path(tag = "reports", params(("of" = Ranked, Path, description = "What is ranked"), RangeQuery),
    responses((status = 200, body = RankingReport), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/reports/rankings/{of}")]
pub async fn get_ranking(
    _reader: ReportReader,
    context: web::Data<Context>,
    of: Path<Ranked>,
    query: Query<RangeQuery>,
) -> Result<HttpResponse, ApiError> {
    let range = range(&context, &query)?;
    Ok(HttpResponse::Ok().json(reports::ranking(&context, of.into_inner(), range).await?))
}

/// From a visit to an order.
#[utoipa::path(tag = "reports", params(RangeQuery), responses((status = 200, body = FunnelReport), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/reports/funnel")]
pub async fn get_funnel(
    _reader: ReportReader,
    context: web::Data<Context>,
    query: Query<RangeQuery>,
) -> Result<HttpResponse, ApiError> {
    let range = range(&context, &query)?;
    Ok(HttpResponse::Ok().json(reports::funnel(&context, range).await?))
}

/// What broke on pages, grouped by what the errors have in common.
#[utoipa::path(tag = "reports", params(RangeQuery), responses((status = 200, body = Faults), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/reports/errors")]
pub async fn list_errors(
    _reader: ReportReader,
    context: web::Data<Context>,
    query: Query<RangeQuery>,
) -> Result<HttpResponse, ApiError> {
    let range = range(&context, &query)?;
    Ok(HttpResponse::Ok().json(reports::errors(&context, range).await?))
}

/// One error, its stack led back to the files that were written.
#[utoipa::path(tag = "reports", params(("fingerprint" = String, Path, description = "The error"), RangeQuery),
    responses((status = 200, body = ErrorDetail), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/reports/errors/{fingerprint}")]
pub async fn get_error(
    _reader: ReportReader,
    context: web::Data<Context>,
    fingerprint: Path<String>,
    query: Query<RangeQuery>,
) -> Result<HttpResponse, ApiError> {
    let range = range(&context, &query)?;
    Ok(HttpResponse::Ok().json(reports::error(&context, &fingerprint, range).await?))
}

/// How fast pages were.
#[utoipa::path(tag = "reports", params(RangeQuery), responses((status = 200, body = VitalsReport), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/reports/vitals")]
pub async fn get_vitals(
    _reader: ReportReader,
    context: web::Data<Context>,
    query: Query<RangeQuery>,
) -> Result<HttpResponse, ApiError> {
    let range = range(&context, &query)?;
    Ok(HttpResponse::Ok().json(reports::vitals(&context, range).await?))
}
