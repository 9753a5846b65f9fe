//! One's own second factor: looked at, set up, taken away. Also open to a log-in that waits because the site asks for a factor
//! and the account has none.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::extract::signed_in::SignedIn;
use crate::extract::visitor::Visitor;
use crate::factors::passkey;
use crate::factors::totp::{self, TotpSecret};
use crate::respond::session::{completed, with_cookies};
use crate::usecase::account::add_factor::{self, Added, Caller};
use crate::usecase::account::factors::{self, FactorRemoval, OwnFactors};
use crate::usecase::session::confirm::holder;
use actix_web::{FromRequest, HttpRequest, HttpResponse, get, post, put, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Shows one's own second factor.
#[utoipa::path(tag = "session", responses((status = 200, body = OwnFactors), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
#[get("/site-users/account/factors")]
pub async fn get_factors(
    visitor: Visitor,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    let holder = holder(&visitor, &who)?;
    Ok(HttpResponse::Ok().json(factors::own(&context, &who, &holder).await?))
}

/// What became of a new factor.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactorAdded {
    /// With the first factor: ten codes, shown this once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_codes: Option<Vec<String>>,
    /// The log-in that waited for the factor is complete: the token of its session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xsrf_token: Option<String>,
}

/// The answer to a new factor; it brings the session if one has begun.
fn of_added(context: &Context, added: Added) -> Result<HttpResponse, ApiError> {
    let cookies = added.begun.as_ref().map(|begun| completed(context, begun)).transpose()?;
    let xsrf_token = added.begun.map(|begun| begun.xsrf_token);
    let answer = HttpResponse::Ok().json(FactorAdded { recovery_codes: added.codes, xsrf_token });
    Ok(with_cookies(answer, &cookies.unwrap_or_default()))
}

/// Makes the secret of an authenticator app; it counts once a code of it comes back.
#[utoipa::path(tag = "session", responses((status = 200, body = TotpSecret), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/site-users/account/factors/totp")]
pub async fn start_totp(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    let visitor = Visitor::of(&request, &context);
    let caller = Caller::of(&context, &visitor, SignedIn::extract(&request).await).await?;
    Ok(HttpResponse::Ok().json(totp::start(&context, caller.holder()).await?))
}

/// A code of an authenticator app.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct TotpCode {
    /// Six digits.
    pub code: String,
}

/// Takes the first code of an authenticator app, which counts from now on.
#[utoipa::path(tag = "session", request_body = TotpCode, responses((status = 200, body = FactorAdded), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[put("/site-users/account/factors/totp")]
pub async fn confirm_totp(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    given: web::Json<TotpCode>,
) -> Result<HttpResponse, ApiError> {
    let visitor = Visitor::of(&request, &context);
    let caller = Caller::of(&context, &visitor, SignedIn::extract(&request).await).await?;
    of_added(&context, add_factor::add_totp(&context, &visitor, shopper, caller, &given.code).await?)
}

/// What the browser makes a passkey from.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyOptions {
    /// `publicKey` of `navigator.credentials.create`.
    #[schema(value_type = Object)]
    pub passkey: Value,
}

/// Asks for a new passkey.
#[utoipa::path(tag = "session", responses((status = 200, body = PasskeyOptions), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody)))]
#[post("/site-users/account/factors/passkeys/challenge")]
pub async fn start_passkey(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    let visitor = Visitor::of(&request, &context);
    let caller = Caller::of(&context, &visitor, SignedIn::extract(&request).await).await?;
    let passkey = passkey::start_adding(&context, caller.holder()).await?;
    Ok(HttpResponse::Ok().json(PasskeyOptions { passkey }))
}

/// A passkey that the browser has made.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewPasskey {
    /// What its owner calls it.
    #[serde(default)]
    pub name: String,
    /// What the browser answered.
    #[schema(value_type = Object)]
    pub passkey: Value,
}

/// Keeps a passkey that the browser has made.
#[utoipa::path(tag = "session", request_body = NewPasskey, responses((status = 200, body = FactorAdded), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/site-users/account/factors/passkeys")]
pub async fn add_passkey(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    given: web::Json<NewPasskey>,
) -> Result<HttpResponse, ApiError> {
    let visitor = Visitor::of(&request, &context);
    let caller = Caller::of(&context, &visitor, SignedIn::extract(&request).await).await?;
    let made = (given.name.as_str(), &given.passkey);
    of_added(&context, add_factor::add_passkey(&context, &visitor, shopper, caller, made).await?)
}

/// What is left to say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct FactorRemoved {
    /// Always true.
    pub removed: bool,
}

/// Takes a passkey or the authenticator app away.
#[utoipa::path(tag = "session", request_body = FactorRemoval, responses((status = 200, body = FactorRemoved), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/factors/removal")]
pub async fn remove_factor(
    visitor: Visitor,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    removal: web::Json<FactorRemoval>,
) -> Result<HttpResponse, ApiError> {
    factors::remove(&context, &visitor, &who, &removal).await?;
    Ok(HttpResponse::Ok().json(FactorRemoved { removed: true }))
}

/// Ten codes, shown once.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Each holds once.
    pub recovery_codes: Vec<String>,
}

/// Makes ten new recovery codes; those of before hold no more.
#[utoipa::path(tag = "session", responses((status = 200, body = RecoveryCodes), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody)))]
#[post("/site-users/account/factors/recovery-codes")]
pub async fn renew_codes(
    visitor: Visitor,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok()
        .json(RecoveryCodes { recovery_codes: factors::new_codes(&context, &visitor, &who).await? }))
}
