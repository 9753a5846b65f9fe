//! What a family of blocks knows of one block, and how it says what is wrong with it.

use loggia_template::{Arena, Node};

use super::renderer::BlockRenderer;
use crate::diagnostic::{Diagnostic, nearest};
use crate::site::Collection;
use crate::site::block::Block;
use crate::site::document::Document;
use crate::site::members::Fields;
use crate::site::position::Step;

/// The page or item that a block stands in.
pub struct Place<'s> {
    /// Its file, with the completed values.
    pub document: Document<'s>,
    /// The collection's place in the site.
    pub collection: usize,
    /// The item's place in the collection; `None` for the collection's own page.
    pub item: Option<usize>,
    /// The id of the page or item.
    pub id: &'s str,
    /// Its address from the root of the site.
    pub url: &'s str,
}

/// One block to be shown.
pub struct Call<'c, 'a> {
    pub(super) renderer: &'c BlockRenderer<'a>,
    /// The kind of block that looks up what is shown; of a slice another than its own name.
    pub kind: &'c str,
    /// The block or slice.
    pub block: &'c Block<'a>,
    /// Where it stands.
    pub place: &'c Place<'a>,
    /// For the values of this one block.
    pub arena: &'a Arena,
    /// What is wrong with it is added here.
    pub faults: &'c mut Vec<Diagnostic>,
}

impl<'a> Call<'_, 'a> {
    /// A member of the block's value.
    pub fn value(&self, key: &str) -> Node<'a> {
        self.block.value.get(key)
    }

    /// A text of the block's value that is not empty.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.value(key).as_str().filter(|text| !text.is_empty())
    }

    /// The members of the block's value, with their places.
    pub fn fields(&mut self) -> Fields<'_, 'a> {
        fields(self.place.document, &self.block.at, self.faults)
    }

    /// Notes a fault of a member that does not stop the build.
    pub fn warn(&mut self, key: &str, message: impl Into<String>, help: impl Into<String>) {
        self.fields().warn(&[key.into()], "block", message, help);
    }

    /// Notes that the block names something that is not there.
    pub fn missing<'k>(
        &mut self,
        key: &str,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) {
        let near = nearest(name, known).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| "name one that exists".to_owned());
        let message = format!("A block asks for the {what} '{name}', which is not there; it is left out.");
        self.fields().fault(&[key.into()], "block", message, help);
    }

    /// Notes that the block does not say yet what it shows.
    pub fn unfinished(&mut self, key: &str, what: &str) {
        let message = format!("This block has no {what} yet; it is left out.");
        self.fields().fault(
            &[key.into()],
            "block",
            message,
            format!("choose a {what}, or take the block away"),
        );
    }

    /// The collection that the block names under `collection` or `collectionId`; one that is not there is reported.
    pub fn collection(&mut self) -> Option<&'a Collection<'a>> {
        let key = if self.text("collection").is_some() { "collection" } else { "collectionId" };
        let name = self.text(key)?;
        let found = find(&self.renderer.site.collections, name);
        if found.is_none() {
            let collections = &self.renderer.site.collections;
            self.missing(key, "collection", name, collections.iter().map(|other| other.url_id));
        }
        found
    }

    /// Like [`Call::collection`]; a block that names none gets the collection it stands in.
    pub fn collection_or_own(&mut self) -> Option<&'a Collection<'a>> {
        if self.text("collection").is_none() && self.text("collectionId").is_none() {
            return self.renderer.site.collections.get(self.place.collection);
        }
        self.collection()
    }

    /// A whole number of at least 1.
    pub fn limit(&mut self, key: &str) -> Option<usize> {
        let limit = self.fields().whole(key)?;
        if limit < 1 {
            self.warn(key, format!("'{key}' is at least 1."), "leave it out to show all");
        }
        usize::try_from(limit.max(1)).ok()
    }
}

fn fields<'f, 's>(document: Document<'s>, at: &[Step], faults: &'f mut Vec<Diagnostic>) -> Fields<'f, 's> {
    let mut at = at.to_vec();
    at.push("value".into());
    Fields::at(document, at, faults)
}

/// The collection of a name: its `urlId`, its address or its id.
pub fn find<'c, 's>(collections: &'c [Collection<'s>], name: &str) -> Option<&'c Collection<'s>> {
    let name = name.trim_matches('/');
    collections.iter().find(|collection| collection.url_id == name || collection.id == name)
}
