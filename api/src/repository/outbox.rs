//! What must reach the outside: written in the transaction that causes it, leased by one worker at a time, tried again.

use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use crate::token;
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO outbox (id, dedupe_key, kind, body, due_at, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (dedupe_key) DO NOTHING";
    // The newest first of those that were tried less: what fails again and again holds up nothing.
    DUE = "SELECT id, kind, body FROM outbox WHERE done_at IS NULL AND failed_at IS NULL AND due_at <= $1 ORDER BY attempts, due_at LIMIT 500";
    // The condition is looked at again when the row is free: of two workers one gets it.
    LEASE = "UPDATE outbox SET due_at = $3, attempts = attempts + 1 WHERE id = $1 AND due_at <= $2 AND done_at IS NULL AND failed_at IS NULL \
        RETURNING id, dedupe_key, kind, body, attempts";
    BY_KEY = "SELECT id FROM outbox WHERE dedupe_key = $1 AND done_at IS NULL AND failed_at IS NULL";
    // The text is not kept: an email may hold a gift card's code. What a system of the owner's was told stays a while, to be told again.
    DONE = "UPDATE outbox SET done_at = $2, body = CASE WHEN kind = 'webhook' THEN body ELSE '' END WHERE id = $1";
    AGAIN = "UPDATE outbox SET due_at = $2, last_error = $3 WHERE id = $1";
    GIVE_UP = "UPDATE outbox SET failed_at = $2, last_error = $3 WHERE id = $1";
    // Emails and messages only: what became of money is settled by its own rules.
    GIVEN_UP = "SELECT id, kind, body, attempts, COALESCE(last_error, '') AS fault, created_at, failed_at FROM outbox \
        WHERE failed_at IS NOT NULL AND kind IN ('mail', 'webhook', 'handover') AND ($1 = '' OR id < $1) ORDER BY id DESC LIMIT $2";
    TRY_AGAIN = "UPDATE outbox SET failed_at = NULL, attempts = 0, due_at = $2 WHERE id = $1 AND failed_at IS NOT NULL AND body <> '' AND kind IN ('mail', 'webhook', 'handover')";
    WEBHOOKS = "SELECT id, dedupe_key, body, attempts, COALESCE(last_error, '') AS fault, created_at, done_at, failed_at, answer_status, tried_at FROM outbox \
        WHERE kind = 'webhook' AND ($1 = '' OR id < $1) ORDER BY id DESC LIMIT $2";
    WEBHOOK_MESSAGE = "SELECT id, dedupe_key, body, attempts, COALESCE(last_error, '') AS fault, created_at, done_at, failed_at, answer_status, tried_at FROM outbox \
        WHERE kind = 'webhook' AND id = $1";
    ANSWERED = "UPDATE outbox SET answer_status = $2, tried_at = $3 WHERE id = $1";
    TELL_AGAIN = "UPDATE outbox SET failed_at = NULL, done_at = NULL, attempts = 0, due_at = $2 WHERE id = $1 AND kind = 'webhook' AND body <> '' \
        AND (failed_at IS NOT NULL OR done_at IS NOT NULL)";
    PURGE_SENT = "UPDATE outbox SET body = '' WHERE kind = 'webhook' AND done_at IS NOT NULL AND done_at <= $1 AND body <> ''";
    PURGE = "UPDATE outbox SET body = '' WHERE failed_at <= $1 AND body <> '' AND kind IN ('mail', 'webhook', 'handover', 'push')";
    COUNT_EMAIL = "INSERT INTO letters_a_day (who, day, letters) VALUES ($1, $2, 1) ON CONFLICT (who, day) DO UPDATE \
        SET letters = letters_a_day.letters + 1 WHERE letters_a_day.letters < $3";
    FORGET_DAYS = "DELETE FROM letters_a_day WHERE day < $1";
}

/// How many days an email waits at most for one that has room.
const LONGEST_WAIT: i64 = 30;

/// A day in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// An email.
pub const MAIL: &str = "mail";
/// Nothing at all, where an email to somebody unknown would be.
pub const NOTHING: &str = "nothing";
/// A notice for a browser of the staff.
pub const PUSH: &str = "push";
/// A message for one of the owner's systems.
pub const WEBHOOK: &str = "webhook";
/// A submission for a service the owner has an account with.
pub const HANDOVER: &str = "handover";
/// Something that happened, to be sent to each of the owner's systems.
pub const NOTICE: &str = "notice";
/// A promised refund.
pub const REFUND: &str = "refund";
/// A payment nobody waits for any more.
pub const CLOSE_PAYMENT: &str = "close-payment";
/// A sale that the tax service is told of.
pub const TAX_SALE: &str = "tax-sale";
/// What went back of one.
pub const TAX_REVERSAL: &str = "tax-reversal";
/// A person whose cards a payment provider is to keep no longer.
pub const FORGET_CUSTOMER: &str = "forget-customer";
/// A card that a payment provider is to keep no longer.
pub const FORGET_CARD: &str = "forget-card";
/// Money that came for a cancelled order.
pub const LATE_PAYMENT: &str = "late-payment";

/// A message on its way.
#[derive(Clone, Debug, FromRow)]
pub struct Message {
    /// Its id.
    pub id: String,
    /// The same for the same cause: receivers tell repeats by it.
    pub dedupe_key: String,
    /// What it is: one of the words above.
    pub kind: String,
    /// What is sent, as JSON.
    pub body: String,
    /// How often it was tried, this time included.
    pub attempts: i64,
}

/// A message that is due.
#[derive(Clone, Debug, FromRow)]
pub struct Due {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: String,
    /// What is sent, as JSON.
    pub body: String,
}

/// An email or message that was given up.
#[derive(Clone, Debug, FromRow)]
pub struct GivenUp {
    /// Its id.
    pub id: String,
    /// [`MAIL`], [`WEBHOOK`] or [`HANDOVER`].
    pub kind: String,
    /// What was to be sent, as JSON.
    pub body: String,
    /// How often it was tried.
    pub attempts: i64,
    /// The fault of the last try.
    pub fault: String,
    /// When it was caused; epoch milliseconds.
    pub created_at: i64,
    /// When it was given up; epoch milliseconds.
    pub failed_at: i64,
}

/// A message to one of the owner's systems. Moments are epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
pub struct Told {
    /// Its id.
    pub id: String,
    /// The same for the same cause: receivers tell repeats by it.
    pub dedupe_key: String,
    /// What is sent, as JSON; "" once it is not kept any more.
    pub body: String,
    /// How often it was tried.
    pub attempts: i64,
    /// The fault of the last try that failed.
    pub fault: String,
    /// When it was caused.
    pub created_at: i64,
    /// When it arrived.
    pub done_at: Option<i64>,
    /// When it was given up.
    pub failed_at: Option<i64>,
    /// What the system answered last; none when nothing came back.
    pub answer_status: Option<i64>,
    /// When it was tried last; none of messages from before that was kept.
    pub tried_at: Option<i64>,
}

/// Puts a message into the outbox, unless its cause has put one there already.
pub async fn add(
    connection: &mut Connection<'_>,
    dedupe_key: &str,
    kind: &str,
    body: &str,
    now: i64,
) -> Result<(), ApiError> {
    add_for(connection, dedupe_key, kind, body, (now, now)).await
}

/// The same for a message that is not to leave before `due_at`.
pub async fn add_for(
    connection: &mut Connection<'_>,
    dedupe_key: &str,
    kind: &str,
    body: &str,
    (due_at, now): (i64, i64),
) -> Result<(), ApiError> {
    affected!(connection, ADD, token::new_id(), dedupe_key, kind, body, due_at, now)?;
    Ok(())
}

/// Counts an email that anybody may cause, for an address (in lower case) on a day; `false` when it has had `most` of them.
pub async fn may_be_written_to(
    connection: &mut Connection<'_>,
    address: &str,
    most: i64,
    now: i64,
) -> Result<bool, ApiError> {
    let (who, day) = (hex::encode(token::hash(address)), now.div_euclid(DAY_MS));
    Ok(affected!(connection, COUNT_EMAIL, who, day, most)? == 1)
}

/// When an email goes that must not be lost and that anybody may cause: now, or on the first day on which fewer than `most` go to
/// the address (in lower case); counted there. Nothing waits longer than `LONGEST_WAIT` days.
pub async fn next_email_at(
    connection: &mut Connection<'_>,
    address: &str,
    most: i64,
    now: i64,
) -> Result<i64, ApiError> {
    for day in 0..LONGEST_WAIT {
        let at = now + day * DAY_MS;
        if may_be_written_to(connection, address, most, at).await? {
            return Ok(at);
        }
    }
    Ok(now + LONGEST_WAIT * DAY_MS)
}

/// Takes the bodies out of what ended before a moment, and forgets how many emails went out on days before `now`'s.
pub async fn purge(connection: &mut Connection<'_>, ended_before: i64, now: i64) -> Result<(), ApiError> {
    affected!(connection, PURGE, ended_before)?;
    affected!(connection, PURGE_SENT, ended_before)?;
    affected!(connection, FORGET_DAYS, now.div_euclid(DAY_MS))?;
    Ok(())
}

/// The messages that are due.
pub async fn due(connection: &mut Connection<'_>, now: i64) -> Result<Vec<Due>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(DUE).bind(now).fetch_all(c).await)?)
}

/// The waiting message of a cause.
pub async fn by_key(connection: &mut Connection<'_>, dedupe_key: &str) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(BY_KEY).bind(dedupe_key).fetch_optional(c).await)?)
}

/// Takes a message for `lease` milliseconds; `None` when another worker has it.
pub async fn lease(
    connection: &mut Connection<'_>,
    id: &str,
    now: i64,
    lease: i64,
) -> Result<Option<Message>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_as(LEASE)
        .bind(id)
        .bind(now)
        .bind(now + lease)
        .fetch_optional(c)
        .await)?)
}

/// It arrived.
pub async fn done(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<(), ApiError> {
    affected!(connection, DONE, id, now)?;
    Ok(())
}

/// It did not; try again at `due_at`.
pub async fn again(
    connection: &mut Connection<'_>,
    id: &str,
    due_at: i64,
    fault: &str,
) -> Result<(), ApiError> {
    affected!(connection, AGAIN, id, due_at, fault)?;
    Ok(())
}

/// It did not, and it will not.
pub async fn give_up(
    connection: &mut Connection<'_>,
    id: &str,
    now: i64,
    fault: &str,
) -> Result<(), ApiError> {
    affected!(connection, GIVE_UP, id, now, fault)?;
    Ok(())
}

/// The emails and messages that were given up, newest first.
pub async fn given_up(
    connection: &mut Connection<'_>,
    before: &str,
    limit: i64,
) -> Result<Vec<GivenUp>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(GIVEN_UP).bind(before).bind(limit).fetch_all(c).await)?)
}

/// Puts one that was given up on its way again, with all its tries before it; `false` when there is none.
pub async fn try_again(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, TRY_AGAIN, id, now)? == 1)
}

/// What the owner's systems were told and are to be told, the newest first.
///
/// # Errors
/// Faults of the store.
pub async fn webhooks(
    connection: &mut Connection<'_>,
    before: &str,
    limit: i64,
) -> Result<Vec<Told>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(WEBHOOKS).bind(before).bind(limit).fetch_all(c).await)?)
}

/// One of them.
///
/// # Errors
/// Faults of the store.
pub async fn webhook(connection: &mut Connection<'_>, id: &str) -> Result<Option<Told>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(WEBHOOK_MESSAGE).bind(id).fetch_optional(c).await)?)
}

/// Notes what a system answered to a try.
///
/// # Errors
/// Faults of the store.
pub async fn answered(
    connection: &mut Connection<'_>,
    id: &str,
    status: Option<u16>,
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, ANSWERED, id, status.map(i64::from), now)?;
    Ok(())
}

/// Tells a system again what it was told, or was not for too long; `false` when it waits already or is not kept any more.
///
/// # Errors
/// Faults of the store.
pub async fn tell_again(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, TELL_AGAIN, id, now)? == 1)
}
