//! `POST /api/3/commerce/cart/subscription`: a cart of its own for one subscription.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::rates::Class;
use crate::usecase::cart::add::AddEntry;
use crate::usecase::cart::subscription;
use actix_web::{HttpRequest, HttpResponse, post, web};
use loggia_commerce::SubscriptionAnswer;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A subscription the shopper wants.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartSubscription {
    /// The product.
    pub item_id: String,
    /// The variant; `null` where there is no choice.
    #[serde(default)]
    pub sku: Option<String>,
    /// How many each time.
    #[schema(value_type = u32, minimum = 1, maximum = 9999)]
    pub qty: Value,
    /// The answers to the product's form, as a JSON string.
    #[serde(default)]
    pub additional_fields: Option<String>,
}

/// Makes a cart for one subscription; its token opens it on the subscription page.
#[utoipa::path(tag = "cart", request_body = StartSubscription, responses(
    (status = 200, body = SubscriptionAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/3/commerce/cart/subscription")]
pub async fn start_subscription(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    start: web::Json<StartSubscription>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::AddEntry, &request, "").await?;
    let start = start.into_inner();
    let entry = AddEntry {
        item_id: start.item_id,
        sku: start.sku,
        quantity: start.qty,
        additional_fields: start.additional_fields,
        build_id: None,
    };
    let cart_token = subscription::start_subscription(&context, shopper, entry).await?;
    Ok(HttpResponse::Ok().json(SubscriptionAnswer { cart_token }))
}
