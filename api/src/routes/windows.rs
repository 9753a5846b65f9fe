//! `GET /api/commerce/delivery-windows`.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::shopper::Shopper;
use crate::repository::cart::Key;
use crate::token;
use crate::usecase::windows::of_way;
use actix_web::http::header::{CacheControl, CacheDirective};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use loggia_commerce::DeliveryWindow;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Of which way of delivery, for whom.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct WindowsQuery {
    /// The id of one of the cart's `shippingOptions`.
    pub option: String,
    /// The cart's token; without it the cart of the cookie.
    pub cart_token: Option<String>,
}

/// The windows that may be chosen.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryWindows {
    /// In their order, in the shop's own time; those in which no place is left are not among them.
    pub windows: Vec<DeliveryWindow>,
}

/// The windows of time in which a way of delivery may bring, or hand over, what is ordered now. None of a way without windows.
#[utoipa::path(tag = "checkout", params(WindowsQuery), responses((status = 200, body = DeliveryWindows), (status = 400, body = ErrorBody)))]
#[get("/commerce/delivery-windows")]
pub async fn get_delivery_windows(
    context: web::Data<Context>,
    query: Query<WindowsQuery>,
    shopper: Shopper,
) -> Result<HttpResponse, ApiError> {
    let named = query.cart_token.as_deref().filter(|token| !token.is_empty());
    let key = named.map(|text| Key::Token(token::hash(text))).or_else(|| shopper.key());
    let windows = of_way(&context, key.as_ref(), &query.option).await?;
    let live = CacheControl(vec![CacheDirective::NoStore]);
    Ok(HttpResponse::Ok().insert_header(live).json(DeliveryWindows { windows }))
}
