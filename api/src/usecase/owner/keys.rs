//! Keys of the owner's own programs: made, listed, revoked; by people with the right, and never by a key.

use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::api_key::{self, MACHINE, NewKey};
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use crate::scopes::Scope;
use crate::token;
use crate::usecase::owner::note::note;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The most keys at a time.
const MOST: i64 = 100;
/// The longest name, in characters.
const LONGEST_NAME: usize = 60;
/// The longest time of a key that ends, in days, and a day in milliseconds.
const MOST_DAYS: i64 = 3650;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// The keys that are not revoked, and what a key may be made for.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Keys {
    /// The newest first; those whose time is over stand there until they are revoked.
    pub keys: Vec<ListedKey>,
    /// Every scope.
    pub scopes: Vec<Scope>,
}

/// A key as it is listed: never what opens something. Moments are epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedKey {
    /// Its id.
    pub id: String,
    /// What the owner calls it.
    pub name: String,
    /// How it begins, by which it is told apart.
    pub begins: String,
    /// What it opens.
    pub scopes: Vec<Scope>,
    /// Who made it; "" for the one at the machine, and for an account that is gone.
    pub made_by: String,
    /// When.
    pub created_on: i64,
    /// From when on it opens nothing.
    pub expires_on: Option<i64>,
    /// When it was last used, to the minute.
    pub used_on: Option<i64>,
    /// From where, as far as the address says.
    pub used_from: String,
    /// It opens something still: its time is not over, and the account that made it is there.
    pub holds: bool,
}

/// A key to make.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewKeyRequest {
    /// What the owner calls it: the record of who did what names it so.
    pub name: String,
    /// What it opens; at least one.
    pub scopes: Vec<Scope>,
    /// After how many days it opens nothing any more, 1 to 3650; never when it is not given.
    #[serde(default)]
    pub days: Option<i64>,
}

/// A key that was made.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct KeyMade {
    /// Its id.
    pub id: String,
    /// The key itself. It is shown this once: the shop keeps no more than a hash of it.
    pub key: String,
}

/// Lists the keys.
///
/// # Errors
/// `forbidden`.
pub async fn list(context: &Context, who: &SignedIn) -> Result<Keys, ApiError> {
    who.must(Right::ManageKeys)?;
    let now = context.clock.now_ms();
    let rows = context.db.read(async |connection| api_key::list(connection).await).await?;
    let listed = |row: api_key::ListedKey| {
        Ok(ListedKey {
            begins: format!("{}{}", token::KEY_PREFIX, row.hint),
            scopes: serde_json::from_str(&row.scopes)?,
            holds: row.is_held && row.expires_at.is_none_or(|end| end > now),
            id: row.id,
            name: row.name,
            made_by: row.email,
            created_on: row.created_at,
            expires_on: row.expires_at,
            used_on: row.used_at,
            used_from: row.used_from,
        })
    };
    let keys = rows.into_iter().map(listed).collect::<Result<_, ApiError>>()?;
    Ok(Keys { keys, scopes: Scope::ALL.to_vec() })
}

/// Makes a key. It never does more than the account that makes it may do.
///
/// # Errors
/// `malformed-name`, `scope-missing`, `days-out-of-range`, `too-many-keys`; `forbidden`, `confirm-again`.
pub async fn make(context: &Context, who: &SignedIn, asked: NewKeyRequest) -> Result<KeyMade, ApiError> {
    who.must_recently(Right::ManageKeys, context)?;
    let name = asked.name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
        return Err(ApiError::bad_request(
            "malformed-name",
            "Please give the key a name of at most 60 characters.",
        ));
    }
    let mut scopes = asked.scopes;
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(ApiError::bad_request("scope-missing", "Please choose at least one scope for the key."));
    }
    if asked.days.is_some_and(|days| !(1..=MOST_DAYS).contains(&days)) {
        return Err(ApiError::bad_request(
            "days-out-of-range",
            "A key holds for 1 to 3650 days, or without an end.",
        ));
    }
    let (key, now) = (token::program_key(), context.clock.now_ms());
    let hint = token::key_hint(&key).unwrap_or_default().to_owned();
    let new = NewKey {
        id: token::new_id(),
        hint,
        key_hash: token::hash(&key),
        name,
        scopes: serde_json::to_string(&scopes)?,
        made_by: if who.is_alone() { MACHINE.to_owned() } else { who.id.clone() },
        expires_at: asked.days.map(|days| now + days * DAY),
    };
    let (who, id) = (who.clone(), new.id.clone());
    context
        .db
        .write(async move |connection| {
            if api_key::count(connection).await? >= MOST {
                let message = "There are 100 keys already. Revoke those that nothing uses.";
                return Err(ApiError::refused(StatusCode::CONFLICT, "too-many-keys", message));
            }
            api_key::add(connection, &new, now).await?;
            let facts = json!({"name": new.name, "scopes": scopes, "days": asked.days});
            note(connection, &who, Event::new(Kind::KeyMade, &new.id).told(facts), now).await
        })
        .await?;
    Ok(KeyMade { id, key })
}

/// Revokes a key: from the next call on it opens nothing, on any server.
///
/// # Errors
/// `not-found`; `forbidden`, `confirm-again`.
pub async fn revoke(context: &Context, who: &SignedIn, id: &str) -> Result<(), ApiError> {
    who.must_recently(Right::ManageKeys, context)?;
    let (who, id, now) = (who.clone(), id.to_owned(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let revoked = api_key::revoke(connection, &id, now).await?;
            let name = revoked.ok_or_else(|| ApiError::not_found("There is no such key."))?;
            note(connection, &who, Event::new(Kind::KeyRevoked, &id).with("name", name), now).await
        })
        .await
}
