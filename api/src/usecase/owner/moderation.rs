//! What moderators see and do of comments and reviews: lists of every state, approve, hide, call spam, remove; each change
//! written down.

use crate::usecase::paging::{ONE_MORE, page};
use crate::usecase::social::{Comment, ModerationStatus, Review};

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{self, Event, Kind};
use crate::repository::social;
use crate::roles::Right;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

/// Which of them.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ModerationQuery {
    /// Only those in this state; those of every state without it.
    pub status: Option<ModerationStatus>,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A comment as moderators see it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModeratedComment {
    /// The comment.
    #[serde(flatten)]
    pub comment: Comment,
    /// What it is about.
    pub item_id: String,
    /// The page of that, as long as it is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_url: Option<String>,
}

/// A page of comments of every state.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModeratedCommentsPage {
    /// Newest first.
    pub comments: Vec<ModeratedComment>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// A review as moderators see it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModeratedReview {
    /// The review.
    #[serde(flatten)]
    pub review: Review,
    /// The product's title, as long as it is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_title: Option<String>,
}

/// A page of reviews of every state.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModeratedReviewsPage {
    /// Newest first.
    pub reviews: Vec<ModeratedReview>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// Comments in one state or in all, newest first.
///
/// # Errors
/// `forbidden`; `malformed-cursor`.
pub async fn comments(
    who: &SignedIn,
    context: &Context,
    query: &ModerationQuery,
) -> Result<ModeratedCommentsPage, ApiError> {
    let status = query.status.map_or("", ModerationStatus::word);
    let page = page(
        context,
        (who, Right::Moderate),
        &query.cursor,
        async |connection, after| social::all_comments(connection, status, after.part(0), ONE_MORE).await,
        |row| vec![&row.id],
    )
    .await?;
    let published = context.publications.newest(&context.db).await?;
    let pages = &published.catalog.pages;
    Ok(ModeratedCommentsPage {
        has_next_page: page.has_next(),
        comments: page
            .rows
            .into_iter()
            .map(|row| ModeratedComment {
                item_id: row.item_id.clone(),
                item_url: pages.iter().find(|page| page.id == row.item_id).map(|page| page.url.clone()),
                comment: row.into(),
            })
            .collect(),
        next_page_cursor: page.next,
    })
}

/// Reviews in one state or in all, newest first.
///
/// # Errors
/// `forbidden`; `malformed-cursor`.
pub async fn reviews(
    who: &SignedIn,
    context: &Context,
    query: &ModerationQuery,
) -> Result<ModeratedReviewsPage, ApiError> {
    let status = query.status.map_or("", ModerationStatus::word);
    let page = page(
        context,
        (who, Right::Moderate),
        &query.cursor,
        async |connection, after| social::all_reviews(connection, status, after.part(0), ONE_MORE).await,
        |row| vec![&row.id],
    )
    .await?;
    let published = context.publications.newest(&context.db).await?;
    Ok(ModeratedReviewsPage {
        has_next_page: page.has_next(),
        reviews: page
            .rows
            .into_iter()
            .map(|row| ModeratedReview {
                product_title: published.product(&row.product_id).map(|product| product.title.clone()),
                review: row.into(),
            })
            .collect(),
        next_page_cursor: page.next,
    })
}

/// Approves a comment, hides it, or calls it spam.
///
/// # Errors
/// `forbidden`; `not-found`.
pub async fn judge_comment(
    who: &SignedIn,
    context: &Context,
    id: String,
    status: ModerationStatus,
) -> Result<Comment, ApiError> {
    who.must(Right::Moderate)?;
    let (who, now) = (who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let mut comment = social::comment(connection, &id).await?.ok_or_else(not_found)?;
            if comment.status != status.word() {
                social::judge_comment(connection, &id, status.word()).await?;
                let event = Event::new(Kind::JudgeComment, &id);
                let event = event.change(json!(comment.status), json!(status.word()));
                record::write(connection, &who.actor(), event, now).await?;
                comment.status = status.word().to_owned();
            }
            Ok(comment.into())
        })
        .await
}

/// Removes a comment for good.
///
/// # Errors
/// `forbidden`; `not-found`.
pub async fn remove_comment(who: &SignedIn, context: &Context, id: String) -> Result<(), ApiError> {
    who.must(Right::Moderate)?;
    let (who, now) = (who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            if !social::remove_comment(connection, &id).await? {
                return Err(not_found());
            }
            record::write(connection, &who.actor(), Event::new(Kind::RemoveComment, &id), now).await
        })
        .await
}

/// Approves a review, hides it, or calls it spam.
///
/// # Errors
/// `forbidden`; `not-found`.
pub async fn judge_review(
    who: &SignedIn,
    context: &Context,
    (product_id, id): (String, String),
    status: ModerationStatus,
) -> Result<Review, ApiError> {
    who.must(Right::Moderate)?;
    let (who, now) = (who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let review = social::review(connection, &id).await?;
            let mut review = review.filter(|review| review.product_id == product_id).ok_or_else(not_found)?;
            if review.status != status.word() {
                social::judge_review(connection, &id, &product_id, status.word()).await?;
                let event = Event::new(Kind::JudgeReview, &id);
                let event = event.change(json!(review.status), json!(status.word()));
                record::write(connection, &who.actor(), event, now).await?;
                review.status = status.word().to_owned();
            }
            Ok(review.into())
        })
        .await
}

/// Removes a review for good.
///
/// # Errors
/// `forbidden`; `not-found`.
pub async fn remove_review(
    who: &SignedIn,
    context: &Context,
    (product_id, id): (String, String),
) -> Result<(), ApiError> {
    who.must(Right::Moderate)?;
    let (who, now) = (who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            if !social::remove_review(connection, &id, &product_id).await? {
                return Err(not_found());
            }
            let event = Event::new(Kind::RemoveReview, &id).with("productId", product_id.as_str());
            record::write(connection, &who.actor(), event, now).await
        })
        .await
}

fn not_found() -> ApiError {
    ApiError::not_found("Not found")
}
