//! Lists in pages, each with the cursor of the next.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::roles::Right;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// How many a page of a list has.
const PAGE: usize = 20;
/// How many are asked for, to know whether there are more.
pub const ONE_MORE: i64 = 21;

/// A page of a list: what stands on it, and the cursor of the next one.
#[derive(Debug)]
pub struct Page<T> {
    /// At most twenty.
    pub rows: Vec<T>,
    /// `None` on the last one.
    pub next: Option<String>,
}

impl<T> Page<T> {
    /// Whether there are more.
    pub fn has_next(&self) -> bool {
        self.next.is_some()
    }
}

/// Where a page begins: what was last on the one before.
#[derive(Debug)]
pub struct After(Vec<String>);

impl After {
    /// Whether it is the first page.
    pub fn is_start(&self) -> bool {
        self.0.is_empty()
    }

    /// A part of the row; "" on the first page.
    pub fn part(&self, index: usize) -> &str {
        self.0.get(index).map_or("", String::as_str)
    }
}

/// The page at `cursor` for somebody with the right to see it: `load` reads [`ONE_MORE`] rows, `parts` says what tells
/// each row's place.
pub async fn page<T>(
    context: &Context,
    (who, right): (&SignedIn, Right),
    cursor: &str,
    load: impl AsyncFn(&mut Connection<'_>, &After) -> Result<Vec<T>, ApiError>,
    parts: impl Fn(&T) -> Vec<&str>,
) -> Result<Page<T>, ApiError> {
    who.must(right)?;
    let load =
        async |connection: &mut Connection<'_>, after: &After| Ok((load(connection, after).await?, ()));
    let (page, ()) = public_page(context, cursor, load, parts).await?;
    Ok(page)
}

/// The page at `cursor` for everybody; `load` reads [`ONE_MORE`] rows and what else is shown beside them.
pub async fn public_page<T, X>(
    context: &Context,
    cursor: &str,
    load: impl AsyncFn(&mut Connection<'_>, &After) -> Result<(Vec<T>, X), ApiError>,
    parts: impl Fn(&T) -> Vec<&str>,
) -> Result<(Page<T>, X), ApiError> {
    let after = After(seen(cursor)?);
    let (mut rows, beside) = context.db.read(async |connection| load(connection, &after).await).await?;
    let next = next(&rows, parts);
    rows.truncate(PAGE);
    Ok((Page { rows, next }, beside))
}

/// A place in a list, opaque to callers.
fn cursor(parts: &[&str]) -> String {
    URL_SAFE_NO_PAD.encode(parts.join("\n"))
}

/// What a cursor says; nothing for the first page.
fn seen(cursor: &str) -> Result<Vec<String>, ApiError> {
    let malformed = || ApiError::bad_request("malformed-cursor", "The cursor is not one of this list.");
    if cursor.is_empty() {
        return Ok(Vec::new());
    }
    let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| malformed())?;
    let text = String::from_utf8(bytes).map_err(|_| malformed())?;
    // No row has it, and PostgreSQL takes it in no text.
    if text.contains('\0') {
        return Err(malformed());
    }
    Ok(text.split('\n').map(str::to_owned).collect())
}

/// The cursor of the next page, when there are more rows than a page has.
fn next<T>(rows: &[T], parts: impl Fn(&T) -> Vec<&str>) -> Option<String> {
    (rows.len() > PAGE).then(|| cursor(&parts(&rows[PAGE - 1])))
}
