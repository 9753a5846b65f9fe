//! Orders that the staff prepares: entered, sent as a link to pay, marked as paid, removed; by role, and each change written down.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::draft::StoredDraft;
use crate::roles::Right;
use crate::usecase::desk::draft::body::DraftBody;
use crate::usecase::desk::draft::send::{self, Link};
use crate::usecase::desk::draft::shown::{self, Shown};
use crate::usecase::desk::draft::{keep, paid};
use actix_web::web::Query;
use actix_web::{HttpResponse, delete, get, post, put, web};
use loggia_commerce::Cart;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How a draft stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DraftState {
    /// Nobody can pay it yet.
    Open,
    /// It has a link, and holds its stock.
    Sent,
    /// Its buyer is paying at this moment.
    Paying,
    /// Its link is too old, and it holds no stock.
    Expired,
    /// It is an order.
    Placed,
}

/// Which drafts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct DraftQuery {
    /// `true`: those that are orders by now, else those that are not.
    pub placed: bool,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of drafts.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftPage {
    /// Newest first.
    pub drafts: Vec<DraftRow>,
    /// Where the next page begins; none on the last.
    pub next_page_cursor: Option<String>,
}

/// A draft in the list. Moments are epoch milliseconds, amounts minor units.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftRow {
    /// Its id.
    pub id: String,
    /// How it stands.
    pub state: DraftState,
    /// Whom it is for.
    pub email: String,
    /// ISO 4217 code.
    pub currency: String,
    /// What it came to when it was saved or sent.
    pub total_cents: i64,
    /// Who prepared it.
    pub author: String,
    /// When.
    pub created_on: i64,
    /// When its link was made.
    pub sent_on: Option<i64>,
    /// Until when it can be paid.
    pub expires_on: Option<i64>,
    /// The order that it became, or that is being paid.
    pub order_id: Option<String>,
    /// That order's number.
    pub order_number: Option<i64>,
}

/// One draft whole.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskDraft {
    /// As it stands in the list.
    pub draft: DraftRow,
    /// What was entered.
    pub body: DraftBody,
    /// What it comes to by the rules of a checkout: as it was agreed on while it can be paid, else by today's.
    pub cart: Cart,
    /// Why it cannot be worked out any more; none when it can.
    pub problem: Option<String>,
    /// Where its buyer pays it; none while nobody can.
    pub link: Option<String>,
}

fn row(draft: StoredDraft, now: i64) -> DraftRow {
    let state = match () {
        () if draft.is_placed => DraftState::Placed,
        () if draft.order_id.is_some() => DraftState::Paying,
        () if draft.is_open(now) => DraftState::Sent,
        () if draft.sent_at.is_some() => DraftState::Expired,
        () => DraftState::Open,
    };
    DraftRow {
        id: draft.id,
        state,
        email: draft.email,
        currency: draft.currency,
        total_cents: draft.total_cents,
        author: draft.author,
        created_on: draft.created_at,
        sent_on: draft.sent_at,
        expires_on: draft.expires_at,
        order_id: draft.order_id,
        order_number: draft.number,
    }
}

async fn whole(context: &Context, id: &str) -> Result<HttpResponse, ApiError> {
    let Shown { draft, body, cart, problem, link } = shown::one(context, id).await?;
    let draft = row(draft, context.clock.now_ms());
    Ok(HttpResponse::Ok().json(DeskDraft { draft, body, cart, problem, link }))
}

/// The drafts, newest first; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(DraftQuery), responses((status = 200, body = DraftPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/drafts")]
pub async fn list_drafts(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<DraftQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (drafts, next_page_cursor) = shown::list(&context, query.placed, &query.cursor).await?;
    let now = context.clock.now_ms();
    let drafts = drafts.into_iter().map(|draft| row(draft, now)).collect();
    Ok(HttpResponse::Ok().json(DraftPage { drafts, next_page_cursor }))
}

/// Prepares an order: everything is worked out by the rules of a checkout; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = DraftBody, responses((status = 200, body = DeskDraft), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/commerce/desk/drafts")]
pub async fn make_draft(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<DraftBody>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let id = keep::save(&context, &who, None, body.into_inner()).await?;
    whole(&context, &id).await
}

/// One draft whole; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("draftId" = String, Path)), responses((status = 200, body = DeskDraft), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/commerce/desk/drafts/{draftId}")]
pub async fn get_draft(
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    whole(&context, &id).await
}

/// Changes a draft. A link that was sent holds no more, and what is being paid by it is called off; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("draftId" = String, Path)), request_body = DraftBody, responses((status = 200, body = DeskDraft),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[put("/commerce/desk/drafts/{draftId}")]
pub async fn change_draft(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<DraftBody>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    keep::save(&context, &who, Some(&id), body.into_inner()).await?;
    whole(&context, &id).await
}

/// Removes a draft that became no order; its link holds no more. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("draftId" = String, Path)), responses((status = 204), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[delete("/commerce/desk/drafts/{draftId}")]
pub async fn remove_draft(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    keep::remove(&context, &who, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A link to pay.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPaymentLink {
    /// For how many days it holds, from 1 to 30.
    pub days: i64,
    /// Its buyer gets a letter with it.
    #[serde(default)]
    pub notify: bool,
}

/// Makes a link to pay a draft as it is now: its lines, prices and sums stay, and its stock is held, until the link ends. A link from
/// before holds no more. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("draftId" = String, Path)), request_body = NewPaymentLink, responses((status = 200, body = DeskDraft),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[post("/commerce/desk/drafts/{draftId}/link")]
pub async fn send_draft(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<NewPaymentLink>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    send::send(&context, &who, &id, Link { days: body.days, notify: body.notify }).await?;
    whole(&context, &id).await
}

/// Places a draft as paid: the shop has its money. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("draftId" = String, Path)), responses((status = 200, body = DeskDraft), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 503, body = ErrorBody)))]
#[post("/commerce/desk/drafts/{draftId}/payment")]
pub async fn receive_draft(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    paid::mark_paid(&context, &who, &id).await?;
    whole(&context, &id).await
}
