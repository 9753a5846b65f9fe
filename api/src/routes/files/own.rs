//! The files that the person signed in bought.

use super::{files_of, give, one_of};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::rates::Class;
use crate::repository::order::StoredOrder;
use crate::repository::product_file::OrderedFile;
use crate::usecase::order::files;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The files of one order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct OwnFiles {
    /// In the order of its lines.
    pub files: Vec<OwnFile>,
}

/// A file that was bought.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnFile {
    /// The line of the order, from 0.
    pub line: i64,
    /// What the product was called.
    pub product_name: String,
    /// What the file is called.
    pub name: String,
    /// Names it in the calls.
    pub digest: String,
}

/// A link that works without a log-in.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileLink {
    /// Below the address of the API.
    pub url: String,
    /// Until when it works; epoch milliseconds.
    pub expires_on: i64,
}

/// Whether an order is of the person signed in: made with the account, or with its address.
fn is_own<'a>(who: &'a SignedIn) -> impl Fn(&StoredOrder) -> bool + 'a {
    move |order: &StoredOrder| {
        let by_account = order.site_user_id.as_deref() == Some(who.id.as_str());
        by_account || (!who.email.is_empty() && order.email.to_lowercase() == who.email)
    }
}

/// Lists the files of an order that the person signed in paid for.
#[utoipa::path(tag = "session", responses((status = 200, body = OwnFiles), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/site-users/account/orders/{orderId}/files")]
pub async fn list_own_files(
    who: SignedIn,
    context: web::Data<Context>,
    order_id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let files = files_of(&context, &order_id, is_own(&who)).await?;
    let file = |file: OrderedFile| OwnFile {
        line: file.line,
        product_name: file.title,
        name: give::safe_name(&file.name),
        digest: file.digest,
    };
    Ok(HttpResponse::Ok().json(OwnFiles { files: files.into_iter().map(file).collect() }))
}

/// Gives a file of an order that the person signed in paid for; a part of it when `Range` asks for one.
#[utoipa::path(tag = "session", responses((status = 200, body = String, content_type = "application/octet-stream"),
    (status = 206, body = String, content_type = "application/octet-stream"), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 416, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[get("/site-users/account/orders/{orderId}/files/{line}/{digest}")]
pub async fn get_own_file(
    request: HttpRequest,
    who: SignedIn,
    context: web::Data<Context>,
    path: web::Path<(String, String, String)>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::Download, &request, "").await?;
    let (order_id, line, digest) = path.into_inner();
    let files = files_of(&context, &order_id, is_own(&who)).await?;
    let file = one_of(files, &line, &digest)?;
    files::note(&context, &order_id, &file).await?;
    give::file(&request, &context, &file).await
}

/// Makes a link to a file of an order that the person signed in paid for. It works for a while without a log-in, on another
/// device; it ends with the right to the file.
#[utoipa::path(tag = "session", responses((status = 200, body = FileLink), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
#[post("/site-users/account/orders/{orderId}/files/{line}/{digest}/link")]
pub async fn link_own_file(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    path: web::Path<(String, String, String)>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::Download, &request, "").await?;
    let (order_id, line, digest) = path.into_inner();
    let files = files_of(&context, &order_id, is_own(&who)).await?;
    let file = one_of(files, &line, &digest)?;
    let named = (order_id.as_str(), file.line, file.digest.as_str());
    let (url, expires_on) = context.publications.links().download(named, context.clock.now_ms());
    Ok(HttpResponse::Ok().json(FileLink { url, expires_on }))
}
