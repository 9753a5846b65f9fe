//! The crumb: a signed value in a readable cookie that a changing call must repeat.
//!
//! A page of another site can make a browser send the cookie but cannot read it. The signature binds it to the
//! session, so a crumb from before log-in (or planted by a neighbouring sub-domain) does not serve after it.

use super::cookies::{self, CRUMB, HOST_PREFIX, Reader, SITE_USER_SESSION};
use super::key::KeyInUse;
use crate::context::Context;
use crate::error::ApiError;
use crate::token;
use actix_web::cookie::Cookie;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, web};
use std::future::{Ready, ready};

/// The header that repeats the crumb.
pub const HEADER: &str = "x-csrf-token";
/// The field of a form that repeats the crumb.
pub const FIELD: &str = CRUMB;
const PURPOSE: &str = "crumb";

/// Said of a call whose browser has said that a page of the same listener sent it, and nobody else may send any there
/// (`guard::apart`): it needs no crumb and is given none, for browsers show a cookie to the pages of every port of a host.
#[derive(Clone, Copy, Debug)]
pub struct FromOwnPage;

/// Proof that the call repeats the crumb of its cookie, by header or by query `crumb`; a call with a key has no cookie, and needs none.
#[derive(Clone, Debug)]
pub struct Crumb {
    /// The crumb itself: one value for one visitor until log-in or log-out.
    pub value: String,
}

impl FromRequest for Crumb {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        if KeyInUse::of(request).is_some() {
            return ready(Ok(Crumb { value: String::new() }));
        }
        ready(verify(request, None))
    }
}

/// Checks the crumb a call repeats: `field` is the one of a form-encoded body, if it has one.
pub fn verify(request: &HttpRequest, field: Option<&str>) -> Result<Crumb, ApiError> {
    if request.extensions().contains::<FromOwnPage>() {
        return Ok(Crumb { value: String::new() });
    }
    let context = request.app_data::<web::Data<Context>>().ok_or(ApiError::Crumb)?;
    let held = held(request, context).ok_or(ApiError::Crumb)?;
    let header = request.headers().get(HEADER).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let repeated =
        header.or_else(|| field.map(str::to_owned)).or_else(|| query(request)).ok_or(ApiError::Crumb)?;
    if token::same(&held, &repeated) { Ok(Crumb { value: held }) } else { Err(ApiError::Crumb) }
}

fn query(request: &HttpRequest) -> Option<String> {
    let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string()).ok()?;
    query.into_inner().into_iter().find(|(name, _)| name == CRUMB).map(|(_, value)| value)
}

/// The crumb of the cookie, if it is one of ours for this session.
fn held(request: &HttpRequest, context: &Context) -> Option<String> {
    let cookie = cookies::read(request, CRUMB)?;
    let (nonce, signature) = cookie.value().split_once('.')?;
    let session = cookies::read(request, SITE_USER_SESSION);
    let session = session.as_ref().map_or("", |session| session.value());
    context.secret.verify(PURPOSE, &bound(nonce, session), signature).then(|| cookie.value().to_owned())
}

fn bound(nonce: &str, session: &str) -> String {
    format!("{nonce}\n{session}")
}

/// A fresh crumb for the session with this token ("" for an anonymous visitor).
pub fn fresh(context: &Context, session: &str) -> Cookie<'static> {
    let nonce = token::opaque();
    let signature = context.secret.sign(PURPOSE, &bound(&nonce, session));
    cookies::cookie(&context.settings, CRUMB, format!("{nonce}.{signature}"), Reader::Script, None)
}

/// A fresh crumb when the request has none, or one that no longer holds.
pub fn fresh_if_needed(request: &HttpRequest, context: &Context) -> Option<Cookie<'static>> {
    if held(request, context).is_some() {
        return None;
    }
    let session = cookies::read(request, SITE_USER_SESSION);
    Some(fresh(context, session.as_ref().map_or("", |session| session.value())))
}

/// The crumb the visitor will hold after this call: the one held, or a fresh one to be set.
pub fn current(request: &HttpRequest, context: &Context) -> (String, Option<Cookie<'static>>) {
    match held(request, context) {
        Some(value) => (value, None),
        None => {
            let session = cookies::read(request, SITE_USER_SESSION);
            let cookie = fresh(context, session.as_ref().map_or("", |session| session.value()));
            (cookie.value().to_owned(), Some(cookie))
        }
    }
}

/// Whether a handler has set the crumb itself.
pub fn is_set_by<B>(answer: &HttpResponse<B>) -> bool {
    answer.cookies().any(|cookie| cookie.name().trim_start_matches(HOST_PREFIX) == CRUMB)
}
