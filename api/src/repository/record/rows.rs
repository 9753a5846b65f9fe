//! The rows of the record: written, listed, their personal parts taken out.

use super::content::{self, Actor, Client, Event, Link, Person};
use super::kind::{Area, Kind};
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, change, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    // The connection that turns the head is alone with it until the transaction ends: replicas write one after the other.
    NEXT = "INSERT INTO record_head (id, seq, hash) VALUES (1, 1, '') ON CONFLICT (id) DO UPDATE SET seq = record_head.seq + 1 RETURNING seq, hash";
    ADD = "INSERT INTO record (seq, made_at, actor, area, kind, subject, detail, who_digest, about_digest, previous_hash, hash) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    ADD_PERSON = "INSERT INTO record_person (seq, part, salt, email, body) VALUES ($1, $2, $3, $4, $5)";
    TURN = "UPDATE record_head SET hash = $1 WHERE id = 1";
    LIST = "SELECT record.seq, record.made_at, record.actor, record.area, record.kind, record.subject, record.detail, record.hash, \
        record.who_digest, record.about_digest, \
        COALESCE(who.email, '') AS who_email, COALESCE(who.body, '') AS who_body, COALESCE(about.email, '') AS about_email, COALESCE(about.body, '') AS about_body \
        FROM record LEFT JOIN record_person AS who ON who.seq = record.seq AND who.part = 'who' \
        LEFT JOIN record_person AS about ON about.seq = record.seq AND about.part = 'about' \
        WHERE record.seq < $1 AND ($2 = '' OR record.area = $2) AND ($3 = '' OR record.kind = $3) AND ($4 = '' OR record.subject = $4) \
        AND ($5 = '' OR record.actor = $5 OR record.actor = 'account ' || $5 OR ($5 LIKE 'key %' AND substr(record.actor, 1, length($5) + 1) = $5 || ' ') OR record.seq IN (SELECT seq FROM record_person WHERE email = $5 AND email <> '')) \
        AND record.made_at >= $6 AND record.made_at < $7 ORDER BY record.seq DESC LIMIT $8";
    RECENT = "SELECT COUNT(*) FROM record WHERE kind = $1 AND subject = $2 AND made_at > $3";
    BLANK_PERSON = "UPDATE record_person SET salt = '', email = '', body = '' WHERE email = $1 AND email <> ''";
    BLANK_SUBJECT = "UPDATE record_person SET salt = '', email = '', body = '' WHERE part = 'about' AND salt <> '' \
        AND seq IN (SELECT seq FROM record WHERE subject = $1)";
    NAMED = "SELECT seq, part, body FROM record_person WHERE lower(body) LIKE $1 ESCAPE '!'";
    BLANK_ONE = "UPDATE record_person SET salt = '', email = '', body = '' WHERE seq = $1 AND part = $2";
    BLANK_OLD = "UPDATE record_person SET salt = '', email = '', body = '' WHERE salt <> '' AND seq IN (SELECT kept.seq FROM record_person AS kept \
        JOIN record ON record.seq = kept.seq WHERE kept.salt <> '' AND record.made_at < $1 ORDER BY kept.seq LIMIT 500)";
    OLD_ACTIONS = "SELECT id, site_user_id, email, action, subject, detail, created_at FROM owner_action ORDER BY id LIMIT 500";
    FORGET_ACTION = "DELETE FROM owner_action WHERE id = $1";
}

/// How many failures of one kind and subject are written down in an hour: a stranger who guesses all day does not fill the disk.
const MOST_FAILURES: i64 = 50;
/// That hour, in milliseconds.
const FAILURES_FOR: i64 = 60 * 60 * 1000;

/// Writes down what happened, in the transaction that does it. It is the last thing such a transaction does: it holds the head of the
/// chain until it ends, and others who write wait for it.
pub async fn write(
    connection: &mut Connection<'_>,
    actor: &Actor,
    event: Event,
    now: i64,
) -> Result<(), ApiError> {
    let subject = content::name(&event.subject);
    if matches!(event.kind, Kind::LogInFailed | Kind::SecondFactorFailed) {
        let recent: i64 = fetch!(connection, |c| sqlx::query_scalar(RECENT)
            .bind(event.kind.code())
            .bind(&subject)
            .bind(now - FAILURES_FOR)
            .fetch_one(c)
            .await)?;
        if recent >= MOST_FAILURES {
            return Ok(());
        }
    }
    let (who, about) = (Person::who(actor), Person::about(&event));
    let link = Link {
        seq: 0,
        made_at: now,
        actor: content::name(&actor.name),
        area: event.kind.area().code().to_owned(),
        kind: event.kind.code().to_owned(),
        subject,
        detail: content::bounded(event.detail),
        who_digest: String::new(),
        about_digest: String::new(),
        previous_hash: String::new(),
        hash: String::new(),
    };
    append(connection, link, who, about).await
}

/// Adds a row with its personal parts at the end of the chain.
async fn append(
    connection: &mut Connection<'_>,
    mut link: Link,
    who: Option<Person>,
    about: Option<Person>,
) -> Result<(), ApiError> {
    (link.seq, link.previous_hash) = change!(connection, |c| sqlx::query_as(NEXT).fetch_one(c).await)?;
    link.who_digest = who.as_ref().map(Person::digest).unwrap_or_default();
    link.about_digest = about.as_ref().map(Person::digest).unwrap_or_default();
    link.hash = link.sealed();
    affected!(
        connection,
        ADD,
        link.seq,
        link.made_at,
        &link.actor,
        &link.area,
        &link.kind,
        &link.subject,
        &link.detail,
        &link.who_digest,
        &link.about_digest,
        &link.previous_hash,
        &link.hash
    )?;
    for (part, person) in [("who", who), ("about", about)] {
        if let Some(person) = person {
            affected!(connection, ADD_PERSON, link.seq, part, &person.salt, &person.email, &person.body)?;
        }
    }
    affected!(connection, TURN, &link.hash)?;
    Ok(())
}

/// One row as it is read; what was blanked is "" and has a digest.
#[derive(Clone, Debug, FromRow)]
pub struct Row {
    /// Its place in the chain, from 1.
    pub seq: i64,
    /// Epoch milliseconds.
    pub made_at: i64,
    /// `account ID`, `machine`, `command`, `shop`, `program` or `visitor`.
    pub actor: String,
    /// The code of an [`Area`].
    pub area: String,
    /// The code of a [`Kind`].
    pub kind: String,
    /// To what.
    pub subject: String,
    /// Before and after, as a JSON object.
    pub detail: String,
    /// SHA-256 of the row, in hexadecimal digits.
    pub hash: String,
    /// Of who did it; "" when there was nothing personal.
    pub who_digest: String,
    /// Of whom it is about; "" when there was nothing personal.
    pub about_digest: String,
    /// The address of the account that did it.
    pub who_email: String,
    /// `{"address", "agent"}` as JSON, or "".
    pub who_body: String,
    /// Whose address it is about.
    pub about_email: String,
    /// `{"words"}` as JSON, or "".
    pub about_body: String,
}

/// Which rows; what is empty lets everything through.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Only those before this place in the chain.
    pub before: i64,
    /// The code of an [`Area`].
    pub area: String,
    /// The code of a [`Kind`].
    pub kind: String,
    /// Exactly this subject.
    pub subject: String,
    /// Done by or about this address (in lower case), this account id, or `machine`, `command`, `shop`, `program`, `visitor`.
    pub person: String,
    /// From this moment on; epoch milliseconds.
    pub from: i64,
    /// Before this moment; epoch milliseconds.
    pub to: i64,
}

impl Default for Filter {
    fn default() -> Self {
        Filter {
            before: i64::MAX,
            area: String::new(),
            kind: String::new(),
            subject: String::new(),
            person: String::new(),
            from: i64::MIN,
            to: i64::MAX,
        }
    }
}

/// Rows of the record, newest first, `limit` at most.
pub async fn list(
    connection: &mut Connection<'_>,
    filter: &Filter,
    limit: i64,
) -> Result<Vec<Row>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST)
        .bind(filter.before)
        .bind(&filter.area)
        .bind(&filter.kind)
        .bind(&filter.subject)
        .bind(&filter.person)
        .bind(filter.from)
        .bind(filter.to)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}

/// Blanks every personal part of rows by or about an address (in lower case); how many.
pub async fn blank_person(connection: &mut Connection<'_>, email: &str) -> Result<u64, ApiError> {
    Ok(affected!(connection, BLANK_PERSON, email)?)
}

/// Blanks the personal parts whose words fit a pattern of LIKE (with `!` before what is meant as it stands), and that `is_meant`
/// says are meant; how many.
pub async fn blank_named(
    connection: &mut Connection<'_>,
    pattern: &str,
    is_meant: impl Fn(&str) -> bool,
) -> Result<u64, ApiError> {
    let found: Vec<(i64, String, String)> =
        fetch!(connection, |c| sqlx::query_as(NAMED).bind(pattern).fetch_all(c).await)?;
    let mut blanked = 0;
    for (seq, part, _) in found.iter().filter(|(_, _, body)| is_meant(body)) {
        blanked += affected!(connection, BLANK_ONE, seq, part)?;
    }
    Ok(blanked)
}

/// Blanks whom rows with this subject are about, with what was typed there; how many.
pub async fn blank_subject(connection: &mut Connection<'_>, subject: &str) -> Result<u64, ApiError> {
    Ok(affected!(connection, BLANK_SUBJECT, subject)?)
}

/// Blanks personal parts of rows that were written before a moment, some hundreds at a time; how many.
pub async fn blank_old(connection: &mut Connection<'_>, before: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, BLANK_OLD, before)?)
}

/// An action as it was kept before there was a chain.
#[derive(FromRow)]
struct OldAction {
    id: String,
    site_user_id: String,
    email: String,
    action: String,
    subject: String,
    detail: String,
    created_at: i64,
}

/// Takes over actions that were kept before there was a chain, oldest first and some hundreds at a time; how many.
pub(in crate::repository) async fn adopt(connection: &mut Connection<'_>) -> Result<usize, ApiError> {
    let old: Vec<OldAction> = fetch!(connection, |c| sqlx::query_as(OLD_ACTIONS).fetch_all(c).await)?;
    let adopted = old.len();
    for action in old {
        if affected!(connection, FORGET_ACTION, &action.id)? == 0 {
            // Another server that starts at the same time has taken it.
            continue;
        }
        let actor = if action.site_user_id == "editor" {
            Actor::machine(Client::default())
        } else {
            Actor::account(&action.site_user_id, &action.email, Client::default())
        };
        let kind = Kind::ALL.iter().find(|kind| kind.code() == action.action);
        // The address of somebody who left the list was its subject.
        let (subject, about) = if action.subject.contains('@') {
            ("", action.subject.as_str())
        } else {
            (action.subject.as_str(), "")
        };
        let mut event = Event::new(Kind::Settings, subject).about(about);
        let mut facts = serde_json::from_str(&action.detail).unwrap_or(serde_json::Value::Null);
        if let Some(reason) = facts.get_mut("reason").map(serde_json::Value::take)
            && let Some(words) = reason.as_str()
        {
            event = event.words(words);
        }
        event = event.told(facts);
        let link = Link {
            seq: 0,
            made_at: action.created_at,
            actor: content::name(&actor.name),
            area: kind.map_or(Area::Shop, |kind| kind.area()).code().to_owned(),
            kind: content::name(&action.action),
            subject: content::name(&event.subject),
            detail: content::bounded(std::mem::take(&mut event.detail)),
            who_digest: String::new(),
            about_digest: String::new(),
            previous_hash: String::new(),
            hash: String::new(),
        };
        append(connection, link, Person::who(&actor), Person::about(&event)).await?;
    }
    Ok(adopted)
}
