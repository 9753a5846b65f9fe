//! Where one is signed in, and ending it there. A session that is ended opens nothing from the next call on, on every server.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{self, Event, Kind};
use crate::repository::session::{self, ListedSession};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where somebody is signed in.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Sessions {
    /// Last used first.
    pub sessions: Vec<SessionAnswer>,
}

/// One session. Times are epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionAnswer {
    /// Its id, which opens nothing.
    pub id: String,
    /// Browser and system, in plain words.
    pub device: String,
    /// From where, as far as the address says.
    pub place: String,
    /// When it began.
    pub created_on: i64,
    /// When it was last used, to the minute.
    pub seen_on: i64,
    /// It is the one that asks.
    pub is_this: bool,
}

/// The sessions of a site user that still hold, for `asks`, who may be another.
pub async fn of(context: &Context, site_user_id: &str, asks: &SignedIn) -> Result<Sessions, ApiError> {
    let now = context.clock.now_ms();
    let found =
        context.db.read(async |connection| session::list(connection, site_user_id, now).await).await?;
    let answer = |row: ListedSession| SessionAnswer {
        is_this: row.id == asks.session_id,
        id: row.id,
        device: row.device,
        place: row.place,
        created_on: row.created_at,
        seen_on: row.seen_at,
    };
    Ok(Sessions { sessions: found.into_iter().map(answer).collect() })
}

/// Ends one session of a site user.
pub async fn end_one(
    context: &Context,
    who: &SignedIn,
    site_user_id: String,
    id: String,
) -> Result<(), ApiError> {
    let (actor, now) = (who.actor(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            if !session::end_one(connection, &site_user_id, &id).await? {
                return Err(ApiError::not_found("There is no such session."));
            }
            record::write(connection, &actor, Event::new(Kind::SessionEnded, &site_user_id), now).await
        })
        .await
}

/// Ends every session of one's own but this one; how many.
pub async fn end_others(context: &Context, who: &SignedIn) -> Result<u64, ApiError> {
    let (actor, now) = (who.actor(), context.clock.now_ms());
    let (id, own) = (who.id.clone(), who.session_id.clone());
    context
        .db
        .write(async move |connection| {
            let ended = session::end_others(connection, &id, &own).await?;
            let event = Event::new(Kind::SessionsEnded, &id).with("ended", ended);
            record::write(connection, &actor, event, now).await?;
            Ok(ended)
        })
        .await
}
