//! Whom notes of the staff name: what is kept is the id of an account, and shown is who that is by now.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use serde::Serialize;
use sqlx_macros::FromRow;

macro_rules! mentions {
    ($rest:literal) => {
        concat!("SELECT m.note_id, m.site_user_id, u.email AS name, m.read_at FROM note_mention AS m LEFT JOIN site_user AS u ON u.id = m.site_user_id ", $rest,
            " ORDER BY m.note_id, m.position")
    };
}

statements! {
    ADD = "INSERT INTO note_mention (note_id, position, site_user_id, order_id, created_at, read_at) VALUES ($1, $2, $3, $4, $5, $6)";
    OF_NOTE = mentions!("WHERE m.note_id = $1");
    OF_ORDER = mentions!("WHERE m.order_id = $1");
    OF_CUSTOMER = mentions!("WHERE m.note_id IN (SELECT id FROM customer_note WHERE email = $1)");
    // Those of the notes that the list has, whomever else they name.
    BESIDE = mentions!("WHERE m.note_id IN (SELECT note_id FROM note_mention WHERE site_user_id = $1 ORDER BY created_at DESC, note_id DESC, position LIMIT $2)");
    // A note that names somebody twice is one of the list.
    LIST = "SELECT m.note_id, COALESCE(m.order_id, '') AS order_id, o.number, COALESCE(c.email, '') AS email, COALESCE(n.author, c.author, '') AS author, \
        COALESCE(n.body, c.body, '') AS body, m.created_at, m.read_at FROM note_mention AS m LEFT JOIN order_note AS n ON n.id = m.note_id \
        LEFT JOIN shop_order AS o ON o.id = m.order_id LEFT JOIN customer_note AS c ON c.id = m.note_id WHERE m.site_user_id = $1 \
        AND NOT EXISTS (SELECT 1 FROM note_mention AS b WHERE b.note_id = m.note_id AND b.site_user_id = m.site_user_id AND b.position < m.position) \
        ORDER BY m.created_at DESC, m.note_id DESC LIMIT $2";
    UNREAD = "SELECT COUNT(DISTINCT note_id) FROM note_mention WHERE site_user_id = $1 AND read_at IS NULL";
    READ = "UPDATE note_mention SET read_at = $3 WHERE note_id = $1 AND site_user_id = $2 AND read_at IS NULL";
    OWN = "SELECT created_at, read_at FROM note_mention WHERE site_user_id = $1 ORDER BY created_at, note_id, position";
    FORGET_ORDER = "DELETE FROM note_mention WHERE order_id = $1";
    FORGET_CUSTOMER = "DELETE FROM note_mention WHERE note_id IN (SELECT id FROM customer_note WHERE email = $1)";
    FORGET_NOTE = "DELETE FROM note_mention WHERE note_id = $1";
}

/// Stands in the text of a note for each person whom it names.
pub const PLACE: char = '\u{FFFC}';
/// Stands in a text for somebody who is not named there.
const SOMEBODY: &str = "@…";

/// Somebody whom a note names.
#[derive(Clone, Debug, FromRow)]
pub struct StoredMention {
    /// The note.
    pub note_id: String,
    /// The account; none once it is gone.
    pub site_user_id: Option<String>,
    /// Who that is now: an e-mail address.
    pub name: Option<String>,
    /// When they opened the note; epoch milliseconds.
    pub read_at: Option<i64>,
}

/// A note that names somebody, as their list has it.
#[derive(Clone, Debug, FromRow)]
pub struct ListedMention {
    /// The note.
    pub note_id: String,
    /// The order it stands at; "" for a note on a customer.
    pub order_id: String,
    /// The number that people say.
    pub number: Option<i64>,
    /// The customer it is on, by their address; "" for a note at an order.
    pub email: String,
    /// Who wrote it: an e-mail address, or the name of a key.
    pub author: String,
    /// What, with a [`PLACE`] for each person.
    pub body: String,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// When it was opened; epoch milliseconds.
    pub read_at: Option<i64>,
}

/// That a note names a person, as they are given it out.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnMention {
    /// Epoch milliseconds.
    pub created_at: i64,
    /// When they opened the note; epoch milliseconds.
    pub read_at: Option<i64>,
}

/// A part of a note: words, or somebody whom it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// What is read.
    pub text: String,
    /// Whom it names.
    pub mention: Option<&'a str>,
}

/// The parts of a note that names somebody; of any other note none.
pub fn parts<'a>(body: &str, note_id: &str, mentions: &'a [StoredMention]) -> Vec<Part<'a>> {
    let mut own = mentions.iter().filter(|one| one.note_id == note_id).peekable();
    if own.peek().is_none() {
        return Vec::new();
    }
    let (mut parts, mut words) = (Vec::new(), String::new());
    for letter in body.chars() {
        match (letter == PLACE).then(|| own.next()).flatten() {
            Some(one) => {
                if !words.is_empty() {
                    parts.push(Part { text: std::mem::take(&mut words), mention: None });
                }
                let text = one.name.as_ref().map_or_else(|| SOMEBODY.to_owned(), |name| format!("@{name}"));
                parts.push(Part { text, mention: one.site_user_id.as_deref() });
            }
            None => words.push(letter),
        }
    }
    if !words.is_empty() {
        parts.push(Part { text: words, mention: None });
    }
    parts
}

/// The text of a note as it is read.
pub fn readable(body: &str, note_id: &str, mentions: &[StoredMention]) -> String {
    let parts = parts(body, note_id, mentions);
    if parts.is_empty() { body.to_owned() } else { parts.into_iter().map(|part| part.text).collect() }
}

/// The text of a note for whom its people are no business of.
pub fn without_names(body: &str) -> String {
    body.replace(PLACE, SOMEBODY)
}

/// Whom a new note names, each by the account; `author_id` wrote it and has read it.
///
/// # Errors
/// Faults of the store.
pub async fn add(
    connection: &mut Connection<'_>,
    (note_id, order_id): (&str, Option<&str>),
    accounts: &[String],
    author_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    for (position, id) in (0_i64..).zip(accounts) {
        let read_at = (id == author_id).then_some(now);
        affected!(connection, ADD, note_id, position, id, order_id, now, read_at)?;
    }
    Ok(())
}

async fn several(
    connection: &mut Connection<'_>,
    statement: &'static str,
    key: &str,
) -> Result<Vec<StoredMention>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(statement).bind(key).fetch_all(c).await)?)
}

/// Whom a note names.
///
/// # Errors
/// Faults of the store.
pub async fn of_note(connection: &mut Connection<'_>, note_id: &str) -> Result<Vec<StoredMention>, ApiError> {
    several(connection, OF_NOTE, note_id).await
}

/// Whom the notes of an order name.
///
/// # Errors
/// Faults of the store.
pub async fn of_order(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Vec<StoredMention>, ApiError> {
    several(connection, OF_ORDER, order_id).await
}

/// Whom the notes on a customer name.
///
/// # Errors
/// Faults of the store.
pub async fn of_customer(
    connection: &mut Connection<'_>,
    email: &str,
) -> Result<Vec<StoredMention>, ApiError> {
    several(connection, OF_CUSTOMER, email).await
}

/// The newest notes that name an account, and whom else they name.
///
/// # Errors
/// Faults of the store.
pub async fn list(
    connection: &mut Connection<'_>,
    account_id: &str,
    limit: i64,
) -> Result<(Vec<ListedMention>, Vec<StoredMention>), ApiError> {
    let listed =
        fetch!(connection, |c| sqlx::query_as(LIST).bind(account_id).bind(limit).fetch_all(c).await)?;
    // A note names at most 20, so that as many rows have every note of the list.
    let rows = limit * 20;
    let beside =
        fetch!(connection, |c| sqlx::query_as(BESIDE).bind(account_id).bind(rows).fetch_all(c).await)?;
    Ok((listed, beside))
}

/// How many notes name an account that it has not opened.
///
/// # Errors
/// Faults of the store.
pub async fn unread(connection: &mut Connection<'_>, account_id: &str) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(UNREAD).bind(account_id).fetch_one(c).await)?)
}

/// An account opened a note that names it; one of before stays.
///
/// # Errors
/// Faults of the store.
pub async fn read(
    connection: &mut Connection<'_>,
    note_id: &str,
    account_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, READ, note_id, account_id, now)?;
    Ok(())
}

/// When notes named an account.
///
/// # Errors
/// Faults of the store.
pub async fn own(connection: &mut Connection<'_>, account_id: &str) -> Result<Vec<OwnMention>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OWN).bind(account_id).fetch_all(c).await)?)
}

/// Forgets whom the notes of an order name.
///
/// # Errors
/// Faults of the store.
pub async fn forget_order(connection: &mut Connection<'_>, order_id: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET_ORDER, order_id)?;
    Ok(())
}

/// Forgets whom the notes on a customer name, while these are there.
///
/// # Errors
/// Faults of the store.
pub async fn forget_customer(connection: &mut Connection<'_>, email: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET_CUSTOMER, email)?;
    Ok(())
}

/// Forgets whom a note names.
///
/// # Errors
/// Faults of the store.
pub async fn forget_note(connection: &mut Connection<'_>, note_id: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET_NOTE, note_id)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(note_id: &str, name: Option<&str>) -> StoredMention {
        let name = name.map(str::to_owned);
        StoredMention { note_id: note_id.into(), site_user_id: name.clone(), name, read_at: None }
    }

    #[test]
    fn s_775_a_note_is_read_with_those_whom_it_names_now() {
        let mentions = [of("a", Some("ben@x.example")), of("a", None), of("b", Some("cleo@x.example"))];
        let body = "Ask \u{FFFC} or \u{FFFC}.\u{FFFC}";
        assert_eq!(readable(body, "a", &mentions), "Ask @ben@x.example or @….\u{FFFC}");
        let parts = parts(body, "a", &mentions);
        assert_eq!((parts[1].mention, parts[3].mention, parts.len()), (Some("ben@x.example"), None, 5));
        // What names nobody is as it was written, whatever it holds.
        assert_eq!(readable("@{0} \u{FFFC}", "c", &mentions), "@{0} \u{FFFC}");
        assert_eq!(without_names(body), "Ask @… or @….@…");
    }
}
