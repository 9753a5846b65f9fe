//! Carts and their entries. A cart is opened by the hash of its token, or by the person signed in.

use super::key::{Key, Kind};
use super::shape::cart_where;
use super::stored::{Row, SLACK, StoredCart, assembled};
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, change, fetch, statements};
use crate::token::{self, TokenHash};

statements! {
    READ_BY_TOKEN = cart_where!("cart.token_hash = $1 AND cart.expires_at > $2");
    READ_BY_MEMBER = cart_where!("cart.site_user_id = $1 AND cart.kind = 'cart' AND NOT cart.is_purchased AND cart.expires_at > $2");
    READ_BY_ID = cart_where!("cart.id = $1");
    // Nobody else changes a cart that was told to be another revision before this transaction ends, and what was decided
    // about it as it was is not saved any more.
    HOLD_BY_TOKEN = "UPDATE cart SET revision = revision + 1 WHERE token_hash = $1 AND expires_at > $2 AND NOT is_purchased RETURNING id";
    HOLD_BY_MEMBER = "UPDATE cart SET revision = revision + 1 WHERE site_user_id = $1 AND kind = 'cart' AND expires_at > $2 \
        AND NOT is_purchased RETURNING id";
    TOUCH = "UPDATE cart SET updated_at = $2, expires_at = $3 WHERE id = $1";
    CREATE = "INSERT INTO cart (id, token_hash, kind, site_user_id, created_at, updated_at, expires_at) VALUES ($1, $2, $3, $4, $5, $5, $6)";
    // Two first adds of one person at once make one cart.
    CREATE_FOR_MEMBER = "INSERT INTO cart (id, token_hash, kind, site_user_id, created_at, updated_at, expires_at) \
        VALUES ($1, $2, 'cart', $3, $4, $4, $5) ON CONFLICT (site_user_id) WHERE site_user_id IS NOT NULL AND kind = 'cart' AND NOT is_purchased \
        DO UPDATE SET updated_at = excluded.updated_at, expires_at = excluded.expires_at RETURNING id";
    CREATE_AGREED = "INSERT INTO cart (id, token_hash, kind, agreed, shipping_location, shipping_option_id, vat_id, created_at, updated_at, expires_at) \
        VALUES ($1, $2, 'cart', $3, $4, $5, $6, $7, $7, $8)";
    SET_COUPONS = "UPDATE cart SET coupons = $2 WHERE id = $1";
    SET_LOCATION = "UPDATE cart SET shipping_location = $2 WHERE id = $1";
    SET_OPTION = "UPDATE cart SET shipping_option_id = $2 WHERE id = $1";
    SET_VAT_ID = "UPDATE cart SET vat_id = $2, vat_id_confirmed = $3 WHERE id = $1";
    SET_PURCHASED = "UPDATE cart SET is_purchased = TRUE, order_id = $2, updated_at = $3 WHERE id = $1";
    GIVE_TO_MEMBER = "UPDATE cart SET site_user_id = $2, token_hash = $3 WHERE id = $1";
    REMOVE = "DELETE FROM cart WHERE id = $1";
    REMOVE_EXPIRED = "DELETE FROM cart WHERE expires_at <= $1 AND NOT is_purchased";
}

/// The cart `key` opens, bought or not, if its time is not over.
pub async fn read(
    connection: &mut Connection<'_>,
    key: &Key,
    now: i64,
) -> Result<Option<StoredCart>, ApiError> {
    let rows: Vec<Row> = match key {
        Key::Token(hash) => {
            fetch!(connection, |c| sqlx::query_as(READ_BY_TOKEN).bind(hash).bind(now).fetch_all(c).await)?
        }
        Key::Member(id) => {
            fetch!(connection, |c| sqlx::query_as(READ_BY_MEMBER).bind(id).bind(now).fetch_all(c).await)?
        }
    };
    Ok(assembled(rows))
}

/// The cart with this id.
pub async fn by_id(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredCart>, ApiError> {
    let rows: Vec<Row> = fetch!(connection, |c| sqlx::query_as(READ_BY_ID).bind(id).fetch_all(c).await)?;
    Ok(assembled(rows))
}

/// The cart `key` opens, not yet bought, held for this transaction alone.
pub async fn hold(
    connection: &mut Connection<'_>,
    key: &Key,
    now: i64,
) -> Result<Option<StoredCart>, ApiError> {
    // A refusal need not undo this: it only makes others look again.
    let id: Option<String> = match key {
        Key::Token(hash) => fetch!(connection, |c| sqlx::query_scalar(HOLD_BY_TOKEN)
            .bind(hash)
            .bind(now)
            .fetch_optional(c)
            .await)?,
        Key::Member(member) => fetch!(connection, |c| sqlx::query_scalar(HOLD_BY_MEMBER)
            .bind(member)
            .bind(now)
            .fetch_optional(c)
            .await)?,
    };
    match id {
        Some(id) => by_id(connection, &id).await,
        None => Ok(None),
    }
}

/// Keeps a cart that was changed for another `lifetime` at least: an hour more is written, so that not every change in a
/// busy hour has to write it again.
pub async fn touch(
    connection: &mut Connection<'_>,
    cart: &StoredCart,
    now: i64,
    lifetime: i64,
) -> Result<(), ApiError> {
    if cart.must_be_touched(now, lifetime) {
        affected!(connection, TOUCH, &cart.id, now, now + lifetime + SLACK)?;
    }
    Ok(())
}

/// A new cart that `token_hash` opens.
pub async fn create(
    connection: &mut Connection<'_>,
    token_hash: &TokenHash,
    kind: Kind,
    site_user_id: Option<&str>,
    (now, lifetime): (i64, i64),
) -> Result<StoredCart, ApiError> {
    let new_id = token::new_id();
    let id: String = match (site_user_id, kind) {
        (Some(member), Kind::Cart) => change!(connection, |c| sqlx::query_scalar(CREATE_FOR_MEMBER)
            .bind(&new_id)
            .bind(token_hash)
            .bind(member)
            .bind(now)
            .bind(now + lifetime + SLACK)
            .fetch_one(c)
            .await)?,
        _ => {
            affected!(
                connection,
                CREATE,
                &new_id,
                token_hash,
                kind.word(),
                site_user_id,
                now,
                now + lifetime + SLACK
            )?;
            new_id.clone()
        }
    };
    // Somebody signed in as the same person was quicker: theirs is the cart, with what it holds by now.
    if id != new_id
        && let Some(stored) = by_id(connection, &id).await?
    {
        return Ok(stored);
    }
    let catalog_version = crate::repository::catalog::version(connection).await?;
    let site_user_id = site_user_id.map(str::to_owned);
    Ok(StoredCart { id, kind, site_user_id, ..StoredCart::unsaved(catalog_version, now, lifetime) })
}

/// A cart that the shop makes for a buyer, which `token_hash` opens until `expires_at`.
pub async fn create_agreed(
    connection: &mut Connection<'_>,
    token_hash: &TokenHash,
    cart: &StoredCart,
    now: i64,
) -> Result<(), ApiError> {
    affected!(
        connection,
        CREATE_AGREED,
        &cart.id,
        token_hash,
        &cart.agreed,
        &cart.shipping_location,
        &cart.shipping_option_id,
        &cart.vat_id,
        now,
        cart.expires_at
    )?;
    Ok(())
}

/// Keeps the codes, as JSON.
pub async fn set_coupons(
    connection: &mut Connection<'_>,
    cart_id: &str,
    coupons: &str,
) -> Result<(), ApiError> {
    affected!(connection, SET_COUPONS, cart_id, coupons)?;
    Ok(())
}

/// Keeps where the cart goes, as JSON.
pub async fn set_location(
    connection: &mut Connection<'_>,
    cart_id: &str,
    location: &str,
) -> Result<(), ApiError> {
    affected!(connection, SET_LOCATION, cart_id, location)?;
    Ok(())
}

/// Keeps how the cart goes.
pub async fn set_option(
    connection: &mut Connection<'_>,
    cart_id: &str,
    option_id: &str,
) -> Result<(), ApiError> {
    affected!(connection, SET_OPTION, cart_id, option_id)?;
    Ok(())
}

/// Keeps the buyer's VAT number, and what the register says of it.
pub async fn set_vat_id(
    connection: &mut Connection<'_>,
    cart_id: &str,
    vat_id: Option<&str>,
    confirmed: Option<bool>,
) -> Result<(), ApiError> {
    affected!(connection, SET_VAT_ID, cart_id, vat_id, confirmed)?;
    Ok(())
}

/// The cart became an order.
pub async fn set_purchased(
    connection: &mut Connection<'_>,
    cart_id: &str,
    order_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, SET_PURCHASED, cart_id, order_id, now)?;
    Ok(())
}

/// Makes an anonymous cart a person's own; the token that opened it opens it no more.
pub async fn give_to_member(
    connection: &mut Connection<'_>,
    cart_id: &str,
    site_user_id: &str,
) -> Result<(), ApiError> {
    let nobody_has_it = token::hash(&token::opaque());
    affected!(connection, GIVE_TO_MEMBER, cart_id, site_user_id, &nobody_has_it)?;
    Ok(())
}

/// Removes a cart with its entries.
pub async fn remove(connection: &mut Connection<'_>, cart_id: &str) -> Result<(), ApiError> {
    affected!(connection, REMOVE, cart_id)?;
    Ok(())
}

/// Removes the carts whose time is over; how many.
pub async fn remove_expired(connection: &mut Connection<'_>, now: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, REMOVE_EXPIRED, now)?)
}
