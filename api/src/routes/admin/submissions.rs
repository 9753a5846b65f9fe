//! What visitors sent by forms: a list, a table for other programs, a judgement of what a program may have sent.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::csv::{self, moment};
use super::note;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::lists::Lists;
use crate::published::Published;
use crate::repository::Connection;
use crate::repository::form::{self, StoredSubmission, SubmissionFilter};
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use crate::routes::forms::make_up;
use crate::routes::paging::{After, ONE_MORE, page};
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpResponse, delete, get, put, web};
use futures_util::stream;
use loggia_commerce::forms::{Answers, Form, PageContextFields, SummaryTexts, summarize};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// How many submissions are read at a time for a table.
const AT_ONCE: i64 = 500;

/// Which submissions.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct SubmissionsQuery {
    /// Only those of this form.
    pub form_id: String,
    /// Only those that a program may have sent, or only the others.
    pub suspect: Option<bool>,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of submissions.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionsPage {
    /// Newest first.
    pub submissions: Vec<ListedSubmission>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// One submission.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedSubmission {
    /// Its id.
    pub id: String,
    /// The form.
    pub form_id: String,
    /// The form's name, as long as it is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form_name: Option<String>,
    /// Epoch milliseconds.
    pub created_on: i64,
    /// The page it was sent from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_path: Option<String>,
    /// Who sent it, when signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site_user_id: Option<String>,
    /// A program may have sent it.
    pub suspect: bool,
    /// Why that is thought: `decoy` (the field no person sees was filled in), `not-run` (the page's script did not run),
    /// `too-fast`, or `owner` (the owner said so).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspicion: Option<String>,
    /// The answers as text, in the order of the form.
    pub answers: Vec<ListedAnswer>,
}

/// One answer as text; what was typed into a field for passwords is not shown.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ListedAnswer {
    /// The field's id.
    pub id: String,
    /// The field's title, or its id when the form is not published any more.
    pub title: String,
    /// What was answered.
    pub text: String,
}

/// The answers of a submission as its form shows them; a field the form no longer has stands at the end, by its id.
fn answers(published: &Published, stored: &StoredSubmission) -> Result<Vec<ListedAnswer>, ApiError> {
    let answers: Answers = serde_json::from_str(&stored.answers)?;
    let texts = SummaryTexts::from_strings(&published.catalog.localized_strings);
    let form = published.catalog.form(&stored.form_id);
    let lines = form.map(|form| summarize(form, &answers, &texts)).unwrap_or_default();
    let mut listed: Vec<ListedAnswer> = lines
        .into_iter()
        .map(|line| ListedAnswer { text: line.answer.to_text(), id: line.id, title: line.title })
        .collect();
    for (id, answer) in &answers {
        if form.is_none_or(|form| form.field(id).is_none()) {
            let text =
                answer.as_text().map_or_else(|| serde_json::to_string(answer), |text| Ok(text.to_owned()))?;
            listed.push(ListedAnswer { id: id.clone(), title: id.clone(), text });
        }
    }
    Ok(listed)
}

fn listed(published: &Published, stored: StoredSubmission) -> Result<ListedSubmission, ApiError> {
    let page: PageContextFields = serde_json::from_str(&stored.page)?;
    Ok(ListedSubmission {
        answers: answers(published, &stored)?,
        form_name: published.catalog.form(&stored.form_id).map(|form| form.name.clone()),
        page_path: page.page_path,
        id: stored.id,
        form_id: stored.form_id,
        created_on: stored.created_at,
        site_user_id: stored.site_user_id,
        suspect: stored.is_suspect,
        suspicion: Some(stored.suspicion).filter(|why| !why.is_empty()),
    })
}

/// Lists submissions; for ADMIN and EDITOR.
#[utoipa::path(tag = "owner", params(SubmissionsQuery), responses((status = 200, body = SubmissionsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/form/submissions")]
pub async fn list_submissions(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<SubmissionsQuery>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(submissions(&who, &context, &query).await?))
}

pub(crate) async fn submissions(
    who: &SignedIn,
    context: &Context,
    query: &SubmissionsQuery,
) -> Result<SubmissionsPage, ApiError> {
    let load = async |connection: &mut Connection<'_>, after: &After| {
        let before = after.part(0).to_owned();
        let filter = SubmissionFilter { form_id: query.form_id.clone(), is_suspect: query.suspect, before };
        form::list(connection, &filter, ONE_MORE).await
    };
    let page =
        page(context, (who, Right::EditContent), &query.cursor, load, |row| vec![row.id.as_str()]).await?;
    let published = context.publications.newest(&context.db).await?;
    Ok(SubmissionsPage {
        has_next_page: page.has_next(),
        submissions: page
            .rows
            .into_iter()
            .map(|row| listed(&published, row))
            .collect::<Result<_, ApiError>>()?,
        next_page_cursor: page.next,
    })
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
    Ok(HttpResponse::Ok().json(submission(&who, &context, &id).await?))
}

pub(crate) async fn submission(
    who: &SignedIn,
    context: &Context,
    id: &str,
) -> Result<ListedSubmission, ApiError> {
    who.must(Right::EditContent)?;
    let stored = context.db.read(async |connection| form::one(connection, id).await).await?;
    let published = context.publications.newest(&context.db).await?;
    listed(&published, stored.ok_or_else(|| ApiError::not_found("Not found"))?)
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
    judge(who, &context, id.into_inner(), suspect).await?;
    Ok(HttpResponse::Ok().json(SubmissionJudgement { suspect }))
}

pub(crate) async fn judge(
    who: SignedIn,
    context: &Context,
    id: String,
    suspect: bool,
) -> Result<(), ApiError> {
    who.must(Right::EditContent)?;
    let now = context.clock.now_ms();
    let published = context.publications.newest(&context.db).await?;
    let lists = Lists::of(context).await?;
    context
        .db
        .write(async move |connection| {
            if !form::exists(connection, &id).await? {
                return Err(ApiError::not_found("Not found"));
            }
            let changed = if suspect {
                form::suspect(connection, &id).await?
            } else if let Some(cleared) = form::clear(connection, &id).await? {
                if let Some(form) = published.catalog.form(&cleared.form_id) {
                    make_up(connection, (&published, &lists), form, &cleared, now).await?;
                }
                true
            } else {
                false
            };
            if changed {
                let event = Event::new(Kind::JudgeSubmission, &id).change((!suspect).into(), suspect.into());
                note(connection, &who, event, now).await?;
            }
            Ok(())
        })
        .await
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
    remove(who, &context, id.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
}

pub(crate) async fn remove(who: SignedIn, context: &Context, id: String) -> Result<(), ApiError> {
    who.must(Right::EditContent)?;
    let now = context.clock.now_ms();
    context
        .db
        .write(async move |connection| {
            if !form::remove(connection, &id).await? {
                return Err(ApiError::not_found("Not found"));
            }
            note(connection, &who, Event::new(Kind::RemoveSubmission, &id), now).await
        })
        .await
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
    super::note_export(&context, &who, "submissions").await?;
    let published = context.publications.newest(&context.db).await?;
    let filter = SubmissionFilter { form_id: query.into_inner().form_id, ..SubmissionFilter::default() };
    let head = head(published.catalog.form(&filter.form_id));
    let rows = stream::try_unfold(Table { context, published, filter, head: Some(head) }, next);
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"submissions.csv\""))
        .streaming(rows))
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
        text.push_str(&line(&columns, &listed(&table.published, row)?));
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
