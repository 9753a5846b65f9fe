//! `GET /api/commerce/shopping-cart`.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::mock;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::cookies::HAS_CART;
use crate::extract::shopper::Shopper;
use crate::repository::cart::Key;
use crate::respond::cart::forget;
use crate::shopping;
use crate::token;
use crate::usecase::cart::read::load;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, web};
use loggia_commerce::{Cart, Cents};
use serde::Deserialize;
use utoipa::IntoParams;

/// What may be asked of the cart call.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct CartQuery {
    /// `true`: a fixed sample cart, for the editor's preview; no cookie is looked at.
    pub mock: Option<String>,
    /// Ignored; makes the address new for caches on the way.
    pub timecode: Option<String>,
    /// `false`: `subtotalCents` stays 0.
    pub calculate_subtotal: Option<String>,
    /// Opens the cart of this token (the subscription call's, or one just bought) in place of the cookie's.
    pub cart_token: Option<String>,
}

/// The visitor's cart, with today's prices; an empty one for a visitor who has none.
#[utoipa::path(tag = "cart", params(CartQuery), responses((status = 200, body = Cart), (status = 400, body = ErrorBody)))]
#[get("/commerce/shopping-cart")]
pub async fn get_cart(
    request: HttpRequest,
    context: web::Data<Context>,
    query: Query<CartQuery>,
    shopper: Shopper,
) -> Result<HttpResponse, ApiError> {
    if query.mock.as_deref() == Some("true") {
        return Ok(HttpResponse::Ok().json(mock::cart()));
    }
    let now = context.clock.now_ms();
    let named = query.cart_token.as_deref().map(|token| Key::Token(token::hash(token)));
    let is_named = named.is_some();
    let found = match named.or_else(|| shopper.key()) {
        Some(key) => load(&context, &key, now).await?,
        None => None,
    };
    // A bought cart is only shown to a caller who names it.
    let found = found.filter(|cart| is_named || !cart.is_purchased);
    let has_sign = request.cookie(HAS_CART).is_some();
    let mut answer = HttpResponse::Ok();
    if found.is_none() && !is_named && (shopper.token.is_some() || has_sign) {
        forget(&context.settings, &mut answer, shopper.member.is_none());
    }
    let mut cart = found.unwrap_or_else(|| shopping::empty(&context.publications.current(), now));
    if query.calculate_subtotal.as_deref() == Some("false") {
        cart.subtotal_cents = Cents::ZERO;
    }
    Ok(answer.json(cart))
}
