//! Lists of what is counted: by how much is left, and by words.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::published;
use crate::repository::Connection;
use crate::repository::desk::terms;
use crate::repository::stock::beside::{self, Incoming, Level};
use crate::repository::stock::described;
use crate::repository::stock::list::{self, Filter, Held, Listed, OTHERS, View, Where};
use crate::repository::stock::location::{self, Location, MAIN};
use crate::roles::Right;
use crate::usecase::paging::{ONE_MORE, Page, public_page};

/// How far lists are counted.
pub const COUNTED: i64 = 10_000;
/// How many variants a page shows.
const SHOWN: usize = 20;
/// A word of more variants than this is none to begin at: the list itself finds a page sooner.
const FEW: i64 = 2000;

/// What stands beside a page.
#[derive(Debug, Default)]
pub struct Beside {
    /// What unpaid orders hold of all there is.
    pub held: Vec<Held>,
    /// The locations in use, in their order; none where the shop keeps everything at one place.
    pub locations: Vec<Location>,
    /// What of the page's products lies at which location but the first.
    pub levels: Vec<Level>,
    /// What of them is on its way.
    pub incoming: Vec<Incoming>,
}

/// A page of a list, and what stands beside it.
pub type Found = (Page<Listed>, Beside);

/// What is asked of a list.
#[derive(Clone, Copy, Debug, Default)]
pub struct AskedFor<'a> {
    /// Which list.
    pub view: View,
    /// Words that each must have.
    pub text: &'a str,
    /// The location where some must lie; "" for anywhere.
    pub location: &'a str,
}

/// A page of a list, by title: those with each of these words, where each may be the beginning of one.
///
/// # Errors
/// 403; a cursor of another list; faults of the store.
pub async fn variants(
    context: &Context,
    who: &SignedIn,
    asked: AskedFor<'_>,
    cursor: &str,
) -> Result<Found, ApiError> {
    who.must(Right::ManageStore)?;
    describe(context).await?;
    let words = terms::words(asked.text);
    let is_without_words = words.is_empty() && !asked.text.trim().is_empty();
    let location = match asked.location {
        "" => Where::Any,
        MAIN => Where::Main,
        other => Where::At(other),
    };
    public_page(
        context,
        cursor,
        async |connection, after| {
            if is_without_words {
                return Ok((Vec::new(), Beside::default()));
            }
            let after = (after.part(0), after.part(1), after.part(2));
            let filter = filter(connection, &words, (asked.view, after)).await?;
            let rows = list::variants(connection, &Filter { location, ..filter }, ONE_MORE).await?;
            let beside = beside(connection, &rows).await?;
            Ok((rows, beside))
        },
        |row| vec![&row.place, &row.item_id, &row.sku],
    )
    .await
}

async fn beside(connection: &mut Connection<'_>, rows: &[Listed]) -> Result<Beside, ApiError> {
    let mut locations = location::list(connection).await?;
    locations.retain(|one| one.archived_at.is_none());
    let mut items: Vec<&str> = rows.iter().take(SHOWN).map(|row| row.item_id.as_str()).collect();
    items.sort_unstable();
    items.dedup();
    let levels = if locations.is_empty() { Vec::new() } else { beside::levels(connection, &items).await? };
    let incoming = beside::incoming(connection, &items).await?;
    Ok(Beside { held: list::held(connection).await?, locations, levels, incoming })
}

/// Begins where the fewest variants are: at the rarest word, or at the list itself when every word is one of many.
async fn filter<'a>(
    connection: &mut Connection<'_>,
    words: &'a [String],
    (view, after): (View, (&'a str, &'a str, &'a str)),
) -> Result<Filter<'a>, ApiError> {
    let mut rarest: Option<(i64, usize)> = None;
    for (index, word) in words.iter().enumerate().take(OTHERS + 1) {
        let count = list::beginning(connection, word, FEW).await?;
        if count < FEW && rarest.is_none_or(|(least, _)| count < least) {
            rarest = Some((count, index));
        }
    }
    let first = rarest.and_then(|(_, at)| words.get(at)).map(String::as_str);
    let others = words.iter().enumerate().filter(|(at, _)| rarest.is_none_or(|(_, first)| first != *at));
    let mut others: Vec<&str> = others.map(|(_, word)| word.as_str()).collect();
    // What is more than a statement takes is looked at by the words that say most: the longest.
    others.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    others.truncate(OTHERS);
    Ok(Filter { view, first, others, after, location: Where::Any })
}

/// How many variants each list has, each counted up to [`COUNTED`].
///
/// # Errors
/// 403; faults of the store.
pub async fn counts(context: &Context, who: &SignedIn) -> Result<Vec<(View, i64)>, ApiError> {
    who.must(Right::ManageStore)?;
    describe(context).await?;
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

/// Variants from before they were described are, once: a catalogue that did not change is not imported again.
pub(super) async fn describe(context: &Context) -> Result<(), ApiError> {
    if !context.db.read(async |connection| described::is_undescribed(connection).await).await? {
        return Ok(());
    }
    let published = context.publications.newest(&context.db).await?;
    context
        .db
        .write(async move |connection| {
            described::describe(connection, &published::described(&published.catalog)).await
        })
        .await
}
