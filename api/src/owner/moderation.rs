//! What visitors wrote: comments and reviews, and what a moderator makes of them.

use super::page::{Page, View, address, change, look};
use crate::context::Context;
use crate::error::ApiError;
use crate::pages::menu::own_address;
use crate::roles::Right;
use crate::usecase::owner::moderation::{self, ModerationQuery};
use crate::usecase::social::ModerationStatus;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// The states with what they are called, what a button says that leads there, and the word of the page afterwards.
const STATES: [(ModerationStatus, &str, &str, &str); 4] = [
    (ModerationStatus::Pending, "Waiting", "", ""),
    (ModerationStatus::Approved, "Shown", "Approve", "approved"),
    (ModerationStatus::Rejected, "Hidden", "Hide", "rejected"),
    (ModerationStatus::Spam, "Spam", "Spam", "spam"),
];
/// What the address of a list of every state says.
const ALL: &str = "ALL";

/// What an address asks for: those that wait, without a word.
fn wanted(word: &str, cursor: &str) -> (Option<ModerationStatus>, ModerationQuery) {
    let status = match word {
        ALL => None,
        "" => Some(ModerationStatus::Pending),
        word => Some(ModerationStatus::of(word)),
    };
    (status, ModerationQuery { status, cursor: cursor.to_owned() })
}

fn filters(path: &str, chosen: Option<ModerationStatus>) -> Value {
    let one = |word: &str, label: &str, is_here: bool| json!({"url": address(path, &[("status", word)]), "label": label, "isHere": is_here});
    let mut all: Vec<Value> =
        STATES.iter().map(|(status, label, ..)| one(status.word(), label, chosen == Some(*status))).collect();
    all.push(one(ALL, "All", chosen.is_none()));
    all.into()
}

/// What stands below each: its state, and where its buttons lead.
fn below(status: ModerationStatus) -> (Value, Value) {
    let label = STATES.iter().find(|(known, ..)| *known == status).map_or("", |(_, label, ..)| *label);
    let choices: Vec<Value> = STATES
        .iter()
        .filter(|(known, _, button, _)| *known != status && !button.is_empty())
        .map(|(known, _, button, _)| json!({"value": known.word(), "label": button}))
        .collect();
    (label.into(), choices.into())
}

fn list(
    page: &Page<'_>,
    (path, title): (&str, &str),
    chosen: Option<ModerationStatus>,
    rows: Vec<Value>,
    next: Option<String>,
) -> Value {
    let word = chosen.map_or(ALL, ModerationStatus::word);
    let here = page.request.uri().query().map_or_else(String::new, |_| word.to_owned());
    let more = next.map(|cursor| address(path, &[("status", word), ("cursor", &cursor)]));
    json!({"title": title, "filters": filters(path, chosen), "rows": rows, "more": more,
        "here": address(path, &[("status", &here)])})
}

/// Comments in one state, newest first.
pub(super) async fn comments(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Moderation, Right::Moderate), async |page, who, query| {
        let (chosen, wanted) = wanted(query.get("status"), query.get("cursor"));
        let found = moderation::comments(who, page.context, &wanted).await?;
        let rows = found
            .comments
            .into_iter()
            .map(|one| {
                let (state, choices) = below(one.comment.status);
                json!({"id": one.comment.id, "author": one.comment.author, "body": one.comment.body,
                    "when": page.moment(one.comment.created_on), "state": state, "choices": choices, "url": one.item_url,
                    "about": one.item_url.as_ref().unwrap_or(&one.item_id), "rating": null, "heading": null,
                    "action": address(&format!("comments/{}", one.comment.id), &[])})
            })
            .collect();
        Ok(list(page, ("comments", "Comments"), chosen, rows, found.next_page_cursor))
    })
    .await
}

/// Reviews in one state, newest first.
pub(super) async fn reviews(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Moderation, Right::Moderate), async |page, who, query| {
        let (chosen, wanted) = wanted(query.get("status"), query.get("cursor"));
        let found = moderation::reviews(who, page.context, &wanted).await?;
        let rows = found
            .reviews
            .into_iter()
            .map(|one| {
                let review = one.review;
                let (state, choices) = below(review.status);
                let url = page.published.product(&review.product_id).map(|product| product.full_url.clone());
                let product: String = form_urlencoded::byte_serialize(review.product_id.as_bytes()).collect();
                json!({"id": review.id, "author": review.author_name, "body": review.body, "rating": review.rating,
                    "heading": review.title, "when": page.moment(review.created_on), "state": state, "choices": choices,
                    "about": one.product_title.unwrap_or(review.product_id), "url": url,
                    "action": address(&format!("reviews/{product}/{}", review.id), &[])})
            })
            .collect();
        Ok(list(page, ("reviews", "Reviews"), chosen, rows, found.next_page_cursor))
    })
    .await
}

/// What a button means: a state, or `None` to remove.
fn choice(word: &str) -> Result<Option<(ModerationStatus, &'static str)>, ApiError> {
    if word == "remove" {
        return Ok(None);
    }
    let known = STATES.iter().find(|(status, _, button, _)| status.word() == word && !button.is_empty());
    let (status, _, _, done) =
        known.ok_or_else(|| ApiError::bad_request("unknown-action", "Something went wrong"))?;
    Ok(Some((*status, done)))
}

/// Judges or removes a comment.
pub(super) async fn change_comment(
    request: HttpRequest,
    context: Data<Context>,
    id: Path<String>,
    body: Bytes,
) -> HttpResponse {
    change(&request, &context, &body, Right::Moderate, async |who, sent| {
        let back = own_address(sent.get("back"), &address("comments", &[]));
        match choice(sent.get("do"))? {
            Some((status, done)) => {
                moderation::judge_comment(&who, &context, id.into_inner(), status).await?;
                Ok((back, done))
            }
            None => {
                moderation::remove_comment(&who, &context, id.into_inner()).await?;
                Ok((back, "removed"))
            }
        }
    })
    .await
}

/// Judges or removes a review.
pub(super) async fn change_review(
    request: HttpRequest,
    context: Data<Context>,
    path: Path<(String, String)>,
    body: Bytes,
) -> HttpResponse {
    change(&request, &context, &body, Right::Moderate, async |who, sent| {
        let back = own_address(sent.get("back"), &address("reviews", &[]));
        match choice(sent.get("do"))? {
            Some((status, done)) => {
                moderation::judge_review(&who, &context, path.into_inner(), status).await?;
                Ok((back, done))
            }
            None => {
                moderation::remove_review(&who, &context, path.into_inner()).await?;
                Ok((back, "removed"))
            }
        }
    })
    .await
}
