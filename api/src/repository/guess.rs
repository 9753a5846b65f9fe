//! Wrong passwords and codes, counted before they are looked at: of many that come at once no more pass than one by one.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;

statements! {
    // A try counts as wrong until it is known to be right. From the one with the number $4 on each sets a pause: a second, and
    // twice as long every time. While a pause lasts nothing is counted.
    BEGIN = "INSERT INTO guess (who, wrong, paused_until, last_at) VALUES ($1, 1, $2, $2) ON CONFLICT (who) DO UPDATE SET \
        wrong = CASE WHEN guess.last_at <= $3 THEN 1 ELSE guess.wrong + 1 END, \
        paused_until = CASE WHEN guess.last_at <= $3 OR guess.wrong + 1 < $4 THEN $2 WHEN guess.wrong + 1 >= $4 + 10 THEN $2 + $5 \
        ELSE $2 + (1000 << CAST(guess.wrong + 1 - $4 AS INTEGER)) END, last_at = $2 WHERE guess.paused_until <= $2";
    PAUSED_UNTIL = "SELECT paused_until FROM guess WHERE who = $1";
    FORGET = "DELETE FROM guess WHERE who = $1";
    TAKE_BACK = "UPDATE guess SET wrong = wrong - 1, paused_until = $2 WHERE who = $1 AND wrong > 0";
    IS_KNOWN = "SELECT 1 FROM known_place WHERE account = $1 AND place = $2 AND seen_at > $3";
    KNOW = "INSERT INTO known_place (account, place, seen_at) VALUES ($1, $2, $3) ON CONFLICT (account, place) DO UPDATE SET seen_at = excluded.seen_at";
    REMOVE_OLD = "DELETE FROM guess WHERE last_at <= $1 AND paused_until <= $1";
    REMOVE_OLD_PLACES = "DELETE FROM known_place WHERE seen_at <= $1";
}

/// When wrong tries begin to cost time, and when they are forgotten; milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// The first wrong try that sets a pause.
    pub free: i64,
    /// The longest pause.
    pub longest: i64,
    /// Wrong tries older than this moment are forgotten.
    pub forgotten: i64,
}

/// Counts a try at `now`; the end of the pause when there is one.
pub async fn begin(
    connection: &mut Connection<'_>,
    who: &str,
    patience: Patience,
    now: i64,
) -> Result<Option<i64>, ApiError> {
    let counted =
        affected!(connection, BEGIN, who, now, patience.forgotten, patience.free, patience.longest)?;
    if counted == 1 {
        return Ok(None);
    }
    let until: Option<i64> =
        fetch!(connection, |c| sqlx::query_scalar(PAUSED_UNTIL).bind(who).fetch_optional(c).await)?;
    Ok(Some(until.unwrap_or(now)))
}

/// Forgets the wrong tries of one who knew it.
pub async fn forget(connection: &mut Connection<'_>, who: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET, who)?;
    Ok(())
}

/// Takes one try back, and the pause that it set: it was right.
pub async fn take_back(connection: &mut Connection<'_>, who: &str, now: i64) -> Result<(), ApiError> {
    affected!(connection, TAKE_BACK, who, now)?;
    Ok(())
}

/// Whether somebody logged in to an account from a place since a moment.
pub async fn is_known(
    connection: &mut Connection<'_>,
    (account, place): (&str, &str),
    since: i64,
) -> Result<bool, ApiError> {
    let found: Option<i32> = fetch!(connection, |c| sqlx::query_scalar(IS_KNOWN)
        .bind(account)
        .bind(place)
        .bind(since)
        .fetch_optional(c)
        .await)?;
    Ok(found.is_some())
}

/// Remembers that somebody logged in to an account from a place.
pub async fn know(
    connection: &mut Connection<'_>,
    (account, place): (&str, &str),
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, KNOW, account, place, now)?;
    Ok(())
}

/// Forgets tries and places from before these moments.
pub async fn remove_old(connection: &mut Connection<'_>, tries: i64, places: i64) -> Result<(), ApiError> {
    affected!(connection, REMOVE_OLD, tries)?;
    affected!(connection, REMOVE_OLD_PLACES, places)?;
    Ok(())
}
