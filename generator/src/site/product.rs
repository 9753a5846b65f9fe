//! What is sold: each product is read once, by the one reader of the shop's rules. Pages, data of widgets, structured data,
//! feeds and the catalogue for the api show and charge what it says.

use std::sync::Arc;

use loggia_commerce::{Cents, CurrencyCode, ItemProblem, Product, ReadOptions, product_from_item};
use loggia_template::Node;
use serde_json::json;

use super::code::record;
use super::item::Item;
use super::memory::Reader;
use super::position::Step;
use super::price_notes::PriceNotes;
use super::value::value;
use super::website::Website;
use crate::diagnostic::Diagnostic;

/// An amount in hundredths, and the same as an object.
const AMOUNTS: [(&str, &str); 2] = [("price", "priceMoney"), ("salePrice", "salePriceMoney")];

/// How the products of a site are to be read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading<'w> {
    options: ReadOptions,
    /// That of the store: every amount is of it.
    currency: CurrencyCode,
    /// What stands beside its prices.
    notes: Option<&'w PriceNotes>,
}

impl<'w> Reading<'w> {
    pub(super) fn of(website: &'w Website<'_>) -> Reading<'w> {
        let says = |part: &str| website.node(part).get("useCLDRMoneyFormat").is_true();
        Reading {
            options: ReadOptions { use_cldr_money_format: says("websiteSettings") || says("featureFlags") },
            currency: CurrencyCode::parse(website.currency).unwrap_or_default(),
            notes: website.price_notes.as_deref(),
        }
    }
}

/// Reads what an item sells, if it sells something, and gives its node the amounts in both forms wherever only one is given,
/// in the store's currency; faults are added.
pub(super) fn read<'s>(
    item: &mut Item<'s>,
    collection: &str,
    reading: Reading<'_>,
    reader: &mut Reader<'s>,
    faults: &mut Vec<Diagnostic>,
) {
    item.product = None;
    let content = item.node.get("structuredContent");
    if item.record_type != record::STORE_ITEM || content.as_object().is_none() {
        return;
    }
    let input = json!({
        "id": item.id, "collectionId": collection, "title": item.title, "fullUrl": item.full_url,
        "mainImage": {"assetUrl": value(item.node.get("mainImage").get("assetUrl"))},
        "assetUrl": value(item.document.root.get("assetUrl")),
        "variantOptionOrdering": value(item.node.get("variantOptionOrdering")),
        "structuredContent": value(content),
    });
    match product_from_item(&input, reading.options) {
        Ok(product) => {
            complete(item, &product, reading.currency, reader);
            add_notes(item, reading.notes.and_then(|notes| notes.of(&product)), reader);
            item.product = Some(Arc::new(product));
        }
        Err(problems) => {
            for fault in problems.iter().map(|problem| fault(item, problem)) {
                // What is of the wrong type has been reported already.
                if !faults
                    .iter()
                    .any(|reported| (reported.line, reported.column) == (fault.line, fault.column))
                {
                    faults.push(fault);
                }
            }
        }
    }
}

/// Adds what stands beside the prices, in place of what a file says of it: pages depend on it as on the item itself.
fn add_notes<'s>(item: &mut Item<'s>, notes: Option<serde_json::Value>, reader: &mut Reader<'s>) {
    const NOTES: &str = "priceNotes";
    let content = item.node.get("structuredContent");
    if notes.is_none() && content.get(NOTES).is_missing() {
        return;
    }
    let mut all: Vec<_> = members(content).into_iter().filter(|(key, _)| *key != NOTES).collect();
    if let Some(text) = notes.map(|notes| notes.to_string()) {
        // What was just written is JSON.
        all.extend(reader.parse(&text, |node, _| node).ok().map(|notes| (NOTES, notes)));
        item.hash = item.hash.and(text.as_bytes());
    }
    let content = reader.object(&all);
    item.node = replaced(item.node, "structuredContent", content, reader);
}

fn fault(item: &Item<'_>, problem: &ItemProblem) -> Diagnostic {
    let path = steps(&problem.path);
    let help = match path.last() {
        Some(Step::Key(key)) if ["value", "decimalValue"].contains(&key.as_str()) => {
            "write it with a point and without a sign of the currency, such as \"18.50\""
        }
        Some(Step::Key(key)) if AMOUNTS.iter().any(|(plain, money)| key == plain || key == money) => {
            "amounts are minor units (cents), from 0; where both forms are given, they say the same"
        }
        Some(Step::Key(key)) if key == "measure" => {
            "write it as {\"amount\": \"250\", \"unit\": \"g\"}; see docs/owners/law.md"
        }
        Some(Step::Key(key)) if key == "sku" => "each variant has a sku of its own",
        Some(Step::Key(key)) if key == "productType" => {
            "1 physical, 2 digital, 3 service, 4 gift card, 5 paywall"
        }
        Some(Step::Key(key)) if key == "isSubscribable" => {
            "set isSubscribable to false, or change productType"
        }
        _ => "see the members of a product in docs/owners",
    };
    let mut message = problem.what.clone();
    if let Some(first) = message.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    item.document.fault(&path, "product", message + ".").help(help)
}

/// The steps of a path such as `structuredContent.variants[1].price`.
fn steps(path: &str) -> Vec<Step> {
    let parts = path.split(['.', '[', ']']).filter(|part| !part.is_empty());
    parts.map(|part| part.parse::<usize>().map_or_else(|_| Step::from(part), Step::from)).collect()
}

fn complete<'s>(item: &mut Item<'s>, product: &Product, currency: CurrencyCode, reader: &mut Reader<'s>) {
    let content = item.node.get("structuredContent");
    let nodes = content.get("variants").elements();
    let amounts = product.variants.iter().map(|variant| [variant.price, variant.sale_price]);
    // What is priced as a whole has one variant, which says what the product says.
    let same = nodes.len() == product.variants.len() && !product.product_type.is_priced_as_a_whole();
    let priced: Vec<Option<Node<'s>>> = if same {
        nodes
            .iter()
            .zip(amounts)
            .map(|(one, amounts)| with_amounts(*one, amounts, currency, reader))
            .collect()
    } else {
        nodes.iter().map(|_| None).collect()
    };
    let own = with_amounts(content, [product.price, product.sale_price], currency, reader);
    if own.is_none() && priced.iter().all(Option::is_none) {
        return;
    }
    let variants: Vec<Node<'s>> =
        nodes.iter().zip(priced).map(|(one, priced)| priced.unwrap_or(*one)).collect();
    let variants = reader.arena().list(&variants);
    let content = replaced(own.unwrap_or(content), "variants", variants, reader);
    item.node = replaced(item.node, "structuredContent", content, reader);
}

/// A node with each amount in the form that is missing of it; nothing when none is.
fn with_amounts<'s>(
    node: Node<'s>,
    amounts: [Cents; 2],
    currency: CurrencyCode,
    reader: &mut Reader<'s>,
) -> Option<Node<'s>> {
    let mut members = members(node);
    let mut add = |key: &'s str, value: Node<'s>| {
        members.retain(|(name, _)| *name != key);
        members.push((key, value));
    };
    let mut is_more = false;
    for ((plain, money), cents) in AMOUNTS.into_iter().zip(amounts) {
        let says_nothing = ["value", "decimalValue"].iter().all(|key| node.get(money).get(*key).is_nothing());
        match (node.get(plain).is_nothing(), says_nothing) {
            (false, true) => {
                add(money, object(cents, currency, reader));
                is_more = true;
            }
            (false, false) if node.get(money).get("currency").as_str() != Some(currency.as_str()) => {
                add(money, in_currency(node.get(money), currency, reader));
                is_more = true;
            }
            (true, false) => {
                add(money, in_currency(node.get(money), currency, reader));
                add(plain, Node::number(cents.get() as f64));
                is_more = true;
            }
            // Given by its only variant.
            (true, true) if cents > Cents::ZERO => {
                add(plain, Node::number(cents.get() as f64));
                add(money, object(cents, currency, reader));
                is_more = true;
            }
            _ => {}
        }
    }
    is_more.then(|| reader.object(&members))
}

/// An amount as the item says it, in the store's currency: an owner who chooses another one sells for the same numbers.
fn in_currency<'s>(money: Node<'s>, currency: CurrencyCode, reader: &mut Reader<'s>) -> Node<'s> {
    let code = reader.arena().text_node(currency.as_str());
    let mut members = members(money);
    for (key, value) in &mut members {
        if *key == "currency" || *key == "currencyCode" {
            *value = code;
        }
    }
    if !members.iter().any(|(key, _)| *key == "currency") {
        members.push(("currency", code));
    }
    reader.object(&members)
}

fn object<'s>(cents: Cents, currency: CurrencyCode, reader: &mut Reader<'s>) -> Node<'s> {
    let value = reader.arena().text_node(&cents.to_decimal_text());
    let currency = reader.arena().text_node(currency.as_str());
    reader.object(&[("value", value), ("currency", currency)])
}

fn replaced<'s>(node: Node<'s>, key: &str, value: Node<'s>, reader: &mut Reader<'s>) -> Node<'s> {
    let mut members = members(node);
    for (name, there) in &mut members {
        if *name == key {
            *there = value;
        }
    }
    reader.object(&members)
}

fn members(node: Node<'_>) -> Vec<(&str, Node<'_>)> {
    node.as_object().into_iter().flat_map(|object| object.members()).collect()
}
