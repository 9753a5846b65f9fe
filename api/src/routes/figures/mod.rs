//! Figures of the shop from its own books; for ADMIN, STORE_MANAGER and REPORTING. They name no person.

pub mod table;

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::reports::{self, Range, RangeQuery};
use crate::roles::Right;
use crate::usecase::figures::{self, CartFigures, Figures, FiguresQuery, ProductFigures, TaxFigures};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};

/// What was sold and what went back, by day, week or month, against as many days before; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "owner", params(FiguresQuery), responses((status = 200, body = Figures), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/figures")]
pub async fn get_figures(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<FiguresQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ReadFigures)?;
    let span = figures::span(&context, &query).await?;
    Ok(HttpResponse::Ok().json(figures::figures(&context, &span).await?))
}

/// Taxes by country, region, name and rate, for the return; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "owner", params(FiguresQuery), responses((status = 200, body = TaxFigures), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/figures/taxes")]
pub async fn get_figures_of_taxes(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<FiguresQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ReadFigures)?;
    let span = figures::span(&context, &query).await?;
    Ok(HttpResponse::Ok().json(figures::taxes(&context, &span).await?))
}

/// The products that came to most; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "owner", params(FiguresQuery), responses((status = 200, body = ProductFigures), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/figures/products")]
pub async fn get_figures_of_products(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<FiguresQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ReadFigures)?;
    let span = figures::span(&context, &query).await?;
    Ok(HttpResponse::Ok().json(figures::products(&context, &span).await?))
}

/// Carts that were begun, bought and left, and orders against visits; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "owner", params(FiguresQuery), responses((status = 200, body = CartFigures), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/figures/carts")]
pub async fn get_figures_of_carts(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<FiguresQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ReadFigures)?;
    let span = figures::span(&context, &query).await?;
    let whole = span.0.whole()?;
    let range = RangeQuery { range: None, from: Some(whole.begins), to: Some(whole.ends) };
    // A span that is too long for the visits has none that are known; nor has a site that counts none.
    let visits = match Range::read(&range, context.clock.now_ms()) {
        Ok(range) => Some(reports::overview(&context, range).await?.visits).filter(|visits| *visits > 0),
        Err(_) => None,
    };
    Ok(HttpResponse::Ok().json(figures::carts(&context, &span, visits).await?))
}
