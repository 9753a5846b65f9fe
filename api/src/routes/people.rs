//! The people who work on the site: who they are, what they may do, who is invited; for ADMIN.
//!
//! Nobody changes their own roles here, and somebody with all rights always stays.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::routes::account::sessions::SessionsEnded;
use crate::usecase::account::sessions::{self, Sessions};
use crate::usecase::owner::team::{self, InvitationRequest, People};
use actix_web::web::Query;
use actix_web::{HttpResponse, delete, get, post, put, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Whom to show.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    /// The account with this address, with or without a role; without it everybody who has a role.
    pub email: String,
}

/// What is left to say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct DoneAnswer {
    /// Always true.
    pub done: bool,
}

/// The answer that says no more.
pub(super) fn done() -> HttpResponse {
    HttpResponse::Ok().json(DoneAnswer { done: true })
}

/// Lists who works on the site and who is invited; for ADMIN.
#[utoipa::path(tag = "people", params(PeopleQuery), responses((status = 200, body = People), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/people")]
pub async fn list_people(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<PeopleQuery>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(team::list(&context, &who, &query.email).await?))
}

/// Invites somebody by an email; for ADMIN. An earlier invitation of the address holds no more.
#[utoipa::path(tag = "people", request_body = InvitationRequest, responses((status = 200, body = DoneAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/people/invitations")]
pub async fn invite_person(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<InvitationRequest>,
) -> Result<HttpResponse, ApiError> {
    team::invite(&context, &who, &body).await?;
    Ok(done())
}

/// Takes an invitation back: the key of its email opens nothing any more; for ADMIN.
#[utoipa::path(tag = "people", params(("email" = String, Path)), responses((status = 200, body = DoneAnswer), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/people/invitations/{email}")]
pub async fn take_invitation_back(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    email: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    team::take_back(&context, &who, &email).await?;
    Ok(done())
}

/// What somebody may do.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct RolesRequest {
    /// Role codes.
    pub roles: Vec<u8>,
}

/// Sets what somebody may do; for ADMIN, and not for oneself. Every session of theirs ends.
#[utoipa::path(tag = "people", params(("personId" = String, Path)), request_body = RolesRequest, responses((status = 200, body = DoneAnswer),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[put("/people/{personId}/roles")]
pub async fn set_roles_of_person(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<RolesRequest>,
) -> Result<HttpResponse, ApiError> {
    team::set_roles(&context, &who, &id, &body.roles).await?;
    Ok(done())
}

/// Removes somebody's account with its sessions; for ADMIN, and not one's own. What they bought stays in the books.
#[utoipa::path(tag = "people", params(("personId" = String, Path)), responses((status = 200, body = DoneAnswer), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[delete("/people/{personId}")]
pub async fn remove_person(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    team::remove(&context, &who, &id).await?;
    Ok(done())
}

/// Sends somebody an email to choose a new password with; for ADMIN. The old one holds until they do.
#[utoipa::path(tag = "people", params(("personId" = String, Path)), responses((status = 200, body = DoneAnswer), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/people/{personId}/password")]
pub async fn send_password_email(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    team::send_password(&context, &who, &id).await?;
    Ok(done())
}

/// Shows where somebody is signed in; for ADMIN.
#[utoipa::path(tag = "people", params(("personId" = String, Path)), responses((status = 200, body = Sessions), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody)))]
#[get("/people/{personId}/sessions")]
pub async fn list_sessions_of_person(
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManagePeople)?;
    Ok(HttpResponse::Ok().json(sessions::of(&context, &id, &who).await?))
}

/// Ends a session of somebody; for ADMIN.
#[utoipa::path(tag = "people", params(("personId" = String, Path), ("sessionId" = String, Path)), responses((status = 200, body = SessionsEnded),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/people/{personId}/sessions/{sessionId}")]
pub async fn end_session_of_person(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManagePeople, &context)?;
    let (person, id) = path.into_inner();
    sessions::end_one(&context, &who, person, id).await?;
    Ok(HttpResponse::Ok().json(SessionsEnded { ended: 1 }))
}
