//! Goods go out, whole or in parts, each part with its carrier and its letter.

use super::carriers;
use crate::context::Context;
use crate::emails::{self, Tracking};
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::notices;
use crate::ordered::Ordered;
use crate::published::Published;
use crate::repository::desk::parcel::{self, StoredParcel};
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::order_return;
use crate::repository::record::{Event, Kind};
use crate::repository::{Connection, order_change, outbox};
use crate::settlement;
use crate::token;
use crate::usecase::owner::note::note;
use serde_json::json;

/// The longest part of a tracking, in characters.
const LONGEST: usize = 300;

/// What goes out.
#[derive(Clone, Debug, Default)]
pub struct Parcel {
    /// Place of the line and how many of it; none for everything that is left.
    pub lines: Vec<(i64, i64)>,
    /// How it can be followed. Without an address it is the carrier's own page, where that is known.
    pub tracking: Option<Tracking>,
    /// The shopper gets a letter.
    pub notify: bool,
}

/// How many pieces of a line are left to be sent: those that went back into stock before they were sent are not. What came back by a
/// return was sent before, and leaves the others to be sent.
pub fn left(line: &StoredLine) -> i64 {
    line.left()
}

/// Sends a parcel of an order that is paid, or that is paid by hand. When nothing is left of it, it is fulfilled.
///
/// # Errors
/// 404 without a paid order; `not-fulfillable` when it is sent whole or called off; `parcel-too-many` when more of a line is named than
/// was bought; `malformed-tracking`; `change-pending`.
pub async fn send(context: &Context, who: &SignedIn, id: &str, parcel: Parcel) -> Result<(), ApiError> {
    let tracking = parcel.tracking.clone().map(followed).transpose()?;
    let parcel = Parcel { tracking, ..parcel };
    let published = context.publications.newest(&context.db).await?;
    let publications = context.publications.clone();
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            order::hold(connection, &id).await?;
            let order = order::read(connection, &id).await?;
            // Goods may go out before they are paid where they are paid by hand.
            let order = order.filter(|order| order.is_paid() || order.is_waiting());
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let sent = put_out(connection, &order, &parcel, now).await?;
            if parcel.notify {
                write(connection, &published, (&id, &sent), now).await?;
            }
            if sent.is_whole {
                notices::order(connection, "order.fulfilled", &order, now).await?;
                settlement::invoice_sent(connection, &publications, &id, now).await?;
            }
            let words = parcel.tracking.as_ref().map(serde_json::to_string).transpose()?.unwrap_or_default();
            let mut event = Event::new(Kind::Fulfil, &id).with("notify", parcel.notify);
            if !parcel.lines.is_empty() {
                let lines = parcel.lines.iter().map(|(position, quantity)| json!([position, quantity]));
                event = event.with("lines", lines.collect::<Vec<_>>()).with("whole", sent.is_whole);
            }
            note(connection, &who, event.about(&order.email).words(&words), now).await
        })
        .await
}

/// What went out.
struct Sent {
    parcel: String,
    lines: Vec<StoredLine>,
    is_whole: bool,
}

async fn put_out(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    wanted: &Parcel,
    now: i64,
) -> Result<Sent, ApiError> {
    let too_many = || ApiError::bad_request("parcel-too-many", "That is more than is left to be sent.");
    let lines = order::lines(connection, &order.id).await?;
    if order_change::pending(connection, &order.id).await?.is_some_and(|change| change.takes_out) {
        return Err(order_change_waits());
    }
    let everything =
        || lines.iter().map(|line| (line.position, left(line))).filter(|(_, left)| *left > 0).collect();
    let pieces: Vec<(i64, i64)> = if wanted.lines.is_empty() { everything() } else { wanted.lines.clone() };
    for (position, quantity) in &pieces {
        let line = lines.iter().find(|line| line.position == *position).ok_or_else(too_many)?;
        if !(1..=left(line)).contains(quantity) {
            return Err(too_many());
        }
    }
    let tracking = wanted.tracking.clone().unwrap_or_default();
    let json = wanted.tracking.as_ref().map(serde_json::to_string).transpose()?;
    if !parcel::begin(connection, &order.id, json.as_deref(), now).await? {
        return Err(ApiError::bad_request(
            "not-fulfillable",
            "This order is fulfilled or cancelled already.",
        ));
    }
    let new = StoredParcel {
        id: token::new_id(),
        carrier: tracking.carrier,
        tracking_number: tracking.tracking_number,
        tracking_url: tracking.tracking_url,
        created_at: now,
    };
    if !parcel::add(connection, (&order.id, &new), &pieces).await? {
        return Err(too_many());
    }
    let after = order::lines(connection, &order.id).await?;
    let is_whole = after.iter().all(|line| left(line) == 0);
    if is_whole {
        parcel::end(connection, &order.id, now).await?;
    }
    // An order without goods has all its lines in the letter.
    let quantity = |line: &StoredLine| {
        if pieces.is_empty() {
            return Some(line.quantity);
        }
        pieces.iter().find(|(position, _)| *position == line.position).map(|(_, quantity)| *quantity)
    };
    let lines =
        lines.into_iter().filter_map(|line| quantity(&line).map(|quantity| StoredLine { quantity, ..line }));
    Ok(Sent { parcel: new.id, lines: lines.collect(), is_whole })
}

/// The refusal of what would meet a change of the order that takes something out once it is paid.
pub(super) fn order_change_waits() -> ApiError {
    ApiError::refused(
        StatusCode::CONFLICT,
        "change-pending",
        "A change of this order waits to be paid. Please withdraw it, or note that it is paid, and try again.",
    )
}

async fn write(
    connection: &mut Connection<'_>,
    published: &Published,
    (id, sent): (&str, &Sent),
    now: i64,
) -> Result<(), ApiError> {
    let Some(order) = order::read(connection, id).await? else { return Ok(()) };
    let ordered = Ordered { published, order: &order, lines: &sent.lines, files: &[], now };
    let letter = emails::order::shipped(&ordered)?;
    let cause = letter_cause(&sent.parcel);
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await
}

/// The cause by which the letter about a parcel is found again.
pub fn letter_cause(parcel_id: &str) -> String {
    format!("shipped-{parcel_id}")
}

/// A tracking that may be kept, with the address where it is followed.
///
/// # Errors
/// `malformed-tracking`.
pub(super) fn followed(tracking: Tracking) -> Result<Tracking, ApiError> {
    let Tracking { carrier, tracking_number, tracking_url } = tracking;
    let parts = [&carrier, &tracking_number, &tracking_url];
    let url = tracking_url.trim();
    let is_link = url.is_empty()
        || url::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "https" | "http") && url.has_host());
    if !is_link || parts.iter().any(|part| part.chars().count() > LONGEST || part.contains(char::is_control))
    {
        return Err(ApiError::bad_request("malformed-tracking", "The tracking cannot be used."));
    }
    let tracking_url =
        if url.is_empty() { carriers::tracking_url(&carrier, &tracking_number) } else { url.to_owned() };
    Ok(Tracking {
        carrier: carrier.trim().to_owned(),
        tracking_number: tracking_number.trim().to_owned(),
        tracking_url,
    })
}

/// Nothing was sent after all.
///
/// # Errors
/// 404 without an order; `not-fulfilled` when nothing was sent; `sent-and-returned` when something of it came back;
/// `return-open` while something of it is to come back.
pub async fn undo(context: &Context, who: &SignedIn, id: &str) -> Result<(), ApiError> {
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            order::hold(connection, &id).await?;
            order::read(connection, &id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
            if order::lines(connection, &id).await?.iter().any(|line| line.returned > 0) {
                return Err(ApiError::bad_request(
                    "sent-and-returned",
                    "Something of this order came back, so it was sent: its parcels stay.",
                ));
            }
            if !order_return::awaited(connection, &id).await?.is_empty() {
                return Err(ApiError::bad_request(
                    "return-open",
                    "A return of this order is open, so it was sent: its parcels stay. Decline the return first.",
                ));
            }
            if !parcel::undo(connection, &id).await? {
                return Err(ApiError::bad_request("not-fulfilled", "This order is not fulfilled."));
            }
            note(connection, &who, Event::new(Kind::UndoFulfilment, &id), now).await
        })
        .await
}
