//! An address as it stands on a letter.

use super::data::country;
use super::location::ShippingLocation;
use super::region::region_code;

/// The name of a country as posts ask for it on a letter: in capitals, its code where nobody has written a name down.
#[must_use]
pub fn country_on_letters(code: &str) -> String {
    country(code).map(|known| known.name).filter(|name| !name.is_empty()).unwrap_or(code).to_owned()
}

/// The lines of an address as its country writes them, with whom it is for, and the country at the end. Empty parts leave
/// nothing behind.
#[must_use]
pub fn address_lines(name: &str, company: &str, location: &ShippingLocation) -> Vec<String> {
    let code = location.country_code();
    let known = country(&code);
    let format = known.map_or("%N%n%O%n%A%n%D%n%C%n%S%n%Z", |known| known.format);
    let region = region_on_letters(location, &code);
    let is_named = |letter: &str| format.contains(&format!("%{letter}"));
    let mut lines: Vec<String> = Vec::new();
    for line in format.split("%n") {
        if line == "%A" {
            lines.extend([location.line1.clone(), location.line2.clone()]);
        } else {
            lines.push(filled(line, name, company, location, &region));
        }
    }
    // What the country's format has no place for was said all the same.
    let rest =
        [("D", &location.district), ("C", &location.city), ("S", &region), ("Z", &location.postal_code)];
    lines.extend(rest.into_iter().filter(|(letter, _)| !is_named(letter)).map(|(_, text)| text.clone()));
    lines.push(country_on_letters(&code));
    lines.into_iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// As a letter has it: by its code where that is one of letters, else by its name.
fn region_on_letters(location: &ShippingLocation, code: &str) -> String {
    let Some(region) = region_code(code, &location.region) else { return location.region.clone() };
    let is_short = matches!(code, "US" | "CA" | "AU" | "BR" | "IT" | "MX");
    if is_short {
        return region.to_owned();
    }
    let of = country(code).and_then(|known| known.regions.iter().find(|one| one.code == region));
    of.map_or(region, |one| one.latin).to_owned()
}

/// A line of a format with its parts; what stands between two parts only where both are there, and nothing where no part is.
fn filled(line: &str, name: &str, company: &str, location: &ShippingLocation, region: &str) -> String {
    let mut text = String::new();
    let mut between = String::new();
    let mut pieces = line.split('%');
    let before = pieces.next().unwrap_or_default();
    for piece in pieces {
        let mut letters = piece.chars();
        let part = match letters.next() {
            Some('N') => name,
            Some('O') => company,
            Some('A') => &location.line1,
            Some('D') => &location.district,
            Some('C') => &location.city,
            Some('S') => region,
            Some('Z') => &location.postal_code,
            _ => "",
        };
        if !part.trim().is_empty() {
            text.push_str(if text.is_empty() { before } else { &between });
            text.push_str(part.trim());
            between.clear();
        }
        between.push_str(letters.as_str());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(json: serde_json::Value) -> String {
        address_lines("Ann Smith", "Crumbs Ltd", &serde_json::from_value(json).unwrap()).join("|")
    }

    /// S-631: a parcel's label is written as its country writes it.
    #[test]
    fn s_631_an_address_is_written_as_its_country_writes_it() {
        let us = serde_json::json!({"country": "us", "line1": "1 Main Street", "line2": "Floor 2", "city": "Albany", "region": "NY", "postalCode": "12207"});
        assert_eq!(lines(us), "Ann Smith|Crumbs Ltd|1 Main Street|Floor 2|Albany, NY 12207|UNITED STATES");
        let de =
            serde_json::json!({"country": "DE", "line1": "Ring 1", "city": "Köln", "postalCode": "50667"});
        assert_eq!(lines(de), "Ann Smith|Crumbs Ltd|Ring 1|50667 Köln|GERMANY");
        let jp = serde_json::json!({"country": "JP", "line1": "1-1 Chiyoda", "region": "13", "postalCode": "100-0001"});
        assert_eq!(lines(jp), "〒100-0001|Tokyo|1-1 Chiyoda|Crumbs Ltd|Ann Smith|JAPAN");
        let ch =
            serde_json::json!({"country": "CH", "line1": "1 Lane", "city": "Bern", "postalCode": "3000"});
        assert_eq!(lines(ch), "Crumbs Ltd|Ann Smith|1 Lane|CH-3000 Bern|SWITZERLAND");
        // A part that the format has no place for, or that is missing, or a country nobody knows, loses nothing.
        let gb = serde_json::json!({"country": "GB", "line1": "1 High St", "city": "Bath", "region": "Somerset", "postalCode": ""});
        assert_eq!(lines(gb), "Ann Smith|Crumbs Ltd|1 High St|Bath|Somerset|UNITED KINGDOM");
        let xx = serde_json::json!({"country": "XX", "line1": "a", "city": "b", "postalCode": "c"});
        assert_eq!(lines(xx), "Ann Smith|Crumbs Ltd|a|b|c|XX");
        let us = serde_json::json!({"country": "US", "line1": "1 Main Street", "city": "", "region": "New York", "postalCode": "12207"});
        assert_eq!(lines(us), "Ann Smith|Crumbs Ltd|1 Main Street|NY 12207|UNITED STATES");
    }
}
