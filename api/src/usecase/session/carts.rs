//! What happens to the cart of a visitor who logs in or out.

use crate::error::ApiError;
use crate::published::Publications;
use crate::repository::Connection;
use crate::repository::cart::{self, Key, Kind, NewEntry};
use crate::shopping::{self, Shopping};
use crate::token;
use loggia_commerce::limit::CART_LIFETIME_MS;

/// The anonymous cart becomes the person's own, or its entries join it; whether there is anything in it.
pub async fn join_carts(
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

/// A cart of its own for the anonymous visitor, with the same entries and codes; whether there was one to copy.
pub async fn copy_cart(
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
