//! Amounts of products in the form that templates print, where a file says them in hundredths alone.

use loggia_template::Node;

use super::Item;
use super::code::record;
use super::document::{keep_object, kept_arena};

/// An amount in hundredths, and the same as an object.
const AMOUNTS: [(&str, &str); 2] = [("price", "priceMoney"), ("salePrice", "salePriceMoney")];

/// Gives a product and each of its variants `priceMoney` and `salePriceMoney` where only `price` and `salePrice` are said.
pub(super) fn complete(item: &mut Item, currency: &'static str) {
    let content = item.node.get("structuredContent");
    if item.record_type != record::STORE_ITEM || content.as_object().is_none() {
        return;
    }
    let variants = content.get("variants").elements();
    let priced: Vec<Option<Node<'static>>> =
        variants.iter().map(|one| with_amounts(*one, currency)).collect();
    let own = with_amounts(content, currency);
    if own.is_none() && priced.iter().all(Option::is_none) {
        return;
    }
    let variants: Vec<Node<'static>> =
        variants.iter().zip(priced).map(|(one, priced)| priced.unwrap_or(*one)).collect();
    let variants = kept_arena().list(&variants);
    let content = replaced(own.unwrap_or(content), "variants", variants);
    item.node = replaced(item.node, "structuredContent", content);
}

fn with_amounts(node: Node<'static>, currency: &'static str) -> Option<Node<'static>> {
    let mut members = members(node);
    let said = members.len();
    for (plain, money) in AMOUNTS {
        let hundredths = node.get(plain).as_f64().filter(|amount| amount.fract() == 0.0 && *amount >= 0.0);
        if let (Some(hundredths), true) = (hundredths, node.get(money).is_nothing()) {
            let hundredths = hundredths as i64;
            let value = kept_arena().text_node(&format!("{}.{:02}", hundredths / 100, hundredths % 100));
            members.retain(|(key, _)| *key != money);
            members.push((money, keep_object(&[("value", value), ("currency", Node::Text(currency))])));
        }
    }
    (members.len() > said).then(|| keep_object(&members))
}

fn replaced(node: Node<'static>, key: &str, value: Node<'static>) -> Node<'static> {
    let mut members = members(node);
    for (name, there) in &mut members {
        if *name == key {
            *there = value;
        }
    }
    keep_object(&members)
}

fn members(node: Node<'static>) -> Vec<(&'static str, Node<'static>)> {
    node.as_object().into_iter().flat_map(|object| object.members()).collect()
}
