//! The columns of WooCommerce in a language whose words are not known here: its exporter writes them in one order.

use std::collections::HashMap;

use super::words;

/// The columns before the weight, in their order. Two of them came later than the others.
const BEFORE: [&str; 19] = [
    "id",
    "type",
    "sku",
    GTIN,
    "name",
    "published",
    "is featured",
    "visibility in catalog",
    "short description",
    "description",
    "date sale price starts",
    "date sale price ends",
    "tax status",
    "tax class",
    "in stock",
    "stock",
    LOW_STOCK,
    "backorders allowed",
    "sold individually",
];
const GTIN: &str = "gtin upc ean or isbn";
const LOW_STOCK: &str = "low stock amount";
/// Those behind the weight and the three sizes.
const BEHIND: [&str; 17] = [
    "allow customer reviews",
    "purchase note",
    "sale price",
    "regular price",
    "categories",
    "tags",
    "shipping class",
    "images",
    "download limit",
    "download expiry days",
    "parent",
    "grouped products",
    "upsells",
    "cross sells",
    "external url",
    "button text",
    "position",
];
const WEIGHTS: [&str; 6] = ["kg", "g", "lbs", "oz", "\u{43a}\u{433}", "lb"];
const LENGTHS: [&str; 7] = ["cm", "m", "mm", "in", "yd", "\u{441}\u{43c}", "\u{43c}\u{43c}"];

/// The English names of a list's columns, by the names that `sheet::plain` makes of them: by their words, else by the order.
pub(super) fn english(names: &[String]) -> HashMap<String, String> {
    let mut found: HashMap<String, String> = HashMap::new();
    if let Some(by_order) = by_order(names) {
        found.extend(names.iter().cloned().zip(by_order));
    }
    for name in names {
        let known = words::english(name.clone());
        if known != *name || !found.contains_key(name) {
            found.insert(name.clone(), known);
        }
    }
    found
}

/// The names by the order; `None` where a list has another.
fn by_order(names: &[String]) -> Option<Vec<String>> {
    let ends = |name: &str, units: &[&str]| units.iter().any(|unit| name.rsplit(' ').next() == Some(unit));
    if names.first()? != "id" {
        return None;
    }
    let weight = (BEFORE.len() - 2..=BEFORE.len()).find(|at| {
        names.get(*at).is_some_and(|name| ends(name, &WEIGHTS))
            && (1..=3).all(|next| names.get(at + next).is_some_and(|name| ends(name, &LENGTHS)))
    })?;
    // The newest lists have both columns that came later, those before them one, the oldest none.
    let left_out: &[&str] = match BEFORE.len() - weight {
        0 => &[],
        1 => &[GTIN],
        _ => &[GTIN, LOW_STOCK],
    };
    let mut all: Vec<String> =
        BEFORE.iter().filter(|name| !left_out.contains(name)).map(|name| (*name).to_owned()).collect();
    let unit = |at: usize| names[at].rsplit(' ').next().unwrap_or_default().to_owned();
    for (next, name) in ["weight", "length", "width", "height"].into_iter().enumerate() {
        all.push(format!("{name} {}", unit(weight + next)));
    }
    if names.len() < all.len() + BEHIND.len() {
        return None;
    }
    all.extend(BEHIND.iter().map(|name| (*name).to_owned()));
    all.extend(numbered(&names[all.len()..]));
    Some(all)
}

/// Attributes and files to download stand behind all others. An attribute has a name, values, and two or three marks; a file
/// has a name and an address.
fn numbered(names: &[String]) -> Vec<String> {
    let number = |name: &String| {
        let words = name.split(' ').find(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        // What a plugin calls its own may have numbers too.
        words.filter(|_| !name.contains("meta") && name.split(' ').count() < 8).map(str::to_owned)
    };
    let mut all: Vec<String> = Vec::with_capacity(names.len());
    while let Some(name) = names.get(all.len()) {
        let rest = &names[all.len()..];
        let Some(own) = number(name) else {
            all.push(name.clone());
            continue;
        };
        let group = rest.iter().take_while(|name| number(name).as_deref() == Some(own.as_str())).count();
        let parts: &[&str] = match group {
            4 | 5 => &[
                "attribute # name",
                "attribute # value s",
                "attribute # visible",
                "attribute # global",
                "attribute # default",
            ],
            2 => &["download # name", "download # url"],
            3 => &["download # id", "download # name", "download # url"],
            _ => &[],
        };
        for (at, name) in rest.iter().enumerate().take(group) {
            let known = parts.get(at).map(|part| part.replace('#', &own));
            all.push(known.unwrap_or_else(|| name.clone()));
        }
    }
    all
}
