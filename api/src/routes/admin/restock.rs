//! The owner's side: who waits for what, and telling them.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::restock;
use crate::roles::Right;
use crate::usecase::paging::{ONE_MORE, page};
use crate::usecase::restock::send::{self, GroupsPage, SendRequest};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which group, and from where on.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SignUpsQuery {
    /// The product.
    pub product_id: String,
    /// The variant.
    pub variant_id: String,
    /// `nextPageCursor` of the page before.
    #[serde(default)]
    pub cursor: String,
}

/// A page of those who wait.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignUpsPage {
    /// Oldest first.
    pub sign_ups: Vec<ListedSignUp>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// Somebody who waits.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedSignUp {
    /// The address.
    pub email: String,
    /// Since when, epoch milliseconds.
    pub created_on: i64,
}

/// Who waits for a variant; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "restock", params(SignUpsQuery), responses((status = 200, body = SignUpsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/site-users/account/notifications/restock")]
pub async fn list_sign_ups(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<SignUpsQuery>,
) -> Result<HttpResponse, ApiError> {
    let page = page(
        &context,
        (&who, Right::ReadRestock),
        &query.cursor,
        async |connection, after| {
            let group = (query.product_id.as_str(), query.variant_id.as_str());
            restock::list(connection, group, after.part(0), ONE_MORE).await
        },
        |row| vec![&row.id],
    )
    .await?;
    let has_next_page = page.has_next();
    let sign_ups = page
        .rows
        .into_iter()
        .map(|row| ListedSignUp { email: row.email, created_on: row.created_at })
        .collect();
    Ok(HttpResponse::Ok().json(SignUpsPage { sign_ups, has_next_page, next_page_cursor: page.next }))
}

/// From where on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GroupsQuery {
    /// `nextPageCursor` of the page before.
    #[serde(default)]
    pub cursor: String,
}

/// For what people wait; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "restock", params(GroupsQuery), responses((status = 200, body = GroupsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/site-users/account/notifications/restock/groups")]
pub async fn list_groups(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<GroupsQuery>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(send::groups(&who, &context, &query.cursor).await?))
}

/// Several groups.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendAllRequest {
    /// Each of them.
    pub send_requests: Vec<SendRequest>,
}

/// How many were notified.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct SendAnswer {
    /// Emails on their way; nobody gets two.
    pub sent: usize,
}

/// Tells everybody who waits for a variant, once; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "restock", request_body = SendRequest, responses((status = 200, body = SendAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/site-users/account/notifications/restock/send")]
pub async fn send_one(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    group: web::Json<SendRequest>,
) -> Result<HttpResponse, ApiError> {
    let sent = send::send(&who, &context, vec![group.into_inner()]).await?;
    Ok(HttpResponse::Ok().json(SendAnswer { sent }))
}

/// Tells everybody who waits for any of several variants, once; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "restock", request_body = SendAllRequest, responses((status = 200, body = SendAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/site-users/account/notifications/restock/send/all")]
pub async fn send_all(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    groups: web::Json<SendAllRequest>,
) -> Result<HttpResponse, ApiError> {
    let sent = send::send(&who, &context, groups.into_inner().send_requests).await?;
    Ok(HttpResponse::Ok().json(SendAnswer { sent }))
}
