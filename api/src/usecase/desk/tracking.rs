//! A table of tracking numbers, as carriers and programs that print labels give it: each line sends what is left of an order. It is
//! looked through first, and with one fault in it nothing is done; the same table twice changes nothing.

use super::letter::{self, Letter};
use super::send::{self, Parcel, followed, left};
use crate::context::Context;
use crate::emails::Tracking;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::desk::parcel;
use crate::repository::order::{self, StoredOrder};
use crate::repository::record::{Event, Kind};
use crate::usecase::owner::note::note;
use std::collections::BTreeMap;

/// The most lines of a table.
const MOST: usize = 2000;

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Where it stands, from 1.
    pub line: u64,
    /// What it calls the order.
    pub order: String,
    /// What became of it.
    pub outcome: Outcome,
}

/// What becomes of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// What was left is sent, or would be.
    Sends,
    /// It was sent without a number, and has one now, or would.
    Names,
    /// It was so before.
    Same,
    /// It is wrong: in which column, and why.
    Wrong(&'static str, String),
}

/// How a table is taken.
#[derive(Clone, Copy, Debug)]
pub struct Taking {
    /// It is done; else it is only looked through.
    pub apply: bool,
    /// Each shopper gets a letter.
    pub notify: bool,
}

/// Takes a table: what became of each line, or would. Whether anything was done is the second: nothing is with one fault.
///
/// # Errors
/// `malformed-table` without the columns or with too many lines; faults of the store.
pub async fn take(
    context: &Context,
    who: &SignedIn,
    text: &str,
    how: Taking,
) -> Result<(Vec<Row>, bool), ApiError> {
    let lines = read(text)?;
    let mut rows = Vec::new();
    let mut plans = Vec::new();
    let mut seen: BTreeMap<String, (u64, Tracking)> = BTreeMap::new();
    for line_read in lines {
        let (outcome, plan) = match &line_read.said {
            Ok(said) => {
                context.db.read(async |connection| plan(connection, &line_read.order, said).await).await?
            }
            Err((column, why)) => (Outcome::Wrong(column, why.clone()), None),
        };
        let (outcome, plan) = once(&mut seen, line_read.line, (outcome, plan));
        rows.push(Row { line: line_read.line, order: line_read.order, outcome });
        plans.push(plan);
    }
    let is_whole = rows.iter().all(|row| !matches!(row.outcome, Outcome::Wrong(..)));
    if !how.apply || !is_whole {
        return Ok((rows, false));
    }
    for (row, plan) in rows.iter_mut().zip(plans) {
        let Some((id, tracking)) = plan else { continue };
        let done = match row.outcome {
            Outcome::Sends => {
                let parcel = Parcel { tracking: Some(tracking), notify: how.notify, ..Parcel::default() };
                send::send(context, who, &id, parcel).await
            }
            Outcome::Names => name(context, who, &id, (tracking, how.notify)).await,
            _ => continue,
        };
        match done {
            Ok(()) => {}
            Err(fault @ ApiError::Internal(_)) => return Err(fault),
            // It was sent or called off since the look.
            Err(refusal) => row.outcome = Outcome::Wrong("order", refusal.to_string()),
        }
    }
    Ok((rows, true))
}

type Planned = (Outcome, Option<(String, Tracking)>);

/// An order stands in a table once; a line that is there twice says the same.
fn once(seen: &mut BTreeMap<String, (u64, Tracking)>, line: u64, found: Planned) -> Planned {
    let (outcome, Some((id, tracking))) = found else { return found };
    match seen.get(&id) {
        Some((_, before)) if *before == tracking => (Outcome::Same, None),
        Some((first, _)) => {
            let why = format!("This order stands in line {first} with another number.");
            (Outcome::Wrong("order", why), None)
        }
        None => {
            seen.insert(id.clone(), (line, tracking.clone()));
            (outcome, Some((id, tracking)))
        }
    }
}

/// What a line would do.
async fn plan(connection: &mut Connection<'_>, name: &str, said: &Tracking) -> Result<Planned, ApiError> {
    let wrong = |why: &str| Ok((Outcome::Wrong("order", why.to_owned()), None));
    let number: Option<i64> = name.trim_start_matches('#').parse().ok();
    let order = match number {
        Some(number) => order::by_number(connection, number).await?,
        None => order::read(connection, name).await?,
    };
    let Some(order) = order else { return wrong("There is no such order.") };
    if order.cancelled_at.is_some() || order.status == "cancelled" {
        return wrong("This order is cancelled.");
    }
    if !order.is_paid() && !order.is_waiting() {
        return wrong("This order is not paid.");
    }
    let lines = order::lines(connection, &order.id).await?;
    let (parcels, _) = parcel::of_order(connection, &order.id).await?;
    let is_same = |one: &&parcel::StoredParcel| {
        one.tracking_number == said.tracking_number
            && (said.carrier.is_empty() || one.carrier == said.carrier)
    };
    let some = Some((order.id.clone(), said.clone()));
    if parcels.iter().any(|one| is_same(&one)) {
        return Ok((Outcome::Same, some));
    }
    if order.fulfilled_at.is_none() && lines.iter().any(|line| left(line) > 0) {
        return Ok((Outcome::Sends, some));
    }
    match parcels.last() {
        Some(last) if last.tracking_number.is_empty() => Ok((Outcome::Names, some)),
        _ => wrong("Nothing of this order is left to be sent."),
    }
}

/// The parcel that went out last without a number gets one.
async fn name(
    context: &Context,
    who: &SignedIn,
    id: &str,
    (tracking, notify): (Tracking, bool),
) -> Result<(), ApiError> {
    let (order_id, actor, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            order::hold(connection, &order_id).await?;
            let (parcels, _) = parcel::of_order(connection, &order_id).await?;
            let last = parcels.last().filter(|last| last.tracking_number.is_empty());
            let order = order::read(connection, &order_id).await?;
            let order: Option<StoredOrder> = order.filter(|order| order.cancelled_at.is_none());
            let (Some(last), Some(order)) = (last, order) else {
                return Err(ApiError::bad_request("not-fulfilled", "This order is not fulfilled."));
            };
            let json = serde_json::to_string(&tracking)?;
            let Tracking { carrier, tracking_number, tracking_url } = &tracking;
            let said = (carrier.as_str(), tracking_number.as_str(), tracking_url.as_str());
            parcel::name(connection, (&order_id, &last.id), said, &json).await?;
            let event = Event::new(Kind::Fulfil, &order_id).with("notify", notify);
            note(connection, &actor, event.about(&order.email).words(&json), now).await
        })
        .await?;
    if notify { letter::again(context, who, id, Letter::Shipped).await } else { Ok(()) }
}

/// A line as it was read: a tracking, or the column that is wrong and why.
struct Requested {
    line: u64,
    order: String,
    said: Result<Tracking, (&'static str, String)>,
}

/// The columns, by what programs call them: letters alone count.
fn column(title: &str) -> Option<&'static str> {
    let letters: String = title.chars().filter(char::is_ascii_alphanumeric).collect();
    match letters.to_ascii_lowercase().as_str() {
        "order" | "ordernumber" | "orderid" | "ordername" | "number" | "name" => Some("order"),
        "trackingnumber" | "tracking" | "trackingcode" => Some("trackingNumber"),
        "carrier" | "shippingcarrier" | "trackingcompany" => Some("carrier"),
        "trackingurl" | "url" | "link" => Some("trackingUrl"),
        _ => None,
    }
}

fn read(text: &str) -> Result<Vec<Requested>, ApiError> {
    let malformed = |why: &str| ApiError::bad_request("malformed-table", why.to_owned());
    let text = text.trim_start_matches('\u{feff}');
    let head = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| head.bytes().filter(|byte| byte == separator).count();
    let separator = [b',', b';', b'\t'].into_iter().max_by_key(count).unwrap_or(b',');
    let mut table = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut records = table.records();
    let head = records.next().and_then(Result::ok).unwrap_or_default();
    let titles: Vec<Option<&'static str>> = head.iter().map(column).collect();
    let place = |name: &str| titles.iter().position(|title| *title == Some(name));
    let (Some(order), Some(number)) = (place("order"), place("trackingNumber")) else {
        return Err(malformed(
            "The first line must name the columns, with “order” and “tracking number” among them.",
        ));
    };
    let (carrier, url) = (place("carrier"), place("trackingUrl"));
    let mut requested = Vec::new();
    let mut lines = loggia_exchange::sheet::Lines::of(text);
    for (index, record) in records.enumerate() {
        if index >= MOST {
            return Err(malformed("Please give at most 2,000 lines at once."));
        }
        let record = record.map_err(|_| malformed("This is not a table (CSV)."))?;
        let line = record.position().map_or(0, |at| lines.at(at.byte()) as u64);
        let cell = |place: Option<usize>| {
            place.and_then(|place| record.get(place)).unwrap_or_default().trim().to_owned()
        };
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let tracking =
            Tracking { carrier: cell(carrier), tracking_number: cell(Some(number)), tracking_url: cell(url) };
        requested.push(Requested {
            line,
            order: cell(Some(order)),
            said: checked(&cell(Some(order)), tracking),
        });
    }
    Ok(requested)
}

fn checked(order: &str, tracking: Tracking) -> Result<Tracking, (&'static str, String)> {
    if order.is_empty() || order.chars().count() > 64 {
        return Err(("order", "Please name the order.".to_owned()));
    }
    if tracking.tracking_number.is_empty() {
        return Err(("trackingNumber", "The tracking number is missing.".to_owned()));
    }
    let alone = |carrier: &str, number: &str, url: &str| {
        followed(Tracking {
            carrier: carrier.to_owned(),
            tracking_number: number.to_owned(),
            tracking_url: url.to_owned(),
        })
    };
    let parts: [(&'static str, [&str; 3]); 3] = [
        ("carrier", [&tracking.carrier, "", ""]),
        ("trackingNumber", ["", &tracking.tracking_number, ""]),
        ("trackingUrl", ["", "", &tracking.tracking_url]),
    ];
    for (column, [carrier, number, url]) in parts {
        if let Err(refusal) = alone(carrier, number, url) {
            return Err((column, refusal.to_string()));
        }
    }
    followed(tracking).map_err(|refusal| ("trackingNumber", refusal.to_string()))
}
