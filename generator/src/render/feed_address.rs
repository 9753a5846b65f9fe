//! Which collections have a feed, and where it is.

use crate::site::code::record;
use crate::site::{Collection, Item};

/// Whether a collection has a feed: a list of dated items that are not for sale.
#[must_use]
pub fn has_feed(collection: &Collection<'_>) -> bool {
    let dated = |item: &Item<'_>| item.publish_on != 0 && item.record_type != record::STORE_ITEM;
    collection.is_list() && collection.items.iter().any(dated)
}

/// The address of a collection's feed.
#[must_use]
pub fn feed_url(collection: &Collection<'_>) -> String {
    format!("{}/feed.xml", if collection.full_url == "/" { "" } else { collection.full_url })
}

/// The address of the same as JSON.
#[must_use]
pub fn json_feed_url(collection: &Collection<'_>) -> String {
    format!("{}/feed.json", if collection.full_url == "/" { "" } else { collection.full_url })
}
