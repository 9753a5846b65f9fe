//! A cart of its own for one subscription.

use super::add::{AddEntry, accept, stock_of};
use super::change::finish;

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::repository::cart::{self, Kind, NewEntry};
use crate::repository::catalog;
use crate::shopping::Shopping;
use crate::token;
use loggia_commerce::limit::CART_LIFETIME_MS;
use loggia_commerce::{EntryId, Problem, Purchase, quantity_from_json};

/// Makes the cart of one subscription; the token that opens it.
pub async fn start_subscription(
    context: &Context,
    shopper: Shopper,
    request: AddEntry,
) -> Result<String, ApiError> {
    let quantity = quantity_from_json(&request.quantity)?;
    let (publications, now) = (context.publications.clone(), context.clock.now_ms());
    let cart_token = token::opaque();
    let token_hash = token::hash(&cart_token);
    context
        .db
        .write(async move |connection| {
            let lifetime = (now, CART_LIFETIME_MS);
            let version = catalog::version(connection).await?;
            let published = publications.at_least(connection, version).await?;
            let product = published.product(&request.item_id).ok_or(Problem::ItemUnavailable)?;
            let stored = cart::create(
                connection,
                &token_hash,
                Kind::Subscription,
                shopper.member.as_deref(),
                lifetime,
            )
            .await?;
            let mut shopping = Shopping::open(connection, &publications, stored).await?;
            let stock = stock_of(connection, product, request.sku.as_deref()).await?;
            let accepted = accept(&shopping, product, &request, quantity, Purchase::Subscription, stock)?;
            let entry = NewEntry {
                id: token::new_id(),
                item_id: product.id.to_string(),
                sku: accepted.chosen_variant.sku.to_string(),
                quantity: i64::from(accepted.quantity),
                price_cents: accepted.price.get(),
                additional_fields: accepted.additional_fields.clone(),
            };
            cart::put_entry(connection, &shopping.stored.id, &entry, now).await?;
            shopping.cart.add(product, accepted, EntryId::new(entry.id))?;
            finish(connection, &mut shopping, now).await
        })
        .await?;
    Ok(cart_token)
}
