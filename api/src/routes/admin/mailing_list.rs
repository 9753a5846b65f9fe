//! Who is on the mailing list: a list, a table for other programs, and taking somebody off it.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::csv::{self, moment};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::mailing_list::{self};
use crate::roles::Right;
use crate::usecase::owner::mailing_list::{self as list_of_members, MailingListPage};
use crate::usecase::owner::note::note_export;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpResponse, delete, get, web};
use futures_util::stream;
use serde::Deserialize;
use utoipa::IntoParams;

/// How many members are read at a time for a table.
const AT_ONCE: i64 = 500;

/// Which members.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct MailingListQuery {
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// Lists who is on the mailing list; for ADMIN and CAMPAIGNS_EDITOR.
#[utoipa::path(tag = "owner", params(MailingListQuery), responses((status = 200, body = MailingListPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/mailing-list/members")]
pub async fn list_members(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<MailingListQuery>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(list_of_members::list(&who, &context, &query.cursor).await?))
}

/// Takes somebody off the mailing list, at the owner's mailing service as well; they may join again themselves. For ADMIN and
/// CAMPAIGNS_EDITOR.
#[utoipa::path(tag = "owner", params(("email" = String, Path)), responses((status = 204), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/mailing-list/members/{email}")]
pub async fn remove_member(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    email: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    list_of_members::remove(who, &context, &email).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Gives the mailing list as CSV, by address. For ADMIN and CAMPAIGNS_EDITOR.
#[utoipa::path(tag = "owner", responses((status = 200, body = String, content_type = "text/csv"), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody)))]
#[get("/mailing-list/members.csv")]
pub async fn export_members(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::EditCampaigns, &context)?;
    note_export(&context, &who, "mailing-list").await?;
    let head = Some(csv::line(["email", "source", "joinedOn"]));
    let rows = stream::try_unfold(Table { context, after: String::new(), head }, next);
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"mailing-list.csv\""))
        .streaming(rows))
}

struct Table {
    context: web::Data<Context>,
    after: String,
    head: Option<String>,
}

async fn next(mut table: Table) -> Result<Option<(Bytes, Table)>, ApiError> {
    if let Some(head) = table.head.take() {
        return Ok(Some((Bytes::from(head), table)));
    }
    let after = table.after.as_str();
    let rows = table
        .context
        .db
        .read(async |connection| mailing_list::list(connection, after, AT_ONCE).await)
        .await?;
    let Some(last) = rows.last() else { return Ok(None) };
    table.after.clone_from(&last.email);
    let lines: String = rows
        .iter()
        .map(|row| csv::line([row.email.as_str(), row.source.as_str(), moment(row.created_at).as_str()]))
        .collect();
    Ok(Some((Bytes::from(lines), table)))
}
