//! Customers, orders and other records of another shop, as a file.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::routes::spool;
use crate::usecase::bringing::{self, BroughtLine, LARGEST, begin, busy};
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpRequest, HttpResponse, post, web};
use futures_util::stream;
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use utoipa::IntoParams;

/// How a file is meant.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ImportsQuery {
    /// It is only looked at: what would come of it.
    pub preview: bool,
}

/// Takes records of another shop over: orders, customers, subscribers, coupons or gift cards as CSV, or an export of this program or of
/// Ghost as JSON; for ADMIN and STORE_MANAGER, who may bring what each of them may change, with a fresh proof unless it is only looked
/// at. The body is the file, at most 32 MB; the answer is a `BroughtLine` a line. Nothing is taken twice, nothing of the shop's own is
/// overwritten, and nothing follows from it: no email, no payment, no change of stock. It goes on when nobody listens any more.
#[utoipa::path(tag = "owner", params(ImportsQuery), request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = BroughtLine, content_type = "application/x-ndjson"), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 408, body = ErrorBody), (status = 409, body = ErrorBody), (status = 413, body = ErrorBody)))]
#[post("/commerce/imports")]
pub async fn bring_records(
    _crumb: Crumb,
    who: SignedIn,
    request: HttpRequest,
    context: web::Data<Context>,
    query: Query<ImportsQuery>,
    body: web::Payload,
) -> Result<HttpResponse, ApiError> {
    // A list may hold gift cards and codes: who may not make one without a fresh proof does not bring a thousand either.
    if query.preview {
        who.must(Right::ManageStore)?;
    } else {
        who.must_recently(Right::ManageStore, &context)?;
    }
    let place = Arc::clone(&context.imports).try_acquire_owned().map_err(|_| busy())?;
    let bytes = spool::whole(&request, &context, body, LARGEST).await?;
    if bytes.is_empty() {
        return Err(ApiError::bad_request("empty-file", "The file is empty. Please choose another one."));
    }
    let reader = who.clone();
    let read = web::block(move || bringing::read(&reader, &bytes)).await;
    let contents = read.map_err(|cause| ApiError::Internal(cause.into()))??;
    let mut bringing = begin(&context, who, contents, query.preview).await?;
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel::<BroughtLine>();
    let preview = query.preview;
    actix_web::rt::spawn(async move {
        let _place = place;
        while let Some(line) = bringing.next(&context).await {
            // A look ends with whoever asked for it; what was begun goes on.
            if sender.send(line).is_err() && preview {
                return;
            }
        }
    });
    let lines = stream::unfold(receiver, |mut receiver| async move {
        let line = receiver.recv().await?;
        let mut text = serde_json::to_vec(&line).unwrap_or_default();
        text.push(b'\n');
        Some((Ok::<_, Infallible>(Bytes::from(text)), receiver))
    });
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/x-ndjson"))
        .insert_header((CACHE_CONTROL, "no-store"))
        // A proxy that collects an answer before it passes it on would make nothing of this one.
        .insert_header(("x-accel-buffering", "no"))
        .streaming(lines))
}
