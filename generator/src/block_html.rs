//! The HTML that blocks have become, by the file that they stand in. Pages look it up while they are rendered; the site
//! itself stays as its files say it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use loggia_commerce::Access;
use loggia_template::{Arena, Node};
use rustc_hash::FxHashMap;

use crate::manifest::Digest;
use crate::site::access::{access, without_content};
use crate::site::page_access::of_page;
use crate::site::{Collection, Item};

/// What was made of the blocks of one page or item.
struct Made {
    /// Members of what templates see, each with the whole of its text: what the file says there stands before the blocks.
    members: Vec<(&'static str, String)>,
    /// Of all that was made.
    hash: Digest,
}

/// The HTML of the blocks of a site, or of some of its pages in place of those of another table.
#[derive(Default)]
pub struct BlockHtml<'b> {
    /// What is not in this table is looked up there.
    below: Option<&'b BlockHtml<'b>>,
    pages: FxHashMap<OsString, Made>,
    fields: BTreeMap<String, String>,
}

impl<'b> BlockHtml<'b> {
    /// A table in front of another.
    #[must_use]
    pub fn before(below: &'b BlockHtml<'b>) -> BlockHtml<'b> {
        BlockHtml { below: Some(below), ..BlockHtml::default() }
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty() && self.fields.is_empty()
    }

    /// Notes that a page or item has no blocks, whatever the table below says.
    pub fn clear(&mut self, file: &Path) {
        self.pages.insert(file.as_os_str().to_owned(), Made { members: Vec::new(), hash: Digest::of(&[]) });
    }

    /// Adds what blocks became, to be shown as a member of what templates see; `node` is what they see without it.
    pub fn add(&mut self, file: &Path, node: Node<'_>, key: &'static str, html: &str) {
        let made = self.pages.entry(file.as_os_str().to_owned());
        let made = made.or_insert_with(|| Made { members: Vec::new(), hash: Digest::of(&[]) });
        let own = node.get(key).as_str().unwrap_or_default();
        made.members.push((key, format!("{own}{html}")));
        made.hash = made.hash.and(key.as_bytes()).and(html.as_bytes());
    }

    /// Adds the blocks of an open field.
    pub fn add_field(&mut self, id: &str, html: String) {
        self.fields.insert(id.to_owned(), html);
    }

    fn made(&self, file: &Path) -> Option<&Made> {
        if self.pages.is_empty() && self.below.is_none() {
            return None;
        }
        let own = self.pages.get(file.as_os_str());
        own.or_else(|| self.below?.made(file)).filter(|made| !made.members.is_empty())
    }

    /// A value with what was made of the blocks of its file.
    fn with<'a>(&'a self, file: &Path, node: Node<'a>, arena: &'a Arena) -> Node<'a> {
        let Some(made) = self.made(file) else { return node };
        let mut members: Vec<(&str, Node<'a>)> =
            node.as_object().into_iter().flat_map(|object| object.members()).collect();
        for (key, text) in &made.members {
            let value = Node::Text(text.as_str());
            match members.iter_mut().find(|(name, _)| name == key) {
                Some((_, there)) => *there = value,
                None => members.push((key, value)),
            }
        }
        arena.object(members)
    }

    /// What templates see of an item.
    pub fn item<'a>(&'a self, item: &Item<'a>, arena: &'a Arena) -> Node<'a> {
        self.with(item.document.file, item.node, arena)
    }

    /// The text of an item: its blocks, or what its file says.
    #[must_use]
    pub fn body<'a>(&'a self, item: &Item<'a>) -> Option<&'a str> {
        let blocks = self.member(item.document.file, "body");
        blocks.or_else(|| item.node.get("body").as_str())
    }

    /// The content that blocks made of the member of a page or item; `None` when there is none.
    pub fn member(&self, file: &Path, key: &str) -> Option<&str> {
        let (_, text) = self.made(file)?.members.iter().find(|(name, _)| *name == key)?;
        Some(text)
    }

    /// What templates of other pages see of an item: of one that not everybody may read, all but its text (G-055).
    pub fn listed<'a>(&'a self, item: &Item<'a>, arena: &'a Arena) -> Node<'a> {
        match access(item.node) {
            Access::Public => self.item(item, arena),
            _ => item.listed(arena),
        }
    }

    /// What pages outside of a collection see of one of its items: what is inside of something locked is locked as well.
    pub fn listed_of<'a>(
        &'a self,
        collection: &Collection<'a>,
        item: &Item<'a>,
        arena: &'a Arena,
    ) -> Node<'a> {
        match of_page(collection, Some(item)) {
            Access::Public => self.item(item, arena),
            _ => without_content(item.node, arena),
        }
    }

    /// What a collection's own pages see of it: what was made of its blocks and items as well.
    pub fn collection<'a>(&'a self, collection: &Collection<'a>, arena: &'a Arena) -> Node<'a> {
        self.with(collection.document.file, collection.node, arena)
    }

    /// Whether anything was made for a collection's own page.
    #[must_use]
    pub fn has(&self, collection: &Collection<'_>) -> bool {
        self.made(collection.document.file).is_some()
    }

    /// The digest of all that an item says and shows.
    #[must_use]
    pub fn item_hash(&self, item: &Item<'_>) -> Digest {
        match self.made(item.document.file) {
            Some(made) => item.hash.and(made.hash.as_bytes()),
            None => item.hash,
        }
    }

    /// The digest of what was made for a collection's own page.
    #[must_use]
    pub fn collection_hash(&self, collection: &Collection<'_>) -> Digest {
        self.made(collection.document.file).map_or_else(|| Digest::of(&[]), |made| made.hash)
    }

    /// The blocks of an open field; empty when it has none.
    #[must_use]
    pub fn field(&self, id: &str) -> &str {
        let own = self.fields.get(id).map(String::as_str);
        own.or_else(|| Some(self.below?.field(id))).unwrap_or_default()
    }

    /// Whether this table says the same of a file as another.
    #[must_use]
    pub fn is_same(&self, other: &BlockHtml<'_>, file: &Path) -> bool {
        let hash = |table: &BlockHtml<'_>| table.made(file).map(|made| made.hash);
        hash(self) == hash(other)
    }
}
