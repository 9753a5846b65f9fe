//! Which id an item has that says none: the name of its file, and where something else has that id already, the name of
//! its collection before it. `content/blog/1.json` and `content/shop/1.json` are two things.

use std::collections::BTreeSet;

use loggia_template::Node;

use super::code::record;
use super::collection::Collection;
use super::item::Item;

/// An item that has to be called differently: its collection's place in the site, its place in the collection, its id.
pub type Renamed = (usize, usize, String);

/// Whether an item's own file says its id.
#[must_use]
pub fn is_said(item: &Item<'_>) -> bool {
    matches!(item.document.root.get("id"), Node::Text(_))
}

/// The items whose id something else has. What says its id keeps it, and so do collections; of the others those that are
/// sold go before the rest, for orders name them, and then the order of the files decides.
#[must_use]
pub fn renamed(collections: &[Collection<'_>]) -> Vec<Renamed> {
    let mut taken: BTreeSet<&str> = collections.iter().map(|collection| collection.id).collect();
    let mut unsaid = Vec::new();
    for (place, collection) in collections.iter().enumerate() {
        for (index, item) in collection.items.iter().enumerate() {
            if is_said(item) {
                taken.insert(item.id);
            } else {
                unsaid.push((item.record_type != record::STORE_ITEM, item.document.file, place, index));
            }
        }
    }
    unsaid.sort_unstable();
    let mut renamed = Vec::new();
    for (_, _, place, index) in unsaid {
        let (collection, item) = (&collections[place], &collections[place].items[index]);
        if !taken.insert(item.id) {
            renamed.push((place, index, format!("{}-{}", collection.id, item.id)));
        }
    }
    renamed
}
