//! The VAT number of who buys: it may change what a cart comes to, so the cart keeps it.

use super::change::change_cart;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::cart::{self, Key};
use loggia_commerce::{Cart, DetailProblem, Details, VatId};

/// Sets the VAT number of the cart of a key, or takes it out; the register is asked what it says of it.
///
/// # Errors
/// `vat-id-invalid` of a text that is none.
pub async fn set_vat_id(context: &Context, key: Option<Key>, typed: &str) -> Result<Cart, ApiError> {
    let id = match typed.trim() {
        "" => None,
        typed => Some(VatId::parse(typed).map_err(|_| {
            let mut found = Details::default();
            found.add("vatId", DetailProblem::VatIdInvalid);
            ApiError::from(found)
        })?),
    };
    // Asked before anything is held: the register may take its time.
    let confirmed = match &id {
        Some(id) => context.vat.ask(id).await,
        None => None,
    };
    let changed = change_cart(context, key, async move |connection, shopping| {
        let text = id.as_ref().map(VatId::as_str);
        cart::set_vat_id(connection, &shopping.stored.id, text, confirmed).await?;
        shopping.cart.vat_id = text.unwrap_or_default().to_owned();
        shopping.cart.vat_id_confirmed = confirmed;
        Ok(())
    });
    Ok(changed.await?.0)
}

/// Keeps the number of a purchase, and what the register says of it now, with the cart that is bought.
///
/// # Errors
/// Faults of the store.
pub async fn keep_vat_id(
    context: &Context,
    key: &Key,
    (id, confirmed): (Option<&VatId>, Option<bool>),
) -> Result<(), ApiError> {
    let now = context.clock.now_ms();
    let stored = context.db.read(async |connection| cart::read(connection, key, now).await).await?;
    let is_kept = |cart: &cart::StoredCart| {
        cart.is_purchased
            || cart.vat_id.as_deref() == id.map(VatId::as_str) && cart.vat_id_confirmed == confirmed
    };
    if stored.is_none_or(|cart| is_kept(&cart)) {
        return Ok(());
    }
    let (key, text) = (key.clone(), id.map(|id| id.as_str().to_owned()));
    let keep = async move |connection: &mut crate::repository::Connection<'_>| match cart::hold(
        connection, &key, now,
    )
    .await?
    {
        Some(cart) => cart::set_vat_id(connection, &cart.id, text.as_deref(), confirmed).await,
        None => Ok(()),
    };
    context.db.write(keep).await
}
