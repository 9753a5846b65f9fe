//! A product as the file of an item, as templates and the shop read it.

use std::collections::HashSet;

use loggia_commerce::ProductType;
use loggia_exchange::Fault;
use loggia_exchange::products::{Kind, Product, Size, Stock, Variant, Visibility};
use serde_json::{Map, Value, json};

use super::html;
use crate::plan::slug;
use crate::site::code::record;

/// The JSON of a product, and what it cannot say.
pub(super) fn item(product: &Product, (id, url): (&str, &str), categories: &[String]) -> (Value, Vec<Fault>) {
    let mut faults = Vec::new();
    let title = match product.title.as_str() {
        "" => {
            let message = "This product has no title; its address stands for it.";
            let help = "write a title into the list, or into the file";
            faults.push(
                Fault::new(product.line, message, help).because(("no-title", [("address", url.to_owned())])),
            );
            url
        }
        title => title,
    };
    let mut item = Map::new();
    let mut set = |key: &str, value: Value| {
        if value != json!("") && value != json!([]) && value != Value::Null {
            item.insert(key.to_owned(), value);
        }
    };
    set("id", json!(id));
    set("title", json!(title));
    set("urlId", json!(url));
    set("recordType", json!(record::STORE_ITEM));
    set("status", json!(status(product, &mut faults)));
    let (excerpt, body) = texts(product);
    set("excerpt", json!(excerpt));
    set("body", json!(body));
    set("categories", json!(categories));
    set("tags", json!(product.tags));
    set("vendor", json!(product.vendor));
    set("ribbon", json!(product.ribbon));
    set("publishOn", json!(product.publish_on));
    if product.featured {
        set("starred", json!(true));
    }
    set("seoData", seo(product));
    pictures(product, title, &mut set);
    set("structuredContent", content(product, url, &mut faults));
    downloads(product, &mut faults);
    (Value::Object(item), faults)
}

/// Whether something of a product has no price, so that anybody could have it for nothing.
#[must_use]
pub(super) fn is_unpriced(product: &Product) -> bool {
    product.variants.iter().any(|variant| variant.price.is_none())
}

/// Where it stands. What has no price keeps its stock and is not shown, until its owner writes one.
fn status(product: &Product, faults: &mut Vec<Fault>) -> &'static str {
    match product.visibility {
        Visibility::Hidden => "Draft",
        _ if is_unpriced(product) => "Draft",
        Visibility::Visible => "Published",
        Visibility::Unlisted => {
            let message = "The old shop did not list this product; here it is listed.";
            let help = "set its status to Private to hide it";
            faults.push(Fault::new(product.line, message, help).because("unlisted"));
            "Published"
        }
    }
}

/// The text beside the price, and the one below.
fn texts(product: &Product) -> (&str, String) {
    let (excerpt, mut body) = match product.excerpt.as_str() {
        "" => (product.description.as_str(), String::new()),
        excerpt => (excerpt, product.description.clone()),
    };
    for (name, text) in &product.details {
        if !name.is_empty() {
            body.push_str(&html::heading(name));
        }
        body.push_str(text);
    }
    (excerpt, body)
}

fn seo(product: &Product) -> Value {
    let members = [("seoTitle", &product.seo_title), ("seoDescription", &product.seo_description)];
    let said: Map<String, Value> = members
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(key, text)| (key.to_owned(), json!(text)))
        .collect();
    if said.is_empty() { Value::Null } else { Value::Object(said) }
}

fn pictures(product: &Product, title: &str, set: &mut impl FnMut(&str, Value)) {
    let alt = |text: &str| if text.is_empty() { title.to_owned() } else { text.to_owned() };
    let Some(first) = product.pictures.first() else { return };
    set("assetUrl", json!(first.url));
    set("mainImage", json!({"assetUrl": first.url, "title": title, "altText": alt(&first.alt)}));
    let all = product.pictures.iter();
    let all: Vec<Value> = all
        .map(|picture| json!({"assetUrl": picture.url, "title": title, "altText": alt(&picture.alt)}))
        .collect();
    set("items", json!(all));
}

fn content(product: &Product, url: &str, faults: &mut Vec<Fault>) -> Value {
    let kind = match product.kind {
        Kind::Physical => ProductType::Physical,
        Kind::Digital => ProductType::Digital,
        Kind::Service => ProductType::Service,
        Kind::GiftCard => ProductType::GiftCard,
        Kind::Subscription => {
            let message = "This is paid for again and again in the old shop; here it is sold once until its plan is written.";
            let help = "set isSubscribable and subscriptionPlan in structuredContent";
            faults.push(Fault::new(product.line, message, help).because("recurring"));
            ProductType::Physical
        }
    };
    let options = options(product, faults);
    let skus = skus(product, url, faults);
    let variants: Vec<Value> =
        product.variants.iter().zip(skus).map(|(one, sku)| variant(one, &sku, &options)).collect();
    let mut content = json!({"productType": u8::from(kind), "isSubscribable": false, "variants": variants});
    if let (true, Some(only)) = (kind.is_priced_as_a_whole(), product.variants.first()) {
        if let Some(price) = only.price {
            content["price"] = json!(price.get());
        }
        content["salePrice"] = json!(only.sale_price.unwrap_or_default().get());
        content["onSale"] = json!(only.on_sale);
    }
    if !options.is_empty() {
        content["variantOptionOrdering"] = json!(options);
    }
    content
}

/// The names of the choices, each once.
fn options(product: &Product, faults: &mut Vec<Fault>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in &product.options {
        let mut own = name.clone();
        let mut number = 1_usize;
        while names.contains(&own) {
            number += 1;
            own = format!("{name} {number}");
        }
        if own != *name {
            let message = format!("The choice '{name}' stands twice; one of them is called '{own}'.");
            let values = [("name", name.clone()), ("own", own.clone())];
            let fault = Fault::new(product.line, message, "give each choice a name of its own");
            faults.push(fault.because(("choice-twice", values)));
        }
        names.push(own);
    }
    names
}

/// The SKU of each variant: its own, with the choices behind it where a variant before it has it, or one made of the
/// address and the choices.
fn skus(product: &Product, url: &str, faults: &mut Vec<Fault>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut skus = Vec::with_capacity(product.variants.len());
    let mut changed: Vec<(usize, &str, String)> = Vec::new();
    for variant in &product.variants {
        let with_choices = |start: &str| {
            let values = variant.values.iter().filter(|value| !value.is_empty()).map(|value| slug(value));
            std::iter::once(start.to_owned()).chain(values).collect::<Vec<_>>().join("-")
        };
        let own = variant.sku.as_str();
        let mut sku = if own.is_empty() { with_choices(url) } else { own.to_owned() };
        if taken.contains(&sku) && !own.is_empty() {
            sku = with_choices(own);
        }
        let wanted = sku.clone();
        let mut number = 1_usize;
        while !taken.insert(sku.clone()) {
            number += 1;
            sku = format!("{wanted}-{number}");
        }
        if sku != own && !own.is_empty() {
            changed.push((variant.line, own, sku.clone()));
        }
        skus.push(sku);
    }
    if let Some((line, own, sku)) = changed.first() {
        let more = match changed.len() - 1 {
            0 => String::new(),
            1 => " One more variant of it got another SKU for that reason.".to_owned(),
            more => format!(" {more} more variants of it got other SKUs for that reason."),
        };
        let message = format!("The SKU '{own}' stands twice in this product; '{sku}' was taken.{more}");
        let values = [("sku", own.to_string()), ("taken", sku.to_string())];
        let mut fault = Fault::new(*line, message, "give each variant an SKU of its own");
        fault = fault.because(("sku-twice", values));
        fault.why.more = changed.len() - 1;
        faults.push(fault);
    }
    skus
}

/// Amounts are written in hundredths alone: a site's reader gives templates the other form, in the shop's currency, and
/// lists of many thousand products stay small.
fn variant(one: &Variant, sku: &str, options: &[String]) -> Value {
    let sale = one.sale_price.unwrap_or_default();
    let chosen: Vec<(&String, &str)> =
        options.iter().zip(one.values.iter().map(String::as_str).chain(std::iter::repeat(""))).collect();
    let attributes: Map<String, Value> =
        chosen.iter().map(|(name, value)| ((*name).clone(), json!(value))).collect();
    let values: Vec<Value> =
        chosen.iter().map(|(name, value)| json!({"optionName": name, "value": value})).collect();
    let (unlimited, quantity) = match one.stock {
        Stock::Unlimited => (true, 0),
        Stock::Count(count) => (false, count),
    };
    let mut said = json!({
        "sku": sku,
        "salePrice": sale.get(), "onSale": one.on_sale,
        "unlimited": unlimited, "qtyInStock": quantity,
        "attributes": attributes, "optionValues": values,
    });
    if let Some(price) = one.price {
        said["price"] = json!(price.get());
    }
    if !one.source_id.is_empty() {
        said["id"] = json!(one.source_id);
    }
    if let Some(weight) = one.weight {
        said["shippingWeight"] = json!(weight.grams().unwrap_or_default());
        said["weight"] = json!({"value": weight.value.normalize().to_string(), "unit": weight.unit});
    }
    if let Some(size) = one.size {
        said["size"] = dimensions(size);
    }
    if !one.barcode.is_empty() {
        said["barcode"] = json!(one.barcode);
    }
    if let Some(taxable) = one.taxable {
        said["taxable"] = json!(taxable);
    }
    if !one.picture.is_empty() {
        said["mainImage"] = json!({"assetUrl": one.picture});
    }
    said
}

fn dimensions(size: Size) -> Value {
    let text = |value: rust_decimal::Decimal| value.normalize().to_string();
    json!({"length": text(size.length), "width": text(size.width), "height": text(size.height), "unit": size.unit})
}

/// Files that are sold lie in the site's folder; those of the old shop have to be brought.
fn downloads(product: &Product, faults: &mut Vec<Fault>) {
    for file in &product.downloads {
        let name = if file.name.is_empty() { "A file" } else { &file.name };
        let message = format!("{name} is sold here and lies at {}; it was not brought.", file.url);
        let help = "put it into files/ and name it in digitalFiles of the product's file";
        let values = [("name", file.name.clone()), ("address", file.url.clone())];
        faults.push(Fault::new(product.line, message, help).because(("file-not-brought", values)));
    }
}
