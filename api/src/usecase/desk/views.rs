//! Views of the orders that are kept by name: for who saved them alone, or for all staff.

use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::desk::views::{self, Changed, StoredView};
use crate::repository::record::{Event, Kind};
use crate::token;
use crate::usecase::owner::note::note;
use serde_json::json;

/// The most characters of a name.
const LONGEST_NAME: usize = 40;
/// How many somebody keeps, and how many there are for all.
const MOST_OWN: usize = 50;
const MOST_SHARED: usize = 100;

/// A view as it is to be kept.
#[derive(Clone, Debug)]
pub struct NewView {
    /// What it is called.
    pub name: String,
    /// Which orders it shows, as JSON; whoever reads it knows its shape.
    pub body: String,
    /// All staff see it.
    pub is_shared: bool,
}

/// The views that somebody sees: their own, and those for all; by name.
///
/// # Errors
/// Faults of the store.
pub async fn visible(context: &Context, who: &SignedIn) -> Result<Vec<StoredView>, ApiError> {
    context.db.read(async |connection| views::visible(connection, &who.id).await).await
}

/// Whether somebody may change or remove a view that they see: their own, and an ADMIN those for all.
pub fn may_change(who: &SignedIn, view: &StoredView) -> bool {
    view.author_id == who.id || (view.is_shared && who.is_admin())
}

/// Keeps a view; the same once more is the first one.
///
/// # Errors
/// `malformed-view`; 409 `view-name-taken`, `too-many-views`.
pub async fn add(context: &Context, who: &SignedIn, new: NewView) -> Result<(), ApiError> {
    let name = checked(&new.name)?;
    let (who, now) = (who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let known = views::visible(connection, &who.id).await?;
            let is_same = |view: &&StoredView| {
                view.is_shared == new.is_shared && view.name.to_lowercase() == name.to_lowercase()
            };
            if let Some(same) = known.iter().find(is_same) {
                let is_repeat = same.author_id == who.id && same.body == new.body;
                return if is_repeat { Ok(()) } else { Err(name_taken()) };
            }
            has_room(&known, new.is_shared)?;
            let view = StoredView {
                id: token::new_id(),
                author_id: who.id.clone(),
                author: who.name().to_owned(),
                name: name.clone(),
                body: new.body.clone(),
                is_shared: new.is_shared,
                revision: 1,
            };
            if !views::add(connection, &view, now).await? {
                return Err(name_taken());
            }
            tell(connection, &who, Kind::PutView, &view, now).await
        })
        .await
}

/// Changes a view that still has this revision.
///
/// # Errors
/// 404 of one that they do not see; 403 `view-of-another`; `malformed-view`; 409 `view-changed`, `view-name-taken`, `too-many-views`.
pub async fn change(
    context: &Context,
    who: &SignedIn,
    id: &str,
    (new, revision): (NewView, i64),
) -> Result<(), ApiError> {
    let name = checked(&new.name)?;
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let before = seen(connection, &who, &id).await?;
            // What somebody shared only they keep for themselves again: nobody else would see it then.
            if !may_change(&who, &before) || (!new.is_shared && before.author_id != who.id) {
                return Err(of_another());
            }
            if before.is_shared != new.is_shared {
                has_room(&views::visible(connection, &who.id).await?, new.is_shared)?;
            }
            let after = StoredView { name: name.clone(), body: new.body.clone(), is_shared: new.is_shared, revision, ..before.clone() };
            match views::change(connection, &after).await? {
                Changed::Yes => {}
                Changed::NameTaken => return Err(name_taken()),
                Changed::Outdated => {
                    return Err(ApiError::refused(
                        StatusCode::CONFLICT,
                        "view-changed",
                        "Somebody changed this view meanwhile. Look at it as it is now, then change it again.",
                    ));
                }
            }
            let told = if before.is_shared { &before } else { &after };
            tell(connection, &who, Kind::PutView, told, now).await
        })
        .await
}

/// Forgets a view.
///
/// # Errors
/// 404 of one that they do not see; 403 `view-of-another`.
pub async fn remove(context: &Context, who: &SignedIn, id: &str) -> Result<(), ApiError> {
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let view = seen(connection, &who, &id).await?;
            if !may_change(&who, &view) {
                return Err(of_another());
            }
            if !views::remove(connection, &id).await? {
                return Err(missing());
            }
            tell(connection, &who, Kind::RemoveView, &view, now).await
        })
        .await
}

async fn seen(connection: &mut Connection<'_>, who: &SignedIn, id: &str) -> Result<StoredView, ApiError> {
    let view = views::read(connection, id).await?;
    view.filter(|view| view.is_shared || view.author_id == who.id).ok_or_else(missing)
}

/// What all staff see is written down; what somebody keeps for themselves is theirs.
async fn tell(
    connection: &mut Connection<'_>,
    who: &SignedIn,
    kind: Kind,
    view: &StoredView,
    now: i64,
) -> Result<(), ApiError> {
    if !view.is_shared {
        return Ok(());
    }
    note(connection, who, Event::new(kind, &view.id).with("name", json!(view.name)), now).await
}

fn checked(name: &str) -> Result<String, ApiError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
        return Err(ApiError::bad_request(
            "malformed-view",
            "Please give the view a name of at most 40 characters.",
        ));
    }
    Ok(name.to_owned())
}

fn has_room(known: &[StoredView], is_shared: bool) -> Result<(), ApiError> {
    let most = if is_shared { MOST_SHARED } else { MOST_OWN };
    if known.iter().filter(|view| view.is_shared == is_shared).count() < most {
        return Ok(());
    }
    Err(ApiError::refused(
        StatusCode::CONFLICT,
        "too-many-views",
        "There are as many views as are kept: 50 of your own and 100 for all staff. Please forget one first.",
    ))
}

fn missing() -> ApiError {
    ApiError::refused(
        StatusCode::NOT_FOUND,
        "view-missing",
        "There is no such view. It may have been forgotten; please load the orders again.",
    )
}

fn of_another() -> ApiError {
    ApiError::refused(
        StatusCode::FORBIDDEN,
        "view-of-another",
        "This view is somebody else's. Who shared it, or an administrator, changes it; you may save one of your own.",
    )
}

fn name_taken() -> ApiError {
    ApiError::refused(
        StatusCode::CONFLICT,
        "view-name-taken",
        "There is a view of this name already. Please choose another name, or forget that one first.",
    )
}
