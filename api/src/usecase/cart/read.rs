//! The cart as it is shown.

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::cart::{self, Key};
use crate::shopping::Shopping;
use loggia_commerce::Cart;

/// The cart a key opens, priced and settled as of now.
pub async fn load(context: &Context, key: &Key, now: i64) -> Result<Option<Cart>, ApiError> {
    context
        .db
        .read(async |connection| {
            let Some(stored) = cart::read(connection, key, now).await? else { return Ok(None) };
            let mut shopping = Shopping::open(connection, &context.publications, stored).await?;
            shopping.settle(now)?;
            Ok(Some(shopping.cart))
        })
        .await
}
