//! What visitors sent by forms: the list, one of them, and what the owner makes of it.

use super::page::{View, address, change as change_page, look};
use crate::context::Context;
use crate::error::ApiError;
use crate::roles::Right;
use crate::usecase::owner::submissions::{self, ListedSubmission, SubmissionsQuery};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

const TITLE: &str = "Submissions";
/// The most characters of an answer that a list shows.
const LONGEST: usize = 80;

/// The list, newest first.
pub(super) async fn list(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Submissions, Right::EditContent), async |page, who, query| {
        let (form_id, suspect) = (query.get("formId"), query.get("suspect"));
        let wanted = SubmissionsQuery {
            form_id: form_id.to_owned(),
            suspect: match suspect {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            },
            cursor: query.get("cursor").to_owned(),
        };
        let found = submissions::list(who, page.context, &wanted).await?;
        let forms: Vec<Value> = page
            .published
            .catalog
            .forms
            .iter()
            .map(|form| json!({"id": form.id, "name": form.name, "isChosen": form.id == form_id}))
            .collect();
        let mark = |value: &str, label: &str| json!({"value": value, "label": label, "isChosen": value == suspect});
        let rows: Vec<Value> = found
            .submissions
            .iter()
            .map(|one| {
                json!({"url": address(&format!("submissions/{}", one.id), &[]), "when": page.moment(one.created_on),
                    "form": one.form_name.as_ref().unwrap_or(&one.form_id), "what": begin(one), "why": why(one)})
            })
            .collect();
        let more = found.next_page_cursor.map(|cursor| {
            address("submissions", &[("formId", form_id), ("suspect", suspect), ("cursor", &cursor)])
        });
        let table = (!form_id.is_empty()).then(|| {
            let id: String = form_urlencoded::byte_serialize(form_id.as_bytes()).collect();
            format!("/api/form/submissions.csv?formId={id}")
        });
        Ok(json!({"title": TITLE, "forms": forms, "rows": rows, "more": more, "table": table,
            "marks": [mark("", "Everybody"), mark("false", "People"), mark("true", "Suspects")]}))
    })
    .await
}

/// The first answer that says something.
fn begin(one: &ListedSubmission) -> String {
    let first = one.answers.iter().map(|answer| answer.text.trim()).find(|text| !text.is_empty());
    let first = first.unwrap_or_default();
    match first.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &first[..end]),
        None => first.to_owned(),
    }
}

/// Why a submission is marked, in words; `None` when it is not.
fn why(one: &ListedSubmission) -> Option<&'static str> {
    if !one.suspect {
        return None;
    }
    Some(match one.suspicion.as_deref() {
        Some("decoy") => "the field that no person sees was filled in",
        Some("not-run") => "the page's script did not run",
        Some("too-fast") => "it came faster than any person",
        Some("owner") => "you said so",
        _ => "a program may have sent it",
    })
}

/// One of them, whole.
pub(super) async fn show(request: HttpRequest, context: Data<Context>, id: Path<String>) -> HttpResponse {
    look(&request, &context, (View::Submission, Right::EditContent), async |page, who, _| {
        let one = submissions::one(who, page.context, &id).await?;
        let answers: Vec<Value> = one
            .answers
            .iter()
            .map(|answer| {
                let title = if answer.title.is_empty() { &answer.id } else { &answer.title };
                json!({"title": title, "text": answer.text})
            })
            .collect();
        Ok(json!({"title": one.form_name.as_ref().unwrap_or(&one.form_id), "id": one.id, "when": page.moment(one.created_on),
            "page": one.page_path, "sender": one.site_user_id, "suspect": one.suspect, "why": why(&one), "answers": answers}))
    })
    .await
}

/// Marks one, takes its mark off, or removes it.
pub(super) async fn change(
    request: HttpRequest,
    context: Data<Context>,
    id: Path<String>,
    body: Bytes,
) -> HttpResponse {
    change_page(&request, &context, &body, Right::EditContent, async |who, sent| {
        let id = id.into_inner();
        let here = address(&format!("submissions/{id}"), &[]);
        match sent.get("do") {
            "person" => {
                submissions::judge(who, &context, id, false).await?;
                Ok((here, "person"))
            }
            "program" => {
                submissions::judge(who, &context, id, true).await?;
                Ok((here, "program"))
            }
            "remove" => {
                submissions::remove(who, &context, id).await?;
                Ok((address("submissions", &[]), "removed"))
            }
            _ => Err(ApiError::bad_request("unknown-action", "Something went wrong")),
        }
    })
    .await
}
