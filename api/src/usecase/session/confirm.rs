//! The fresh proof before what costs most.

use super::second_step::MOST_TRIES;
use crate::error::StatusCode;
use crate::extract::visitor::Visitor;

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::factors::{self, Factors, Holder, Kind, Proof, passkey};
use crate::passwords;
use crate::rates::Class;
use crate::repository::record::{self, Event};
use crate::repository::session::{self};
use crate::repository::site_user::{self};
use crate::token;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// What one is asked for in a session.
pub const CONFIRM: &str = "confirm";

/// The proof that it is still the same person: a passkey; or the password, and a code where the account has a second factor.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Confirmation {
    /// The account's password.
    pub password: String,
    /// The six digits of an authenticator app, or a recovery code.
    pub code: Option<String>,
    /// What the browser's passkey answered.
    #[schema(value_type = Option<Object>)]
    pub passkey: Option<Value>,
}

/// What a session may be confirmed by.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmationWanted {
    /// It is confirmed, for some minutes more.
    pub confirmed: bool,
    /// What may be given; without any the password is enough.
    pub kinds: Vec<Kind>,
    /// What the browser asks the passkey: `publicKey` of `navigator.credentials.get`.
    #[schema(value_type = Option<Object>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<Value>,
}

/// Who holds the session of a call.
///
/// # Errors
/// `no-account` for the one at the machine of a site without users.
pub fn holder(visitor: &Visitor, who: &SignedIn) -> Result<Holder, ApiError> {
    let session = visitor.session_token.as_deref().filter(|_| !who.is_alone());
    let session = session.ok_or_else(|| {
        ApiError::bad_request("no-account", "This site has no users yet: there is no account to change.")
    })?;
    Ok(Holder { id: who.id.clone(), email: who.email.clone(), token: token::hash(session) })
}

/// What the session of a call may be confirmed by.
///
/// # Errors
/// Those of [`holder`].
pub async fn confirmation_wanted(
    context: &Context,
    visitor: &Visitor,
    who: &SignedIn,
) -> Result<ConfirmationWanted, ApiError> {
    let holder = holder(visitor, who)?;
    let factors = context.db.read(async |connection| Factors::of(connection, &holder.id).await).await?;
    let passkey = passkey::start_proving(context, &holder, CONFIRM).await?;
    let mut kinds = factors.kinds();
    kinds.retain(|kind| *kind != Kind::Passkey || passkey.is_some());
    Ok(ConfirmationWanted { confirmed: who.is_confirmed(context), kinds, passkey })
}

/// Confirms that it is still the same person. Five wrong proofs end the session.
///
/// # Errors
/// Those of [`holder`] and of the proof.
pub async fn confirm(
    context: &Context,
    visitor: &Visitor,
    who: &SignedIn,
    given: &Confirmation,
) -> Result<(), ApiError> {
    let holder = holder(visitor, who)?;
    prove_counted(context, visitor, &holder, async || prove(context, visitor, &holder, given).await).await?;
    let (token, now) = (holder.token, context.clock.now_ms());
    let actor = who.actor();
    let event = Event::new(record::Kind::ProvedAgain, &holder.id);
    context
        .db
        .write(async move |connection| {
            session::confirm(connection, &token, now).await?;
            record::write(connection, &actor, event.clone(), now).await
        })
        .await
}

/// Tries a proof of a session; five wrong ones end it, so that nobody who found it open guesses for long.
///
/// # Errors
/// Those of the proof; `unauthorized` when the session is over.
pub async fn prove_counted<T>(
    context: &Context,
    visitor: &Visitor,
    holder: &Holder,
    proof: impl AsyncFnOnce() -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    context.count_caller(Class::LogIn, &visitor.caller, "confirm").await?;
    let token = holder.token.clone();
    let tries = context
        .db
        .write(async move |connection| session::try_confirming(connection, &token, MOST_TRIES).await)
        .await?
        .ok_or_else(ApiError::unauthorized)?;
    let tried = proof().await;
    if tried.is_err() {
        let actor = visitor.account(&holder.id, &holder.email);
        let (holder, now, is_over) = (holder.clone(), context.clock.now_ms(), tries >= MOST_TRIES);
        context
            .db
            .write(async move |connection| {
                if is_over {
                    session::end(connection, &holder.token).await?;
                }
                let event = Event::new(record::Kind::SecondFactorFailed, &holder.id);
                record::write(connection, &actor, event.with("sessionEnded", is_over), now).await
            })
            .await?;
    }
    tried
}

async fn prove(
    context: &Context,
    visitor: &Visitor,
    holder: &Holder,
    given: &Confirmation,
) -> Result<(), ApiError> {
    let proof = Proof { code: given.code.clone(), passkey: given.passkey.clone() };
    // The device has verified its user: it is both, something one has and something one is or knows.
    if proof.passkey.is_none() {
        password(context, holder, &given.password).await?;
        let factors = context.db.read(async |connection| Factors::of(connection, &holder.id).await).await?;
        if !factors.any() {
            return Ok(());
        }
    }
    factors::prove(context, holder, CONFIRM, &proof, &visitor.client).await.map(drop)
}

/// Passes whoever knows the password of an account.
///
/// # Errors
/// `wrong-password`.
pub async fn password(context: &Context, holder: &Holder, password: &str) -> Result<(), ApiError> {
    let account = context.db.read(async |connection| site_user::by_id(connection, &holder.id).await).await?;
    if passwords::verify(password.to_owned(), account.map(|account| account.password_hash)).await? {
        return Ok(());
    }
    Err(ApiError::refused(StatusCode::FORBIDDEN, "wrong-password", "Incorrect password."))
}
