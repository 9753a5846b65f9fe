//! Lists in pages, each with the cursor of the next.

use crate::error::ApiError;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// How many a page of a list has.
pub const PAGE: usize = 20;
/// How many are asked for, to know whether there are more.
pub const ONE_MORE: i64 = 21;

/// A place in a list, opaque to callers.
pub fn cursor(parts: &[&str]) -> String {
    URL_SAFE_NO_PAD.encode(parts.join("\n"))
}

/// What a cursor says; nothing for the first page.
pub fn seen(cursor: &str) -> Result<Vec<String>, ApiError> {
    let malformed = || ApiError::bad_request("malformed-cursor", "The cursor is not one of this list.");
    if cursor.is_empty() {
        return Ok(Vec::new());
    }
    let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| malformed())?;
    let text = String::from_utf8(bytes).map_err(|_| malformed())?;
    Ok(text.split('\n').map(str::to_owned).collect())
}

/// The cursor of the next page, when there are more rows than a page has.
pub fn next<T>(rows: &[T], parts: impl Fn(&T) -> Vec<&str>) -> Option<String> {
    (rows.len() > PAGE).then(|| cursor(&parts(&rows[PAGE - 1])))
}
