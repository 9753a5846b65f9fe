//! An entry of the cart: change its quantity or its answers, take it out.

use super::{change_cart, forget};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::repository::Connection;
use crate::repository::cart;
use crate::shopping::Shopping;
use actix_web::{HttpResponse, delete, put, web};
use loggia_commerce::{
    Cart, CartAnswer, CartEntry, Problem, UpdateEntryAnswer, check_answers, check_quantity_change,
    quantity_from_json,
};
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
    wish: web::Json<ChangeQuantity>,
) -> Result<HttpResponse, ApiError> {
    let id = entry_id.into_inner();
    let shopping_cart = set_quantity(&context, &shopper, id.clone(), &wish.quantity).await?;
    updated(shopping_cart, &id)
}

/// Gives an entry another quantity.
pub(crate) async fn set_quantity(
    context: &Context,
    shopper: &Shopper,
    id: String,
    wish: &Value,
) -> Result<Cart, ApiError> {
    let quantity = quantity_from_json(wish)?;
    let (shopping_cart, ()) = change_cart(context, shopper.key(), async move |connection, shopping| {
        let entry = shopping.cart.entry(&id).ok_or(Problem::EntryMissing)?.clone();
        check_quantity_of(shopping, &entry, quantity)?;
        shopping.cart.change_quantity(&id, quantity)?;
        cart::set_quantity(connection, &shopping.stored.id, &id, i64::from(quantity)).await
    })
    .await?;
    Ok(shopping_cart)
}

fn check_quantity_of(shopping: &Shopping, entry: &CartEntry, quantity: u32) -> Result<(), Problem> {
    let (item_id, sku) = (entry.item_id.as_str(), entry.chosen_variant.sku.as_str());
    let product = shopping.published.product(item_id).ok_or(Problem::ItemUnavailable)?;
    let stock = shopping.stock_of(item_id, sku).ok_or(Problem::VariantUnavailable)?;
    let settings = &shopping.published.catalog.store_settings;
    check_quantity_change(&shopping.cart, entry.id.as_str(), quantity, product, &stock, settings)?;
    Ok(())
}

/// New answers to a product's form.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeAdditionalFields {
    /// The product of the entry.
    pub item_id: String,
    /// Its variant; `null` where there is no choice.
    #[serde(default)]
    pub sku: Option<String>,
    /// The answers, as a JSON string.
    #[serde(default)]
    pub additional_fields: Option<String>,
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
    wish: web::Json<ChangeAdditionalFields>,
) -> Result<HttpResponse, ApiError> {
    let (id, wish) = (entry_id.into_inner(), wish.into_inner());
    let (shopping_cart, id) = change_cart(&context, shopper.key(), async move |connection, shopping| {
        let entry = shopping.cart.entry(&id).ok_or(Problem::EntryMissing)?.clone();
        if entry.item_id != *wish.item_id
            || wish.sku.as_deref().is_some_and(|sku| entry.chosen_variant.sku != *sku)
        {
            return Err(Problem::EntryMissing.into());
        }
        let published = shopping.published.clone();
        let product = published.product(&wish.item_id).ok_or(Problem::ItemUnavailable)?;
        let form = product.additional_fields_form_id.as_deref().and_then(|id| published.catalog.form(id));
        let answers = check_answers(product, form, wish.additional_fields.as_deref())?;
        join_equal(connection, shopping, &entry, answers.as_deref()).await?;
        shopping.cart.change_additional_fields(&id, answers.clone())?;
        cart::set_fields(connection, &shopping.stored.id, &id, answers.as_deref()).await?;
        Ok(id.clone())
    })
    .await?;
    updated(shopping_cart, &id)
}

/// When the new answers make an entry equal to another one, that one's quantity joins it (C-061).
async fn join_equal(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
    entry: &CartEntry,
    answers: Option<&str>,
) -> Result<(), ApiError> {
    let equal = |other: &&CartEntry| {
        other.id != entry.id
            && other.item_id == entry.item_id
            && other.chosen_variant.sku == entry.chosen_variant.sku
            && other.additional_fields.as_deref() == answers
    };
    let Some(other) = shopping.cart.entries.iter().find(equal).cloned() else { return Ok(()) };
    let quantity = entry.quantity + other.quantity;
    shopping.cart.change_quantity(entry.id.as_str(), quantity)?;
    shopping.cart.remove_entry(other.id.as_str())?;
    cart::remove_entry(connection, &shopping.stored.id, other.id.as_str()).await?;
    cart::set_quantity(connection, &shopping.stored.id, entry.id.as_str(), i64::from(quantity)).await
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
    let shopping_cart = take_out(&context, &shopper, entry_id.into_inner()).await?;
    let mut answer = HttpResponse::Ok();
    if shopping_cart.entries.is_empty() {
        forget(&context.settings, &mut answer, false);
    }
    Ok(answer.json(CartAnswer { shopping_cart }))
}

/// Takes an entry out of the shopper's cart.
pub(crate) async fn take_out(context: &Context, shopper: &Shopper, id: String) -> Result<Cart, ApiError> {
    let (shopping_cart, ()) = change_cart(context, shopper.key(), async move |connection, shopping| {
        shopping.cart.remove_entry(&id)?;
        cart::remove_entry(connection, &shopping.stored.id, &id).await
    })
    .await?;
    Ok(shopping_cart)
}

fn updated(shopping_cart: Cart, id: &str) -> Result<HttpResponse, ApiError> {
    let updated_entry = shopping_cart.entry(id).ok_or(Problem::EntryMissing)?.clone();
    Ok(HttpResponse::Ok().json(UpdateEntryAnswer { shopping_cart, updated_entry }))
}
