//! Everything that is kept of the person signed in, and the end of their account.

use super::password;
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::extract::visitor::Visitor;
use crate::people;
use crate::rates::Class;
use crate::repository::record::{self, Event, Kind};
use crate::repository::{session, site_user};
use crate::usecase::owner::personal_data::{tell_service, with_stores};
use crate::usecase::owner::team::another_admin;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Everything that is kept of the person signed in, as one JSON document.
///
/// # Errors
/// `too-many-requests`.
pub async fn own_data(context: &Context, visitor: &Visitor, who: &SignedIn) -> Result<Value, ApiError> {
    context.count_caller(Class::LogIn, &visitor.caller, "data").await?;
    let (person, now) = (people::person(&who.email, "")?, context.clock.now_ms());
    with_stores(context, async |stores| {
        people::export(stores, (&person, people::Reach::Address), &who.actor(), now).await
    })
    .await
}

/// The proof that it is the person.
#[derive(Deserialize, ToSchema)]
pub struct Leaving {
    /// The account's password.
    pub password: String,
    /// Whether everything else that is kept of the person goes as well; what law asks for stays, without the person.
    #[serde(default)]
    pub everything: bool,
}

/// Removes the account of the person signed in, with its sessions and its cart; what was bought stays in the shop's books.
///
/// # Errors
/// `wrong-password`; `last-admin`; `too-many-requests`.
pub async fn leave(
    context: &Context,
    visitor: &Visitor,
    who: SignedIn,
    leaving: Leaving,
) -> Result<(), ApiError> {
    context.count_caller(Class::LogIn, &visitor.caller, "password").await?;
    password::prove(context, visitor, &who, leaving.password).await?;
    if leaving.everything {
        let (person, now) = (people::person(&who.email, "")?, context.clock.now_ms());
        let actor = who.actor();
        let erased = with_stores(context, async |stores| {
            people::erase(stores, (&person, people::Reach::Address), &actor, now).await
        })
        .await?;
        tell_service(context, &person.email, &erased).await?;
    }
    let now = context.clock.now_ms();
    context
        .db
        .write(async move |connection| {
            another_admin(connection, &who.id).await?;
            session::end_all_of(connection, &who.email).await?;
            site_user::forget_cart(connection, &who.id).await?;
            site_user::remove(connection, &who.email, now).await?;
            // Who asked for everything to go is named no more.
            let actor = if leaving.everything { who.actor().without(&who.email) } else { who.actor() };
            record::write(connection, &actor, Event::new(Kind::AccountRemoved, &who.id), now).await
        })
        .await
}
