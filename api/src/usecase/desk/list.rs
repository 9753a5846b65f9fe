//! The desk's lists: by how orders stand, what they hold, how they go, tags, dates, and by words.

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::Connection;
use crate::repository::desk::list::{self, Filter, Listed, OTHERS, View};
use crate::repository::desk::{terms, words};
use crate::repository::order;
use std::collections::BTreeSet;

/// How many orders a page has.
pub const PAGE: usize = 50;
/// How many words that begin as the last one of a search are looked for.
const BEGINNINGS: i64 = 12;
/// A term of fewer orders than this is where a search begins.
const FEW: i64 = 2000;
/// How far terms are counted that have more than [`FEW`] orders each: reading so many takes less than comparing them.
const MANY: i64 = 10 * FEW;
/// How far lists are counted.
pub const COUNTED: i64 = 10_000;
/// Behind every id: no id has this letter.
const LAST: &str = "z";

/// Which orders.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The list.
    pub view: View,
    /// Words of name, email, phone, company or address, or a number; the last word may be its beginning.
    pub text: String,
    /// Only those with this product; "" for all.
    pub product: String,
    /// Only those that go this way; "" for all.
    pub delivery: String,
    /// Only those with this tag; "" for all.
    pub tag: String,
    /// Placed from this moment on; epoch milliseconds.
    pub from: i64,
    /// Placed before this moment; epoch milliseconds.
    pub to: i64,
    /// Where the page begins: `cursor` of the page before; "" for the first.
    pub cursor: String,
}

/// A page of a list.
#[derive(Debug)]
pub struct Found {
    /// At most [`PAGE`], newest first.
    pub orders: Vec<Listed>,
    /// Where the next one begins; `None` on the last.
    pub cursor: Option<String>,
    /// More words begin as the last one of the search than are looked for: there may be other orders.
    pub is_partial: bool,
}

/// A page of orders.
///
/// # Errors
/// A cursor of another list; faults of the store.
pub async fn orders(context: &Context, wanted: &Wanted) -> Result<Found, ApiError> {
    let before = place(wanted)?;
    let is_first = wanted.cursor.is_empty();
    if is_first && is_by_words(wanted) {
        // Somebody looks for the order that came in a moment ago. Where nothing can be written, what is there is found.
        let _ = words::write(&context.db, 1).await;
    }
    let named = if is_first { number(&wanted.text) } else { None };
    let ((mut found, is_partial), numbered) = context
        .db
        .read(async |connection| {
            let found = search(connection, wanted, before.clone()).await?;
            let numbered = match named {
                Some(number) => by_number(connection, wanted, number).await?,
                None => None,
            };
            Ok((found, numbered))
        })
        .await?;
    let cursor =
        (found.len() > PAGE).then(|| &found[PAGE - 1]).map(|last| format!("{}.{}", last.created_at, last.id));
    found.truncate(PAGE);
    // The order of that number stands first, whatever else the digits stand in.
    if let Some(numbered) = numbered {
        found.retain(|order| order.id != numbered.id);
        found.insert(0, numbered);
    }
    Ok(Found { orders: found, cursor, is_partial })
}

/// The most orders that are chosen at once.
pub const CHOSEN: usize = 1000;

/// All orders of a list, the newest [`CHOSEN`] of them, and whether there are more.
///
/// # Errors
/// As [`orders`].
pub async fn all(context: &Context, wanted: Wanted) -> Result<(Vec<Listed>, bool), ApiError> {
    let mut wanted = Wanted { cursor: String::new(), ..wanted };
    let mut all: Vec<Listed> = Vec::new();
    loop {
        let found = orders(context, &wanted).await?;
        all.extend(found.orders);
        // The order whose number was looked for stands first, and may stand again where it belongs.
        let mut seen = BTreeSet::new();
        all.retain(|order| seen.insert(order.id.clone()));
        let is_more = found.cursor.is_some() || all.len() > CHOSEN || found.is_partial;
        match found.cursor {
            Some(cursor) if all.len() < CHOSEN => wanted.cursor = cursor,
            _ => {
                all.truncate(CHOSEN);
                return Ok((all, is_more));
            }
        }
    }
}

/// How many orders each list has, each counted up to [`COUNTED`].
///
/// # Errors
/// Faults of the store.
pub async fn counts(context: &Context) -> Result<Vec<(View, i64)>, ApiError> {
    context
        .db
        .read(async |connection| {
            let mut counts = Vec::new();
            for view in View::ALL {
                counts.push((view, list::count(connection, view, COUNTED).await?));
            }
            Ok(counts)
        })
        .await
}

fn place(wanted: &Wanted) -> Result<(i64, String), ApiError> {
    let malformed = || ApiError::bad_request("malformed-cursor", "The cursor is not one of this list.");
    if wanted.cursor.is_empty() {
        return Ok((wanted.to, String::new()));
    }
    let (at, id) = wanted.cursor.split_once('.').ok_or_else(malformed)?;
    let at = at.parse().map_err(|_| malformed())?;
    if id.is_empty() || id.len() > 64 || !id.chars().all(|one| one.is_ascii_alphanumeric()) || id == LAST {
        return Err(malformed());
    }
    Ok((at, id.to_owned()))
}

/// Whether this is found by what was written down of orders, not by the list alone.
fn is_by_words(wanted: &Wanted) -> bool {
    [&wanted.text, &wanted.product, &wanted.delivery, &wanted.tag].iter().any(|one| !one.trim().is_empty())
}

/// The number that a search names: `1042`, `#1042`.
fn number(text: &str) -> Option<i64> {
    text.trim().trim_start_matches('#').parse().ok().filter(|number| *number > 0)
}

async fn by_number(
    connection: &mut Connection<'_>,
    wanted: &Wanted,
    number: i64,
) -> Result<Option<Listed>, ApiError> {
    let Some(order) = order::by_number(connection, number).await? else { return Ok(None) };
    let mut others = fixed(wanted);
    others.truncate(OTHERS);
    let before = (order.created_at, format!("{}{LAST}", order.id));
    let filter =
        Filter { view: wanted.view, first: None, others, from: order.created_at.max(wanted.from), before };
    let found = list::orders(connection, &filter, 1).await?;
    Ok(found.into_iter().find(|one| one.id == order.id && one.created_at < wanted.to))
}

/// The terms of what is chosen, beside words.
fn fixed(wanted: &Wanted) -> Vec<String> {
    let chosen = [
        (&wanted.product, terms::product as fn(&str) -> String),
        (&wanted.delivery, terms::delivery),
        (&wanted.tag, terms::tag),
    ];
    chosen.into_iter().filter(|(value, _)| !value.is_empty()).map(|(value, term)| term(value)).collect()
}

async fn search(
    connection: &mut Connection<'_>,
    wanted: &Wanted,
    before: (i64, String),
) -> Result<(Vec<Listed>, bool), ApiError> {
    let mut words = terms::wanted(&wanted.text);
    let text_without_words = words.is_empty() && !wanted.text.trim().is_empty();
    if text_without_words {
        return Ok((Vec::new(), false));
    }
    let last = words.pop();
    let mut known = fixed(wanted);
    // What is more than a statement takes is looked at by the words that say most: the longest.
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    known.extend(words.iter().map(|word| terms::word(word)));
    known.truncate(OTHERS);
    let mut beginnings = match &last {
        Some(last) => {
            let found = terms::beginning(connection, &terms::word(last), BEGINNINGS + 1).await?;
            if found.is_empty() {
                return Ok((Vec::new(), false));
            }
            found.into_iter().map(Some).collect()
        }
        None => vec![None],
    };
    let most = usize::try_from(BEGINNINGS).unwrap_or(usize::MAX);
    let is_partial = beginnings.len() > most;
    beginnings.truncate(most);
    let known = counted(connection, known, FEW).await?;
    let most = PAGE + 1;
    let mut wanted = wanted.clone();
    let mut found: Vec<Listed> = Vec::new();
    for one in beginnings {
        let mut all = known.clone();
        all.extend(counted(connection, one.into_iter().collect(), FEW).await?);
        let filter = filter(connection, &wanted, all, before.clone()).await?;
        found.extend(list::orders(connection, &filter, i64::try_from(most).unwrap_or(i64::MAX)).await?);
        found.sort_by(|one, other| (other.created_at, &other.id).cmp(&(one.created_at, &one.id)));
        found.dedup_by(|one, other| one.id == other.id);
        found.truncate(most);
        // When there are as many as the page takes, an older one is none of them.
        if let Some(oldest) = found.get(PAGE) {
            wanted.from = wanted.from.max(oldest.created_at);
        }
    }
    Ok((found, is_partial))
}

/// Each term with how many orders have it, counted up to `most`.
async fn counted(
    connection: &mut Connection<'_>,
    terms: Vec<String>,
    most: i64,
) -> Result<Vec<(String, i64)>, ApiError> {
    let mut counted = Vec::new();
    for term in terms {
        let count = terms::at_most(connection, &term, most).await?;
        counted.push((term, count));
    }
    Ok(counted)
}

/// Begins where the fewest orders are: at the rarest term, or at the list itself when that is short.
async fn filter(
    connection: &mut Connection<'_>,
    wanted: &Wanted,
    mut all: Vec<(String, i64)>,
    before: (i64, String),
) -> Result<Filter, ApiError> {
    // Of several common terms one may still be far rarer: each of its orders is compared with the others.
    if all.len() > 1 && all.iter().all(|(_, count)| *count >= FEW) {
        all = counted(connection, all.into_iter().map(|(term, _)| term).collect(), MANY).await?;
    }
    let rarest = all
        .iter()
        .enumerate()
        .min_by_key(|(_, (_, count))| *count)
        .map(|(index, (_, count))| (*count, index));
    let mut first = None;
    if let Some((count, index)) = rarest {
        let is_list_short = count >= FEW
            && all.len() <= OTHERS
            && wanted.view != View::All
            && list::count(connection, wanted.view, FEW).await? < FEW;
        if !is_list_short {
            first = Some(all.remove(index).0);
        }
    }
    let others = all.into_iter().map(|(term, _)| term).collect();
    Ok(Filter { view: wanted.view, first, others, from: wanted.from, before })
}
