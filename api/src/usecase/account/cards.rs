//! The cards that the payment provider keeps for a member who agreed to it: looked at, removed, offered in the checkout.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::outbound::payment::{KeptCard, Wallet};
use crate::repository::wallet;
use crate::settlement::member::{customer, unanswered};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the names of cards are signed for: the provider's own never leave the server.
const PURPOSE: &str = "kept-card";

/// The cards that are kept for the person signed in.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct OwnCards {
    /// As the payment provider has them.
    pub cards: Vec<OwnCard>,
}

/// A card that is kept. Nothing here pays.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnCard {
    /// Names it for its removal, and for nobody else.
    pub id: String,
    /// `visa`, `mastercard` and so on; of what is no card the way of paying, such as `sepa_debit`.
    pub brand: String,
    /// The last four digits; "" of what has none.
    pub last4: String,
    /// From 1 to 12; only of cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiry_month: Option<u32>,
    /// All four digits; only of cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiry_year: Option<u32>,
}

/// What the payment provider's fields need for a member.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardSession {
    /// Shows the member's cards in the provider's fields, and has these ask whether one may be kept. Null where none are kept.
    pub client_secret: Option<String>,
}

/// The cards of the person signed in.
///
/// # Errors
/// `cards-unanswered`.
pub async fn list(context: &Context, who: &SignedIn) -> Result<OwnCards, ApiError> {
    let Some(at) = context.payments.main().wallet() else { return Ok(OwnCards::default()) };
    let cards = kept(context, at, who).await?;
    Ok(OwnCards { cards: cards.into_iter().map(|card| own(context, who, card)).collect() })
}

/// Removes one of them; those that stay.
///
/// # Errors
/// `not-found` for a card that is not theirs; `cards-unanswered`.
pub async fn remove(context: &Context, who: &SignedIn, id: &str) -> Result<OwnCards, ApiError> {
    let missing = || ApiError::not_found("Not found");
    let at = context.payments.main().wallet().ok_or_else(missing)?;
    let cards = kept(context, at, who).await?;
    let found = cards.iter().find(|card| name_of(context, who, &card.method) == id);
    let method = found.ok_or_else(missing)?.method.clone();
    at.remove(method.clone()).await.map_err(unanswered)?;
    let rest = cards.into_iter().filter(|card| card.method != method);
    Ok(OwnCards { cards: rest.map(|card| own(context, who, card)).collect() })
}

/// What the provider's fields need to offer a member's cards.
///
/// # Errors
/// `cards-unanswered`.
pub async fn session(context: &Context, who: &SignedIn) -> Result<CardSession, ApiError> {
    let nothing = CardSession { client_secret: None };
    // The one at the machine of a site without users has no account.
    let Some(at) = context.payments.main().wallet().filter(|_| !who.is_alone()) else { return Ok(nothing) };
    let Some(known) = customer(context, at, &who.id, None).await? else { return Ok(nothing) };
    if let Some(secret) = at.session(known.clone()).await.map_err(unanswered)? {
        return Ok(CardSession { client_secret: Some(secret) });
    }
    // Deleted at the provider: begun anew, without cards.
    let Some(made) = customer(context, at, &who.id, Some(&known)).await? else { return Ok(nothing) };
    Ok(CardSession { client_secret: at.session(made).await.map_err(unanswered)? })
}

async fn kept(context: &Context, at: &dyn Wallet, who: &SignedIn) -> Result<Vec<KeptCard>, ApiError> {
    let known =
        context.db.read(async |connection| wallet::customer(connection, &who.id, at.name()).await).await?;
    let Some(known) = known else { return Ok(Vec::new()) };
    Ok(at.cards(known).await.map_err(unanswered)?.unwrap_or_default())
}

fn own(context: &Context, who: &SignedIn, card: KeptCard) -> OwnCard {
    let (expiry_month, expiry_year) = card.expires.unzip();
    let id = name_of(context, who, &card.method);
    OwnCard { id, brand: card.brand, last4: card.last4, expiry_month, expiry_year }
}

fn name_of(context: &Context, who: &SignedIn, method: &str) -> String {
    context.secret.sign(PURPOSE, &format!("{}\n{method}", who.id))
}
