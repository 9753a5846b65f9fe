//! Words and the pages they stand in, divided into files.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::Serialize;

/// A page has a number of so many bits; four characters spell it.
pub(super) const NUMBER_BITS: u32 = 24;
/// Bytes of a file of words, about, from which on it is divided.
const LARGE: usize = 64 * 1024;
/// Words are divided by so many of their first characters at most.
const DEEPEST: usize = 4;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A page in which a word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Posting {
    /// The page's number.
    pub page: u32,
    /// How often the word stands in the field.
    pub times: u8,
}

/// The pages of a word, by field: title, labels, text.
type Fields = [Vec<Posting>; 3];

/// The words of a site.
#[derive(Default)]
pub(super) struct Found(FxHashMap<String, Fields>);

/// One word with its pages.
pub(super) struct Word<'f> {
    pub text: &'f str,
    fields: &'f Fields,
}

impl Found {
    pub fn add(&mut self, word: String, field: usize, posting: Posting) {
        self.0.entry(word).or_default()[field].push(posting);
    }

    /// Forgets where a word stands in texts when that is in more pages than `most`.
    pub fn forget_common(&mut self, most: usize) {
        self.0.retain(|_, fields| {
            if fields[2].len() > most {
                fields[2] = Vec::new();
            }
            fields.iter().any(|field| !field.is_empty())
        });
    }

    /// The words in order, and the pages of each in order of number.
    pub fn sorted(&mut self) -> Vec<Word<'_>> {
        for fields in self.0.values_mut() {
            for field in fields.iter_mut() {
                field.sort_unstable_by_key(|posting| posting.page);
            }
        }
        let mut words: Vec<Word<'_>> =
            self.0.iter().map(|(text, fields)| Word { text: text.as_str(), fields }).collect();
        words.sort_unstable_by_key(|word| word.text);
        words
    }
}

/// A page's number as four characters.
pub(super) fn code(number: u32) -> String {
    let digit = |place: u32| char::from(DIGITS[(number >> (6 * place) & 63) as usize]);
    [3, 2, 1, 0].into_iter().map(digit).collect()
}

/// How long the fields of a page are: words of the title and the labels, words of the text by eight.
pub(super) fn lengths([title, labels, text]: [usize; 3]) -> [u8; 3] {
    [title, labels, text.div_ceil(8)].map(|length| length.min(63) as u8)
}

/// The words of each file by how they begin. A word lies in the file of the longest beginning that it has.
pub(super) fn divided<'w, 'f>(words: &'w [Word<'f>]) -> BTreeMap<String, &'w [Word<'f>]> {
    let mut shelves = BTreeMap::new();
    divide(words, String::new(), &mut shelves);
    shelves
}

fn divide<'w, 'f>(words: &'w [Word<'f>], beginning: String, shelves: &mut BTreeMap<String, &'w [Word<'f>]>) {
    let size = |word: &Word<'_>| word.text.len() + 14 + 5 * word.fields.iter().map(Vec::len).sum::<usize>();
    let depth = beginning.chars().count();
    if depth == DEEPEST || words.iter().map(size).sum::<usize>() <= LARGE {
        shelves.insert(beginning, words);
        return;
    }
    for some in words.chunk_by(|one, other| one.text.chars().nth(depth) == other.text.chars().nth(depth)) {
        match some.first().and_then(|word| word.text.chars().nth(depth)) {
            Some(next) => divide(some, format!("{beginning}{next}"), shelves),
            // The word that is the beginning itself.
            None => drop(shelves.insert(beginning.clone(), some)),
        }
    }
}

/// A file of words.
#[derive(Serialize)]
struct Stored<'f> {
    /// How long the fields of the pages are: a page's number and three digits each.
    lengths: String,
    /// Word → the pages by field: a page's number and a digit for how often.
    words: BTreeMap<&'f str, [String; 3]>,
}

pub(super) fn json(words: &[Word<'_>], lengths: &FxHashMap<u32, [u8; 3]>) -> Vec<u8> {
    let digit = |value: u8| char::from(DIGITS[usize::from(value & 63)]);
    let spelled = |field: &Vec<Posting>| {
        let mut text = String::with_capacity(field.len() * 5);
        for posting in field {
            text.push_str(&code(posting.page));
            text.push(digit(posting.times.min(63)));
        }
        text
    };
    let mut pages: Vec<u32> =
        words.iter().flat_map(|word| word.fields.iter().flatten()).map(|posting| posting.page).collect();
    pages.sort_unstable();
    pages.dedup();
    let mut known = String::with_capacity(pages.len() * 7);
    for page in pages {
        known.push_str(&code(page));
        known.extend(lengths.get(&page).into_iter().flatten().map(|length| digit(*length)));
    }
    let words = words.iter().map(|word| (word.text, [0, 1, 2].map(|field| spelled(&word.fields[field]))));
    serde_json::to_vec(&Stored { lengths: known, words: words.collect() }).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(words: &[&str], pages: u32) -> Found {
        let mut found = Found::default();
        for word in words {
            for page in 0..pages {
                found.add((*word).to_owned(), 2, Posting { page, times: 1 });
            }
        }
        found
    }

    #[test]
    fn a_number_has_four_characters() {
        assert_eq!(
            (code(0).as_str(), code(64).as_str(), code((1 << 24) - 1).as_str()),
            ("AAAA", "AABA", "____")
        );
    }

    #[test]
    fn a_small_site_has_one_file_and_a_large_one_a_file_for_each_beginning() {
        let mut small = found(&["bread", "bun"], 3);
        assert_eq!(divided(&small.sorted()).keys().collect::<Vec<_>>(), [""]);
        let mut large = found(&["b", "bread", "brown", "bun", "oat"], 6000);
        let sorted = large.sorted();
        let shelves = divided(&sorted);
        assert_eq!(shelves.keys().collect::<Vec<_>>(), ["b", "br", "bu", "o"]);
        assert_eq!(shelves["b"].iter().map(|word| word.text).collect::<Vec<_>>(), ["b"]);
        assert_eq!(shelves["br"].iter().map(|word| word.text).collect::<Vec<_>>(), ["bread", "brown"]);
    }

    #[test]
    fn a_file_says_pages_and_lengths() {
        let mut found = found(&["rye"], 0);
        found.add("rye".to_owned(), 0, Posting { page: 65, times: 2 });
        let lengths = FxHashMap::from_iter([(65, [3, 0, 9])]);
        let json = String::from_utf8(json(&found.sorted(), &lengths)).unwrap();
        assert_eq!(json, r#"{"lengths":"AABBDAJ","words":{"rye":["AABBC","",""]}}"#);
    }

    #[test]
    fn what_stands_everywhere_is_forgotten() {
        let mut found = found(&["the"], 10);
        found.add("rye".to_owned(), 2, Posting { page: 1, times: 1 });
        found.forget_common(5);
        assert_eq!(found.sorted().iter().map(|word| word.text).collect::<Vec<_>>(), ["rye"]);
    }
}
