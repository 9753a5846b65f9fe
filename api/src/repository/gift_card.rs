//! Gift cards: a code kept as its hash, a balance, and every change of it.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use crate::token::{self, TokenHash};
use loggia_commerce::{Cents, Coupon, Discount};
use sqlx::FromRow;

statements! {
    BY_CODE = "SELECT id, currency, balance_cents FROM gift_card WHERE code_hash = $1";
    ADD = "INSERT INTO gift_card (id, code_hash, order_id, currency, balance_cents, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
    DEBIT = "UPDATE gift_card SET balance_cents = balance_cents - $2 WHERE id = $1 AND balance_cents >= $2";
    CREDIT = "UPDATE gift_card SET balance_cents = balance_cents + $2 WHERE id = $1";
    ADD_CHANGE = "INSERT INTO gift_card_change (id, gift_card_id, order_id, change_cents, created_at) VALUES ($1, $2, $3, $4, $5)";
    ISSUED_BY_ORDER = "SELECT gift_card.id, gift_card_change.change_cents FROM gift_card \
        JOIN gift_card_change ON gift_card_change.gift_card_id = gift_card.id AND gift_card_change.order_id = gift_card.order_id \
        WHERE gift_card.order_id = $1 AND gift_card_change.change_cents > 0";
    // Only a card nobody has spent from.
    VOID = "UPDATE gift_card SET balance_cents = 0, voided_at = $3 WHERE id = $1 AND balance_cents = $2 AND voided_at IS NULL";
    CHANGES_OF_ORDER = "SELECT gift_card_id, change_cents FROM gift_card_change WHERE order_id = $1 AND change_cents < 0";
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
}

impl GiftCard {
    /// The card as a code of a cart: worth what is left on it.
    pub fn as_coupon(&self, code: &str) -> Coupon {
        Coupon {
            code: code.to_owned(),
            discount: Discount::GiftCard { value: Cents::new(self.balance_cents).unwrap_or_default() },
            minimum_cents: Cents::ZERO,
            expires_on: None,
        }
    }
}

/// Codes are typed by hand: capital letters, spaces and dashes do not matter.
fn code_hash(code: &str) -> TokenHash {
    let letters: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    token::hash(&letters.to_ascii_uppercase())
}

/// The card with this code.
pub async fn by_code(connection: &mut Connection<'_>, code: &str) -> Result<Option<GiftCard>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(BY_CODE).bind(code_hash(code)).fetch_optional(c).await)?)
}

/// A new card with its whole balance, bought by `order_id`.
pub async fn add(
    connection: &mut Connection<'_>,
    code: &str,
    (order_id, currency): (&str, &str),
    balance_cents: i64,
    now: i64,
) -> Result<(), ApiError> {
    let id = token::new_id();
    affected!(connection, ADD, &id, code_hash(code), order_id, currency, balance_cents, now)?;
    add_change(connection, &id, order_id, balance_cents, now).await
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
    add_change(connection, id, order_id, -cents, now).await?;
    Ok(true)
}

/// Gives back what an order took that came to nothing.
pub async fn undo_order(connection: &mut Connection<'_>, order_id: &str, now: i64) -> Result<(), ApiError> {
    let taken: Vec<(String, i64)> =
        fetch!(connection, |c| sqlx::query_as(CHANGES_OF_ORDER).bind(order_id).fetch_all(c).await)?;
    for (id, cents) in taken {
        affected!(connection, CREDIT, &id, -cents)?;
        add_change(connection, &id, order_id, -cents, now).await?;
    }
    Ok(())
}

/// Takes every card back that an order issued; `false` when one of them was spent from (then nothing may be kept).
pub async fn void_issued(
    connection: &mut Connection<'_>,
    order_id: &str,
    now: i64,
) -> Result<bool, ApiError> {
    let issued: Vec<(String, i64)> =
        fetch!(connection, |c| sqlx::query_as(ISSUED_BY_ORDER).bind(order_id).fetch_all(c).await)?;
    for (id, worth) in issued {
        let done = affected!(connection, VOID, &id, worth, now)?;
        if done == 0 {
            return Ok(false);
        }
        add_change(connection, &id, &format!("void-{order_id}"), -worth, now).await?;
    }
    Ok(true)
}

async fn add_change(
    connection: &mut Connection<'_>,
    id: &str,
    order_id: &str,
    cents: i64,
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, ADD_CHANGE, token::new_id(), id, order_id, cents, now)?;
    Ok(())
}
