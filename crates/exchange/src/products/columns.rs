//! What columns are called in lists of no known platform, and in those of many that have no reader of their own.

use std::collections::{HashMap, HashSet};

use super::column_words::{NAMES, find};
use super::loose;

/// How many columns are looked at for a part of their name.
const MOST: usize = 1000;
/// Columns of which a list may have several.
const MANY: [&str; 5] = ["image", "tags", "category", "subcategory", "stock at"];

/// Words at the end of a column that say what may stand in it, such as `Tags (x;y;z)` and `Active (0/1)`.
const HINTS: [&str; 8] = ["x", "y", "z", "0", "1", "no", "yes", "html"];
/// Words at its end that name the currency of its amounts.
const CURRENCIES: [&str; 27] = [
    "eur", "euro", "usd", "gbp", "chf", "cad", "aud", "nzd", "sek", "nok", "dkk", "pln", "czk", "rub", "inr",
    "brl", "rsd", "din", "bam", "bgn", "ron", "lei", "huf", "ft", "try", "tl", "uah",
];
/// Units that a column may name.
const UNITS: [&str; 12] = ["kg", "g", "gramm", "grams", "lb", "lbs", "oz", "cm", "mm", "m", "in", "inches"];
/// What a choice and its values are called where they are numbered.
const NUMBERED: [(&str, &[&str]); 4] = [
    (
        "option # name",
        &[
            "optionname#",
            "option#name",
            "variation#name",
            "variationname#",
            "nomevariante#",
            "namevariante#",
            "nomvariation#",
            "nombrevariación#",
            "attribute#name",
        ],
    ),
    ("option # value", &["optionvalue#", "option#value", "attribute#value"]),
    (
        "option # values",
        &["variation#values", "variationvalues#", "valorivariante#", "optionvalues#", "option#values"],
    ),
    ("option # type", &["variation#type", "variationtype#", "tipovariante#", "optiontype#", "option#type"]),
];

/// What the columns of a list are called here, by the name that `sheet::plain` makes of each. A column that is known by its
/// own name goes before one that is known by a part of it.
pub(super) fn all(names: &[String]) -> HashMap<String, String> {
    let mut found: HashMap<String, String> = HashMap::new();
    let mut taken: HashSet<String> = HashSet::new();
    for name in names {
        let own = known(name.clone());
        if own != *name || NAMES.iter().any(|(known, _)| known == name) {
            taken.insert(own.clone());
            found.insert(name.clone(), own);
        }
    }
    // No program writes as many columns; each costs some looking.
    for name in names.iter().take(MOST) {
        if found.contains_key(name) {
            continue;
        }
        let words = words_of(name);
        let Some(own) = behind(&words) else { continue };
        let is_many = MANY.contains(&own.as_str());
        if is_many || !taken.contains(&own) {
            taken.insert(own.clone());
            found.insert(name.clone(), own);
        }
    }
    found
}

/// The name that a column has here, of the name that `sheet::plain` makes of it; as it was where it is unknown.
pub(super) fn known(name: String) -> String {
    let words = words_of(&name);
    if let Some(found) = numbered(&words) {
        return found;
    }
    if let Some(found) = find(&words.concat()) {
        return found.to_owned();
    }
    let (Some(last), before) = (words.last().copied(), &words[..words.len().saturating_sub(1)]) else {
        return name;
    };
    match find(&before.concat()) {
        Some(found @ ("price" | "sale price" | "compare at price" | "price retail"))
            if CURRENCIES.contains(&last) =>
        {
            found.to_owned()
        }
        Some(found @ ("weight" | "length" | "width" | "height")) if UNITS.contains(&last) => {
            format!("{found} {}", if last == "gramm" { "g" } else { last })
        }
        // Pictures and tags stand in as many columns as there are; each is the next one.
        Some(found @ ("image" | "tags" | "category" | "subcategory"))
            if last.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            found.to_owned()
        }
        _ => name,
    }
}

/// The column behind what programs write around its name, with a number, a currency or a unit at its end.
fn behind(words: &[&str]) -> Option<String> {
    if let Some(found) = loose::known(words) {
        return Some(found);
    }
    let (last, before) = words.split_last().filter(|(_, before)| !before.is_empty())?;
    let found = loose::known(before)?;
    match found.as_str() {
        "price" | "price net" | "price retail" | "sale price" | "compare at price"
            if CURRENCIES.contains(last) =>
        {
            Some(found)
        }
        "weight" | "length" | "width" | "height" if UNITS.contains(last) => Some(format!("{found} {last}")),
        "image" | "tags" | "category" | "subcategory" if last.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(found)
        }
        _ => None,
    }
}

/// The words of a name, without those at its end that say what may stand in the column.
fn words_of(name: &str) -> Vec<&str> {
    let mut words: Vec<&str> = name.split(' ').filter(|word| *word != "#").collect();
    while words.len() > 1
        && words.last().is_some_and(|word| HINTS.contains(word))
        && !is_numbered(&words)
        && loose::known(&words).is_none()
    {
        words.pop();
    }
    words
}

/// Whether a number at the end counts columns: `image 1` is no hint.
fn is_numbered(words: &[&str]) -> bool {
    let is_number = words.last().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let before = words[..words.len() - 1].concat();
    is_number
        && (matches!(find(&before), Some("image" | "tags" | "category" | "subcategory"))
            || numbered(words).is_some())
}

fn numbered(words: &[&str]) -> Option<String> {
    let number = words.iter().find(|word| word.bytes().all(|byte| byte.is_ascii_digit()))?;
    let pattern: String = words.iter().map(|word| if word == number { "#" } else { word }).collect();
    let found = NUMBERED.iter().find(|(_, others)| others.contains(&pattern.as_str()));
    found.map(|(known, _)| known.replace('#', number))
}

/// Columns of what is asked, the one that people pay first.
pub(super) const PRICES: [&str; 4] = ["variant price", "price", "price retail", "price net"];
/// Columns of lists that are none of products: who bought, and what was paid.
const OTHERS: [&str; 17] = [
    "email",
    "emailaddress",
    "customeremail",
    "order",
    "orderid",
    "ordernumber",
    "ordername",
    "orderno",
    "order#",
    "financialstatus",
    "lineitemname",
    "lineitemprice",
    "billingname",
    "customername",
    "invoice",
    "invoiceno",
    "discountcode",
];

/// Whether columns of these names make a list of products: each has a name and a price, and nobody bought it.
pub(super) fn are_products(names: &[String]) -> bool {
    let known = all(names);
    let has =
        |wanted: &str| known.values().any(|name| name == wanted) || names.iter().any(|name| name == wanted);
    // A number by which goods are ordered stands beside that of the product which they are variants of.
    let is_goods = has("group") && has("sku");
    let is_other = |name: &String| {
        let name = name.replace(' ', "");
        OTHERS.contains(&name.as_str()) && !(is_goods && name == "ordernumber")
    };
    (has("title") || has("item")) && PRICES.iter().any(|name| has(name)) && !names.iter().any(is_other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::plain;

    #[test]
    fn s_335_columns_are_known_by_many_names() {
        for (name, expected) in [
            ("Produktname", "title"),
            ("Name *", "title"),
            ("Prix (€)", "price"),
            ("Preis EUR", "price"),
            ("Price tax excluded or Price tax included", "price"),
            ("Wholesale price", "wholesale price"),
            ("Prix/kg", "prix kg"),
            ("Categories (x;y;z...)", "category"),
            ("Active (0/1)", "published"),
            ("Reference #", "sku"),
            ("Gewicht (kg)", "weight kg"),
            ("Tags (x,y,z,...)", "tags"),
            ("Image URLs (x;y;z...)", "image"),
            ("IMAGE10", "image"),
            ("image_link", "image"),
            ("VARIATION 1 VALUES", "option 1 values"),
            ("NOME VARIANTE 2", "option 2 name"),
            ("Bestellnummer", "sku"),
        ] {
            assert_eq!(known(plain(name)), expected, "{name}");
        }
    }
}
