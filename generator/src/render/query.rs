//! Answers to the questions of templates: items or categories of a collection.

use std::collections::{BTreeMap, BTreeSet};

use loggia_template::{Arena, Node};

use crate::block_html::BlockHtml;
use crate::manifest::Digest;
use crate::plan::slug;
use crate::site::{Collection, Item, Site};
use crate::theme::Query;
use crate::theme::tag::Asks;

/// What templates see of the answer to a query. Where values of the page narrow it, the answers of all that they may say:
/// of every collection by its `urlId` and its id, of every tag and category by its name and its slug, of every item by its
/// id.
pub(super) fn answer<'p>(
    (site, blocks): (&'p Site<'p>, &'p BlockHtml<'p>),
    query: &Query,
    drafts: bool,
    arena: &'p Arena,
) -> Node<'p> {
    let asker = Asker { blocks, drafts, arena };
    if query.named_by.is_some() {
        let answers = site.collections.iter().flat_map(|collection| {
            let answer = asker.by_tag(collection, query);
            [(collection.id, answer), (collection.url_id, answer)]
        });
        return arena.object(answers.collect::<BTreeMap<_, _>>());
    }
    match asked(site, query) {
        Some(collection) => asker.by_tag(collection, query),
        None => arena.object([("items", Node::List(&[]))]),
    }
}

/// The digest of the answer to a query.
pub(super) fn digest(site: &Site<'_>, blocks: &BlockHtml<'_>, query: &Query, drafts: bool) -> Digest {
    let mut digest = Digest::builder();
    // What a value narrows depends on all that it may say.
    let narrowed = query.tag_by.is_some() || query.category_by.is_some() || query.item_by.is_some();
    let all = narrowed.then(|| Query { limit: usize::MAX, skip: 0, ..query.clone() });
    let query = all.as_ref().unwrap_or(query);
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

/// What answers are made of.
#[derive(Clone, Copy)]
struct Asker<'p> {
    blocks: &'p BlockHtml<'p>,
    drafts: bool,
    arena: &'p Arena,
}

impl<'p> Asker<'p> {
    fn by_tag(self, collection: &'p Collection<'p>, query: &Query) -> Node<'p> {
        if query.tag_by.is_none() {
            return self.by_category(collection, query);
        }
        self.by_words(
            collection,
            |item| &item.tags,
            |tag| {
                let query = Query { tags: vec![tag.to_owned()], tag_by: None, ..query.clone() };
                self.by_category(collection, &query)
            },
        )
    }

    fn by_category(self, collection: &'p Collection<'p>, query: &Query) -> Node<'p> {
        if query.category_by.is_none() {
            return self.by_item(collection, query);
        }
        self.by_words(
            collection,
            |item| &item.categories,
            |category| {
                let query =
                    Query { of_categories: vec![category.to_owned()], category_by: None, ..query.clone() };
                self.by_item(collection, &query)
            },
        )
    }

    /// An answer for each word that items of a collection have.
    fn by_words(
        self,
        collection: &'p Collection<'p>,
        words: impl Fn(&'p Item<'p>) -> &'p [&'p str],
        answer: impl Fn(&str) -> Node<'p>,
    ) -> Node<'p> {
        let all: BTreeSet<&'p str> = collection.items.iter().flat_map(|item| words(item)).copied().collect();
        let mut answers: BTreeMap<&'p str, Node<'p>> = BTreeMap::new();
        for word in &all {
            answers.insert(word, answer(word));
        }
        for word in &all {
            let answer = answers[word];
            answers.entry(self.arena.text(&slug(word))).or_insert(answer);
        }
        self.arena.object(answers)
    }

    fn by_item(self, collection: &'p Collection<'p>, query: &Query) -> Node<'p> {
        if query.item_by.is_none() {
            return of_collection(collection, self.blocks, query, self.drafts, self.arena);
        }
        let items: Vec<&'p Item<'p>> = items(collection, query, self.drafts, usize::MAX, 0).collect();
        let own = collection.listed(self.arena);
        let answers = items.iter().enumerate().map(|(place, item)| {
            let related = related(&items, place).into_iter().skip(query.skip).take(query.limit);
            let related = related.map(|item| self.blocks.listed_of(collection, item, self.arena));
            let related = self.arena.list(&related.collect::<Vec<_>>());
            (item.id, self.arena.object([("items", related), ("collection", own)]))
        });
        self.arena.object(answers.collect::<BTreeMap<_, _>>())
    }
}

/// How many of the items that follow one are looked at for those like it.
const NEAR: usize = 100;

/// The items like one of some: those that follow it in their order, the first again after the last, and among them those
/// with the most tags and categories in common first.
fn related<'p>(items: &[&'p Item<'p>], place: usize) -> Vec<&'p Item<'p>> {
    let own = items[place];
    let shared = |item: &Item<'_>| {
        let tags = item.tags.iter().filter(|tag| own.tags.contains(tag)).count();
        tags + item.categories.iter().filter(|category| own.categories.contains(category)).count()
    };
    let others = items[place + 1..].iter().chain(&items[..place]).take(NEAR).copied();
    let mut others: Vec<(usize, &'p Item<'p>)> = others.map(|item| (shared(item), item)).collect();
    others.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
    others.into_iter().map(|(_, item)| item).collect()
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
    query: &Query,
    drafts: bool,
    limit: usize,
    skip: usize,
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
    public.filter(keep).skip(skip).take(limit)
}

fn of_collection<'p>(
    collection: &'p Collection<'p>,
    blocks: &'p BlockHtml<'p>,
    query: &Query,
    drafts: bool,
    arena: &'p Arena,
) -> Node<'p> {
    let own = collection.listed(arena);
    if query.asks == Asks::Categories {
        let public = collection.items.iter().filter(|item| drafts || item.is_public);
        let categories = categories(collection, public, arena);
        return arena.object([("categories", categories), ("collection", own)]);
    }
    let items = items(collection, query, drafts, query.limit, query.skip);
    let items = items.map(|item| blocks.listed_of(collection, item, arena));
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
    if query.asks == Asks::Categories {
        for item in &collection.items {
            digest.add(item.categories.join("\u{0}").as_bytes());
            digest.add(&[u8::from(item.is_public)]);
        }
        return digest.finish();
    }
    for item in items(collection, query, drafts, query.limit, query.skip) {
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
    let mut counts: BTreeMap<&'p str, usize> = BTreeMap::new();
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
