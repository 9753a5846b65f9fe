//! What the items of an archive page have in common, and texts as parts of addresses.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::tz::TimeZone;

use crate::calendar::Month;
use crate::site::collection::Archive;
use crate::site::{Collection, Item};

/// What an archive page has in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// Items with a tag.
    Tag(Arc<str>),
    /// Items of a category.
    Category(Arc<str>),
    /// Items of an author, by the name shown.
    Author(Arc<str>),
    /// Items of a month: when they were published, or when events happen.
    Month(Month),
}

impl Term {
    /// The text of the tag, category or author; of a month `2026-05`.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Term::Tag(text) | Term::Category(text) | Term::Author(text) => Cow::Borrowed(text),
            Term::Month(month) => Cow::Owned(month.to_string()),
        }
    }

    /// The folder of its archive.
    #[must_use]
    pub fn folder(&self) -> &'static str {
        match self {
            Term::Tag(_) => "tag",
            Term::Category(_) => "category",
            Term::Author(_) => "author",
            Term::Month(_) => "month",
        }
    }
}

/// A text as part of an address: lower case, every run of other characters one dash.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-').to_owned();
    if slug.is_empty() { "-".to_owned() } else { slug }
}

/// Everything that the items have in common for which the collection has archives, with the items that have it, in
/// order of address.
pub(super) fn terms(collection: &Collection, items: &[usize], zone: &TimeZone) -> Vec<(Term, Vec<usize>)> {
    let mut found: BTreeMap<(&str, String), (Term, Vec<usize>)> = BTreeMap::new();
    for index in items {
        for term in terms_of(collection, &collection.items[*index], zone) {
            let entry =
                found.entry((term.folder(), slug(&term.text()))).or_insert_with(|| (term, Vec::new()));
            if entry.1.last() != Some(index) {
                entry.1.push(*index);
            }
        }
    }
    found.into_values().collect()
}

fn terms_of(collection: &Collection, item: &Item, zone: &TimeZone) -> Vec<Term> {
    let mut terms = Vec::new();
    for archive in &collection.archives {
        match archive {
            Archive::Tag => terms.extend(item.tags.iter().map(|tag| Term::Tag((*tag).into()))),
            Archive::Category => {
                terms.extend(item.categories.iter().map(|category| Term::Category((*category).into())))
            }
            Archive::Author => {
                let name = item.node.get("author").get("displayName").as_str();
                terms.extend(name.filter(|name| !name.is_empty()).map(|name| Term::Author(name.into())));
            }
            Archive::Month => terms.extend(months(collection, item, zone).into_iter().map(Term::Month)),
        }
    }
    terms
}

/// The months of an item: of an event those from its first to its last day, of anything else that of its publication.
fn months(collection: &Collection, item: &Item, zone: &TimeZone) -> Vec<Month> {
    /// Nobody leafs through the months of an event that lasts longer.
    const MOST: usize = 60;
    match item.lasts.filter(|_| collection.is_events()) {
        Some((start, end)) => {
            let last = Month::of_time(end, zone);
            let mut months = vec![Month::of_time(start, zone)];
            while let Some(next) = months.last().map(|month| month.next()).filter(|month| *month <= last) {
                months.push(next);
                if months.len() == MOST {
                    break;
                }
            }
            months
        }
        None if item.publish_on != 0 => vec![Month::of_time(item.publish_on, zone)],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_parts_of_addresses() {
        assert_eq!(slug("Keeping bread!"), "keeping-bread");
        assert_eq!(slug("  À la carte "), "à-la-carte");
        assert_eq!(slug("???"), "-");
    }
}
