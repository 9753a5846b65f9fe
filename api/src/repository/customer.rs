//! Who bought: guests and members alike, by their address in one spelling (in lower case), and by all their addresses where two customers
//! were merged. Somebody who was erased is none of them.

use super::connection::{Connection, fetch, statements};
use super::mention::StoredMention;
use crate::error::ApiError;
use sqlx_macros::FromRow;

/// The addresses of a customer who is known under `$1`. With `lower` on each SQLite looks them up by the index of orders; without it reads
/// all of it.
macro_rules! addresses {
    () => {
        "(SELECT lower($1) UNION SELECT lower(email) FROM customer_email WHERE main = lower($1))"
    };
}

statements! {
    // The newest order of each; an order that is followed by another of the same address is passed over by the index of addresses.
    NEWEST = "SELECT o.id, o.email, o.buyer, o.created_at FROM shop_order AS o WHERE o.status = 'paid' AND (o.created_at, o.id) < ($1, $2) \
        AND o.email LIKE '%@%' AND NOT EXISTS (SELECT 1 FROM shop_order AS n WHERE n.status = 'paid' AND lower(n.email) = lower(o.email) \
        AND (n.created_at, n.id) > (o.created_at, o.id)) ORDER BY o.created_at DESC, o.id DESC LIMIT $3";
    LAST = concat!("SELECT id, email, buyer, created_at FROM shop_order WHERE status = 'paid' AND lower(email) IN ", addresses!(),
        " ORDER BY created_at DESC, id DESC LIMIT 1");
    COUNT = concat!("SELECT COUNT(*) FROM shop_order WHERE status = 'paid' AND lower(email) IN ", addresses!());
    ORDERS = concat!("SELECT id, number, created_at, test_mode, currency, grand_total_cents, gift_card_cents, refunded_cents, buyer, shipping_location FROM shop_order \
        WHERE status = 'paid' AND lower(email) IN ", addresses!(), " ORDER BY created_at DESC, id DESC LIMIT $2");
    SUMS = concat!("SELECT currency, COUNT(*) AS orders, CAST(SUM(grand_total_cents + gift_card_cents) AS BIGINT) AS cents, CAST(SUM(refunded_cents) AS BIGINT) AS refunded_cents \
        FROM shop_order WHERE status = 'paid' AND lower(email) IN ", addresses!(), " AND NOT test_mode GROUP BY currency ORDER BY currency");
    CONSENT = concat!("SELECT email, source, created_at, left_at FROM mailing_list_member WHERE lower(email) IN ", addresses!(), " ORDER BY email");
    NOTES = concat!("SELECT n.id, n.order_id, n.author, n.body, n.created_at FROM order_note AS n JOIN shop_order AS o ON o.id = n.order_id \
        WHERE o.status = 'paid' AND lower(o.email) IN ", addresses!(), " ORDER BY n.created_at DESC, n.id LIMIT $2");
    MENTIONS = concat!("SELECT m.note_id, m.site_user_id, u.email AS name, m.read_at FROM note_mention AS m JOIN shop_order AS o ON o.id = m.order_id \
        LEFT JOIN site_user AS u ON u.id = m.site_user_id WHERE o.status = 'paid' AND lower(o.email) IN ", addresses!(), " ORDER BY m.note_id, m.position");
    HAS_ACCOUNT = concat!("SELECT EXISTS (SELECT 1 FROM site_user WHERE email IN ", addresses!(), ")");
    SUBSCRIPTIONS = concat!("SELECT id, item_id, status FROM subscription WHERE lower(email) IN ", addresses!(), " ORDER BY id DESC LIMIT $2");
    // Bought by the customer, or for one of their addresses.
    GIFT_CARDS = concat!("SELECT currency, COUNT(*) AS cards, CAST(SUM(balance_cents) AS BIGINT) AS balance_cents FROM gift_card WHERE id IN (\
        SELECT id FROM gift_card WHERE recipient IN ", addresses!(), " UNION SELECT g.id FROM gift_card AS g JOIN shop_order AS o ON o.id = g.order_id \
        WHERE o.status = 'paid' AND lower(o.email) IN ", addresses!(), ") GROUP BY currency ORDER BY currency");
}

/// The newest order of a customer.
#[derive(Clone, Debug, FromRow)]
pub struct LastOrder {
    /// Its id.
    pub id: String,
    /// The address as it was typed.
    pub email: String,
    /// Who bought, as the JSON of a `Buyer`.
    pub buyer: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// An order of a customer. Amounts are minor units.
#[derive(Clone, Debug, FromRow)]
#[expect(missing_docs, reason = "the columns of the table, whose meaning stands with the orders")]
pub struct CustomerOrder {
    pub id: String,
    pub number: Option<i64>,
    pub created_at: i64,
    pub test_mode: bool,
    pub currency: String,
    pub grand_total_cents: i64,
    pub gift_card_cents: i64,
    pub refunded_cents: i64,
    pub buyer: String,
    pub shipping_location: Option<String>,
}

/// What a customer bought for in one currency. Amounts are minor units.
#[derive(Clone, Debug, FromRow)]
pub struct CustomerSum {
    /// ISO 4217 code.
    pub currency: String,
    /// How many orders.
    pub orders: i64,
    /// What they came to.
    pub cents: i64,
    /// What of it went back as money.
    pub refunded_cents: i64,
}

/// That somebody is, or was, on the mailing list. Moments are epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
pub struct Consent {
    /// Which address.
    pub email: String,
    /// Where they joined.
    pub source: String,
    /// When.
    pub created_at: i64,
    /// When they left.
    pub left_at: Option<i64>,
}

/// A note of the staff about an order of a customer.
#[derive(Clone, Debug, FromRow)]
pub struct CustomerNote {
    /// Its id.
    pub id: String,
    /// The order.
    pub order_id: String,
    /// Who wrote it: an e-mail address.
    pub author: String,
    /// What.
    pub body: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// A subscription of a customer.
#[derive(Clone, Debug, FromRow)]
pub struct Subscribed {
    /// Its id.
    pub id: String,
    /// The product.
    pub item_id: String,
    /// How it stands.
    pub status: String,
}

/// Gift cards of a customer in one currency. Amounts are minor units.
#[derive(Clone, Debug, FromRow)]
pub struct Cards {
    /// ISO 4217 code.
    pub currency: String,
    /// How many.
    pub cards: i64,
    /// What is left on them.
    pub balance_cents: i64,
}

/// Customers by their newest order, newest first, behind a place (moment and id).
///
/// # Errors
/// Faults of the store.
pub async fn newest(
    connection: &mut Connection<'_>,
    before: &(i64, String),
    limit: i64,
) -> Result<Vec<LastOrder>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(NEWEST)
        .bind(before.0)
        .bind(&before.1)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}

/// The newest paid order of an address in lower case.
///
/// # Errors
/// Faults of the store.
pub async fn last(connection: &mut Connection<'_>, email: &str) -> Result<Option<LastOrder>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LAST).bind(email).fetch_optional(c).await)?)
}

/// How many orders an address in lower case paid.
///
/// # Errors
/// Faults of the store.
pub async fn count(connection: &mut Connection<'_>, email: &str) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUNT).bind(email).fetch_one(c).await)?)
}

/// The orders of an address, newest first.
///
/// # Errors
/// Faults of the store.
pub async fn orders(
    connection: &mut Connection<'_>,
    email: &str,
    limit: i64,
) -> Result<Vec<CustomerOrder>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ORDERS).bind(email).bind(limit).fetch_all(c).await)?)
}

/// What an address bought for, by currency; orders in the mode for tests are left out.
///
/// # Errors
/// Faults of the store.
pub async fn sums(connection: &mut Connection<'_>, email: &str) -> Result<Vec<CustomerSum>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(SUMS).bind(email).fetch_all(c).await)?)
}

/// Whether and since when an address is on the mailing list.
///
/// # Errors
/// Faults of the store.
pub async fn consent(connection: &mut Connection<'_>, email: &str) -> Result<Vec<Consent>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(CONSENT).bind(email).fetch_all(c).await)?)
}

/// What the staff noted about the orders of an address, newest first.
///
/// # Errors
/// Faults of the store.
pub async fn notes(
    connection: &mut Connection<'_>,
    email: &str,
    limit: i64,
) -> Result<Vec<CustomerNote>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(NOTES).bind(email).bind(limit).fetch_all(c).await)?)
}

/// Whom the notes about the orders of an address name.
///
/// # Errors
/// Faults of the store.
pub async fn mentions(connection: &mut Connection<'_>, email: &str) -> Result<Vec<StoredMention>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(MENTIONS).bind(email).fetch_all(c).await)?)
}

/// Whether an address has an account.
///
/// # Errors
/// Faults of the store.
pub async fn has_account(connection: &mut Connection<'_>, email: &str) -> Result<bool, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(HAS_ACCOUNT).bind(email).fetch_one(c).await)?)
}

/// The subscriptions of a customer, newest first.
///
/// # Errors
/// Faults of the store.
pub async fn subscriptions(
    connection: &mut Connection<'_>,
    email: &str,
    limit: i64,
) -> Result<Vec<Subscribed>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(SUBSCRIPTIONS).bind(email).bind(limit).fetch_all(c).await)?)
}

/// The gift cards that a customer bought or was sent, by currency.
///
/// # Errors
/// Faults of the store.
pub async fn gift_cards(connection: &mut Connection<'_>, email: &str) -> Result<Vec<Cards>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(GIFT_CARDS).bind(email).fetch_all(c).await)?)
}
