//! Gift cards of the shop. A search names people and codes, so it stands in the body: no log has it.

use super::reason;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::call_key::call_of;
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::gift_card_desk::{DeskCard, DeskChange, Wanted};
use crate::roles::Right;
use crate::usecase::gift_cards::{self, Asked};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use loggia_commerce::GiftCardRecipient;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest search, in characters.
const LONGEST: usize = 320;

/// Which cards.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GiftCardsView {
    /// Every one.
    #[default]
    All,
    /// Those with something left on them.
    Open,
    /// Those that somebody voided.
    Voided,
}

/// Which cards, and from where on.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GiftCardsWanted {
    /// A whole code or its last four letters, the whole address of a buyer or of whom it is for, an order's number or id; "" for all
    /// of `view`. What is found does not look at `view`.
    pub text: String,
    /// Which of all.
    pub view: GiftCardsView,
    /// `nextCursor` of the page before.
    pub cursor: String,
}

/// Where a card comes from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GiftCardSource {
    /// An order bought it.
    Order,
    /// Somebody of the staff made it.
    Made,
    /// Another shop sold it.
    Imported,
}

/// How a card stands.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GiftCardState {
    /// It pays.
    Open,
    /// Nothing is left on it.
    Spent,
    /// The payment for it is disputed: it does not pay meanwhile.
    Blocked,
    /// Somebody voided it: it pays no more.
    Voided,
}

/// A gift card. Amounts are minor units, moments epoch milliseconds. Its code is kept nowhere.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftCardRow {
    /// Its id.
    pub id: String,
    /// The last four letters of its code; "" of cards from before they were kept.
    pub code_end: String,
    /// How it stands.
    pub state: GiftCardState,
    /// Where it comes from.
    pub source: GiftCardSource,
    /// The order that bought it.
    pub order_id: Option<String>,
    /// Its number.
    pub order_number: Option<i64>,
    /// Who bought it; "" where nobody did.
    pub buyer: String,
    /// The address it is for; "" where it is the buyer's or nobody's.
    pub recipient: String,
    /// ISO 4217 code.
    pub currency: String,
    /// What it was worth.
    pub worth_cents: i64,
    /// What is left.
    pub balance_cents: i64,
    /// It pays in the mode for tests alone.
    pub test_mode: bool,
    /// Since when it is.
    pub created_on: i64,
    /// When somebody voided it.
    pub voided_on: Option<i64>,
}

impl From<DeskCard> for GiftCardRow {
    fn from(card: DeskCard) -> Self {
        let state = if card.closed_at.is_some() {
            GiftCardState::Voided
        } else if card.blocked_at.is_some() {
            GiftCardState::Blocked
        } else if card.balance_cents > 0 {
            GiftCardState::Open
        } else {
            GiftCardState::Spent
        };
        let source = if card.buyer.is_some() {
            GiftCardSource::Order
        } else if card.order_id.starts_with("made-") {
            GiftCardSource::Made
        } else {
            GiftCardSource::Imported
        };
        GiftCardRow {
            state,
            source,
            order_id: card.buyer.is_some().then_some(card.order_id),
            order_number: card.order_number,
            buyer: card.buyer.unwrap_or_default(),
            id: card.id,
            code_end: card.code_end,
            recipient: card.recipient,
            currency: card.currency,
            worth_cents: card.worth_cents,
            balance_cents: card.balance_cents,
            test_mode: card.test_mode,
            created_on: card.created_at,
            voided_on: card.closed_at,
        }
    }
}

/// A page of cards.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftCards {
    /// The newest first.
    pub cards: Vec<GiftCardRow>,
    /// Where the next page begins; none on the last.
    pub next_cursor: Option<String>,
}

/// A change of a card's balance.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftCardChange {
    /// By how much, in minor units.
    pub change_cents: i64,
    /// `issued`, `spent`, `returned`, `voided`, or `restored` (what was taken back for a refund that failed).
    pub reason: String,
    /// The words of who did it.
    pub note: Option<String>,
    /// Who did it, where a person did and is still there.
    pub actor: Option<String>,
    /// The order it was about.
    pub order_id: Option<String>,
    /// Its number.
    pub order_number: Option<i64>,
    /// Epoch milliseconds.
    pub created_on: i64,
}

impl From<DeskChange> for GiftCardChange {
    fn from(change: DeskChange) -> Self {
        // Of another shop's cards, and of those that were made, there is no order.
        let is_order = !change.order_id.starts_with("made-") && change.order_id != "imported";
        GiftCardChange {
            change_cents: change.change_cents,
            reason: change.reason,
            note: change.note.filter(|note| !note.is_empty()),
            actor: change.actor,
            order_id: is_order.then_some(change.order_id),
            order_number: change.order_number,
            created_on: change.created_at,
        }
    }
}

/// A card with what happened to it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct GiftCardDetail {
    /// The card.
    pub card: GiftCardRow,
    /// The newest first, at most 200; their sum is the balance.
    pub ledger: Vec<GiftCardChange>,
    /// The whole code: in the answer to the call that makes the card, and in no other.
    pub code: Option<String>,
}

async fn whole(context: &Context, id: &str, code: Option<String>) -> Result<HttpResponse, ApiError> {
    let (card, ledger) = gift_cards::one(context, id).await?;
    let ledger = ledger.into_iter().map(GiftCardChange::from).collect();
    Ok(HttpResponse::Ok().json(GiftCardDetail { card: card.into(), ledger, code }))
}

/// Lists gift cards, or finds them by a code, its last letters, an address or an order; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = GiftCardsWanted, responses((status = 200, body = GiftCards), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/commerce/gift-cards/search")]
pub async fn search_gift_cards(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<GiftCardsWanted>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let GiftCardsWanted { text, view, cursor } = body.into_inner();
    let text = text.trim();
    if text.chars().count() > LONGEST {
        return Err(ApiError::bad_request("search-too-long", "Please search for at most 320 characters."));
    }
    // PostgreSQL takes it in no text.
    if text.contains('\0') || cursor.len() > 64 || !cursor.chars().all(|one| one.is_ascii_alphanumeric()) {
        return Err(ApiError::bad_request("malformed-cursor", "The cursor is not one of this list."));
    }
    let wanted = match (text, view) {
        ("", GiftCardsView::All) => Wanted::All,
        ("", GiftCardsView::Open) => Wanted::Open,
        ("", GiftCardsView::Voided) => Wanted::Voided,
        (text, _) => Wanted::Named(text.to_owned()),
    };
    let page = gift_cards::list(&context, &wanted, &cursor).await?;
    let cards = page.cards.into_iter().map(GiftCardRow::from).collect();
    Ok(HttpResponse::Ok().json(GiftCards { cards, next_cursor: page.next }))
}

/// Shows a gift card with everything that happened to its balance; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("cardId" = String, Path)), responses((status = 200, body = GiftCardDetail), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/commerce/gift-cards/{cardId}")]
pub async fn get_gift_card(
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    whole(&context, &id, None).await
}

/// A card that is made.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NewGiftCard {
    /// What it is worth, in minor units of the shop's currency; at most 10,000,000.
    pub amount_cents: i64,
    /// For whom. With an address the card is sent there at once, and needs a name; without one its code stands in the answer alone.
    pub recipient_name: String,
    /// The address.
    pub recipient_email: String,
    /// What is said with it; at most 500 characters.
    pub message: String,
    /// Why it is made, for the staff.
    pub reason: String,
}

/// Makes a gift card that nobody bought; for ADMIN and STORE_MANAGER, with a fresh proof. It stands in no figure as sold. Its code stands
/// in this answer and in the letter, and nowhere else.
#[utoipa::path(tag = "owner", params(("Idempotency-Key" = Option<String>, Header, description = "The same for every repeat of one making: it makes one card, and a repeat has no code")),
    request_body = NewGiftCard, responses((status = 200, body = GiftCardDetail), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
#[post("/commerce/gift-cards")]
pub async fn make_gift_card(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<NewGiftCard>,
) -> Result<HttpResponse, ApiError> {
    let body = body.into_inner();
    who.must(Right::ManageStore)?;
    let call = call_of(&request, "gift-card", &serde_json::to_string(&body)?)?;
    let said = GiftCardRecipient {
        recipient_name: body.recipient_name,
        recipient_email: body.recipient_email,
        message: body.message,
        deliver_on: String::new(),
    };
    let recipient = GiftCardRecipient::read(Some(&serde_json::to_string(&said)?))?;
    let asked = Asked { amount_cents: body.amount_cents, recipient, reason: reason(&body.reason)? };
    let (id, code) = gift_cards::make(&context, &who, asked, call).await?;
    whole(&context, &id, code).await
}

/// Why a card is voided.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct VoidGiftCard {
    /// At most 500 characters, for the staff.
    pub reason: String,
}

/// Voids a gift card: what is left on it is taken off, and it never pays again; for ADMIN and STORE_MANAGER, with a fresh proof. What comes
/// back to it later is voided by another call.
#[utoipa::path(tag = "owner", params(("cardId" = String, Path)), request_body = VoidGiftCard, responses((status = 200, body = GiftCardDetail),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[post("/commerce/gift-cards/{cardId}/void")]
pub async fn void_gift_card(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<VoidGiftCard>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    gift_cards::void(&context, &who, &id, &reason(&body.reason)?).await?;
    whole(&context, &id, None).await
}
