//! The items of a collection, a page at a time, out of the model: no file is read.

use super::answer::Refused;
use super::view::{View, access_label, status};
use super::wire::list::{CollectionPage, CollectionQuery, ItemSummary};
use crate::asset::slashes;
use crate::site::Item;

/// Items of an answer when none is given, and at most.
pub const PAGE: (usize, usize) = (100, 500);

/// What `GET collection` answers.
///
/// # Errors
/// When there is no such collection, or the cursor is none of ours.
pub fn page(view: &View, query: &CollectionQuery, now: i64) -> Result<CollectionPage, Refused> {
    let collection = view.collection(&query.folder).ok_or_else(Refused::missing)?;
    let words: Vec<String> =
        query.search.iter().flat_map(|search| search.split_whitespace()).map(str::to_lowercase).collect();
    let wanted = |item: &&Item| {
        query.status.is_none_or(|wanted| status(item, now) == wanted)
            && words.iter().all(|word| says(item, word))
    };
    let from = cursor(query.after.as_deref())?;
    let limit = query.limit.unwrap_or(PAGE.0).clamp(1, PAGE.1);
    let found: Vec<&Item> = collection.items.iter().filter(wanted).collect();
    let items: Vec<ItemSummary> =
        found.iter().skip(from).take(limit).map(|item| summary(item, now)).collect();
    let next = from + items.len();
    let next_cursor = (next < found.len()).then(|| next.to_string());
    Ok(CollectionPage { items, total: found.len(), next_cursor })
}

/// Where a cursor leads.
///
/// # Errors
/// When it is none of ours.
pub fn cursor(after: Option<&str>) -> Result<usize, Refused> {
    after.map_or(Ok(0), |after| {
        after.parse().map_err(|_| Refused::bad("cursor", "This cursor leads nowhere."))
    })
}

fn says(item: &Item, word: &str) -> bool {
    let texts = [item.title, item.url_id].into_iter().chain(item.tags.iter().copied());
    texts.chain(item.categories.iter().copied()).any(|text| text.to_lowercase().contains(word))
}

fn summary(item: &Item, now: i64) -> ItemSummary {
    let picture = item.node.get("mainImage").get("assetUrl").as_str();
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    ItemSummary {
        path: slashes(item.document.file),
        id: item.id.to_owned(),
        title: item.title.to_owned(),
        url_id: item.url_id.to_owned(),
        url: item.full_url.to_owned(),
        status: status(item, now),
        publish_on: item.publish_on,
        record_type: item.record_type,
        asset_url: picture.or_else(|| item.node.get("assetUrl").as_str()).map(str::to_owned),
        tags: texts(&item.tags),
        categories: texts(&item.categories),
        access: access_label(item.document.root),
    }
}
