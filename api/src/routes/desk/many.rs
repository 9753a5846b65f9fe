//! Many orders at once: chosen, tagged, printed, given out as a table, and sent by a table of tracking numbers.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::act::{ManySent, OneSent};
use super::list::{DeskQuery, DeskRow};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::routes::admin::csv::{self, moment};
use crate::usecase::desk::change::{self, TagChange};
use crate::usecase::desk::list;
use crate::usecase::desk::print::{self, PrintRequest};
use crate::usecase::desk::tracking::{self, Outcome, Row, Taking};
use crate::usecase::owner::note::note_export;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, post, web};
use loggia_invoice::{PaperSize, SlipSheet};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The most orders that are tagged by one call.
const MOST_AT_ONCE: usize = 100;

/// Orders of a list.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskSelection {
    /// Their ids, newest first; at most 1,000.
    pub orders: Vec<String>,
    /// The list has others too.
    pub is_more: bool,
}

/// Names all orders of a list, not only those of a page; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(DeskQuery), responses((status = 200, body = DeskSelection), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/selection")]
pub async fn select_orders(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<DeskQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (orders, is_more) = list::all(&context, query.into_inner().wanted()?).await?;
    let orders = orders.into_iter().map(|order| order.id).collect();
    Ok(HttpResponse::Ok().json(DeskSelection { orders, is_more }))
}

const HEAD: [&str; 15] = [
    "number",
    "id",
    "createdOn",
    "state",
    "name",
    "email",
    "place",
    "delivery",
    "currency",
    "grandTotal",
    "refunded",
    "pieces",
    "sent",
    "tags",
    "testMode",
];

/// Gives the orders of a list as CSV, the newest 1,000; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(DeskQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/orders.csv")]
pub async fn export_list(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<DeskQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManageStore, &context)?;
    let wanted = query.into_inner().wanted()?;
    note_export(&context, &who, "orders").await?;
    let (orders, _) = list::all(&context, wanted).await?;
    let mut table = csv::line(HEAD);
    for row in orders.into_iter().map(DeskRow::from) {
        table.push_str(&line(&row)?);
    }
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"orders.csv\""))
        .body(table))
}

fn line(row: &DeskRow) -> Result<String, ApiError> {
    // None of these is below zero.
    let amount = |cents: i64| format!("{}.{:02}", cents / 100, cents % 100);
    let state = serde_json::to_value(row.state)?;
    let cells = [
        row.number.map(|number| number.to_string()).unwrap_or_default(),
        row.id.clone(),
        moment(row.created_on),
        state.as_str().unwrap_or_default().to_owned(),
        row.name.clone(),
        row.email.clone(),
        row.place.clone(),
        row.delivery.clone(),
        row.currency.clone(),
        amount(row.grand_total_cents),
        amount(row.refunded_cents),
        row.pieces.to_string(),
        row.sent.to_string(),
        row.tags.join(", "),
        row.test_mode.to_string(),
    ];
    Ok(csv::line(cells.iter().map(String::as_str)))
}

/// Tags of many orders.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub struct ManyTags {
    /// The orders' ids; at most 100.
    pub orders: Vec<String>,
    /// These come.
    pub add: Vec<String>,
    /// These go, whatever their capitals.
    pub remove: Vec<String>,
}

/// Tags many orders, each by itself: one that is refused holds up no other; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = ManyTags, responses((status = 200, body = ManySent), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/commerce/desk/tags")]
pub async fn tag_many(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<ManyTags>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    if body.orders.len() > MOST_AT_ONCE {
        return Err(ApiError::bad_request("too-many-orders", "Please name at most 100 orders at once."));
    }
    let mut orders = Vec::new();
    for id in &body.orders {
        let change = TagChange::Change { add: body.add.clone(), remove: body.remove.clone() };
        let refused = match change::write_tags(&context, &who, id, change).await {
            Ok(()) => None,
            Err(fault @ ApiError::Internal(_)) => return Err(fault),
            Err(refusal) => Some(refusal.to_string()),
        };
        orders.push(OneSent { id: id.clone(), refused });
    }
    Ok(HttpResponse::Ok().json(ManySent { orders }))
}

/// What is printed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct PrintQuery {
    /// The orders' ids with commas between; at most 200.
    pub orders: String,
    /// `picks`, `slips` and `labels`, with commas between, in their order.
    pub sheets: String,
    /// `a4`, `letter` or `label` (4 × 6 inches).
    pub paper: String,
}

/// Prints pick list, packing slips and address labels of orders as one PDF; for ADMIN and STORE_MANAGER. The header
/// `Loggia-Unknown-Letters` names orders with letters that cannot be printed, `Loggia-Without-Label` those that go to no address.
#[utoipa::path(tag = "owner", params(PrintQuery), responses((status = 200, body = String, content_type = "application/pdf"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/commerce/desk/print.pdf")]
pub async fn print_orders(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<PrintQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let parts = |text: &str| -> Vec<String> {
        text.split(',').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
    };
    let unknown = || ApiError::bad_request("malformed-print", "Please name known sheets and paper.");
    let sheet = |name: &String| match name.as_str() {
        "picks" => Ok(SlipSheet::PickList),
        "slips" => Ok(SlipSheet::PackingSlips),
        "labels" => Ok(SlipSheet::Labels),
        _ => Err(unknown()),
    };
    let paper = match query.paper.as_str() {
        "" | "a4" => PaperSize::A4,
        "letter" => PaperSize::Letter,
        "label" => PaperSize::Label,
        _ => return Err(unknown()),
    };
    let mut sheets = parts(&query.sheets).iter().map(sheet).collect::<Result<Vec<_>, _>>()?;
    sheets.dedup();
    let printed =
        print::sheets(&context, PrintRequest { orders: parts(&query.orders), sheets, paper }).await?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/pdf"))
        .insert_header((CONTENT_DISPOSITION, "inline; filename=\"orders.pdf\""))
        .insert_header(("loggia-unknown-letters", printed.unknown_letters.join(", ")))
        .insert_header(("loggia-without-label", printed.without_label.join(", ")))
        .body(printed.file))
}

/// A table of tracking numbers.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub struct TrackingTable {
    /// CSV; the first line names the columns: `order` (a number), `trackingNumber`, and where wanted `carrier`, `trackingUrl`.
    /// At most 2,000 lines.
    pub table: String,
    /// It is done; else it is only looked through.
    pub apply: bool,
    /// Each shopper gets a letter.
    pub notify: bool,
}

/// What became of a table.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackingAnswer {
    /// It was done: never with a fault that was there before.
    pub is_applied: bool,
    /// Each line.
    pub lines: Vec<TrackingLine>,
}

/// What became of a line, or would.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct TrackingLine {
    /// Where it stands in the table, from 1.
    pub line: u64,
    /// What it calls the order.
    pub order: String,
    /// What becomes of it.
    pub outcome: TrackingOutcome,
    /// The column that is wrong.
    pub column: Option<String>,
    /// Why.
    pub fault: Option<String>,
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TrackingOutcome {
    /// What was left of the order is sent.
    Sent,
    /// The order was sent before, and has its number now.
    Named,
    /// It was so before.
    Same,
    /// It is wrong.
    Wrong,
}

impl From<Row> for TrackingLine {
    fn from(row: Row) -> Self {
        let (outcome, wrong) = match row.outcome {
            Outcome::Sends => (TrackingOutcome::Sent, None),
            Outcome::Names => (TrackingOutcome::Named, None),
            Outcome::Same => (TrackingOutcome::Same, None),
            Outcome::Wrong(column, why) => (TrackingOutcome::Wrong, Some((column.to_owned(), why))),
        };
        let (column, fault) = wrong.unzip();
        TrackingLine { line: row.line, order: row.order, outcome, column, fault }
    }
}

/// Sends orders by a table of tracking numbers, each line what is left of an order. With a fault in the table nothing is done, and each
/// fault is told by line and column; the same table twice changes nothing; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = TrackingTable, responses((status = 200, body = TrackingAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/commerce/desk/tracking")]
pub async fn take_tracking(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<TrackingTable>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let how = Taking { apply: body.apply, notify: body.notify };
    let (rows, is_applied) = tracking::take(&context, &who, &body.table, how).await?;
    let lines = rows.into_iter().map(TrackingLine::from).collect();
    Ok(HttpResponse::Ok().json(TrackingAnswer { is_applied, lines }))
}
