//! What a shop sells and no way of shipping takes, wholly or to some country.

use std::collections::BTreeSet;

use loggia_commerce::{Fare, Load, Product, ProductType, ShippingOption, Variant, is_country};

use crate::catalog;
use crate::diagnostic::Diagnostic;
use crate::site::Site;
use crate::site::item::Item;
use crate::site::position::Step;

/// The most products that are named one by one.
const NAMED: usize = 20;

/// Goods that no rate takes, that no rate takes to some of the countries that are delivered to, and that weigh nothing where
/// weight decides the price; countries with taxes and without delivery.
pub(super) fn delivery(site: &Site, products: &[&Item], faults: &mut Vec<Diagnostic>) {
    let options = catalog::shipping_options(site);
    let physical: Vec<(&Item, &Product)> = products
        .iter()
        .filter_map(|item| Some((*item, item.product.as_deref()?)))
        .filter(|(_, product)| product.product_type == ProductType::Physical)
        .collect();
    if options.is_empty() || physical.is_empty() {
        return;
    }
    countries_without_delivery(site, &options, faults);
    not_carried(&options, &physical, faults);
    weightless(&options, &physical, faults);
}

/// The countries that a way of shipping names; none for one that reaches all.
fn countries(option: &ShippingOption) -> BTreeSet<String> {
    let named = option.countries.iter().chain(option.places.iter().map(|place| &place.country));
    named.map(|country| country.trim().to_ascii_uppercase()).collect()
}

fn reaches(option: &ShippingOption, country: &str) -> bool {
    let named = countries(option);
    named.is_empty() || named.contains(country)
}

fn countries_without_delivery(site: &Site, options: &[ShippingOption], faults: &mut Vec<Diagnostic>) {
    let document = site.website.document;
    let rules = document.root.get("taxRules").elements();
    let taxed: BTreeSet<String> = rules
        .iter()
        .filter_map(|rule| rule.get("country").as_str())
        .map(|country| country.trim().to_ascii_uppercase())
        .filter(|country| is_country(country))
        .collect();
    let left_out: Vec<String> =
        taxed.into_iter().filter(|country| !options.iter().any(|option| reaches(option, country))).collect();
    if !left_out.is_empty() {
        let message = format!("There are taxes for {}, and nothing is delivered there.", left_out.join(", "));
        let help = "add a way of shipping that reaches them; for what is not shipped they need none";
        let fault = document.fault(&["shippingOptions".into()], "delivery", message);
        faults.push(fault.help(help).into_warning());
    }
}

/// One piece of a variant.
fn piece(product: &Product, variant: &Variant) -> Load {
    Load {
        class: product.shipping_class.clone(),
        items: 1,
        grams: u64::from(variant.shipping_weight),
        cents: product.current_price(variant),
    }
}

fn takes(option: &ShippingOption, load: &Load) -> bool {
    option.fare(std::slice::from_ref(load)) != Fare::NotCarried
}

fn not_carried(options: &[ShippingOption], physical: &[(&Item, &Product)], faults: &mut Vec<Diagnostic>) {
    let reached: BTreeSet<String> = options.iter().flat_map(countries).collect();
    let mut more = 0;
    let mut last: Option<Diagnostic> = None;
    for (item, product) in physical {
        let Some((place, load, left_out)) = first_left_out(options, &reached, product) else { continue };
        let path: Vec<Step> = vec!["structuredContent".into(), "variants".into(), place.into()];
        let class = Some(load.class.trim()).filter(|class| !class.is_empty());
        let about = match class {
            Some(class) => format!("{} g, class {class}", load.grams),
            None => format!("{} g", load.grams),
        };
        let message = if left_out.is_empty() {
            format!("No rate takes “{}” ({about}): nobody can order it.", item.title)
        } else {
            let to = left_out.join(", ");
            format!("No rate takes “{}” ({about}) to {to}: nobody can order it from there.", item.title)
        };
        let help = "add a rate that reaches further or names its class to shippingOptions in site.json";
        let fault = item.document.fault(&path, "delivery", message).help(help).into_warning();
        if faults.iter().filter(|fault| fault.code == "delivery").count() < NAMED {
            faults.push(fault);
        } else {
            more += 1;
            last = Some(fault);
        }
    }
    if let Some(mut fault) = last {
        if more > 1 {
            fault.message.push_str(&format!(" So it is with {} more.", more - 1));
        }
        faults.push(fault);
    }
}

/// The place of the first variant that is not taken everywhere, and where not; an empty list when nowhere.
fn first_left_out(
    options: &[ShippingOption],
    reached: &BTreeSet<String>,
    product: &Product,
) -> Option<(usize, Load, Vec<String>)> {
    product.variants.iter().enumerate().find_map(|(place, variant)| {
        let load = piece(product, variant);
        let able: Vec<&ShippingOption> = options.iter().filter(|option| takes(option, &load)).collect();
        if able.is_empty() {
            return Some((place, load, Vec::new()));
        }
        let is_left_out = |country: &&String| !able.iter().any(|option| reaches(option, country));
        let left_out: Vec<String> = reached.iter().filter(is_left_out).cloned().collect();
        (!left_out.is_empty()).then_some((place, load, left_out))
    })
}

fn weightless(options: &[ShippingOption], physical: &[(&Item, &Product)], faults: &mut Vec<Diagnostic>) {
    let some = |cents: loggia_commerce::Cents| cents > loggia_commerce::Cents::ZERO;
    let by_weight = |option: &ShippingOption| {
        some(option.cost_per_kilogram_cents)
            || option
                .rates
                .iter()
                .any(|rate| rate.up_to_grams.is_some() || some(rate.cost_per_kilogram_cents))
    };
    let Some(option) = options.iter().find(|option| by_weight(option)) else { return };
    let without =
        |product: &Product| product.variants.iter().position(|variant| variant.shipping_weight == 0);
    let mut weightless = physical.iter().filter_map(|(item, product)| Some((item, without(product)?)));
    let Some((item, place)) = weightless.next() else { return };
    let weigh = match weightless.count() {
        0 => "weighs nothing".to_owned(),
        1 => "and another product weigh nothing".to_owned(),
        count => format!("and {count} more products weigh nothing"),
    };
    let message = format!("“{}” {weigh}: “{}” goes by weight and charges none.", item.title, option.name);
    let path: Vec<Step> = vec!["structuredContent".into(), "variants".into(), place.into()];
    let help = "write \"shippingWeight\" in grams";
    faults.push(item.document.fault(&path, "delivery", message).help(help).into_warning());
}
