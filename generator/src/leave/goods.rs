//! What a shop sells and for how much, held against what another one does: the old shop's items and the new one's products.

use loggia_commerce::{Product, ReadOptions, Variant, product_from_item};
use serde_json::{Value, json};

/// So many variants of a product are compared.
const MOST: usize = 500;

/// What a variant is called, what it costs and how many there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offer {
    pub sku: String,
    /// Its choices, such as `Size: Large, Color: Ash`.
    pub choices: String,
    /// What is asked for it now, in minor units of the shop's currency.
    pub price: i64,
    /// How many there are; `None` when there are always enough, or when nobody counts.
    pub stock: Option<u32>,
}

impl Offer {
    /// What a person knows it by.
    pub fn name(&self) -> &str {
        if self.choices.is_empty() { &self.sku } else { &self.choices }
    }
}

/// The product of an item of the old shop; `None` when it is no product, or says nothing that can be read.
pub(super) fn of_item(item: &Value) -> Option<Product> {
    let content = &item["structuredContent"];
    let is_product = |value: &Value| value["variants"].is_array() || value["productType"].is_number();
    let item = match (is_product(content), is_product(item)) {
        (true, _) => item.clone(),
        (false, true) => json!({"id": item["id"], "title": item["title"], "structuredContent": item}),
        (false, false) => return None,
    };
    product_from_item(&item, ReadOptions::default()).ok()
}

/// What is offered of a product.
pub(super) fn offers(product: &Product) -> Vec<Offer> {
    let has_stock = product.product_type.has_stock();
    let one = |variant: &Variant| {
        let choices = variant.option_values.iter().map(|one| format!("{}: {}", one.option_name, one.value));
        Offer {
            sku: variant.sku.as_str().to_owned(),
            choices: choices.collect::<Vec<_>>().join(", "),
            price: if variant.on_sale { variant.sale_price.get() } else { variant.price.get() },
            stock: (has_stock && !variant.unlimited).then_some(variant.qty_in_stock),
        }
    };
    let whole = || Offer {
        sku: String::new(),
        choices: String::new(),
        price: if product.on_sale { product.sale_price.get() } else { product.price.get() },
        stock: None,
    };
    match product.variants.is_empty() || product.product_type.is_priced_as_a_whole() {
        true => vec![whole()],
        false => product.variants.iter().take(MOST).map(one).collect(),
    }
}

/// Each offer of the old shop with that of the new one: by its choices where they differ, by its SKU, and the only one of
/// each with the other.
pub(super) fn pairs<'o>(old: &'o [Offer], new: &'o [Offer]) -> Vec<(&'o Offer, Option<&'o Offer>)> {
    let find = |own: &Offer| {
        let by_sku = new.iter().find(|other| !own.sku.is_empty() && other.sku == own.sku);
        let by_choice = || new.iter().find(|other| !own.choices.is_empty() && other.choices == own.choices);
        let only = || (old.len() == 1 && new.len() == 1).then(|| &new[0]);
        by_sku.or_else(by_choice).or_else(only)
    };
    old.iter().map(|own| (own, find(own))).collect()
}

/// An amount of minor units as `12.50`.
pub(super) fn amount(minor: i64) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    let minor = minor.unsigned_abs();
    format!("{sign}{}.{:02}", minor / 100, minor % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-583: a variant is known by its SKU, else by what was chosen, and its price is the one that is asked now.
    #[test]
    fn s_583_offers_are_paired() {
        let item = |variants: Value| json!({"id": "a", "title": "Jug", "structuredContent": {"productType": 1, "variantOptionOrdering": ["Size"], "variants": variants}});
        let variant = |sku: &str, size: &str, price: i64, stock: u32| json!({"sku": sku, "attributes": {"Size": size}, "price": price, "salePrice": price / 2, "onSale": size == "L", "qtyInStock": stock});
        let old = of_item(&item(json!([variant("1", "S", 1_000, 3), variant("2", "L", 2_001, 0)]))).unwrap();
        let new = of_item(&item(json!([variant("2", "L", 2_001, 0), variant("x", "S", 900, 3)]))).unwrap();
        let (old, new) = (offers(&old), offers(&new));
        let pairs = pairs(&old, &new);
        assert_eq!((pairs[0].0.price, pairs[0].1.unwrap().price, pairs[0].0.stock), (1_000, 900, Some(3)));
        assert_eq!((pairs[1].0.price, pairs[1].1.unwrap().price), (1_000, 1_000));
        assert!(of_item(&json!({"id": "p", "body": "words"})).is_none());
        assert_eq!((amount(1_205), amount(-5)), ("12.05".to_owned(), "-0.05".to_owned()));
    }
}
