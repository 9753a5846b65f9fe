//! Pages and items that are put together from blocks, as they were before that. Blocks show other items: when one of
//! those changes, what was put together is put together again.

use std::path::Path;

use loggia_template::Node;

use crate::manifest::Digest;
use crate::site::Site;

/// What an item was.
struct Was {
    collection: usize,
    file: &'static Path,
    node: Node<'static>,
    hash: Digest,
}

/// Every item that was put together, as it was before.
#[derive(Default)]
pub struct Unfilled(Vec<Was>);

impl Unfilled {
    /// Notes every item there is.
    pub(super) fn before(site: &Site) -> Unfilled {
        let all = site.collections.iter().enumerate().flat_map(|(place, collection)| {
            collection.items.iter().map(move |item| Was {
                collection: place,
                file: item.document.file,
                node: item.node,
                hash: item.hash,
            })
        });
        Unfilled(all.collect())
    }

    /// Keeps only what has been put together since, in the same site.
    pub(super) fn settle(mut self, site: &Site) -> Unfilled {
        let mut hashes =
            site.collections.iter().flat_map(|collection| collection.items.iter().map(|item| item.hash));
        self.0.retain(|was| hashes.next().is_some_and(|hash| hash != was.hash));
        self.0.shrink_to_fit();
        self
    }

    /// Puts everything back as it was.
    pub(super) fn restore(&self, site: &mut Site) {
        for collection in &mut site.collections {
            collection.made = None;
        }
        for was in &self.0 {
            let Some(collection) = site.collections.get_mut(was.collection) else { continue };
            if let Some(item) = collection.items.iter_mut().find(|item| item.document.file == was.file) {
                (item.node, item.hash) = (was.node, was.hash);
            }
        }
    }

    /// The items that are put together from blocks: their places, and what they are made of now.
    pub(super) fn items(&self, site: &Site) -> Vec<((usize, usize), Digest)> {
        let place = |was: &Was| {
            let items = &site.collections.get(was.collection)?.items;
            let index = items.iter().position(|item| item.document.file == was.file)?;
            Some(((was.collection, index), items[index].hash))
        };
        self.0.iter().filter_map(place).collect()
    }

    /// An item as it was before it was put together; nothing when it was not.
    pub(super) fn was(&self, collection: usize, file: &Path) -> Option<(Node<'static>, Digest)> {
        let was = self.0.iter().find(|was| was.collection == collection && was.file == file)?;
        Some((was.node, was.hash))
    }

    /// Whether nothing of a site is put together from blocks.
    pub(super) fn is_empty(&self, site: &Site) -> bool {
        self.0.is_empty()
            && site.fields.is_empty()
            && site.collections.iter().all(|collection| collection.made.is_none())
    }
}
