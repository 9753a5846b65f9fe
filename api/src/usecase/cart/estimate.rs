//! What a cart would come to at a place: asked before the checkout, and nothing of it is kept.

use super::taxes::{self, When};
use super::terms::check_length;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::cart::{self, Key};
use crate::shopping::Shopping;
use loggia_commerce::{Cart, Estimate, Problem, ShippingLocation};

/// The delivery, the taxes and the total of the cart of a key at a place, by the cheapest way there.
pub async fn estimate(
    context: &Context,
    key: Option<Key>,
    location: ShippingLocation,
) -> Result<Estimate, ApiError> {
    check_length(&location)?;
    let (key, now) = (key.ok_or(Problem::CartEmpty)?, context.clock.now_ms());
    let mut cart = at_place(context, &key, (&location, now)).await?;
    if taxes::ask(context, &cart, When::Estimated).await? {
        cart = at_place(context, &key, (&location, now)).await?;
    }
    taxes::check(&cart)?;
    Ok(Estimate {
        requires_shipping: cart.requires_shipping,
        shipping_options: cart.shipping_options,
        shipping_cost_cents: cart.shipping_cost_cents,
        tax_cents: cart.tax_cents,
        taxes: cart.taxes,
        reverse_charge: cart.reverse_charge,
        relief_cents: cart.relief_cents,
        total_cents: cart.grand_total_cents,
    })
}

/// The cart of a key as it would be at a place, by the cheapest way there.
async fn at_place(
    context: &Context,
    key: &Key,
    (location, now): (&ShippingLocation, i64),
) -> Result<Cart, ApiError> {
    context
        .db
        .read(async |connection| {
            let stored = cart::read(connection, key, now).await?.ok_or(Problem::CartEmpty)?;
            let mut shopping = Shopping::open(connection, &context.publications, stored).await?;
            if shopping.cart.entries.is_empty() || shopping.cart.is_purchased {
                return Err(Problem::CartEmpty.into());
            }
            shopping.find_taxes(connection, now).await?;
            shopping.cart.shipping_location = Some(location.clone());
            shopping.settle(now)?;
            shopping.cart.check_place(shopping.terms(now).tax_rules)?;
            let cheapest = shopping.cart.shipping_options.iter().min_by_key(|option| option.cost_cents);
            if let Some(id) = cheapest.map(|option| option.id.clone()) {
                shopping.cart.select_shipping_option(&id)?;
                shopping.settle(now)?;
            }
            Ok(shopping.cart)
        })
        .await
}
