//! Accounting: account numbers and the closing of a day; for ADMIN, STORE_MANAGER and REPORTING. It names no person.

pub mod files;

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::usecase::accounting::{self, Accounting, AccountingSettings, Closing, ClosingQuery};
use crate::usecase::figures::{self, FiguresQuery, Span};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, put, web};

/// How many payments and refunds an answer has.
const SHOWN: usize = 500;

/// The day a query means.
async fn day(context: &Context, query: &ClosingQuery) -> Result<Span, ApiError> {
    let one = FiguresQuery { from: query.day.clone(), to: query.day.clone(), ..FiguresQuery::default() };
    let (mut span, _) = figures::span(context, &one).await?;
    span.from = span.to;
    Ok(span)
}

/// The account numbers, and the usual ones of each chart; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "owner", responses((status = 200, body = Accounting), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/accounting")]
pub async fn get_accounting(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ReadFigures)?;
    Ok(HttpResponse::Ok().json(accounting::read(&context).await?))
}

/// Keeps other account numbers; for ADMIN and STORE_MANAGER. Exports that are made from then on have them, of whatever days.
#[utoipa::path(tag = "owner", request_body = AccountingSettings, responses((status = 200, body = Accounting), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[put("/commerce/accounting")]
pub async fn put_accounting(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<AccountingSettings>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    Ok(HttpResponse::Ok().json(accounting::keep(&context, &who, body.into_inner()).await?))
}

/// What each way of payment took and gave back on a day, to be compared with the provider's payout; for ADMIN, STORE_MANAGER and
/// REPORTING.
#[utoipa::path(tag = "owner", params(ClosingQuery), responses((status = 200, body = Closing), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/accounting/closing")]
pub async fn get_closing(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<ClosingQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ReadFigures)?;
    let day = day(&context, &query).await?;
    Ok(HttpResponse::Ok().json(accounting::closing(&context, &day, SHOWN).await?))
}
