//! What changes a cart's amounts beside its entries: codes, the shipping location and option, accepted prices.

use super::change::change_cart;
use crate::extract::visitor::Visitor;

use crate::context::Context;
use crate::error::ApiError;
use crate::guesses::{self, Guess};
use crate::rates::Class;
use crate::repository::Connection;
use crate::repository::cart::{self, Key};
use crate::shopping::{self, Shopping};
use loggia_commerce::{Cart, DetailProblem, Details, Problem, ShippingLocation, is_country};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The longest code that is looked at.
const LONGEST_CODE: usize = 100;

/// The most codes in one cart.
const MOST_CODES: usize = 20;

/// Enters a code into the cart of a key. A code that nobody gave out is a guess, and guesses have growing
/// pauses.
pub async fn apply_code(
    context: &Context,
    visitor: &Visitor,
    key: Option<Key>,
    code: String,
) -> Result<Cart, ApiError> {
    context.count_caller(Class::Code, &visitor.caller, "").await?;
    if code.trim().is_empty() || code.len() > LONGEST_CODE {
        return Err(Problem::CouponUnknown.into());
    }
    let (tried, now) = (Guess::code(&visitor.caller), context.clock.now_ms());
    guesses::begin(&context.db, &tried, now).await?;
    let is_known = Arc::new(AtomicBool::new(false));
    let found = is_known.clone();
    let cart = change(context, key, async move |connection, shopping| {
        if shopping.cart.coupons.len() >= MOST_CODES {
            return Err(Problem::CouponUnknown.into());
        }
        shopping.cart.apply_coupon(&code);
        shopping.find_coupons(connection).await?;
        // What nobody gave out is said in this answer, and does not stay in the cart.
        if shopping.knows(&code) {
            cart::set_coupons(connection, &shopping.stored.id, &shopping::codes(&shopping.cart)?).await?;
        }
        let is_known = shopping.coupons.iter().any(|coupon| coupon.has_code(&code));
        found.store(is_known, Ordering::Relaxed);
        Ok(())
    })
    .await?;
    if is_known.load(Ordering::Relaxed) {
        guesses::right(&context.db, &tried, now).await?;
    }
    Ok(cart)
}

/// Takes a code out of the cart of a key.
pub async fn remove_code(context: &Context, key: Option<Key>, code: String) -> Result<Cart, ApiError> {
    change(context, key, async move |connection, shopping| {
        shopping.cart.remove_coupon(&code);
        keep_codes(connection, shopping).await
    })
    .await
}

async fn keep_codes(connection: &mut Connection<'_>, shopping: &mut Shopping) -> Result<(), ApiError> {
    cart::set_coupons(connection, &shopping.stored.id, &shopping::codes(&shopping.cart)?).await?;
    shopping.find_coupons(connection).await
}

/// Sets where the cart of a key goes; the options that reach it and the taxes that hold there follow.
pub async fn set_shipping_location(
    context: &Context,
    key: Option<Key>,
    location: ShippingLocation,
) -> Result<Cart, ApiError> {
    check_length(&location)?;
    let location = location.tidied();
    check_country(&location)?;
    change(context, key, async move |connection, shopping| {
        shopping.check_place(&location)?;
        cart::set_location(connection, &shopping.stored.id, &serde_json::to_string(&location)?).await?;
        shopping.cart.shipping_location = Some(location.clone());
        Ok(())
    })
    .await
}

/// No part of an address is longer than one is.
pub fn check_length(location: &ShippingLocation) -> Result<(), ApiError> {
    let long = location.long_parts();
    if long.is_empty() {
        return Ok(());
    }
    let mut found = Details::default();
    long.into_iter().for_each(|part| found.add(part, DetailProblem::AddressTooLong));
    Err(found.into())
}

/// An address that is still being typed is in a country all the same, or in none yet.
fn check_country(location: &ShippingLocation) -> Result<(), ApiError> {
    if location.country.is_empty() || is_country(&location.country) {
        return Ok(());
    }
    let mut found = Details::default();
    found.add("country", DetailProblem::CountryUnknown);
    Err(found.into())
}

/// Sets how the cart of a key goes: by one of its `shippingOptions`.
pub async fn set_shipping_option(context: &Context, key: Option<Key>, id: String) -> Result<Cart, ApiError> {
    let now = context.clock.now_ms();
    change(context, key, async move |connection, shopping| {
        // The options on offer are known once the cart is settled.
        shopping.settle(now)?;
        shopping.cart.select_shipping_option(&id)?;
        cart::set_option(connection, &shopping.stored.id, &id).await
    })
    .await
}

/// The shopper has seen today's prices and agrees: `priceChanged` goes.
pub async fn accept_prices(context: &Context, key: Option<Key>) -> Result<Cart, ApiError> {
    change(context, key, async |connection, shopping| accept_all_prices(connection, shopping).await).await
}

/// Keeps today's price with every entry.
pub async fn accept_all_prices(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
) -> Result<(), ApiError> {
    for entry in &shopping.cart.entries {
        cart::accept_price(
            connection,
            &shopping.stored.id,
            entry.id.as_str(),
            entry.purchase_price_cents.get(),
        )
        .await?;
    }
    shopping.cart.accept_prices();
    Ok(())
}

async fn change<F>(context: &Context, key: Option<Key>, work: F) -> Result<Cart, ApiError>
where
    F: AsyncFn(&mut Connection<'_>, &mut Shopping) -> Result<(), ApiError> + Send + 'static,
{
    Ok(change_cart(context, key, work).await?.0)
}
