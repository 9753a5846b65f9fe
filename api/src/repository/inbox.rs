//! The inbox: what visitors sent, each in its own table, with what the staff made of it. Ids sort by age in every one of them.

use super::connection::{Connection, affected, fetch, statements};
use super::like::pattern;
use crate::error::ApiError;
use crate::token;
use serde::Serialize;
use sqlx_macros::FromRow;

statements! {
    // `$1` the id before which, `$2` a pattern that the text has, `$3` the folder, `$4` what it is about, `$5` whose, `$6` only unread, `$8` its id.
    FORMS = "SELECT * FROM (SELECT s.id AS id, s.form_id AS about, '' AS author, '' AS title, s.answers AS body, s.page AS page, s.suspicion AS mark, s.site_user_id AS site_user_id, \
        s.created_at AS created_at, COALESCE(i.is_read, FALSE) AS is_read, CASE WHEN COALESCE(i.folder, '') <> '' THEN i.folder WHEN s.is_suspect THEN 'SPAM' ELSE 'INBOX' END AS folder, \
        COALESCE(i.assignee, '') AS assignee FROM form_submission AS s LEFT JOIN inbox_state AS i ON i.kind = 'form' AND i.subject_id = s.id) AS m \
        WHERE ($1 = '' OR id < $1) AND lower(body) LIKE $2 ESCAPE '!' AND ($3 = '' OR folder = $3) AND ($4 = '' OR about = $4) AND ($5 = '' OR assignee = $5) \
        AND ($6 = 0 OR NOT is_read) AND ($8 = '' OR id = $8) ORDER BY id DESC LIMIT $7";
    COMMENTS = "SELECT * FROM (SELECT s.id AS id, s.item_id AS about, s.author AS author, '' AS title, s.body AS body, '' AS page, s.status AS mark, CAST(NULL AS TEXT) AS site_user_id, \
        s.created_at AS created_at, COALESCE(i.is_read, FALSE) OR s.status <> 'PENDING' AS is_read, \
        CASE WHEN COALESCE(i.folder, '') <> '' THEN i.folder WHEN s.status = 'SPAM' THEN 'SPAM' ELSE 'INBOX' END AS folder, \
        COALESCE(i.assignee, '') AS assignee FROM visitor_comment AS s LEFT JOIN inbox_state AS i ON i.kind = 'comment' AND i.subject_id = s.id) AS m \
        WHERE ($1 = '' OR id < $1) AND lower(author || ' ' || body) LIKE $2 ESCAPE '!' AND ($3 = '' OR folder = $3) AND ($4 = '' OR about = $4) AND ($5 = '' OR assignee = $5) \
        AND ($6 = 0 OR NOT is_read) AND ($8 = '' OR id = $8) ORDER BY id DESC LIMIT $7";
    REVIEWS = "SELECT * FROM (SELECT s.id AS id, s.product_id AS about, s.author_name AS author, s.title AS title, s.body AS body, CAST(s.rating AS TEXT) AS page, s.status AS mark, \
        CAST(NULL AS TEXT) AS site_user_id, s.created_at AS created_at, COALESCE(i.is_read, FALSE) OR s.status <> 'PENDING' AS is_read, \
        CASE WHEN COALESCE(i.folder, '') <> '' THEN i.folder WHEN s.status = 'SPAM' THEN 'SPAM' ELSE 'INBOX' END AS folder, \
        COALESCE(i.assignee, '') AS assignee FROM review AS s LEFT JOIN inbox_state AS i ON i.kind = 'review' AND i.subject_id = s.id) AS m \
        WHERE ($1 = '' OR id < $1) AND lower(author || ' ' || title || ' ' || body) LIKE $2 ESCAPE '!' AND ($3 = '' OR folder = $3) AND ($4 = '' OR about = $4) AND ($5 = '' OR assignee = $5) \
        AND ($6 = 0 OR NOT is_read) AND ($8 = '' OR id = $8) ORDER BY id DESC LIMIT $7";
    RESTOCK = "SELECT * FROM (SELECT s.id AS id, s.product_id AS about, s.email AS author, '' AS title, s.variant_id AS body, '' AS page, '' AS mark, CAST(NULL AS TEXT) AS site_user_id, \
        s.created_at AS created_at, COALESCE(i.is_read, FALSE) OR s.sent_at IS NOT NULL AS is_read, \
        CASE WHEN COALESCE(i.folder, '') <> '' THEN i.folder ELSE 'INBOX' END AS folder, \
        COALESCE(i.assignee, '') AS assignee FROM restock_sign_up AS s LEFT JOIN inbox_state AS i ON i.kind = 'restock' AND i.subject_id = s.id) AS m \
        WHERE ($1 = '' OR id < $1) AND lower(author) LIKE $2 ESCAPE '!' AND ($3 = '' OR folder = $3) AND ($4 = '' OR about = $4) AND ($5 = '' OR assignee = $5) \
        AND ($6 = 0 OR NOT is_read) AND ($8 = '' OR id = $8) ORDER BY id DESC LIMIT $7";
    UNREAD_FORMS = "SELECT s.form_id AS about, COUNT(*) AS unread FROM form_submission AS s LEFT JOIN inbox_state AS i ON i.kind = 'form' AND i.subject_id = s.id \
        WHERE NOT s.is_suspect AND COALESCE(i.folder, '') = '' AND NOT COALESCE(i.is_read, FALSE) GROUP BY s.form_id ORDER BY s.form_id";
    UNREAD_COMMENTS = "SELECT s.item_id AS about, COUNT(*) AS unread FROM visitor_comment AS s LEFT JOIN inbox_state AS i ON i.kind = 'comment' AND i.subject_id = s.id \
        WHERE s.status = 'PENDING' AND COALESCE(i.folder, '') = '' AND NOT COALESCE(i.is_read, FALSE) GROUP BY s.item_id ORDER BY s.item_id";
    UNREAD_REVIEWS = "SELECT s.product_id AS about, COUNT(*) AS unread FROM review AS s LEFT JOIN inbox_state AS i ON i.kind = 'review' AND i.subject_id = s.id \
        WHERE s.status = 'PENDING' AND COALESCE(i.folder, '') = '' AND NOT COALESCE(i.is_read, FALSE) GROUP BY s.product_id ORDER BY s.product_id";
    UNREAD_RESTOCK = "SELECT s.product_id AS about, COUNT(*) AS unread FROM restock_sign_up AS s LEFT JOIN inbox_state AS i ON i.kind = 'restock' AND i.subject_id = s.id \
        WHERE s.sent_at IS NULL AND COALESCE(i.folder, '') = '' AND NOT COALESCE(i.is_read, FALSE) GROUP BY s.product_id ORDER BY s.product_id";
    READ = "INSERT INTO inbox_state (kind, subject_id, is_read) VALUES ($1, $2, $3) ON CONFLICT (kind, subject_id) DO UPDATE SET is_read = excluded.is_read";
    MOVE = "INSERT INTO inbox_state (kind, subject_id, folder, moved_at) VALUES ($1, $2, $3, $4) ON CONFLICT (kind, subject_id) DO UPDATE \
        SET folder = excluded.folder, moved_at = excluded.moved_at";
    ASSIGN = "INSERT INTO inbox_state (kind, subject_id, assignee) VALUES ($1, $2, $3) ON CONFLICT (kind, subject_id) DO UPDATE SET assignee = excluded.assignee";
    ADD = "INSERT INTO inbox_entry (id, kind, subject_id, author, recipient, title, body, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    ENTRIES = "SELECT id, author, recipient, title, body, created_at FROM inbox_entry WHERE kind = $1 AND subject_id = $2 ORDER BY id LIMIT 200";
    NAMING = "SELECT id, author, recipient, title, body, created_at FROM inbox_entry WHERE lower(recipient) = $1 OR lower(title) LIKE $2 ESCAPE '!' OR lower(body) LIKE $2 ESCAPE '!' ORDER BY id";
    FORGET_STATE = "DELETE FROM inbox_state WHERE kind = $1 AND subject_id = $2";
    FORGET_ENTRIES = "DELETE FROM inbox_entry WHERE kind = $1 AND subject_id = $2";
    FORGET_ENTRY = "DELETE FROM inbox_entry WHERE id = $1";
    // Of who worked here once.
    FORGET_AUTHOR = "UPDATE inbox_entry SET author = '' WHERE lower(author) = $1";
    FORGET_ASSIGNEE = "UPDATE inbox_state SET assignee = '' WHERE lower(assignee) = $1";
    EMPTY_FORMS = "DELETE FROM form_submission WHERE id IN (SELECT subject_id FROM inbox_state WHERE kind = 'form' AND folder = 'BIN' AND moved_at < $1)";
    EMPTY_COMMENTS = "DELETE FROM visitor_comment WHERE id IN (SELECT subject_id FROM inbox_state WHERE kind = 'comment' AND folder = 'BIN' AND moved_at < $1)";
    EMPTY_REVIEWS = "DELETE FROM review WHERE id IN (SELECT subject_id FROM inbox_state WHERE kind = 'review' AND folder = 'BIN' AND moved_at < $1)";
    LOOSE_STATES = "DELETE FROM inbox_state WHERE (kind = 'form' AND NOT EXISTS (SELECT 1 FROM form_submission WHERE id = subject_id)) \
        OR (kind = 'comment' AND NOT EXISTS (SELECT 1 FROM visitor_comment WHERE id = subject_id)) OR (kind = 'review' AND NOT EXISTS (SELECT 1 FROM review WHERE id = subject_id)) \
        OR (kind = 'restock' AND NOT EXISTS (SELECT 1 FROM restock_sign_up WHERE id = subject_id))";
    LOOSE_ENTRIES = "DELETE FROM inbox_entry WHERE (kind = 'form' AND NOT EXISTS (SELECT 1 FROM form_submission WHERE id = subject_id)) \
        OR (kind = 'comment' AND NOT EXISTS (SELECT 1 FROM visitor_comment WHERE id = subject_id)) OR (kind = 'review' AND NOT EXISTS (SELECT 1 FROM review WHERE id = subject_id)) \
        OR (kind = 'restock' AND NOT EXISTS (SELECT 1 FROM restock_sign_up WHERE id = subject_id))";
}

/// Something that a visitor sent. What its columns hold depends on its kind.
#[derive(Clone, Debug, FromRow)]
pub struct Stored {
    /// Its id.
    pub id: String,
    /// The form, the page or the product.
    pub about: String,
    /// Who wrote it; "" for a form's answers.
    pub author: String,
    /// Its title; "" for all but reviews.
    pub title: String,
    /// Its text; of a form its answers as JSON, of a restock sign-up the variant.
    pub body: String,
    /// Of a form the page it came from as JSON, of a review its stars.
    pub page: String,
    /// Of a form why a program may have sent it, of a comment or a review how it was judged.
    pub mark: String,
    /// Who sent it, when signed in.
    pub site_user_id: Option<String>,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// Somebody of the staff has read it, or judged it.
    pub is_read: bool,
    /// `INBOX`, `ARCHIVED`, `SPAM` or `BIN`.
    pub folder: String,
    /// Whose it is to answer; "" for nobody's.
    pub assignee: String,
}

/// Which of them.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only those older than this id.
    pub before: String,
    /// Only those that say this.
    pub text: String,
    /// Only those in this folder; "" for all.
    pub folder: String,
    /// Only those about this; "" for all.
    pub about: String,
    /// Only those of this member of the staff; "" for all.
    pub assignee: String,
    /// Only those that are not read.
    pub unread: bool,
    /// Only this one; "" for all.
    pub id: String,
}

/// How many are unread about one form, page or product.
#[derive(Clone, Debug, FromRow)]
pub struct Unread {
    /// The form, the page or the product.
    pub about: String,
    /// How many.
    pub unread: i64,
}

/// A note of the staff, or a reply by letter.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Its id.
    #[serde(skip)]
    pub id: String,
    /// Who wrote it: an e-mail address.
    #[serde(skip)]
    pub author: String,
    /// Whom a reply went to; "" for a note.
    pub recipient: String,
    /// What a reply is about.
    pub title: String,
    /// What it says.
    pub body: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// A text as a pattern of LIKE that finds it anywhere.
fn part(text: &str) -> String {
    let mut found = String::from("%");
    for letter in text.trim().to_lowercase().chars() {
        if matches!(letter, '!' | '%' | '_') {
            found.push('!');
        }
        found.push(letter);
    }
    found.push('%');
    found
}

/// Those of a kind, newest first, at most `most`; none of a kind that there is not.
///
/// # Errors
/// Faults of the store.
pub async fn list(
    connection: &mut Connection<'_>,
    kind: &str,
    filter: &Filter,
    most: i64,
) -> Result<Vec<Stored>, ApiError> {
    let statement = match kind {
        "form" => FORMS,
        "comment" => COMMENTS,
        "review" => REVIEWS,
        "restock" => RESTOCK,
        _ => return Ok(Vec::new()),
    };
    Ok(fetch!(connection, |c| sqlx::query_as(statement)
        .bind(&filter.before)
        .bind(part(&filter.text))
        .bind(&filter.folder)
        .bind(&filter.about)
        .bind(&filter.assignee)
        .bind(i64::from(filter.unread))
        .bind(most)
        .bind(&filter.id)
        .fetch_all(c)
        .await)?)
}

/// One of them.
///
/// # Errors
/// Faults of the store.
pub async fn one(connection: &mut Connection<'_>, kind: &str, id: &str) -> Result<Option<Stored>, ApiError> {
    let filter = Filter { id: id.to_owned(), ..Filter::default() };
    Ok(list(connection, kind, &filter, 1).await?.into_iter().next())
}

/// How many are unread of a kind, by what they are about.
///
/// # Errors
/// Faults of the store.
pub async fn unread(connection: &mut Connection<'_>, kind: &str) -> Result<Vec<Unread>, ApiError> {
    let statement = match kind {
        "form" => UNREAD_FORMS,
        "comment" => UNREAD_COMMENTS,
        "review" => UNREAD_REVIEWS,
        _ => UNREAD_RESTOCK,
    };
    Ok(fetch!(connection, |c| sqlx::query_as(statement).fetch_all(c).await)?)
}

/// Says whether one is read.
///
/// # Errors
/// Faults of the store.
pub async fn read(
    connection: &mut Connection<'_>,
    kind: &str,
    id: &str,
    is_read: bool,
) -> Result<(), ApiError> {
    affected!(connection, READ, kind, id, is_read)?;
    Ok(())
}

/// Puts one away, or back ("").
///
/// # Errors
/// Faults of the store.
pub async fn put(
    connection: &mut Connection<'_>,
    kind: &str,
    id: &str,
    folder: &str,
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, MOVE, kind, id, folder, now)?;
    Ok(())
}

/// Gives one to a member of the staff; "" takes it from them.
///
/// # Errors
/// Faults of the store.
pub async fn assign(
    connection: &mut Connection<'_>,
    kind: &str,
    id: &str,
    email: &str,
) -> Result<(), ApiError> {
    affected!(connection, ASSIGN, kind, id, email)?;
    Ok(())
}

/// Keeps a note or a reply; its id.
///
/// # Errors
/// Faults of the store.
pub async fn add(
    connection: &mut Connection<'_>,
    (kind, id): (&str, &str),
    entry: &Entry,
) -> Result<String, ApiError> {
    let own = token::new_id();
    affected!(
        connection,
        ADD,
        &own,
        kind,
        id,
        &entry.author,
        &entry.recipient,
        &entry.title,
        &entry.body,
        entry.created_at
    )?;
    Ok(own)
}

/// What the staff wrote about one, oldest first.
///
/// # Errors
/// Faults of the store.
pub async fn entries(connection: &mut Connection<'_>, kind: &str, id: &str) -> Result<Vec<Entry>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ENTRIES).bind(kind).bind(id).fetch_all(c).await)?)
}

/// What the staff wrote to an address (in lower case), or that may name it.
///
/// # Errors
/// Faults of the store.
pub(super) async fn naming(connection: &mut Connection<'_>, email: &str) -> Result<Vec<Entry>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(NAMING).bind(email).bind(pattern(email)).fetch_all(c).await)?)
}

/// Forgets what the staff made of one and wrote about it.
///
/// # Errors
/// Faults of the store.
pub async fn forget(connection: &mut Connection<'_>, kind: &str, id: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET_STATE, kind, id)?;
    affected!(connection, FORGET_ENTRIES, kind, id)?;
    Ok(())
}

/// Forgets entries, and an address (in lower case) as that of a member of the staff.
///
/// # Errors
/// Faults of the store.
pub(super) async fn forget_person(
    connection: &mut Connection<'_>,
    email: &str,
    entries: &[Entry],
) -> Result<(), ApiError> {
    for one in entries {
        affected!(connection, FORGET_ENTRY, &one.id)?;
    }
    affected!(connection, FORGET_AUTHOR, email)?;
    affected!(connection, FORGET_ASSIGNEE, email)?;
    Ok(())
}

/// Removes for good what was put into the bin before a moment, and what the staff made of things that are gone.
///
/// # Errors
/// Faults of the store.
pub async fn sweep(connection: &mut Connection<'_>, before: i64) -> Result<(), ApiError> {
    for statement in [EMPTY_FORMS, EMPTY_COMMENTS, EMPTY_REVIEWS] {
        affected!(connection, statement, before)?;
    }
    affected!(connection, LOOSE_STATES)?;
    affected!(connection, LOOSE_ENTRIES)?;
    Ok(())
}
