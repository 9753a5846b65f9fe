//! Gift cards at the desk: found, looked at, made for somebody, and voided.

use crate::clock::DAY;
use crate::context::Context;
use crate::emails::order::{CardOf, gift_card as letter};
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::{SignedIn, confirm_again};
use crate::repository::Connection;
use crate::repository::gift_card_desk::{self, By, DeskCard, DeskChange, Made, Wanted};
use crate::repository::idempotency::{self, Call};
use crate::repository::order::{self, StoredLine};
use crate::repository::outbox;
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use crate::token;
use crate::usecase::owner::note::note;
use loggia_commerce::{GiftCardRecipient, ProductType};
use serde_json::json;

/// The most that one card may be worth, in minor units.
const MOST_CENTS: i64 = 10_000_000;
/// How many changes of a card are shown.
const MOST_CHANGES: i64 = 200;
/// How many cards a page of the list has.
const PAGE: usize = 50;

/// A page of cards, and where the next one begins.
#[derive(Debug)]
pub struct Page {
    /// The newest first.
    pub cards: Vec<DeskCard>,
    /// None on the last one.
    pub next: Option<String>,
}

/// A card that is asked for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Minor units of the shop's currency.
    pub amount_cents: i64,
    /// For whom; with an address it is sent there.
    pub recipient: Option<GiftCardRecipient>,
    /// Why, for the staff.
    pub reason: String,
}

/// The cards that are wanted, from behind the last of the page before.
///
/// # Errors
/// Faults of the store.
pub async fn list(context: &Context, wanted: &Wanted, before: &str) -> Result<Page, ApiError> {
    let one_more = i64::try_from(PAGE).unwrap_or(i64::MAX) + 1;
    context
        .db
        .read(async |connection| {
            let mut ids = gift_card_desk::ids(connection, wanted, before, one_more).await?;
            let has_next = ids.len() > PAGE;
            ids.truncate(PAGE);
            let mut cards = Vec::with_capacity(ids.len());
            for id in &ids {
                cards.extend(gift_card_desk::one(connection, id).await?);
            }
            Ok(Page { cards, next: ids.pop().filter(|_| has_next) })
        })
        .await
}

/// One card with its ledger, the newest change first.
///
/// # Errors
/// 404; faults of the store.
pub async fn one(context: &Context, id: &str) -> Result<(DeskCard, Vec<DeskChange>), ApiError> {
    context
        .db
        .read(async |connection| {
            let card = gift_card_desk::one(connection, id).await?;
            let card = card.ok_or_else(|| ApiError::not_found("Not found"))?;
            Ok((card, gift_card_desk::ledger(connection, id, MOST_CHANGES).await?))
        })
        .await
}

/// Makes a card that nobody bought, and sends it to whom it is for. Its id, and its code, which is kept nowhere: a repeat of the call by
/// the same key has the card and no code.
///
/// # Errors
/// 403, also without a fresh proof; an amount that cannot be; a key that was used for another card.
pub async fn make(
    context: &Context,
    who: &SignedIn,
    asked: Asked,
    call: Option<Call>,
) -> Result<(String, Option<String>), ApiError> {
    who.must_recently(Right::ManageStore, context)?;
    if !(1..=MOST_CENTS).contains(&asked.amount_cents) {
        let message = "Please give an amount above nothing and of at most 10,000,000 minor units.";
        return Err(ApiError::bad_request("gift-card-amount", message));
    }
    let published = context.publications.newest(&context.db).await?;
    let (who, test_mode, now) = (who.clone(), context.publications.is_test(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let id = token::new_id();
            // The key goes first: of two calls at once the second waits here for what the first one made.
            if let Some(call) = &call
                && !idempotency::note(connection, call, &id, now + DAY).await?
            {
                return match idempotency::earlier(connection, call, now).await? {
                    Some((earlier, true)) => Ok((earlier, None)),
                    _ => Err(idempotency::key_of_another("gift card")),
                };
            }
            let code = token::gift_card_code();
            let currency = published.catalog.store_settings.currency;
            let email = asked.recipient.as_ref().map_or("", |recipient| recipient.recipient_email.as_str());
            let card = Made {
                id: &id,
                code: &code,
                recipient: &email.to_lowercase(),
                currency: currency.as_str(),
                worth_cents: asked.amount_cents,
                test_mode,
            };
            let by = By { actor_id: &who.id, note: &asked.reason, now };
            gift_card_desk::add(connection, card, by).await?;
            if let Some(recipient) = &asked.recipient {
                let of = CardOf { language: "", currency: currency.as_str(), buyer: email, is_refund: false };
                let message = letter(&published, of, Some(recipient), (asked.amount_cents, &code));
                let cause = format!("gift-card-made-{id}");
                outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&message)?, now).await?;
            }
            let event = Event::new(Kind::GiftCardIssued, &id).with("amountCents", asked.amount_cents);
            let event = event.with("currency", currency.as_str()).about(email).words(&asked.reason);
            note(connection, &who, event, now).await?;
            Ok((id, Some(code)))
        })
        .await
}

/// Lets an order be paid by a word of the staff. One with gift cards issues them then: money that nobody paid, unless whoever says so
/// proved lately who they are, as they do for a card that nobody bought.
///
/// # Errors
/// `confirm-again`; faults of the store.
pub async fn issued_by_hand(
    connection: &mut Connection<'_>,
    order_id: &str,
    is_confirmed: bool,
) -> Result<(), ApiError> {
    let is_card = |line: &StoredLine| line.product_type == i64::from(ProductType::GiftCard.code());
    if is_confirmed || !order::lines(connection, order_id).await?.iter().any(is_card) {
        return Ok(());
    }
    Err(confirm_again())
}

/// Voids a card: what is left on it is taken off, and it pays no more, also when something comes back to it.
///
/// # Errors
/// 403, also without a fresh proof; 404; 409 when there is nothing to void any more.
pub async fn void(context: &Context, who: &SignedIn, id: &str, reason: &str) -> Result<(), ApiError> {
    who.must_recently(Right::ManageStore, context)?;
    let (who, id, reason) = (who.clone(), id.to_owned(), reason.to_owned());
    let now = context.clock.now_ms();
    context
        .db
        .write(async move |connection| {
            let card = gift_card_desk::one(connection, &id).await?;
            let card = card.ok_or_else(|| ApiError::not_found("Not found"))?;
            let by = By { actor_id: &who.id, note: &reason, now };
            let Some(left) = gift_card_desk::close(connection, &id, &card.order_id, by).await? else {
                return Err(ApiError::refused(
                    StatusCode::CONFLICT,
                    "gift-card-void",
                    "This gift card is void already, and nothing is on it.",
                ));
            };
            let event = Event::new(Kind::GiftCardVoided, &id).change(json!(left), json!(0));
            note(connection, &who, event.about(&card.recipient).words(&reason), now).await
        })
        .await
}
