//! The pages of lists: cut into pages, by what items have in common, and lists of events by what is over.

use jiff::tz::TimeZone;

use super::page::{Page, Subject};
use super::term::{Term, slug, terms};
use crate::calendar::Month;
use crate::site::Collection;
use crate::site::collection::Shown;

/// What lists depend on besides their items.
pub(super) struct Lists {
    /// Milliseconds since 1970 (UTC): what ended before is over.
    pub now: i64,
    /// Where the site is.
    pub zone: TimeZone,
}

impl Lists {
    /// The pages of a collection's list and of its archives.
    pub fn plan(&self, index: usize, collection: &Collection, public: &[usize], pages: &mut Vec<Page>) {
        let items = ordered(collection, public.to_vec());
        self.list(index, collection, &items, None, pages);
        for (term, items) in terms(collection, &items, &self.zone) {
            self.list(index, collection, &items, Some(&term), pages);
        }
    }

    fn list(
        &self,
        index: usize,
        collection: &Collection,
        items: &[usize],
        term: Option<&Term>,
        pages: &mut Vec<Page>,
    ) {
        let (items, upcoming) = match collection.is_events() {
            true => self.events(collection, items, term),
            false => (items.to_vec(), 0),
        };
        let month = match term {
            Some(Term::Month(month)) => Some(*month),
            None => Some(Month::of_time(self.now, &self.zone)),
            Some(_) => None,
        };
        let month = month.filter(|_| collection.calendar_view);
        let count = collection.page_count(items.len());
        for number in 1..=count {
            let start = ((number - 1) * collection.page_size).min(items.len());
            let shown = items[start..(start + collection.page_size).min(items.len())].to_vec();
            let subject = Subject::List {
                collection: index,
                page: number,
                term: term.cloned(),
                upcoming: upcoming.saturating_sub(start).min(shown.len()),
                items: shown,
                pages: count,
                month,
            };
            pages.push(Page::new(list_url(collection, term, number), subject));
        }
    }

    /// Events as their list shows them, and how many of the first are not over: the next to come first, and what is over
    /// with the latest first. The list itself shows what its owner chose (G-068), an archive all it has.
    fn events(&self, collection: &Collection, items: &[usize], term: Option<&Term>) -> (Vec<usize>, usize) {
        let lasts = |item: usize| collection.items[item].lasts.unwrap_or_default();
        let (mut upcoming, mut past): (Vec<usize>, Vec<usize>) =
            items.iter().partition(|item| lasts(**item).1 >= self.now);
        upcoming.sort_by_key(|item| lasts(*item));
        past.sort_by_key(|item| std::cmp::Reverse(lasts(*item)));
        match collection.shown_events {
            Shown::Upcoming if term.is_none() => past.clear(),
            Shown::Past if term.is_none() => upcoming.clear(),
            _ => {}
        }
        let count = upcoming.len();
        upcoming.extend(past);
        (upcoming, count)
    }
}

/// Items in the order in which a reader goes through them: events by their beginning, others as the list has them.
pub(super) fn ordered(collection: &Collection, mut items: Vec<usize>) -> Vec<usize> {
    if collection.is_events() {
        items.sort_by_key(|item| collection.items[*item].lasts.unwrap_or_default());
    }
    items
}

/// The address of a page of a list: `/blog`, `/blog/page/2`, `/blog/tag/rye`, `/blog/tag/rye/page/2`,
/// `/events/month/2026-05`.
#[must_use]
pub fn list_url(collection: &Collection, term: Option<&Term>, page: usize) -> String {
    let base = if collection.full_url == "/" { "" } else { collection.full_url };
    let mut url = match term {
        None => base.to_owned(),
        Some(term) => format!("{base}/{}/{}", term.folder(), slug(&term.text())),
    };
    if page > 1 {
        url.push_str(&format!("/page/{page}"));
    }
    if url.is_empty() { "/".to_owned() } else { url }
}
