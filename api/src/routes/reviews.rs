//! Product reviews: everybody writes, a moderator approves, everybody reads.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::rates::Class;
use crate::repository::Connection;
use crate::repository::device::{self, Told};
use crate::repository::social::{self, NewReview};
use crate::usecase::paging::{After, ONE_MORE, public_page};
use crate::usecase::social::{ModerationStatus, Review};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use loggia_commerce::Problem;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

/// The longest text of a review.
const LONGEST_BODY: usize = 2000;
/// The longest name and title.
const LONGEST_LINE: usize = 200;

/// A moderator's word.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct Judgement {
    /// What it shall be.
    pub status: ModerationStatus,
}

/// From where on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReviewsQuery {
    /// `nextPageCursor` of the page before.
    #[serde(default)]
    pub cursor: String,
}

/// A page of approved reviews.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewsPage {
    /// Newest first.
    pub reviews: Vec<Review>,
    /// How many approved ones there are in all.
    pub count: i64,
    /// The mean of their ratings; 0 without any.
    pub average: f64,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// The approved reviews of a product.
#[utoipa::path(tag = "social", params(("id" = String, Path, description = "The product"), ReviewsQuery), responses(
    (status = 200, body = ReviewsPage), (status = 400, body = ErrorBody)))]
#[get("/commerce/products/{id}/reviews")]
pub async fn list_reviews(
    context: web::Data<Context>,
    id: web::Path<String>,
    query: Query<ReviewsQuery>,
) -> Result<HttpResponse, ApiError> {
    let load = async |connection: &mut Connection<'_>, after: &After| {
        // Ids are hexadecimal: every one sorts before this.
        let before = if after.is_start() { "~" } else { after.part(0) };
        let rows = social::reviews(connection, &id, before, ONE_MORE).await?;
        Ok((rows, social::ratings(connection, &id).await?))
    };
    let (page, (count, sum)) = public_page(&context, &query.cursor, load, |row| vec![&row.id]).await?;
    #[expect(clippy::cast_precision_loss, reason = "a mean of ratings, not an amount")]
    let average = if count == 0 { 0.0 } else { sum as f64 / count as f64 };
    Ok(HttpResponse::Ok().json(ReviewsPage {
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
        reviews: page.rows.into_iter().map(Review::from).collect(),
        count,
        average,
    }))
}

/// A review as it is written.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WriteReview {
    /// Who writes.
    pub author_name: String,
    /// 1 to 5.
    pub rating: i64,
    /// A line.
    #[serde(default)]
    pub title: String,
    /// At most 2000 characters.
    pub body: String,
}

/// Writes a review; it waits for a moderator.
#[utoipa::path(tag = "social", params(("id" = String, Path, description = "The product")), request_body = WriteReview, responses(
    (status = 200, body = Review), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/commerce/products/{id}/reviews")]
pub async fn write_review(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    id: web::Path<String>,
    review: web::Json<WriteReview>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::Say, &request, "").await?;
    let (review, now) = (review.into_inner(), context.clock.now_ms());
    let published = context.publications.newest(&context.db).await?;
    published.product(&id).ok_or(Problem::ItemUnavailable)?;
    if !published.catalog.store_settings.product_reviews_enabled {
        return Err(ApiError::forbidden());
    }
    let new = NewReview {
        product_id: id.into_inner(),
        author_name: required_text(&review.author_name, LONGEST_LINE)?,
        rating: review.rating,
        title: if review.title.trim().is_empty() {
            String::new()
        } else {
            required_text(&review.title, LONGEST_LINE)?
        },
        body: required_text(&review.body, LONGEST_BODY)?,
    };
    if !(1..=5).contains(&new.rating) {
        return Err(ApiError::bad_request("rating-out-of-range", "A rating is 1 to 5."));
    }
    let add = async move |connection: &mut Connection<'_>| {
        device::tell(connection, Told::Review, &json!({"cause": "review"}), now).await?;
        social::add_review(connection, &new, now).await
    };
    let kept = context.db.write(add).await?;
    let kept = kept.ok_or_else(|| ApiError::not_found("Not found"))?;
    Ok(HttpResponse::Ok().json(Review::from(kept)))
}

/// A text somebody wrote: something, and not too long.
pub(super) fn required_text(text: &str, longest: usize) -> Result<String, ApiError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ApiError::bad_request("text-missing", "Please write something."));
    }
    if text.chars().count() > longest {
        return Err(ApiError::bad_request("text-too-long", "You have exceeded the character limit."));
    }
    Ok(text.to_owned())
}
