//! Whose an order is and where it goes: the columns of two addresses, in the spellings of the exporters.

use std::collections::BTreeMap;

use crate::sheet::{Row, Sheet};

/// The parts of an address, each with what exporters call it. `{k}` is `Billing` or `Shipping`.
const PARTS: [(&str, &[&str]); 11] = [
    ("name", &["{k} Name", "Full Name ({k})", "{k}: Full Name", "{k} Customer Name"]),
    ("company", &["{k} Company", "Company ({k})", "{k} Company Name"]),
    (
        "address1",
        &[
            "{k} Address1",
            "Address 1 ({k})",
            "{k} Street Address 1",
            "{k} Street 1",
            "{k} Address Line 1",
            "{k} Address",
            "Address ({k})",
        ],
    ),
    (
        "address2",
        &["{k} Address2", "Address 2 ({k})", "{k} Street Address 2", "{k} Street 2", "{k} Address Line 2"],
    ),
    ("street", &["{k} Street", "Address 1&2 ({k})", "{k} Street Address (Full)"]),
    ("city", &["{k} City", "City ({k})", "{k} Suburb"]),
    (
        "zip",
        &[
            "{k} Zip",
            "{k} Postcode",
            "Postcode ({k})",
            "{k} Postal Code",
            "{k} zip/postal code",
            "{k} ZIP Code",
        ],
    ),
    (
        "province",
        &[
            "{k} Province",
            "{k} State",
            "State Code ({k})",
            "{k} State Code",
            "{k} State (prefix)",
            "State ({k})",
            "{k} Region",
        ],
    ),
    ("region", &["{k} Province Name", "{k} State Name", "State Name ({k})", "{k} State (Full)"]),
    (
        "country",
        &[
            "{k} Country",
            "Country Code ({k})",
            "{k} Country Code",
            "{k} Country (prefix)",
            "Country Name ({k})",
            "{k} Country Name",
            "Country ({k})",
        ],
    ),
    ("phone", &["{k} Phone", "Phone ({k})", "{k} Phone Number", "{k} Telephone"]),
];
const FIRST: [&str; 2] = ["{k} First Name", "First Name ({k})"];
const LAST: [&str; 2] = ["{k} Last Name", "Last Name ({k})"];
/// What else the second address is called: where the goods go. A list that calls both so has the payer's behind the other.
const GOES_TO: [(&str, &str); 9] = [
    ("name", "Recipient name"),
    ("company", "Recipient company name"),
    ("address1", "Delivery address"),
    ("city", "Delivery city"),
    ("zip", "Delivery zip/postal code"),
    ("province", "Delivery state"),
    ("region", "Delivery state name"),
    ("country", "Delivery country"),
    ("phone", "Recipient phone"),
];
/// What some programs call parts of one of the two, the payer's (0) or the other; beside those above, and behind them.
const MORE: [(usize, &str, &[&str]); 13] = [
    (0, "name", &["Bill-to Name", "Full Name", "Customer Name"]),
    (0, "phone", &["Customer Phone", "Customer Phone Number"]),
    (1, "name", &["Ship-to Name", "Ship Name"]),
    (1, "address1", &["Ship Address1", "Street 1"]),
    (1, "address2", &["Ship Address2", "Street 2"]),
    (1, "city", &["Ship City"]),
    (1, "zip", &["Ship Zipcode", "Ship Zip"]),
    (1, "province", &["Ship State"]),
    (1, "country", &["Ship Country"]),
    (0, "first", &["customer_firstname"]),
    (0, "last", &["customer_lastname"]),
    (0, "first", &["First Name"]),
    (0, "last", &["Last Name"]),
];
const KINDS: [&str; 2] = ["Billing", "Shipping"];

fn named(pattern: &str, kind: &str) -> String {
    pattern.replace("{k}", kind)
}

fn names(part: &str, patterns: &[&str], kind: &str) -> Vec<String> {
    let mut names: Vec<String> = patterns.iter().map(|pattern| named(pattern, kind)).collect();
    let also = GOES_TO.iter().filter(|(own, _)| *own == part);
    names.extend(
        also.map(|(_, name)| if kind == "Billing" { format!("{name} #2") } else { (*name).to_owned() }),
    );
    names
}

/// Every column that is read here.
pub(super) fn columns() -> Vec<String> {
    let more = MORE.iter().flat_map(|(_, _, names)| names.iter());
    let mut all: Vec<String> =
        GOES_TO.iter().map(|(_, name)| name).chain(more).map(|name| (*name).to_owned()).collect();
    for kind in KINDS {
        all.extend(PARTS.iter().flat_map(|(part, patterns)| names(part, patterns, kind)));
        all.extend(FIRST.iter().chain(&LAST).map(|pattern| named(pattern, kind)));
    }
    all
}

/// The two addresses of an order: who pays and where it goes.
pub(super) struct Places {
    parts: Vec<(&'static str, [Vec<String>; 2])>,
    people: [[Vec<String>; 2]; 2],
}

impl Places {
    pub fn new() -> Places {
        let of = |patterns: &[&str], kind: &str| {
            patterns.iter().map(|pattern| named(pattern, kind)).collect::<Vec<_>>()
        };
        Places {
            parts: PARTS
                .iter()
                .map(|(part, patterns)| (*part, KINDS.map(|kind| names(part, patterns, kind))))
                .collect(),
            people: KINDS.map(|kind| [of(&FIRST, kind), of(&LAST, kind)]),
        }
    }

    /// Adds what a row says to the two addresses; what an earlier row said stays.
    pub fn read(&self, sheet: &Sheet, row: &Row, places: [&mut BTreeMap<String, String>; 2]) {
        for (at, place) in places.into_iter().enumerate() {
            for (part, columns) in &self.parts {
                put(place, part, clean(cell(sheet, row, &columns[at])));
            }
            let [first, last] = &self.people[at];
            let name = format!("{} {}", cell(sheet, row, first), cell(sheet, row, last));
            put(place, "name", name.trim());
            let more = MORE.iter().filter(|(kind, _, _)| *kind == at);
            let (mut first, mut last) = ("", "");
            for (_, part, names) in more {
                match (*part, sheet.get(row, names)) {
                    ("first", text) if first.is_empty() => first = text,
                    ("last", text) if last.is_empty() => last = text,
                    ("first" | "last", _) => {}
                    (part, text) => put(place, part, clean(text)),
                }
            }
            put(place, "name", format!("{first} {last}").trim());
        }
    }
}

fn put(place: &mut BTreeMap<String, String>, part: &str, text: &str) {
    if !text.is_empty() {
        place.entry(part.to_owned()).or_insert_with(|| text.to_owned());
    }
}

fn cell<'s>(sheet: &'s Sheet, row: &'s Row, names: &[String]) -> &'s str {
    names.iter().map(|name| sheet.get(row, &[name])).find(|cell| !cell.is_empty()).unwrap_or_default()
}

/// Without the marks by which exporters keep table programs from dropping the zero of `01234`.
fn clean(text: &str) -> &str {
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit() || c == '+') => rest,
        _ => text,
    }
}
