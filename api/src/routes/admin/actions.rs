//! What the owner and the staff did.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::repository::owner;
use crate::roles::Right;
use crate::routes::paging::{ONE_MORE, page};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which actions.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct ActionsQuery {
    /// Only those about this: an order's id, `item sku`, a code.
    pub subject: String,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of actions.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionsPage {
    /// Newest first.
    pub actions: Vec<OwnerAction>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// Something somebody did.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnerAction {
    /// Who.
    pub email: String,
    /// What, in one word.
    pub action: String,
    /// To what.
    pub subject: String,
    /// Before and after.
    pub detail: serde_json::Value,
    /// Epoch milliseconds.
    pub created_on: i64,
}

/// Shows who did what; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(ActionsQuery), responses((status = 200, body = ActionsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/actions")]
pub async fn list_actions(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<ActionsQuery>,
) -> Result<HttpResponse, ApiError> {
    let page = page(
        &context,
        (&who, Right::ManageStore),
        &query.cursor,
        async |connection, after| owner::actions(connection, &query.subject, after.part(0), ONE_MORE).await,
        |row| vec![&row.id],
    )
    .await?;
    let action = |row: owner::Action| {
        Ok(OwnerAction {
            detail: serde_json::from_str(&row.detail)?,
            email: row.email,
            action: row.action,
            subject: row.subject,
            created_on: row.created_at,
        })
    };
    Ok(HttpResponse::Ok().json(ActionsPage {
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
        actions: page.rows.into_iter().map(action).collect::<Result<_, ApiError>>()?,
    }))
}
