//! What a shop says of taxes and delivery that cannot be meant so.

use std::collections::BTreeMap;

use loggia_commerce::{ProductType, SellerSettings, is_country};
use loggia_template::Node;

use crate::diagnostic::{Diagnostic, nearest};
use crate::site::Site;
use crate::site::item::Item;
use crate::site::position::Step;
use crate::site::value::value;

/// Classes that need no rule of their own.
const CLASSES: [&str; 2] = ["standard", "zero"];

/// Faults of rules that no order would ever meet, of classes that no rule names, of goods that nothing delivers.
pub(super) fn selling(site: &Site, faults: &mut Vec<Diagnostic>) {
    rules(site, faults);
    seller(site, faults);
    let products: Vec<&Item> = site
        .collections
        .iter()
        .flat_map(|collection| &collection.items)
        .filter(|item| item.is_public && item.product.is_some())
        .collect();
    classes(site, &products, faults);
    super::law::law(site, &products, faults);
    delivery(site, &products, faults);
    super::delivery::delivery(site, &products, faults);
}

fn list<'s>(site: &Site<'s>, key: &str) -> &'s [Node<'s>] {
    site.website.document.root.get(key).elements()
}

fn rules(site: &Site, faults: &mut Vec<Diagnostic>) {
    let document = site.website.document;
    let mut note = |path: Vec<Step>, message: String, help: &str| {
        faults.push(document.fault(&path, "tax-rule", message).help(help).into_warning());
    };
    for (index, rule) in list(site, "taxRules").iter().enumerate() {
        let at = |key: &str| vec!["taxRules".into(), index.into(), key.into()];
        let country = rule.get("country").as_str().unwrap_or_default();
        if !is_country(&country.trim().to_ascii_uppercase()) {
            let message = format!("'{country}' is no country: no order is ever taxed by this rule.");
            note(at("country"), message, "write its two letters, such as DE");
        }
        for (place, code) in rule.get("postalCodes").elements().iter().enumerate() {
            let Some(fault) = code.as_str().and_then(pattern_fault) else { continue };
            let mut path = at("postalCodes");
            path.push(place.into());
            note(
                path,
                fault,
                "write one code (90210), a beginning (902*) or numbers of one length (90000-90299)",
            );
        }
    }
}

/// What an invoice lacks of who sells, by the shop's country.
fn seller(site: &Site, faults: &mut Vec<Diagnostic>) {
    let document = site.website.document;
    let node = document.root.get("seller");
    if node.is_nothing() {
        return;
    }
    // What cannot be read is said where the catalogue is made.
    let Ok(seller) = serde_json::from_value::<SellerSettings>(value(node)) else { return };
    let mut note = |member: &str, message: String, help: &str| {
        let path = ["seller".into(), member.into()];
        faults.push(document.fault(&path, "seller", message).help(help).into_warning());
    };
    let country = seller.country.trim().to_ascii_uppercase();
    if !country.is_empty() && !is_country(&country) {
        let message = format!("'{}' is no country: no invoice can name it.", seller.country);
        note("country", message, "write its two letters, such as DE");
    }
    for fault in seller.faults() {
        let message = format!("The seller has no {}: {}.", fault.member, fault.why);
        note(fault.member, message, "write it to seller in site.json; see docs/owners/law.md");
    }
}

/// Why no postal code would ever fit.
fn pattern_fault(pattern: &str) -> Option<String> {
    let plain: String = pattern.chars().filter(|letter| !letter.is_whitespace()).collect();
    let beginning = plain.strip_suffix('*').unwrap_or(&plain);
    if plain.is_empty() || beginning.contains('*') {
        return Some(format!("'{pattern}' fits no postal code."));
    }
    let (from, to) = plain.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_range = is_number(from) && is_number(to);
    (is_range && (from.len() != to.len() || from > to)).then(|| format!("No number is within '{pattern}'."))
}

fn classes(site: &Site, products: &[&Item], faults: &mut Vec<Diagnostic>) {
    let rules = list(site, "taxRules");
    if rules.is_empty() {
        return;
    }
    let of_rules = rules.iter().filter_map(|rule| rule.get("class").as_str());
    let known: Vec<&str> = of_rules.map(str::trim).filter(|class| !class.is_empty()).chain(CLASSES).collect();
    let is_known = |class: &str| known.iter().any(|known| known.eq_ignore_ascii_case(class));
    let mut unknown: BTreeMap<&str, (&Item, usize)> = BTreeMap::new();
    for item in products {
        let class = item.product.as_ref().map_or("", |product| product.tax_class.trim());
        if !class.is_empty() && !is_known(class) {
            unknown.entry(class).or_insert((item, 0)).1 += 1;
        }
    }
    for (class, (item, count)) in unknown {
        let more = if count > 1 { format!(", and {} more products", count - 1) } else { String::new() };
        let message =
            format!("No rule names the tax class '{class}' of this product{more}: the standard ones count.");
        let help = nearest(class, known.iter().copied()).map_or_else(
            || "name it in a rule of taxRules in site.json, or take it away".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        let path = ["structuredContent".into(), "taxClass".into()];
        faults.push(item.document.fault(&path, "tax-class", message).help(help).into_warning());
    }
}

fn delivery(site: &Site, products: &[&Item], faults: &mut Vec<Diagnostic>) {
    let is_physical = |item: &&&Item| {
        item.product.as_ref().is_some_and(|product| product.product_type == ProductType::Physical)
    };
    let document = site.website.document;
    let options = list(site, "shippingOptions");
    if let Some(item) = products.iter().find(is_physical).filter(|_| options.is_empty()) {
        let count = products.iter().filter(is_physical).count();
        let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
        let message =
            format!("Nothing delivers “{}”{more}: nobody can order what is to be shipped.", item.title);
        let help = "add a way of shipping to shippingOptions in site.json; collecting it is one, too";
        faults.push(document.fault(&[], "delivery", message).help(help).into_warning());
    }
    for (index, option) in options.iter().enumerate() {
        for (place, code) in option.get("countries").elements().iter().enumerate() {
            let Some(code) = code.as_str().filter(|code| !is_country(&code.trim().to_ascii_uppercase()))
            else {
                continue;
            };
            let path = ["shippingOptions".into(), index.into(), "countries".into(), place.into()];
            let message = format!("'{code}' is no country: nothing is delivered there.");
            let help = "write its two letters, such as DE";
            faults.push(document.fault(&path, "delivery", message).help(help).into_warning());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-623: a postal code is one, a beginning, or one of a range of numbers.
    #[test]
    fn s_623_postal_codes_that_nothing_fits() {
        for fine in ["90210", "902*", "90000-90299", "SW1A 1AA", "SW1*", "K1A-0B1", "100 00-199 99"] {
            assert_eq!(pattern_fault(fine), None, "{fine}");
        }
        for wrong in ["", " ", "9*2", "**", "200-100", "1-1000"] {
            assert!(pattern_fault(wrong).is_some(), "{wrong}");
        }
    }
}
