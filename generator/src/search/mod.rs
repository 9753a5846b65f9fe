//! The search: an index of everything public that has a page, as small files that a visitor's browser asks for one by
//! one. No server answers; no browser loads it all (G-128, G-129, W-219, W-220).
//!
//! `index.<hash>.json` says which file holds the words that begin with some letters, and which the cards of the pages.
//! A small site has one file of words; a large one has a file for each beginning, cut further where it is still large.
//! Files are named by what they hold, and the number of a page by its address: a change of one item changes the files
//! of its words and its card and no other.

mod document;
mod inverted_index;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::asset::Assets;
use crate::block_html::BlockHtml;
use crate::catalog::Store;
use crate::manifest::Digest;
use crate::plan::Page;
use crate::site::{Item, Site, Website};
use document::{Document, Entry};
use inverted_index::{Found, Posting, code};

/// Where the files lie in the output.
pub const FOLDER: &str = "assets/search/";

/// The layout of the files; the widget reads no other.
const LAYOUT: u32 = 1;
/// Pages whose words are collected at a time: what is between them and the index does not grow with the site.
const AT_ONCE: usize = 2000;
/// Beyond so many pages only titles, labels and excerpts are searched, unless the owner asks for whole texts.
const WHOLE_TEXTS: usize = 2000;
/// A word of the text that more than one page in so many has tells nothing, on a site of at least [`COMMON_FROM`] pages.
const COMMON: usize = 3;
const COMMON_FROM: usize = 500;

/// What of a page is searched (`websiteSettings.search.text`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Text {
    /// The whole text.
    #[default]
    Body,
    /// The excerpt, or the beginning of the text.
    Excerpt,
}

/// The index of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    /// The address of the file that names the others, from the root; `None` when the owner wants no search.
    pub address: Option<String>,
    /// Path below the output folder and bytes.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Of all that it was made of.
    pub digest: Option<Digest>,
    text: Text,
}

/// The first file.
#[derive(Serialize)]
struct Contents {
    layout: u32,
    /// How many pages are known.
    documents: usize,
    /// How many words a title, the labels and the text have on the average.
    average: [f64; 3],
    /// The beginning of words → the file that holds them.
    words: BTreeMap<String, String>,
    /// Every word, one a line, for a word that was mistyped at its beginning; only where there is more than one file.
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<String>,
    /// How many bits of a page's number choose the file of its card.
    bits: u32,
    /// Those bits as a number → the file.
    cards: BTreeMap<u32, String>,
}

impl Index {
    /// The index of a site's pages. `earlier` is returned when nothing in it would be different.
    #[must_use]
    pub fn of(
        (site, blocks): (&Site<'_>, &BlockHtml<'_>),
        store: &Store,
        assets: &Assets,
        pages: &[Page],
        earlier: Option<Index>,
    ) -> Index {
        let settings = site.website.node("websiteSettings").get("search");
        if matches!(settings.get("enabled"), loggia_template::Node::Boolean(false)) {
            return Index::default();
        }
        let subjects: Vec<Subject<'_>> = pages
            .iter()
            .filter_map(|page| {
                let card = Document::of(site, page)?;
                Some(Subject { image: card.image(assets), page, card })
            })
            .collect();
        let text = match settings.get("text").as_str() {
            Some("body") => Text::Body,
            Some("excerpt") => Text::Excerpt,
            _ if subjects.len() > WHOLE_TEXTS => Text::Excerpt,
            _ => Text::Body,
        };
        let mut digest = Digest::builder();
        digest.add(&[u8::from(text == Text::Body)]);
        digest.add(site.website.prefix.as_bytes());
        for subject in &subjects {
            digest.add(subject.page.url.as_bytes());
            digest.add(subject.card.hash(blocks).as_bytes());
            digest.add(subject.image.as_deref().unwrap_or_default().as_bytes());
        }
        let digest = digest.finish();
        match earlier.filter(|earlier| earlier.digest == Some(digest)) {
            Some(earlier) => earlier,
            None => {
                Index { digest: Some(digest), text, ..make((&site.website, blocks), store, &subjects, text) }
            }
        }
    }
}

impl Index {
    /// Whether it would be the same after an item of which only the words have changed.
    #[must_use]
    pub fn reads_the_same(&self, before: &Item<'_>, after: &Item<'_>) -> bool {
        // Neither has blocks, or more than its words would have changed.
        let (blocks, whole) = (&BlockHtml::default(), self.text == Text::Body);
        self.address.is_none()
            || Document::Item(before).text(blocks, whole) == Document::Item(after).text(blocks, whole)
    }
}

/// A page that can be found.
struct Subject<'s> {
    page: &'s Page,
    card: Document<'s>,
    image: Option<String>,
}

fn make(
    (website, blocks): (&Website<'_>, &BlockHtml<'_>),
    store: &Store,
    subjects: &[Subject<'_>],
    text: Text,
) -> Index {
    let numbers = numbers(subjects.iter().map(|subject| subject.page.url.as_str()));
    let mut index = Index::default();
    let mut found = Found::default();
    let mut lengths: FxHashMap<u32, [u8; 3]> = FxHashMap::default();
    let mut total = [0_usize; 3];
    let bits = card_bits(subjects.len());
    let whole = text == Text::Body;
    for (some, numbers) in subjects.chunks(AT_ONCE).zip(numbers.chunks(AT_ONCE)) {
        let read: Vec<_> = some.par_iter().map(|subject| subject.card.words(blocks, whole)).collect();
        for ((fields, counts), number) in read.into_iter().zip(numbers) {
            for (field, words) in fields.into_iter().enumerate() {
                for (word, times) in words {
                    found.add(word, field, Posting { page: *number, times });
                }
            }
            for (sum, count) in total.iter_mut().zip(counts) {
                *sum += count;
            }
            lengths.insert(*number, inverted_index::lengths(counts));
        }
    }
    if subjects.len() >= COMMON_FROM {
        found.forget_common(subjects.len() / COMMON);
    }
    let mut put = |kind: &str, extension: &str, bytes: Vec<u8>| {
        let name = format!("{kind}.{}.{extension}", Digest::of(&bytes).short());
        index.files.insert(format!("{FOLDER}{name}"), bytes);
        name
    };
    let sorted = found.sorted();
    let shelves = inverted_index::divided(&sorted);
    let list = (shelves.len() > 1).then(|| {
        let words: Vec<&str> = sorted.iter().map(|word| word.text).collect();
        put("list", "txt", words.join("\n").into_bytes())
    });
    let made: Vec<(String, Vec<u8>)> = shelves
        .into_par_iter()
        .map(|(beginning, words)| (beginning, inverted_index::json(words, &lengths)))
        .collect();
    let words = made.into_iter().map(|(beginning, bytes)| (beginning, put("words", "json", bytes))).collect();
    // One file at a time on each thread: the cards of all pages are never there at once.
    let mut drawers: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, number) in numbers.iter().enumerate() {
        drawers.entry(number >> (inverted_index::NUMBER_BITS - bits)).or_default().push(place);
    }
    let card = |place: &usize| {
        let Subject { page, card, image } = &subjects[*place];
        (code(numbers[*place]), card.entry((website, blocks), page, store, image.clone()))
    };
    let made: Vec<(u32, Vec<u8>)> = drawers
        .into_par_iter()
        .map(|(key, places)| {
            let cards: BTreeMap<String, Entry> = places.iter().map(card).collect();
            (key, serde_json::to_vec(&cards).unwrap_or_default())
        })
        .collect();
    let cards = made.into_iter().map(|(key, bytes)| (key, put("cards", "json", bytes))).collect();
    let documents = subjects.len();
    let average = total.map(|sum| (sum as f64 / documents.max(1) as f64 * 100.0).round() / 100.0);
    let contents = Contents { layout: LAYOUT, documents, average, words, list, bits, cards };
    let bytes = serde_json::to_vec(&contents).unwrap_or_default();
    let name = format!("{FOLDER}index.{}.json", Digest::of(&bytes).short());
    index.address = Some(format!("/{name}"));
    index.files.insert(name, bytes);
    index
}

/// How many bits of a page's number choose the file of its card: so many that a file has some dozens of cards.
fn card_bits(pages: usize) -> u32 {
    const CARDS: usize = 64;
    (0..=12).step_by(4).find(|bits| pages >> bits <= CARDS).unwrap_or(12)
}

/// A number for each address, that depends on the address alone unless two of them meet.
fn numbers<'u>(urls: impl Iterator<Item = &'u str>) -> Vec<u32> {
    let urls: Vec<&str> = urls.collect();
    let mut order: Vec<usize> = (0..urls.len()).collect();
    order.sort_unstable_by_key(|place| urls[*place]);
    let (mut taken, mut numbers) = (BTreeSet::new(), vec![0; urls.len()]);
    for place in order {
        let digest = Digest::of(urls[place].as_bytes());
        let start = digest.as_bytes()[..3].iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
        let mut number = start;
        while !taken.insert(number) {
            number = (number + 1) % (1 << inverted_index::NUMBER_BITS);
        }
        numbers[place] = number;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_numbers_of_their_own_that_do_not_move() {
        let urls: Vec<String> = (0..20_000).map(|n| format!("/blog/{n}")).collect();
        let of = |some: &[String]| numbers(some.iter().map(String::as_str));
        let all = of(&urls);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), urls.len());
        let fewer = of(&urls[..19_999]);
        let moved = fewer.iter().zip(&all).filter(|(one, other)| one != other).count();
        assert!(moved <= 1, "{moved}");
    }

    #[test]
    fn files_of_cards_stay_small() {
        assert_eq!([1, 64, 65, 1039, 1040, 100_000].map(card_bits), [0, 0, 4, 4, 8, 12]);
    }
}
