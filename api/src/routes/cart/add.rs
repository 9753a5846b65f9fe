//! `POST /api/commerce/shopping-cart/entries`.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::rates::Class;
use crate::respond::cart::keep;
use crate::usecase::cart::add::{AddEntry, add_to_cart};
use actix_web::{HttpRequest, HttpResponse, post, web};
use loggia_commerce::AddEntryAnswer;

/// Adds an entry.
#[utoipa::path(tag = "cart", request_body = AddEntry, responses(
    (status = 200, body = AddEntryAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/commerce/shopping-cart/entries")]
pub async fn add_entry(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    entry: web::Json<AddEntry>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::AddEntry, &request, "").await?;
    let (added, new_token) = add_to_cart(&context, &shopper, entry.into_inner()).await?;
    let mut answer = HttpResponse::Ok();
    let token = new_token.or(shopper.token);
    keep(&context.settings, &mut answer, token.as_deref().filter(|_| shopper.member.is_none()));
    Ok(answer.json(added))
}
