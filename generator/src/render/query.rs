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
            let answer = asker.ask(collection, query);
            [(collection.id, answer), (collection.url_id, answer)]
        });
        return arena.object(answers.collect::<BTreeMap<_, _>>());
    }
    match asked(site, query) {
        Some(collection) => asker.ask(collection, query),
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

/// Items of a collection that may be part of an answer.
type Found<'p> = Vec<&'p Item<'p>>;

impl<'p> Asker<'p> {
    fn ask(self, collection: &'p Collection<'p>, query: &Query) -> Node<'p> {
        let found = items(collection, query, self.drafts, usize::MAX, 0).collect();
        self.by_tag(collection, query, found)
    }

    fn by_tag(self, collection: &'p Collection<'p>, query: &Query, found: Found<'p>) -> Node<'p> {
        match query.tag_by {
            Some(_) => self.by_words(&found, |item| &item.tags, |of| self.by_category(collection, query, of)),
            None => self.by_category(collection, query, found),
        }
    }

    fn by_category(self, collection: &'p Collection<'p>, query: &Query, found: Found<'p>) -> Node<'p> {
        match query.category_by {
            Some(_) => {
                self.by_words(&found, |item| &item.categories, |of| self.by_item(collection, query, of))
            }
            None => self.by_item(collection, query, found),
        }
    }

    /// An answer for each word that some items have: each is made of those that have it.
    fn by_words(
        self,
        found: &[&'p Item<'p>],
        words: impl Fn(&'p Item<'p>) -> &'p [&'p str],
        answer: impl Fn(Found<'p>) -> Node<'p>,
    ) -> Node<'p> {
        let mut of_each: BTreeMap<&'p str, Found<'p>> = BTreeMap::new();
        for item in found {
            for word in words(item).iter().copied().collect::<BTreeSet<_>>() {
                of_each.entry(word).or_default().push(item);
            }
        }
        let named = of_each.into_iter().map(|(word, found)| (word, answer(found)));
        let mut answers: BTreeMap<&'p str, Node<'p>> = named.collect();
        for (word, answer) in answers.clone() {
            answers.entry(self.arena.text(&slug(word))).or_insert(answer);
        }
        self.arena.object(answers)
    }

    fn by_item(self, collection: &'p Collection<'p>, query: &Query, found: Found<'p>) -> Node<'p> {
        let own = collection.listed(self.arena);
        if query.asks == Asks::Categories {
            let public = collection.items.iter().filter(|item| self.drafts || item.is_public);
            let categories = categories(collection, public, self.arena);
            return self.arena.object([("categories", categories), ("collection", own)]);
        }
        let listed = |some: Found<'p>| {
            let shown = some.into_iter().skip(query.skip).take(query.limit);
            let shown = shown.map(|item| self.blocks.listed_of(collection, item, self.arena));
            let shown = self.arena.list(&shown.collect::<Vec<_>>());
            self.arena.object([("items", shown), ("collection", own)])
        };
        if query.item_by.is_none() {
            return listed(found);
        }
        let answers = found.iter().enumerate().map(|(place, item)| (item.id, listed(related(&found, place))));
        self.arena.object(answers.collect::<BTreeMap<_, _>>())
    }
}

/// How many of the items that follow one are looked at for those like it.
const NEAR: usize = 100;

/// The items like one of some: those that follow it in their order, the first again after the last, and among them those
/// with the most tags and categories in common first.
fn related<'p>(items: &[&'p Item<'p>], place: usize) -> Found<'p> {
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
