//! Products of a site, as lists have them.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use loggia_commerce::{Product as Sold, ProductType, Variant as SoldVariant};
use loggia_exchange::products::{
    Download, Kind, LengthUnit, Picture, Product, Size, Stock, Variant, Visibility, Weight, WeightUnit,
};
use loggia_template::Node;
use rust_decimal::Decimal;

use super::site::{Source, lost};
use crate::catalog::sold;
use crate::diagnostic::Diagnostic;
use crate::site::code::record;
use crate::site::item::State;
use crate::site::{Collection, Item};

/// Members of an item that a list has a place for, or that are worked out anew.
const KNOWN: [&str; 26] = [
    "id",
    "title",
    "name",
    "urlId",
    "fullUrl",
    "recordType",
    "recordTypeLabel",
    "collectionId",
    "displayIndex",
    "status",
    "excerpt",
    "body",
    "bodyFormat",
    "rows",
    "blocks",
    "sections",
    "categories",
    "tags",
    "vendor",
    "ribbon",
    "starred",
    "seoData",
    "mainImage",
    "items",
    "assetUrl",
    "structuredContent",
];
/// The same of when it was published, which lists say in words of their own.
const TIMES: [&str; 3] = ["publishOn", "addedOn", "updatedOn"];
/// Members of `structuredContent` that a list has a place for.
const KNOWN_CONTENT: [&str; 10] = [
    "productType",
    "variants",
    "variantOptionOrdering",
    "price",
    "priceMoney",
    "salePrice",
    "salePriceMoney",
    "onSale",
    "isSubscribable",
    "subscriptionPlan",
];

/// Every product of the shops of a site that are asked for, in their order.
pub(super) fn products(
    source: &Source<'_>,
    is_asked: &dyn Fn(&Collection<'_>) -> bool,
    faults: &mut Vec<Diagnostic>,
) -> Vec<Product> {
    let site = source.loaded.site.get();
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (address, ids) in sold::files(site) {
        for id in ids {
            files.entry(id).or_default().push(address.clone());
        }
    }
    let (mut all, mut left) = (Vec::new(), BTreeSet::new());
    for collection in site.collections.iter().filter(|collection| is_asked(collection)) {
        for item in collection.items.iter().filter(|item| item.record_type == record::STORE_ITEM) {
            let Some(sold) = &item.product else {
                let message = format!("What '{}' sells cannot be read, so it is in no list.", item.title);
                faults.push(lost(item.document.file, message, "see `loggia check`"));
                continue;
            };
            let mut made = product(source, (collection, item), sold, faults);
            for url in files.remove(item.id).unwrap_or_default() {
                made.downloads.push(Download { name: String::new(), url: source.absolute(&url) });
            }
            left.extend(rest(item));
            all.push(made);
        }
    }
    if !left.is_empty() {
        let names: Vec<String> = left.into_iter().map(|name| format!("'{name}'")).collect();
        let message = format!("Lists of products have no place for {}.", names.join(", "));
        faults.push(lost("content".as_ref(), message, "they stand in the JSON of the export"));
    }
    all
}

/// The names of what an item says and no list can.
fn rest<'i>(item: &Item<'i>) -> Vec<&'i str> {
    let names = |node: Node<'i>| node.as_object().into_iter().flat_map(|object| object.members());
    let own = names(item.document.root).filter(|(key, _)| !KNOWN.contains(key) && !TIMES.contains(key));
    let content = item.document.root.get("structuredContent");
    let inner = names(content).filter(|(key, _)| !KNOWN_CONTENT.contains(key));
    own.chain(inner).filter(|(_, value)| !value.is_nothing()).map(|(key, _)| key).collect()
}

fn text(node: Node<'_>, key: &str) -> String {
    node.get(key).as_str().unwrap_or_default().to_owned()
}

fn product(
    source: &Source<'_>,
    (collection, item): (&Collection<'_>, &Item<'_>),
    sold: &Sold,
    faults: &mut Vec<Diagnostic>,
) -> Product {
    let node = item.node;
    let mut hide = |message: String, help: &str| faults.push(lost(item.document.file, message, help));
    let is_open = Source::is_open(collection, Some(item));
    if !is_open {
        hide(
            format!("'{}' is not for everybody; in lists it is hidden.", item.title),
            "show it there when it may be seen",
        );
    }
    let is_pass = sold.product_type == ProductType::Paywall;
    if is_pass {
        let message = format!(
            "'{}' opens pages to members, which no list knows; it is a hidden service there.",
            item.title
        );
        hide(message, "make it anew there");
    }
    if sold.is_subscribable && sold.product_type != ProductType::Physical {
        let message = format!("'{}' is paid for again and again; in lists it is sold once.", item.title);
        hide(message, "write its plan anew there");
    }
    let is_shown = matches!(item.state, State::Published | State::Scheduled) && collection.is_public;
    let seo = node.get("seoData");
    let options = options(sold);
    let raw = node.get("structuredContent").get("variants").elements();
    let variants = sold.variants.iter().enumerate();
    Product {
        kind: kind(sold),
        title: item.title.to_owned(),
        page: collection.url_id.to_owned(),
        url_id: item.url_id.to_owned(),
        excerpt: Source::html(node.get("excerpt")).to_owned(),
        description: source.loaded.blocks.body(item).unwrap_or_default().to_owned(),
        categories: item.categories.iter().map(|name| vec![(*name).to_owned()]).collect(),
        tags: item.tags.iter().map(|name| (*name).to_owned()).collect(),
        vendor: text(node, "vendor"),
        ribbon: text(node, "ribbon"),
        visibility: if is_shown && is_open && !is_pass { Visibility::Visible } else { Visibility::Hidden },
        featured: node.get("starred").is_true(),
        seo_title: text(seo, "seoTitle"),
        seo_description: text(seo, "seoDescription"),
        pictures: pictures(source, node),
        variants: variants
            .map(|(at, one)| {
                let raw = raw.get(at).copied().unwrap_or_default();
                variant(source, (one, raw), (sold.product_type, &options))
            })
            .collect(),
        options,
        publish_on: Some(item.publish_on).filter(|time| *time != 0),
        ..Product::default()
    }
}

fn kind(sold: &Sold) -> Kind {
    match sold.product_type {
        ProductType::Physical if sold.is_subscribable => Kind::Subscription,
        ProductType::Physical => Kind::Physical,
        ProductType::Digital => Kind::Digital,
        ProductType::Service | ProductType::Paywall => Kind::Service,
        ProductType::GiftCard => Kind::GiftCard,
    }
}

/// The names of the choices: in the order that the product states, then those that its variants alone know.
fn options(sold: &Sold) -> Vec<String> {
    let mut names: Vec<String> = sold.variant_option_ordering.clone();
    for name in sold.variants.iter().flat_map(|variant| variant.attributes.keys()) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn pictures(source: &Source<'_>, node: Node<'_>) -> Vec<Picture> {
    let main = node.get("mainImage");
    let own = [main, node]
        .into_iter()
        .find(|node| node.get("assetUrl").as_str().is_some_and(|url| !url.is_empty()));
    let mut found: Vec<Picture> = Vec::new();
    for one in node.get("items").elements().iter().copied().chain(own) {
        let url = source.absolute(&text(one, "assetUrl"));
        if url.is_empty() || found.iter().any(|known| known.url == url) {
            continue;
        }
        found.push(Picture { url, alt: text(one, "altText") });
    }
    // The one that stands for the product is the first of a list.
    let first = own.map(|own| source.absolute(&text(own, "assetUrl")));
    if let Some(at) = found.iter().position(|one| Some(&one.url) == first.as_ref()) {
        found[..=at].rotate_right(1);
    }
    found
}

fn variant(
    source: &Source<'_>,
    (sold, raw): (&SoldVariant, Node<'_>),
    (kind, options): (ProductType, &[String]),
) -> Variant {
    let value = |(at, name): (usize, &String)| {
        let named = sold.attributes.get(name);
        named
            .cloned()
            .or_else(|| sold.option_values.get(at).map(|value| value.value.clone()))
            .unwrap_or_default()
    };
    let stock = match kind.has_stock() && !sold.unlimited {
        true => Stock::Count(sold.qty_in_stock),
        false => Stock::Unlimited,
    };
    let picture = text(raw.get("mainImage"), "assetUrl");
    Variant {
        sku: sold.sku.as_str().to_owned(),
        values: options.iter().enumerate().map(value).collect(),
        price: Some(sold.price),
        sale_price: Some(sold.sale_price),
        on_sale: sold.on_sale,
        stock,
        weight: weight(sold, raw.get("weight")),
        size: size(raw.get("size")),
        barcode: text(raw, "barcode"),
        taxable: matches!(raw.get("taxable"), Node::Boolean(false)).then_some(false),
        picture: if picture.is_empty() { picture } else { source.absolute(&picture) },
        ..Variant::default()
    }
}

fn decimal(node: Node<'_>) -> Option<Decimal> {
    let value = Decimal::from_str(&node.to_text()).ok()?;
    (value >= Decimal::ZERO).then_some(value)
}

/// The weight as it was written once, where that is what is charged for; else its grams.
fn weight(sold: &SoldVariant, written: Node<'_>) -> Option<Weight> {
    let grams = sold.shipping_weight;
    let unit = [WeightUnit::Gram, WeightUnit::Kilogram, WeightUnit::Ounce, WeightUnit::Pound]
        .into_iter()
        .zip(["g", "kg", "oz", "lb"])
        .find(|(_, name)| written.get("unit").as_str() == Some(*name));
    let own = unit.and_then(|(unit, _)| Some(Weight { value: decimal(written.get("value"))?, unit }));
    let own = own.filter(|own| own.grams() == Some(grams));
    own.or_else(|| (grams > 0).then(|| Weight { value: grams.into(), unit: WeightUnit::Gram }))
}

fn size(written: Node<'_>) -> Option<Size> {
    let units = [
        LengthUnit::Millimetre,
        LengthUnit::Centimetre,
        LengthUnit::Metre,
        LengthUnit::Inch,
        LengthUnit::Yard,
    ];
    let (unit, _) = units
        .into_iter()
        .zip(["mm", "cm", "m", "in", "yd"])
        .find(|(_, name)| written.get("unit").as_str() == Some(*name))?;
    let side = |key: &str| decimal(written.get(key));
    Some(Size { length: side("length")?, width: side("width")?, height: side("height")?, unit })
}
