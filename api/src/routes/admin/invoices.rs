//! Invoices and credit notes: the list, a table of a period, and each document as a file.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::csv::{self, moment};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::repository::invoice::{self, InvoiceFilter, StoredInvoice};
use crate::respond::paper::as_paper;
use crate::roles::Right;
use crate::usecase::owner::note::note_export;
use crate::usecase::papers::{self, Paper};
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpResponse, get, web};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How many documents are read at a time.
const AT_ONCE: i64 = 200;

const HEAD: [&str; 9] =
    ["number", "kind", "issuedOn", "orderId", "currency", "net", "tax", "gross", "sha256"];

/// Which documents.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct InvoicesQuery {
    /// Only those of this order.
    pub order_id: String,
    /// From this moment on; epoch milliseconds.
    pub from: Option<i64>,
    /// Before this moment; epoch milliseconds.
    pub to: Option<i64>,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// Of which time.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct InvoicesTimeQuery {
    /// From this moment on; epoch milliseconds.
    pub from: Option<i64>,
    /// Before this moment; epoch milliseconds.
    pub to: Option<i64>,
}

/// A page of documents.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoicesPage {
    /// Newest first.
    pub invoices: Vec<InvoiceSummary>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// An invoice or a credit note. Amounts are minor units and never negative.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceSummary {
    /// Its number.
    pub number: String,
    /// `invoice` or `credit-note`.
    pub kind: String,
    /// The order it is for.
    pub order_id: String,
    /// Epoch milliseconds.
    pub issued_on: i64,
    /// ISO 4217 code of every amount.
    pub currency: String,
    /// Without tax.
    pub net_cents: i64,
    /// The taxes.
    pub tax_cents: i64,
    /// With tax.
    pub gross_cents: i64,
    /// Whether it is there as data (`invoice.xml`, `factur-x.xml`) beside `invoice.pdf`.
    pub has_data: bool,
}

impl InvoiceSummary {
    /// What a list says of a document.
    ///
    /// # Errors
    /// What is stored is not what was written.
    pub fn of(document: StoredInvoice) -> Result<Self, ApiError> {
        Ok(InvoiceSummary {
            has_data: papers::has_data(&document)?,
            number: document.number,
            kind: document.kind,
            order_id: document.order_id,
            issued_on: document.issued_at,
            currency: document.currency,
            net_cents: document.net_cents,
            tax_cents: document.tax_cents,
            gross_cents: document.gross_cents,
        })
    }
}

fn filter(order_id: &str, from: Option<i64>, to: Option<i64>) -> InvoiceFilter {
    InvoiceFilter {
        from: from.unwrap_or(0),
        to: to.unwrap_or(i64::MAX),
        order_id: order_id.to_owned(),
        before: (String::new(), 0),
    }
}

/// Lists invoices and credit notes; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(InvoicesQuery), responses((status = 200, body = InvoicesPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/invoices")]
pub async fn list_invoices(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<InvoicesQuery>,
) -> Result<HttpResponse, ApiError> {
    let filter = filter(&query.order_id, query.from, query.to);
    let page = papers::list(&who, &context, &filter, &query.cursor).await?;
    Ok(HttpResponse::Ok().json(InvoicesPage {
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
        invoices: page.rows.into_iter().map(|(row, _)| InvoiceSummary::of(row)).collect::<Result<_, _>>()?,
    }))
}

/// Gives an invoice or a credit note as `invoice.pdf`, as `invoice.xml` (UBL; XRechnung where everything is there that it
/// asks) or as `factur-x.xml` (CII); for ADMIN and STORE_MANAGER. A receipt is a PDF alone.
#[utoipa::path(tag = "owner", params(("number" = String, Path), ("file" = String, Path)),
    responses((status = 200, body = String, content_type = "application/pdf"), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody)))]
#[get("/commerce/invoices/{number}/{file}")]
pub async fn get_invoice_file(
    who: SignedIn,
    context: web::Data<Context>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (number, file) = path.into_inner();
    let paper = Paper::of(&file).ok_or_else(|| ApiError::not_found("Not found"))?;
    Ok(as_paper(papers::file_for_owner(&who, &context, &number, paper).await?))
}

/// Gives invoices and credit notes of a period as CSV, newest first; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(InvoicesTimeQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/invoices.csv")]
pub async fn export_invoices(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<InvoicesTimeQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManageStore, &context)?;
    note_export(&context, &who, "invoices").await?;
    let state = (context, filter("", query.from, query.to), true);
    let rows = stream::try_unfold(state, async |(context, mut filter, is_head)| {
        if is_head {
            return Ok(Some((Bytes::from(csv::line(HEAD)), (context, filter, false))));
        }
        let read = &filter;
        let rows = context.db.read(async |connection| invoice::list(connection, read, AT_ONCE).await).await?;
        let Some(last) = rows.last() else { return Ok::<_, ApiError>(None) };
        let text: String = rows.iter().map(line).collect();
        filter.before = (last.series.clone(), last.sequence);
        Ok(Some((Bytes::from(text), (context, filter, false))))
    });
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"invoices.csv\""))
        .streaming(rows))
}

fn line(document: &StoredInvoice) -> String {
    let amount = loggia_exchange::sales::decimal;
    let cells = [
        document.number.clone(),
        document.kind.clone(),
        moment(document.issued_at),
        document.order_id.clone(),
        document.currency.clone(),
        amount(document.net_cents),
        amount(document.tax_cents),
        amount(document.gross_cents),
        document.digest.clone(),
    ];
    csv::line(cells.iter().map(String::as_str))
}
