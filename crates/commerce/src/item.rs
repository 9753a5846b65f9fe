//! From a site's item JSON to a [`Product`]: money nodes, defaults, and every fault at once (G-031, G-033, G-126).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Map, Value};

use crate::id::{ItemId, Sku};
use crate::measure::Measure;
use crate::money::{Cents, Money, decimal_text};
use crate::product::{OptionValue, Product, ProductType, Variant};
use crate::subscription::SubscriptionPlan;

/// How a site's items are to be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadOptions {
    /// The CLDR money setting: a node's legacy pair goes first (C-003).
    pub use_cldr_money_format: bool,
}

/// Something wrong with an item.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {what}")]
pub struct ItemProblem {
    /// Where: `structuredContent.variants[1].priceMoney`.
    pub path: String,
    /// What, and what is expected.
    pub what: String,
}

/// Reads an item. Amounts are of the store's currency, whatever a money node calls it: an owner who chooses another currency
/// sells for the same numbers in it (E-126). Prices come from `priceMoney` where it stands (it is what the page shows), else from `price` in minor units;
/// digital and paywall products become one variant, because they are priced and sold as a whole.
///
/// # Errors
/// Every [`ItemProblem`] of the item, in the order of its members.
pub fn product_from_item(item: &Value, options: ReadOptions) -> Result<Product, Vec<ItemProblem>> {
    let mut reader = Reader { options, problems: Vec::new() };
    let product = reader.product(item);
    if reader.problems.is_empty() { Ok(product) } else { Err(reader.problems) }
}

struct Reader {
    options: ReadOptions,
    problems: Vec<ItemProblem>,
}

impl Reader {
    fn fault(&mut self, path: impl Into<String>, what: impl fmt::Display) {
        self.problems.push(ItemProblem { path: path.into(), what: what.to_string() });
    }

    fn product(&mut self, item: &Value) -> Product {
        let empty = Value::Object(Map::new());
        let content = item.get("structuredContent").unwrap_or(&empty);
        let id = text(item, "id").unwrap_or_default();
        if id.is_empty() {
            self.fault("id", "a product needs an id");
        }
        if !content.is_object() {
            self.fault("structuredContent", "an object is expected");
        }
        let product_type = self.product_type(content);
        let mut product = Product {
            id: ItemId::new(id),
            collection_id: text(item, "collectionId").unwrap_or_default(),
            title: text(item, "title").or_else(|| text(item, "name")).unwrap_or_default(),
            full_url: text(item, "fullUrl").unwrap_or_default(),
            image_url: item
                .get("mainImage")
                .and_then(|image| text(image, "assetUrl"))
                .or_else(|| text(item, "assetUrl")),
            product_type,
            variant_option_ordering: ordering(item).or_else(|| ordering(content)).unwrap_or_default(),
            variants: Vec::new(),
            price: self.amount(content, "structuredContent", "price", "priceMoney"),
            sale_price: self.amount(content, "structuredContent", "salePrice", "salePriceMoney"),
            on_sale: flag(content, "onSale"),
            is_subscribable: flag(content, "isSubscribable"),
            subscription_plan: self.subscription_plan(content),
            additional_fields_form_id: text(content, "additionalFieldsFormId")
                .or_else(|| content.get("additionalFieldsForm").and_then(|form| text(form, "id"))),
            use_custom_add_button_text: flag(content, "useCustomAddButtonText"),
            custom_add_button_text: text(content, "customAddButtonText"),
            tax_class: text(content, "taxClass").unwrap_or_default(),
            shipping_class: text(content, "shippingClass").unwrap_or_default(),
        };
        self.variants(content, &mut product);
        self.check_subscription(&product);
        product
    }

    fn product_type(&mut self, content: &Value) -> ProductType {
        let found = match content.get("productType") {
            None | Some(Value::Null) => return ProductType::default(),
            Some(value) => whole_number(value).and_then(|code| u8::try_from(code).ok()),
        };
        match found.map(ProductType::try_from) {
            Some(Ok(product_type)) => product_type,
            Some(Err(problem)) => {
                self.fault("structuredContent.productType", problem);
                ProductType::default()
            }
            None => {
                self.fault("structuredContent.productType", "a number from 1 to 5 is expected");
                ProductType::default()
            }
        }
    }

    fn subscription_plan(&mut self, content: &Value) -> Option<SubscriptionPlan> {
        let node = content.get("subscriptionPlan").filter(|node| !node.is_null())?;
        match serde_json::from_value::<SubscriptionPlan>(node.clone()) {
            Ok(plan) if plan.billing_period.value > 0 => Some(plan),
            Ok(_) => {
                self.fault(
                    "structuredContent.subscriptionPlan.billingPeriod.value",
                    "at least 1 is expected",
                );
                None
            }
            Err(error) => {
                self.fault("structuredContent.subscriptionPlan", error);
                None
            }
        }
    }

    fn check_subscription(&mut self, product: &Product) {
        if !product.is_subscribable {
            return;
        }
        if !product.product_type.may_be_subscribable() {
            let what = format!(
                "a {} product cannot be a subscription, only a physical or a service one can",
                product.product_type.name()
            );
            self.fault("structuredContent.isSubscribable", what);
        } else if product.subscription_plan.is_none()
            && self.problems.iter().all(|problem| !problem.path.contains("subscriptionPlan"))
        {
            self.fault("structuredContent.subscriptionPlan", "a subscription needs a billing period");
        }
    }

    fn variants(&mut self, content: &Value, product: &mut Product) {
        let nodes = match content.get("variants") {
            Some(Value::Array(nodes)) => nodes.as_slice(),
            None | Some(Value::Null) => &[],
            Some(_) => {
                self.fault("structuredContent.variants", "a list is expected");
                &[]
            }
        };
        if product.product_type.is_priced_as_a_whole() {
            let sku =
                nodes.first().and_then(|node| text(node, "sku")).unwrap_or_else(|| product.id.to_string());
            self.price_of_first(content, nodes.first(), product);
            product.variants = vec![Variant {
                sku: Sku::new(sku),
                price: product.price,
                sale_price: product.sale_price,
                on_sale: product.on_sale,
                unlimited: true,
                measure: self.measure(content, "structuredContent"),
                ..Variant::default()
            }];
            return;
        }
        let measure = self.measure(content, "structuredContent");
        product.variants = (0..).zip(nodes).map(|(index, node)| self.variant(index, node, product)).collect();
        for variant in &mut product.variants {
            variant.measure = variant.measure.or(measure);
        }
        name_variants(product);
        self.check_variants(product);
    }

    /// What is priced as a whole and says its price in its only variant alone has that price, and is not given away.
    fn price_of_first(&mut self, content: &Value, first: Option<&Value>, product: &mut Product) {
        let says = |node: &Value, keys: [&str; 2]| {
            keys.iter().any(|key| node.get(key).is_some_and(|value| !value.is_null()))
        };
        let Some(first) = first.filter(|_| !says(content, ["price", "priceMoney"])) else { return };
        let path = "structuredContent.variants[0]";
        product.price = self.amount(first, path, "price", "priceMoney");
        if !says(content, ["salePrice", "salePriceMoney"]) {
            product.sale_price = self.amount(first, path, "salePrice", "salePriceMoney");
            product.on_sale |= flag(first, "onSale");
        }
    }

    fn variant(&mut self, index: usize, node: &Value, product: &Product) -> Variant {
        let path = format!("structuredContent.variants[{index}]");
        let attributes: BTreeMap<String, String> = match node.get("attributes") {
            Some(Value::Object(members)) => {
                members.iter().map(|(name, value)| (name.clone(), shown(value))).collect()
            }
            _ => BTreeMap::new(),
        };
        Variant {
            sku: Sku::new(text(node, "sku").unwrap_or_default()),
            option_values: option_values(node, &attributes, &product.variant_option_ordering),
            attributes,
            price: self.amount(node, &path, "price", "priceMoney"),
            sale_price: self.amount(node, &path, "salePrice", "salePriceMoney"),
            on_sale: flag(node, "onSale"),
            qty_in_stock: self.count(node, &path, "qtyInStock"),
            unlimited: flag(node, "unlimited"),
            shipping_weight: self.count(node, &path, "shippingWeight"),
            measure: self.measure(node, &path),
        }
    }

    /// How much it holds; what a variant does not say, its product says for all.
    fn measure(&mut self, node: &Value, path: &str) -> Option<Measure> {
        let node = node.get("measure").filter(|node| !node.is_null())?;
        Measure::read(node).map_err(|why| self.fault(format!("{path}.measure"), why)).ok()
    }

    fn check_variants(&mut self, product: &Product) {
        let mut skus = BTreeSet::new();
        for (index, variant) in product.variants.iter().enumerate() {
            let path = format!("structuredContent.variants[{index}]");
            if !skus.insert(&variant.sku) {
                self.fault(format!("{path}.sku"), format!("the sku '{}' stands twice", variant.sku));
            }
        }
    }

    /// An amount in minor units: the money node where it has a value, else the whole number. Where both are given they say
    /// the same: which of them a shopper pays is not for chance to decide.
    fn amount(&mut self, node: &Value, path: &str, number: &str, money: &str) -> Cents {
        let has_value = |money: &&Value| {
            ["value", "decimalValue"].iter().any(|key| money.get(key).is_some_and(|value| !value.is_null()))
        };
        if let Some(money_node) = node.get(money).filter(has_value) {
            let money_path = format!("{path}.{money}");
            return match Money::from_node(money_node, self.options.use_cldr_money_format) {
                Ok(amount) => {
                    if amount.cents < Cents::ZERO {
                        self.fault(&money_path, "a price cannot be negative");
                    }
                    self.check_both(node, path, (number, money), amount.cents);
                    amount.cents
                }
                Err(problem) => {
                    let unreadable = ["value", "decimalValue"].into_iter().find(|key| {
                        let given = money_node.get(key).filter(|given| !given.is_null());
                        given.is_some_and(|given| Cents::parse(&decimal_text(given)).is_err())
                    });
                    let place = unreadable.map_or(money_path.clone(), |key| format!("{money_path}.{key}"));
                    self.fault(place, problem);
                    Cents::ZERO
                }
            };
        }
        match node.get(number) {
            None | Some(Value::Null) => Cents::ZERO,
            Some(value) => match whole_number(value).and_then(Cents::new) {
                Some(cents) if cents >= Cents::ZERO => cents,
                _ => {
                    self.fault(
                        format!("{path}.{number}"),
                        format!("{value} is not a price: minor units are whole numbers from 0"),
                    );
                    Cents::ZERO
                }
            },
        }
    }

    /// Two forms of one amount say the same.
    fn check_both(&mut self, node: &Value, path: &str, (number, money): (&str, &str), amount: Cents) {
        let Some(given) = node.get(number).filter(|given| !given.is_null()) else { return };
        if whole_number(given) != Some(amount.get()) {
            let what =
                format!("'{number}' says {given} hundredths, '{money}' says {}", amount.to_decimal_text());
            self.fault(format!("{path}.{money}"), what);
        }
    }

    fn count(&mut self, node: &Value, path: &str, key: &str) -> u32 {
        match node.get(key) {
            None | Some(Value::Null) => 0,
            Some(value) => match whole_number(value).and_then(|count| u32::try_from(count).ok()) {
                Some(count) => count,
                None => {
                    self.fault(format!("{path}.{key}"), format!("{value} is not a whole number from 0"));
                    0
                }
            },
        }
    }
}

/// Gives variants without a sku one that stays the same when others come and go: the product's id, and the chosen values
/// where there are several.
fn name_variants(product: &mut Product) {
    let several = product.variants.len() > 1;
    for variant in product.variants.iter_mut().filter(|variant| variant.sku.as_str().is_empty()) {
        let mut sku = product.id.to_string();
        if several {
            for value in variant.attributes.values() {
                sku.push('-');
                sku.extend(
                    value.chars().map(|character| if character.is_alphanumeric() { character } else { '-' }),
                );
            }
        }
        variant.sku = Sku::new(sku);
    }
}

fn option_values(
    node: &Value,
    attributes: &BTreeMap<String, String>,
    ordering: &[String],
) -> Vec<OptionValue> {
    if let Some(Value::Array(values)) = node.get("optionValues") {
        let named = values.iter().filter_map(|value| {
            Some(OptionValue {
                option_name: text(value, "optionName").unwrap_or_default(),
                value: shown(value.get("value")?),
            })
        });
        return named.collect();
    }
    let ordered = ordering.iter().filter_map(|name| attributes.get_key_value(name));
    let others = attributes.iter().filter(|(name, _)| !ordering.contains(name));
    ordered
        .chain(others)
        .map(|(name, value)| OptionValue { option_name: name.clone(), value: value.clone() })
        .collect()
}

fn ordering(node: &Value) -> Option<Vec<String>> {
    let names = node.get("variantOptionOrdering")?.as_array()?;
    Some(names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

fn text(node: &Value, key: &str) -> Option<String> {
    node.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn flag(node: &Value, key: &str) -> bool {
    node.get(key).and_then(Value::as_bool).unwrap_or(false)
}

/// A text as it is, anything else as its JSON.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A whole number written as a JSON number (`5`, `5.0`) or a text (`"5"`).
fn whole_number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => {
            let text = number.to_string();
            text.strip_suffix(".0").unwrap_or(&text).parse().ok()
        }
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}
