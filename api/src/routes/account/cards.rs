//! The cards that the payment provider keeps for the person signed in.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::rates::Class;
use crate::usecase::account::cards::{self, CardSession, OwnCards};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};

/// Lists the cards that are kept for the person signed in: kind, last four digits and expiry. The shop has nothing else of them.
#[utoipa::path(tag = "session", responses((status = 200, body = OwnCards), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[get("/site-users/account/cards")]
pub async fn list_own_cards(
    request: HttpRequest,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::OrderPage, &request, "").await?;
    Ok(HttpResponse::Ok().json(cards::list(&context, &who).await?))
}

/// Removes one of them at the payment provider; those that stay.
#[utoipa::path(tag = "session", params(("cardId" = String, Path)), responses((status = 200, body = OwnCards), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[delete("/site-users/account/cards/{cardId}")]
pub async fn remove_own_card(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::OrderPage, &request, "").await?;
    Ok(HttpResponse::Ok().json(cards::remove(&context, &who, &id).await?))
}

/// Begins what the payment provider's fields need to show the cards of the person signed in, and to ask whether one may be kept.
#[utoipa::path(tag = "session", responses((status = 200, body = CardSession), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[post("/site-users/account/card-session")]
pub async fn begin_card_session(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::OrderPage, &request, "").await?;
    Ok(HttpResponse::Ok().json(cards::session(&context, &who).await?))
}
