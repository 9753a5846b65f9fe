//! Counts and changes of many variants by one table: looked at first, then taken over whole or not at all.

use super::adjust::{self, Asked, Requested, StockCause};
use super::rows::{self, Line, TableFault};
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::stock::counted::{self, Counted};
use crate::roles::Right;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
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
    for line in lines {
        match variant(connection, line).await? {
            Ok(row) if seen.insert((row.item_id.clone(), row.sku.clone())) => found.push((line, row)),
            Ok(_) => {
                faults.push(line.fault("sku", "line-twice", "This variant stands in an earlier line too."))
            }
            Err(fault) => faults.push(fault),
        }
    }
    if is_held {
        // Always in this order: two tables at once then never wait for each other.
        found.sort_by(|(_, one), (_, other)| (&one.item_id, &one.sku).cmp(&(&other.item_id, &other.sku)));
        for (_, row) in &mut found {
            if let Some(held) = counted::hold(connection, (&row.item_id, &row.sku)).await? {
                *row = held;
            }
        }
        found.sort_by_key(|(line, _)| line.number);
    }
    let (mut changes, mut asked) = (Vec::new(), Vec::new());
    for (line, row) in found {
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

async fn variant(
    connection: &mut Connection<'_>,
    line: &Line,
) -> Result<Result<Counted, TableFault>, ApiError> {
    let unknown = || line.fault("sku", "sku-unknown", "The shop sells no variant with this SKU.");
    if !line.item_id.is_empty() {
        let row = counted::read(connection, (&line.item_id, &line.sku)).await?;
        return Ok(row.ok_or_else(unknown));
    }
    let mut rows = counted::of_sku(connection, &line.sku).await?;
    if rows.len() > 1 {
        let message = "Several products have this SKU: the column product says which.";
        return Ok(Err(line.fault("sku", "sku-ambiguous", message)));
    }
    Ok(rows.pop().ok_or_else(unknown))
}
