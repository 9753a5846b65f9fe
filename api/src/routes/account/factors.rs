//! One's own second factor: looked at, set up, taken away. Also open to a log-in that waits because the site asks for a factor
//! and the account has none.

use crate::config::SecondFactor;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::client;
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::extract::signed_in::SignedIn;
use crate::factors::totp::{self, TotpSecret};
use crate::factors::{self, Factors, Holder, Proof, Proved, passkey, recovery};
use crate::letters::account::Change;
use crate::rates::Class;
use crate::repository::factor;
use crate::repository::record::{self, Actor, Event, Kind};
use crate::routes::second_step::{self, CONFIRM, Complete, Waiting};
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpRequest, HttpResponse, get, post, put, web};
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

/// Who sets something up.
pub(crate) enum Caller {
    /// Somebody signed in, who proved lately who they are.
    SignedIn(Holder),
    /// A log-in that waits for its first factor.
    Waiting(Box<Waiting>),
}

impl Caller {
    /// Of a call.
    ///
    /// # Errors
    /// 401; `confirm-again`; `no-account`.
    async fn of(request: &HttpRequest, context: &Context) -> Result<Self, ApiError> {
        match SignedIn::extract(request).await {
            Ok(who) => Self::signed_in(request, context, &who),
            Err(why) => Self::waiting(request, context, why).await,
        }
    }

    /// Of a form of our own pages, which repeats the crumb.
    ///
    /// # Errors
    /// Those of a call.
    pub async fn of_page(request: &HttpRequest, context: &Context) -> Result<Self, ApiError> {
        match SignedIn::of_page(request, context).await {
            Ok(who) => Self::signed_in(request, context, &who),
            Err(why) => Self::waiting(request, context, why).await,
        }
    }

    fn signed_in(request: &HttpRequest, context: &Context, who: &SignedIn) -> Result<Self, ApiError> {
        let holder = second_step::holder(request, who)?;
        who.recently(context)?;
        Ok(Caller::SignedIn(holder))
    }

    async fn waiting(request: &HttpRequest, context: &Context, why: ApiError) -> Result<Self, ApiError> {
        if why.code() != "unauthorized" {
            return Err(why);
        }
        let waiting = second_step::waiting(request, context).await.map_err(|_| why)?;
        // Whoever knows the password alone adds nothing to an account that has a factor.
        if !waiting.sets_up || of(context, &waiting.holder.id).await?.any() {
            return Err(second_step::over());
        }
        Ok(Caller::Waiting(Box::new(waiting)))
    }

    /// Whose account it is.
    pub fn holder(&self) -> &Holder {
        match self {
            Caller::SignedIn(holder) => holder,
            Caller::Waiting(waiting) => &waiting.holder,
        }
    }
}

async fn of(context: &Context, id: &str) -> Result<Factors, ApiError> {
    context.db.read(async |connection| Factors::of(connection, id).await).await
}

/// Shows one's own second factor.
#[utoipa::path(tag = "session", responses((status = 200, body = OwnFactors), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
#[get("/site-users/account/factors")]
pub async fn get_factors(
    request: HttpRequest,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    let holder = second_step::holder(&request, &who)?;
    Ok(HttpResponse::Ok().json(own(&context, &who, &holder).await?))
}

/// The same for whoever asks.
pub(crate) async fn own(context: &Context, who: &SignedIn, holder: &Holder) -> Result<OwnFactors, ApiError> {
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

/// A new factor, and the session that it completed.
pub(crate) struct Added {
    /// Ten codes, when it is the first.
    pub codes: Option<Vec<String>>,
    complete: Option<Complete>,
}

impl Added {
    /// An answer of 200; it brings the session if one has begun.
    pub fn answer(self) -> HttpResponse {
        let xsrf_token = self.complete.as_ref().map(Complete::xsrf_token);
        let body = FactorAdded { recovery_codes: self.codes, xsrf_token };
        match &self.complete {
            Some(complete) => complete.answer(&body),
            None => HttpResponse::Ok().json(body),
        }
    }
}

/// A factor was added: codes with the first one, a letter, a line in the record, and in for whoever waited for it.
async fn added(
    request: &HttpRequest,
    context: &Context,
    shopper: Shopper,
    caller: Caller,
    change: Change,
) -> Result<Added, ApiError> {
    let holder = caller.holder().clone();
    let actor = actor(request, context, &holder);
    let (now, fresh) = (context.clock.now_ms(), recovery::codes());
    let codes = context
        .db
        .write(async move |connection| {
            let is_first = factor::codes_left(connection, &holder.id).await? == 0;
            if is_first {
                recovery::renew(connection, &holder.id, &fresh, now).await?;
            }
            let event = Event::new(Kind::SecondFactorAdded, &holder.id).with("kind", word(change));
            record::write(connection, &actor, event, now).await?;
            Ok(is_first.then(|| fresh.clone()))
        })
        .await?;
    factors::tell_change(context, &caller.holder().email, change).await?;
    let complete = match caller {
        Caller::SignedIn(..) => None,
        Caller::Waiting(waiting) => Some(second_step::complete(request, context, shopper, *waiting).await?),
    };
    Ok(Added { codes, complete })
}

fn actor(request: &HttpRequest, context: &Context, holder: &Holder) -> Actor {
    Actor::account(&holder.id, &holder.email, client::client(request, context))
}

fn word(change: Change) -> &'static str {
    match change {
        Change::PasskeyAdded | Change::PasskeyRemoved => "passkey",
        Change::TotpAdded | Change::TotpRemoved => "totp",
        Change::NewCodes => "recovery-codes",
        Change::Reset => "all",
    }
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
    let caller = Caller::of(&request, &context).await?;
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
    let caller = Caller::of(&request, &context).await?;
    Ok(add_totp(&request, &context, shopper, caller, &given.code).await?.answer())
}

/// The same for whoever asks.
pub(crate) async fn add_totp(
    request: &HttpRequest,
    context: &Context,
    shopper: Shopper,
    caller: Caller,
    code: &str,
) -> Result<Added, ApiError> {
    context.count(Class::LogIn, request, "factor").await?;
    totp::confirm(context, &caller.holder().id, code).await?;
    added(request, context, shopper, caller, Change::TotpAdded).await
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
    let caller = Caller::of(&request, &context).await?;
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
    let caller = Caller::of(&request, &context).await?;
    Ok(keep_passkey(&request, &context, shopper, caller, (&given.name, &given.passkey)).await?.answer())
}

/// The same for whoever asks.
pub(crate) async fn keep_passkey(
    request: &HttpRequest,
    context: &Context,
    shopper: Shopper,
    caller: Caller,
    made: (&str, &Value),
) -> Result<Added, ApiError> {
    passkey::finish_adding(context, caller.holder(), made).await?;
    added(request, context, shopper, caller, Change::PasskeyAdded).await
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
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    wish: web::Json<FactorRemoval>,
) -> Result<HttpResponse, ApiError> {
    remove(&request, &context, &who, &wish).await?;
    Ok(HttpResponse::Ok().json(FactorRemoved { removed: true }))
}

/// The same for whoever asks.
pub(crate) async fn remove(
    request: &HttpRequest,
    context: &Context,
    who: &SignedIn,
    wish: &FactorRemoval,
) -> Result<(), ApiError> {
    let holder = second_step::holder(request, who)?;
    who.recently(context)?;
    let has = own(context, who, &holder).await?;
    let is_there = match &wish.passkey_id {
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
    second_step::prove_counted(request, context, &holder, async || {
        second_step::password(context, &holder, &wish.password).await?;
        let proof = Proof { code: wish.code.clone(), passkey: wish.passkey.clone() };
        let from = client::client(request, context);
        let proved = factors::prove(context, &holder, CONFIRM, &proof, &from).await?;
        let is_itself = match (&proved, &wish.passkey_id) {
            (Proved::Passkey(used), Some(id)) => used == id,
            (Proved::Totp, None) => true,
            _ => false,
        };
        if is_itself { Err(same_factor()) } else { Ok(()) }
    })
    .await?;
    take_away(context, (who.actor(), &holder), wish.passkey_id.clone(), is_last).await
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
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(RecoveryCodes { recovery_codes: new_codes(&request, &context, &who).await? }))
}

/// The same for whoever asks.
pub(crate) async fn new_codes(
    request: &HttpRequest,
    context: &Context,
    who: &SignedIn,
) -> Result<Vec<String>, ApiError> {
    let holder = second_step::holder(request, who)?;
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
