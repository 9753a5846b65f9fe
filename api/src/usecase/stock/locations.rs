//! The places where a shop keeps its stock: added, named, put in order, archived and taken into use again.

use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::record::{Event, Kind};
use crate::repository::stock::location::{self, Location, MAIN};
use crate::roles::Right;
use crate::token;
use crate::usecase::owner::note::note;
use serde_json::json;
use std::collections::BTreeSet;

/// The most locations of a shop.
const MOST: usize = 50;
/// The longest name, in characters.
const LONGEST: usize = 60;

/// A change of one: what is none stays.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Another name.
    pub name: Option<String>,
    /// It is not used any more, or is again.
    pub archived: Option<bool>,
}

fn conflict(code: &'static str, message: impl Into<std::borrow::Cow<'static, str>>) -> ApiError {
    ApiError::refused(StatusCode::CONFLICT, code, message)
}

/// The refusal of an id that no location has.
pub(super) fn missing() -> ApiError {
    ApiError::refused(
        StatusCode::NOT_FOUND,
        "location-missing",
        "There is no such location. Please load the locations again.",
    )
}

/// A name as it is kept and as it is compared.
fn named(typed: &str) -> Result<(String, String), ApiError> {
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > LONGEST || name.chars().any(char::is_control) {
        return Err(ApiError::bad_request(
            "malformed-location",
            "Please give the location a name of at most 60 characters.",
        ));
    }
    let key = key(&name);
    Ok((name, key))
}

/// A name as it is compared.
pub(super) fn key(name: &str) -> String {
    name.to_lowercase()
}

fn taken(name: &str, all: &[Location]) -> ApiError {
    let is_archived = all.iter().any(|one| one.name_key == key(name) && one.archived_at.is_some());
    let rest = if is_archived {
        "It is archived; take it into use again, or choose another name."
    } else {
        "Please choose another name."
    };
    conflict("location-name-taken", format!("There is a location \"{name}\". {rest}"))
}

/// Every location in the order in which stock is taken from them.
///
/// # Errors
/// 403; faults of the store.
pub async fn list(context: &Context, who: &SignedIn) -> Result<Vec<Location>, ApiError> {
    who.must(Right::ManageStore)?;
    context.db.read(async |connection| location::list(connection).await).await
}

/// Adds a location, behind the others. The shop's first, where everything lies until then, gets the name `main` by the same call.
///
/// # Errors
/// 403; `malformed-location`; `main-name-missing` where the first has no name yet; `location-name-taken`; `too-many-locations`.
pub async fn add(
    context: &Context,
    who: &SignedIn,
    name: &str,
    main: Option<&str>,
) -> Result<Location, ApiError> {
    who.must(Right::ManageStore)?;
    let (name, name_key) = named(name)?;
    let main = main.filter(|main| !main.trim().is_empty()).map(named).transpose()?;
    let (who, now) = (who.clone(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        let mut all = location::list(connection).await?;
        if all.is_empty() {
            let (name, name_key) = main.clone().ok_or_else(|| {
                ApiError::bad_request(
                    "main-name-missing",
                    "Please give the place where your stock lies today a name, too.",
                )
            })?;
            let first = Location {
                id: MAIN.to_owned(),
                name,
                name_key,
                position: 0,
                archived_at: None,
                created_at: now,
            };
            put(connection, &who, &first, (&all, now)).await?;
            all.push(first);
        }
        location::hold(connection, MAIN).await?;
        if all.len() >= MOST {
            return Err(conflict("too-many-locations", "A shop has at most 50 locations."));
        }
        let position = all.iter().map(|one| one.position).max().unwrap_or(0) + 1;
        let (name, name_key) = (name.clone(), name_key.clone());
        let one =
            Location { id: token::new_id(), name, name_key, position, archived_at: None, created_at: now };
        put(connection, &who, &one, (&all, now)).await?;
        Ok(one)
    };
    context.db.write(write).await
}

async fn put(
    connection: &mut Connection<'_>,
    who: &SignedIn,
    one: &Location,
    (all, now): (&[Location], i64),
) -> Result<(), ApiError> {
    if !location::add(connection, one).await? {
        return Err(taken(&one.name, all));
    }
    note(connection, who, Event::new(Kind::PutLocation, &one.id).words(&one.name), now).await
}

/// Gives a location another name, archives it, or takes it into use again.
///
/// # Errors
/// 403; `location-missing`; `malformed-location`; `location-name-taken`; `main-location` for archiving the first; `location-not-empty` and
/// `location-expects` for archiving one where something lies, or to which something is on its way.
pub async fn change(
    context: &Context,
    who: &SignedIn,
    id: &str,
    change: Change,
) -> Result<Location, ApiError> {
    who.must(Right::ManageStore)?;
    let name = change.name.as_deref().map(named).transpose()?;
    let (who, id, now) = (who.clone(), id.to_owned(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        // One change of names and places at a time.
        location::hold(connection, MAIN).await?;
        let all = location::list(connection).await?;
        let mut one = all.iter().find(|one| one.id == id).cloned().ok_or_else(missing)?;
        if let Some((name, name_key)) = name.clone() {
            if all.iter().any(|other| other.id != id && other.name_key == name_key) {
                return Err(taken(&name, &all));
            }
            location::rename(connection, &id, (&name, &name_key)).await?;
            (one.name, one.name_key) = (name, name_key);
        }
        let was = one.archived_at.is_some();
        if let Some(archived) = change.archived.filter(|archived| *archived != was) {
            if archived {
                may_archive(connection, &one).await?;
            }
            one.archived_at = archived.then_some(now);
            location::archive(connection, &id, one.archived_at).await?;
        }
        let event = Event::new(Kind::PutLocation, &id)
            .change(json!({"archived": was}), json!({"archived": one.archived_at.is_some()}))
            .words(&one.name);
        note(connection, &who, event, now).await?;
        Ok(one)
    };
    context.db.write(write).await
}

/// Holds a location that nothing lies at and nothing goes to.
async fn may_archive(connection: &mut Connection<'_>, one: &Location) -> Result<(), ApiError> {
    if one.is_main() {
        return Err(conflict(
            "main-location",
            "The first location stays: what comes back to a shop without a place lies there. You can give it another name.",
        ));
    }
    location::hold(connection, &one.id).await?;
    let (variants, pieces) = location::lying(connection, &one.id).await?;
    if variants > 0 {
        return Err(conflict(
            "location-not-empty",
            format!(
                "{pieces} pieces of {variants} variants are at \"{}\". Move them to another location, or count them to 0, and archive it then.",
                one.name
            ),
        ));
    }
    let coming = location::coming(connection, &one.id).await?;
    if coming > 0 {
        return Err(conflict(
            "location-expects",
            format!(
                "{coming} transfers are on their way to \"{}\". Receive or cancel them, and archive it then.",
                one.name
            ),
        ));
    }
    Ok(())
}

/// Says in which order stock is taken from the locations: every one that is in use, the first of them first.
///
/// # Errors
/// 403; `locations-changed` (409) when those are not the locations in use.
pub async fn order(context: &Context, who: &SignedIn, ids: Vec<String>) -> Result<Vec<Location>, ApiError> {
    who.must(Right::ManageStore)?;
    let (who, now) = (who.clone(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        location::hold(connection, MAIN).await?;
        let all = location::list(connection).await?;
        let used: BTreeSet<&str> =
            all.iter().filter(|one| one.archived_at.is_none()).map(|one| one.id.as_str()).collect();
        let said: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
        if used != said || said.len() != ids.len() {
            return Err(conflict(
                "locations-changed",
                "These are not the locations in use, each once. Please load them again.",
            ));
        }
        let archived = all.iter().filter(|one| one.archived_at.is_some()).map(|one| &one.id);
        for (position, id) in (0_i64..).zip(ids.iter().chain(archived)) {
            location::put_at(connection, id, position).await?;
        }
        let before: Vec<&str> =
            all.iter().map(|one| one.id.as_str()).filter(|id| used.contains(id)).collect();
        let event = Event::new(Kind::OrderLocations, "shop").change(json!(before), json!(ids));
        note(connection, &who, event, now).await?;
        location::list(connection).await
    };
    context.db.write(write).await
}

/// The location of an id, held so that nobody archives it; none, and the first, are the shop's first: none.
///
/// # Errors
/// `location-missing`; `location-archived` (409).
pub(super) async fn used(
    connection: &mut Connection<'_>,
    id: Option<&str>,
) -> Result<Option<String>, ApiError> {
    let Some(id) = id.and_then(location::part) else { return Ok(None) };
    if location::hold(connection, id).await? {
        return Ok(Some(id.to_owned()));
    }
    let all = location::list(connection).await?;
    let one = all.into_iter().find(|one| one.id == id).ok_or_else(missing)?;
    Err(conflict(
        "location-archived",
        format!("\"{}\" is archived. Choose another location, or take it into use again.", one.name),
    ))
}
