//! Stock on its way: sent from a location, or expected from a supplier; received in parts; cancelled. What is on its way is in no count
//! and is not sold.

use super::adjust::MOST_PIECES;
use super::locations;
use crate::clock::DAY;
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::idempotency::{self, Call};
use crate::repository::record::{Event, Kind};
use crate::repository::stock::counted::{self, Counted};
use crate::repository::stock::ledger::Entry;
use crate::repository::stock::transfer::{self, Line, Transfer};
use crate::repository::stock::{levels, location};
use crate::roles::Right;
use crate::token;
use crate::usecase::owner::note::note;
use crate::usecase::paging::{ONE_MORE, Page, page};
use std::collections::BTreeSet;

/// The most lines of a transfer.
const MOST_LINES: usize = 500;
/// The longest texts, in characters: reference and tracking, note.
const LONGEST: (usize, usize) = (200, 1000);
/// So long a repeat changes nothing. Milliseconds.
const REMEMBERED: i64 = 30 * DAY;

/// A transfer with its lines.
pub type Whole = (Transfer, Vec<Line>);

/// What is to be sent.
#[derive(Clone, Debug, Default)]
pub struct Sent {
    /// Where from; none is a supplier.
    pub from: Option<String>,
    /// Where to.
    pub to: String,
    /// Product, variant, how many.
    pub lines: Vec<(String, String, i64)>,
    /// The number of an order or a delivery note.
    pub reference: String,
    /// The owner's words.
    pub note: String,
    /// Who carries it, and its number.
    pub tracking: String,
    /// The day on which it should come: 2026-03-01.
    pub expected_on: Option<String>,
}

/// What came of a variant.
#[derive(Clone, Debug)]
pub struct Came {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// How many came.
    pub received: i64,
    /// How many were lost, or came broken.
    pub lost: i64,
}

fn conflict(code: &'static str, message: impl Into<std::borrow::Cow<'static, str>>) -> ApiError {
    ApiError::refused(StatusCode::CONFLICT, code, message)
}

fn missing() -> ApiError {
    ApiError::refused(
        StatusCode::NOT_FOUND,
        "transfer-missing",
        "There is no such transfer. Please load the transfers again.",
    )
}

fn malformed(message: &'static str) -> ApiError {
    ApiError::bad_request("malformed-transfer", message)
}

/// A variant as people know it.
fn called(row: &Counted) -> String {
    [row.title.as_str(), row.options.as_str(), row.sku.as_str()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// A page of transfers, the newest first: `open`, `ended`, or every one ("").
///
/// # Errors
/// 403; a cursor of another list; faults of the store.
pub async fn list(
    context: &Context,
    who: &SignedIn,
    which: &str,
    cursor: &str,
) -> Result<Page<Whole>, ApiError> {
    page(
        context,
        (who, Right::ManageStore),
        cursor,
        async |connection, after| {
            let mut found = Vec::new();
            for one in transfer::list(connection, (after.part(0), which), ONE_MORE).await? {
                let lines = transfer::lines(connection, &one.id).await?;
                found.push((one, lines));
            }
            Ok(found)
        },
        |(one, _)| vec![&one.id],
    )
    .await
}

fn checked(sent: &Sent) -> Result<(), ApiError> {
    if sent.lines.is_empty() || sent.lines.len() > MOST_LINES {
        return Err(malformed("A transfer has from 1 to 500 lines."));
    }
    if sent.lines.iter().any(|(.., pieces)| !(1..=MOST_PIECES).contains(pieces)) {
        return Err(malformed("Please say of each line how many are sent: 1 or more."));
    }
    let pieces: BTreeSet<_> = sent.lines.iter().map(|(item_id, sku, _)| (item_id, sku)).collect();
    if pieces.len() != sent.lines.len() {
        return Err(malformed("A variant stands in two lines. Please put them together."));
    }
    if sent.from.as_deref() == Some(sent.to.as_str()) {
        return Err(ApiError::bad_request(
            "transfer-to-itself",
            "A transfer goes from one location to another. Please choose another one.",
        ));
    }
    let is_long = |text: &str, most: usize| text.chars().count() > most || text.contains('\0');
    if is_long(&sent.reference, LONGEST.0) || is_long(&sent.tracking, LONGEST.0) {
        return Err(malformed("Reference and tracking may have 200 characters each."));
    }
    if is_long(&sent.note, LONGEST.1) {
        return Err(malformed("A note may have 1,000 characters."));
    }
    if sent
        .expected_on
        .as_deref()
        .is_some_and(|day| day.len() != 10 || day.parse::<jiff::civil::Date>().is_err())
    {
        return Err(malformed("The expected day is a day such as 2026-03-01."));
    }
    Ok(())
}

/// Does `work` once for a call: a repeat has the transfer that the first one named.
async fn once(
    connection: &mut Connection<'_>,
    call: Option<&Call>,
    now: i64,
    work: impl AsyncFnOnce(&mut Connection<'_>) -> Result<String, ApiError>,
) -> Result<Whole, ApiError> {
    let known = match call {
        Some(call) => idempotency::earlier(connection, call, now).await?,
        None => None,
    };
    let id = match known {
        Some((id, true)) => id,
        Some(_) => return Err(idempotency::key_of_another("transfer")),
        None => {
            let id = work(connection).await?;
            if let Some(call) = call
                && !idempotency::note(connection, call, &id, now + REMEMBERED).await?
            {
                // Its twin came between: nothing of this one is kept, and the next repeat finds the other.
                return Err(conflict("stock-changed", "The same was just done. Please look at it again."));
            }
            id
        }
    };
    whole(connection, &id).await
}

async fn whole(connection: &mut Connection<'_>, id: &str) -> Result<Whole, ApiError> {
    let one = transfer::read(connection, id).await?.ok_or_else(missing)?;
    let lines = transfer::lines(connection, id).await?;
    Ok((one, lines))
}

/// Sends stock on its way. What leaves a location leaves its count at once.
///
/// # Errors
/// 403; `malformed-transfer`; `transfer-to-itself`; `location-missing`; `location-archived`; `variant-missing`; `stock-unlimited`;
/// `transfer-too-few` (409) when there are not as many there; `idempotency-key-reused`.
pub async fn send(
    context: &Context,
    who: &SignedIn,
    sent: Sent,
    call: Option<Call>,
) -> Result<Whole, ApiError> {
    who.must(Right::ManageStore)?;
    checked(&sent)?;
    let (who, now) = (who.clone(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        let work = async |connection: &mut Connection<'_>| depart(connection, &who, &sent, now).await;
        once(connection, call.as_ref(), now, work).await
    };
    context.db.write(write).await
}

async fn depart(
    connection: &mut Connection<'_>,
    who: &SignedIn,
    sent: &Sent,
    now: i64,
) -> Result<String, ApiError> {
    // Always in this order: two transfers at once then never wait for each other.
    let ends: BTreeSet<&str> = sent.from.iter().chain([&sent.to]).map(String::as_str).collect();
    for end in ends {
        locations::used(connection, Some(end)).await?;
    }
    let one = Transfer {
        id: token::new_id(),
        from_id: sent.from.clone(),
        to_id: sent.to.clone(),
        reference: sent.reference.trim().to_owned(),
        note: sent.note.trim().to_owned(),
        tracking: sent.tracking.trim().to_owned(),
        expected_on: sent.expected_on.clone(),
        state: transfer::ON_ITS_WAY.to_owned(),
        author: Some(who.id.clone()),
        created_at: now,
        ended_at: None,
    };
    let mut sorted: Vec<_> = sent.lines.iter().collect();
    sorted.sort();
    for (item_id, sku, pieces) in sorted {
        leave(connection, &one, (item_id, sku), *pieces).await?;
    }
    let line = |(item_id, sku, quantity): &(String, String, i64)| Line {
        item_id: item_id.clone(),
        sku: sku.clone(),
        quantity: *quantity,
        received: 0,
        lost: 0,
        back: 0,
        title: String::new(),
        options: String::new(),
    };
    let lines: Vec<Line> = sent.lines.iter().map(line).collect();
    transfer::add(connection, &one, &lines).await?;
    let pieces: i64 = lines.iter().map(|line| line.quantity).sum();
    let event = Event::new(Kind::SendTransfer, &one.id)
        .with("from", one.from_id.clone())
        .with("to", one.to_id.clone())
        .with("pieces", pieces)
        .words(&one.note);
    note(connection, who, event, now).await?;
    Ok(one.id)
}

/// Takes the pieces of a line out of the location that they leave.
async fn leave(
    connection: &mut Connection<'_>,
    one: &Transfer,
    piece: (&str, &str),
    pieces: i64,
) -> Result<(), ApiError> {
    let from = one.from_id.as_deref().map(location::part);
    let row = counted::hold(connection, piece, from.flatten()).await?.ok_or_else(|| {
        let message = format!("The shop sells no variant with the SKU \"{}\".", piece.1);
        ApiError::refused(StatusCode::NOT_FOUND, "variant-missing", message)
    })?;
    if row.unlimited {
        let message = format!("{} is not counted: there are always enough.", called(&row));
        return Err(ApiError::bad_request("stock-unlimited", message));
    }
    let Some(from) = from else { return Ok(()) };
    let entry = of_transfer(one, piece, "transfer-sent", one.created_at);
    if row.here < pieces || !levels::change_at(connection, from, -pieces, &entry).await? {
        let message = format!(
            "There are {} of {} where they are sent from, and {pieces} are wanted.",
            row.here,
            called(&row)
        );
        return Err(conflict("transfer-too-few", message));
    }
    Ok(())
}

fn of_transfer<'a>(one: &'a Transfer, piece: (&'a str, &'a str), reason: &'a str, now: i64) -> Entry<'a> {
    Entry { piece, reason, transfer_id: Some(&one.id), now, ..Entry::default() }
}

/// The transfer, held, while it is on its way.
async fn on_its_way(connection: &mut Connection<'_>, id: &str) -> Result<Transfer, ApiError> {
    let one = transfer::hold(connection, id).await?.ok_or_else(missing)?;
    if one.state != transfer::ON_ITS_WAY {
        return Err(conflict(
            "transfer-ended",
            "Nothing of this transfer is on its way any more. Please load it again.",
        ));
    }
    Ok(one)
}

/// Notes what came of a transfer and what was lost; it is done when nothing is on its way any more.
///
/// # Errors
/// 403; `transfer-missing`; `transfer-ended`; `malformed-transfer`; `transfer-more-than-sent` (409); `idempotency-key-reused`.
pub async fn receive(
    context: &Context,
    who: &SignedIn,
    id: &str,
    (came, call): (Vec<Came>, Option<Call>),
) -> Result<Whole, ApiError> {
    who.must(Right::ManageStore)?;
    let is_number = |pieces: i64| (0..=MOST_PIECES).contains(&pieces);
    if came.len() > MOST_LINES
        || came.iter().any(|one| !is_number(one.received) || !is_number(one.lost))
        || came.iter().all(|one| one.received + one.lost == 0)
    {
        return Err(malformed("Please say how many came, or were lost."));
    }
    let (who, id, now) = (who.clone(), id.to_owned(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        let work = async |connection: &mut Connection<'_>| arrive(connection, &who, (&id, &came), now).await;
        once(connection, call.as_ref(), now, work).await
    };
    context.db.write(write).await
}

async fn arrive(
    connection: &mut Connection<'_>,
    who: &SignedIn,
    (id, came): (&str, &[Came]),
    now: i64,
) -> Result<String, ApiError> {
    let one = on_its_way(connection, id).await?;
    let to = standing(connection, Some(&one.to_id)).await?;
    let mut came: Vec<&Came> = came.iter().filter(|line| line.received + line.lost > 0).collect();
    came.sort_by(|one, other| (&one.item_id, &one.sku).cmp(&(&other.item_id, &other.sku)));
    for line in &came {
        let piece = (line.item_id.as_str(), line.sku.as_str());
        if !transfer::receive(connection, id, piece, (line.received, line.lost)).await? {
            return Err(more_than_sent(connection, id, piece).await?);
        }
        let arrived = of_transfer(&one, piece, "transfer-received", now);
        levels::change_at(connection, to.as_deref(), line.received + line.lost, &arrived).await?;
        if line.lost > 0 {
            let lost = of_transfer(&one, piece, "transfer-lost", now);
            levels::change_at(connection, to.as_deref(), -line.lost, &lost).await?;
        }
    }
    transfer::end(connection, id, transfer::DONE, now).await?;
    let event = Event::new(Kind::ReceiveTransfer, id)
        .with("received", came.iter().map(|line| line.received).sum::<i64>())
        .with("lost", came.iter().map(|line| line.lost).sum::<i64>());
    note(connection, who, event, now).await?;
    Ok(id.to_owned())
}

async fn more_than_sent(
    connection: &mut Connection<'_>,
    id: &str,
    (item_id, sku): (&str, &str),
) -> Result<ApiError, ApiError> {
    let lines = transfer::lines(connection, id).await?;
    let line = lines.iter().find(|line| line.item_id == item_id && line.sku == sku);
    Ok(match line {
        None => malformed("A variant is not on this transfer."),
        Some(line) => conflict(
            "transfer-more-than-sent",
            format!(
                "Of {} only {} are still on their way. Somebody may have received some. What came beside them is an adjustment.",
                line.sku,
                line.rest()
            ),
        ),
    })
}

/// Where pieces go that belong to a location: it, while it is in use, or the shop's first.
async fn standing(connection: &mut Connection<'_>, id: Option<&str>) -> Result<Option<String>, ApiError> {
    let Some(id) = id.and_then(location::part) else { return Ok(None) };
    Ok(location::hold(connection, id).await?.then(|| id.to_owned()))
}

/// Cancels a transfer: what did not come goes back to where it was sent from; what a supplier did not send is not expected any more.
///
/// # Errors
/// 403; `transfer-missing`; `transfer-ended`.
pub async fn cancel(context: &Context, who: &SignedIn, id: &str) -> Result<Whole, ApiError> {
    who.must(Right::ManageStore)?;
    let (who, id, now) = (who.clone(), id.to_owned(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        let one = on_its_way(connection, &id).await?;
        let from = standing(connection, one.from_id.as_deref()).await?;
        let mut lines = transfer::lines(connection, &id).await?;
        lines.retain(|line| line.rest() > 0);
        lines.sort_by(|one, other| (&one.item_id, &one.sku).cmp(&(&other.item_id, &other.sku)));
        for line in &lines {
            let piece = (line.item_id.as_str(), line.sku.as_str());
            transfer::back(connection, &id, piece, line.rest()).await?;
            if one.from_id.is_some() {
                let entry = of_transfer(&one, piece, "transfer-back", now);
                levels::change_at(connection, from.as_deref(), line.rest(), &entry).await?;
            }
        }
        transfer::end(connection, &id, transfer::CANCELLED, now).await?;
        let back: i64 = lines.iter().map(Line::rest).sum();
        note(connection, &who, Event::new(Kind::CancelTransfer, &id).with("back", back), now).await?;
        whole(connection, &id).await
    };
    context.db.write(write).await
}
