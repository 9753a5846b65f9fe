//! What the owner and the staff did.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{self, Area, Filter, Row};
use crate::roles::Right;
use crate::usecase::paging::{ONE_MORE, page};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
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
        async |connection, after| {
            // STORE_MANAGER sees what was done in the store; who signs in, and what visitors wrote, is for ADMIN.
            let area = if who.is_admin() { "" } else { Area::Shop.code() };
            let before = after.part(0).parse().unwrap_or(i64::MAX);
            let (area, subject) = (area.to_owned(), query.subject.clone());
            let filter = Filter { before, area, subject, ..Filter::default() };
            let rows = record::list(connection, &filter, ONE_MORE).await?;
            Ok(rows.into_iter().map(|row| (row.seq.to_string(), row)).collect())
        },
        |(seq, _)| vec![seq],
    )
    .await?;
    Ok(HttpResponse::Ok().json(ActionsPage {
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
        actions: page.rows.into_iter().map(|(_, row)| action(row)).collect::<Result<_, ApiError>>()?,
    }))
}

pub(in crate::routes) fn action(row: Row) -> Result<OwnerAction, ApiError> {
    let mut detail: Value = serde_json::from_str(&row.detail)?;
    let about: Value = serde_json::from_str(&row.about_body).unwrap_or_default();
    if let (Some(words), Some(detail)) = (about.get("words"), detail.as_object_mut()) {
        detail.insert("reason".to_owned(), words.clone());
    }
    Ok(OwnerAction {
        email: row.who_email,
        action: row.kind,
        subject: if row.subject.is_empty() { row.about_email } else { row.subject },
        detail,
        created_on: row.made_at,
    })
}
