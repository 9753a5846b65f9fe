//! The browsers of the staff that are told of what happens by Web Push, and what waits to be told to each.

use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use crate::token;
use serde_json::Value;
use sqlx_macros::FromRow;

statements! {
    LIST = "SELECT id, session_id, endpoint, server_key, kinds, language, device, created_at, seen_at FROM push_device WHERE site_user_id = $1 ORDER BY created_at, id";
    OTHERS_OF_SESSION = "DELETE FROM push_device WHERE session_id = $1 AND endpoint <> $2";
    // What waited for whoever had this browser before is not for the next.
    OF_ANOTHER = "DELETE FROM push_device WHERE endpoint = $1 AND site_user_id <> $2";
    PUT = "INSERT INTO push_device (id, site_user_id, session_id, endpoint, p256dh, auth, server_key, kinds, language, device, hour_at, hour_count, told_at, created_at, seen_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, 0, 0, $11, $11) \
        ON CONFLICT (endpoint) DO UPDATE SET site_user_id = excluded.site_user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, \
        auth = excluded.auth, server_key = excluded.server_key, kinds = excluded.kinds, language = excluded.language, device = excluded.device, seen_at = excluded.seen_at \
        RETURNING id";
    TOO_MANY = "DELETE FROM push_device WHERE site_user_id = $1 AND id NOT IN \
        (SELECT id FROM push_device WHERE site_user_id = $1 ORDER BY seen_at DESC, id DESC LIMIT $2)";
    NAME = "SELECT device FROM session WHERE id = $1";
    REMOVE = "DELETE FROM push_device WHERE id = $1 AND site_user_id = $2";
    GONE = "DELETE FROM push_device WHERE id = $1 AND endpoint = $2";
    TARGET = "SELECT id, endpoint, p256dh, auth, server_key FROM push_device WHERE id = $1";
    TELL = "INSERT INTO push_waiting (id, device_id, kind, facts, created_at) \
        SELECT CAST($1 AS TEXT) || id, id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT) FROM push_device WHERE kinds LIKE $5";
    TELL_ONE = "INSERT INTO push_waiting (id, device_id, kind, facts, created_at) \
        SELECT CAST($1 AS TEXT) || id, id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT) FROM push_device WHERE kinds LIKE $5 AND site_user_id = $6 AND server_key = $7";
    WANTED = "SELECT COUNT(*) FROM push_device WHERE kinds LIKE $1";
    WAITING = "SELECT push_device.id, push_device.endpoint, push_device.language, push_device.kinds, site_user.roles FROM push_device \
        JOIN site_user ON site_user.id = push_device.site_user_id \
        WHERE server_key = $1 AND EXISTS (SELECT 1 FROM push_waiting WHERE push_waiting.device_id = push_device.id) ORDER BY told_at, push_device.id LIMIT 500";
    // So often an hour at once, and after that with a pause between: what comes meanwhile is told together. Of two workers one gets it.
    TURN = "UPDATE push_device SET told_at = $2, hour_count = CASE WHEN hour_at <= $3 THEN 1 ELSE hour_count + 1 END, \
        hour_at = CASE WHEN hour_at <= $3 THEN $2 ELSE hour_at END WHERE id = $1 AND (hour_at <= $3 OR hour_count < $4 OR told_at <= $5)";
    TAKE = "DELETE FROM push_waiting WHERE device_id = $1 RETURNING id, kind, facts, created_at";
    FORGET = "DELETE FROM push_device WHERE seen_at < $1";
    FORGET_WAITING = "DELETE FROM push_waiting WHERE created_at < $1";
}

/// How many devices an account has at most: the one that was seen longest ago goes.
pub const MOST: i64 = 10;
/// How often a device is told in an hour at once.
const AT_ONCE: i64 = 6;
/// The pause between two times after that.
const PAUSE: i64 = 5 * 60_000;
const HOUR: i64 = 3_600_000;

/// What a device may be told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Told {
    /// An order was placed.
    Order,
    /// A payment failed, or is disputed.
    Payment,
    /// Few are left of something, or none.
    Stock,
    /// Somebody sent a form.
    Message,
    /// A review or a comment waits for a decision.
    Review,
    /// A note of the staff names somebody.
    Mention,
}

impl Told {
    /// All of them.
    pub const ALL: [Told; 6] =
        [Told::Order, Told::Payment, Told::Stock, Told::Message, Told::Review, Told::Mention];

    /// The word of it.
    pub const fn word(self) -> &'static str {
        match self {
            Told::Order => "order",
            Told::Payment => "payment",
            Told::Stock => "stock",
            Told::Message => "message",
            Told::Review => "review",
            Told::Mention => "mention",
        }
    }

    /// What a word says.
    pub fn of(word: &str) -> Option<Told> {
        Told::ALL.into_iter().find(|one| one.word() == word)
    }
}

/// Several of them as they are kept.
pub fn kept(kinds: &[Told]) -> String {
    let words: Vec<&str> = Told::ALL.into_iter().filter(|one| kinds.contains(one)).map(Told::word).collect();
    format!(",{},", words.join(","))
}

/// Those that are kept.
pub fn read(kept: &str) -> Vec<Told> {
    kept.split(',').filter_map(Told::of).collect()
}

/// A device as it is listed.
#[derive(Clone, Debug, FromRow)]
pub struct StoredDevice {
    /// Its id.
    pub id: String,
    /// The session it was put from.
    pub session_id: String,
    /// Where its push service takes messages.
    pub endpoint: String,
    /// The key of this server that it subscribed with.
    pub server_key: String,
    /// See [`read`].
    pub kinds: String,
    /// Of what it is told.
    pub language: String,
    /// Browser and system, in plain words.
    pub device: String,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// Epoch milliseconds.
    pub seen_at: i64,
}

/// A device as its browser gives it.
#[derive(Clone, Debug)]
pub struct NewDevice {
    /// Whose it is.
    pub site_user_id: String,
    /// The session it is put from.
    pub session_id: String,
    /// Where its push service takes messages.
    pub endpoint: String,
    /// The browser's public key, uncompressed.
    pub p256dh: Vec<u8>,
    /// The secret it shares with us.
    pub auth: Vec<u8>,
    /// The key of this server that it subscribed with.
    pub server_key: String,
    /// What it is told of.
    pub kinds: Vec<Told>,
    /// In which language.
    pub language: String,
}

/// Where a message goes, and for whom it is encrypted.
#[derive(Clone, Debug, FromRow)]
pub struct Target {
    /// Its id.
    pub id: String,
    /// Where its push service takes messages.
    pub endpoint: String,
    /// The browser's public key.
    pub p256dh: Vec<u8>,
    /// The secret it shares with us.
    pub auth: Vec<u8>,
    /// The key of this server that it subscribed with.
    pub server_key: String,
}

/// A device that something waits for.
#[derive(Clone, Debug, FromRow)]
pub struct WaitingDevice {
    /// Its id.
    pub id: String,
    /// Where its push service takes messages.
    pub endpoint: String,
    /// In which language it is told.
    pub language: String,
    /// What it is told of.
    pub kinds: String,
    /// Role codes of its account now, as JSON.
    pub roles: String,
}

/// Something that waits to be told.
#[derive(Clone, Debug, FromRow)]
pub struct Waiting {
    /// Its id, which sorts by the time it was made.
    pub id: String,
    /// The word of what it is.
    pub kind: String,
    /// About what, as JSON.
    pub facts: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// The devices of an account, the oldest first.
///
/// # Errors
/// Faults of the store.
pub async fn list(connection: &mut Connection<'_>, who: &str) -> Result<Vec<StoredDevice>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST).bind(who).fetch_all(c).await)?)
}

/// Keeps a device; one of the same address becomes this one, and one that the same session put before goes. Its id.
///
/// # Errors
/// Faults of the store.
pub async fn put(connection: &mut Connection<'_>, new: &NewDevice, now: i64) -> Result<String, ApiError> {
    let NewDevice { site_user_id, session_id, endpoint, p256dh, auth, server_key, kinds, language } = new;
    affected!(connection, OTHERS_OF_SESSION, session_id, endpoint)?;
    affected!(connection, OF_ANOTHER, endpoint, site_user_id)?;
    let name: Option<String> =
        fetch!(connection, |c| sqlx::query_scalar(NAME).bind(session_id).fetch_optional(c).await)?;
    let id: String = change!(connection, |c| sqlx::query_scalar(PUT)
        .bind(token::new_id())
        .bind(site_user_id)
        .bind(session_id)
        .bind(endpoint)
        .bind(p256dh)
        .bind(auth)
        .bind(server_key)
        .bind(kept(kinds))
        .bind(language)
        .bind(name.unwrap_or_default())
        .bind(now)
        .fetch_one(c)
        .await)?;
    affected!(connection, TOO_MANY, site_user_id, MOST)?;
    Ok(id)
}

/// Removes a device of an account; `false` when it has none of this id.
///
/// # Errors
/// Faults of the store.
pub async fn remove(connection: &mut Connection<'_>, id: &str, who: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, REMOVE, id, who)? == 1)
}

/// Its push service knows this address no more; one that took its place stays.
///
/// # Errors
/// Faults of the store.
pub async fn gone(connection: &mut Connection<'_>, id: &str, endpoint: &str) -> Result<(), ApiError> {
    affected!(connection, GONE, id, endpoint)?;
    Ok(())
}

/// Where messages for a device go.
///
/// # Errors
/// Faults of the store.
pub async fn target(connection: &mut Connection<'_>, id: &str) -> Result<Option<Target>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(TARGET).bind(id).fetch_optional(c).await)?)
}

/// Something happened: it waits for every device that is told of its kind. Written with the change itself.
///
/// # Errors
/// Faults of the store.
pub async fn tell(
    connection: &mut Connection<'_>,
    kind: Told,
    facts: &Value,
    now: i64,
) -> Result<(), ApiError> {
    let (facts, like) = (facts.to_string(), pattern(kind));
    affected!(connection, TELL, token::new_id(), kind.word(), facts, now, like)?;
    Ok(())
}

/// Something happened that is for one account: it waits for those of its devices that are told of its kind and subscribed with this key
/// of ours. `false` when there is none.
///
/// # Errors
/// Faults of the store.
pub async fn tell_one(
    connection: &mut Connection<'_>,
    (account_id, key): (&str, &str),
    kind: Told,
    facts: &Value,
    now: i64,
) -> Result<bool, ApiError> {
    let (facts, like) = (facts.to_string(), pattern(kind));
    let told =
        affected!(connection, TELL_ONE, token::new_id(), kind.word(), facts, now, like, account_id, key)?;
    Ok(told > 0)
}

/// Whether any device is told of a kind.
///
/// # Errors
/// Faults of the store.
pub async fn is_wanted(connection: &mut Connection<'_>, kind: Told) -> Result<bool, ApiError> {
    let count: i64 =
        fetch!(connection, |c| sqlx::query_scalar(WANTED).bind(pattern(kind)).fetch_one(c).await)?;
    Ok(count > 0)
}

fn pattern(kind: Told) -> String {
    format!("%,{},%", kind.word())
}

/// The devices that subscribed with this key of ours, and that something waits for.
///
/// # Errors
/// Faults of the store.
pub async fn waiting(connection: &mut Connection<'_>, key: &str) -> Result<Vec<WaitingDevice>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(WAITING).bind(key).fetch_all(c).await)?)
}

/// Takes what waits for a device, the oldest first; nothing when it was told too often lately, or another worker has it.
///
/// # Errors
/// Faults of the store.
pub async fn take(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<Vec<Waiting>, ApiError> {
    if affected!(connection, TURN, id, now, now - HOUR, AT_ONCE, now - PAUSE)? == 0 {
        return Ok(Vec::new());
    }
    let mut taken: Vec<Waiting> = change!(connection, |c| sqlx::query_as(TAKE).bind(id).fetch_all(c).await)?;
    taken.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(taken)
}

/// Forgets devices that nobody opened the editor on since `seen_before`, and what waited since `waited_before`.
///
/// # Errors
/// Faults of the store.
pub async fn forget(
    connection: &mut Connection<'_>,
    (seen_before, waited_before): (i64, i64),
) -> Result<(), ApiError> {
    affected!(connection, FORGET, seen_before)?;
    affected!(connection, FORGET_WAITING, waited_before)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_669_kinds_are_kept_and_read() {
        assert_eq!(kept(&[Told::Stock, Told::Order]), ",order,stock,");
        assert_eq!(read(",order,stock,nonsense,"), [Told::Order, Told::Stock]);
        assert_eq!(read(&kept(&[])), []);
    }
}
