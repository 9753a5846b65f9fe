//! Whether the chain holds: no row changed, none missing, none put between.

use super::content::{Link, Person};
use crate::error::ApiError;
use crate::repository::connection::{Connection, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    LINKS = "SELECT record.seq, record.made_at, record.actor, record.area, record.kind, record.subject, record.detail, record.who_digest, \
        record.about_digest, record.previous_hash, record.hash, who.salt AS who_salt, who.email AS who_email, who.body AS who_body, \
        about.salt AS about_salt, about.email AS about_email, about.body AS about_body \
        FROM record LEFT JOIN record_person AS who ON who.seq = record.seq AND who.part = 'who' \
        LEFT JOIN record_person AS about ON about.seq = record.seq AND about.part = 'about' WHERE record.seq > $1 AND record.seq <= $2 \
        ORDER BY record.seq LIMIT 500";
    HEAD = "SELECT seq, hash FROM record_head WHERE id = 1";
    LAST = "SELECT COALESCE(MAX(seq), 0) FROM record";
    SINCE = "SELECT COUNT(*) FROM record WHERE hash = $1";
}

/// What was found out about the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// How many rows hold.
    pub rows: i64,
    /// The hash of the last row; "" when there is none. Kept elsewhere it proves later that nothing was cut off.
    pub head: String,
    /// The first row that does not hold, and why.
    pub fault: Option<String>,
}

#[derive(FromRow)]
struct Kept {
    #[sqlx(flatten)]
    link: Link,
    who_salt: Option<String>,
    who_email: Option<String>,
    who_body: Option<String>,
    about_salt: Option<String>,
    about_email: Option<String>,
    about_body: Option<String>,
}

impl Kept {
    /// Why the row does not hold behind the one before it.
    fn fault(&self, (seq, hash): (i64, &str)) -> Option<&'static str> {
        let person = |salt: &Option<String>, email: &Option<String>, body: &Option<String>| match (
            salt, email, body,
        ) {
            (Some(salt), Some(email), Some(body)) => {
                Some(Person { salt: salt.clone(), email: email.clone(), body: body.clone() })
            }
            _ => None,
        };
        let who = person(&self.who_salt, &self.who_email, &self.who_body);
        let about = person(&self.about_salt, &self.about_email, &self.about_body);
        if self.link.seq != seq + 1 {
            Some("a row before it is missing")
        } else if self.link.previous_hash != hash {
            Some("it does not follow the row before it")
        } else if self.link.hash != self.link.sealed() {
            Some("it was changed")
        } else if !holds(&self.link.who_digest, who.as_ref()) {
            Some("who did it was changed")
        } else if !holds(&self.link.about_digest, about.as_ref()) {
            Some("whom it is about was changed")
        } else {
            None
        }
    }
}

/// Whether a personal part is what the chain knows of it: unchanged, blanked, or never there.
fn holds(digest: &str, person: Option<&Person>) -> bool {
    match person {
        None => digest.is_empty(),
        Some(person) if person.salt.is_empty() => {
            !digest.is_empty() && person.email.is_empty() && person.body.is_empty()
        }
        Some(person) => person.digest() == digest,
    }
}

/// The place and the hash of the last row; 0 and "" when there is none.
pub async fn head(connection: &mut Connection<'_>) -> Result<(i64, String), ApiError> {
    let head: Option<(i64, String)> = fetch!(connection, |c| sqlx::query_as(HEAD).fetch_optional(c).await)?;
    Ok(head.unwrap_or_default())
}

/// Reads the whole chain. `since` is the hash of a row that was the last one once: when it is there no more, rows were cut off or the
/// chain was written anew.
pub async fn prove(connection: &mut Connection<'_>, since: Option<&str>) -> Result<Proof, ApiError> {
    // The head first: rows that others add meanwhile lie behind it and are not looked at.
    let (end, head) = head(connection).await?;
    let (mut seq, mut hash) = (0, String::new());
    let broken = |seq: i64, hash: &str, why: &str| Proof {
        rows: seq,
        head: hash.to_owned(),
        fault: Some(format!("row {}: {why}", seq + 1)),
    };
    loop {
        let rows: Vec<Kept> =
            fetch!(connection, |c| sqlx::query_as(LINKS).bind(seq).bind(end).fetch_all(c).await)?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            if let Some(why) = row.fault((seq, &hash)) {
                return Ok(broken(seq, &hash, why));
            }
            (seq, hash) = (row.link.seq, row.link.hash);
        }
    }
    if seq != end || hash != head {
        return Ok(broken(seq, &hash, "it is missing, although the head of the chain knows it"));
    }
    if end == 0 {
        let last: i64 = fetch!(connection, |c| sqlx::query_scalar(LAST).fetch_one(c).await)?;
        if last > 0 {
            return Ok(broken(0, "", "the head of the chain is missing"));
        }
    }
    if let Some(since) = since {
        let there: i64 = fetch!(connection, |c| sqlx::query_scalar(SINCE).bind(since).fetch_one(c).await)?;
        if there == 0 {
            let why = "no row has the hash that was kept elsewhere: rows were cut off, or the record was written anew";
            return Ok(Proof { rows: seq, head: hash, fault: Some(why.to_owned()) });
        }
    }
    Ok(Proof { rows: seq, head: hash, fault: None })
}
