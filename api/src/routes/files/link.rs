//! Links to files that were bought: signed for one file of one line of one order, until a moment.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::{files_of, give, nothing, one_of};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::rates::Class;
use crate::repository::product_file::OrderedFile;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// What the signature is for.
const PURPOSE: &str = "download";
/// Milliseconds.
const HOUR: i64 = 60 * 60 * 1000;

/// What proves a link.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct LinkQuery {
    /// Until when it works; epoch milliseconds.
    pub until: String,
    /// Made by the server.
    pub signature: String,
}

/// A link to a file, and until when it works (epoch milliseconds).
pub(super) fn make(context: &Context, order_id: &str, file: &OrderedFile) -> (String, i64) {
    let until = context.clock.now_ms() + i64::from(context.settings.files.download_hours) * HOUR;
    let signature = context
        .secret
        .sign(PURPOSE, &message(order_id, &file.line.to_string(), &file.digest, &until.to_string()));
    let (line, digest) = (file.line, &file.digest);
    (format!("/api/commerce/downloads/{order_id}/{line}/{digest}?until={until}&signature={signature}"), until)
}

fn message(order_id: &str, line: &str, digest: &str, until: &str) -> String {
    format!("{order_id}\n{line}\n{digest}\n{until}")
}

/// Gives the file that a link names, while it works and the order is paid for; a part of it when `Range` asks for one.
#[utoipa::path(tag = "checkout", params(LinkQuery), responses((status = 200, body = String, content_type = "application/octet-stream"),
    (status = 206, body = String, content_type = "application/octet-stream"), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 416, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[get("/commerce/downloads/{orderId}/{line}/{digest}")]
pub async fn get_linked_file(
    request: HttpRequest,
    context: web::Data<Context>,
    path: web::Path<(String, String, String)>,
    query: Query<LinkQuery>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::Download, &request, "").await?;
    let (order_id, line, digest) = path.into_inner();
    let until: i64 = query.until.parse().map_err(|_| nothing())?;
    // As it is written: another way to write the same moment is another link.
    let signed = message(&order_id, &line, &digest, &query.until);
    let is_signed = context.secret.verify(PURPOSE, &signed, &query.signature);
    if !is_signed || context.clock.now_ms() >= until {
        return Err(nothing());
    }
    // Whose the order is the signature says; that it still gives its files is looked up each time.
    let files = files_of(&context, &order_id, |_| true).await?;
    give::file(&request, &context, &one_of(files, &line, &digest)?).await
}
