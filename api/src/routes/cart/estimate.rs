//! `GET /api/commerce/shopping-cart/estimate`.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::shopper::Shopper;
use crate::usecase::cart::estimate::estimate;
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use loggia_commerce::{Estimate, ShippingLocation};
use serde::Deserialize;
use utoipa::IntoParams;

/// Where the cart would go.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct EstimateQuery {
    /// ISO 3166 code of two letters.
    pub country: String,
    /// State or province.
    pub region: String,
    /// Postal code.
    pub postal_code: String,
}

/// What the visitor's cart would come to at a place: delivery by the cheapest way, taxes, total. Nothing is kept.
#[utoipa::path(tag = "cart", params(EstimateQuery), responses(
    (status = 200, body = Estimate), (status = 400, body = ErrorBody)))]
#[get("/commerce/shopping-cart/estimate")]
pub async fn get_estimate(
    context: web::Data<Context>,
    query: Query<EstimateQuery>,
    shopper: Shopper,
) -> Result<HttpResponse, ApiError> {
    let EstimateQuery { country, region, postal_code } = query.into_inner();
    let location = ShippingLocation { country, region, postal_code, ..ShippingLocation::default() };
    Ok(HttpResponse::Ok().json(estimate(&context, shopper.key(), location).await?))
}
