//! The invoices and credit notes of one's own orders.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::rates::Class;
use crate::respond::paper::as_paper;
use crate::routes::admin::invoices::InvoiceSummary;
use crate::usecase::papers::{self, Paper, Reader};
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The documents of an order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct OwnInvoices {
    /// The invoice first.
    pub invoices: Vec<InvoiceSummary>,
}

/// Lists the invoice and the credit notes of an order of the person signed in.
#[utoipa::path(tag = "session", responses((status = 200, body = OwnInvoices), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/site-users/account/orders/{orderId}/invoices")]
pub async fn list_own_invoices(
    who: SignedIn,
    context: web::Data<Context>,
    order_id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let documents = papers::of_order(&context, &order_id, &Reader::Account(&who)).await?;
    let invoices = documents.into_iter().map(InvoiceSummary::of).collect::<Result<_, _>>()?;
    Ok(HttpResponse::Ok().json(OwnInvoices { invoices }))
}

/// Gives one of them as `invoice.pdf`, `invoice.xml` (UBL) or `factur-x.xml` (CII).
#[utoipa::path(tag = "session", responses((status = 200, body = String, content_type = "application/pdf"), (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[get("/site-users/account/orders/{orderId}/invoices/{number}/{file}")]
pub async fn get_own_invoice_file(
    request: HttpRequest,
    who: SignedIn,
    context: web::Data<Context>,
    path: web::Path<(String, String, String)>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::Download, &request, "").await?;
    let (order_id, number, file) = path.into_inner();
    let paper = Paper::of(&file).ok_or_else(|| ApiError::not_found("Not found"))?;
    let reader = Reader::Account(&who);
    Ok(as_paper(papers::own_file(&context, (&order_id, &number), paper, &reader).await?))
}
