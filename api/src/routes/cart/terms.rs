//! What changes a cart's amounts beside its entries: codes, the shipping location and option, accepted prices.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::extract::visitor::Visitor;
use crate::rates::Class;
use crate::repository::cart::Key;
use crate::token;
use crate::usecase::cart::{terms, vat_id};
use actix_web::web::Query;
use actix_web::{HttpResponse, delete, post, put, web};
use loggia_commerce::{CartAnswer, ShippingLocation};
use serde::Deserialize;
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
    visitor: Visitor,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    named: Query<NamedCart>,
    code: web::Json<PromoCode>,
) -> Result<HttpResponse, ApiError> {
    let shopping_cart =
        terms::apply_code(&context, &visitor, named.key(&shopper), code.into_inner().promo_code).await?;
    Ok(HttpResponse::Ok().json(CartAnswer { shopping_cart }))
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
    let shopping_cart = terms::remove_code(&context, named.key(&shopper), code.into_inner()).await?;
    Ok(HttpResponse::Ok().json(CartAnswer { shopping_cart }))
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
    let shopping_cart =
        terms::set_shipping_location(&context, named.key(&shopper), location.into_inner()).await?;
    Ok(HttpResponse::Ok().json(CartAnswer { shopping_cart }))
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
    chosen: web::Json<ChosenShippingOption>,
) -> Result<HttpResponse, ApiError> {
    let id = chosen.into_inner().id;
    let shopping_cart = terms::set_shipping_option(&context, named.key(&shopper), id).await?;
    Ok(HttpResponse::Ok().json(CartAnswer { shopping_cart }))
}

/// The VAT number of who buys.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TypedVatId {
    /// As typed, with the letters of its country; nothing takes it out of the cart.
    pub vat_id: String,
}

/// Sets the VAT number of who buys: `vatIdState` of the cart says whether no tax is charged by it, and why not. With a register
/// of VAT numbers (`LOGGIA_VIES_URL`) only a number that it confirms counts.
#[utoipa::path(tag = "cart", params(NamedCart), request_body = TypedVatId, responses(
    (status = 200, body = CartAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
#[put("/commerce/shopping-cart/vat-id")]
pub async fn set_vat_id(
    visitor: Visitor,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    named: Query<NamedCart>,
    typed: web::Json<TypedVatId>,
) -> Result<HttpResponse, ApiError> {
    context.count_caller(Class::Checkout, &visitor.caller, "vat-id").await?;
    let shopping_cart = vat_id::set_vat_id(&context, named.key(&shopper), &typed.vat_id).await?;
    Ok(HttpResponse::Ok().json(CartAnswer { shopping_cart }))
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
    let shopping_cart = terms::accept_prices(&context, named.key(&shopper)).await?;
    Ok(HttpResponse::Ok().json(CartAnswer { shopping_cart }))
}
