//! What changes a cart's amounts beside its entries: codes, the shipping location and option, accepted prices.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::change_cart;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::guesses::{self, Guess};
use crate::rates::Class;
use crate::repository::Connection;
use crate::repository::cart::{self, Key};
use crate::shopping::{self, Shopping};
use crate::token;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, delete, post, put, web};
use loggia_commerce::{Cart, CartAnswer, Problem, ShippingLocation};
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use utoipa::{IntoParams, ToSchema};

/// Which cart, when it is not the cookie's.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct NamedCart {
    /// The token of a subscription's cart; without it the cart of the cookie.
    pub cart_token: Option<String>,
}

impl NamedCart {
    fn key(&self, shopper: &Shopper) -> Option<Key> {
        let named = self.cart_token.as_deref().map(|text| Key::Token(token::hash(text)));
        named.or_else(|| shopper.key())
    }
}

/// The longest code that is looked at.
const LONGEST_CODE: usize = 100;
/// The most codes in one cart.
const MOST_CODES: usize = 20;

/// A code the shopper typed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoCode {
    /// As typed; capital letters do not matter.
    pub promo_code: String,
}

/// Enters a coupon or gift-card code: it lands in `validCoupons` or, with its problem, in `invalidCoupons`.
#[utoipa::path(tag = "cart", params(NamedCart), request_body = PromoCode, responses(
    (status = 200, body = CartAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
#[post("/commerce/shopping-cart/coupons")]
pub async fn add_coupon(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    named: Query<NamedCart>,
    wish: web::Json<PromoCode>,
) -> Result<HttpResponse, ApiError> {
    let shopping_cart =
        enter_code((&request, &context), named.key(&shopper), wish.into_inner().promo_code).await?;
    Ok(HttpResponse::Ok().json(CartAnswer { shopping_cart }))
}

/// Enters a code into the cart of a key. One that nobody gave out is a guess, and guesses have growing pauses.
pub(crate) async fn enter_code(
    (request, context): (&HttpRequest, &Context),
    key: Option<Key>,
    code: String,
) -> Result<Cart, ApiError> {
    context.count(Class::Code, request, "").await?;
    if code.trim().is_empty() || code.len() > LONGEST_CODE {
        return Err(Problem::CouponUnknown.into());
    }
    let (tried, now) = (Guess::code(&context.caller(request)), context.clock.now_ms());
    guesses::begin(&context.db, &tried, now).await?;
    let is_known = Arc::new(AtomicBool::new(false));
    let told = is_known.clone();
    let cart = change(context, key, async move |connection, shopping| {
        if shopping.cart.coupons.len() >= MOST_CODES {
            return Err(Problem::CouponUnknown.into());
        }
        shopping.cart.apply_coupon(&code);
        keep_codes(connection, shopping).await?;
        let is_known = shopping.coupons.iter().any(|coupon| coupon.has_code(&code));
        told.store(is_known, Ordering::Relaxed);
        Ok(())
    })
    .await?;
    if is_known.load(Ordering::Relaxed) {
        guesses::right(&context.db, &tried, now).await?;
    }
    Ok(cart)
}

/// Takes a code out.
#[utoipa::path(tag = "cart", params(("code" = String, Path), NamedCart), responses(
    (status = 200, body = CartAnswer), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/commerce/shopping-cart/coupons/{code}")]
pub async fn remove_coupon(
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    named: Query<NamedCart>,
    code: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let shopping_cart = drop_code(&context, named.key(&shopper), code.into_inner()).await?;
    Ok(HttpResponse::Ok().json(CartAnswer { shopping_cart }))
}

/// Takes a code out of the cart of a key.
pub(crate) async fn drop_code(context: &Context, key: Option<Key>, code: String) -> Result<Cart, ApiError> {
    change(context, key, async move |connection, shopping| {
        shopping.cart.remove_coupon(&code);
        keep_codes(connection, shopping).await
    })
    .await
}

async fn keep_codes(connection: &mut Connection<'_>, shopping: &mut Shopping) -> Result<(), ApiError> {
    cart::set_coupons(connection, &shopping.stored.id, &shopping::codes(&shopping.cart)?).await?;
    shopping.find_coupons(connection).await
}

/// Sets where the cart goes; the options that reach it and the taxes that hold there follow.
#[utoipa::path(tag = "cart", params(NamedCart), request_body = ShippingLocation, responses(
    (status = 200, body = CartAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/commerce/shopping-cart/shipping-location")]
pub async fn set_shipping_location(
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    named: Query<NamedCart>,
    location: web::Json<ShippingLocation>,
) -> Result<HttpResponse, ApiError> {
    let shopping_cart = send_to(&context, named.key(&shopper), location.into_inner()).await?;
    Ok(HttpResponse::Ok().json(CartAnswer { shopping_cart }))
}

/// Sets where the cart of a key goes.
pub(crate) async fn send_to(
    context: &Context,
    key: Option<Key>,
    location: ShippingLocation,
) -> Result<Cart, ApiError> {
    check_length(&location)?;
    change(context, key, async move |connection, shopping| {
        cart::set_location(connection, &shopping.stored.id, &serde_json::to_string(&location)?).await?;
        shopping.cart.shipping_location = Some(location.clone());
        Ok(())
    })
    .await
}

/// No part of an address is longer than one is.
pub(crate) fn check_length(location: &ShippingLocation) -> Result<(), ApiError> {
    if location.is_short() {
        return Ok(());
    }
    let longest = ShippingLocation::LONGEST_PART;
    let message = format!("A line of the address is too long: it may have {longest} characters.");
    Err(ApiError::bad_request("address-too-long", message))
}

/// The option the shopper chose.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChosenShippingOption {
    /// One of the ids in `shippingOptions`.
    pub id: String,
}

/// Sets how the cart goes.
#[utoipa::path(tag = "cart", params(NamedCart), request_body = ChosenShippingOption, responses(
    (status = 200, body = CartAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/commerce/shopping-cart/shipping-option")]
pub async fn set_shipping_option(
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    named: Query<NamedCart>,
    wish: web::Json<ChosenShippingOption>,
) -> Result<HttpResponse, ApiError> {
    let (id, now) = (wish.into_inner().id, context.clock.now_ms());
    answer(&context, &shopper, &named, async move |connection, shopping| {
        // The options on offer are known once the cart is settled.
        shopping.settle(now)?;
        shopping.cart.select_shipping_option(&id)?;
        cart::set_option(connection, &shopping.stored.id, &id).await
    })
    .await
}

/// The shopper has seen today's prices and agrees: `priceChanged` goes.
#[utoipa::path(tag = "cart", params(NamedCart), responses(
    (status = 200, body = CartAnswer), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/commerce/shopping-cart/accepted-prices")]
pub async fn accept_prices(
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    named: Query<NamedCart>,
) -> Result<HttpResponse, ApiError> {
    answer(&context, &shopper, &named, async |connection, shopping| {
        accept_all_prices(connection, shopping).await
    })
    .await
}

/// Keeps today's price with every entry.
pub(in crate::routes) async fn accept_all_prices(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
) -> Result<(), ApiError> {
    for entry in &shopping.cart.entries {
        cart::accept_price(
            connection,
            &shopping.stored.id,
            entry.id.as_str(),
            entry.purchase_price_cents.get(),
        )
        .await?;
    }
    shopping.cart.accept_prices();
    Ok(())
}

async fn answer<F>(
    context: &Context,
    shopper: &Shopper,
    named: &NamedCart,
    work: F,
) -> Result<HttpResponse, ApiError>
where
    F: AsyncFn(&mut Connection<'_>, &mut Shopping) -> Result<(), ApiError> + Send + 'static,
{
    let shopping_cart = change(context, named.key(shopper), work).await?;
    Ok(HttpResponse::Ok().json(CartAnswer { shopping_cart }))
}

async fn change<F>(context: &Context, key: Option<Key>, work: F) -> Result<Cart, ApiError>
where
    F: AsyncFn(&mut Connection<'_>, &mut Shopping) -> Result<(), ApiError> + Send + 'static,
{
    Ok(change_cart(context, key, work).await?.0)
}
