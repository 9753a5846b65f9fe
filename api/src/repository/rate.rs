//! Calls counted where every server sees them: one statement a call, one row an address and kind of call.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;

statements! {
    // The row says when the quota is full again. A call moves it by its share, unless that would pass the whole quota.
    COUNT = "INSERT INTO rate (who, full_at) VALUES ($1, $2) ON CONFLICT (who) DO UPDATE \
        SET full_at = CASE WHEN rate.full_at > $3 THEN rate.full_at + $4 ELSE $2 END WHERE rate.full_at <= $5";
    FULL_AT = "SELECT full_at FROM rate WHERE who = $1";
    FORGET = "DELETE FROM rate WHERE full_at <= $1";
}

/// What a kind of call may use: `quota` microseconds, of which each call takes its `share`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The time in which an empty quota fills.
    pub quota: i64,
    /// What one call takes of it.
    pub share: i64,
}

/// Counts one call of `who` at `now` (microseconds), or tells how many microseconds the next one must wait.
pub async fn count(
    connection: &mut Connection<'_>,
    who: &str,
    allowance: Allowance,
    now: i64,
) -> Result<Option<i64>, ApiError> {
    let latest = now + allowance.quota - allowance.share;
    let counted = affected!(connection, COUNT, who, now + allowance.share, now, allowance.share, latest)?;
    if counted == 1 {
        return Ok(None);
    }
    let full_at: Option<i64> =
        fetch!(connection, |c| sqlx::query_scalar(FULL_AT).bind(who).fetch_optional(c).await)?;
    Ok(Some(full_at.unwrap_or(latest).saturating_sub(latest).max(0)))
}

/// Forgets the addresses whose quota is full.
pub async fn forget(connection: &mut Connection<'_>, now: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, FORGET, now)?)
}
