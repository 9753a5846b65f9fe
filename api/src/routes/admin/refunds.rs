//! Money and goods come back; an order is called off.

use super::orders::{OrderDetail, detail};
use super::reason;
use crate::clock::DAY;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::idempotency::{self, Call};
use crate::repository::order;
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use crate::settlement::{
    self,
    refund::{self, CallOff, Return},
};
use crate::token;
use crate::usecase::owner::note::note;
use crate::work;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// What goes back.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundRequest {
    /// Minor units; without it everything that may go back of what was paid. First what was paid in money for anything but
    /// gift cards; then, to the gift cards that paid, what they paid; then what was paid for gift cards that are not spent,
    /// which are taken back.
    #[serde(default)]
    pub amount_cents: Option<i64>,
    /// Which goods go back into stock, and which gift cards are taken back as far as they are not spent.
    #[serde(default)]
    pub restock: Vec<ReturnedLine>,
    /// Also what was paid for gift cards that are spent already: anyone who has the goods then has the money, too.
    #[serde(default)]
    pub even_if_spent: bool,
    /// Why.
    pub reason: String,
}

/// Goods that come back.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct ReturnedLine {
    /// The line of the order.
    pub position: i64,
    /// How many of it.
    pub quantity: i64,
}

/// Gives money back, all or some of it, and takes goods back; for ADMIN and STORE_MANAGER. The provider is asked at once
/// and, when it does not answer, again until it does: `refunds` tells which.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path),
    ("Idempotency-Key" = Option<String>, Header, description = "The same for every repeat of one refund")),
    request_body = RefundRequest, responses((status = 200, body = OrderDetail), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
#[post("/commerce/orders/{orderId}/refunds")]
pub async fn refund_order(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<RefundRequest>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManageStore, &context)?;
    let (id, body) = (id.into_inner(), body.into_inner());
    let reason = reason(&body.reason)?;
    let key = request.headers().get("idempotency-key").and_then(|value| value.to_str().ok());
    let call = match key {
        Some(key) => Some(Call::new("refund", key, &format!("{id}\n{}", serde_json::to_string(&body)?))),
        None => None,
    };
    let (order_id, new_id, now) = (id.clone(), token::new_id(), context.clock.now_ms());
    let publications = context.publications.clone();
    let refund_id = context
        .db
        .write(async move |connection| {
            // The key goes first: of two calls at once the second waits here for what the first one made.
            if let Some(call) = &call
                && !idempotency::note(connection, call, &new_id, now + DAY).await?
            {
                return match idempotency::earlier(connection, call, now).await? {
                    Some((earlier, true)) => Ok(Some(earlier)),
                    _ => Err(another_call()),
                };
            }
            let order = order::read(connection, &order_id).await?.filter(order::StoredOrder::is_paid);
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let restock = body.restock.iter().map(|line| (line.position, line.quantity)).collect();
            let what = Return {
                amount_cents: body.amount_cents,
                restock,
                reason: reason.clone(),
                even_if_spent: body.even_if_spent,
            };
            let returned = refund::give_back(connection, &order, &what, &new_id, now).await?;
            if returned.is_nothing() && returned.spent_cents > 0 {
                return Err(refund::cards_spent(&order, 0));
            }
            settlement::credit_given_back(connection, &publications, &order_id, now).await?;
            let event = Event::new(Kind::Refund, &order_id).with("returned", json!(returned));
            let event =
                event.with("refundId", returned.refund_id.clone()).with("amountCents", body.amount_cents);
            let event = event.with("restock", json!(body.restock)).with("evenIfSpent", body.even_if_spent);
            note(connection, &who, event.about(&order.email).words(&reason), now).await?;
            Ok(returned.refund_id)
        })
        .await?;
    if let Some(refund_id) = refund_id {
        work::send_now(&context, &format!("refund-{refund_id}")).await?;
    }
    Ok(HttpResponse::Ok().json(detail(&context, &id).await?))
}

fn another_call() -> ApiError {
    ApiError::refused(
        StatusCode::UNPROCESSABLE_ENTITY,
        "idempotency-key-reused",
        "This Idempotency-Key was used for another refund.",
    )
}

/// How an order is called off.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct Cancellation {
    /// The goods go back into stock.
    #[serde(default = "yes")]
    pub restock: bool,
    /// Why.
    pub reason: String,
    /// Also what was paid for gift cards that are spent already goes back.
    #[serde(default)]
    pub even_if_spent: bool,
}

fn yes() -> bool {
    true
}

/// Calls off a paid order whose goods did not go out: the money goes back but for what is spent of its gift cards, what is
/// not spent of them is taken back, its subscriptions end; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = Cancellation, responses((status = 200, body = OrderDetail),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/orders/{orderId}/cancellation")]
pub async fn cancel_order(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<Cancellation>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManageStore, &context)?;
    let (id, body) = (id.into_inner(), body.into_inner());
    let reason = reason(&body.reason)?;
    let (order_id, now, publications) = (id.clone(), context.clock.now_ms(), context.publications.clone());
    let refund_id = context
        .db
        .write(async move |connection| {
            let order = order::read(connection, &order_id).await?.filter(order::StoredOrder::is_paid);
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let how = CallOff { restock: body.restock, reason: &reason, even_if_spent: body.even_if_spent };
            let returned = refund::call_off(connection, &order, how, now).await?;
            settlement::credit_given_back(connection, &publications, &order_id, now).await?;
            let event = Event::new(Kind::Cancel, &order_id).with("returned", json!(returned));
            let event = event.with("refundId", returned.refund_id.clone());
            let event = event.with("restock", body.restock).with("evenIfSpent", body.even_if_spent);
            note(connection, &who, event.about(&order.email).words(&reason), now).await?;
            Ok(returned.refund_id)
        })
        .await?;
    if let Some(refund_id) = refund_id {
        work::send_now(&context, &format!("refund-{refund_id}")).await?;
    }
    Ok(HttpResponse::Ok().json(detail(&context, &id).await?))
}
