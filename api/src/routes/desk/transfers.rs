//! Stock on its way from one location to another, or from a supplier.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::call_key::call_of;
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::stock::transfer::{CANCELLED, DONE, Line};
use crate::roles::Right;
use crate::usecase::stock::transfers::{self, Came, Sent, Whole};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which transfers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransferView {
    /// Every one.
    #[default]
    All,
    /// Of which something is on its way.
    Open,
    /// Of which nothing is.
    Ended,
}

/// What became of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransferState {
    /// Something is on its way; some of it may have come.
    OnItsWay,
    /// Everything came, or was lost.
    Done,
    /// What had not come went back, or does not come.
    Cancelled,
}

/// Which part of which list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct TransfersQuery {
    /// Which transfers.
    pub view: TransferView,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of transfers.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransfersPage {
    /// The newest first.
    pub transfers: Vec<StockTransfer>,
    /// Where the next page begins; none on the last.
    pub next_page_cursor: Option<String>,
}

/// Stock on its way, or what became of it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockTransfer {
    /// Its id.
    pub id: String,
    /// Where from; none is a supplier.
    pub from_id: Option<String>,
    /// Where to.
    pub to_id: String,
    /// What became of it.
    pub state: TransferState,
    /// The number of an order or a delivery note.
    pub reference: String,
    /// Words about it.
    pub note: String,
    /// Who carries it, and its number.
    pub tracking: String,
    /// The day on which it should come: 2026-03-01.
    pub expected_on: Option<String>,
    /// Who wrote it down, while they have an account.
    pub author: Option<String>,
    /// Epoch milliseconds.
    pub created_on: i64,
    /// When nothing was on its way any more.
    pub ended_on: Option<i64>,
    /// What was sent.
    pub lines: Vec<TransferLine>,
}

/// A variant on a transfer. What is neither received, lost nor back is on its way.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferLine {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// The product's title.
    pub title: String,
    /// The variant in words; "" when there is none.
    pub options: String,
    /// How many were sent.
    pub quantity: i64,
    /// How many came.
    pub received: i64,
    /// How many were lost, or came broken.
    pub lost: i64,
    /// How many went back, or do not come, since it was cancelled.
    pub back: i64,
}

impl From<Line> for TransferLine {
    fn from(line: Line) -> Self {
        let Line { item_id, sku, title, options, quantity, received, lost, back } = line;
        TransferLine { item_id, sku, title, options, quantity, received, lost, back }
    }
}

impl From<Whole> for StockTransfer {
    fn from((one, lines): Whole) -> Self {
        StockTransfer {
            state: match one.state.as_str() {
                DONE => TransferState::Done,
                CANCELLED => TransferState::Cancelled,
                _ => TransferState::OnItsWay,
            },
            id: one.id,
            from_id: one.from_id,
            to_id: one.to_id,
            reference: one.reference,
            note: one.note,
            tracking: one.tracking,
            expected_on: one.expected_on,
            author: one.author,
            created_on: one.created_at,
            ended_on: one.ended_at,
            lines: lines.into_iter().map(TransferLine::from).collect(),
        }
    }
}

fn shown(whole: Whole) -> HttpResponse {
    HttpResponse::Ok().json(StockTransfer::from(whole))
}

/// Lists transfers, the newest first; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(TransfersQuery), responses((status = 200, body = TransfersPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/transfers")]
pub async fn list_transfers(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<TransfersQuery>,
) -> Result<HttpResponse, ApiError> {
    let which = match query.view {
        TransferView::All => "",
        TransferView::Open => "open",
        TransferView::Ended => "ended",
    };
    let page = transfers::list(&context, &who, which, &query.cursor).await?;
    let transfers = page.rows.into_iter().map(StockTransfer::from).collect();
    Ok(HttpResponse::Ok().json(TransfersPage { transfers, next_page_cursor: page.next }))
}

/// Stock that is sent on its way.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTransfer {
    /// Where from; none is a supplier.
    #[serde(default)]
    pub from_id: Option<String>,
    /// Where to; `main` is the first location, also where the shop has one place.
    pub to_id: String,
    /// From 1 to 500, of a variant each.
    pub lines: Vec<NewTransferLine>,
    /// The number of an order or a delivery note; at most 200 characters.
    #[serde(default)]
    pub reference: String,
    /// Words about it; at most 1,000 characters.
    #[serde(default)]
    pub note: String,
    /// Who carries it, and its number; at most 200 characters.
    #[serde(default)]
    pub tracking: String,
    /// The day on which it should come: 2026-03-01.
    #[serde(default)]
    pub expected_on: Option<String>,
}

/// Pieces of a variant that are sent.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTransferLine {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// How many; at least 1.
    pub quantity: i64,
}

/// Sends stock on its way: it leaves the count where it comes from at once, and is in none until it is received. For ADMIN and
/// STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("Idempotency-Key" = Option<String>, Header, description = "The same for every repeat of one transfer, for thirty days: it is sent once")),
    request_body = NewTransfer, responses((status = 200, body = StockTransfer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
#[post("/commerce/desk/transfers")]
pub async fn send_transfer(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<NewTransfer>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let call = call_of(&request, "transfer", &serde_json::to_string(&*body)?)?;
    let body = body.into_inner();
    let sent = Sent {
        from: body.from_id,
        to: body.to_id,
        lines: body.lines.into_iter().map(|line| (line.item_id, line.sku, line.quantity)).collect(),
        reference: body.reference,
        note: body.note,
        tracking: body.tracking,
        expected_on: body.expected_on,
    };
    Ok(shown(transfers::send(&context, &who, sent, call).await?))
}

/// What came of a transfer.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct TransferReceipt {
    /// What came, or was lost; of a variant that is not named nothing did, and it stays on its way.
    pub lines: Vec<TransferReceiptLine>,
}

/// What came of a variant.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferReceiptLine {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// How many came in good order.
    #[serde(default)]
    pub received: i64,
    /// How many were lost, or came broken.
    #[serde(default)]
    pub lost: i64,
}

/// Notes what came of a transfer, all of it or a part; with `Idempotency-Key` a repeat counts once. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("transferId" = String, Path),
    ("Idempotency-Key" = Option<String>, Header, description = "The same for every repeat of one receipt, for thirty days: it counts once")),
    request_body = TransferReceipt, responses((status = 200, body = StockTransfer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
#[post("/commerce/desk/transfers/{transferId}/receipt")]
pub async fn receive_transfer(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<TransferReceipt>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let says = format!("{}\n{}", *id, serde_json::to_string(&*body)?);
    let call = call_of(&request, "transfer-receipt", &says)?;
    let came = |line: TransferReceiptLine| Came {
        item_id: line.item_id,
        sku: line.sku,
        received: line.received,
        lost: line.lost,
    };
    let came = body.into_inner().lines.into_iter().map(came).collect();
    Ok(shown(transfers::receive(&context, &who, &id, (came, call)).await?))
}

/// Cancels a transfer: what did not come goes back to where it was sent from. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("transferId" = String, Path)), responses((status = 200, body = StockTransfer), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/commerce/desk/transfers/{transferId}/cancellation")]
pub async fn cancel_transfer(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    Ok(shown(transfers::cancel(&context, &who, &id).await?))
}
