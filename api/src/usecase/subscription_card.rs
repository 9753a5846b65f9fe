//! Another card for a subscription: entered on a page of the payment provider's, where nothing is charged, then taken over. A payment
//! that was refused is tried again with it.

use super::order::page::refused;
use super::subscription::{Holder, held, is_open};
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::links::Opens;
use crate::outbound::payment::{AskForCard, Wallet};
use crate::repository::subscription;
use crate::repository::wallet::{self, BegunCard};
use crate::settlement::member::unanswered;
use crate::token;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The provider puts the name of its page in place of this.
const SESSION: &str = "{CHECKOUT_SESSION_ID}";

/// Where a card is entered.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CardPage {
    /// A page of the payment provider's, which leads back to the subscription's.
    pub url: String,
}

/// Begins the change of a subscription's card.
///
/// # Errors
/// `link-refused`; `subscription-ended`; `card-not-changeable` where the provider keeps none; `cards-unanswered`.
pub async fn begin(context: &Context, id: &str, holder: &Holder) -> Result<CardPage, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let (stored, _) = context.db.read(async |connection| held(connection, context, id, holder).await).await?;
    if !is_open(&stored.status) {
        return Err(ended());
    }
    let at = context.payments.main().wallet().filter(|_| published.has_address());
    let at = at.ok_or_else(not_changeable)?;
    let (now, new) = (context.clock.now_ms(), token::new_id());
    let page = context.publications.links().page(
        Opens::Subscription,
        (stored.id.as_str(), stored.link_version),
        now,
    );
    let back_to = published.address_of(&page);
    let ask = |customer: &str, key: &str| AskForCard {
        key: format!("card-{new}-{key}"),
        customer: customer.to_owned(),
        subscription_id: stored.id.clone(),
        return_to: format!("{back_to}&card={SESSION}"),
        back_to: back_to.clone(),
        now,
    };
    let known = stored.customer.clone().filter(|_| stored.provider == at.name());
    let (mut customer, mut opened) = (known.clone().unwrap_or_default(), None);
    if known.is_some() {
        opened = at.ask_for_card(ask(&customer, "known")).await.map_err(unanswered)?;
    }
    if opened.is_none() {
        // Nobody is known there, or not any more.
        let key = format!("card-of-{}-{}", stored.id, known.as_deref().unwrap_or("first"));
        customer = at.open(key, stored.id.clone()).await.map_err(unanswered)?;
        opened = at.ask_for_card(ask(&customer, "new")).await.map_err(unanswered)?;
    }
    let opened = opened.ok_or_else(not_changeable)?;
    let begun = BegunCard {
        session: opened.session,
        subscription_id: stored.id.clone(),
        provider: at.name().to_owned(),
        customer,
        begun_at: now,
        done_at: None,
    };
    context.db.write(async move |connection| wallet::begin(connection, &begun).await).await?;
    Ok(CardPage { url: opened.url })
}

/// Takes over the card that was entered on a page of the provider's, once: whether the subscription `only`, or any, has one from it.
///
/// # Errors
/// `cards-unanswered`; faults of the store.
pub async fn finish(context: &Context, session: &str, only: Option<&str>) -> Result<bool, ApiError> {
    let begun = context.db.read(async |connection| wallet::begun(connection, session).await).await?;
    let Some(begun) = begun.filter(|begun| only.is_none_or(|id| begun.subscription_id == id)) else {
        return Ok(false);
    };
    if begun.done_at.is_some() {
        return Ok(true);
    }
    let at: Option<&dyn Wallet> =
        context.payments.by_name(&begun.provider).and_then(|provider| provider.wallet());
    let Some(at) = at else { return Ok(false) };
    let entered = at.entered(begun.session.clone()).await.map_err(unanswered)?;
    let Some(entered) = entered.filter(|entered| entered.customer == begun.customer) else {
        return Ok(false);
    };
    let now = context.clock.now_ms();
    context
        .db
        .write(async move |connection| {
            // Whoever comes second, the shopper or the provider's message, finds it done.
            if !wallet::set_done(connection, &begun.session, now).await? {
                return Ok(true);
            }
            let before = subscription::read(connection, &begun.subscription_id).await?.ok_or_else(refused)?;
            let provider = begun.provider.as_str();
            let card = (provider, entered.customer.as_str(), entered.method.as_str());
            let is_new = !wallet::is_overtaken(connection, &begun).await?
                && subscription::set_card(connection, &before.id, card, now).await?;
            if !is_new {
                // It has ended, or got a newer card.
                wallet::forget_card(connection, (provider, &entered.method), now).await?;
            } else if let Some(method) = before.method.filter(|method| *method != entered.method) {
                wallet::forget_card(connection, (&before.provider, &method), now).await?;
            }
            Ok(is_new)
        })
        .await
}

fn ended() -> ApiError {
    ApiError::refused(StatusCode::CONFLICT, "subscription-ended", "This subscription has ended already.")
}

fn not_changeable() -> ApiError {
    let message = "The card of this subscription cannot be changed here. Please write to the shop.";
    ApiError::refused(StatusCode::CONFLICT, "card-not-changeable", message)
}
