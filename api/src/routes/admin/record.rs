//! The record of who did what: in pages, and as tables for other programs.

use super::csv::{self, moment};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{self, Filter};
use crate::respond::table::in_pieces;
use crate::roles::Right;
use crate::usecase::owner::note::note_export;
use crate::usecase::owner::record::{RecordPage, RecordQuery, RecordRow, list};
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpResponse, get, web};
use futures_util::stream;

/// How many rows are read at a time for a table.
const AT_ONCE: i64 = 500;

/// Shows who did what, when and from where; for ADMIN.
#[utoipa::path(tag = "owner", params(RecordQuery), responses((status = 200, body = RecordPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/record")]
pub async fn list_record(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<RecordQuery>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(list(&who, &context, &query).await?))
}

/// Gives the record as CSV, newest first; for ADMIN.
#[utoipa::path(tag = "owner", params(RecordQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/record.csv")]
pub async fn export_record_table(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<RecordQuery>,
) -> Result<HttpResponse, ApiError> {
    let head = csv::line([
        "seq", "madeOn", "actor", "email", "address", "agent", "area", "kind", "subject", "about", "words",
        "detail", "hash",
    ]);
    sent(&who, context, &query, (head, line, "text/csv; charset=utf-8", "record.csv")).await
}

/// Gives the record as JSON Lines, newest first; for ADMIN.
#[utoipa::path(tag = "owner", params(RecordQuery), responses((status = 200, body = String, content_type = "application/jsonl"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/record.jsonl")]
pub async fn export_record_lines(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<RecordQuery>,
) -> Result<HttpResponse, ApiError> {
    let json = |row: &RecordRow| Ok(format!("{}\n", serde_json::to_string(row)?));
    sent(&who, context, &query, (String::new(), json, "application/jsonl; charset=utf-8", "record.jsonl"))
        .await
}

type Line = fn(&RecordRow) -> Result<String, ApiError>;

async fn sent(
    who: &SignedIn,
    context: web::Data<Context>,
    query: &RecordQuery,
    (head, line, kind, name): (String, Line, &'static str, &str),
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ReadRecord, &context)?;
    note_export(&context, who, "record").await?;
    let rows = stream::try_unfold((context, query.filter(), Some(head), line), next);
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((CONTENT_TYPE, kind))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")));
    in_pieces(answer, rows).await
}

type State = (web::Data<Context>, Filter, Option<String>, Line);

async fn next((context, mut filter, head, line): State) -> Result<Option<(Bytes, State)>, ApiError> {
    if let Some(head) = head.filter(|head| !head.is_empty()) {
        return Ok(Some((Bytes::from(head), (context, filter, None, line))));
    }
    let rows = context.db.read(async |connection| record::list(connection, &filter, AT_ONCE).await).await?;
    let Some(last) = rows.last() else { return Ok(None) };
    filter.before = last.seq;
    let mut text = String::new();
    for row in rows {
        text.push_str(&line(&RecordRow::of(row)?)?);
    }
    Ok(Some((Bytes::from(text), (context, filter, None, line))))
}

fn line(row: &RecordRow) -> Result<String, ApiError> {
    let (seq, when, detail) = (row.seq.to_string(), moment(row.made_on), row.detail.to_string());
    Ok(csv::line([
        seq.as_str(),
        &when,
        &row.actor,
        &row.email,
        &row.address,
        &row.agent,
        &row.area,
        &row.kind,
        &row.subject,
        &row.about,
        &row.words,
        &detail,
        &row.hash,
    ]))
}
