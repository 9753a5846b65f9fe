//! Passkeys (WebAuthn). For which host and which origins they hold comes from the settings, never from a call; what a passkey
//! is asked is kept here and answered once; the user is always verified by the device.

use super::holder::Holder;
use crate::clock::MINUTE;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::factor::{self, StoredPasskey};
use actix_web::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde_json::Value;
use webauthn_rs::prelude::{
    CredentialID, Passkey, PasskeyAuthentication, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Uuid, Webauthn, WebauthnError,
};

/// How long a passkey may take to answer.
const ANSWERED_WITHIN: i64 = 5 * MINUTE;
/// What a passkey is asked when it is added.
const ADD: &str = "add";
/// The most passkeys of one account.
pub const MOST: usize = 20;
/// The longest name of one, in characters.
const LONGEST_NAME: usize = 60;

fn wrong(fault: &WebauthnError) -> ApiError {
    tracing::info!(%fault, "a passkey was refused");
    refused()
}

fn refused() -> ApiError {
    ApiError::refused(
        StatusCode::FORBIDDEN,
        "wrong-passkey",
        "This passkey was not accepted. Try again, or use another way.",
    )
}

fn broken(fault: WebauthnError) -> ApiError {
    ApiError::Internal(Box::new(fault))
}

/// Whether passkeys can be used here at all.
pub fn are_possible(context: &Context) -> bool {
    context.passkeys.is_some()
}

fn webauthn(context: &Context) -> Result<&Webauthn, ApiError> {
    context.passkeys.as_ref().ok_or_else(|| {
        ApiError::bad_request(
            "no-passkeys-here",
            "Passkeys need a server with a name: LOGGIA_PUBLIC_URL must say where this one is reached.",
        )
    })
}

fn id_of(credential: &CredentialID) -> String {
    URL_SAFE_NO_PAD.encode(credential)
}

fn read<T: DeserializeOwned>(stored: &StoredPasskey) -> Result<T, ApiError> {
    Ok(serde_json::from_str(&stored.body)?)
}

async fn stored(context: &Context, site_user_id: &str) -> Result<Vec<StoredPasskey>, ApiError> {
    context.db.read(async |connection| factor::passkeys(connection, site_user_id).await).await
}

async fn keep(
    context: &Context,
    holder: &Holder,
    purpose: &'static str,
    state: String,
) -> Result<(), ApiError> {
    let (holder, until) = (holder.clone(), context.clock.now_ms() + ANSWERED_WITHIN);
    context
        .db
        .write(async move |connection| {
            factor::put_challenge(connection, (&holder.token, purpose), &holder.id, (&state, until)).await
        })
        .await
}

/// What was asked: it is gone afterwards, whatever the answer is worth.
async fn asked<T: DeserializeOwned>(
    context: &Context,
    holder: &Holder,
    purpose: &'static str,
) -> Result<T, ApiError> {
    let (holder, now) = (holder.clone(), context.clock.now_ms());
    let state = context
        .db
        .write(async move |connection| {
            factor::spend_challenge(connection, (&holder.token, purpose), &holder.id, now).await
        })
        .await?;
    Ok(serde_json::from_str(&state.ok_or_else(refused)?)?)
}

/// What the browser is to make a passkey from: the `publicKey` of `navigator.credentials.create`.
///
/// # Errors
/// `no-passkeys-here`; `too-many-passkeys`.
pub async fn start_adding(context: &Context, holder: &Holder) -> Result<Value, ApiError> {
    let webauthn = webauthn(context)?;
    let known = stored(context, &holder.id).await?;
    if known.len() >= MOST {
        return Err(ApiError::bad_request(
            "too-many-passkeys",
            "There are enough passkeys. Remove one first.",
        ));
    }
    let ids = known.iter().map(|one| read::<Passkey>(one).map(|key| key.cred_id().clone()));
    let ids = ids.collect::<Result<Vec<_>, _>>()?;
    let user = Uuid::parse_str(&holder.id).map_err(|fault| ApiError::Internal(Box::new(fault)))?;
    let (options, state) =
        webauthn.start_passkey_registration(user, &holder.email, &holder.email, Some(ids)).map_err(broken)?;
    keep(context, holder, ADD, serde_json::to_string(&state)?).await?;
    Ok(serde_json::to_value(options.public_key)?)
}

/// Keeps the passkey that the browser made.
///
/// # Errors
/// `wrong-passkey`.
pub async fn finish_adding(
    context: &Context,
    holder: &Holder,
    (name, answer): (&str, &Value),
) -> Result<(), ApiError> {
    let webauthn = webauthn(context)?;
    let state: PasskeyRegistration = asked(context, holder, ADD).await?;
    let answer: RegisterPublicKeyCredential =
        serde_json::from_value(answer.clone()).map_err(|_| refused())?;
    let made = webauthn.finish_passkey_registration(&answer, &state).map_err(|fault| wrong(&fault))?;
    let (id, body) = (id_of(made.cred_id()), serde_json::to_string(&made)?);
    let name: String = name.trim().chars().take(LONGEST_NAME).collect();
    let name = if name.is_empty() { "Passkey".to_owned() } else { name };
    let (owner, now) = (holder.id.clone(), context.clock.now_ms());
    let kept = context
        .db
        .write(async move |connection| {
            factor::add_passkey(connection, (&id, &owner), (&name, &body, counter(&body)), now).await
        })
        .await?;
    if kept { Ok(()) } else { Err(refused()) }
}

/// The counter that stands in a stored passkey.
fn counter(body: &str) -> i64 {
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    body["cred"]["counter"].as_i64().unwrap_or(0)
}

/// What the browser is to ask a passkey of the account: the `publicKey` of `navigator.credentials.get`; `None` when it has none.
pub async fn start_proving(
    context: &Context,
    holder: &Holder,
    purpose: &'static str,
) -> Result<Option<Value>, ApiError> {
    let Some(webauthn) = &context.passkeys else { return Ok(None) };
    let known = stored(context, &holder.id).await?;
    if known.is_empty() {
        return Ok(None);
    }
    let keys = known.iter().map(read::<Passkey>).collect::<Result<Vec<_>, _>>()?;
    let (options, state) = webauthn.start_passkey_authentication(&keys).map_err(broken)?;
    keep(context, holder, purpose, serde_json::to_string(&state)?).await?;
    Ok(Some(serde_json::to_value(options.public_key)?))
}

/// Passes the person whose passkey answered what it was asked; the credential's id.
///
/// # Errors
/// `wrong-passkey`.
pub(super) async fn prove(
    context: &Context,
    holder: &Holder,
    purpose: &'static str,
    answer: &Value,
) -> Result<String, ApiError> {
    let webauthn = webauthn(context)?;
    let state: PasskeyAuthentication = asked(context, holder, purpose).await?;
    let answer: PublicKeyCredential = serde_json::from_value(answer.clone()).map_err(|_| refused())?;
    let proved = webauthn.finish_passkey_authentication(&answer, &state).map_err(|fault| wrong(&fault))?;
    if !proved.user_verified() {
        return Err(refused());
    }
    let id = id_of(proved.cred_id());
    let known = stored(context, &holder.id).await?;
    let known = known.iter().find(|one| one.credential_id == id).ok_or_else(refused)?;
    let mut key: Passkey = read(known)?;
    key.update_credential(&proved).ok_or_else(refused)?;
    let (body, counter) = (serde_json::to_string(&key)?, i64::from(proved.counter()));
    let (owner, now, spent) = (holder.id.clone(), context.clock.now_ms(), id.clone());
    let went_up = context
        .db
        .write(async move |connection| {
            factor::use_passkey(connection, (&spent, &owner), (&body, counter), now).await
        })
        .await?;
    if went_up { Ok(id) } else { Err(refused()) }
}
