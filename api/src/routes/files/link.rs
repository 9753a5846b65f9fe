//! Links to files that were bought: signed for one file of one line of one order, until a moment.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::{files_of, give, nothing, one_of};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::client::caller;
use crate::rates::Class;
use crate::usecase::order::files as usecase;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;

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

/// Gives the file that a link names, while it works and the order is paid for; a part of it when `Range` asks for one. It is given
/// so often (`LOGGIA_DOWNLOADS`); the parts that one place fetches within an hour are one copy.
#[utoipa::path(tag = "checkout", params(LinkQuery), responses((status = 200, body = String, content_type = "application/octet-stream"),
    (status = 206, body = String, content_type = "application/octet-stream"), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 410, body = ErrorBody),
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
    let named = (order_id.as_str(), line.as_str(), digest.as_str());
    let proof = (query.until.as_str(), query.signature.as_str());
    if !context.publications.links().is_download(named, proof, context.clock.now_ms()) {
        return Err(nothing());
    }
    // Whose the order is the signature says; that it still gives its files is looked up each time.
    let files = files_of(&context, &order_id, |_| true).await?;
    let file = one_of(files, &line, &digest)?;
    let answer = give::file(&request, &context, &file).await?;
    if answer.status().is_success() {
        let caller = caller(&request, &context.settings).narrow;
        usecase::count(&context, &order_id, &file, &caller).await?;
    }
    Ok(answer)
}
