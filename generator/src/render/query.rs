//! Answers to the questions of templates: items or categories of a collection.

use loggia_template::{Arena, Node};

use crate::block_html::BlockHtml;
use crate::manifest::Digest;
use crate::plan::slug;
use crate::site::{Collection, Item, Site};
use crate::theme::Query;

/// What templates see of the answer to a query. Where a value of the page names the collection, the answers of every
/// collection by its `urlId`.
pub(super) fn answer<'p>(
    (site, blocks): (&'p Site<'p>, &'p BlockHtml<'p>),
    query: &Query,
    drafts: bool,
    arena: &'p Arena,
) -> Node<'p> {
    if query.named_by.is_some() {
        let answers = site
            .collections
            .iter()
            .map(|collection| (collection.url_id, of_collection(collection, blocks, query, drafts, arena)));
        let answers: Vec<_> = answers.collect();
        return arena.object(answers);
    }
    match asked(site, query) {
        Some(collection) => of_collection(collection, blocks, query, drafts, arena),
        None => arena.object([("items", Node::List(&[]))]),
    }
}

/// The digest of the answer to a query.
pub(super) fn digest(site: &Site<'_>, blocks: &BlockHtml<'_>, query: &Query, drafts: bool) -> Digest {
    let mut digest = Digest::builder();
    if query.named_by.is_some() {
        for collection in &site.collections {
            digest.add(digest_of_collection(collection, blocks, query, drafts).as_bytes());
        }
        return digest.finish();
    }
    match asked(site, query) {
        Some(collection) => digest_of_collection(collection, blocks, query, drafts),
        None => digest.finish(),
    }
}

/// The collection that a query names.
fn asked<'c, 's>(site: &'c Site<'s>, query: &Query) -> Option<&'c Collection<'s>> {
    let wanted = query.collection.trim_matches('/');
    site.collections.iter().find(|collection| {
        collection.url_id == wanted || collection.id == wanted || collection.full_url == query.collection
    })
}

/// The items of a collection that a query asks for, in order.
fn items<'c, 's>(
    collection: &'c Collection<'s>,
    query: &'c Query,
    drafts: bool,
) -> impl Iterator<Item = &'c Item<'s>> {
    let any = |asked: &[String], has: &[&str]| {
        asked.is_empty() || asked.iter().any(|one| has.contains(&one.as_str()))
    };
    let keep = move |item: &&Item<'_>| {
        (!query.featured || item.node.get("starred").is_true() || item.node.get("featured").is_true())
            && any(&query.tags, &item.tags)
            && any(&query.of_categories, &item.categories)
    };
    let public = collection.items.iter().filter(move |item| drafts || item.is_public);
    public.filter(keep).skip(query.skip).take(query.limit)
}

fn of_collection<'p>(
    collection: &'p Collection<'p>,
    blocks: &'p BlockHtml<'p>,
    query: &Query,
    drafts: bool,
    arena: &'p Arena,
) -> Node<'p> {
    let own = collection.listed(arena);
    if query.categories {
        let public = collection.items.iter().filter(|item| drafts || item.is_public);
        let categories = categories(collection, public, arena);
        return arena.object([("categories", categories), ("collection", own)]);
    }
    let items = items(collection, query, drafts).map(|item| blocks.listed_of(collection, item, arena));
    arena.object([("items", arena.list(&items.collect::<Vec<_>>())), ("collection", own)])
}

fn digest_of_collection(
    collection: &Collection<'_>,
    blocks: &BlockHtml<'_>,
    query: &Query,
    drafts: bool,
) -> Digest {
    let mut digest = Digest::builder();
    digest.add(collection.hash.as_bytes());
    if query.categories {
        for item in &collection.items {
            digest.add(item.categories.join("\u{0}").as_bytes());
            digest.add(&[u8::from(item.is_public)]);
        }
        return digest.finish();
    }
    for item in items(collection, query, drafts) {
        digest.add(blocks.item_hash(item).as_bytes());
    }
    digest.finish()
}

/// The categories of some items in order of name, with their archives and how many items each has.
fn categories<'p>(
    collection: &Collection<'_>,
    items: impl Iterator<Item = &'p Item<'p>>,
    arena: &'p Arena,
) -> Node<'p> {
    let mut counts: std::collections::BTreeMap<&'p str, usize> = std::collections::BTreeMap::new();
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
