//! What is known of the addresses of each country: read once from a table that stands beside this file.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// A line for each country, and behind it one for each of its regions; where they are from stands above them.
const TABLE: &str = include_str!("countries.tsv");

static COUNTRIES: LazyLock<BTreeMap<&'static str, Country>> = LazyLock::new(|| {
    let mut countries: BTreeMap<&str, Country> = BTreeMap::new();
    let mut last = "";
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split('\t').collect();
        match (parts.as_slice(), countries.get_mut(last)) {
            (["", code, name, latin, others @ ..], Some(country)) => {
                country
                    .written
                    .extend([code, name, latin].into_iter().chain(others).map(|one| (plain(one), *code)));
                country.regions.push(Region { code, name, latin });
            }
            ([code, ..], _) => {
                last = code;
                countries.insert(code, Country::read(&parts));
            }
            _ => {}
        }
    }
    countries
});

/// How addresses are written in a country.
#[derive(Debug, Default)]
pub(super) struct Country {
    /// As it stands on a letter: in English and in capitals. Some have none.
    pub name: &'static str,
    /// `%N` name, `%O` company, `%A` lines, `%D` district, `%C` city, `%S` region, `%Z` postal code, `%n` next line.
    pub format: &'static str,
    /// The letters of what an address needs.
    pub required: &'static str,
    /// Its languages, by their tags.
    pub languages: &'static str,
    /// The kinds of region, postal code, city and district.
    pub kinds: [&'static str; 4],
    /// What its postal codes look like, as a regular expression of the whole code; empty where there are none.
    pub pattern: &'static str,
    /// Examples of postal codes.
    pub examples: &'static str,
    /// Its regions, in the order of their names.
    pub regions: Vec<Region>,
    written: HashMap<String, &'static str>,
}

/// A state, province or other region that addresses are written with.
#[derive(Debug)]
pub(super) struct Region {
    /// That of ISO 3166-2 without its country, where there is one.
    pub code: &'static str,
    /// In the country's own language.
    pub name: &'static str,
    /// In Latin letters.
    pub latin: &'static str,
}

impl Country {
    fn read(parts: &[&'static str]) -> Self {
        let part = |at: usize| parts.get(at).copied().unwrap_or_default();
        Self {
            name: part(1),
            format: part(2),
            required: part(3),
            languages: part(4),
            kinds: [part(5), part(6), part(7), part(8)],
            pattern: part(9),
            examples: part(10),
            ..Self::default()
        }
    }

    /// The code of a region however it is written.
    pub fn region_code(&self, text: &str) -> Option<&'static str> {
        self.written.get(&plain(text)).copied()
    }
}

/// What is known of a country; `code` in capitals.
pub(super) fn country(code: &str) -> Option<&'static Country> {
    COUNTRIES.get(code)
}

/// Letters and digits alone, in small letters: "N.Y." and "ny" are the same.
pub(super) fn plain(text: &str) -> String {
    text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-630: the table knows every country, and each of its regions by every one of its names.
    #[test]
    fn s_630_every_country_and_region_of_the_table_is_found() {
        let mut of = "";
        let mut regions = 0;
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let parts: Vec<&str> = line.split('\t').collect();
            if parts[0].is_empty() {
                regions += 1;
                for name in &parts[1..] {
                    assert_eq!(country(of).unwrap().region_code(name), Some(parts[1]), "{of} {line}");
                }
            } else {
                of = parts[0];
            }
        }
        assert!(regions > 1000);
        assert!(
            crate::country::countries()
                .all(|code| country(code).is_some_and(|known| !known.format.is_empty()))
        );
        assert_eq!(COUNTRIES.len(), crate::country::countries().count());
    }
}
