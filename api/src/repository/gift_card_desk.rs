//! Gift cards as the desk sees them: listed, found by what is known of them, with their ledgers; made and voided by a person.

use super::books::mark;
use super::connection::{Connection, affected, fetch, statements};
use super::gift_card::{code_end, code_hash};
use super::order;
use crate::error::ApiError;
use crate::token;
use sqlx_macros::FromRow;

statements! {
    ALL = "SELECT id FROM gift_card WHERE ($1 = '' OR id < $1) ORDER BY id DESC LIMIT $2";
    OPEN = "SELECT id FROM gift_card WHERE balance_cents > 0 AND closed_at IS NULL AND ($1 = '' OR id < $1) ORDER BY id DESC LIMIT $2";
    VOIDED = "SELECT id FROM gift_card WHERE closed_at IS NOT NULL AND ($1 = '' OR id < $1) ORDER BY id DESC LIMIT $2";
    // Each part has an index of its own.
    FOUND = "SELECT id FROM (SELECT id FROM gift_card WHERE code_end = $3 UNION SELECT id FROM gift_card WHERE code_hash = $4 \
        UNION SELECT id FROM gift_card WHERE recipient = $5 \
        UNION SELECT gift_card.id FROM gift_card JOIN shop_order ON shop_order.id = gift_card.order_id WHERE shop_order.status = 'paid' AND lower(shop_order.email) = $5 \
        UNION SELECT gift_card.id FROM gift_card JOIN shop_order ON shop_order.id = gift_card.order_id WHERE shop_order.number = $6 \
        UNION SELECT id FROM gift_card WHERE order_id = $7) AS found WHERE ($1 = '' OR id < $1) ORDER BY id DESC LIMIT $2";
    ONE = "SELECT gift_card.id, gift_card.code_end, gift_card.recipient, gift_card.order_id, shop_order.number AS order_number, shop_order.email AS buyer, \
        gift_card.currency, gift_card.worth_cents, gift_card.balance_cents, gift_card.test_mode, gift_card.created_at, gift_card.blocked_at, gift_card.closed_at \
        FROM gift_card LEFT JOIN shop_order ON shop_order.id = gift_card.order_id WHERE gift_card.id = $1";
    LEDGER = "SELECT c.id, c.change_cents, c.reason, c.note, c.created_at, c.order_id, o.number AS order_number, COALESCE(u.email, k.name) AS actor FROM gift_card_change AS c \
        LEFT JOIN shop_order AS o ON o.id = c.order_id LEFT JOIN site_user AS u ON u.id = c.actor_id LEFT JOIN api_key AS k ON k.id = c.actor_id WHERE c.gift_card_id = $1 ORDER BY c.id DESC LIMIT $2";
    ADD = "INSERT INTO gift_card (id, code_hash, code_end, recipient, order_id, currency, balance_cents, created_at, test_mode, position, worth_cents) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $7)";
    CLOSE = "UPDATE gift_card SET balance_cents = 0, closed_at = COALESCE(closed_at, $2), voided_at = COALESCE(voided_at, $2) WHERE id = $1";
    HOLD = "UPDATE gift_card SET balance_cents = balance_cents WHERE id = $1";
    ADD_CHANGE = "INSERT INTO gift_card_change (id, gift_card_id, order_id, change_cents, created_at, reason, actor_id, note) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Every card.
    All,
    /// Those that can pay something.
    Open,
    /// Those that a person voided.
    Voided,
    /// Those of which one part says this: the whole code or its last letters, an address, an order's number or id.
    Named(String),
}

/// A gift card. Amounts are minor units, moments epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
#[expect(missing_docs, reason = "the columns of the table; what each is stands with its migration")]
pub struct DeskCard {
    pub id: String,
    pub code_end: String,
    pub recipient: String,
    pub order_id: String,
    pub order_number: Option<i64>,
    /// Who bought it; none where no order of this shop did.
    pub buyer: Option<String>,
    pub currency: String,
    pub worth_cents: i64,
    pub balance_cents: i64,
    pub test_mode: bool,
    pub created_at: i64,
    pub blocked_at: Option<i64>,
    pub closed_at: Option<i64>,
}

/// A change of a card's balance. Amounts are minor units.
#[derive(Clone, Debug, FromRow)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct DeskChange {
    pub id: String,
    pub change_cents: i64,
    pub reason: String,
    pub note: Option<String>,
    pub created_at: i64,
    pub order_id: String,
    pub order_number: Option<i64>,
    /// Who did it, where a person did.
    pub actor: Option<String>,
}

/// A card that a person makes.
#[derive(Clone, Copy, Debug)]
pub struct Made<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its code.
    pub code: &'a str,
    /// For whom: an address in lower case; "" for nobody.
    pub recipient: &'a str,
    /// ISO 4217 code.
    pub currency: &'a str,
    /// Minor units.
    pub worth_cents: i64,
    /// No money moves where it pays.
    pub test_mode: bool,
}

/// Who changes a card, why and when.
#[derive(Clone, Copy, Debug)]
pub struct By<'a> {
    /// The account.
    pub actor_id: &'a str,
    /// Their words.
    pub note: &'a str,
    /// Epoch milliseconds.
    pub now: i64,
}

/// The ids of the cards that are wanted, the newest first, from behind `before` on.
///
/// # Errors
/// Faults of the store.
pub async fn ids(
    connection: &mut Connection<'_>,
    wanted: &Wanted,
    before: &str,
    limit: i64,
) -> Result<Vec<String>, ApiError> {
    let statement = match wanted {
        Wanted::All => ALL,
        Wanted::Open => OPEN,
        Wanted::Voided => VOIDED,
        Wanted::Named(text) => {
            let end = code_end(text);
            // Of fewer letters nothing is known, and cards without an address are not for "".
            let (end, email) = (if end.len() == 4 { end.as_str() } else { "-" }, text.to_lowercase());
            let number: i64 = text.trim_start_matches('#').parse().unwrap_or(-1);
            return Ok(fetch!(connection, |c| sqlx::query_scalar(FOUND)
                .bind(before)
                .bind(limit)
                .bind(end)
                .bind(code_hash(text))
                .bind(&email)
                .bind(number)
                .bind(text)
                .fetch_all(c)
                .await)?);
        }
    };
    Ok(fetch!(connection, |c| sqlx::query_scalar(statement).bind(before).bind(limit).fetch_all(c).await)?)
}

/// The card of this id.
///
/// # Errors
/// Faults of the store.
pub async fn one(connection: &mut Connection<'_>, id: &str) -> Result<Option<DeskCard>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ONE).bind(id).fetch_optional(c).await)?)
}

/// What happened to a card, the newest first, at most `most`.
///
/// # Errors
/// Faults of the store.
pub async fn ledger(
    connection: &mut Connection<'_>,
    id: &str,
    most: i64,
) -> Result<Vec<DeskChange>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LEDGER).bind(id).bind(most).fetch_all(c).await)?)
}

/// A new card with its whole balance. No order bought it: it stands for one of its own, so that to hold it is to hold no other.
///
/// # Errors
/// Faults of the store.
pub async fn add(connection: &mut Connection<'_>, card: Made<'_>, by: By<'_>) -> Result<(), ApiError> {
    let Made { id, code, recipient, currency, worth_cents, test_mode } = card;
    let (hash, end, order_id) = (code_hash(code), code_end(code), format!("made-{id}"));
    affected!(
        connection,
        ADD,
        id,
        hash,
        &end,
        recipient,
        &order_id,
        currency,
        worth_cents,
        by.now,
        test_mode
    )?;
    add_change(connection, (id, &order_id), (worth_cents, "issued"), by).await
}

/// Takes everything off a card for good; what was left on it. `None` when it was voided already and nothing came back to it since.
///
/// # Errors
/// Faults of the store.
pub async fn close(
    connection: &mut Connection<'_>,
    id: &str,
    order_id: &str,
    by: By<'_>,
) -> Result<Option<i64>, ApiError> {
    // In the order in which refunds hold them.
    order::hold(connection, order_id).await?;
    affected!(connection, HOLD, id)?;
    let Some(card) = one(connection, id).await? else { return Ok(None) };
    if card.closed_at.is_some() && card.balance_cents == 0 {
        return Ok(None);
    }
    affected!(connection, CLOSE, id, by.now)?;
    add_change(connection, (id, order_id), (-card.balance_cents, "voided"), by).await?;
    mark::take(connection, order_id).await?;
    Ok(Some(card.balance_cents))
}

async fn add_change(
    connection: &mut Connection<'_>,
    (id, order_id): (&str, &str),
    (cents, reason): (i64, &str),
    by: By<'_>,
) -> Result<(), ApiError> {
    affected!(
        connection,
        ADD_CHANGE,
        token::new_id(),
        id,
        order_id,
        cents,
        by.now,
        reason,
        by.actor_id,
        by.note
    )?;
    Ok(())
}
