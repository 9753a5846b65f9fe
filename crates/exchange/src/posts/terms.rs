//! Categories and tags of WordPress: what they are called, which stands below which, and where their lists were.

use std::collections::BTreeMap;

use super::record::{List, ListKind};
use super::text::decoded;
use super::xml::Element;

/// How many categories may stand above each other.
const DEPTH: usize = 10;

/// The categories and tags that an export names.
#[derive(Default)]
pub(super) struct Terms {
    /// Categories by their nice names: name, and the nice name of the one above.
    categories: BTreeMap<String, (String, String)>,
    /// Tags by their nice names.
    tags: BTreeMap<String, String>,
    /// Nice names of both by the number at the source.
    numbers: BTreeMap<String, (ListKind, String)>,
}

impl Terms {
    /// Takes a `wp:category`, a `wp:tag`, or a `wp:term` of either kind.
    pub(super) fn take(&mut self, element: &Element) {
        let said = |names: [&str; 2]| {
            names
                .into_iter()
                .map(|name| element.text_of(name))
                .find(|text| !text.is_empty())
                .unwrap_or_default()
        };
        let kind = match (element.name.as_str(), element.text_of("term_taxonomy")) {
            ("category", _) | ("term", "category") => ListKind::Category,
            ("tag", _) | ("term", "post_tag") => ListKind::Tag,
            _ => return,
        };
        let (nice, name) = match kind {
            ListKind::Category => (said(["category_nicename", "term_slug"]), said(["cat_name", "term_name"])),
            ListKind::Tag => (said(["tag_slug", "term_slug"]), said(["tag_name", "term_name"])),
        };
        let name = decoded(if name.is_empty() { nice } else { name });
        match kind {
            ListKind::Category => {
                let above = said(["category_parent", "term_parent"]);
                self.categories.insert(nice.to_owned(), (name, above.to_owned()));
            }
            ListKind::Tag => drop(self.tags.insert(nice.to_owned(), name)),
        }
        self.numbers.insert(element.text_of("term_id").to_owned(), (kind, nice.to_owned()));
    }

    /// The names of the categories above one, and its own.
    pub(super) fn with_parents(&self, nice: &str, name: String) -> Vec<String> {
        let mut names: Vec<String> = self.above(nice).map(|(_, name)| name.clone()).collect();
        names.reverse();
        names.push(name);
        names
    }

    /// The list of a category or tag that a menu names by its number: `taxonomy` is `category` or `post_tag`.
    pub(super) fn list(&self, taxonomy: &str, number: &str) -> Option<List> {
        let (kind, nice) = self.numbers.get(number)?;
        let asked = match taxonomy {
            "category" => ListKind::Category,
            "post_tag" => ListKind::Tag,
            _ => return None,
        };
        (asked == *kind).then(|| self.of(*kind, nice)).flatten()
    }

    /// Every list of a category or tag.
    pub(super) fn lists(&self) -> Vec<List> {
        let categories = self.categories.keys().filter_map(|nice| self.of(ListKind::Category, nice));
        categories.chain(self.tags.keys().filter_map(|nice| self.of(ListKind::Tag, nice))).collect()
    }

    fn of(&self, kind: ListKind, nice: &str) -> Option<List> {
        let (name, mut parts) = match kind {
            ListKind::Category => {
                (&self.categories.get(nice)?.0, self.above(nice).map(|(nice, _)| nice).collect())
            }
            ListKind::Tag => (self.tags.get(nice)?, Vec::new()),
        };
        parts.insert(0, nice);
        parts.reverse();
        Some(List { kind, name: name.clone(), path: parts.join("/") })
    }

    /// The categories above one, the nearest first: nice name and name. A circle ends.
    fn above<'t>(&'t self, nice: &str) -> impl Iterator<Item = (&'t str, &'t String)> {
        let mut above = self.categories.get(nice).map(|(_, above)| above.as_str());
        std::iter::from_fn(move || {
            let here = above?;
            let (name, next) = self.categories.get(here)?;
            above = Some(next.as_str());
            Some((here, name))
        })
        .take(DEPTH - 1)
    }
}
