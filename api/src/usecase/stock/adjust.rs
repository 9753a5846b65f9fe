//! The owner changes a count: by so many, or to what was counted. Both are of what is there at that moment, whatever was sold since.

use super::locations;
use crate::clock::DAY;
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::notices;
use crate::repository::Connection;
use crate::repository::idempotency::{self, Call};
use crate::repository::record::{Event, Kind};
use crate::repository::stock::counted::{self, Counted, Why};
use crate::roles::Right;
use crate::usecase::owner::note::note;
use loggia_commerce::Problem;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The most pieces one adjustment may speak of, and the most there may be.
pub const MOST_PIECES: i64 = 1_000_000_000;
/// The longest note, in characters.
pub(super) const LONGEST_NOTE: usize = 500;

/// Why a count is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StockCause {
    /// Goods came.
    Received,
    /// Somebody counted.
    Counted,
    /// Goods broke, went bad or were lost.
    Damaged,
    /// Goods came back.
    Returned,
    /// What was written down before was wrong.
    Correction,
    /// Something else; then words say what.
    Other,
}

impl StockCause {
    /// Every one.
    pub const ALL: [StockCause; 6] = [
        StockCause::Received,
        StockCause::Counted,
        StockCause::Damaged,
        StockCause::Returned,
        StockCause::Correction,
        StockCause::Other,
    ];

    /// The word that is stored and stands in tables.
    pub const fn code(self) -> &'static str {
        match self {
            StockCause::Received => "received",
            StockCause::Counted => "counted",
            StockCause::Damaged => "damaged",
            StockCause::Returned => "returned",
            StockCause::Correction => "correction",
            StockCause::Other => "other",
        }
    }

    /// The one of this word, whatever its capitals.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.code().eq_ignore_ascii_case(word))
    }
}

/// What is to become of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requested {
    /// By so many; negative takes away.
    Change(i64),
    /// So many were counted.
    Count(i64),
}

/// A change that is asked for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// Where; none is the first location.
    pub location: Option<String>,
    /// What.
    pub requested: Requested,
    /// How many there were when it was looked at; refused when there are others by now.
    pub expected: Option<i64>,
    /// Why, by one word.
    pub cause: Option<StockCause>,
    /// Why, in words; "" where the word says enough.
    pub note: String,
}

/// What became of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjusted {
    /// How many there were.
    pub before: i64,
    /// How many there are.
    pub after: i64,
    /// How many there are at all locations.
    pub total: i64,
}

/// So long a repeat of a change changes nothing. Milliseconds: a telephone may be without a network for days.
const REMEMBERED: i64 = 30 * DAY;

/// Changes one count, in a transaction of its own. A repeat of the same `call` changes nothing: it answers what the first did.
///
/// # Errors
/// 403; those of [`apply`]; `idempotency-key-reused` (422) for a key of another change.
pub async fn one(
    context: &Context,
    who: &SignedIn,
    asked: Asked,
    call: Option<Call>,
) -> Result<Adjusted, ApiError> {
    who.must(Right::ManageStore)?;
    let (who, now) = (who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            if let Some(call) = &call
                && let Some(known) = idempotency::earlier(connection, call, now).await?
            {
                return repeated(&known);
            }
            let done = apply(connection, &who, &asked, now).await?;
            let subject = format!("{} {} {}", done.before, done.after, done.total);
            if let Some(call) = &call
                && !idempotency::note(connection, call, &subject, now + REMEMBERED).await?
            {
                // Its twin came between: nothing of this one is kept, and the next repeat finds the other.
                return Err(ApiError::refused(
                    StatusCode::CONFLICT,
                    "stock-changed",
                    "The stock changed meanwhile. Please look at it and try again.",
                ));
            }
            Ok(done)
        })
        .await
}

/// What the first call of a key did, when this one says the same.
fn repeated((subject, is_same): &(String, bool)) -> Result<Adjusted, ApiError> {
    let mut parts = subject.split(' ').map_while(|part| part.parse().ok());
    let found = parts.next().zip(parts.next());
    // One from before there were locations says no total.
    let found = found.map(|(before, after)| Adjusted { before, after, total: parts.next().unwrap_or(after) });
    found.filter(|_| *is_same).ok_or_else(|| idempotency::key_of_another("change of stock"))
}

/// What there would be; why not.
pub(super) fn outcome(row: &Counted, requested: Requested) -> Result<Adjusted, ApiError> {
    if row.unlimited {
        return Err(ApiError::bad_request("stock-unlimited", "That variant is not counted."));
    }
    let after = match requested {
        Requested::Change(change) if (-MOST_PIECES..=MOST_PIECES).contains(&change) => row.here + change,
        Requested::Count(counted) if (0..=MOST_PIECES).contains(&counted) => counted,
        _ => return Err(ApiError::bad_request("malformed-adjustment", "That is no number of pieces.")),
    };
    if after < 0 {
        return Err(ApiError::bad_request("stock-below-zero", "There are not as many to take away."));
    }
    if after > MOST_PIECES || row.quantity + after - row.here > MOST_PIECES {
        return Err(ApiError::bad_request("malformed-adjustment", "That is no number of pieces."));
    }
    Ok(Adjusted { before: row.here, after, total: row.quantity + after - row.here })
}

/// Changes one count, with its line in the ledger and in the record.
///
/// # Errors
/// Those of a location that is not in use; 404 without the variant; `stock-unlimited`; `malformed-adjustment`; `stock-below-zero`; `stock-changed` (409) when there are not as
/// many as was expected.
pub(super) async fn apply(
    connection: &mut Connection<'_>,
    who: &SignedIn,
    asked: &Asked,
    now: i64,
) -> Result<Adjusted, ApiError> {
    let piece = (asked.item_id.as_str(), asked.sku.as_str());
    let location = locations::used(connection, asked.location.as_deref()).await?;
    let location = location.as_deref();
    let row = counted::hold(connection, piece, location).await?.ok_or(Problem::ItemUnavailable)?;
    let done = outcome(&row, asked.requested)?;
    let changed = || {
        ApiError::refused(
            StatusCode::CONFLICT,
            "stock-changed",
            "The stock changed meanwhile. Please look at it and try again.",
        )
    };
    if asked.expected.is_some_and(|seen| seen != row.here) {
        return Err(changed());
    }
    let change = done.after - done.before;
    let cause = asked.cause.map(StockCause::code);
    let why = Why { note: &asked.note, cause, actor_id: &who.id };
    if change != 0 && !counted::adjust(connection, piece, (location, change), why, now).await? {
        return Err(changed());
    }
    let subject = format!("{} {}", asked.item_id, asked.sku);
    let event = Event::new(Kind::AdjustStock, &subject).change(done.before.into(), done.after.into());
    let event = match cause {
        Some(cause) => event.with("cause", cause),
        None => event,
    };
    let event = match location {
        Some(location) => event.with("location", location),
        None => event,
    };
    note(connection, who, event.words(&asked.note), now).await?;
    let data = json!({"itemId": asked.item_id, "sku": asked.sku, "quantity": done.total, "change": change, "cause": cause,
        "locationId": location, "quantityThere": done.after});
    notices::add(connection, "stock.adjusted", data, now).await?;
    Ok(done)
}
