//! Returns of an order at the desk: begun, decided, and received with their refund.

use super::order::{DeskOrder, whole};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::call_key::call_of;
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::order_return::{NewLine, ReturnLine, StoredReturn};
use crate::repository::refund::RefundedLine;
use crate::roles::Right;
use crate::routes::admin::csv::{self, Cell};
use crate::routes::admin::refunds::{RefundPreview, RefundShare};
use crate::usecase::desk::returns::{self, Begin};
use crate::usecase::order::returns::{self as of_order, Decision, Receipt, Received};
use crate::work;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use futures_util::stream;
use loggia_commerce::ReturnReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const HEAD: [&str; 13] = [
    "order",
    "return",
    "createdOn",
    "state",
    "begunBy",
    "product",
    "sku",
    "quantity",
    "received",
    "restocked",
    "reason",
    "currency",
    "fee",
];

/// Gives every line of every return as CSV, the newest return first; the fee of a return stands in its first line. For ADMIN and
/// STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = String, content_type = "text/csv"), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/returns.csv")]
pub async fn export_returns(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    // Read and sent in pieces, whatever has come back in years.
    let rows = stream::try_unfold((context, who, Some(String::new())), |(context, who, cursor)| async move {
        let Some(cursor) = cursor else { return Ok::<_, ApiError>(None) };
        let page = of_order::list(&who, &context, &cursor).await?;
        let head = if cursor.is_empty() { csv::line(HEAD) } else { String::new() };
        let lines: String = page.rows.iter().map(rows_of).collect();
        Ok(Some((Bytes::from(head + &lines), (context, who, page.next))))
    });
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"returns.csv\""))
        .streaming(rows))
}

/// The lines of a return in the table.
fn rows_of((one, lines): &(StoredReturn, Vec<ReturnLine>)) -> String {
    let row = |(index, line): (usize, &ReturnLine)| {
        let text = |text: &str| Cell::Text(text.to_owned());
        csv::line_of([
            text(&one.number.map_or_else(|| one.order_id.clone(), |number| number.to_string())),
            text(&one.id),
            text(&csv::moment(one.created_at)),
            text(&one.state),
            text(if one.by_staff { "staff" } else { "buyer" }),
            text(&line.title),
            text(&line.sku),
            Cell::Count(line.quantity),
            Cell::Count(line.received),
            Cell::Count(line.restocked),
            text(&line.reason),
            text(&one.currency),
            Cell::Amount(if index == 0 { one.fee_cents } else { 0 }),
        ])
    };
    lines.iter().enumerate().map(row).collect()
}

/// A return that the staff begin.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDeskReturn {
    /// What comes back: pieces that were sent, were not refunded and are in no other return.
    pub lines: Vec<NewDeskReturnLine>,
    /// What was said of it, for the staff alone; at most 1,000 characters.
    #[serde(default)]
    pub note: String,
    /// What who bought reads on the order's page and in the letter, such as where to send it; at most 1,000 characters.
    #[serde(default)]
    pub answer: String,
    /// Who bought gets letters about it.
    #[serde(default)]
    pub notify: bool,
}

/// Pieces of a line that are to come back.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDeskReturnLine {
    /// The line of the order.
    pub position: i64,
    /// How many of it; at least 1.
    pub quantity: i64,
    /// Why.
    #[serde(default)]
    pub reason: ReturnReason,
}

/// Begins a return of what was sent, at any time after that; it is accepted at once. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path),
    ("Idempotency-Key" = Option<String>, Header, description = "The same for every repeat of one return, for a day: it is begun once")),
    request_body = NewDeskReturn, responses((status = 200, body = DeskOrder), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
#[post("/commerce/desk/orders/{orderId}/returns")]
pub async fn begin_return(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<NewDeskReturn>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let says = format!("{}\n{}", *id, serde_json::to_string(&*body)?);
    let call = call_of(&request, "return", &says)?;
    let NewDeskReturn { lines, note, answer, notify } = body.into_inner();
    let line = |line: NewDeskReturnLine| NewLine {
        position: line.position,
        quantity: line.quantity,
        reason: line.reason,
    };
    let pieces = lines.into_iter().map(line).collect();
    returns::begin(&context, &who, &id, Begin { pieces, note, answer, notify, call }).await?;
    Ok(HttpResponse::Ok().json(whole(&context, &who, &id).await?))
}

/// What the shop says to a return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReturnVerdict {
    /// It may be sent; of one that was asked for.
    Accept,
    /// Nothing comes of it: its pieces are free again.
    Decline,
}

/// A decision about a return.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct ReturnDecision {
    /// What is decided.
    pub verdict: ReturnVerdict,
    /// What who bought is told: where to send it, or why not; at most 1,000 characters.
    #[serde(default)]
    pub answer: String,
}

/// Accepts a return that was asked for, or declines one whose goods did not come; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("returnId" = String, Path)), request_body = ReturnDecision, responses((status = 200, body = DeskOrder),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[post("/commerce/desk/returns/{returnId}/decision")]
pub async fn decide_return(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<ReturnDecision>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let decision = match body.verdict {
        ReturnVerdict::Accept => Decision::Accept,
        ReturnVerdict::Decline => Decision::Decline,
    };
    let order = of_order::decide(&context, who.clone(), &id, (decision, &body.answer)).await?;
    Ok(HttpResponse::Ok().json(whole(&context, &who, &order).await?))
}

/// What came of a return.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReturnReceipt {
    /// What came; of a line that is not named nothing did.
    pub lines: Vec<ReceivedLine>,
    /// What the shop keeps of what those pieces cost; minor units.
    #[serde(default)]
    pub fee_cents: i64,
    /// What would go back in money goes to a new gift card, whose code the buyer gets by letter.
    #[serde(default)]
    pub to_card: bool,
}

/// Pieces of a line that came.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedLine {
    /// The line of the order.
    pub position: i64,
    /// How many came; at most as many as were to come.
    pub quantity: i64,
    /// They go back into stock.
    #[serde(default)]
    pub restock: bool,
}

impl From<ReturnReceipt> for Receipt {
    fn from(sent: ReturnReceipt) -> Self {
        let line = |line: ReceivedLine| Received {
            position: line.position,
            quantity: line.quantity,
            restock: line.restock,
        };
        Receipt {
            came: sent.lines.into_iter().map(line).collect(),
            fee_cents: sent.fee_cents,
            to_card: sent.to_card,
        }
    }
}

/// Tells what receiving a return would give back, to where, and changes nothing; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("returnId" = String, Path)), request_body = ReturnReceipt, responses((status = 200, body = RefundPreview),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[post("/commerce/desk/returns/{returnId}/preview")]
pub async fn preview_return(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<ReturnReceipt>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let receipt: Receipt = body.into_inner().into();
    let (preview, lines) = returns::preview(&context, &id, &receipt).await?;
    let share = |line: RefundedLine| RefundShare {
        position: line.position,
        quantity: line.quantity,
        cents: line.cents,
    };
    let shares = lines.into_iter().map(share).collect();
    Ok(HttpResponse::Ok().json(RefundPreview::of(preview, shares, receipt.to_card)))
}

/// Notes what came of an accepted return and gives back what those pieces cost, less a fee, the way it was paid. Once: the return has
/// ended then. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("returnId" = String, Path)), request_body = ReturnReceipt, responses((status = 200, body = DeskOrder),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[post("/commerce/desk/returns/{returnId}/receipt")]
pub async fn receive_return(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<ReturnReceipt>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManageStore, &context)?;
    let settled = of_order::receive(&context, who.clone(), &id, body.into_inner().into()).await?;
    if let Some(refund_id) = &settled.refund_id {
        work::send_now(&context, &format!("refund-{refund_id}")).await?;
    }
    Ok(HttpResponse::Ok().json(whole(&context, &who, &settled.order_id).await?))
}
