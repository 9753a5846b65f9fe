//! The second step of a log-in.
//!
//! Anyone who gave the right password holds a token that opens nothing: no call but those of this step and of setting up a factor
//! knows it.

use super::begin::{Begun, begin as begin_session};
use super::origin::Origin;
use crate::error::StatusCode;
use crate::extract::visitor::Visitor;

use crate::clock::MINUTE;
use crate::config::SecondFactor;
use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::factors::{self, Factors, Holder, Kind, Proof, passkey};
use crate::rates::Class;
use crate::repository::record::{self, Event};
use crate::repository::session::{self, Half};
use crate::repository::site_user::{self, Account};
use crate::roles::Role;
use crate::token;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// How long a log-in waits for its second step.
const PENDING_FOR: i64 = 10 * MINUTE;

/// How many wrong proofs end a log-in, and a session that is to be confirmed.
pub const MOST_TRIES: i64 = 5;

/// What a passkey is asked for at a log-in.
const LOG_IN: &str = "log-in";

/// A factor is to be given.
const PROVE: &str = "prove";

/// The first one is to be set up.
const SET_UP: &str = "set-up";

/// What is asked beside the password.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactorWanted {
    /// What may be given.
    pub kinds: Vec<Kind>,
    /// There is none yet, and this site asks for one: it is set up now, at `/site-users/account/factors`.
    pub set_up: bool,
    /// What the browser asks the passkey: `publicKey` of `navigator.credentials.get`.
    #[schema(value_type = Option<Object>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<Value>,
}

/// What a log-in to `account` waits for, if anything.
pub async fn purpose(context: &Context, account: &Account) -> Result<Option<&'static str>, ApiError> {
    let id = &account.id;
    if context.db.read(async |connection| Factors::of(connection, id).await).await?.any() {
        return Ok(Some(PROVE));
    }
    let roles: Vec<Role> = serde_json::from_str(&account.roles)?;
    let must = context.settings.accounts.second_factor == SecondFactor::Required;
    Ok((must && roles.iter().any(|role| role.works())).then_some(SET_UP))
}

/// A log-in that waits for its second step.
#[derive(Debug)]
pub struct Pending {
    /// The token that is good for the second step alone.
    pub token: String,
    /// What is asked.
    pub wanted: FactorWanted,
}

/// The password was right: a token that is good for the second step alone.
pub async fn begin(
    context: &Context,
    account: &Account,
    purpose: &'static str,
    remember_me: bool,
) -> Result<Pending, ApiError> {
    let half = token::opaque();
    let holder = Holder { id: account.id.clone(), email: account.email.clone(), token: token::hash(&half) };
    let (hash, id, now) = (holder.token.clone(), account.id.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            session::begin_half(connection, &hash, (&id, purpose, remember_me), (now, now + PENDING_FOR))
                .await
        })
        .await?;
    let wanted = wanted(context, &holder, purpose == SET_UP).await?;
    Ok(Pending { token: half, wanted })
}

async fn wanted(context: &Context, holder: &Holder, set_up: bool) -> Result<FactorWanted, ApiError> {
    let factors = context.db.read(async |connection| Factors::of(connection, &holder.id).await).await?;
    let passkey = if set_up { None } else { passkey::start_proving(context, holder, LOG_IN).await? };
    let mut kinds = factors.kinds();
    // A server without a name cannot ask for one.
    kinds.retain(|kind| *kind != Kind::Passkey || passkey.is_some());
    Ok(FactorWanted { kinds, set_up, passkey })
}

/// The log-in that waits, of a call's cookie.
pub struct Waiting {
    /// Whose.
    pub holder: Holder,
    /// A factor is to be set up, not to be given.
    pub sets_up: bool,
    half: Half,
}

/// The refusal when a log-in that waited is over.
pub fn over() -> ApiError {
    let message = "This log-in took too long, or had too many wrong codes. Please log in again.";
    ApiError::refused(StatusCode::UNAUTHORIZED, "log-in-over", message)
}

/// The log-in of a call that waits for its second step.
///
/// # Errors
/// `log-in-over`.
pub async fn waiting(context: &Context, visitor: &Visitor) -> Result<Waiting, ApiError> {
    let pending = visitor.pending_token.as_deref().ok_or_else(over)?;
    let (hash, now) = (token::hash(pending), context.clock.now_ms());
    let half = context.db.read(async |connection| session::half(connection, &hash, now).await).await?;
    let half = half.ok_or_else(over)?;
    let holder = Holder { id: half.id.clone(), email: half.email.clone(), token: hash };
    Ok(Waiting { holder, sets_up: half.purpose == SET_UP, half })
}

/// What the log-in of a call still asks for: anew, with a fresh question for the passkey.
pub async fn still_wanted(context: &Context, visitor: &Visitor) -> Result<FactorWanted, ApiError> {
    let waiting = waiting(context, visitor).await?;
    wanted(context, &waiting.holder, waiting.sets_up).await
}

/// Takes the second factor and begins the session. Five wrong ones end the log-in.
///
/// # Errors
/// `log-in-over`; those of the proof; `too-many-requests`.
pub async fn finish(
    context: &Context,
    visitor: &Visitor,
    shopper: Shopper,
    proof: &Proof,
) -> Result<Begun, ApiError> {
    context.count_caller(Class::LogIn, &visitor.caller, "factor").await?;
    let waiting = waiting(context, visitor).await?;
    if waiting.sets_up {
        return Err(over());
    }
    let (hash, now) = (waiting.holder.token.clone(), context.clock.now_ms());
    let tries = context
        .db
        .write(async move |connection| session::try_half(connection, &hash, now, MOST_TRIES).await)
        .await?;
    let tries = tries.ok_or_else(over)?;
    match factors::prove(context, &waiting.holder, LOG_IN, proof, &visitor.client).await {
        Ok(_) => complete(context, visitor, shopper, waiting).await,
        Err(why) if tries >= MOST_TRIES => {
            failed(context, visitor, &waiting.holder).await?;
            give_up(context, visitor, &waiting.holder).await?;
            tracing::info!(%why, "a log-in was ended after wrong codes");
            Err(over())
        }
        Err(why) => {
            failed(context, visitor, &waiting.holder).await?;
            Err(why)
        }
    }
}

/// Writes a wrong proof down.
async fn failed(context: &Context, visitor: &Visitor, holder: &Holder) -> Result<(), ApiError> {
    let actor = visitor.anonymous();
    let (event, now) = (Event::new(record::Kind::SecondFactorFailed, &holder.id), context.clock.now_ms());
    context
        .db
        .write(async move |connection| record::write(connection, &actor, event.clone(), now).await)
        .await
}

/// Too many wrong codes: the log-in is over, and the address is notified that somebody knows the password.
async fn give_up(context: &Context, visitor: &Visitor, holder: &Holder) -> Result<(), ApiError> {
    let origin = Origin::of(visitor, context).await?;
    let from = (origin.device.as_str(), origin.place.as_str(), origin.when.as_str());
    let email_message = emails::account::wrong_codes(&origin.published, &holder.email, from);
    let (hash, now) = (holder.token.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            session::end_half(connection, &hash).await?;
            factors::tell(connection, &email_message, now).await
        })
        .await
}

/// Ends the log-in that waited and begins the session; once, even when two calls try at the same moment.
pub async fn complete(
    context: &Context,
    visitor: &Visitor,
    shopper: Shopper,
    waiting: Waiting,
) -> Result<Begun, ApiError> {
    let Waiting { holder, half, .. } = waiting;
    let (hash, id) = (holder.token, holder.id);
    let account = context
        .db
        .write(async move |connection| {
            if !session::end_half(connection, &hash).await? {
                return Ok(None);
            }
            site_user::by_id(connection, &id).await
        })
        .await?;
    begin_session(context, visitor, shopper, account.ok_or_else(over)?, half.remember_me).await
}
