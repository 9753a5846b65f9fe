//! Reviews, comments and likes.

use super::connection::{Connection, affected, fetch, statements};
use super::inbox;
use crate::error::ApiError;
use crate::token::{self, TokenHash};
use sqlx_macros::FromRow;

statements! {
    ADD_REVIEW = "INSERT INTO review (id, product_id, author_name, rating, title, body, status, created_at) VALUES ($1, $2, $3, $4, $5, $6, 'PENDING', $7)";
    REVIEW = "SELECT id, product_id, author_name, rating, title, body, status, created_at FROM review WHERE id = $1";
    // Newest first: the ids sort by age.
    REVIEWS = "SELECT id, product_id, author_name, rating, title, body, status, created_at FROM review \
        WHERE product_id = $1 AND status = 'APPROVED' AND id < $2 ORDER BY id DESC LIMIT $3";
    RATINGS = "SELECT COUNT(*), CAST(COALESCE(SUM(rating), 0) AS BIGINT) FROM review WHERE product_id = $1 AND status = 'APPROVED'";
    // What a moderator sees: every state, or one.
    ALL_REVIEWS = "SELECT id, product_id, author_name, rating, title, body, status, created_at FROM review \
        WHERE ($1 = '' OR status = $1) AND ($2 = '' OR id < $2) ORDER BY id DESC LIMIT $3";
    REMOVE_REVIEW = "DELETE FROM review WHERE id = $1 AND product_id = $2";
    JUDGE_REVIEW = "UPDATE review SET status = $3 WHERE id = $1 AND product_id = $2";
    ADD_COMMENT = "INSERT INTO visitor_comment (id, item_id, author, body, status, created_at) VALUES ($1, $2, $3, $4, 'PENDING', $5)";
    COMMENT = "SELECT id, item_id, author, body, status, created_at FROM visitor_comment WHERE id = $1";
    COMMENTS = "SELECT id, item_id, author, body, status, created_at FROM visitor_comment \
        WHERE item_id = $1 AND status = 'APPROVED' AND id > $2 ORDER BY id LIMIT $3";
    COUNT_COMMENTS = "SELECT COUNT(*) FROM visitor_comment WHERE item_id = $1 AND status = 'APPROVED'";
    ALL_COMMENTS = "SELECT id, item_id, author, body, status, created_at FROM visitor_comment \
        WHERE ($1 = '' OR status = $1) AND ($2 = '' OR id < $2) ORDER BY id DESC LIMIT $3";
    REMOVE_COMMENT = "DELETE FROM visitor_comment WHERE id = $1";
    JUDGE_COMMENT = "UPDATE visitor_comment SET status = $2 WHERE id = $1";
    LIKE = "INSERT INTO item_like (item_id, visitor_hash, created_at) VALUES ($1, $2, $3) ON CONFLICT (item_id, visitor_hash) DO NOTHING";
    COUNT_LIKES = "SELECT COUNT(*) FROM item_like WHERE item_id = $1";
}

/// A review as it is stored.
#[derive(Clone, Debug, FromRow)]
pub struct StoredReview {
    /// Its id.
    pub id: String,
    /// The product.
    pub product_id: String,
    /// Who wrote it.
    pub author_name: String,
    /// 1 to 5.
    pub rating: i64,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: String,
    /// `PENDING`, `APPROVED`, `REJECTED` or `SPAM`.
    pub status: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// A comment as it is stored.
#[derive(Clone, Debug, FromRow)]
pub struct StoredComment {
    /// Its id.
    pub id: String,
    /// The item.
    pub item_id: String,
    /// Who wrote it.
    pub author: String,
    /// Its text.
    pub body: String,
    /// `PENDING`, `APPROVED`, `REJECTED` or `SPAM`.
    pub status: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// A review to be kept.
#[derive(Clone, Debug)]
pub struct NewReview {
    /// The product.
    pub product_id: String,
    /// Who wrote it.
    pub author_name: String,
    /// 1 to 5.
    pub rating: i64,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: String,
}

/// Keeps a review until it is judged.
pub async fn add_review(
    connection: &mut Connection<'_>,
    new: &NewReview,
    now: i64,
) -> Result<Option<StoredReview>, ApiError> {
    let id = token::new_id();
    affected!(
        connection,
        ADD_REVIEW,
        &id,
        &new.product_id,
        &new.author_name,
        new.rating,
        &new.title,
        &new.body,
        now
    )?;
    review(connection, &id).await
}

/// The review with this id.
pub async fn review(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredReview>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(REVIEW).bind(id).fetch_optional(c).await)?)
}

/// Approved reviews older than `before`, newest first, at most `most`.
pub async fn reviews(
    connection: &mut Connection<'_>,
    product_id: &str,
    before: &str,
    most: i64,
) -> Result<Vec<StoredReview>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(REVIEWS)
        .bind(product_id)
        .bind(before)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// How many approved reviews a product has, and the sum of their ratings.
pub async fn ratings(connection: &mut Connection<'_>, product_id: &str) -> Result<(i64, i64), ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(RATINGS).bind(product_id).fetch_one(c).await)?)
}

/// Approves or rejects a review; `false` when there is none.
pub async fn judge_review(
    connection: &mut Connection<'_>,
    id: &str,
    product_id: &str,
    status: &str,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, JUDGE_REVIEW, id, product_id, status)? == 1)
}

/// Keeps a comment until it is judged.
pub async fn add_comment(
    connection: &mut Connection<'_>,
    item_id: &str,
    (author, body): (&str, &str),
    now: i64,
) -> Result<Option<StoredComment>, ApiError> {
    let id = token::new_id();
    affected!(connection, ADD_COMMENT, &id, item_id, author, body, now)?;
    comment(connection, &id).await
}

/// The comment with this id.
pub async fn comment(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredComment>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(COMMENT).bind(id).fetch_optional(c).await)?)
}

/// Approved comments behind `after`, oldest first, at most `most`.
pub async fn comments(
    connection: &mut Connection<'_>,
    item_id: &str,
    after: &str,
    most: i64,
) -> Result<Vec<StoredComment>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(COMMENTS)
        .bind(item_id)
        .bind(after)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// How many approved comments an item has.
pub async fn count_comments(connection: &mut Connection<'_>, item_id: &str) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUNT_COMMENTS).bind(item_id).fetch_one(c).await)?)
}

/// Approves or rejects a comment; `false` when there is none.
pub async fn judge_comment(
    connection: &mut Connection<'_>,
    id: &str,
    status: &str,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, JUDGE_COMMENT, id, status)? == 1)
}

/// Reviews in `status` (all when it is empty) older than `before`, newest first, at most `most`.
pub async fn all_reviews(
    connection: &mut Connection<'_>,
    status: &str,
    before: &str,
    most: i64,
) -> Result<Vec<StoredReview>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ALL_REVIEWS)
        .bind(status)
        .bind(before)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// Comments in `status` (all when it is empty) older than `before`, newest first, at most `most`.
pub async fn all_comments(
    connection: &mut Connection<'_>,
    status: &str,
    before: &str,
    most: i64,
) -> Result<Vec<StoredComment>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ALL_COMMENTS)
        .bind(status)
        .bind(before)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// Removes a review; `false` when there is none.
pub async fn remove_review(
    connection: &mut Connection<'_>,
    id: &str,
    product_id: &str,
) -> Result<bool, ApiError> {
    let removed = affected!(connection, REMOVE_REVIEW, id, product_id)? == 1;
    if removed {
        inbox::forget(connection, "review", id).await?;
    }
    Ok(removed)
}

/// Removes a comment; `false` when there is none.
pub async fn remove_comment(connection: &mut Connection<'_>, id: &str) -> Result<bool, ApiError> {
    let removed = affected!(connection, REMOVE_COMMENT, id)? == 1;
    if removed {
        inbox::forget(connection, "comment", id).await?;
    }
    Ok(removed)
}

/// Notes a like, once a visitor; how many the item has then.
pub async fn like(
    connection: &mut Connection<'_>,
    item_id: &str,
    visitor: &TokenHash,
    now: i64,
) -> Result<i64, ApiError> {
    affected!(connection, LIKE, item_id, visitor, now)?;
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUNT_LIKES).bind(item_id).fetch_one(c).await)?)
}
