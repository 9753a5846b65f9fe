//! The words orders are found by, written down beside them, so that a search reads a few rows however many orders there are.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use crate::repository::order::{self, StoredOrder};
use loggia_commerce::ShippingLocation;
use std::collections::BTreeSet;

statements! {
    UNLISTED = "SELECT id FROM shop_order WHERE terms IS NULL ORDER BY created_at DESC LIMIT $1";
    TERMS = "SELECT terms FROM shop_order WHERE id = $1";
    PUT = "INSERT INTO order_term (term, at, order_id) VALUES ($1, $2, $3) ON CONFLICT (term, at, order_id) DO NOTHING";
    TAKE = "DELETE FROM order_term WHERE term = $1 AND at = $2 AND order_id = $3";
    SET = "UPDATE shop_order SET terms = $2 WHERE id = $1";
    // Each word that begins so, one look into the index a word.
    BEGINNING = "WITH RECURSIVE found (term) AS (SELECT MIN(term) FROM order_term WHERE term >= $1 AND term < $2 \
        UNION ALL SELECT (SELECT MIN(order_term.term) FROM order_term WHERE order_term.term > found.term AND order_term.term < $2) FROM found WHERE found.term IS NOT NULL) \
        SELECT term FROM found WHERE term IS NOT NULL LIMIT $3";
    AT_MOST = "SELECT COUNT(*) FROM (SELECT 1 FROM order_term WHERE term = $1 LIMIT $2) AS counted";
}

/// The most words of one order, and the most characters of a word.
const MOST: usize = 60;
const LONGEST: usize = 40;

/// The words of a text as they are written down and looked for: in small letters, without what is no letter or digit.
pub fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let parts = lower.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(shortened).collect()
}

/// The words of what somebody looks for; an address of email stays whole.
pub fn wanted(text: &str) -> Vec<String> {
    let pieces = text.split_whitespace().take(8);
    pieces
        .flat_map(
            |piece| if piece.contains('@') { vec![shortened(&piece.to_lowercase())] } else { words(piece) },
        )
        .collect()
}

fn shortened(word: &str) -> String {
    word.chars().take(LONGEST).collect()
}

/// The term of a word.
pub fn word(word: &str) -> String {
    format!("w:{word}")
}

/// The term of a product.
pub fn product(item_id: &str) -> String {
    format!("item:{item_id}")
}

/// The term of a way of delivery.
pub fn delivery(option_id: &str) -> String {
    format!("way:{option_id}")
}

/// The term of a tag.
pub fn tag(tag: &str) -> String {
    format!("tag:{}", tag.to_lowercase())
}

fn terms_of(order: &StoredOrder, items: impl Iterator<Item = String>) -> Result<BTreeSet<String>, ApiError> {
    let mut terms: BTreeSet<String> = order.tags()?.iter().map(|name| tag(name)).collect();
    terms.extend(items.map(|item| product(&item)));
    if let Some(option) = order.option()? {
        terms.insert(delivery(&option.id));
    }
    // Of a person who was erased nothing is looked for.
    if order.email.contains('@') {
        let mut said = BTreeSet::from([shortened(&order.email.to_lowercase())]);
        let buyer = order.buyer()?;
        let billing = buyer.billing.unwrap_or_default();
        let texts = [
            &order.email,
            &buyer.name,
            &buyer.company,
            &buyer.phone,
            &buyer.vat_id,
            &billing.name,
            &billing.company,
        ];
        said.extend(texts.into_iter().flat_map(|text| words(text)));
        said.extend(order.location()?.iter().flat_map(place_words));
        said.extend(place_words(&billing.address));
        terms.extend(said.iter().take(MOST).map(|one| word(one)));
    }
    Ok(terms)
}

fn place_words(place: &ShippingLocation) -> Vec<String> {
    let parts =
        [&place.line1, &place.line2, &place.district, &place.city, &place.postal_code, &place.country];
    let mut found: Vec<String> = parts.into_iter().flat_map(|part| words(part)).collect();
    // A code that is written in two groups is also typed in one.
    let code = place.postal_code.to_lowercase();
    found.extend(Some(code.split_whitespace().collect()).filter(|code: &String| !code.is_empty()));
    found
}

/// Writes down the words of an order as it stands, in place of those it had.
///
/// # Errors
/// Faults of the store.
pub async fn write(connection: &mut Connection<'_>, id: &str) -> Result<(), ApiError> {
    let Some(stored) = order::read(connection, id).await? else { return Ok(()) };
    let items = order::lines(connection, id).await?.into_iter().map(|line| line.item_id);
    let terms = terms_of(&stored, items)?;
    let before: Option<Option<String>> =
        fetch!(connection, |c| sqlx::query_scalar(TERMS).bind(id).fetch_optional(c).await)?;
    let before: Option<BTreeSet<String>> =
        before.flatten().map(|json| serde_json::from_str(&json)).transpose()?;
    let had = before.clone().unwrap_or_default();
    for term in had.difference(&terms) {
        affected!(connection, TAKE, term, stored.created_at, id)?;
    }
    for term in terms.difference(&had) {
        affected!(connection, PUT, term, stored.created_at, id)?;
    }
    if before.as_ref() != Some(&terms) {
        affected!(connection, SET, id, serde_json::to_string(&terms)?)?;
    }
    Ok(())
}

/// Orders whose words are not written down, the newest first.
///
/// # Errors
/// Faults of the store.
pub async fn unlisted(connection: &mut Connection<'_>, most: i64) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(UNLISTED).bind(most).fetch_all(c).await)?)
}

/// The terms that begin so, at most `most`.
///
/// # Errors
/// Faults of the store.
pub async fn beginning(
    connection: &mut Connection<'_>,
    start: &str,
    most: i64,
) -> Result<Vec<String>, ApiError> {
    let end = format!("{start}\u{10ffff}");
    Ok(fetch!(connection, |c| sqlx::query_scalar(BEGINNING)
        .bind(start)
        .bind(&end)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// How many orders have a term, counted up to `most`.
///
/// # Errors
/// Faults of the store.
pub async fn at_most(connection: &mut Connection<'_>, term: &str, most: i64) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(AT_MOST).bind(term).bind(most).fetch_one(c).await)?)
}
