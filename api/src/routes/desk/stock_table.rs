//! Stock as a table for other programs, out and in.

use super::stock::levels;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::stock::list::Listed;
use crate::routes::admin::csv;
use crate::usecase::stock::list::{self, AskedFor, Beside};
use crate::usecase::stock::table::{self, How, TableAnswer};
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, get, post, web};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The columns; `location` stands in the tables of shops that have several.
const SAID: [&str; 7] = ["product", "sku", "title", "options", "available", "held", "lowAt"];
/// Those for what is changed, and read back.
const TYPED: [&str; 4] = ["count", "change", "reason", "note"];

/// Gives what is counted as CSV, by title, with empty columns for what is changed: a line for each variant, and in a shop of
/// several locations for each of them; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = String, content_type = "text/csv"), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/stock.csv")]
pub async fn export_stock(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    // Whoever may not is told so before the table begins.
    list::counts(&context, &who).await?;
    // Read and sent in pieces: a table of a hundred thousand needs no more memory than a page.
    let rows = stream::try_unfold((context, who, Some(String::new())), |(context, who, cursor)| async move {
        let Some(cursor) = cursor else { return Ok::<_, ApiError>(None) };
        let (page, beside) = list::variants(&context, &who, AskedFor::default(), &cursor).await?;
        let head = if cursor.is_empty() { head(!beside.locations.is_empty()) } else { String::new() };
        let lines: String = page.rows.iter().map(|row| lines(row, &beside)).collect();
        Ok(Some((Bytes::from(head + &lines), (context, who, page.next))))
    });
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"stock.csv\""))
        .streaming(rows))
}

fn head(has_locations: bool) -> String {
    let location = has_locations.then_some("location");
    csv::line(SAID.into_iter().chain(location).chain(TYPED))
}

/// The lines of a variant. What unpaid orders hold is said once of it, with the first location.
fn lines(row: &Listed, beside: &Beside) -> String {
    let own = beside.held.iter().find(|held| held.item_id == row.item_id && held.sku == row.sku);
    let held = own.map_or(0, |held| held.pieces);
    if beside.locations.is_empty() {
        return line(row, row.quantity, held, None);
    }
    let levels = levels(row, beside).into_iter().zip(&beside.locations);
    levels
        .map(|((_, there), location)| {
            line(row, there, if location.is_main() { held } else { 0 }, Some(&location.name))
        })
        .collect()
}

fn line(row: &Listed, available: i64, held: i64, location: Option<&str>) -> String {
    let available = if row.unlimited { "unlimited".to_owned() } else { available.to_string() };
    let held = held.to_string();
    let low = row.low_at.map(|low| low.to_string()).unwrap_or_default();
    let said =
        [&row.item_id, &row.sku, &row.title, &row.options, &available, &held, &low].map(String::as_str);
    csv::line(said.into_iter().chain(location).chain(["", "", "", ""]))
}

/// A table of counts and changes.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewStockTable {
    /// The text (CSV): columns `sku`, `count` or `change`, `reason`, and if need be `product`, `location` and `note`; at most 5,000 lines.
    pub table: String,
    /// It is only looked at.
    #[serde(default)]
    pub preview: bool,
    /// It counts again although it was taken over before.
    #[serde(default)]
    pub again: bool,
}

/// Takes over a table of counts and changes, whole or, while a line has a fault, not at all; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = NewStockTable, responses((status = 200, body = TableAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/commerce/desk/stock/tables")]
pub async fn take_stock_table(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<NewStockTable>,
) -> Result<HttpResponse, ApiError> {
    let how = How { preview: body.preview, again: body.again };
    Ok(HttpResponse::Ok().json(table::take(&context, &who, &body.table, how).await?))
}
