//! What an order holds is changed before it is sent: told first, then done, then paid or withdrawn; by role, and each written down.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::usecase::desk::edit::apply::{self, Change};
use crate::usecase::desk::edit::end;
use crate::usecase::desk::edit::request::{EditAdded, EditPreview, EditRemoved, OrderEdit};
use crate::usecase::desk::edit::shown::{self, ShownChange};
use crate::work;
use actix_web::{HttpResponse, delete, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A change to be told.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderEditQuestion {
    /// What the order shall hold.
    pub edit: OrderEdit,
    /// Why; at most 500 characters. The shopper reads it where something costs nothing.
    pub reason: String,
}

/// A change to be done.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewOrderEdit {
    /// What the order shall hold.
    pub edit: OrderEdit,
    /// The digest of what was told of it.
    pub digest: String,
    /// For how many days a link to pay holds, from 1 to 30.
    #[serde(default = "a_week")]
    pub days: i64,
    /// The shopper gets a letter.
    #[serde(default)]
    pub notify: bool,
    /// Why; at most 500 characters.
    #[serde(default)]
    pub reason: String,
}

fn a_week() -> i64 {
    7
}

/// How a change stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OrderChangeState {
    /// It waits to be paid.
    Pending,
    /// It is made.
    Done,
    /// Nothing comes of it.
    Withdrawn,
}

/// The changes of an order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderChanges {
    /// Oldest first.
    pub changes: Vec<OrderChange>,
    /// The order that this one was added to.
    pub added_to_order_id: Option<String>,
    /// That order's number.
    pub added_to_order_number: Option<i64>,
}

/// A change of an order. Moments are epoch milliseconds, amounts minor units.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderChange {
    /// Its id.
    pub id: String,
    /// How it stands.
    pub state: OrderChangeState,
    /// What is taken out.
    pub removed: Vec<EditRemoved>,
    /// What comes back for what is added.
    pub exchanged: Vec<EditRemoved>,
    /// What is added.
    pub added: Vec<EditAdded>,
    /// What the order came to before.
    pub before_cents: i64,
    /// What it comes to afterwards.
    pub after_cents: i64,
    /// What went back.
    pub returned_cents: i64,
    /// Why.
    pub reason: String,
    /// Who made it.
    pub author: String,
    /// When.
    pub created_on: i64,
    /// When it was made or withdrawn.
    pub ended_on: Option<i64>,
    /// Where it is paid; none while it cannot be.
    pub link: Option<String>,
    /// Until when.
    pub expires_on: Option<i64>,
    /// The draft of what is added: by it another link is made.
    pub draft_id: Option<String>,
    /// The order of what was added.
    pub added_order_id: Option<String>,
    /// That order's number.
    pub added_order_number: Option<i64>,
}

fn change_of(shown: ShownChange) -> OrderChange {
    let ShownChange { stored, body, link } = shown;
    let state = match stored.state.as_str() {
        "pending" => OrderChangeState::Pending,
        "done" => OrderChangeState::Done,
        _ => OrderChangeState::Withdrawn,
    };
    let (link, expires_on) = link.map_or((None, None), |(link, until)| (Some(link), Some(until)));
    OrderChange {
        id: stored.id,
        state,
        removed: body.removed.iter().map(EditRemoved::from).collect(),
        exchanged: body.exchange.iter().flat_map(|one| &one.came).map(EditRemoved::from).collect(),
        added: body.added.iter().map(|piece| EditAdded::of(piece, None)).collect(),
        before_cents: body.before_cents,
        after_cents: body.after_cents,
        returned_cents: stored.returned_cents,
        reason: stored.reason,
        author: stored.author,
        created_on: stored.created_at,
        ended_on: stored.ended_at,
        link,
        expires_on,
        draft_id: stored.draft_id,
        added_order_id: stored.added_order_id,
        added_order_number: stored.added_number,
    }
}

async fn whole(context: &Context, id: &str) -> Result<HttpResponse, ApiError> {
    let shown = shown::changes(context, id).await?;
    let (added_to_order_id, added_to_order_number) =
        shown.added_to.map_or((None, None), |(id, number)| (Some(id), number));
    let changes = shown.changes.into_iter().map(change_of).collect();
    Ok(HttpResponse::Ok().json(OrderChanges { changes, added_to_order_id, added_to_order_number }))
}

/// Tells what a change of a paid order would come to, and changes nothing; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = OrderEditQuestion, responses((status = 200, body = EditPreview),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[post("/commerce/desk/orders/{orderId}/change-preview")]
pub async fn preview_change(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<OrderEditQuestion>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let body = body.into_inner();
    Ok(HttpResponse::Ok().json(apply::preview(&context, &id, (&body.edit, &body.reason)).await?))
}

/// The changes of an order; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), responses((status = 200, body = OrderChanges), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/commerce/desk/orders/{orderId}/changes")]
pub async fn list_changes(
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    whole(&context, &id).await
}

/// Changes what a paid order holds before it is sent, if it comes to what was told: what is taken out is refunded and goes back into stock,
/// what is added is an order of its own that goes with it. Where that is to be paid by a link, the whole change is made once it is paid.
/// For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = NewOrderEdit, responses((status = 200, body = OrderChanges),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[post("/commerce/desk/orders/{orderId}/changes")]
pub async fn change_order(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<NewOrderEdit>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManageStore, &context)?;
    let NewOrderEdit { edit, digest, days, notify, reason } = body.into_inner();
    let change = Change { edit, digest, days, notify, reason };
    if let Some(refund_id) = apply::apply(&context, &who, &id, change).await? {
        work::send_now(&context, &format!("refund-{refund_id}")).await?;
    }
    whole(&context, &id).await
}

/// Notes that the shop has the money of a change, which is made by it; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path), ("changeId" = String, Path)), responses((status = 200, body = OrderChanges),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[post("/commerce/desk/orders/{orderId}/changes/{changeId}/payment")]
pub async fn receive_change(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManageStore, &context)?;
    let (id, change) = ids.into_inner();
    end::receive(&context, &who, (&id, &change)).await?;
    whole(&context, &id).await
}

/// Withdraws a change that is not paid; its link holds no more. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path), ("changeId" = String, Path)), responses((status = 200, body = OrderChanges),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[delete("/commerce/desk/orders/{orderId}/changes/{changeId}")]
pub async fn withdraw_change(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (id, change) = ids.into_inner();
    end::withdraw(&context, &who, (&id, &change)).await?;
    whole(&context, &id).await
}
