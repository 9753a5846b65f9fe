//! Gift cards: a code kept as its hash, a balance, and every change of it.

use super::books::mark;
use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use crate::token::{self, TokenHash};
use loggia_commerce::{Cents, CurrencyCode, GiftCardBalance};
use sqlx_macros::FromRow;

statements! {
    BY_CODE = "SELECT id, currency, balance_cents, test_mode, blocked_at, closed_at FROM gift_card WHERE code_hash = $1";
    ADD = "INSERT INTO gift_card (id, code_hash, order_id, currency, balance_cents, created_at, test_mode, position, worth_cents, code_end, recipient) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $5, $9, $10)";
    DEBIT = "UPDATE gift_card SET balance_cents = balance_cents - $2 WHERE id = $1 AND balance_cents >= $2 AND blocked_at IS NULL AND closed_at IS NULL";
    CREDIT = "UPDATE gift_card SET balance_cents = balance_cents + $2 WHERE id = $1";
    VOID = "UPDATE gift_card SET balance_cents = balance_cents - $2, voided_at = COALESCE(voided_at, $3) WHERE id = $1 AND balance_cents >= $2";
    BLOCK = "UPDATE gift_card SET blocked_at = $2 WHERE order_id = $1 AND blocked_at IS NULL";
    UNBLOCK = "UPDATE gift_card SET blocked_at = NULL WHERE order_id = $1";
    // Held until the transaction ends.
    HOLD = "UPDATE gift_card SET balance_cents = balance_cents WHERE id = $1";
    ADD_CHANGE = "INSERT INTO gift_card_change (id, gift_card_id, order_id, change_cents, created_at, reason, refund_id) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    ISSUED = "SELECT gift_card.id, gift_card.position, gift_card.worth_cents, gift_card.balance_cents, gift_card.blocked_at, \
        CAST(COALESCE((SELECT -SUM(change_cents) FROM gift_card_change WHERE gift_card_id = gift_card.id AND reason IN ('voided', 'restored')), 0) AS BIGINT) AS voided_cents \
        FROM gift_card WHERE order_id = $1 ORDER BY id";
    // What an order's purchase took off cards and did not give back.
    PAID = "SELECT gift_card.id, gift_card.order_id, CAST(-SUM(gift_card_change.change_cents) AS BIGINT) AS cents FROM gift_card_change \
        JOIN gift_card ON gift_card.id = gift_card_change.gift_card_id \
        WHERE gift_card_change.order_id = $1 AND gift_card_change.reason IN ('spent', 'returned') GROUP BY gift_card.id, gift_card.order_id ORDER BY gift_card.id";
    HELD_BY_CART = "SELECT CAST(COALESCE(-SUM(gift_card_change.change_cents), 0) AS BIGINT) FROM gift_card_change \
        JOIN shop_order ON shop_order.id = gift_card_change.order_id WHERE gift_card_change.gift_card_id = $1 \
        AND shop_order.cart_id = $2 AND shop_order.status = 'pending' AND gift_card_change.reason IN ('spent', 'returned')";
    VOIDED_BY = "SELECT gift_card_id, order_id, CAST(-SUM(change_cents) AS BIGINT) AS cents FROM gift_card_change \
        WHERE refund_id = $1 AND reason IN ('voided', 'restored') GROUP BY gift_card_id, order_id HAVING SUM(change_cents) < 0 ORDER BY gift_card_id";
}

/// A gift card.
#[derive(Clone, Debug, FromRow)]
pub struct GiftCard {
    /// Its id.
    pub id: String,
    /// The currency of its balance.
    pub currency: String,
    /// What is left, in minor units.
    pub balance_cents: i64,
    /// It was bought without money.
    pub test_mode: bool,
    /// Since when the payment for it is disputed; epoch milliseconds.
    pub blocked_at: Option<i64>,
    /// When a person voided it; epoch milliseconds.
    pub closed_at: Option<i64>,
}

impl GiftCard {
    /// The card as the rules see it: with what is left on it, and what a cart's own pending order holds of it.
    pub fn as_balance(&self, code: &str, held_cents: i64) -> GiftCardBalance {
        GiftCardBalance {
            code: code.to_owned(),
            id: self.id.clone(),
            balance: Cents::new(self.balance_cents.saturating_add(held_cents)).unwrap_or_default(),
            currency: CurrencyCode::parse(&self.currency).unwrap_or_default(),
            test_mode: self.test_mode,
            is_blocked: self.blocked_at.is_some() || self.closed_at.is_some(),
        }
    }
}

/// A card that an order issued. Amounts are minor units.
#[derive(Clone, Debug, FromRow)]
pub struct IssuedCard {
    /// Its id.
    pub id: String,
    /// The line it was bought by.
    pub position: i64,
    /// What it was worth.
    pub worth_cents: i64,
    /// What is left on it.
    pub balance_cents: i64,
    /// What was taken back of it.
    pub voided_cents: i64,
    /// Since when the payment for it is disputed; epoch milliseconds.
    pub blocked_at: Option<i64>,
}

impl IssuedCard {
    /// What somebody bought with it.
    pub fn spent_cents(&self) -> i64 {
        (self.worth_cents - self.voided_cents - self.balance_cents).max(0)
    }
}

/// What one card paid of an order, or lost by it.
#[derive(Clone, Debug, FromRow)]
pub struct CardShare {
    /// The card.
    #[sqlx(rename = "id")]
    pub card_id: String,
    /// The order that issued it.
    pub order_id: String,
    /// Minor units.
    pub cents: i64,
}

/// Why a balance changes.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The order it is about.
    pub order_id: &'a str,
    /// The refund it belongs to.
    pub refund_id: Option<&'a str>,
    /// Epoch milliseconds.
    pub now: i64,
}

/// Codes are typed by hand: capital letters, spaces and dashes do not matter.
fn letters(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase()
}

/// What is kept of a code.
pub fn code_hash(code: &str) -> TokenHash {
    token::hash(&letters(code))
}

/// The last four letters of a code, by which people tell cards apart.
pub(super) fn code_end(code: &str) -> String {
    let letters = letters(code);
    letters[letters.len().saturating_sub(4)..].to_owned()
}

/// The card with this code.
pub async fn by_code(connection: &mut Connection<'_>, code: &str) -> Result<Option<GiftCard>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(BY_CODE).bind(code_hash(code)).fetch_optional(c).await)?)
}

/// What the pending order of a cart took off a card.
pub async fn held_by_cart(connection: &mut Connection<'_>, id: &str, cart_id: &str) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(HELD_BY_CART).bind(id).bind(cart_id).fetch_one(c).await)?)
}

/// What a new card is.
#[derive(Clone, Copy, Debug)]
pub struct NewCard<'a> {
    /// Its code.
    pub code: &'a str,
    /// The line it was bought by.
    pub position: i64,
    /// ISO 4217 code.
    pub currency: &'a str,
    /// Minor units.
    pub worth_cents: i64,
    /// No money moved.
    pub test_mode: bool,
    /// The address it is for, where it is not the buyer.
    pub recipient: &'a str,
}

/// A new card with its whole balance, bought by an order.
pub async fn add(
    connection: &mut Connection<'_>,
    order_id: &str,
    card: NewCard<'_>,
    now: i64,
) -> Result<(), ApiError> {
    let id = token::new_id();
    let NewCard { code, position, currency, worth_cents, test_mode, recipient } = card;
    let recipient = recipient.to_lowercase();
    affected!(
        connection,
        ADD,
        &id,
        code_hash(code),
        order_id,
        currency,
        worth_cents,
        now,
        test_mode,
        position,
        code_end(code),
        &recipient
    )?;
    let why = Change { order_id, refund_id: None, now };
    add_change(connection, &id, (worth_cents, "issued"), why).await
}

/// Takes `cents` off a card if they are there; one statement, so that no cent is spent twice.
pub async fn debit(
    connection: &mut Connection<'_>,
    id: &str,
    order_id: &str,
    cents: i64,
    now: i64,
) -> Result<bool, ApiError> {
    let done = affected!(connection, DEBIT, id, cents)?;
    if done == 0 {
        return Ok(false);
    }
    add_change(connection, id, (-cents, "spent"), Change { order_id, refund_id: None, now }).await?;
    Ok(true)
}

/// What each card paid of an order and did not get back.
pub async fn paid(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<CardShare>, ApiError> {
    let paid: Vec<CardShare> =
        fetch!(connection, |c| sqlx::query_as(PAID).bind(order_id).fetch_all(c).await)?;
    Ok(paid.into_iter().filter(|share| share.cents > 0).collect())
}

/// Every card that paid for an order, whether it got that back or not.
pub async fn payers(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<CardShare>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(PAID).bind(order_id).fetch_all(c).await)?)
}

/// The cards an order issued, oldest first.
pub async fn issued(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<IssuedCard>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ISSUED).bind(order_id).fetch_all(c).await)?)
}

/// What a refund took back of each card, and the order that issued it.
pub async fn voided_by(connection: &mut Connection<'_>, refund_id: &str) -> Result<Vec<CardShare>, ApiError> {
    let rows: Vec<(String, String, i64)> =
        fetch!(connection, |c| sqlx::query_as(VOIDED_BY).bind(refund_id).fetch_all(c).await)?;
    Ok(rows.into_iter().map(|(card_id, order_id, cents)| CardShare { card_id, order_id, cents }).collect())
}

/// Keeps everybody else off a card until the transaction ends.
pub async fn hold(connection: &mut Connection<'_>, id: &str) -> Result<(), ApiError> {
    affected!(connection, HOLD, id)?;
    Ok(())
}

/// Gives back to a card what it paid of an order.
pub async fn give_back(
    connection: &mut Connection<'_>,
    id: &str,
    cents: i64,
    why: Change<'_>,
) -> Result<(), ApiError> {
    affected!(connection, CREDIT, id, cents)?;
    add_change(connection, id, (cents, "returned"), why).await
}

/// Takes `cents` of an unspent balance back; `false` when they are not there any more.
pub async fn void(
    connection: &mut Connection<'_>,
    id: &str,
    cents: i64,
    why: Change<'_>,
) -> Result<bool, ApiError> {
    if affected!(connection, VOID, id, cents, why.now)? == 0 {
        return Ok(false);
    }
    add_change(connection, id, (-cents, "voided"), why).await?;
    Ok(true)
}

/// Gives back what was taken for a refund that failed.
pub async fn restore(
    connection: &mut Connection<'_>,
    id: &str,
    cents: i64,
    why: Change<'_>,
) -> Result<(), ApiError> {
    affected!(connection, CREDIT, id, cents)?;
    add_change(connection, id, (cents, "restored"), why).await
}

/// Keeps the cards of an order from being spent while its payment is disputed.
pub async fn block(connection: &mut Connection<'_>, order_id: &str, now: i64) -> Result<(), ApiError> {
    affected!(connection, BLOCK, order_id, now)?;
    Ok(())
}

/// The dispute is over.
pub async fn unblock(connection: &mut Connection<'_>, order_id: &str) -> Result<(), ApiError> {
    affected!(connection, UNBLOCK, order_id)?;
    Ok(())
}

async fn add_change(
    connection: &mut Connection<'_>,
    id: &str,
    (cents, reason): (i64, &str),
    why: Change<'_>,
) -> Result<(), ApiError> {
    let Change { order_id, refund_id, now } = why;
    affected!(connection, ADD_CHANGE, token::new_id(), id, order_id, cents, now, reason, refund_id)?;
    // What is issued and spent the payment of the order says already.
    if !matches!(reason, "issued" | "spent") {
        mark::take(connection, order_id).await?;
    }
    Ok(())
}
