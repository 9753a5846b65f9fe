//! What every change of a cart begins and ends with.

use super::read::load_known;
use super::taxes::{self, When};
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::repository::cart::{self, Kind, StoredCart};
use crate::repository::{Connection, cart::Key};
use crate::shopping::Shopping;
use crate::token;
use loggia_commerce::limit::CART_LIFETIME_MS;
use loggia_commerce::{Cart, Problem};

/// Changes the cart `key` opens: holds it, lets `work` decide and save, settles it. A refusal changes nothing.
pub async fn change_cart<T, F>(context: &Context, key: Option<Key>, work: F) -> Result<(Cart, T), ApiError>
where
    T: Send + 'static,
    F: AsyncFn(&mut Connection<'_>, &mut Shopping) -> Result<T, ApiError> + Send + 'static,
{
    let key = key.ok_or(Problem::EntryMissing)?;
    let again = key.clone();
    let (publications, now) = (context.publications.clone(), context.clock.now_ms());
    let change = async move |connection: &mut Connection<'_>| {
        let stored = cart::hold(connection, &key, now).await?.ok_or(Problem::EntryMissing)?;
        let mut shopping = Shopping::open(connection, &publications, stored).await?;
        let done = work(connection, &mut shopping).await?;
        finish(connection, &mut shopping, now).await?;
        Ok((shopping.cart, done))
    };
    let (cart, done) = context.db.write(change).await?;
    if taxes::ask(context, &cart, When::Shown).await?
        && let Some(cart) = load_known(context, &again, now).await?
    {
        return Ok((cart, done));
    }
    Ok((cart, done))
}

/// After a change: what the catalogue dropped goes, the cart lives on, every amount is worked out again.
pub async fn finish(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
    now: i64,
) -> Result<(), ApiError> {
    shopping.find_taxes(connection, now).await?;
    shopping.settle(now)?;
    for id in &shopping.dropped {
        cart::remove_entry(connection, &shopping.stored.id, id).await?;
    }
    cart::touch(connection, &shopping.stored, now, CART_LIFETIME_MS).await
}

/// The cart of a shopper, or a new one that `token` will open.
pub async fn hold_or_create(
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
