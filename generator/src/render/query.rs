//! Answers to the questions of templates: items or categories of a collection.

use loggia_template::{Arena, Node};

use crate::manifest::Digest;
use crate::plan::slug;
use crate::site::{Collection, Item, Site};
use crate::theme::Query;

/// What a query's template sees, and the digest of it. Where a value of the page names the collection, the answers of
/// every collection by its `urlId`.
pub(super) fn answer(
    site: &Site,
    query: &Query,
    drafts: bool,
    arena: &'static Arena,
) -> (Node<'static>, Digest) {
    let mut digest = Digest::builder();
    if query.named_by.is_some() {
        let answers = site.collections.iter().map(|collection| {
            let (node, part) = of_collection(collection, query, drafts, arena);
            digest.add(part.as_bytes());
            (collection.url_id, node)
        });
        let answers: Vec<_> = answers.collect();
        return (arena.object(answers), digest.finish());
    }
    let wanted = query.collection.trim_matches('/');
    let found = site.collections.iter().find(|collection| {
        collection.url_id == wanted || collection.id == wanted || collection.full_url == query.collection
    });
    match found {
        Some(collection) => of_collection(collection, query, drafts, arena),
        None => (arena.object([("items", Node::List(&[]))]), digest.finish()),
    }
}

fn of_collection(
    collection: &Collection,
    query: &Query,
    drafts: bool,
    arena: &'static Arena,
) -> (Node<'static>, Digest) {
    let mut digest = Digest::builder();
    digest.add(collection.hash.as_bytes());
    let public = collection.items.iter().filter(|item| drafts || item.is_public);
    if query.categories {
        let categories = categories(collection, public, arena);
        let answer = arena.object([("categories", categories), ("collection", collection.listed(arena))]);
        for item in &collection.items {
            digest.add(item.categories.join("\u{0}").as_bytes());
            digest.add(&[u8::from(item.is_public)]);
        }
        return (answer, digest.finish());
    }
    let any = |asked: &[String], has: &[&str]| {
        asked.is_empty() || asked.iter().any(|one| has.contains(&one.as_str()))
    };
    let keep = |item: &&Item| {
        (!query.featured || item.node.get("starred").is_true() || item.node.get("featured").is_true())
            && any(&query.tags, &item.tags)
            && any(&query.of_categories, &item.categories)
    };
    let mut items = Vec::new();
    for item in public.filter(keep).skip(query.skip).take(query.limit) {
        digest.add(item.hash.as_bytes());
        items.push(collection.listed_item(item, arena));
    }
    (arena.object([("items", arena.list(&items)), ("collection", collection.listed(arena))]), digest.finish())
}

/// The categories of some items in order of name, with their archives and how many items each has.
fn categories<'i>(
    collection: &Collection,
    items: impl Iterator<Item = &'i Item>,
    arena: &'static Arena,
) -> Node<'static> {
    let mut counts: std::collections::BTreeMap<&'static str, usize> = std::collections::BTreeMap::new();
    for category in items.flat_map(|item| item.categories.iter().copied()) {
        *counts.entry(category).or_default() += 1;
    }
    let base = collection.full_url.trim_end_matches('/');
    let nodes = counts.into_iter().map(|(name, count)| {
        arena.object([
            ("name", Node::Text(name)),
            ("title", Node::Text(name)),
            ("url", arena.text_node(&format!("{base}/category/{}", slug(name)))),
            ("count", Node::number(count as f64)),
        ])
    });
    arena.list(&nodes.collect::<Vec<_>>())
}
