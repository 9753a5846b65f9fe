//! What whoever has the link to pay a draft sees of it.

use super::body::DraftBody;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::draft;
use crate::repository::order::{self, StoredOrder};
use crate::usecase::cart::read;
use crate::usecase::checkout::place::payment_link_ended;
use crate::{repository::cart::Key, token};
use loggia_commerce::Cart;

/// A draft that its link opens.
#[derive(Debug)]
pub struct Opened {
    /// What it comes to; none of one that is an order by now.
    pub cart: Option<Cart>,
    /// Opens its cart at the checkout.
    pub cart_token: String,
    /// The language of its buyer.
    pub language: String,
    /// Until when it can be paid; epoch milliseconds.
    pub until: i64,
    /// The order that it is by now.
    pub order: Option<StoredOrder>,
}

/// The draft that this link opens.
///
/// # Errors
/// `payment-link-ended` of any other link; faults of the store.
pub async fn open(context: &Context, id: &str, key: &str) -> Result<Opened, ApiError> {
    let (links, now) = (context.publications.links(), context.clock.now_ms());
    let found = context.db.read(async |connection| draft::read(connection, id).await).await?;
    let found = found.filter(|draft| links.is_payment((&draft.id, draft.version), key, now));
    let draft = found.ok_or_else(payment_link_ended)?;
    let body: DraftBody = serde_json::from_str(&draft.body)?;
    let cart_token = links.payment_cart((id, draft.version));
    let placed = draft.order_id.filter(|_| draft.is_placed);
    let order = match &placed {
        Some(id) => context.db.read(async |connection| order::read(connection, id).await).await?,
        None => None,
    };
    let cart = match order {
        Some(_) => None,
        None => read::load(context, &Key::Token(token::hash(&cart_token)), now).await?,
    };
    Ok(Opened { cart, cart_token, language: body.language, until: draft.expires_at.unwrap_or(now), order })
}
