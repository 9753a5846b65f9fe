//! What visitors sent by forms: a list, a table for other programs, a judgement of what a program may have sent.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::csv::{self, moment};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::published::Published;
use crate::repository::form::{self, SubmissionFilter};
use crate::respond::table::in_pieces;
use crate::roles::Right;
use crate::usecase::owner::note::note_export;
use crate::usecase::owner::submissions::{self, ListedSubmission, SubmissionsPage, SubmissionsQuery};
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpResponse, delete, get, put, web};
use futures_util::stream;
use loggia_commerce::forms::{Answers, Form, SummaryTexts, summarize};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// How many submissions are read at a time for a table.
const AT_ONCE: i64 = 500;

/// Lists submissions; for ADMIN and EDITOR.
#[utoipa::path(tag = "owner", params(SubmissionsQuery), responses((status = 200, body = SubmissionsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/form/submissions")]
pub async fn list_submissions(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<SubmissionsQuery>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(submissions::list(&who, &context, &query).await?))
}

/// One submission; for ADMIN and EDITOR.
#[utoipa::path(tag = "owner", params(("submissionId" = String, Path)), responses((status = 200, body = ListedSubmission),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/form/submissions/{submissionId}")]
pub async fn get_submission(
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(submissions::one(&who, &context, &id).await?))
}

/// What the owner makes of a submission.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct SubmissionJudgement {
    /// A program sent it, or a person did.
    pub suspect: bool,
}

/// Says whether a program or a person sent a submission. What a mark held back (a mailing list the form feeds) is made up for
/// when it is taken off. For ADMIN and EDITOR.
#[utoipa::path(tag = "owner", params(("submissionId" = String, Path)), request_body = SubmissionJudgement, responses((status = 200, body = SubmissionJudgement),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/form/submissions/{submissionId}")]
pub async fn judge_submission(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    judgement: web::Json<SubmissionJudgement>,
) -> Result<HttpResponse, ApiError> {
    let suspect = judgement.suspect;
    submissions::judge(who, &context, id.into_inner(), suspect).await?;
    Ok(HttpResponse::Ok().json(SubmissionJudgement { suspect }))
}

/// Removes a submission for good; for ADMIN and EDITOR.
#[utoipa::path(tag = "owner", params(("submissionId" = String, Path)), responses((status = 204), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/form/submissions/{submissionId}")]
pub async fn remove_submission(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    submissions::remove(who, &context, id.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Which submissions a table has.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// Those of this form.
    pub form_id: String,
}

/// Gives the submissions of a form as CSV, newest first: a column for each field the form has today, and one for answers to
/// fields it no longer has. For ADMIN and EDITOR.
#[utoipa::path(tag = "owner", params(ExportQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/form/submissions.csv")]
pub async fn export_submissions(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<ExportQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::EditContent, &context)?;
    note_export(&context, &who, "submissions").await?;
    let published = context.publications.newest(&context.db).await?;
    let filter = SubmissionFilter { form_id: query.into_inner().form_id, ..SubmissionFilter::default() };
    let head = head(published.catalog.form(&filter.form_id));
    let rows = stream::try_unfold(Table { context, published, filter, head: Some(head) }, next);
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"submissions.csv\""));
    in_pieces(answer, rows).await
}

struct Table {
    context: web::Data<Context>,
    published: Arc<Published>,
    filter: SubmissionFilter,
    head: Option<String>,
}

/// The fields of a form that have a column, in its order.
fn columns(form: Option<&Form>) -> Vec<(String, String)> {
    let lines =
        form.map(|form| summarize(form, &Answers::new(), &SummaryTexts::default())).unwrap_or_default();
    lines.into_iter().map(|line| (line.id, line.title)).collect()
}

fn head(form: Option<&Form>) -> String {
    let fields = columns(form);
    let fields = fields.iter().map(|(id, title)| if title.is_empty() { id.as_str() } else { title.as_str() });
    csv::line(["id", "createdOn", "suspect", "page"].into_iter().chain(fields).chain(["other"]))
}

async fn next(mut table: Table) -> Result<Option<(Bytes, Table)>, ApiError> {
    if let Some(head) = table.head.take() {
        return Ok(Some((Bytes::from(head), table)));
    }
    let filter = &table.filter;
    let rows =
        table.context.db.read(async |connection| form::list(connection, filter, AT_ONCE).await).await?;
    let Some(last) = rows.last() else { return Ok(None) };
    table.filter.before.clone_from(&last.id);
    let columns = columns(table.published.catalog.form(&table.filter.form_id));
    let mut text = String::new();
    for row in rows {
        text.push_str(&line(&columns, &submissions::listed(&table.published, row)?));
    }
    Ok(Some((Bytes::from(text), table)))
}

fn line(columns: &[(String, String)], submission: &ListedSubmission) -> String {
    let text = |id: &str| {
        submission.answers.iter().find(|answer| answer.id == id).map_or("", |answer| answer.text.as_str())
    };
    let other: Vec<String> = submission
        .answers
        .iter()
        .filter(|answer| columns.iter().all(|(id, _)| *id != answer.id))
        .map(|answer| format!("{}: {}", answer.id, answer.text))
        .collect();
    let (created_on, other) = (moment(submission.created_on), other.join("\n"));
    let suspect = if submission.suspect { "true" } else { "false" };
    let page = submission.page_path.as_deref().unwrap_or_default();
    csv::line(
        [submission.id.as_str(), &created_on, suspect, page]
            .into_iter()
            .chain(columns.iter().map(|(id, _)| text(id)))
            .chain([other.as_str()]),
    )
}
