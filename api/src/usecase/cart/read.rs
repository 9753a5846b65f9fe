//! The cart as it is shown.

use super::taxes::{self, When};
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::cart::{self, Key};
use crate::shopping::Shopping;
use loggia_commerce::Cart;

/// The cart a key opens, priced and settled as of now; a service that works out its taxes is asked where they are not known.
pub async fn load(context: &Context, key: &Key, now: i64) -> Result<Option<Cart>, ApiError> {
    let found = load_known(context, key, now).await?;
    match &found {
        Some(cart) if taxes::ask(context, cart, When::Shown).await? => load_known(context, key, now).await,
        _ => Ok(found),
    }
}

/// The same with nobody asked.
pub(super) async fn load_known(context: &Context, key: &Key, now: i64) -> Result<Option<Cart>, ApiError> {
    context
        .db
        .read(async |connection| {
            let Some(stored) = cart::read(connection, key, now).await? else { return Ok(None) };
            let mut shopping = Shopping::open(connection, &context.publications, stored).await?;
            shopping.find_taxes(connection, now).await?;
            shopping.settle(now)?;
            Ok(Some(shopping.cart))
        })
        .await
}
