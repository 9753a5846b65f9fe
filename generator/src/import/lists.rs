//! The lists of a category or tag: where they were, and where they are.

use std::collections::BTreeSet;
use std::path::Path;

use loggia_exchange::posts::{Export, Kind, Link, List, ListKind, Menu, State, text};

use super::draft::Draft;
use crate::plan::{Term, slug};
use crate::site::item::is_address;

/// The lists that the new site has as well, since a post that visitors see belongs to each.
pub(super) struct Lists<'e> {
    journal: &'e str,
    used: BTreeSet<(&'static str, String)>,
}

impl<'e> Lists<'e> {
    /// Those of an export whose posts are listed at `journal`.
    pub(super) fn new(export: &Export, journal: &'e str) -> Lists<'e> {
        let posts = export.entries.iter().filter(|entry| entry.kind == Kind::Post);
        let shown = posts.filter(|entry| matches!(entry.state, State::Published | State::Scheduled));
        let used = shown.flat_map(|entry| {
            let categories = entry.categories.iter().map(|name| Term::Category(name.as_str().into()));
            categories.chain(entry.tags.iter().map(|name| Term::Tag(name.as_str().into())))
        });
        let used = used.map(|term| (term.folder(), slug(&term.text()))).collect();
        Lists { journal, used }
    }

    /// The address of a list, with a slash before it; `None` when no post belongs to it.
    pub(super) fn address(&self, list: &List) -> Option<String> {
        let (folder, name) = (folder(list), slug(&list.name));
        self.used.contains(&(folder, name.clone())).then(|| format!("/{}/{folder}/{name}", self.journal))
    }

    /// Says which entries of a menu lead to lists in which nothing is shown, for they are left out of it.
    pub(super) fn name_the_empty(&self, draft: &mut Draft, file: &Path, menu: &Menu) {
        let mut left: Vec<&Link> = menu.links.iter().collect();
        while let Some(link) = left.pop() {
            left.extend(&link.links);
            let Some(list) = link.list.as_ref().filter(|list| self.address(list).is_none()) else { continue };
            let message = format!(
                "The menu '{}' leads to the posts of '{}', of which visitors see none; the entry was left out.",
                menu.name, list.name
            );
            draft.warn(file, 0, message, "publish a post there, and add the entry to the menu in site.json");
        }
    }

    /// Where each list was, as its program has it unless its owner chose another word, and where it is.
    pub(super) fn moved(&self, export: &Export) -> Vec<(String, String)> {
        let base = text::path(&export.address);
        let base = base.trim_end_matches('/');
        let found = export.lists.iter().filter(|list| !list.path.is_empty()).filter_map(|list| {
            let old = format!("{base}/{}/{}", folder(list), list.path);
            self.address(list).filter(|new| *new != old).map(|new| (old, new))
        });
        found.chain(self.named(export)).collect()
    }

    /// Squarespace has its lists below that of all posts, by their names with a plus for each blank: `/blog/category/Old+bread`.
    fn named(&self, export: &Export) -> BTreeSet<(String, String)> {
        let posts =
            export.entries.iter().filter(|entry| entry.kind == Kind::Post && export.source == "squarespace");
        let lists = posts.flat_map(|entry| {
            let all = |kind, names: &[String]| {
                names.iter().map(move |name| (kind, name.clone())).collect::<Vec<_>>()
            };
            [all(ListKind::Category, &entry.categories), all(ListKind::Tag, &entry.tags)].concat()
        });
        let moved = lists.filter_map(|(kind, name)| {
            let list = List { kind, name, path: String::new() };
            let old = format!("/{}/{}/{}", self.journal, folder(&list), list.name.replace(' ', "+"));
            let new = self.address(&list).filter(|new| *new != old)?;
            is_address(&old[1..]).then_some((old, new))
        });
        moved.collect()
    }
}

fn folder(list: &List) -> &'static str {
    match list.kind {
        ListKind::Category => "category",
        ListKind::Tag => "tag",
    }
}
