//! What visitors sent by forms: the list, one of them, and what the owner makes of it.

use super::note::note;
use crate::usecase::paging::{After, ONE_MORE, page};
use crate::usecase::pass_on::make_up;

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::lists::Lists;
use crate::published::Published;
use crate::repository::Connection;
use crate::repository::form::{self, StoredSubmission, SubmissionFilter};
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use loggia_commerce::forms::{Answers, PageContextFields, SummaryTexts, summarize};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

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

/// A submission as it is shown.
///
/// # Errors
/// When what is stored is not JSON.
pub fn listed(published: &Published, stored: StoredSubmission) -> Result<ListedSubmission, ApiError> {
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

/// A page of submissions, newest first.
///
/// # Errors
/// `forbidden`; `malformed-cursor`.
pub async fn list(
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

/// One submission.
///
/// # Errors
/// `forbidden`; `not-found`.
pub async fn one(who: &SignedIn, context: &Context, id: &str) -> Result<ListedSubmission, ApiError> {
    who.must(Right::EditContent)?;
    let stored = context.db.read(async |connection| form::one(connection, id).await).await?;
    let published = context.publications.newest(&context.db).await?;
    listed(&published, stored.ok_or_else(|| ApiError::not_found("Not found"))?)
}

/// Says whether a program or a person sent a submission. What a mark held back (a mailing list the form feeds) is made up for
/// when it is taken off.
///
/// # Errors
/// `forbidden`; `not-found`.
pub async fn judge(who: SignedIn, context: &Context, id: String, suspect: bool) -> Result<(), ApiError> {
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

/// Removes a submission for good.
///
/// # Errors
/// `forbidden`; `not-found`.
pub async fn remove(who: SignedIn, context: &Context, id: String) -> Result<(), ApiError> {
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
