//! The cookies of a cart.

use crate::config::Settings;
use crate::extract::cookies::{self, CART, HAS_CART, Reader};
use actix_web::HttpResponseBuilder;
use actix_web::cookie::Cookie;
use actix_web::cookie::time::Duration;
use loggia_commerce::limit::CART_LIFETIME_MS;

/// The cookies of a shopper whose cart has something in it: its token, and the sign for the page.
pub fn kept_cart(settings: &Settings, token: Option<&str>) -> Vec<Cookie<'static>> {
    let lifetime = Some(Duration::milliseconds(CART_LIFETIME_MS));
    let token =
        token.map(|token| cookies::cookie(settings, CART, token.to_owned(), Reader::Server, lifetime));
    token.into_iter().chain([has_cart_cookie(settings)]).collect()
}

/// The same, set in an answer.
pub fn keep(settings: &Settings, answer: &mut HttpResponseBuilder, token: Option<&str>) {
    for cookie in kept_cart(settings, token) {
        answer.cookie(cookie);
    }
}

/// The sign that there is a cart.
pub fn has_cart_cookie(settings: &Settings) -> Cookie<'static> {
    let lifetime = Some(Duration::milliseconds(CART_LIFETIME_MS));
    cookies::cookie(settings, HAS_CART, "true".to_owned(), Reader::Script, lifetime)
}

/// Takes back the sign that there is a cart, and with `token` the token too.
pub fn forgotten_cart(settings: &Settings, token: bool) -> Vec<Cookie<'static>> {
    let token = token.then(|| cookies::removal(settings, CART, Reader::Server));
    [cookies::removal(settings, HAS_CART, Reader::Script)].into_iter().chain(token).collect()
}

/// The same, set in an answer.
pub fn forget(settings: &Settings, answer: &mut HttpResponseBuilder, token: bool) {
    for cookie in forgotten_cart(settings, token) {
        answer.cookie(cookie);
    }
}
