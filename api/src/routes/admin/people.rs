//! What is kept of one person: given out whole, or erased. Both calls name the person in their body, so that no log has the address.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::lists::Lists;
use crate::people::{self, Stores};
use crate::repository::person::Erased;
use crate::roles::Right;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use actix_web::{HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Whom it is about.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonWish {
    /// The e-mail address.
    pub email: String,
    /// The name under which the person wrote comments and reviews, which carry no address. Without it only those are found that
    /// name the address.
    #[serde(default)]
    pub name: String,
}

/// What was taken away, by kind: how many of each.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErasureAnswer {
    /// By the names of the export.
    #[schema(value_type = Object)]
    pub erased: Value,
}

/// Gives everything that is kept of a person as one JSON document; for ADMIN.
#[utoipa::path(tag = "owner", request_body = PersonWish, responses((status = 200, body = Object), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/people/export")]
pub async fn export_person(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    wish: web::Json<PersonWish>,
) -> Result<HttpResponse, ApiError> {
    let document = exported(&who, &context, &wish).await?;
    Ok(as_file(&document))
}

/// Takes everything of a person out of the shop; what law asks for stays, without the person. For ADMIN.
#[utoipa::path(tag = "owner", request_body = PersonWish, responses((status = 200, body = ErasureAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/people/erasure")]
pub async fn erase_person(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    wish: web::Json<PersonWish>,
) -> Result<HttpResponse, ApiError> {
    let erased = erased(&who, &context, &wish).await?;
    Ok(HttpResponse::Ok().json(ErasureAnswer { erased: serde_json::to_value(erased)? }))
}

/// The document as a file that nobody keeps on the way.
pub(crate) fn as_file(document: &Value) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"person.json\""))
        .json(document)
}

/// The stores of a server.
pub(crate) async fn with_stores<T>(
    context: &Context,
    work: impl AsyncFnOnce(Stores<'_>) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    // What was told a moment ago is looked at as well.
    context.tracking.flush().await;
    let mail_folder = context.settings.mail_folder();
    let stores = Stores {
        db: &context.db,
        visits: context.tracking.db(),
        mail_folder: &mail_folder,
        secret: &context.secret,
    };
    work(stores).await
}

/// The document of a person, for somebody who may have it.
pub(crate) async fn exported(
    who: &SignedIn,
    context: &Context,
    wish: &PersonWish,
) -> Result<Value, ApiError> {
    who.must_recently(Right::ManagePeople, context)?;
    let person = people::person(&wish.email, &wish.name)?;
    let now = context.clock.now_ms();
    with_stores(context, async |stores| people::export(stores, &person, &who.actor(), now).await).await
}

/// Erases a person, for somebody who may.
pub(crate) async fn erased(who: &SignedIn, context: &Context, wish: &PersonWish) -> Result<Erased, ApiError> {
    who.must_recently(Right::ManagePeople, context)?;
    let person = people::person(&wish.email, &wish.name)?;
    let now = context.clock.now_ms();
    let done =
        with_stores(context, async |stores| people::erase(stores, &person, &who.actor(), now).await).await?;
    tell_service(context, &person.email, &done).await?;
    Ok(done)
}

/// The mailing service forgets the address as well; the message to it is the last thing that names it.
pub(crate) async fn tell_service(context: &Context, email: &str, erased: &Erased) -> Result<(), ApiError> {
    if erased.mailing_list == 0 {
        return Ok(());
    }
    let (lists, email, now) = (Lists::of(context).await?, email.to_owned(), context.clock.now_ms());
    context.db.write(async move |connection| lists.tell_left(connection, &email, now).await).await
}
