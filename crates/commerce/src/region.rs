//! The regions of countries that write them in addresses: one code for each, however it is written.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// Country, code and names in every line; where they are from stands above them.
const REGIONS: &str = include_str!("regions.tsv");

/// For each country what its regions are written as, and their codes.
static WRITTEN: LazyLock<BTreeMap<&str, HashMap<String, &str>>> = LazyLock::new(|| {
    let mut countries: BTreeMap<&str, HashMap<String, &str>> = BTreeMap::new();
    for line in REGIONS.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('\t');
        if let (Some(country), Some(code)) = (parts.next(), parts.next()) {
            let written = countries.entry(country).or_default();
            written.extend(std::iter::once(code).chain(parts).map(|name| (plain(name), code)));
        }
    }
    countries
});

/// Letters and digits alone, in small letters: "N.Y." and "ny" are the same.
fn plain(text: &str) -> String {
    text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// True when the regions of a country are known; `country` in capitals.
#[must_use]
pub fn has_known_regions(country: &str) -> bool {
    WRITTEN.contains_key(country)
}

/// The code of a region that is written as its code, with its country before it, or as a name; none when it is unknown.
#[must_use]
pub fn region_code(country: &str, text: &str) -> Option<&'static str> {
    let written = WRITTEN.get(country)?;
    let text = plain(text);
    let without_country = || text.strip_prefix(&country.to_ascii_lowercase());
    written.get(&text).or_else(|| written.get(without_country()?)).copied()
}

/// True when two texts name one region of a country. Where its regions are not known they are compared as texts.
#[must_use]
pub fn is_same_region(country: &str, one: &str, other: &str) -> bool {
    match (region_code(country, one), region_code(country, other)) {
        (Some(one), Some(other)) => one == other,
        _ => one.trim().eq_ignore_ascii_case(other.trim()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_625_a_region_is_the_same_however_it_is_written() {
        for (country, code, written) in [
            ("US", "NY", ["New York", "ny", " N.Y. ", "US-NY"]),
            ("US", "DC", ["District of Columbia", "D.C.", "dc", "district of columbia"]),
            ("CA", "QC", ["Québec", "Quebec", "Q.C.", "ca-qc"]),
            ("ES", "VI", ["Álava", "Alava", "VI", "álava"]),
            ("JP", "13", ["Tokyo", "東京都", "13", "JP-13"]),
            ("IE", "D", ["Co. Dublin", "D", "co dublin", "IE-D"]),
        ] {
            for text in written {
                assert_eq!(region_code(country, text), Some(code), "{country} {text}");
                assert!(is_same_region(country, text, code), "{country} {text}");
            }
        }
        assert!(!is_same_region("US", "New York", "New Jersey"));
        for (country, text) in [("US", "XX"), ("US", ""), ("US", "US"), ("DE", "BY"), ("XX", "NY"), ("", "")]
        {
            assert_eq!(region_code(country, text), None, "{country} {text}");
        }
        assert!(is_same_region("DE", "BY", "by ") && !is_same_region("DE", "BY", "BE"));
    }

    #[test]
    fn s_625_every_region_of_the_table_is_found_by_each_of_its_names() {
        let lines = || REGIONS.lines().filter(|line| !line.starts_with('#'));
        assert!(lines().count() > 1000);
        for line in lines() {
            let parts: Vec<&str> = line.split('\t').collect();
            for name in &parts[1..] {
                assert_eq!(region_code(parts[0], name), Some(parts[1]), "{line}");
            }
            assert!(crate::country::is_country(parts[0]), "{line}");
        }
    }
}
