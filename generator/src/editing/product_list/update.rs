//! A product that the shop has, brought to what a list says of it: the fewest edits of its file. What the list does not say
//! stays, and so do the owner's own decisions: whether it is shown, its address, and its stock, which the shop counts.

use loggia_commerce::{Cents, OptionValue, Product as Sold, ReadOptions, product_from_item};
use loggia_exchange::Fault;
use loggia_exchange::products::{Product, Variant};
use serde_json::{Value, json};

use super::there::File;
use crate::editing::json::Json;
use crate::editing::wire::{Edit, Operation};

/// What holds for the whole list.
#[derive(Debug, Clone, Copy)]
pub struct Said<'l> {
    /// The currency of its amounts.
    pub currency: &'l str,
    /// Whether it says of anything that it is on sale. Otherwise a sale here goes on.
    pub sales: bool,
}

/// Members that are taken over whole.
const WHOLE: [&str; 4] = ["categories", "tags", "vendor", "ribbon"];
/// The same of texts, which may stand in an object here.
const TEXTS: [&str; 2] = ["excerpt", "body"];
/// Members that a text below the price is made of in place of `body`.
const BUILT: [&str; 3] = ["rows", "blocks", "sections"];

/// The edits of a file, and what of the list they cannot say; `item` is the file that the list alone would make.
#[must_use]
pub fn edits(file: &File, product: &Product, item: &Value, said: Said<'_>) -> (Vec<Edit>, Vec<Fault>) {
    let mut edits = Edits { there: &file.value, done: Vec::new() };
    let mut faults = Vec::new();
    if !product.title.is_empty() && file.value["title"] != product.title.as_str() {
        if file.value["name"].is_string() && file.value["name"] == file.value["title"] {
            edits.set("/name", json!(product.title));
        }
        edits.set("/title", json!(product.title));
    }
    for key in WHOLE.into_iter().filter(|key| !item[key].is_null()) {
        edits.set(&format!("/{key}"), item[key].clone());
    }
    let is_built = BUILT.iter().any(|key| !file.value[key].is_null());
    for key in TEXTS.into_iter().filter(|key| !(item[key].is_null() || *key == "body" && is_built)) {
        let place =
            if file.value[key]["html"].is_string() { format!("/{key}/html") } else { format!("/{key}") };
        edits.set(&place, item[key].clone());
    }
    for (key, value) in item["seoData"].as_object().into_iter().flatten() {
        match file.value["seoData"].is_object() {
            true => edits.set(&format!("/seoData/{key}"), value.clone()),
            false => edits.set("/seoData", item["seoData"].clone()),
        }
    }
    pictures(&mut edits, item);
    match product_from_item(&file.value, ReadOptions::default()) {
        Ok(sold) => sold_as(&mut edits, &mut faults, (product, &sold), item, said),
        Err(_) => {
            let message =
                format!("What '{}' costs here cannot be read; its prices stay as they are.", product.title);
            faults.push(Fault::new(product.line, message, "").because("price-here"));
        }
    }
    (edits.done, faults)
}

/// Pictures that are the same stay with all that is said of them here.
fn pictures(edits: &mut Edits<'_>, item: &Value) {
    let address = |value: &Value| value["assetUrl"].as_str().map(str::to_owned);
    let Some(first) = address(item) else { return };
    let there = edits.there;
    if address(&there["mainImage"]).or_else(|| address(there)).as_ref() != Some(&first) {
        edits.set("/assetUrl", item["assetUrl"].clone());
        edits.set("/mainImage", item["mainImage"].clone());
    }
    let all = |value: &Value| -> Vec<Option<String>> {
        value["items"].as_array().into_iter().flatten().map(address).collect()
    };
    let (own, wanted) = (all(there), all(item));
    // One picture needs no list of pictures.
    if own != wanted && !(own.is_empty() && wanted.len() == 1) {
        edits.set("/items", item["items"].clone());
    }
}

fn sold_as(
    edits: &mut Edits<'_>,
    faults: &mut Vec<Fault>,
    (product, sold): (&Product, &Sold),
    item: &Value,
    said: Said<'_>,
) {
    const CONTENT: &str = "/structuredContent";
    if sold.product_type.is_priced_as_a_whole() {
        if let [only] = product.variants.as_slice() {
            edits.prices(CONTENT, (sold.price, sold.sale_price, sold.on_sale), only, said);
        }
        return;
    }
    let is_same_choice = product.options.len() == sold.variant_option_ordering.len()
        && product.options.iter().zip(&sold.variant_option_ordering).all(|(one, other)| like(one, other));
    let mut taken = vec![false; sold.variants.len()];
    let mut other = false;
    for (at, variant) in product.variants.iter().enumerate() {
        let by_sku = || {
            let is_it = |known: &loggia_commerce::Variant| known.sku.as_str() == variant.sku;
            sold.variants.iter().position(is_it).filter(|_| !variant.sku.is_empty())
        };
        let by_choice = || {
            let is_it = |known: &loggia_commerce::Variant| chooses(&known.option_values, &variant.values);
            sold.variants.iter().position(is_it).filter(|_| is_same_choice && !product.options.is_empty())
        };
        let only = || (sold.variants.len() == 1 && product.variants.len() == 1).then_some(0);
        let known = by_sku().or_else(by_choice).or_else(only).filter(|known| !taken[*known]);
        if let Some(known) = known {
            taken[known] = true;
            let place = format!("{CONTENT}/variants/{known}");
            let now = &sold.variants[known];
            edits.prices(&place, (now.price, now.sale_price, now.on_sale), variant, said);
            edits.measures(&place, variant, &item["structuredContent"]["variants"][at]);
        } else if is_same_choice && !product.options.is_empty() && variant.price.is_none() {
            // The product may be for sale, and this one would be sold for nothing.
            let message = "This variant is new and has no price; it was left out.";
            faults.push(Fault::new(variant.line, message, "").because("variant-no-price"));
        } else if is_same_choice && !product.options.is_empty() {
            edits.add(&format!("{CONTENT}/variants"), item["structuredContent"]["variants"][at].clone());
        } else {
            other = true;
        }
    }
    if other {
        let message = format!(
            "'{}' has other choices here than in the list; variants that are not here are left out.",
            product.title
        );
        faults.push(Fault::new(product.line, message, "").because("other-choices"));
    }
}

fn like(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

fn chooses(known: &[OptionValue], values: &[String]) -> bool {
    known.len() == values.len() && known.iter().zip(values).all(|(known, value)| like(&known.value, value))
}

/// The edits of a file.
struct Edits<'f> {
    there: &'f Value,
    done: Vec<Edit>,
}

impl Edits<'_> {
    fn set(&mut self, pointer: &str, value: Value) {
        let was = self.there.pointer(pointer);
        if was == Some(&value) || self.done.iter().any(|edit| edit.pointer == pointer) {
            return;
        }
        self.done.push(Edit {
            op: Operation::Set,
            pointer: pointer.to_owned(),
            from: None,
            was: was.map(json_of),
            value: Some(json_of(&value)),
            before: None,
            written: None,
        });
    }

    fn add(&mut self, list: &str, value: Value) {
        self.done.push(Edit {
            op: Operation::Insert,
            pointer: format!("{list}/-"),
            from: None,
            was: None,
            value: Some(json_of(&value)),
            before: None,
            written: None,
        });
    }

    /// What it costs: `now` are the price, the price on sale, and whether it is on sale.
    fn prices(&mut self, place: &str, now: (Cents, Cents, bool), variant: &Variant, said: Said<'_>) {
        // What has no price in the list has been given one here, or is not for sale in either.
        let Some(price) = variant.price else { return };
        self.amount(place, ("price", "priceMoney"), now.0, price, said.currency);
        if !said.sales {
            return;
        }
        if let Some(sale) = variant.sale_price {
            self.amount(place, ("salePrice", "salePriceMoney"), now.1, sale, said.currency);
        }
        if now.2 != variant.on_sale {
            self.set(&format!("{place}/onSale"), json!(variant.on_sale));
        }
    }

    /// An amount, written as the file writes it.
    fn amount(
        &mut self,
        place: &str,
        (number, money): (&str, &str),
        now: Cents,
        wanted: Cents,
        currency: &str,
    ) {
        if now == wanted {
            return;
        }
        let there = self.there.pointer(place).unwrap_or(&Value::Null);
        let (has_number, node) = (!there[number].is_null(), &there[money]);
        if node.is_object() {
            let own = node["currency"].as_str().unwrap_or(currency);
            let wanted = json!({"value": wanted.to_decimal_text(), "currency": own});
            self.set(&format!("{place}/{money}"), wanted);
        }
        if has_number || !node.is_object() {
            self.set(&format!("{place}/{number}"), json!(wanted.get()));
        }
    }

    /// What it weighs, and its barcode; `written` is the variant as a file would say it.
    fn measures(&mut self, place: &str, variant: &Variant, written: &Value) {
        let there = self.there.pointer(place).unwrap_or(&Value::Null);
        if variant.weight.is_some() && there["shippingWeight"] != written["shippingWeight"] {
            self.set(&format!("{place}/shippingWeight"), written["shippingWeight"].clone());
            if !there["weight"].is_null() {
                self.set(&format!("{place}/weight"), written["weight"].clone());
            }
        }
        if !variant.barcode.is_empty() {
            self.set(&format!("{place}/barcode"), json!(variant.barcode));
        }
    }
}

/// The value for a change.
#[must_use]
pub fn json_of(value: &Value) -> Json {
    serde_json::from_value(value.clone()).unwrap_or_default()
}
