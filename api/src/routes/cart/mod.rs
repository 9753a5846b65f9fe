//! The shopping cart: read it, and change it in one transaction with the decision.

pub mod add;
pub mod entries;
mod mock;
pub mod read;
pub mod stock;
pub mod subscription;
pub mod terms;

use crate::config::Settings;
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::cookies::{self, CART, HAS_CART, Reader};
use crate::extract::shopper::Shopper;
use crate::repository::cart::{self, Kind, StoredCart};
use crate::repository::{Connection, cart::Key};
use crate::shopping::Shopping;
use crate::token;
use actix_web::HttpResponseBuilder;
use actix_web::cookie::Cookie;
use actix_web::cookie::time::Duration;
use loggia_commerce::limit::CART_LIFETIME_MS;
use loggia_commerce::{Cart, Problem};

/// Changes the cart `key` opens: holds it, lets `work` decide and save, settles it. A refusal changes nothing.
async fn change_cart<T, F>(context: &Context, key: Option<Key>, work: F) -> Result<(Cart, T), ApiError>
where
    T: Send + 'static,
    F: AsyncFn(&mut Connection<'_>, &mut Shopping) -> Result<T, ApiError> + Send + 'static,
{
    let key = key.ok_or(Problem::EntryMissing)?;
    let (publications, now) = (context.publications.clone(), context.clock.now_ms());
    let change = async move |connection: &mut Connection<'_>| {
        let stored = cart::hold(connection, &key, now).await?.ok_or(Problem::EntryMissing)?;
        let mut shopping = Shopping::open(connection, &publications, stored).await?;
        let done = work(connection, &mut shopping).await?;
        finish(connection, &mut shopping, now).await?;
        Ok((shopping.cart, done))
    };
    context.db.write(change).await
}

/// After a change: what the catalogue dropped goes, the cart lives on, every amount is worked out again.
async fn finish(connection: &mut Connection<'_>, shopping: &mut Shopping, now: i64) -> Result<(), ApiError> {
    shopping.settle(now)?;
    for id in &shopping.dropped {
        cart::remove_entry(connection, &shopping.stored.id, id).await?;
    }
    cart::touch(connection, &shopping.stored, now, CART_LIFETIME_MS).await
}

/// The cart of a shopper, or a new one that `token` will open.
async fn hold_or_create(
    connection: &mut Connection<'_>,
    shopper: &Shopper,
    token: &str,
    now: i64,
) -> Result<(StoredCart, bool), ApiError> {
    if let Some(key) = shopper.key()
        && let Some(stored) = cart::hold(connection, &key, now).await?
    {
        return Ok((stored, false));
    }
    let hash = token::hash(token);
    let stored =
        cart::create(connection, &hash, Kind::Cart, shopper.member.as_deref(), (now, CART_LIFETIME_MS))
            .await?;
    Ok((stored, true))
}

/// The cookies of a shopper whose cart has something in it: its token, and the sign for the page.
pub(crate) fn keep(settings: &Settings, answer: &mut HttpResponseBuilder, token: Option<&str>) {
    let lifetime = Some(Duration::milliseconds(CART_LIFETIME_MS));
    if let Some(token) = token {
        answer.cookie(cookies::cookie(settings, CART, token.to_owned(), Reader::Server, lifetime));
    }
    answer.cookie(has_cart_cookie(settings));
}

/// The sign that there is a cart.
pub(crate) fn has_cart_cookie(settings: &Settings) -> Cookie<'static> {
    let lifetime = Some(Duration::milliseconds(CART_LIFETIME_MS));
    cookies::cookie(settings, HAS_CART, "true".to_owned(), Reader::Script, lifetime)
}

/// Takes back the sign that there is a cart, and with `token` the token too.
pub(crate) fn forget(settings: &Settings, answer: &mut HttpResponseBuilder, token: bool) {
    answer.cookie(cookies::removal(settings, HAS_CART, Reader::Script));
    if token {
        answer.cookie(cookies::removal(settings, CART, Reader::Server));
    }
}
