//! Comments and likes of items.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::events::visitor;
use super::reviews::required_text;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper;
use crate::published::Published;
use crate::rates::Class;
use crate::repository::Connection;
use crate::repository::device::{self, Told};
use crate::repository::social::{self};
use crate::token;
use crate::usecase::paging::{After, ONE_MORE, public_page};
use crate::usecase::social::Comment;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use loggia_commerce::CatalogPage;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

/// The longest comment.
const LONGEST_BODY: usize = 5000;
/// The longest name.
const LONGEST_NAME: usize = 200;

/// Which item, and from where on.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CommentsQuery {
    /// The item.
    pub item_id: String,
    /// `nextPageCursor` of the page before.
    #[serde(default)]
    pub cursor: String,
}

/// A page of approved comments.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentsPage {
    /// Oldest first.
    pub comments: Vec<Comment>,
    /// How many approved ones there are in all.
    pub public_comment_count: i64,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// The approved comments of an item.
#[utoipa::path(tag = "social", params(CommentsQuery), responses((status = 200, body = CommentsPage), (status = 400, body = ErrorBody)))]
#[get("/comments")]
pub async fn list_comments(
    context: web::Data<Context>,
    query: Query<CommentsQuery>,
) -> Result<HttpResponse, ApiError> {
    let load = async |connection: &mut Connection<'_>, after: &After| {
        let rows = social::comments(connection, &query.item_id, after.part(0), ONE_MORE).await?;
        Ok((rows, social::count_comments(connection, &query.item_id).await?))
    };
    let (page, public_comment_count) =
        public_page(&context, &query.cursor, load, |row| vec![&row.id]).await?;
    Ok(HttpResponse::Ok().json(CommentsPage {
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
        comments: page.rows.into_iter().map(Comment::from).collect(),
        public_comment_count,
    }))
}

/// Which item.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CommentedItem {
    /// The item.
    pub item_id: String,
}

/// A comment as it is written.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WriteComment {
    /// Who writes.
    pub author: String,
    /// The text.
    pub body: String,
}

/// Writes a comment where comments show; it waits for a moderator.
#[utoipa::path(tag = "social", params(CommentedItem), request_body = WriteComment, responses((status = 200, body = Comment),
    (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/comments")]
pub async fn write_comment(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    item: Query<CommentedItem>,
    comment: web::Json<WriteComment>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::Say, &request, "").await?;
    let published = context.publications.newest(&context.db).await?;
    let open = page(&published, &item.item_id)?.comments_open;
    let author = required_text(&comment.author, LONGEST_NAME)?;
    let body = required_text(&comment.body, LONGEST_BODY)?;
    let (enabled, item_id, now) =
        (published.catalog.website.comments_enabled, item.into_inner().item_id, context.clock.now_ms());
    let kept = context
        .db
        .write(async move |connection| {
            // Comments show where they are open or where there are some (section 4).
            if !enabled || !(open || social::count_comments(connection, &item_id).await? > 0) {
                return Err(ApiError::forbidden());
            }
            device::tell(connection, Told::Review, &json!({"cause": "comment"}), now).await?;
            social::add_comment(connection, &item_id, (&author, &body), now).await
        })
        .await?;
    let kept = kept.ok_or_else(|| ApiError::not_found("Not found"))?;
    Ok(HttpResponse::Ok().json(Comment::from(kept)))
}

/// How many like an item.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeAnswer {
    /// Each visitor counts once.
    pub like_count: i64,
}

/// Likes an item, once a visitor.
#[utoipa::path(tag = "social", params(("id" = String, Path, description = "The item")), responses((status = 200, body = LikeAnswer),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/items/{id}/like")]
pub async fn like(
    request: HttpRequest,
    crumb: Crumb,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::Like, &request, "").await?;
    let published = context.publications.newest(&context.db).await?;
    page(&published, &id)?;
    if !published.catalog.website.simple_liking_enabled {
        return Err(ApiError::forbidden());
    }
    let who = who_likes(&request, &context, crumb).await?;
    let (item_id, now) = (id.into_inner(), context.clock.now_ms());
    let like_count =
        context.db.write(async move |connection| social::like(connection, &item_id, &who, now).await).await?;
    Ok(HttpResponse::Ok().json(LikeAnswer { like_count }))
}

/// The person signed in, else the visitor of the return cookie, else of the crumb.
async fn who_likes(
    request: &HttpRequest,
    context: &Context,
    crumb: Crumb,
) -> Result<token::TokenHash, ApiError> {
    if let Some(session) = shopper::session(request, context).await? {
        return Ok(token::hash(&format!("member {}", session.id)));
    }
    let returned = request.cookie("ss_cvr").and_then(|cookie| visitor(Some(cookie.value())));
    Ok(token::hash(&returned.map_or_else(|| format!("crumb {}", crumb.value), |id| format!("visitor {id}"))))
}

fn page<'a>(published: &'a Published, id: &str) -> Result<&'a CatalogPage, ApiError> {
    published.catalog.pages.iter().find(|page| page.id == id).ok_or_else(|| ApiError::not_found("Not found"))
}
