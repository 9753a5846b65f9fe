//! What follows a purchase, for who has the link of a letter: the order and the subscription as JSON, and what is done with them.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::extract::signed_in::SignedIn;
use crate::links::Opens;
use crate::rates::Class;
use crate::respond::cart::forget;
use crate::usecase::order::page;
use crate::usecase::order::withdraw;
use crate::usecase::subscription::{self, Change, Holder, OwnSubscription};
use crate::usecase::subscription_card::{self, CardPage};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

/// What a link says.
#[derive(Debug, Default, Deserialize, Serialize, IntoParams, ToSchema)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct PageLink {
    /// The id of the order or of the subscription.
    pub id: String,
    /// What opens it: the `key` of a link.
    pub key: String,
}

/// Shows an order to whoever has its link: `order` with everything on its page (amounts and moments as they are read, in the language
/// it was bought in), `mayCancel`, and the pages of its `subscriptions`.
#[utoipa::path(tag = "checkout", params(PageLink), responses((status = 200, body = Object), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[get("/commerce/order-page")]
pub async fn get_order_page(
    request: HttpRequest,
    context: web::Data<Context>,
    link: Query<PageLink>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::OrderPage, &request, "").await?;
    page::ask_provider(&context, (&link.id, &link.key)).await?;
    let opened = page::open(&context, &link.id, &link.key).await?;
    Ok(HttpResponse::Ok().json(
        json!({"order": opened.view, "mayCancel": opened.may_cancel, "subscriptions": opened.subscriptions}),
    ))
}

/// Where the order of a cart is.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderOfCart {
    /// Its page, from the root of the API's address; null when the cart is no order.
    pub order_page: Option<String>,
}

/// Tells a page that was loaded anew where the order is that the shopper's cart became, or is becoming by a payment that was begun. Who
/// is told of a paid one starts with a new cart.
#[utoipa::path(tag = "checkout", responses((status = 200, body = OrderOfCart), (status = 429, body = ErrorBody)))]
#[get("/commerce/shopping-cart/order")]
pub async fn get_order_of_cart(
    request: HttpRequest,
    context: web::Data<Context>,
    shopper: Shopper,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::OrderPage, &request, "").await?;
    let found = match shopper.key() {
        Some(key) => page::of_cart(&context, &key).await?,
        None => None,
    };
    let order_page = found.as_ref().map(|order| {
        let subject = (order.id.as_str(), order.link_version);
        context.publications.links().page(Opens::Order, subject, context.clock.now_ms())
    });
    let mut answer = HttpResponse::Ok();
    if found.is_some_and(|order| order.is_paid() || order.is_waiting()) {
        forget(&context.settings, &mut answer, shopper.member.is_none());
    }
    Ok(answer.json(OrderOfCart { order_page }))
}

/// Cancels an order whose link one has, while nothing of it was sent or downloaded and the shop lets its buyers; its money goes back.
#[utoipa::path(tag = "checkout", request_body = PageLink, responses((status = 200, body = Object), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/commerce/order-page/cancellation")]
pub async fn cancel_by_link(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    link: web::Json<PageLink>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::OrderPage, &request, "").await?;
    withdraw::cancel(&context, &link.id, &link.key).await?;
    let opened = page::open(&context, &link.id, &link.key).await?;
    Ok(HttpResponse::Ok().json(
        json!({"order": opened.view, "mayCancel": opened.may_cancel, "subscriptions": opened.subscriptions}),
    ))
}

/// Shows a subscription to whoever has its link.
#[utoipa::path(tag = "checkout", params(PageLink), responses((status = 200, body = OwnSubscription), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[get("/commerce/subscription-page")]
pub async fn get_subscription_page(
    request: HttpRequest,
    context: web::Data<Context>,
    link: Query<PageLink>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::OrderPage, &request, "").await?;
    let own = subscription::open(&context, &link.id, &Holder::Key(link.key.clone())).await?;
    Ok(HttpResponse::Ok().json(own))
}

/// What is done with a subscription, by its link.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct ChangeByLink {
    /// The subscription.
    pub id: String,
    /// What opens it: the `key` of a link.
    pub key: String,
    /// What is done.
    #[serde(flatten)]
    pub change: Change,
}

/// Pauses a subscription, goes on, leaves the next delivery out, stops it, or changes how many go where; for whoever has its link.
#[utoipa::path(tag = "checkout", request_body = ChangeByLink, responses((status = 200, body = OwnSubscription), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/commerce/subscription-page/changes")]
pub async fn change_by_link(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    body: web::Json<ChangeByLink>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::OrderPage, &request, "").await?;
    let ChangeByLink { id, key, change } = body.into_inner();
    Ok(HttpResponse::Ok().json(subscription::change(&context, &id, &Holder::Key(key), change).await?))
}

/// One's own subscriptions.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct OwnSubscriptions {
    /// Newest first.
    pub subscriptions: Vec<OwnSubscription>,
}

/// Lists the subscriptions of the person signed in: those begun with the account, and those begun with its address.
#[utoipa::path(tag = "session", responses((status = 200, body = OwnSubscriptions), (status = 401, body = ErrorBody)))]
#[get("/site-users/account/subscriptions")]
pub async fn list_own_subscriptions(
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    let subscriptions = subscription::list(&context, &who).await?;
    Ok(HttpResponse::Ok().json(OwnSubscriptions { subscriptions }))
}

/// Begins the change of the card of a subscription, for whoever has its link; the card is entered at `url`, which leads back.
#[utoipa::path(tag = "checkout", request_body = PageLink, responses((status = 200, body = CardPage), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[post("/commerce/subscription-page/card")]
pub async fn change_card_by_link(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    link: web::Json<PageLink>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::OrderPage, &request, "").await?;
    let PageLink { id, key } = link.into_inner();
    Ok(HttpResponse::Ok().json(subscription_card::begin(&context, &id, &Holder::Key(key)).await?))
}

/// Begins the change of the card of a subscription of the person signed in; the card is entered at `url`, which leads back.
#[utoipa::path(tag = "session", params(("subscriptionId" = String, Path)), responses((status = 200, body = CardPage), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[post("/site-users/account/subscriptions/{subscriptionId}/card")]
pub async fn change_own_subscription_card(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::OrderPage, &request, "").await?;
    Ok(HttpResponse::Ok().json(subscription_card::begin(&context, &id, &Holder::Person(who)).await?))
}

/// Pauses a subscription of the person signed in, goes on, leaves the next delivery out, stops it, or changes how many go where.
#[utoipa::path(tag = "session", params(("subscriptionId" = String, Path)), request_body = Change, responses((status = 200, body = OwnSubscription), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/site-users/account/subscriptions/{subscriptionId}/changes")]
pub async fn change_own_subscription(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    change: web::Json<Change>,
) -> Result<HttpResponse, ApiError> {
    let own = subscription::change(&context, &id, &Holder::Person(who), change.into_inner()).await?;
    Ok(HttpResponse::Ok().json(own))
}
