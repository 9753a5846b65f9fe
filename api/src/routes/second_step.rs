//! The second step of a log-in, and the fresh proof before what costs most.
//!
//! Whoever gave the right password holds a token that opens nothing: no call but those of this file and of setting up a factor
//! knows it.

use super::session::{self as log_in, LogInAnswer};
use crate::clock::MINUTE;
use crate::config::SecondFactor;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::client;
use crate::extract::cookies::{self, HALF_SESSION, Reader, SITE_USER_SESSION};
use crate::extract::crumb::Crumb;
use crate::extract::device::device;
use crate::extract::shopper::Shopper;
use crate::extract::signed_in::SignedIn;
use crate::factors::{self, Factors, Holder, Kind, Proof, passkey};
use crate::guard::address;
use crate::letters;
use crate::outbound::mail::Letter;
use crate::passwords;
use crate::published::Published;
use crate::rates::Class;
use crate::repository::record::{self, Actor, Event};
use crate::repository::session::{self, Half};
use crate::repository::site_user::{self, Account};
use crate::roles::Role;
use crate::token;
use actix_web::http::StatusCode;
use actix_web::http::header::USER_AGENT;
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use utoipa::ToSchema;

/// How long a log-in waits for its second step.
const HALF: i64 = 10 * MINUTE;
/// How many wrong proofs end a log-in, and a session that is to be confirmed.
pub(crate) const MOST_TRIES: i64 = 5;
/// What a passkey is asked for at a log-in.
const LOG_IN: &str = "log-in";
/// What one is asked for in a session.
pub(crate) const CONFIRM: &str = "confirm";
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

/// From where somebody calls, in words.
pub(crate) struct Origin {
    /// Browser and system.
    pub device: String,
    /// As far as the address says.
    pub place: String,
    when: String,
    published: Arc<Published>,
}

impl Origin {
    /// Of a call.
    pub async fn of(request: &HttpRequest, context: &Context) -> Result<Self, ApiError> {
        let published = context.publications.newest(&context.db).await?;
        let said = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Origin {
            device: device(said.unwrap_or_default()),
            place: address::place(request, &context.settings),
            when: published.moment(context.clock.now_ms()),
            published,
        })
    }

    /// The letter about a log-in from a browser that was not seen before.
    pub fn new_device(&self, email: &str) -> Letter {
        letters::account::new_device(&self.published, email, (&self.device, &self.place, &self.when))
    }
}

/// What a log-in to `account` waits for, if anything.
pub(crate) async fn purpose(context: &Context, account: &Account) -> Result<Option<&'static str>, ApiError> {
    let id = &account.id;
    if context.db.read(async |connection| Factors::of(connection, id).await).await?.any() {
        return Ok(Some(PROVE));
    }
    let roles: Vec<Role> = serde_json::from_str(&account.roles)?;
    let must = context.settings.accounts.second_factor == SecondFactor::Required;
    Ok((must && roles.iter().any(|role| role.works())).then_some(SET_UP))
}

/// The password was right: a token that is good for the second step alone.
pub(crate) async fn begin(
    context: &Context,
    account: &Account,
    purpose: &'static str,
    remember_me: bool,
) -> Result<HttpResponse, ApiError> {
    let half = token::opaque();
    let holder = Holder { id: account.id.clone(), email: account.email.clone(), token: token::hash(&half) };
    let (hash, id, now) = (holder.token.clone(), account.id.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            session::begin_half(connection, &hash, (&id, purpose, remember_me), (now, now + HALF)).await
        })
        .await?;
    let wanted = wanted(context, &holder, purpose == SET_UP).await?;
    let cookie = cookies::cookie(&context.settings, HALF_SESSION, half, Reader::Server, None);
    Ok(HttpResponse::Ok().cookie(cookie).json(LogInAnswer { xsrf_token: None, factor: Some(wanted) }))
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
pub(crate) struct Waiting {
    /// Whose.
    pub holder: Holder,
    /// A factor is to be set up, not to be given.
    pub sets_up: bool,
    half: Half,
}

/// What is told when a log-in that waited is over.
pub(crate) fn over() -> ApiError {
    let message = "This log-in took too long, or had too many wrong codes. Please log in again.";
    ApiError::refused(StatusCode::UNAUTHORIZED, "log-in-over", message)
}

/// The log-in of a call that waits for its second step.
///
/// # Errors
/// `log-in-over`.
pub(crate) async fn waiting(request: &HttpRequest, context: &Context) -> Result<Waiting, ApiError> {
    let cookie = cookies::read(request, HALF_SESSION).ok_or_else(over)?;
    let (hash, now) = (token::hash(cookie.value()), context.clock.now_ms());
    let half = context.db.read(async |connection| session::half(connection, &hash, now).await).await?;
    let half = half.ok_or_else(over)?;
    let holder = Holder { id: half.id.clone(), email: half.email.clone(), token: hash };
    Ok(Waiting { holder, sets_up: half.purpose == SET_UP, half })
}

/// What the log-in of a call still asks for: anew, with a fresh question for the passkey.
pub(crate) async fn still_wanted(request: &HttpRequest, context: &Context) -> Result<FactorWanted, ApiError> {
    let waiting = waiting(request, context).await?;
    wanted(context, &waiting.holder, waiting.sets_up).await
}

/// Tells anew what a log-in waits for, for a page that was loaded again.
#[utoipa::path(tag = "session", responses((status = 200, body = FactorWanted), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/site-users/account/session/factor/challenge")]
pub async fn ask_again(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(still_wanted(&request, &context).await?))
}

/// Gives the second factor, and is logged in. Five wrong ones end the log-in.
#[utoipa::path(tag = "session", request_body = Proof, responses((status = 200, body = LogInAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/session/factor")]
pub async fn give_factor(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    proof: web::Json<Proof>,
) -> Result<HttpResponse, ApiError> {
    finish(&request, &context, shopper, &proof).await
}

/// The same for whoever asks.
pub(crate) async fn finish(
    request: &HttpRequest,
    context: &Context,
    shopper: Shopper,
    proof: &Proof,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::LogIn, request, "factor").await?;
    let waiting = waiting(request, context).await?;
    if waiting.sets_up {
        return Err(over());
    }
    let (hash, now) = (waiting.holder.token.clone(), context.clock.now_ms());
    let tries = context
        .db
        .write(async move |connection| session::try_half(connection, &hash, now, MOST_TRIES).await)
        .await?;
    let tries = tries.ok_or_else(over)?;
    let from = client::client(request, context);
    match factors::prove(context, &waiting.holder, LOG_IN, proof, &from).await {
        Ok(_) => Ok(complete(request, context, shopper, waiting).await?.answer_plain()),
        Err(why) if tries >= MOST_TRIES => {
            failed(request, context, &waiting.holder).await?;
            give_up(request, context, &waiting.holder).await?;
            tracing::info!(%why, "a log-in was ended after wrong codes");
            Err(over())
        }
        Err(why) => {
            failed(request, context, &waiting.holder).await?;
            Err(why)
        }
    }
}

/// Writes a wrong proof down.
async fn failed(request: &HttpRequest, context: &Context, holder: &Holder) -> Result<(), ApiError> {
    let actor = Actor::visitor(client::client(request, context));
    let (event, now) = (Event::new(record::Kind::SecondFactorFailed, &holder.id), context.clock.now_ms());
    context
        .db
        .write(async move |connection| record::write(connection, &actor, event.clone(), now).await)
        .await
}

/// Too many wrong codes: the log-in is over, and the address is told that somebody knows the password.
async fn give_up(request: &HttpRequest, context: &Context, holder: &Holder) -> Result<(), ApiError> {
    let origin = Origin::of(request, context).await?;
    let from = (origin.device.as_str(), origin.place.as_str(), origin.when.as_str());
    let letter = letters::account::wrong_codes(&origin.published, &holder.email, from);
    let (hash, now) = (holder.token.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            session::end_half(connection, &hash).await?;
            factors::tell(connection, &letter, now).await
        })
        .await
}

/// A log-in that is complete.
pub(crate) struct Complete {
    begun: log_in::Begun,
    removal: actix_web::cookie::Cookie<'static>,
}

impl Complete {
    /// The token of its pages.
    pub fn xsrf_token(&self) -> String {
        self.begun.xsrf_token.clone()
    }

    /// An answer of 200 that brings the session.
    pub fn answer(&self, body: &impl Serialize) -> HttpResponse {
        let mut answer = self.begun.answer(body);
        // One of our own making that a header carries.
        let _ = answer.add_cookie(&self.removal);
        answer
    }

    fn answer_plain(&self) -> HttpResponse {
        self.answer(&LogInAnswer { xsrf_token: Some(self.xsrf_token()), factor: None })
    }
}

/// Ends the log-in that waited and begins the session; once, whoever else tries at the same moment.
pub(crate) async fn complete(
    request: &HttpRequest,
    context: &Context,
    shopper: Shopper,
    waiting: Waiting,
) -> Result<Complete, ApiError> {
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
    let begun = log_in::begin(request, context, shopper, account.ok_or_else(over)?, half.remember_me).await?;
    Ok(Complete { begun, removal: cookies::removal(&context.settings, HALF_SESSION, Reader::Server) })
}

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

/// What is left to say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ConfirmedAnswer {
    /// Always true.
    pub confirmed: bool,
}

/// Who holds the session of a call.
///
/// # Errors
/// `no-account` for the one at the machine of a site without users.
pub(crate) fn holder(request: &HttpRequest, who: &SignedIn) -> Result<Holder, ApiError> {
    let cookie = cookies::read(request, SITE_USER_SESSION).filter(|_| !who.is_alone());
    let cookie = cookie.ok_or_else(|| {
        ApiError::bad_request("no-account", "This site has no users yet: there is no account to change.")
    })?;
    Ok(Holder { id: who.id.clone(), email: who.email.clone(), token: token::hash(cookie.value()) })
}

/// Tells what a session may be confirmed by.
#[utoipa::path(tag = "session", responses((status = 200, body = ConfirmationWanted), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody)))]
#[post("/site-users/account/session/confirmation/challenge")]
pub async fn ask_for_confirmation(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(confirmation_wanted(&request, &context, &who).await?))
}

/// The same for whoever asks.
pub(crate) async fn confirmation_wanted(
    request: &HttpRequest,
    context: &Context,
    who: &SignedIn,
) -> Result<ConfirmationWanted, ApiError> {
    let holder = holder(request, who)?;
    let factors = context.db.read(async |connection| Factors::of(connection, &holder.id).await).await?;
    let passkey = passkey::start_proving(context, &holder, CONFIRM).await?;
    let mut kinds = factors.kinds();
    kinds.retain(|kind| *kind != Kind::Passkey || passkey.is_some());
    Ok(ConfirmationWanted { confirmed: who.is_confirmed(context), kinds, passkey })
}

/// Confirms that it is still the same person. Five wrong proofs end the session.
#[utoipa::path(tag = "session", request_body = Confirmation, responses((status = 200, body = ConfirmedAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/session/confirmation")]
pub async fn confirm_session(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    given: web::Json<Confirmation>,
) -> Result<HttpResponse, ApiError> {
    confirm(&request, &context, &who, &given).await?;
    Ok(HttpResponse::Ok().json(ConfirmedAnswer { confirmed: true }))
}

/// The same for whoever asks.
pub(crate) async fn confirm(
    request: &HttpRequest,
    context: &Context,
    who: &SignedIn,
    given: &Confirmation,
) -> Result<(), ApiError> {
    let holder = holder(request, who)?;
    prove_counted(request, context, &holder, async || prove(request, context, &holder, given).await).await?;
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
pub(crate) async fn prove_counted<T>(
    request: &HttpRequest,
    context: &Context,
    holder: &Holder,
    proof: impl AsyncFnOnce() -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    context.count(Class::LogIn, request, "confirm").await?;
    let token = holder.token.clone();
    let tries = context
        .db
        .write(async move |connection| session::try_confirming(connection, &token, MOST_TRIES).await)
        .await?
        .ok_or_else(ApiError::unauthorized)?;
    let tried = proof().await;
    if tried.is_err() {
        let actor = Actor::account(&holder.id, &holder.email, client::client(request, context));
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
    request: &HttpRequest,
    context: &Context,
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
    let from = client::client(request, context);
    factors::prove(context, holder, CONFIRM, &proof, &from).await.map(drop)
}

/// Passes whoever knows the password of an account.
///
/// # Errors
/// `wrong-password`.
pub(crate) async fn password(context: &Context, holder: &Holder, password: &str) -> Result<(), ApiError> {
    let account = context.db.read(async |connection| site_user::by_id(connection, &holder.id).await).await?;
    if passwords::verify(password.to_owned(), account.map(|account| account.password_hash)).await? {
        return Ok(());
    }
    Err(ApiError::refused(StatusCode::FORBIDDEN, "wrong-password", "Incorrect password."))
}
