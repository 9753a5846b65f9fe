//! An entry of the cart: change its quantity or its answers, take it out.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::respond::cart::forget;
use crate::usecase::cart::entries::{self, ChangeAdditionalFields};
use actix_web::{HttpResponse, delete, put, web};
use loggia_commerce::{Cart, CartAnswer, Problem, UpdateEntryAnswer};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// How many there shall be.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeQuantity {
    /// A whole number from 1 to 9999; 0 is refused, an entry is removed by its own call.
    #[schema(value_type = u32, minimum = 1, maximum = 9999)]
    pub quantity: Value,
}

/// Sets the quantity of an entry.
#[utoipa::path(tag = "cart", params(("entryId" = String, Path)), request_body = ChangeQuantity, responses(
    (status = 200, body = UpdateEntryAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/commerce/shopping-cart/entries/{entryId}")]
pub async fn change_quantity(
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    entry_id: web::Path<String>,
    change: web::Json<ChangeQuantity>,
) -> Result<HttpResponse, ApiError> {
    let id = entry_id.into_inner();
    let shopping_cart = entries::set_quantity(&context, &shopper, id.clone(), &change.quantity).await?;
    updated(shopping_cart, &id)
}

/// Replaces the answers of an entry.
#[utoipa::path(tag = "cart", params(("entryId" = String, Path)), request_body = ChangeAdditionalFields, responses(
    (status = 200, body = UpdateEntryAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/commerce/shopping-cart/entries/{entryId}/additionalFields")]
pub async fn change_additional_fields(
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    entry_id: web::Path<String>,
    change: web::Json<ChangeAdditionalFields>,
) -> Result<HttpResponse, ApiError> {
    let (id, change) = (entry_id.into_inner(), change.into_inner());
    let (shopping_cart, id) = entries::change_additional_fields(&context, &shopper, id, change).await?;
    updated(shopping_cart, &id)
}

/// Takes an entry out.
#[utoipa::path(tag = "cart", params(("entryId" = String, Path)), responses(
    (status = 200, body = CartAnswer), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/commerce/shopping-cart/entries/{entryId}")]
pub async fn remove_entry(
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    entry_id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let shopping_cart = entries::remove_entry(&context, &shopper, entry_id.into_inner()).await?;
    let mut answer = HttpResponse::Ok();
    if shopping_cart.entries.is_empty() {
        forget(&context.settings, &mut answer, false);
    }
    Ok(answer.json(CartAnswer { shopping_cart }))
}

fn updated(shopping_cart: Cart, id: &str) -> Result<HttpResponse, ApiError> {
    let updated_entry = shopping_cart.entry(id).ok_or(Problem::EntryMissing)?.clone();
    Ok(HttpResponse::Ok().json(UpdateEntryAnswer { shopping_cart, updated_entry }))
}
