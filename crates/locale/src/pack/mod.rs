//! The packed CLDR tables: unpacked a language at a time, on first use, and never again.
//!
//! A pack holds a language's locales as sorted `key<tab>text` lines; each locale stores only what differs from its
//! parent (`de-AT` → `de` → `und`), so a look-up walks that short chain. The tables are constants of the program:
//! memory is bounded by the packs that exist.

mod table;

use std::sync::OnceLock;

/// Sorted keys and their texts.
#[derive(Debug, Default)]
pub(crate) struct Table(Vec<(&'static str, &'static str)>);

/// Marks a key that the parent has and this locale has not.
const REMOVED: &str = "\0";

impl Table {
    fn get(&self, key: &str) -> Option<&'static str> {
        self.0.binary_search_by(|(known, _)| (*known).cmp(key)).ok().map(|at| self.0[at].1)
    }

    fn with_prefix<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'static str, &'static str)> + 'a {
        let start = self.0.partition_point(|(known, _)| *known < prefix);
        self.0[start..].iter().map_while(move |(key, text)| Some((key.strip_prefix(prefix)?, *text)))
    }
}

/// One locale's own keys, and where it inherits from.
#[derive(Debug)]
pub(crate) struct LocaleTable {
    name: &'static str,
    parent: Option<&'static str>,
    own: Table,
}

impl LocaleTable {
    /// The text of a key here or in the nearest ancestor that has it; empty when none has.
    pub fn get(&self, key: &str) -> &'static str {
        let mut next = Some(self);
        while let Some(table) = next {
            match table.own.get(key) {
                Some(REMOVED) => return "",
                Some(text) => return text,
                None => next = table.parent.and_then(find),
            }
        }
        ""
    }

    /// Every key that starts with a prefix (the prefix taken off), in order of the key.
    pub fn with_prefix(&self, prefix: &str) -> Vec<(&'static str, &'static str)> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        let mut next = Some(self);
        while let Some(table) = next {
            for (key, text) in table.own.with_prefix(prefix) {
                if let Err(at) = found.binary_search_by(|(known, _)| (*known).cmp(key)) {
                    found.insert(at, (key, text));
                }
            }
            next = table.parent.and_then(find);
        }
        found.retain(|(_, text)| *text != REMOVED);
        found
    }
}

type Pack = Vec<LocaleTable>;

static UNPACKED: [OnceLock<Pack>; table::PACKS.len()] = [const { OnceLock::new() }; table::PACKS.len()];
static SUPPLEMENT: OnceLock<Table> = OnceLock::new();

/// The table of a packed locale, by its exact CLDR name.
pub(crate) fn find(name: &str) -> Option<&'static LocaleTable> {
    let language = name.split('-').next().unwrap_or(name);
    let at = table::PACKS.binary_search_by(|(known, _)| (*known).cmp(language)).ok()?;
    let pack = UNPACKED[at].get_or_init(|| locales(inflate(table::PACKS[at].1)));
    pack.iter().find(|locale| locale.name == name)
}

/// Whether a locale is packed, without unpacking it.
pub(crate) fn has(name: &str) -> bool {
    names().binary_search(&name).is_ok()
}

/// The names of every packed locale, in order.
pub(crate) fn names() -> &'static [&'static str] {
    static NAMES: OnceLock<Vec<&str>> = OnceLock::new();
    NAMES.get_or_init(|| table::LOCALES.lines().collect())
}

/// A text of the tables that belong to no locale; empty when there is none.
pub(crate) fn supplement(key: &str) -> &'static str {
    supplement_table().get(key).unwrap_or_default()
}

/// The keys of the supplement that start with a prefix (taken off), in order.
pub(crate) fn supplement_with_prefix(prefix: &str) -> Vec<(&'static str, &'static str)> {
    supplement_table().with_prefix(prefix).collect()
}

fn supplement_table() -> &'static Table {
    SUPPLEMENT.get_or_init(|| {
        Table(inflate(table::SUPPLEMENT).lines().filter_map(|line| line.split_once('\t')).collect())
    })
}

/// The time zone database as JSON text.
pub(crate) fn zones() -> &'static str {
    static ZONES: OnceLock<&str> = OnceLock::new();
    ZONES.get_or_init(|| inflate(table::ZONES))
}

fn inflate(packed: &[u8]) -> &'static str {
    let bytes = miniz_oxide::inflate::decompress_to_vec(packed)
        .expect("the packs were made by the generator and are tested");
    String::from_utf8(bytes).expect("the packs hold UTF-8 text").leak()
}

fn locales(text: &'static str) -> Pack {
    let mut pack = Pack::new();
    for line in text.lines() {
        let Some((key, value)) = line.split_once('\t') else { continue };
        match key.strip_prefix('@') {
            Some(name) => {
                let parent = Some(value).filter(|parent| !parent.is_empty());
                pack.push(LocaleTable { name, parent, own: Table::default() });
            }
            None => {
                if let Some(locale) = pack.last_mut() {
                    locale.own.0.push((key, value));
                }
            }
        }
    }
    pack
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pack_unpacks_to_its_locales() {
        for name in names() {
            let locale = find(name).unwrap_or_else(|| panic!("{name} is not in its pack"));
            assert!(locale.parent.is_none_or(has), "{name} inherits from a locale that is not packed");
            assert!(locale.own.0.is_sorted(), "{name} is not sorted");
            assert!(!locale.get("latn.decimal").is_empty(), "{name} has no decimal pattern");
        }
    }

    #[test]
    fn a_child_overrides_and_removes_what_it_inherits() {
        let (swiss, german) = (find("de-CH").unwrap(), find("de").unwrap());
        assert_eq!(german.get("latn.symbol.group"), ".");
        assert_eq!(swiss.get("latn.symbol.group"), "'");
        assert_eq!(swiss.get("currency.JPY.name"), german.get("currency.JPY.name"));
        assert_eq!(swiss.get("no such key"), "");
    }
}
