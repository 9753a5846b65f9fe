//! The owner's discounts without a code. What stands in site.json in people's words (tags, days) is written down in the api's:
//! ids and moments.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use loggia_commerce::{
    AutomaticDiscount, Cents, DISCOUNT_TEXT_MAXIMUM, DISCOUNTS_MAXIMUM, Effect, GROUPS_OF_DISCOUNT_MAXIMUM,
    Product, is_country, is_group_key,
};
use loggia_template::Node;
use serde_json::Value;

use super::notes::{Notes, step};
use crate::diagnostic::{Diagnostic, nearest};
use crate::site::Site;
use crate::site::position::Step;
use crate::site::value::value;

/// What is sold, by its ids.
type Products = BTreeMap<String, Arc<Product>>;

/// The members of every discount.
const DISCOUNT: [&str; 15] = [
    "id",
    "name",
    "kind",
    "products",
    "collections",
    "tags",
    "minimumCents",
    "startsOn",
    "endsOn",
    "usesInAll",
    "usesPerCustomer",
    "combinable",
    "groups",
    "priority",
    "description",
];
/// The kinds of discounts, each with the members of its own.
const KINDS: [(&str, &[&str]); 5] = [
    ("percent", &["value"]),
    ("amount", &["value"]),
    ("steps", &["steps", "perProduct"]),
    ("buy-get", &["buy", "get", "percent", "of", "times", "perProduct"]),
    ("free-delivery", &["options", "countries"]),
];

/// Discounts that need no code. Faults are added, and what has one is left out.
pub(super) fn discounts(
    products: &Products,
    site: &Site,
    faults: &mut Vec<Diagnostic>,
) -> Vec<AutomaticDiscount> {
    let node = site.website.document.root.get("discounts");
    let mut notes = Notes { site, faults, code: "discount", any: false };
    if !node.is_nothing() && !matches!(node, Node::List(_)) {
        notes.wrong(&["discounts".into()], "A list of discounts is expected.", "write it in [ ]");
        return Vec::new();
    }
    let listed = node.elements();
    if listed.len() > DISCOUNTS_MAXIMUM {
        let message =
            format!("A shop may have {DISCOUNTS_MAXIMUM} discounts at once; here are {}.", listed.len());
        notes.wrong(&["discounts".into()], message, "take those away that are over");
        return Vec::new();
    }
    let mut ids = BTreeSet::new();
    let mut discounts = Vec::new();
    for (index, one) in listed.iter().enumerate() {
        let path: Vec<Step> = vec!["discounts".into(), index.into()];
        notes.any = false;
        let read = discount(products, &path, value(*one), &mut notes);
        let Some(discount) = read.filter(|_| !notes.any) else { continue };
        if !ids.insert(discount.id.clone()) {
            let message = format!("The id '{}' stands twice: uses are counted by it.", discount.id);
            notes.wrong(&step(&path, "id"), message, "give each discount an id of its own");
            continue;
        }
        discounts.push(discount);
    }
    discounts
}

fn discount(
    products: &Products,
    path: &[Step],
    mut one: Value,
    notes: &mut Notes<'_>,
) -> Option<AutomaticDiscount> {
    if !one.is_object() {
        notes.wrong(path, "A discount is an object with an id, a name and a kind.", "");
        return None;
    }
    let kind = one["kind"].as_str().unwrap_or_default().to_owned();
    let Some((_, own)) = KINDS.iter().find(|(known, _)| *known == kind) else {
        let kinds = KINDS.map(|(known, _)| known);
        let near = nearest(&kind, kinds.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let message = format!("'{kind}' is no kind of discount.");
        let help = near.unwrap_or_else(|| format!("write one of {}", kinds.join(", ")));
        notes.wrong(&step(path, "kind"), message, &help);
        return None;
    };
    let known: Vec<&str> = DISCOUNT.iter().chain(*own).copied().collect();
    notes.unknown(path, &one, &known, &format!("a discount of kind {kind}"));
    for key in ["id", "name"] {
        let text = one[key].as_str().unwrap_or_default().trim();
        if text.is_empty() || text.chars().count() > DISCOUNT_TEXT_MAXIMUM {
            let message =
                format!("A discount needs {key}: a text of 1 to {DISCOUNT_TEXT_MAXIMUM} characters.");
            notes.wrong(&step(path, key), message, "");
        }
    }
    goods(products, path, &mut one, notes);
    if one["of"].is_object() {
        let path = step(path, "of");
        notes.unknown(&path, &one["of"], &["products", "collections", "tags"], "goods");
        goods(products, &path, &mut one["of"], notes);
    }
    moment(path, "startsOn", &mut one, notes);
    moment(path, "endsOn", &mut one, notes);
    if notes.any {
        return None;
    }
    let discount: AutomaticDiscount = match serde_json::from_value(one) {
        Ok(discount) => discount,
        Err(error) => {
            notes.wrong(path, format!("This discount cannot be read: {error}."), "");
            return None;
        }
    };
    if let Err((member, expected)) = discount.effect.check() {
        notes.wrong(&step(path, member), format!("This discount takes nothing off: {expected}."), "");
    }
    let limits = &discount.limits;
    if limits.minimum_cents < Cents::ZERO {
        notes.wrong(&step(path, "minimumCents"), "A minimum is not below 0.", "");
    }
    for (key, most) in [("usesInAll", limits.uses_in_all), ("usesPerCustomer", limits.uses_per_customer)] {
        if most == Some(0) {
            notes.wrong(
                &step(path, key),
                "A discount that nobody may use is none.",
                "leave it out, or the discount",
            );
        }
    }
    if limits.groups.len() > GROUPS_OF_DISCOUNT_MAXIMUM {
        let message = format!("A discount is for {GROUPS_OF_DISCOUNT_MAXIMUM} groups at most.");
        notes.wrong(&step(path, "groups"), message, "put their customers into one group");
    }
    for key in limits.groups.iter().filter(|key| !is_group_key(key)) {
        let message = format!("'{key}' is no key of a group of customers: nobody would get this discount.");
        notes.wrong(&step(path, "groups"), message, "write the key that the group shows, such as trade-2");
    }
    if limits.starts_on.zip(limits.ends_on).is_some_and(|(start, end)| start >= end) {
        notes.wrong(&step(path, "endsOn"), "This discount ends before it begins.", "");
    }
    if let Effect::FreeDelivery { options, countries } = &discount.effect {
        let offered = notes.site.website.document.root.get("shippingOptions").elements();
        let offered: Vec<&str> = offered.iter().filter_map(|option| option.get("id").as_str()).collect();
        for id in options.iter().filter(|id| !offered.contains(&id.as_str())) {
            let message = format!("No way of shipping has the id '{id}': this discount frees none by it.");
            notes.doubtful(&step(path, "options"), message, "write an id of shippingOptions");
        }
        for code in countries.iter().filter(|code| !is_country(&code.trim().to_ascii_uppercase())) {
            let message = format!("'{code}' is no country: nothing is delivered there.");
            notes.doubtful(&step(path, "countries"), message, "write its two letters, such as DE");
        }
    }
    Some(discount)
}

/// Tags become the ids of the products that have one; what is named and not there is said.
fn goods(sellable: &Products, path: &[Step], one: &mut Value, notes: &mut Notes<'_>) {
    let texts = |key: &str| -> Vec<String> {
        one[key].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let (products, collections, tags) = (texts("products"), texts("collections"), texts("tags"));
    let items = notes.site.collections.iter().flat_map(|collection| &collection.items);
    let sold: Vec<_> = items.filter(|item| item.product.is_some()).collect();
    for id in products.iter().filter(|id| !sellable.contains_key(id.as_str())) {
        let message = format!("No product has the id '{id}': this discount is not for it.");
        notes.doubtful(&step(path, "products"), message, "write the id of a product, or take it away");
    }
    let known: Vec<&str> = notes.site.collections.iter().map(|collection| collection.id).collect();
    for id in collections.iter().filter(|id| !known.contains(&id.as_str())) {
        let near = nearest(id, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| "write the id of a collection, or take it away".to_owned());
        notes.doubtful(&step(path, "collections"), format!("No collection has the id '{id}'."), &help);
    }
    let Some(members) = one.as_object_mut() else { return };
    members.remove("description");
    if members.remove("tags").is_none() {
        return;
    }
    let has_one = |tag: &str| sold.iter().any(|item| item.tags.contains(&tag));
    for tag in tags.iter().filter(|tag| !has_one(tag)) {
        let message = format!("No product has the tag '{tag}'.");
        notes.doubtful(&step(path, "tags"), message, "write a tag of a product, or take it away");
    }
    let tagged = sold.iter().filter(|item| item.tags.iter().any(|tag| tags.iter().any(|named| named == tag)));
    let mut ids: BTreeSet<String> = products.into_iter().collect();
    ids.extend(tagged.map(|item| item.id.to_owned()));
    if ids.is_empty() && collections.is_empty() {
        // With nothing named it would be for everything.
        notes.wrong(
            &step(path, "tags"),
            "No product has any of these tags, so this discount is for nothing.",
            "",
        );
    }
    members.insert("products".to_owned(), ids.into_iter().collect::<Vec<_>>().into());
}

/// A day or a moment of the site's own time becomes milliseconds since 1970. The end of a day is the beginning of the next.
fn moment(path: &[Step], key: &str, one: &mut Value, notes: &mut Notes<'_>) {
    let Some(text) = one[key].as_str() else { return };
    let zone = TimeZone::get(notes.site.website.time_zone).unwrap_or(TimeZone::UTC);
    let day = text.parse::<Date>().ok().filter(|date| date.to_string() == text);
    let day = day.and_then(|date| if key == "endsOn" { date.tomorrow().ok() } else { Some(date) });
    let local = match day {
        Some(date) => Some(date.to_datetime(jiff::civil::Time::midnight())),
        None => text.contains('T').then(|| text.parse::<DateTime>().ok()).flatten(),
    };
    match local.and_then(|local| zone.to_ambiguous_zoned(local).compatible().ok()) {
        Some(moment) => one[key] = moment.timestamp().as_millisecond().into(),
        None => {
            let message = format!("'{text}' is no day and no moment.");
            notes.wrong(&step(path, key), message, "write 2026-11-27, or 2026-11-27T18:00");
        }
    }
}
