//! The regions of countries that write them in addresses: one code for each, however it is written.

use super::data::country;

/// True when the regions of a country are known; `country` in capitals.
#[must_use]
pub fn has_known_regions(code: &str) -> bool {
    country(code).is_some_and(|country| !country.regions.is_empty())
}

/// The code of a region that is written as its code, with its country before it, or as a name; none when it is unknown.
#[must_use]
pub fn region_code(code: &str, text: &str) -> Option<&'static str> {
    let country = country(code)?;
    let without_country = || {
        let text = text.trim_start();
        text.get(..2).filter(|start| start.eq_ignore_ascii_case(code)).map(|_| &text[2..])
    };
    country.region_code(text).or_else(|| country.region_code(without_country()?))
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
        for (country, text) in
            [("US", "XX"), ("US", ""), ("US", "US"), ("DE", "BY"), ("XX", "NY"), ("", ""), ("US", "Ü")]
        {
            assert_eq!(region_code(country, text), None, "{country} {text}");
        }
        assert!(is_same_region("DE", "BY", "by ") && !is_same_region("DE", "BY", "BE"));
    }
}
