//! Pages and items that are put together from blocks, as they were before that. Blocks show other items: when one of
//! those changes, what was put together is put together again.

use std::path::Path;

use loggia_template::Node;

use crate::manifest::Digest;
use crate::site::Site;

/// What a page or an item was.
struct Was {
    collection: usize,
    /// The file of the item; nothing for the collection itself.
    item: Option<&'static Path>,
    node: Node<'static>,
    hash: Digest,
}

/// Everything that was put together, as it was before.
#[derive(Default)]
pub struct Unfilled(Vec<Was>);

impl Unfilled {
    /// Notes everything there is.
    pub(super) fn before(site: &Site) -> Unfilled {
        let mut all = Vec::new();
        for (place, collection) in site.collections.iter().enumerate() {
            all.push(Was { collection: place, item: None, node: collection.node, hash: collection.hash });
            all.extend(collection.items.iter().map(|item| Was {
                collection: place,
                item: Some(item.document.file),
                node: item.node,
                hash: item.hash,
            }));
        }
        Unfilled(all)
    }

    /// Keeps only what has been put together since, in the same site.
    pub(super) fn settle(mut self, site: &Site) -> Unfilled {
        let hashes = site.collections.iter().flat_map(|collection| {
            std::iter::once(collection.hash).chain(collection.items.iter().map(|item| item.hash))
        });
        let mut hashes = hashes;
        self.0.retain(|was| hashes.next().is_some_and(|hash| hash != was.hash));
        self.0.shrink_to_fit();
        self
    }

    /// Puts everything back as it was.
    pub(super) fn restore(&self, site: &mut Site) {
        for was in &self.0 {
            let Some(collection) = site.collections.get_mut(was.collection) else { continue };
            match was.item {
                None => (collection.node, collection.hash) = (was.node, was.hash),
                Some(file) => {
                    if let Some(item) = collection.items.iter_mut().find(|item| item.document.file == file) {
                        (item.node, item.hash) = (was.node, was.hash);
                    }
                }
            }
        }
    }

    /// The items that are put together from blocks: their places, and what they are made of now.
    pub(super) fn items(&self, site: &Site) -> Vec<((usize, usize), Digest)> {
        let place = |was: &Was| {
            let items = &site.collections.get(was.collection)?.items;
            let index = items.iter().position(|item| Some(item.document.file) == was.item)?;
            Some(((was.collection, index), items[index].hash))
        };
        self.0.iter().filter(|was| was.item.is_some()).filter_map(place).collect()
    }

    /// Whether nothing is put together from blocks.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
