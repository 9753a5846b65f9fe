//! `POST /api/3/commerce/cart/subscription`: a cart of its own for one subscription.

use super::add::{AddEntry, accept, stock_of};
use super::finish;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::rates::Class;
use crate::repository::cart::{self, Kind, NewEntry};
use crate::repository::catalog;
use crate::shopping::Shopping;
use crate::token;
use actix_web::{HttpRequest, HttpResponse, post, web};
use loggia_commerce::limit::CART_LIFETIME_MS;
use loggia_commerce::{EntryId, Problem, Purchase, SubscriptionAnswer, quantity_from_json};
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
    wish: web::Json<StartSubscription>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::AddEntry, &request, "").await?;
    let wish = wish.into_inner();
    let wish = AddEntry {
        item_id: wish.item_id,
        sku: wish.sku,
        quantity: wish.qty,
        additional_fields: wish.additional_fields,
        build_id: None,
    };
    let cart_token = begin(&context, shopper, wish).await?;
    Ok(HttpResponse::Ok().json(SubscriptionAnswer { cart_token }))
}

/// Makes the cart of one subscription; the token that opens it.
pub(crate) async fn begin(context: &Context, shopper: Shopper, wish: AddEntry) -> Result<String, ApiError> {
    let quantity = quantity_from_json(&wish.quantity)?;
    let (publications, now) = (context.publications.clone(), context.clock.now_ms());
    let cart_token = token::opaque();
    let token_hash = token::hash(&cart_token);
    context
        .db
        .write(async move |connection| {
            let lifetime = (now, CART_LIFETIME_MS);
            let version = catalog::version(connection).await?;
            let published = publications.at_least(connection, version).await?;
            let product = published.product(&wish.item_id).ok_or(Problem::ItemUnavailable)?;
            let stored = cart::create(
                connection,
                &token_hash,
                Kind::Subscription,
                shopper.member.as_deref(),
                lifetime,
            )
            .await?;
            let mut shopping = Shopping::open(connection, &publications, stored).await?;
            let stock = stock_of(connection, product, wish.sku.as_deref()).await?;
            let accepted = accept(&shopping, product, &wish, quantity, Purchase::Subscription, stock)?;
            let entry = NewEntry {
                id: token::new_id(),
                item_id: product.id.to_string(),
                sku: accepted.chosen_variant.sku.to_string(),
                quantity: i64::from(accepted.quantity),
                price_cents: accepted.price.get(),
                additional_fields: accepted.additional_fields.clone(),
            };
            cart::put_entry(connection, &shopping.stored.id, &entry, now).await?;
            shopping.cart.add(product, accepted, EntryId::new(entry.id))?;
            finish(connection, &mut shopping, now).await
        })
        .await?;
    Ok(cart_token)
}
