//! What moderators see and do of comments and reviews: lists of every state, approve, hide, call spam, remove; each change
//! written down.

use super::reviews::Judgement;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::usecase::owner::moderation::{self, ModeratedCommentsPage, ModeratedReviewsPage, ModerationQuery};
use crate::usecase::social::{Comment, Review};
use actix_web::web::Query;
use actix_web::{HttpResponse, delete, get, put, web};

/// Comments in one state or in all; for ADMIN and MODERATOR.
#[utoipa::path(tag = "social", params(ModerationQuery), responses((status = 200, body = ModeratedCommentsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/comments/moderation")]
pub async fn moderate_comments(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<ModerationQuery>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(moderation::comments(&who, &context, &query).await?))
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
    Ok(HttpResponse::Ok().json(moderation::reviews(&who, &context, &query).await?))
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
    let judged = moderation::judge_comment(&who, &context, id.into_inner(), judgement.status).await?;
    Ok(HttpResponse::Ok().json(judged))
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
    moderation::remove_comment(&who, &context, id.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
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
    let judged = moderation::judge_review(&who, &context, path.into_inner(), judgement.status).await?;
    Ok(HttpResponse::Ok().json(judged))
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
    moderation::remove_review(&who, &context, path.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
}
