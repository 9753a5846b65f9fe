//! Counts and changes of many variants by one table: looked at first, then taken over whole or not at all.

use super::adjust::{self, Asked, Requested, StockCause};
use super::locations;
use super::rows::{self, Line, TableFault};
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::stock::counted::{self, Counted};
use crate::repository::stock::location::{self, Location};
use crate::roles::Right;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashSet};
use utoipa::ToSchema;

/// What a line changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableChange {
    /// The line, from 1: that of the names of the columns.
    pub line: u64,
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// The product's title.
    pub title: String,
    /// The variant in words.
    pub options: String,
    /// The name of the location; none where the shop has one place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// How many there are.
    pub before: i64,
    /// How many there are then.
    pub after: i64,
    /// Why.
    pub cause: StockCause,
}

/// What a table changes, or changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableAnswer {
    /// It was taken over.
    pub is_done: bool,
    /// The same table was taken over before, and says changes: they would count again.
    pub is_known: bool,
    /// What it changes.
    pub changes: Vec<TableChange>,
    /// How many lines change nothing: they say nothing, or what is so already.
    pub unchanged: usize,
    /// What is wrong with it; nothing is taken over while there is any.
    pub faults: Vec<TableFault>,
}

/// How a table is meant.
#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// It is only looked at.
    pub preview: bool,
    /// It counts again although it was taken over before.
    pub again: bool,
}

/// Reads a table (CSV) of counts and changes: what it would change, or takes it over whole when nothing is wrong with it.
///
/// # Errors
/// 403; `malformed-table`; `table-too-long`; `stock-table-known` (409) when it was taken over before and says changes.
pub async fn take(context: &Context, who: &SignedIn, text: &str, how: How) -> Result<TableAnswer, ApiError> {
    who.must(Right::ManageStore)?;
    let (lines, faults) = rows::read(text)?;
    let digest = hex::encode(Sha256::digest(text.trim().as_bytes()));
    if how.preview {
        return context
            .db
            .read(async |connection| Ok(plan(connection, &lines, &faults, (&digest, false)).await?.0))
            .await;
    }
    let (who, now) = (who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let (answer, asked) = plan(connection, &lines, &faults, (&digest, true)).await?;
            if !answer.faults.is_empty() {
                return Ok(answer);
            }
            if answer.is_known && !how.again {
                return Err(ApiError::refused(
                    StatusCode::CONFLICT,
                    "stock-table-known",
                    "This table was taken over before. Taken over again, its changes count again.",
                ));
            }
            for one in &asked {
                adjust::apply(connection, &who, one, now).await?;
            }
            if !asked.is_empty() {
                counted::keep_table(connection, &digest, now).await?;
            }
            Ok(TableAnswer { is_done: true, ..answer })
        })
        .await
}

/// What the lines change; with `is_held` nothing else changes these counts until the transaction ends.
async fn plan(
    connection: &mut Connection<'_>,
    lines: &[Line],
    faults: &[TableFault],
    (digest, is_held): (&str, bool),
) -> Result<(TableAnswer, Vec<Asked>), ApiError> {
    let mut faults = faults.to_vec();
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let locations = location::list(connection).await?;
    for line in lines {
        let (place, row) = match row(connection, (line, &locations)).await? {
            Ok(found) => found,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        if seen.insert((row.item_id.clone(), row.sku.clone(), part(place))) {
            found.push((line, place, row));
        } else {
            faults.push(line.fault("sku", "line-twice", "This variant stands in an earlier line too."));
        }
    }
    if is_held {
        hold(connection, &mut found).await?;
    }
    let (mut changes, mut asked) = (Vec::new(), Vec::new());
    for (line, place, row) in found {
        let done = match adjust::outcome(&row, line.requested) {
            Ok(done) if done.before == done.after => continue,
            Ok(done) => done,
            Err(fault) => {
                faults.push(line.fault(line.column(), fault.code(), &fault.to_string()));
                continue;
            }
        };
        asked.push(Asked {
            item_id: row.item_id.clone(),
            sku: row.sku.clone(),
            location: part(place).map(str::to_owned),
            requested: line.requested,
            expected: None,
            cause: Some(line.cause),
            note: line.note.clone(),
        });
        changes.push(TableChange {
            line: line.number,
            item_id: row.item_id,
            sku: row.sku,
            title: row.title,
            options: row.options,
            location: place.map(|place| place.name.clone()),
            before: done.before,
            after: done.after,
            cause: line.cause,
        });
    }
    faults.sort_by_key(|fault| fault.line);
    let has_changes = lines.iter().any(|line| matches!(line.requested, Requested::Change(_)));
    let is_known = has_changes && counted::is_table_known(connection, digest).await?;
    let unchanged = if faults.is_empty() { lines.len() - changes.len() } else { 0 };
    Ok((TableAnswer { is_done: false, is_known, changes, unchanged, faults }, asked))
}

/// A line with what it speaks of.
type Spoken<'a> = (&'a Line, Option<&'a Location>, Counted);

fn part(place: Option<&Location>) -> Option<&str> {
    place.and_then(Location::part)
}

/// Nothing else changes these counts until the transaction ends.
async fn hold(connection: &mut Connection<'_>, found: &mut [Spoken<'_>]) -> Result<(), ApiError> {
    // Always in this order: two tables at once then never wait for each other.
    let ids: BTreeSet<&str> = found.iter().filter_map(|(_, place, _)| part(*place)).collect();
    for id in ids {
        location::hold(connection, id).await?;
    }
    found.sort_by(|(.., one), (.., other)| (&one.item_id, &one.sku).cmp(&(&other.item_id, &other.sku)));
    for (_, place, row) in &mut *found {
        if let Some(held) = counted::hold(connection, (&row.item_id, &row.sku), part(*place)).await? {
            *row = held;
        }
    }
    found.sort_by_key(|(line, ..)| line.number);
    Ok(())
}

/// Where a line counts: the location of its name or id, in use; without either the first one, which has a name in a shop of several.
fn place<'a>(line: &Line, locations: &'a [Location]) -> Result<Option<&'a Location>, TableFault> {
    if line.location.is_empty() {
        return Ok(locations.iter().find(|one| one.is_main()));
    }
    let key = locations::key(&line.location);
    let found = locations.iter().find(|one| one.name_key == key || one.id == line.location);
    let found = found.filter(|one| one.archived_at.is_none());
    found.map(Some).ok_or_else(|| {
        line.fault("location", "location-unknown", "The shop has no location of this name that is in use.")
    })
}

type Row<'a> = Result<(Option<&'a Location>, Counted), TableFault>;

async fn row<'a>(
    connection: &mut Connection<'_>,
    (line, locations): (&Line, &'a [Location]),
) -> Result<Row<'a>, ApiError> {
    let place = match place(line, locations) {
        Ok(place) => place,
        Err(fault) => return Ok(Err(fault)),
    };
    let unknown = || line.fault("sku", "sku-unknown", "The shop sells no variant with this SKU.");
    let mut item_id = line.item_id.clone();
    if item_id.is_empty() {
        let mut items = counted::of_sku(connection, &line.sku).await?;
        if items.len() > 1 {
            let message = "Several products have this SKU: the column product says which.";
            return Ok(Err(line.fault("sku", "sku-ambiguous", message)));
        }
        let Some(only) = items.pop() else { return Ok(Err(unknown())) };
        item_id = only;
    }
    let row = counted::read(connection, (&item_id, &line.sku), part(place)).await?;
    Ok(row.map(|row| (place, row)).ok_or_else(unknown))
}
