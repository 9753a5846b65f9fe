//! The cookies of a session, and the answers to the steps of a log-in.

use super::cart::{forgotten_cart, has_cart_cookie, kept_cart};
use crate::clock::DAY;
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::cookies::{
    self, CART, HALF_SESSION, KNOWN_DEVICE, Reader, SITE_USER_INFO, SITE_USER_SESSION,
};
use crate::extract::crumb;
use crate::usecase::session::begin::{Begun, REMEMBERED};
use crate::usecase::session::log_in::LogInStep;
use actix_web::HttpResponse;
use actix_web::cookie::Cookie;
use actix_web::cookie::time::Duration;
use serde::Serialize;
use serde_json::Value;

/// What the readable cookie tells.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SiteUserInfo<'a> {
    authenticated: bool,
    site_user_id: &'a str,
    /// Role codes: for what a page shows; what a call may do is decided by the server.
    roles: &'a Value,
}

/// How long a browser is known again that an account was used from.
const DEVICE_KNOWN: i64 = 400 * DAY;

/// What a browser keeps of a session that has begun.
///
/// # Errors
/// When the cookie's JSON cannot be written.
pub fn begun(context: &Context, begun: &Begun) -> Result<Vec<Cookie<'static>>, ApiError> {
    let settings = &context.settings;
    let max_age = begun.remember_me.then(|| Duration::milliseconds(REMEMBERED));
    let info = serde_json::to_string(&SiteUserInfo {
        authenticated: true,
        site_user_id: &begun.site_user_id,
        roles: &begun.roles,
    })?;
    let long = Some(Duration::milliseconds(DEVICE_KNOWN));
    let mut cookies = vec![
        cookies::cookie(settings, SITE_USER_SESSION, begun.token.clone(), Reader::Server, max_age),
        cookies::cookie(settings, SITE_USER_INFO, cookies::encoded(&info), Reader::Script, max_age),
        cookies::cookie(settings, KNOWN_DEVICE, begun.device_token.clone(), Reader::Server, long),
        crumb::fresh(context, &begun.token),
        cookies::removal(settings, CART, Reader::Server),
    ];
    if begun.has_cart {
        cookies.push(has_cart_cookie(settings));
    }
    Ok(cookies)
}

/// The same for a session that completes a log-in which waited for its second step.
///
/// # Errors
/// As [`begun`].
pub fn completed(context: &Context, session: &Begun) -> Result<Vec<Cookie<'static>>, ApiError> {
    let mut cookies = begun(context, session)?;
    cookies.push(cookies::removal(&context.settings, HALF_SESSION, Reader::Server));
    Ok(cookies)
}

/// What a browser keeps after the first step of a log-in.
///
/// # Errors
/// As [`begun`].
pub fn of_step(context: &Context, step: &LogInStep) -> Result<Vec<Cookie<'static>>, ApiError> {
    match step {
        LogInStep::Begun(session) => begun(context, session),
        LogInStep::Pending(pending) => {
            let token = pending.token.clone();
            Ok(vec![cookies::cookie(&context.settings, HALF_SESSION, token, Reader::Server, None)])
        }
    }
}

/// What a browser forgets of a session that has ended; `copied_cart` is the token of the cart that stays.
pub fn ended(context: &Context, copied_cart: Option<&str>) -> Vec<Cookie<'static>> {
    let settings = &context.settings;
    let mut cookies = vec![
        cookies::removal(settings, SITE_USER_SESSION, Reader::Server),
        cookies::removal(settings, SITE_USER_INFO, Reader::Script),
        crumb::fresh(context, ""),
    ];
    match copied_cart {
        Some(token) => cookies.extend(kept_cart(settings, Some(token))),
        None => cookies.extend(forgotten_cart(settings, true)),
    }
    cookies
}

/// An answer with cookies.
pub fn with_cookies(mut answer: HttpResponse, cookies: &[Cookie<'_>]) -> HttpResponse {
    for cookie in cookies {
        if let Err(fault) = answer.add_cookie(cookie) {
            tracing::error!(%fault, name = cookie.name(), "a cookie of our own does not fit into a header");
        }
    }
    answer
}
