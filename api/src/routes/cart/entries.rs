//! Entries: add one, change its quantity or its answers, take it out.

use super::{change_cart, finish, forget, hold_or_create, keep};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::rates::Class;
use crate::repository::Connection;
use crate::repository::cart::{self, NewEntry};
use crate::repository::catalog;
use crate::shopping::{self, Shopping};
use crate::token;
use actix_web::{HttpRequest, HttpResponse, delete, post, put, web};
use loggia_commerce::{
    Accepted, AddEntryAnswer, Cart, CartAnswer, CartEntry, EntryId, Problem, Product, Purchase, Shelf,
    StockRecord, UpdateEntryAnswer, Wish, check_add, check_answers, check_quantity_change,
    quantity_from_json,
};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Stands for the price of a build nobody remembers; no price is below zero.
const UNKNOWN_PRICE: i64 = -1;

/// An entry the shopper wants.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddEntry {
    /// The product.
    pub item_id: String,
    /// The variant; `null` where there is no choice.
    #[serde(default)]
    pub sku: Option<String>,
    /// How many: a whole number from 1 to 9999, as a number or as the text of a field.
    #[schema(value_type = u32, minimum = 1, maximum = 9999)]
    pub quantity: Value,
    /// The answers to the product's form, as a JSON string.
    #[serde(default)]
    pub additional_fields: Option<String>,
    /// The build of the product's prices that the page shows (`buildId` beside the product in its data): when its price
    /// was another, the cart says `priceChanged`.
    #[serde(default)]
    pub build_id: Option<String>,
}

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
    wish: web::Json<AddEntry>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::AddEntry, &request, "").await?;
    let wish = wish.into_inner();
    let quantity = quantity_from_json(&wish.quantity)?;
    let (publications, now) = (context.publications.clone(), context.clock.now_ms());
    let new_token = token::opaque();
    let asked = (shopper.clone(), new_token.clone());
    let (shopping_cart, newly_added, created) = context
        .db
        .write(async move |connection| {
            let (shopper, token) = &asked;
            let (stored, created) = hold_or_create(connection, shopper, token, now).await?;
            let mut shopping = Shopping::open(connection, &publications, stored).await?;
            let added = add(connection, &mut shopping, &wish, quantity, now).await?;
            finish(connection, &mut shopping, now).await?;
            Ok((settled(&shopping.cart, &added)?, created))
        })
        .await
        .map(|((cart, entry), created)| (cart, entry, created))?;
    let mut answer = HttpResponse::Ok();
    let token = if created { Some(new_token) } else { shopper.token };
    keep(&context.settings, &mut answer, token.as_deref().filter(|_| shopper.member.is_none()));
    Ok(answer.json(AddEntryAnswer { shopping_cart, newly_added }))
}

/// Decides and saves one entry; its id.
async fn add(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
    wish: &AddEntry,
    quantity: u32,
    now: i64,
) -> Result<EntryId, ApiError> {
    let published = shopping.published.clone();
    let product = published.product(&wish.item_id).ok_or(Problem::ItemUnavailable)?;
    let accepted = accept(connection, shopping, product, wish, quantity, Purchase::Once).await?;
    let id = EntryId::new(token::new_id());
    let piece = (product.id.as_str(), accepted.chosen_variant.sku.as_str());
    // What the page showed: today's price, that of an earlier build, or none we know, which is never today's.
    let today = product.build_id(published.catalog.store_settings.currency);
    let seen = match wish.build_id.as_deref() {
        Some(build) if !build.is_empty() && build != today => {
            catalog::price_at_build(connection, build, piece).await?.unwrap_or(UNKNOWN_PRICE)
        }
        _ => accepted.price.get(),
    };
    shopping.cart.price_changed |= seen != accepted.price.get();
    let entry = shopping.cart.add(product, accepted.clone(), id.clone())?;
    let stored = cart::put_entry(
        connection,
        &shopping.stored.id,
        &NewEntry {
            id: id.as_str(),
            item_id: product.id.as_str(),
            sku: accepted.chosen_variant.sku.as_str(),
            quantity: i64::from(accepted.quantity),
            price_cents: seen,
            additional_fields: accepted.additional_fields.as_deref(),
        },
        now,
    )
    .await?;
    debug_assert_eq!(stored, entry.as_str(), "the rules and the table agree on which entry it is");
    Ok(entry)
}

/// Whether a wish may be granted, by today's stock and what the cart holds already.
pub(super) async fn accept(
    connection: &mut Connection<'_>,
    shopping: &Shopping,
    product: &Product,
    wish: &AddEntry,
    quantity: u32,
    purchase: Purchase,
) -> Result<Accepted, ApiError> {
    let variant = product.find_variant(wish.sku.as_deref())?;
    let rows = catalog::stock_of_item(connection, product.id.as_str()).await?;
    let row = rows.into_iter().find(|row| row.sku == variant.sku.as_str());
    let stock = row.map_or_else(
        || StockRecord { sku: variant.sku.clone(), ..StockRecord::default() },
        |row| shopping::record(&row.sku, (!row.unlimited).then_some(row.quantity)),
    );
    let in_cart = shopping.cart.quantity_of(&product.id, variant.sku.as_str());
    let catalog = &shopping.published.catalog;
    let form = product.additional_fields_form_id.as_deref().and_then(|id| catalog.form(id));
    let wish = Wish {
        sku: wish.sku.as_deref(),
        quantity,
        additional_fields: wish.additional_fields.as_deref(),
        purchase,
    };
    Ok(check_add(product, wish, Shelf { stock: &stock, in_cart }, form, &catalog.store_settings)?)
}

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
    let quantity = quantity_from_json(&wish.quantity)?;
    let id = entry_id.into_inner();
    let (shopping_cart, id) = change_cart(&context, shopper.key(), async move |connection, shopping| {
        let entry = shopping.cart.entry(&id).ok_or(Problem::EntryMissing)?.clone();
        check_quantity_of(shopping, &entry, quantity)?;
        shopping.cart.change_quantity(&id, quantity)?;
        cart::set_quantity(connection, &shopping.stored.id, &id, i64::from(quantity)).await?;
        Ok(id.clone())
    })
    .await?;
    updated(shopping_cart, &id)
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
    let id = entry_id.into_inner();
    let (shopping_cart, ()) = change_cart(&context, shopper.key(), async move |connection, shopping| {
        shopping.cart.remove_entry(&id)?;
        cart::remove_entry(connection, &shopping.stored.id, &id).await
    })
    .await?;
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

fn settled(cart: &Cart, id: &EntryId) -> Result<(Cart, CartEntry), ApiError> {
    let entry = cart.entry(id.as_str()).ok_or(Problem::EntryMissing)?.clone();
    Ok((cart.clone(), entry))
}
