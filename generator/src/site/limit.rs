//! Sites that exceed a limit, and addresses that two things claim.

use std::collections::BTreeMap;

pub use super::bound::{
    BLOCKS, CATEGORIES, CATEGORY_LENGTH, CODE, Hold, Limits, ORDERED_ITEMS, PRODUCTS_OF_COLLECTION,
    TAG_LENGTH, TRACKS,
};
use super::code::collection::{ALBUM_BLOCK, PRODUCTS, SLIDE_ALBUM};
use super::collection::{Collection, Ordering};
use super::document::Document;
use super::model::Site;
use crate::diagnostic::Diagnostic;

/// Notes every limit that is exceeded and every address that two things claim.
pub fn check(site: &Site, faults: &mut Vec<Diagnostic>) {
    for collection in site.collections.iter().filter(|collection| collection.hold != Hold::Not) {
        let mut found = Vec::new();
        check_collection(collection, &mut found);
        faults.extend(collection.hold.judge(found));
    }
    check_addresses(site, faults);
}

fn check_collection(collection: &Collection<'_>, faults: &mut Vec<Diagnostic>) {
    let count = collection.items.len();
    if let Some((limit, things)) = limit_of(collection).filter(|(limit, _)| count > *limit) {
        faults.push(too_many(collection.document, things, count, limit));
    }
    let categories = count_categories(collection.node.get("categories").elements(), 0);
    if categories > CATEGORIES {
        faults.push(too_many(collection.document, "categories", categories, CATEGORIES));
    }
    let documents = collection.items.iter().map(|item| item.document);
    for document in std::iter::once(collection.document).chain(documents) {
        let blocks = super::block::count(document.root);
        if blocks > BLOCKS {
            let key = if document.root.get("blocks").is_nothing() { "rows" } else { "blocks" };
            let message = limit_text("blocks", blocks, BLOCKS);
            faults.push(document.fault(&[key.into()], CODE, message).help(ADVICE));
        }
        // A section is a layout of its own.
        let sections = super::section::counts(document.root).into_iter().enumerate();
        for (index, blocks) in sections.filter(|(_, blocks)| *blocks > BLOCKS) {
            let message = limit_text("blocks", blocks, BLOCKS);
            let place = ["sections".into(), index.into()];
            faults.push(document.fault(&place, CODE, message).help(ADVICE));
        }
    }
}

/// The most items that a collection may have; nothing where there is no limit, or it only warns.
#[must_use]
pub fn of_items(collection: &Collection) -> Option<usize> {
    limit_of(collection).filter(|_| collection.hold == Hold::Firmly).map(|(limit, _)| limit)
}

/// The most items of a collection, and what they are.
fn limit_of(collection: &Collection) -> Option<(usize, &'static str)> {
    if collection.type_code == PRODUCTS {
        Some((PRODUCTS_OF_COLLECTION, "products"))
    } else if is_album(collection) {
        Some((TRACKS, "tracks"))
    } else if collection.ordering == Ordering::User {
        Some((ORDERED_ITEMS, "items"))
    } else {
        None
    }
}

const ADVICE: &str = "take some out, or divide them over two places";

fn too_many(document: Document<'_>, what: &str, count: usize, limit: usize) -> Diagnostic {
    document.fault(&[], CODE, limit_text(what, count, limit)).help(ADVICE)
}

fn limit_text(what: &str, count: usize, limit: usize) -> String {
    format!("There are {count} {what} here; at most {limit} are allowed.")
}

/// Whether the items of a collection are the tracks of one album.
fn is_album(collection: &Collection) -> bool {
    matches!(collection.type_code, ALBUM_BLOCK | SLIDE_ALBUM) || collection.type_name == "album"
}

/// Categories are names, or objects with categories of their own.
fn count_categories(list: &[loggia_template::Node<'_>], depth: usize) -> usize {
    if depth > 100 {
        return 0;
    }
    list.iter().map(|category| 1 + count_categories(category.get("categories").elements(), depth + 1)).sum()
}

/// Two files at one address would write one page. Of two files the one whose name comes later is at fault.
fn check_addresses(site: &Site, faults: &mut Vec<Diagnostic>) {
    let mut claims: Vec<(&str, &str, Document<'_>)> = Vec::new();
    for collection in &site.collections {
        claims.push((collection.full_url, collection.id, collection.document));
        claims.extend(collection.items.iter().map(|item| (item.full_url, item.id, item.document)));
    }
    claims.sort_by_key(|(_, _, document)| document.file);
    let mut urls: BTreeMap<&str, Document<'_>> = BTreeMap::new();
    let mut ids: BTreeMap<&str, Document<'_>> = BTreeMap::new();
    for (url, id, document) in claims {
        if let Some(other) = urls.get(url) {
            let message = format!("The address '{url}' is also that of {}.", other.file.display());
            faults.push(
                document
                    .fault(&["urlId".into()], "url-twice", message)
                    .help("give one of them another urlId"),
            );
        }
        if let Some(other) = ids.get(id) {
            let message = format!("The id '{id}' is also that of {}.", other.file.display());
            faults.push(
                document.fault(&["id".into()], "id-twice", message).help("give one of them another id"),
            );
        }
        urls.entry(url).or_insert(document);
        ids.entry(id).or_insert(document);
    }
}
