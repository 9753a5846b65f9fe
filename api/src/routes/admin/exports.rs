//! Orders as a table for other programs (CSV, RFC 4180).

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::csv::{self, moment};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::repository::owner::{self, ListedOrder, OrderFilter};
use crate::roles::Right;
use crate::usecase::owner::note::note_export;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpResponse, get, web};
use futures_util::stream;
use serde::Deserialize;
use utoipa::IntoParams;

/// How many orders are read at a time.
const AT_ONCE: i64 = 500;

const HEAD: [&str; 14] = [
    "id",
    "createdOn",
    "email",
    "state",
    "testMode",
    "currency",
    "subtotal",
    "discount",
    "shipping",
    "tax",
    "grandTotal",
    "refunded",
    "pieces",
    "subscriptionId",
];

/// Of which time.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// From this moment on; epoch milliseconds.
    pub from: Option<i64>,
    /// Before this moment; epoch milliseconds.
    pub to: Option<i64>,
}

/// Gives orders as CSV, newest first; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(ExportQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/orders.csv")]
pub async fn export_orders(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<ExportQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManageStore, &context)?;
    note_export(&context, &who, "orders").await?;
    let filter = OrderFilter {
        from: query.from.unwrap_or(0),
        to: query.to.unwrap_or(i64::MAX),
        ..OrderFilter::default()
    };
    // Read and sent in pieces: an export of years needs no more memory than one of a day.
    let rows = stream::try_unfold((context, filter, Some(csv::line(HEAD))), next);
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"orders.csv\""))
        .streaming(rows))
}

type State = (web::Data<Context>, OrderFilter, Option<String>);

async fn next((context, mut filter, head): State) -> Result<Option<(Bytes, State)>, ApiError> {
    if let Some(head) = head {
        return Ok(Some((Bytes::from(head), (context, filter, None))));
    }
    let rows = context.db.read(async |connection| owner::orders(connection, &filter, AT_ONCE).await).await?;
    let Some(last) = rows.last() else { return Ok(None) };
    filter.before.clone_from(&last.id);
    let text: String = rows.iter().map(line).collect();
    Ok(Some((Bytes::from(text), (context, filter, None))))
}

fn line(order: &ListedOrder) -> String {
    // None of these is below zero.
    let amount = |cents: i64| format!("{}.{:02}", cents / 100, cents % 100);
    let cells = [
        order.id.clone(),
        moment(order.created_at),
        order.email.clone(),
        order.state.clone(),
        order.test_mode.to_string(),
        order.currency.clone(),
        amount(order.subtotal_cents),
        amount(order.discount_cents),
        amount(order.shipping_cents),
        amount(order.tax_cents),
        amount(order.grand_total_cents),
        amount(order.refunded_cents),
        order.pieces.to_string(),
        order.subscription_id.clone().unwrap_or_default(),
    ];
    csv::line(cells.iter().map(String::as_str))
}
