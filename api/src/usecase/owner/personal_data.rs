//! What is kept of one person: given out whole, or erased.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::lists::Lists;
use crate::people::{self, Stores};
use crate::repository::person::Erased;
use crate::roles::Right;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Whom it is about.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonRequest {
    /// The e-mail address.
    pub email: String,
    /// The name under which the person wrote comments and reviews, which carry no address. Without it only those are found that
    /// name the address.
    #[serde(default)]
    pub name: String,
}

/// The stores of a server.
pub async fn with_stores<T>(
    context: &Context,
    work: impl AsyncFnOnce(Stores<'_>) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    // What was sent a moment ago is looked at as well.
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

/// Everything that is kept of a person as one JSON document, for somebody who may have it.
///
/// # Errors
/// `forbidden`; `confirm-again`; an address that cannot be one.
pub async fn export(who: &SignedIn, context: &Context, request: &PersonRequest) -> Result<Value, ApiError> {
    who.must_recently(Right::ManagePeople, context)?;
    let person = people::person(&request.email, &request.name)?;
    let now = context.clock.now_ms();
    with_stores(context, async |stores| {
        people::export(stores, (&person, people::Reach::Customer), &who.actor(), now).await
    })
    .await
}

/// Takes everything of a person out of the shop; what law asks for stays, without the person.
///
/// # Errors
/// `forbidden`; `confirm-again`; an address that cannot be one.
pub async fn erase(who: &SignedIn, context: &Context, request: &PersonRequest) -> Result<Erased, ApiError> {
    who.must_recently(Right::ManagePeople, context)?;
    let person = people::person(&request.email, &request.name)?;
    let now = context.clock.now_ms();
    let done = with_stores(context, async |stores| {
        people::erase(stores, (&person, people::Reach::Customer), &who.actor(), now).await
    })
    .await?;
    tell_service(context, &person.email, &done).await?;
    Ok(done)
}

/// The mailing service forgets the address as well; the message to it is the last thing that names it.
pub async fn tell_service(context: &Context, email: &str, erased: &Erased) -> Result<(), ApiError> {
    if erased.mailing_list == 0 {
        return Ok(());
    }
    let (lists, email, now) = (Lists::of(context).await?, email.to_owned(), context.clock.now_ms());
    context.db.write(async move |connection| lists.tell_left(connection, &email, now).await).await
}
