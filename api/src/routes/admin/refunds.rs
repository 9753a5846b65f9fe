//! Money and goods come back; an order is called off.

use super::orders::{OrderDetail, detail};
use super::reason;
use crate::clock::DAY;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::call_key::call_of;
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::idempotency;
use crate::repository::order;
use crate::repository::record::{Event, Kind};
use crate::repository::refund::RefundedLine;
use crate::roles::Right;
use crate::settlement::{
    self, manual,
    refund::{self, CallOff, Return},
    refund_by_line::{self, Preview},
};
use crate::token;
use crate::usecase::desk::refund_to_card;
use crate::usecase::order::withdraw;
use crate::usecase::owner::note::note;
use crate::work;
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
    /// The pieces it is for: without `amountCents` what they cost goes back, with their shares of discounts and taxes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<RefundedPieces>,
    /// What goes back of what delivery cost, tax included; minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery_cents: Option<i64>,
    /// What would go back in money goes to a new gift card, whose code the buyer gets by letter; what gift cards paid goes back to these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub to_card: bool,
    /// Why.
    #[serde(default)]
    pub reason: String,
}

/// Pieces that are refunded.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct RefundedPieces {
    /// The line of the order.
    pub position: i64,
    /// How many of it; at least 1.
    pub quantity: i64,
    /// They go back into stock.
    #[serde(default)]
    pub restock: bool,
}

impl RefundRequest {
    /// What goes back of an order, with what its lines cost.
    async fn of(
        self,
        connection: &mut Connection<'_>,
        order: &order::StoredOrder,
    ) -> Result<Return, ApiError> {
        let pieces: Vec<(i64, i64)> = self.lines.iter().map(|line| (line.position, line.quantity)).collect();
        let lines = refund_by_line::chosen(connection, order, (&pieces, self.delivery_cents)).await?;
        let cost = (!lines.is_empty()).then(|| lines.iter().map(|line| line.cents).sum());
        let named = self.restock.iter().map(|line| (line.position, line.quantity));
        let also = self.lines.iter().filter(|line| line.restock).map(|line| (line.position, line.quantity));
        Ok(Return {
            amount_cents: self.amount_cents.or(cost),
            restock: named.chain(also).collect(),
            reason: self.reason.trim().to_owned(),
            even_if_spent: self.even_if_spent,
            lines,
        })
    }
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
    let call = call_of(&request, "refund", &format!("{id}\n{}", serde_json::to_string(&body)?))?;
    let (order_id, new_id, now) = (id.clone(), token::new_id(), context.clock.now_ms());
    let (publications, payments) = (context.publications.clone(), context.payments.clone());
    let refund_id = context
        .db
        .write(async move |connection| {
            // The key goes first: of two calls at once the second waits here for what the first one made.
            if let Some(call) = &call
                && !idempotency::note(connection, call, &new_id, now + DAY).await?
            {
                return match idempotency::earlier(connection, call, now).await? {
                    Some((earlier, true)) => Ok(Some(earlier)),
                    _ => Err(idempotency::key_of_another("refund")),
                };
            }
            let order = order::read(connection, &order_id).await?.filter(order::StoredOrder::is_paid);
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            // Held before its lines are looked at: two refunds at once never give one piece back twice.
            settlement::cards::hold(connection, &order_id).await?;
            // What an exchange counts on is not given back meanwhile.
            settlement::order_exchange::check(connection, &order_id, None).await?;
            let what = body.clone().of(connection, &order).await?;
            let returned = if body.to_card {
                let of_shop = (&publications, &payments);
                refund_to_card::give_back(connection, of_shop, (&order, &what, &new_id), (&who.email, now))
                    .await?
            } else {
                refund::give_back(connection, &order, &what, &new_id, now).await?
            };
            if returned.is_nothing() && returned.spent_cents > 0 {
                return Err(refund::cards_spent(&order, 0));
            }
            settlement::credit_given_back(connection, &publications, &order_id, now).await?;
            let event = Event::new(Kind::Refund, &order_id).with("returned", json!(returned));
            let event =
                event.with("refundId", returned.refund_id.clone()).with("amountCents", body.amount_cents);
            let event = event.with("restock", json!(body.restock)).with("evenIfSpent", body.even_if_spent);
            let event = event.with("lines", json!(body.lines)).with("deliveryCents", body.delivery_cents);
            let event = event.with("toCard", body.to_card);
            note(connection, &who, event.about(&order.email).words(&reason), now).await?;
            Ok(returned.refund_id)
        })
        .await?;
    if let Some(refund_id) = refund_id {
        work::send_now(&context, &format!("refund-{refund_id}")).await?;
    }
    Ok(HttpResponse::Ok().json(detail(&context, &id).await?))
}

/// What a refund would do. Amounts are minor units.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundPreview {
    /// What each of the named lines cost, in their order.
    pub lines: Vec<RefundShare>,
    /// What would go back in all.
    pub amount_cents: i64,
    /// Of it in money, the way it was paid.
    pub money_cents: i64,
    /// Of it to the gift cards that paid.
    pub to_cards_cents: i64,
    /// Of it to a new gift card.
    pub new_card_cents: i64,
    /// What would be taken off gift cards that the order issued.
    pub voided_cents: i64,
}

impl RefundPreview {
    /// What would go back for these pieces, where wanted what is money to a new gift card.
    pub fn of(preview: Preview, lines: Vec<RefundShare>, to_card: bool) -> Self {
        let money = preview.money_cents;
        let (money_cents, new_card_cents) = if to_card { (0, money) } else { (money, 0) };
        RefundPreview {
            lines,
            amount_cents: money + preview.to_cards_cents,
            money_cents,
            to_cards_cents: preview.to_cards_cents,
            new_card_cents,
            voided_cents: preview.voided_cents,
        }
    }
}

/// What pieces of a line cost, with their shares of discounts and taxes.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct RefundShare {
    /// The line of the order.
    pub position: i64,
    /// How many of it.
    pub quantity: i64,
    /// Minor units.
    pub cents: i64,
}

/// Tells what a refund would give back, to where, and changes nothing; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = RefundRequest, responses((status = 200, body = RefundPreview),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/orders/{orderId}/refund-preview")]
pub async fn preview_refund(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<RefundRequest>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (id, body) = (id.into_inner(), body.into_inner());
    let (preview, lines) = context
        .db
        .read(async |connection| {
            let order = order::read(connection, &id).await?.filter(order::StoredOrder::is_paid);
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let what = body.clone().of(connection, &order).await?;
            Ok((refund_by_line::preview(connection, &order, &what).await?, what.lines))
        })
        .await?;
    let lines = lines.into_iter().filter(|line| line.quantity > 0);
    let share = |line: RefundedLine| RefundShare {
        position: line.position,
        quantity: line.quantity,
        cents: line.cents,
    };
    Ok(HttpResponse::Ok().json(RefundPreview::of(preview, lines.map(share).collect(), body.to_card)))
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
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
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
    let published = context.publications.newest(&context.db).await?;
    let refund_id = context
        .db
        .write(async move |connection| {
            // Held, so that it is not paid between the look and the cancelling.
            order::hold(connection, &order_id).await?;
            let order = order::read(connection, &order_id).await?;
            let order = order.filter(|order| order.is_paid() || order.is_waiting());
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            if order.is_waiting() {
                if !manual::call_off(connection, &published, &order_id, now).await? {
                    return Err(ApiError::bad_request(
                        "not-cancellable",
                        "This order can no longer be cancelled.",
                    ));
                }
                withdraw::tell(connection, &published, &order_id, now).await?;
                let event = Event::new(Kind::Cancel, &order_id).about(&order.email).words(&reason);
                note(connection, &who, event, now).await?;
                return Ok(None);
            }
            let how = CallOff { restock: body.restock, reason: &reason, even_if_spent: body.even_if_spent };
            let returned = refund::call_off(connection, &order, how, now).await?;
            withdraw::tell(connection, &published, &order_id, now).await?;
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
