//! One's own second factor: looked at, taken away, its recovery codes.

use crate::error::StatusCode;
use crate::extract::visitor::Visitor;
use crate::usecase::session::confirm::{self, CONFIRM};

use crate::config::SecondFactor;
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::factors::{self, Factors, Holder, Proof, Proved, passkey, recovery};
use crate::letters::account::Change;
use crate::repository::factor;
use crate::repository::record::{self, Actor, Event, Kind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// One's own second factor.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnFactors {
    /// Oldest first.
    pub passkeys: Vec<OwnPasskey>,
    /// An authenticator app counts.
    pub totp: bool,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
    /// This account must have a factor: the last one cannot be taken away.
    pub required: bool,
    /// Passkeys can be used here.
    pub passkeys_possible: bool,
}

/// A passkey of one's own.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnPasskey {
    /// Its credential's id.
    pub id: String,
    /// What one calls it.
    pub name: String,
    /// Epoch milliseconds.
    pub created_on: i64,
    /// When it was last used; epoch milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_on: Option<i64>,
}

/// The factors of an account.
pub async fn of(context: &Context, id: &str) -> Result<Factors, ApiError> {
    context.db.read(async |connection| Factors::of(connection, id).await).await
}

/// Shows one's own second factor.
pub async fn own(context: &Context, who: &SignedIn, holder: &Holder) -> Result<OwnFactors, ApiError> {
    let (factors, passkeys) = context
        .db
        .read(async |connection| {
            let factors = Factors::of(connection, &holder.id).await?;
            Ok((factors, factor::passkeys(connection, &holder.id).await?))
        })
        .await?;
    let own = |stored: factor::StoredPasskey| OwnPasskey {
        id: stored.credential_id,
        name: stored.name,
        created_on: stored.created_at,
        used_on: stored.used_at,
    };
    Ok(OwnFactors {
        passkeys: passkeys.into_iter().map(own).collect(),
        totp: factors.totp,
        recovery_codes: factors.codes,
        required: is_required(context, who),
        passkeys_possible: passkey::are_possible(context),
    })
}

fn is_required(context: &Context, who: &SignedIn) -> bool {
    context.settings.accounts.second_factor == SecondFactor::Required
        && who.roles.iter().any(|role| role.works())
}

/// What is to be taken away, and the proof that it is the person: the password and another factor, or a recovery code.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FactorRemoval {
    /// The passkey of this id; without it the authenticator app.
    pub passkey_id: Option<String>,
    /// The account's password.
    pub password: String,
    /// The six digits of the authenticator app, or a recovery code.
    pub code: Option<String>,
    /// What another passkey answered.
    #[schema(value_type = Option<Object>)]
    pub passkey: Option<Value>,
}

/// Takes a passkey or the authenticator app away. It is proved by another factor or by a recovery code.
///
/// # Errors
/// `factor-needed` for the last one of an account that must have one; `same-factor`; those of the proof.
pub async fn remove(
    context: &Context,
    visitor: &Visitor,
    who: &SignedIn,
    removal: &FactorRemoval,
) -> Result<(), ApiError> {
    let holder = confirm::holder(visitor, who)?;
    who.recently(context)?;
    let has = own(context, who, &holder).await?;
    let is_there = match &removal.passkey_id {
        Some(id) => has.passkeys.iter().any(|passkey| passkey.id == *id),
        None => has.totp,
    };
    if !is_there {
        return Err(ApiError::not_found("There is no such factor."));
    }
    let is_last = has.passkeys.len() + usize::from(has.totp) == 1;
    if is_last && has.required {
        let message = "This site asks for a second factor: add another one before you remove the last.";
        return Err(ApiError::bad_request("factor-needed", message));
    }
    confirm::prove_counted(context, visitor, &holder, async || {
        confirm::password(context, &holder, &removal.password).await?;
        let proof = Proof { code: removal.code.clone(), passkey: removal.passkey.clone() };
        let proved = factors::prove(context, &holder, CONFIRM, &proof, &visitor.client).await?;
        let is_itself = match (&proved, &removal.passkey_id) {
            (Proved::Passkey(used), Some(id)) => used == id,
            (Proved::Totp, None) => true,
            _ => false,
        };
        if is_itself { Err(same_factor()) } else { Ok(()) }
    })
    .await?;
    take_away(context, (who.actor(), &holder), removal.passkey_id.clone(), is_last).await
}

fn same_factor() -> ApiError {
    let message = "Prove it by another factor or by a recovery code: not by the one you remove.";
    ApiError::refused(StatusCode::FORBIDDEN, "same-factor", message)
}

async fn take_away(
    context: &Context,
    (actor, holder): (Actor, &Holder),
    passkey: Option<String>,
    is_last: bool,
) -> Result<(), ApiError> {
    let change = if passkey.is_some() { Change::PasskeyRemoved } else { Change::TotpRemoved };
    let (whose, now) = (holder.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            match &passkey {
                Some(id) => factor::remove_passkey(connection, id, &whose.id).await?,
                None => factor::remove_totp(connection, &whose.id).await?,
            };
            if is_last {
                factor::remove_codes(connection, &whose.id).await?;
            }
            let event = Event::new(Kind::SecondFactorRemoved, &whose.id).with("kind", word(change));
            record::write(connection, &actor, event, now).await
        })
        .await?;
    factors::tell_change(context, &holder.email, change).await
}

/// Makes ten new recovery codes; those of before hold no more.
///
/// # Errors
/// `no-factor` for an account without one.
pub async fn new_codes(
    context: &Context,
    visitor: &Visitor,
    who: &SignedIn,
) -> Result<Vec<String>, ApiError> {
    let holder = confirm::holder(visitor, who)?;
    who.recently(context)?;
    if !of(context, &holder.id).await?.any() {
        let message = "Recovery codes go with a passkey or an authenticator app: set one up first.";
        return Err(ApiError::bad_request("no-factor", message));
    }
    let actor = who.actor();
    let (whose, codes, now) = (holder.clone(), recovery::codes(), context.clock.now_ms());
    let codes = context
        .db
        .write(async move |connection| {
            recovery::renew(connection, &whose.id, &codes, now).await?;
            let event = Event::new(Kind::RecoveryCodesMade, &whose.id);
            record::write(connection, &actor, event, now).await?;
            Ok(codes.clone())
        })
        .await?;
    factors::tell_change(context, &holder.email, Change::NewCodes).await?;
    Ok(codes)
}

/// The kind of factor, as the record names it.
pub fn word(change: Change) -> &'static str {
    match change {
        Change::PasskeyAdded | Change::PasskeyRemoved => "passkey",
        Change::TotpAdded | Change::TotpRemoved => "totp",
        Change::NewCodes => "recovery-codes",
        Change::Reset => "all",
    }
}
