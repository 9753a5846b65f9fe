//! Who came along from another shop: people and buyers of imported orders, by their addresses in lower case.

use super::connection::{Connection, fetch, statements};
use super::imported::Imported;
use crate::error::ApiError;
use serde_json::Value;
use std::collections::BTreeSet;

statements! {
    // Either table is read by its index up to a page, so the union stays small.
    LIST = "SELECT email FROM (\
        SELECT email FROM (SELECT email FROM imported_person WHERE email > $1 ORDER BY email LIMIT $2) AS p \
        UNION SELECT email FROM (SELECT DISTINCT email FROM imported_order WHERE email > $1 AND email LIKE '%@%' AND NOT erased ORDER BY email LIMIT $2) AS o\
        ) AS b ORDER BY email LIMIT $2";
    // `$3` lets through every row that may have the words and some that do not: see `found`.
    PEOPLE = "SELECT email, body FROM imported_person WHERE email > $1 AND lower(body) LIKE $3 ESCAPE '!' ORDER BY email LIMIT $2";
    // Behind an address, or behind one of its orders.
    ORDERS = "SELECT source, number, email, body FROM imported_order WHERE email >= $1 AND (email > $1 OR ($4 <> '' AND (source > $4 OR (source = $4 AND number > $5)))) \
        AND email LIKE '%@%' AND NOT erased AND lower(body) LIKE $3 ESCAPE '!' ORDER BY email, source, number LIMIT $2";
    ORDERS_OF = "SELECT source, number, body FROM imported_order WHERE email = $1 AND NOT erased ORDER BY created_at DESC, source, number LIMIT $2";
    COUNT_OF = "SELECT COUNT(*) FROM imported_order WHERE email = $1 AND NOT erased";
}

/// The addresses behind one of them, in their order.
///
/// # Errors
/// Faults of the store.
pub async fn list(connection: &mut Connection<'_>, after: &str, limit: i64) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(LIST).bind(after).bind(limit).fetch_all(c).await)?)
}

/// How many rows are looked at together.
const TOGETHER: i64 = 500;
/// What a record says in words of its own program: nobody is looked for by them.
const NO_WORDS: [&str; 7] =
    ["consent", "source", "currency", "paymentState", "fulfillmentState", "agrees", "stated"];

/// What somebody is looked for by, in small letters.
struct Wanted {
    pieces: Vec<String>,
    /// A pattern of the longest of them that any text with it has, whatever the store takes for small letters: SQLite knows
    /// those of ASCII alone.
    pattern: String,
}

impl Wanted {
    fn of(words: &str) -> Wanted {
        let pieces: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let longest =
            pieces.iter().max_by_key(|piece| piece.bytes().filter(u8::is_ascii_alphanumeric).count());
        let mut pattern = String::from("%");
        for c in longest.into_iter().flat_map(|piece| piece.chars()) {
            match c {
                // Marks that stand otherwise in JSON, and letters that have capitals beyond ASCII.
                '"' | '\\' => pattern.push('%'),
                _ if !c.is_ascii() => pattern.push('%'),
                '%' | '_' | '!' => pattern.extend(['!', c]),
                _ => pattern.push(c),
            }
        }
        pattern.push('%');
        Wanted { pieces, pattern }
    }

    /// Whether each piece stands in a value of a record; the names of its members say nothing.
    fn is_in(&self, body: &str) -> bool {
        let Ok(record) = serde_json::from_str::<Value>(body) else { return false };
        let mut texts = Vec::new();
        gather(&record, &mut texts);
        self.pieces.iter().all(|piece| texts.iter().any(|text| text.contains(piece.as_str())))
    }
}

/// The texts of a record, in small letters.
fn gather(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.to_lowercase()),
        Value::Array(values) => values.iter().for_each(|value| gather(value, texts)),
        Value::Object(members) => {
            let said = members.iter().filter(|(name, _)| !NO_WORDS.contains(&name.as_str()));
            said.for_each(|(_, value)| gather(value, texts));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Those of them of whom the old shop says these words: each in a value of one record, in small or capital letters.
///
/// # Errors
/// Faults of the store.
pub async fn found(
    connection: &mut Connection<'_>,
    words: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<String>, ApiError> {
    let wanted = Wanted::of(words);
    let most = usize::try_from(limit).unwrap_or(0);
    let mut emails = people(connection, &wanted, after, most).await?;
    emails.extend(buyers(connection, &wanted, after, most).await?);
    Ok(emails.into_iter().take(most).collect())
}

async fn people(
    connection: &mut Connection<'_>,
    wanted: &Wanted,
    after: &str,
    most: usize,
) -> Result<BTreeSet<String>, ApiError> {
    let (mut found, mut after) = (BTreeSet::new(), after.to_owned());
    while found.len() < most {
        let rows: Vec<(String, String)> = fetch!(connection, |c| sqlx::query_as(PEOPLE)
            .bind(&after)
            .bind(TOGETHER)
            .bind(&wanted.pattern)
            .fetch_all(c)
            .await)?;
        let Some((last, _)) = rows.last() else { break };
        after.clone_from(last);
        found.extend(rows.into_iter().filter(|(_, body)| wanted.is_in(body)).map(|(email, _)| email));
    }
    Ok(found)
}

async fn buyers(
    connection: &mut Connection<'_>,
    wanted: &Wanted,
    after: &str,
    most: usize,
) -> Result<BTreeSet<String>, ApiError> {
    let mut found = BTreeSet::new();
    let (mut email, mut source, mut number) = (after.to_owned(), String::new(), String::new());
    while found.len() < most {
        let rows: Vec<(String, String, String, String)> = fetch!(connection, |c| sqlx::query_as(ORDERS)
            .bind(&email)
            .bind(TOGETHER)
            .bind(&wanted.pattern)
            .bind(&source)
            .bind(&number)
            .fetch_all(c)
            .await)?;
        let Some((last_source, last_number, last_email, _)) = rows.last() else { break };
        (source, number, email) = (last_source.clone(), last_number.clone(), last_email.clone());
        let said = rows.into_iter().filter(|(_, _, _, body)| wanted.is_in(body));
        found.extend(said.map(|(_, _, email, _)| email));
    }
    Ok(found)
}

/// The newest orders of an address.
///
/// # Errors
/// Faults of the store.
pub async fn orders_of(
    connection: &mut Connection<'_>,
    email: &str,
    limit: i64,
) -> Result<Vec<Imported>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ORDERS_OF).bind(email).bind(limit).fetch_all(c).await)?)
}

/// How many orders of an address there are.
///
/// # Errors
/// Faults of the store.
pub async fn count_of(connection: &mut Connection<'_>, email: &str) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUNT_OF).bind(email).fetch_one(c).await)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-557: a record is found by its values and not by the names of its members, in letters of every size and alphabet.
    #[test]
    fn s_557_values_are_looked_at_and_not_their_names() {
        let body = r#"{"email":"o@mail.example","name":"\u00d6zil \"Bo\" Groß","consent":"given","address":{"city":"ÅRHUS"},"labels":["50%_off"],"orders":2}"#;
        for (words, expected) in [
            ("özil", true),
            ("ÖZIL århus", true),
            ("\"BO\"", true),
            ("50%_OFF", true),
            ("name", false),
            ("email", false),
            ("consent given", false),
            ("özil oslo", false),
        ] {
            assert_eq!(Wanted::of(words).is_in(body), expected, "{words}");
        }
        assert_eq!(Wanted::of("Ö 5%_x").pattern, "%5!%!_x%");
        assert_eq!(Wanted::of("Özil").pattern, "%%zil%");
    }
}
