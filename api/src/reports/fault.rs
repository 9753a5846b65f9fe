//! What broke on pages, and where: the files, lines and functions that were written, not those of the minified scripts.

use super::range::Range;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::visits::{fault, metric};
use crate::tracking::{Frame, Maps, Report, kind};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// The most errors of a list.
const MOST: i64 = 200;

/// All errors that are alike.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedError {
    /// What they have in common, as a word.
    pub fingerprint: String,
    /// The message of the latest of them.
    pub message: String,
    /// How often in the span.
    pub times: i64,
    /// How often ever.
    pub times_ever: i64,
    /// Epoch milliseconds.
    pub first_seen: i64,
    /// Epoch milliseconds.
    pub last_seen: i64,
}

/// The errors of a span, the most frequent first.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Faults {
    /// From this moment on; epoch milliseconds.
    pub from: i64,
    /// Before this one.
    pub to: i64,
    /// How many errors in all.
    pub total: i64,
    /// At most two hundred that differ.
    pub errors: Vec<ListedError>,
}

/// A line of a stack.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OriginalFrame {
    /// The function; empty at the top of a file.
    pub function: String,
    /// The file that was written, or the script where no map knows it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
    /// Whether a source map led to it.
    pub is_original: bool,
    /// As the browser sent it: `function (file:line:column)`.
    pub told: String,
}

/// One error with the stack of its latest report.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetail {
    /// What is known of all that are alike.
    #[serde(flatten)]
    pub error: ListedError,
    /// The innermost first.
    pub frames: Vec<OriginalFrame>,
    /// The page of the latest report.
    pub url: String,
    /// The browser of the latest report.
    pub user_agent: String,
    /// How often by hour or day, as `[start, times]`.
    pub periods: Vec<(i64, i64)>,
}

/// The errors of a span.
pub async fn errors(context: &Context, range: Range) -> Result<Faults, ApiError> {
    let span = range.span(kind::ERROR);
    let (seen, counted, total) = context
        .tracking
        .db()
        .read(async |connection| {
            Ok((
                fault::seen(connection, (range.from, range.to)).await?,
                metric::ranked(connection, &span, 2 * MOST).await?,
                metric::total(connection, &span).await?,
            ))
        })
        .await?;
    let mut seen: HashMap<String, fault::Fault> =
        seen.into_iter().map(|fault| (fault.fingerprint.clone(), fault)).collect();
    // Metrics are kept longer than errors: of some nothing but the number is left.
    let errors = counted
        .into_iter()
        .filter_map(|(fingerprint, times)| Some(listed(seen.remove(&fingerprint)?, times)));
    let errors = errors.take(usize::try_from(MOST).unwrap_or(0)).collect();
    Ok(Faults { from: range.from, to: range.to, total, errors })
}

/// One error, its stack led back to what was written.
pub async fn error(context: &Context, fingerprint: &str, range: Range) -> Result<ErrorDetail, ApiError> {
    let span = range.span(kind::ERROR);
    let db = context.tracking.db();
    let (found, periods) = db
        .read(async |connection| {
            Ok((
                fault::find(connection, fingerprint).await?,
                metric::of_name(connection, &span, fingerprint).await?,
            ))
        })
        .await?;
    let found = found.ok_or_else(|| ApiError::not_found("There is no such error."))?;
    let report = Report::read(&found.sample);
    let reported = report.frames();
    let maps = Maps::of(db, &reported).await?;
    let frames = reported.iter().map(|frame| original(&maps, frame)).collect();
    let times = periods.iter().map(|(_, times)| times).sum();
    let (url, user_agent) = (report.url, report.user_agent);
    Ok(ErrorDetail { error: listed(found, times), frames, url, user_agent, periods })
}

fn listed(fault: fault::Fault, times: i64) -> ListedError {
    ListedError {
        fingerprint: fault.fingerprint,
        message: fault.message,
        times,
        times_ever: fault.times,
        first_seen: fault.first_seen,
        last_seen: fault.last_seen,
    }
}

fn original(maps: &Maps, frame: &Frame) -> OriginalFrame {
    let text = format!("{} ({}:{}:{})", frame.function, frame.file, frame.line, frame.column);
    let found = maps.original(frame);
    let is_original = found.is_some();
    let Frame { function, file, line, column } = found.unwrap_or_else(|| frame.clone());
    OriginalFrame { function, file, line, column, is_original, told: text.trim_start().to_owned() }
}
