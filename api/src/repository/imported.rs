//! What came from another shop: orders, people, balances of cards and coupons, as their exports said.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use crate::token;
use sqlx_macros::FromRow;

statements! {
    ORDER = "SELECT stated_at, body, erased FROM imported_order WHERE source = $1 AND number = $2";
    PUT_ORDER = "INSERT INTO imported_order (source, number, email, currency, total_cents, refunded_cents, created_at, stated_at, body, is_paid) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (source, number) DO UPDATE SET email = excluded.email, currency = excluded.currency, \
        total_cents = excluded.total_cents, refunded_cents = excluded.refunded_cents, created_at = excluded.created_at, stated_at = excluded.stated_at, body = excluded.body, \
        is_paid = excluded.is_paid";
    ORDERS = "SELECT source, number, body FROM imported_order WHERE (source > $1 OR (source = $1 AND number > $2)) AND created_at >= $3 AND created_at < $4 \
        ORDER BY source, number LIMIT $5";
    ORDERS_OF = "SELECT source, number, body FROM imported_order WHERE email = $1 ORDER BY source, number";
    ERASE_ORDER = "UPDATE imported_order SET email = $3, body = $4, erased = (1 = 1) WHERE source = $1 AND number = $2";
    PERSON = "SELECT body FROM imported_person WHERE email = $1";
    PUT_PERSON = "INSERT INTO imported_person (email, body) VALUES ($1, $2) ON CONFLICT (email) DO UPDATE SET body = excluded.body";
    PEOPLE = "SELECT body FROM imported_person WHERE email > $1 ORDER BY email LIMIT $2";
    ERASE_PERSON = "DELETE FROM imported_person WHERE email = $1";
    MEMBERSHIP = "SELECT source, created_at, left_at FROM mailing_list_member WHERE email = $1";
    ENROL = "INSERT INTO mailing_list_member (email, source, created_at) VALUES ($1, $2, $3) ON CONFLICT (email) DO NOTHING";
    REJOIN = "UPDATE mailing_list_member SET left_at = NULL, source = $2, created_at = $3 WHERE email = $1 AND left_at IS NOT NULL AND left_at < $3";
    LEAVE = "UPDATE mailing_list_member SET left_at = $2 WHERE email = $1 AND left_at IS NULL AND created_at <= $2";
    CARD = "SELECT gift_card.id, gift_card.balance_cents, imported_card.stated_cents FROM gift_card \
        LEFT JOIN imported_card ON imported_card.gift_card_id = gift_card.id WHERE gift_card.code_hash = $1";
    ADD_CARD = "INSERT INTO gift_card (id, code_hash, order_id, currency, balance_cents, created_at, test_mode, position, worth_cents) \
        VALUES ($1, $2, 'imported', $3, $4, $5, (1 = 0), 0, $4)";
    STATE_CARD = "INSERT INTO imported_card (gift_card_id, stated_cents) VALUES ($1, $2) ON CONFLICT (gift_card_id) DO UPDATE SET stated_cents = excluded.stated_cents";
    LOWER_CARD = "UPDATE gift_card SET balance_cents = balance_cents - $2 WHERE id = $1 AND balance_cents >= $2";
    CHANGE_CARD = "INSERT INTO gift_card_change (id, gift_card_id, order_id, change_cents, created_at, reason) VALUES ($1, $2, 'imported', $3, $4, $5)";
    CARDS = "SELECT id, code_hash, currency, worth_cents, CASE WHEN closed_at IS NULL THEN balance_cents ELSE 0 END AS balance_cents, created_at FROM gift_card WHERE id > $1 AND (1 = 0) = test_mode ORDER BY id LIMIT $2";
    COUPON = "SELECT body FROM imported_coupon WHERE code_key = $1";
    PUT_COUPON = "INSERT INTO imported_coupon (code_key, body) VALUES ($1, $2) ON CONFLICT (code_key) DO UPDATE SET body = excluded.body";
    PUT_REVIEW = "INSERT INTO review (id, product_id, author_name, rating, title, body, status, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING";
    PUT_COMMENT = "INSERT INTO visitor_comment (id, item_id, author, body, status, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING";
    PUT_SUBMISSION = "INSERT INTO form_submission (id, form_id, answers, page, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";
    SUBMISSIONS = "SELECT id, form_id, answers, page, created_at FROM form_submission WHERE id > $1 ORDER BY id LIMIT $2";
    REVIEWS = "SELECT id, product_id, author_name, rating, title, body, status, created_at FROM review WHERE id > $1 ORDER BY id LIMIT $2";
    COMMENTS = "SELECT id, item_id, author, body, status, created_at FROM visitor_comment WHERE id > $1 ORDER BY id LIMIT $2";
    OWN_ORDERS = "SELECT id FROM shop_order WHERE id > $1 AND status = 'paid' ORDER BY id LIMIT $2";
}

/// An order as an export said it. Amounts are minor units, times epoch milliseconds.
#[derive(Clone, Debug)]
pub struct NewImported<'o> {
    /// Which program it was placed with.
    pub source: &'o str,
    /// Its number there.
    pub number: &'o str,
    /// Who bought, in lower case.
    pub email: &'o str,
    /// ISO 4217 code.
    pub currency: &'o str,
    /// What was to be paid.
    pub total_cents: i64,
    /// What of it went back.
    pub refunded_cents: i64,
    /// Whether money was taken for it.
    pub is_paid: bool,
    /// When it was placed.
    pub created_at: i64,
    /// When the source said this.
    pub stated_at: i64,
    /// All of it, as JSON.
    pub body: &'o str,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// It is new.
    Added,
    /// It says something else than before.
    Changed,
    /// It was there, or something newer was.
    Unchanged,
}

/// Keeps an order, unless what is there was stated later. Of two statements of one time the one that says more counts, and of
/// two that say as much the one with the greater text, so that the order of imports does not matter.
pub async fn put_order(connection: &mut Connection<'_>, order: &NewImported<'_>) -> Result<Put, ApiError> {
    let there: Option<(i64, String, bool)> = fetch!(connection, |c| sqlx::query_as(ORDER)
        .bind(order.source)
        .bind(order.number)
        .fetch_optional(c)
        .await)?;
    let done = match &there {
        None => Put::Added,
        Some((_, _, true)) => return Ok(Put::Unchanged),
        Some((stated, body, _))
            if (*stated, body.len(), body.as_str()) >= (order.stated_at, order.body.len(), order.body) =>
        {
            return Ok(Put::Unchanged);
        }
        Some(_) => Put::Changed,
    };
    affected!(
        connection,
        PUT_ORDER,
        order.source,
        order.number,
        order.email,
        order.currency,
        order.total_cents,
        order.refunded_cents,
        order.created_at,
        order.stated_at,
        order.body,
        order.is_paid
    )?;
    Ok(done)
}

/// An imported order as it is stored.
#[derive(Clone, Debug, FromRow)]
pub struct Imported {
    /// Which program it was placed with.
    pub source: String,
    /// Its number there.
    pub number: String,
    /// All of it, as JSON.
    pub body: String,
}

/// Imported orders placed from `from` until before `to`, by source and number, behind one of them.
pub async fn orders(
    connection: &mut Connection<'_>,
    (source, number): (&str, &str),
    (from, to): (i64, i64),
    limit: i64,
) -> Result<Vec<Imported>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ORDERS)
        .bind(source)
        .bind(number)
        .bind(from)
        .bind(to)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}

/// The imported orders of an address (in lower case).
pub async fn orders_of(connection: &mut Connection<'_>, email: &str) -> Result<Vec<Imported>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ORDERS_OF).bind(email).fetch_all(c).await)?)
}

/// Puts a body without a person in place of an order's, for good.
pub async fn erase_order(
    connection: &mut Connection<'_>,
    order: &Imported,
    instead: &str,
    body: &str,
) -> Result<(), ApiError> {
    affected!(connection, ERASE_ORDER, &order.source, &order.number, instead, body)?;
    Ok(())
}

/// What is known of an address (in lower case), as JSON.
pub async fn person(connection: &mut Connection<'_>, email: &str) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(PERSON).bind(email).fetch_optional(c).await)?)
}

/// Keeps what is known of an address.
pub async fn put_person(connection: &mut Connection<'_>, email: &str, body: &str) -> Result<(), ApiError> {
    affected!(connection, PUT_PERSON, email, body)?;
    Ok(())
}

/// What is known of people, by address, behind one of them.
pub async fn people(
    connection: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(PEOPLE).bind(after).bind(limit).fetch_all(c).await)?)
}

/// Forgets an address (in lower case).
pub async fn erase_person(connection: &mut Connection<'_>, email: &str) -> Result<u64, ApiError> {
    Ok(affected!(connection, ERASE_PERSON, email)?)
}

/// Where an address stands on the mailing list: source, since when, when it left.
pub async fn membership(
    connection: &mut Connection<'_>,
    email: &str,
) -> Result<Option<(String, i64, Option<i64>)>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(MEMBERSHIP).bind(email).fetch_optional(c).await)?)
}

/// Puts an address on the mailing list since the moment of its consent, unless it left after that.
pub async fn enrol(
    connection: &mut Connection<'_>,
    email: &str,
    source: &str,
    since: i64,
) -> Result<bool, ApiError> {
    if affected!(connection, ENROL, email, source, since)? == 1 {
        return Ok(true);
    }
    Ok(affected!(connection, REJOIN, email, source, since)? == 1)
}

/// Takes an address off the list, unless it joined after that moment.
pub async fn withdraw(connection: &mut Connection<'_>, email: &str, at: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, LEAVE, email, at)? == 1)
}

/// A card by the hash of its code: id, balance, and the least that an export said was left on it.
pub async fn card(
    connection: &mut Connection<'_>,
    hash: &[u8],
) -> Result<Option<(String, i64, Option<i64>)>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(CARD).bind(hash).fetch_optional(c).await)?)
}

/// A card that was sold elsewhere, worth what is left on it.
pub async fn add_card(
    connection: &mut Connection<'_>,
    (hash, currency): (&[u8], &str),
    cents: i64,
    (created, now): (i64, i64),
) -> Result<(), ApiError> {
    let id = token::new_id();
    affected!(connection, ADD_CARD, &id, hash, currency, cents, created)?;
    affected!(connection, CHANGE_CARD, token::new_id(), &id, cents, now, "issued")?;
    affected!(connection, STATE_CARD, &id, cents)?;
    Ok(())
}

/// Takes `cents` off a card, because it was spent elsewhere: an export says less is left.
pub async fn lower_card(
    connection: &mut Connection<'_>,
    (id, stated): (&str, i64),
    cents: i64,
    now: i64,
) -> Result<(), ApiError> {
    if cents > 0 && affected!(connection, LOWER_CARD, id, cents)? == 1 {
        affected!(connection, CHANGE_CARD, token::new_id(), id, -cents, now, "voided")?;
    }
    affected!(connection, STATE_CARD, id, stated)?;
    Ok(())
}

/// A card for an export.
#[derive(Clone, Debug, FromRow)]
pub struct ListedCard {
    /// Its id.
    pub id: String,
    /// The hash of its code.
    pub code_hash: Vec<u8>,
    /// ISO 4217 code.
    pub currency: String,
    /// What it was worth.
    pub worth_cents: i64,
    /// What is left on it.
    pub balance_cents: i64,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// The cards that were bought with money, behind one of them.
pub async fn cards(
    connection: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<ListedCard>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(CARDS).bind(after).bind(limit).fetch_all(c).await)?)
}

/// What an import wrote of a coupon last, as JSON.
pub async fn coupon(connection: &mut Connection<'_>, key: &str) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUPON).bind(key).fetch_optional(c).await)?)
}

/// Notes what an import wrote of a coupon.
pub async fn put_coupon(connection: &mut Connection<'_>, key: &str, body: &str) -> Result<(), ApiError> {
    affected!(connection, PUT_COUPON, key, body)?;
    Ok(())
}

/// A review or a comment with the id that it always has.
#[derive(Clone, Debug)]
pub struct NewWords<'w> {
    /// Made of its time and its key at the source.
    pub id: &'w str,
    /// The product or item.
    pub item_id: &'w str,
    /// Who wrote it.
    pub author: &'w str,
    /// Its title; comments have none.
    pub title: &'w str,
    /// Its text.
    pub body: &'w str,
    /// `PENDING`, `APPROVED` or `SPAM`.
    pub status: &'w str,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// Keeps a review; `false` when it is there.
pub async fn put_review(
    connection: &mut Connection<'_>,
    words: &NewWords<'_>,
    rating: i64,
) -> Result<bool, ApiError> {
    let NewWords { id, item_id, author, title, body, status, created_at } = *words;
    Ok(affected!(connection, PUT_REVIEW, id, item_id, author, rating, title, body, status, created_at)? == 1)
}

/// Keeps a comment; `false` when it is there.
pub async fn put_comment(connection: &mut Connection<'_>, words: &NewWords<'_>) -> Result<bool, ApiError> {
    let NewWords { id, item_id, author, body, status, created_at, .. } = *words;
    Ok(affected!(connection, PUT_COMMENT, id, item_id, author, body, status, created_at)? == 1)
}

/// A submission of a form for an export.
#[derive(Clone, Debug, FromRow, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Submission {
    /// Its id.
    pub id: String,
    /// The form.
    pub form_id: String,
    /// The answers, as JSON.
    pub answers: String,
    /// The page it was sent from.
    pub page: String,
    /// Epoch milliseconds.
    #[serde(rename = "createdOn")]
    pub created_at: i64,
}

/// Keeps a submission under its own id; `false` when it is there.
pub async fn put_submission(connection: &mut Connection<'_>, one: &Submission) -> Result<bool, ApiError> {
    Ok(affected!(connection, PUT_SUBMISSION, &one.id, &one.form_id, &one.answers, &one.page, one.created_at)?
        == 1)
}

/// Submissions behind one of them.
pub async fn submissions(
    connection: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<Submission>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(SUBMISSIONS).bind(after).bind(limit).fetch_all(c).await)?)
}

/// Reviews behind one of them.
pub async fn reviews(
    connection: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<super::social::StoredReview>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(REVIEWS).bind(after).bind(limit).fetch_all(c).await)?)
}

/// Comments behind one of them.
pub async fn comments(
    connection: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<super::social::StoredComment>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(COMMENTS).bind(after).bind(limit).fetch_all(c).await)?)
}

/// The ids of our own paid orders behind one of them.
pub async fn own_orders(
    connection: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(OWN_ORDERS).bind(after).bind(limit).fetch_all(c).await)?)
}
