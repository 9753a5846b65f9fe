//! What moderators see and do of comments and reviews: lists of every state, approve, hide, call spam, remove; each change
//! written down.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::comments::Comment;
use super::paging::{ONE_MORE, page};
use super::reviews::{Judgement, ModerationStatus, Review};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{self, Event, Kind};
use crate::repository::social;
use crate::roles::Right;
use actix_web::web::Query;
use actix_web::{HttpResponse, delete, get, put, web};
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

/// Comments in one state or in all; for ADMIN and MODERATOR.
#[utoipa::path(tag = "social", params(ModerationQuery), responses((status = 200, body = ModeratedCommentsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/comments/moderation")]
pub async fn moderate_comments(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<ModerationQuery>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(comments(&who, &context, &query).await?))
}

pub(crate) async fn comments(
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

/// Reviews in one state or in all; for ADMIN and MODERATOR.
#[utoipa::path(tag = "social", params(ModerationQuery), responses((status = 200, body = ModeratedReviewsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/reviews")]
pub async fn moderate_reviews(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<ModerationQuery>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(reviews(&who, &context, &query).await?))
}

pub(crate) async fn reviews(
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

/// Approves a comment, hides it, or calls it spam; for ADMIN and MODERATOR.
#[utoipa::path(tag = "social", params(("commentId" = String, Path)), request_body = Judgement, responses((status = 200, body = Comment),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/comments/{commentId}")]
pub async fn judge_comment(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    judgement: web::Json<Judgement>,
) -> Result<HttpResponse, ApiError> {
    let judged = set_comment(&who, &context, id.into_inner(), judgement.status).await?;
    Ok(HttpResponse::Ok().json(judged))
}

pub(crate) async fn set_comment(
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

/// Removes a comment for good; for ADMIN and MODERATOR.
#[utoipa::path(tag = "social", params(("commentId" = String, Path)), responses((status = 204), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/comments/{commentId}")]
pub async fn remove_comment(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    drop_comment(&who, &context, id.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
}

pub(crate) async fn drop_comment(who: &SignedIn, context: &Context, id: String) -> Result<(), ApiError> {
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

/// Approves a review, hides it, or calls it spam; for ADMIN and MODERATOR.
#[utoipa::path(tag = "social", params(("id" = String, Path, description = "The product"), ("reviewId" = String, Path)), request_body = Judgement,
    responses((status = 200, body = Review), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/commerce/products/{id}/reviews/{reviewId}")]
pub async fn judge_review(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    path: web::Path<(String, String)>,
    judgement: web::Json<Judgement>,
) -> Result<HttpResponse, ApiError> {
    let judged = set_review(&who, &context, path.into_inner(), judgement.status).await?;
    Ok(HttpResponse::Ok().json(judged))
}

pub(crate) async fn set_review(
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

/// Removes a review for good; for ADMIN and MODERATOR.
#[utoipa::path(tag = "social", params(("id" = String, Path, description = "The product"), ("reviewId" = String, Path)), responses((status = 204),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/commerce/products/{id}/reviews/{reviewId}")]
pub async fn remove_review(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    drop_review(&who, &context, path.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
}

pub(crate) async fn drop_review(
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
