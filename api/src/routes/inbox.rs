//! One inbox for what visitors sent. What is looked for stands in the body, so that no log has an address.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::usecase::owner::inbox::{self, MessageCounts, Messages, MessagesWanted, OneMessage};
use crate::usecase::owner::inbox_acts::{self, MessageChange};
use crate::usecase::owner::inbox_kind::MessageKind;
use actix_web::{HttpResponse, get, post, put, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

type Named = web::Path<(String, String)>;

/// Lists messages: answers to forms for ADMIN and EDITOR, comments and reviews for ADMIN and MODERATOR, restock sign-ups for ADMIN and
/// STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = MessagesWanted, responses((status = 200, body = Messages), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/inbox")]
pub async fn list_messages(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    wanted: web::Json<MessagesWanted>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(inbox::list(&who, &context, &wanted).await?))
}

/// Counts the unread messages of those kinds that the list has for who asks.
#[utoipa::path(tag = "owner", responses((status = 200, body = MessageCounts), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/inbox/counts")]
pub async fn count_messages(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(inbox::counts(&who, &context).await?))
}

/// The kind that an address names, for who may use the inbox.
fn kind_of(who: &SignedIn, word: &str) -> Result<MessageKind, ApiError> {
    who.must(Right::UseInbox)?;
    MessageKind::of(word)
}

/// Gives one message, whole; for who has the right to its kind.
#[utoipa::path(tag = "owner", params(("kind" = String, Path), ("messageId" = String, Path)), responses((status = 200, body = OneMessage),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/inbox/{kind}/{messageId}")]
pub async fn get_message(
    who: SignedIn,
    context: web::Data<Context>,
    named: Named,
) -> Result<HttpResponse, ApiError> {
    let kind = kind_of(&who, &named.0)?;
    Ok(HttpResponse::Ok().json(inbox::one(&who, &context, kind, &named.1).await?))
}

/// Marks a message as read, puts it away or into the bin, or gives it to a member of the staff; for who has the right to its kind.
#[utoipa::path(tag = "owner", params(("kind" = String, Path), ("messageId" = String, Path)), request_body = MessageChange,
    responses((status = 200, body = OneMessage), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody)))]
#[put("/inbox/{kind}/{messageId}")]
pub async fn change_message(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    named: Named,
    change: web::Json<MessageChange>,
) -> Result<HttpResponse, ApiError> {
    let kind = kind_of(&who, &named.0)?;
    inbox_acts::change(&who, &context, (kind, &named.1), change.into_inner()).await?;
    Ok(HttpResponse::Ok().json(inbox::one(&who, &context, kind, &named.1).await?))
}

/// A note of the staff.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct NewMessageNote {
    /// What: at most 2,000 characters.
    pub text: String,
}

/// Notes something about a message, for the staff alone; for who has the right to its kind.
#[utoipa::path(tag = "owner", params(("kind" = String, Path), ("messageId" = String, Path)), request_body = NewMessageNote,
    responses((status = 200, body = OneMessage), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody)))]
#[post("/inbox/{kind}/{messageId}/notes")]
pub async fn note_message(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    named: Named,
    body: web::Json<NewMessageNote>,
) -> Result<HttpResponse, ApiError> {
    let kind = kind_of(&who, &named.0)?;
    inbox_acts::add_note(&who, &context, (kind, &named.1), &body.text).await?;
    Ok(HttpResponse::Ok().json(inbox::one(&who, &context, kind, &named.1).await?))
}

/// A reply by letter.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct NewReply {
    /// What it is about: at most 200 characters.
    pub subject: String,
    /// What it says: at most 10,000 characters.
    pub text: String,
}

/// Replies to the answers of a form by a letter to the address that was typed there; for ADMIN and EDITOR.
#[utoipa::path(tag = "owner", params(("kind" = String, Path), ("messageId" = String, Path)), request_body = NewReply,
    responses((status = 200, body = OneMessage), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/inbox/{kind}/{messageId}/replies")]
pub async fn reply_to_message(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    named: Named,
    body: web::Json<NewReply>,
) -> Result<HttpResponse, ApiError> {
    let kind = kind_of(&who, &named.0)?;
    inbox_acts::reply(&who, &context, (kind, &named.1), (&body.subject, &body.text)).await?;
    Ok(HttpResponse::Ok().json(inbox::one(&who, &context, kind, &named.1).await?))
}
