//! Logging in and out; what happens to the cart on the way.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::cart::{forget, has_cart_cookie, keep};
use super::second_step::{self, FactorWanted, Origin};
use crate::clock::DAY;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::client;
use crate::extract::cookies::{self, CART, KNOWN_DEVICE, Reader, SITE_USER_INFO, SITE_USER_SESSION};
use crate::extract::crumb::{self, Crumb};
use crate::extract::shopper::{self, Shopper};
use crate::factors;
use crate::guesses::{self, Guess};
use crate::passwords;
use crate::published::Publications;
use crate::rates::Class;
use crate::repository::Connection;
use crate::repository::cart::{self, Key, Kind, NewEntry};
use crate::repository::record::{self, Actor, Event};
use crate::repository::session::{self, NewSession};
use crate::repository::site_user::{self, Account};
use crate::shopping::{self, Shopping};
use crate::token;
use actix_web::cookie::Cookie;
use actix_web::cookie::time::Duration;
use actix_web::http::StatusCode;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, delete, post, web};
use loggia_commerce::limit::CART_LIFETIME_MS;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// How long a session lasts that is to be remembered.
const REMEMBERED: i64 = 30 * DAY;
/// How long any other lasts at most; its cookie ends with the browser.
const NOT_REMEMBERED: i64 = DAY;
/// How long a browser is known again that an account was used from.
pub(crate) const DEVICE_KNOWN: i64 = 400 * DAY;

/// Who wants in.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogIn {
    /// The address.
    pub email: String,
    /// The password.
    pub password: String,
    /// For thirty days, over the end of the browser.
    #[serde(default)]
    pub remember_me: bool,
}

/// The session's token, for `X-SiteUser-XSRF-Token`; or, where the password alone does not let in, what is asked besides.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogInAnswer {
    /// To be sent with every changing call that needs somebody signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xsrf_token: Option<String>,
    /// The second step: nobody is signed in before it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factor: Option<FactorWanted>,
}

/// What the readable cookie tells.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SiteUserInfo<'a> {
    authenticated: bool,
    site_user_id: &'a str,
    /// Role codes: for what a page shows; what a call may do is decided by the server.
    roles: Value,
}

/// Logs in; an anonymous cart joins the person's own.
#[utoipa::path(tag = "session", request_body = LogIn, responses((status = 200, body = LogInAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/session")]
pub async fn log_in(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    who: web::Json<LogIn>,
) -> Result<HttpResponse, ApiError> {
    enter(&request, &context, shopper, who.into_inner()).await
}

/// Logs somebody in who says who they are.
pub(crate) async fn enter(
    request: &HttpRequest,
    context: &Context,
    shopper: Shopper,
    who: LogIn,
) -> Result<HttpResponse, ApiError> {
    let account = admit(request, context, &who.email, who.password).await?;
    step(request, context, shopper, account, who.remember_me).await
}

/// Goes on with somebody whose first proof was right: in, or to the second step.
pub(crate) async fn step(
    request: &HttpRequest,
    context: &Context,
    shopper: Shopper,
    account: Account,
    remember_me: bool,
) -> Result<HttpResponse, ApiError> {
    match second_step::purpose(context, &account).await? {
        Some(purpose) => second_step::begin(context, &account, purpose, remember_me).await,
        None => {
            let begun = begin(request, context, shopper, account, remember_me).await?;
            Ok(begun.answer(&LogInAnswer { xsrf_token: Some(begun.xsrf_token.clone()), factor: None }))
        }
    }
}

/// The account that an address and a password belong to; each try counts.
pub(crate) async fn admit(
    request: &HttpRequest,
    context: &Context,
    email: &str,
    password: String,
) -> Result<Account, ApiError> {
    context.count(Class::LogIn, request, "").await?;
    let email = email.trim().to_ascii_lowercase();
    let (tried, now) = (Guess::password(&email, &context.caller(request)), context.clock.now_ms());
    guesses::begin(&context.db, &tried, now).await?;
    let account = context.db.read(async |connection| site_user::by_email(connection, &email).await).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let right = passwords::verify(password, hash).await?;
    let Some(account) = account.as_ref().filter(|_| right).cloned() else {
        failed(request, context, account).await?;
        let message = "Incorrect email or password.";
        return Err(ApiError::refused(StatusCode::UNAUTHORIZED, "wrong-credentials", message));
    };
    guesses::right(&context.db, &tried, now).await?;
    Ok(account)
}

/// Writes a wrong password down. What was typed is not kept, and the work is the same whether there is such an account.
async fn failed(request: &HttpRequest, context: &Context, account: Option<Account>) -> Result<(), ApiError> {
    let (actor, now) = (Actor::visitor(client::client(request, context)), context.clock.now_ms());
    let event = match account {
        Some(account) => Event::new(record::Kind::LogInFailed, &account.id).about(&account.email),
        None => Event::new(record::Kind::LogInFailed, "unknown"),
    };
    context
        .db
        .write(async move |connection| record::write(connection, &actor, event.clone(), now).await)
        .await
}

/// A session that has begun: what the browser is to keep, and the token of its pages.
pub(crate) struct Begun {
    /// For `X-SiteUser-XSRF-Token`.
    pub xsrf_token: String,
    cookies: Vec<Cookie<'static>>,
}

impl Begun {
    /// An answer of 200 that brings the session.
    pub fn answer(&self, body: &impl Serialize) -> HttpResponse {
        let mut answer = HttpResponse::Ok();
        for cookie in &self.cookies {
            answer.cookie(cookie.clone());
        }
        answer.json(body)
    }
}

/// Begins a session of `account`: its cookies, its token, and the anonymous cart among the person's own. The session that
/// the browser had before ends: the new one has a new token (no fixation).
pub(crate) async fn begin(
    request: &HttpRequest,
    context: &Context,
    shopper: Shopper,
    account: Account,
    remember_me: bool,
) -> Result<Begun, ApiError> {
    let (token, xsrf_token) = (token::opaque(), token::opaque());
    let lifetime = if remember_me { REMEMBERED } else { NOT_REMEMBERED };
    let (publications, now, id) = (context.publications.clone(), context.clock.now_ms(), account.id.clone());
    let known = cookies::read(request, KNOWN_DEVICE).map(|cookie| cookie.value().to_owned());
    let known = known.filter(|known| known.len() == token.len()).unwrap_or_else(token::opaque);
    let origin = Origin::of(request, context).await?;
    let (device, letter) = (token::hash(&known), origin.new_device(&account.email));
    let new = NewSession {
        token_hash: token::hash(&token),
        id: token::new_id(),
        site_user_id: account.id.clone(),
        xsrf_hash: token::hash(&xsrf_token),
        device: origin.device,
        place: origin.place,
    };
    let old = cookies::read(request, SITE_USER_SESSION).map(|cookie| token::hash(cookie.value()));
    let actor = Actor::account(&account.id, &account.email, client::client(request, context));
    let has_cart = context
        .db
        .write(async move |connection| {
            if let Some(old) = &old {
                session::end(connection, old).await?;
            }
            session::begin(connection, &new, (now, now + lifetime)).await?;
            if session::see_device(connection, &id, &device, now).await? {
                factors::tell(connection, &letter, now).await?;
            }
            let anonymous = shopper.token.as_deref().filter(|_| shopper.member.is_none());
            let has_cart = join_carts(connection, &publications, anonymous, &id, now).await?;
            record::write(connection, &actor, Event::new(record::Kind::LogIn, &id), now).await?;
            Ok(has_cart)
        })
        .await?;
    let cookies = session_cookies(context, &account, (token, known), (remember_me, has_cart))?;
    Ok(Begun { xsrf_token, cookies })
}

/// What a browser keeps of a session.
fn session_cookies(
    context: &Context,
    account: &Account,
    (token, known): (String, String),
    (remember_me, has_cart): (bool, bool),
) -> Result<Vec<Cookie<'static>>, ApiError> {
    let settings = &context.settings;
    let max_age = remember_me.then(|| Duration::milliseconds(REMEMBERED));
    let info = serde_json::to_string(&SiteUserInfo {
        authenticated: true,
        site_user_id: &account.id,
        roles: serde_json::from_str(&account.roles)?,
    })?;
    let long = Some(Duration::milliseconds(DEVICE_KNOWN));
    let crumb = crumb::fresh(context, &token);
    let mut cookies = vec![
        cookies::cookie(settings, SITE_USER_SESSION, token, Reader::Server, max_age),
        cookies::cookie(settings, SITE_USER_INFO, cookies::encoded(&info), Reader::Script, max_age),
        cookies::cookie(settings, KNOWN_DEVICE, known, Reader::Server, long),
        crumb,
        cookies::removal(settings, CART, Reader::Server),
    ];
    if has_cart {
        cookies.push(has_cart_cookie(settings));
    }
    Ok(cookies)
}

/// The anonymous cart becomes the person's own, or its entries join it; whether there is anything in it.
async fn join_carts(
    connection: &mut Connection<'_>,
    publications: &Publications,
    anonymous: Option<&str>,
    member: &str,
    now: i64,
) -> Result<bool, ApiError> {
    let own = cart::hold(connection, &Key::Member(member.to_owned()), now).await?;
    let anonymous = match anonymous {
        Some(text) => cart::hold(connection, &Key::Token(token::hash(text)), now).await?,
        None => None,
    };
    let anonymous = anonymous.filter(|cart| cart.kind == Kind::Cart && cart.site_user_id.is_none());
    let (Some(own), Some(anonymous)) = (own.clone(), anonymous.clone()) else {
        if let Some(cart) = &anonymous {
            cart::give_to_member(connection, &cart.id, member).await?;
        }
        return Ok(own.or(anonymous).is_some_and(|cart| !cart.entries.is_empty()));
    };
    let other = Shopping::open(connection, publications, anonymous).await?;
    let mut own = Shopping::open(connection, publications, own).await?;
    own.cart.absorb(other.cart);
    cart::remove(connection, &other.stored.id).await?;
    for entry in &own.cart.entries {
        let known = own.stored.entries.iter().find(|stored| entry.id == *stored.id);
        let quantity = i64::from(entry.quantity);
        match known {
            Some(stored) if stored.quantity == quantity => {}
            Some(stored) => cart::set_quantity(connection, &own.stored.id, &stored.id, quantity).await?,
            None => {
                let new = NewEntry {
                    id: entry.id.to_string(),
                    item_id: entry.item_id.to_string(),
                    sku: entry.chosen_variant.sku.to_string(),
                    quantity,
                    price_cents: entry.purchase_price_cents.get(),
                    additional_fields: entry.additional_fields.clone(),
                };
                cart::put_entry(connection, &own.stored.id, &new, now).await?;
            }
        }
    }
    cart::set_coupons(connection, &own.stored.id, &shopping::codes(&own.cart)?).await?;
    cart::touch(connection, &own.stored, now, CART_LIFETIME_MS).await?;
    Ok(!own.cart.entries.is_empty())
}

/// How to leave.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct LogOutQuery {
    /// `true`: the person's cart stays as a copy of its own for the anonymous visitor.
    pub clone_cart: bool,
}

/// What is left to say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct LogOutAnswer {
    /// Always true.
    pub success: bool,
}

/// Logs out.
#[utoipa::path(tag = "session", params(LogOutQuery), responses((status = 200, body = LogOutAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[delete("/site-users/account/session")]
pub async fn log_out(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    query: Query<LogOutQuery>,
) -> Result<HttpResponse, ApiError> {
    leave(&request, &context, query.clone_cart).await
}

/// Ends the session of a request.
pub(crate) async fn leave(
    request: &HttpRequest,
    context: &Context,
    clone_cart: bool,
) -> Result<HttpResponse, ApiError> {
    let session = shopper::session(request, context).await?;
    let hash = cookies::read(request, SITE_USER_SESSION).map(|cookie| token::hash(cookie.value()));
    let from = client::client(request, context);
    let actor = session.as_ref().map(|session| Actor::account(&session.id, &session.email, from));
    let (member, now) = (session.map(|session| session.id), context.clock.now_ms());
    let copy = token::opaque();
    let copy_hash = token::hash(&copy);
    let copied = context
        .db
        .write(async move |connection| {
            if let Some(hash) = &hash {
                session::end(connection, hash).await?;
            }
            let copied = match member.as_deref().filter(|_| clone_cart) {
                Some(member) => copy_cart(connection, member, &copy_hash, now).await?,
                None => false,
            };
            if let (Some(actor), Some(member)) = (&actor, &member) {
                record::write(connection, actor, Event::new(record::Kind::LogOut, member), now).await?;
            }
            Ok(copied)
        })
        .await?;
    let settings = &context.settings;
    let mut answer = HttpResponse::Ok();
    answer.cookie(cookies::removal(settings, SITE_USER_SESSION, Reader::Server));
    answer.cookie(cookies::removal(settings, SITE_USER_INFO, Reader::Script));
    answer.cookie(crumb::fresh(context, ""));
    if copied {
        keep(settings, &mut answer, Some(&copy));
    } else {
        forget(settings, &mut answer, true);
    }
    Ok(answer.json(LogOutAnswer { success: true }))
}

/// A cart of its own for the anonymous visitor, with the same entries and codes; whether there was one to copy.
async fn copy_cart(
    connection: &mut Connection<'_>,
    member: &str,
    token_hash: &token::TokenHash,
    now: i64,
) -> Result<bool, ApiError> {
    let Some(own) = cart::hold(connection, &Key::Member(member.to_owned()), now).await? else {
        return Ok(false);
    };
    if own.entries.is_empty() {
        return Ok(false);
    }
    let copy = cart::create(connection, token_hash, Kind::Cart, None, (now, CART_LIFETIME_MS)).await?;
    for entry in &own.entries {
        let new = NewEntry {
            id: token::new_id(),
            item_id: entry.item_id.clone(),
            sku: entry.sku.clone(),
            quantity: entry.quantity,
            price_cents: entry.price_cents,
            additional_fields: entry.additional_fields.clone(),
        };
        cart::put_entry(connection, &copy.id, &new, now).await?;
    }
    cart::set_coupons(connection, &copy.id, &own.coupons).await?;
    Ok(true)
}
