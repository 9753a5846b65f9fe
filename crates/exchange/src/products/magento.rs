//! Lists of Magento (Adobe Commerce): a row a product. A configurable product names its variants by their SKU, and they stand
//! in rows of their own, before it or after it; rows of another view of the shop repeat a product in another language.

use std::collections::{HashMap, HashSet};

use loggia_commerce::Cents;

use super::model::{Kind, Picture, Product, Stock, Variant, Visibility};
use super::reader::{Reader, parts, short, slug};
use super::texts::urls;
use crate::sheet::Row;

/// Columns of amounts.
pub(super) const AMOUNTS: [&str; 2] = ["price", "special price"];
/// Where products live: they had an address of their own, without a page above them.
const PAGE: &str = "shop";
/// The category above all others, which nobody saw.
const ROOT: &str = "Default Category";
/// What to do with texts of another view of the shop.
pub(super) const KEPT_VIEW: &str = "write the texts of other languages into the product's translations";
/// What all lists have and nothing here depends on.
const INNER: [&str; 34] = [
    "attribute set code",
    "product websites",
    "small image",
    "small image label",
    "thumbnail image",
    "thumbnail image label",
    "swatch image",
    "swatch image label",
    "created at",
    "updated at",
    "display product options in",
    "gift message available",
    "msrp display actual price type",
    "map enabled",
    "out of stock qty",
    "use config min qty",
    "is qty decimal",
    "use config backorders",
    "min cart qty",
    "use config min sale qty",
    "max cart qty",
    "use config max sale qty",
    "notify on stock below",
    "use config notify stock qty",
    "use config qty increments",
    "qty increments",
    "use config enable qty inc",
    "enable qty increments",
    "is decimal divided",
    "website id",
    "deferred stock update",
    "use config deferred stock update",
    "configurable variations position",
    "options container",
];

/// A variant that a configurable product names.
struct Choice<'t> {
    sku: &'t str,
    /// Names of attributes and what is chosen of each.
    values: Vec<(&'t str, &'t str)>,
}

pub(super) fn read<'t>(reader: &mut Reader<'t>) -> Vec<Product> {
    let mut rows: Vec<&'t Row> = Vec::new();
    let mut there: HashSet<&str> = HashSet::new();
    for row in reader.table.rows() {
        INNER.iter().for_each(|name| {
            reader.text(row, &[name]);
        });
        let view = reader.text(row, &["store view code"]);
        // The first view is the shop itself, unless a line for all views says the product already.
        let sku = reader.text(row, &["sku"]);
        if !view.is_empty() && (!view.eq_ignore_ascii_case("default") || there.contains(sku)) {
            let message = format!("This line is of the view '{view}' of the old shop; it was left out.");
            reader.notes.once(view, row.line, ("view", [("view", short(view))]), message, KEPT_VIEW);
        } else {
            there.insert(sku);
            rows.push(row);
        }
    }
    let by_sku: HashMap<&str, &'t Row> = rows.iter().map(|row| (reader.text(row, &["sku"]), *row)).collect();
    let choices: Vec<Vec<Choice<'t>>> = rows.iter().map(|row| named(reader, row)).collect();
    let children: HashSet<&str> =
        choices.iter().flatten().map(|choice| choice.sku).filter(|sku| by_sku.contains_key(sku)).collect();
    let mut products = Vec::new();
    for (row, choices) in rows.iter().zip(choices) {
        if !children.contains(reader.text(row, &["sku"])) {
            let product = product(reader, row, &choices, &by_sku);
            products.push(product);
        }
    }
    products
}

/// `sku=A-S,size=S|sku=A-L,size=L`.
fn named<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<Choice<'t>> {
    let text = reader.text(row, &["configurable variations"]);
    let mut found = Vec::new();
    for one in text.split('|') {
        let mut values: Vec<(&str, &str)> = pairs(one);
        if let Some(at) = values.iter().position(|(name, _)| *name == "sku") {
            found.push(Choice { sku: values.remove(at).1, values });
        }
    }
    found
}

/// `size=55 cm,color=Blue`; a part without a name goes on with the value before it. Values may stand in quotation marks.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for part in text.split(',') {
        if let Some((name, value)) = part.split_once('=') {
            found.push((name.trim(), value.trim().trim_matches('"')));
        }
    }
    found
}

fn product<'t>(
    reader: &mut Reader<'t>,
    row: &'t Row,
    choices: &[Choice<'t>],
    by_sku: &HashMap<&str, &'t Row>,
) -> Product {
    let title = reader.owned(row, &["name"]);
    let url_id = match reader.text(row, &["url key"]) {
        "" => slug(&title),
        key => key.to_owned(),
    };
    let mut product = Product {
        line: row.line,
        kind: kind_of(reader.text(row, &["product type"])),
        page: PAGE.to_owned(),
        url_id,
        description: reader.owned(row, &["description"]),
        excerpt: reader.owned(row, &["short description"]),
        categories: categories(reader.text(row, &["categories"])),
        tags: parts(reader.text(row, &["meta keywords"]), ','),
        visibility: visibility(reader, row),
        seo_title: reader.owned(row, &["meta title"]),
        seo_description: reader.owned(row, &["meta description"]),
        title,
        ..Product::default()
    };
    pictures(reader, row, &mut product);
    if !reader.text(row, &["additional attributes"]).is_empty() {
        let message =
            "Attributes of this product that are no choice were left out ('additional_attributes').";
        let help = "keep the list; what you need of them can be written into the products' texts";
        reader.notes.once("attributes", row.line, "attributes", message, help);
    }
    let rows: Vec<(&Choice<'t>, &'t Row)> =
        choices.iter().filter_map(|choice| Some((choice, *by_sku.get(choice.sku)?))).collect();
    if let Some(missing) = choices.iter().find(|choice| !by_sku.contains_key(choice.sku)) {
        let message = format!(
            "The variant '{}' of this product has no line in the list; it was left out.",
            missing.sku
        );
        reader.notes.say(
            row.line,
            ("variant-missing", [("sku", short(missing.sku))]),
            message,
            "export all products at once",
        );
    }
    if rows.is_empty() {
        let mut only = variant(reader, row);
        let kind = reader.text(row, &["product type"]);
        if matches!(kind, "configurable" | "grouped" | "bundle") {
            let message =
                format!("This product is '{kind}', and its parts are sold alone; it is shown as sold out.");
            reader.notes.say(row.line, "parts", message, "name the parts in its text, or take it out");
            only.stock = Stock::Count(0);
        }
        product.variants.push(only);
        return product;
    }
    choose(reader, row, &rows, &mut product);
    product
}

/// The variants of a configurable product, each by what it chooses.
fn choose<'t>(reader: &mut Reader<'t>, row: &'t Row, rows: &[(&Choice<'t>, &'t Row)], product: &mut Product) {
    let labels = pairs(reader.text(row, &["configurable variation labels"]));
    let own: Vec<Vec<(&str, &str)>> =
        rows.iter().map(|(_, row)| pairs(reader.text(row, &["additional attributes"]))).collect();
    let value = |at: usize, name: &str| {
        let said = rows[at].0.values.iter().chain(&own[at]).find(|(own, _)| *own == name);
        said.map_or("", |(_, value)| *value)
    };
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flat_map(|(choice, _)| &choice.values) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let are_apart = |names: &[&str]| {
        let all: HashSet<Vec<&str>> =
            (0..rows.len()).map(|at| names.iter().map(|name| value(at, name)).collect()).collect();
        all.len() == rows.len()
    };
    // Some lists name one choice and leave the others to the attributes of the variants.
    for (name, _) in own.iter().flatten() {
        let differs = (1..rows.len()).any(|at| value(at, name) != value(0, name));
        if differs && !names.contains(name) && !are_apart(&names) {
            names.push(name);
        }
    }
    let is_enough = are_apart(&names);
    for name in &names {
        let label = labels.iter().find(|(own, _)| own == name).map_or(*name, |(_, label)| *label);
        product.options.push(label.to_owned());
    }
    if !is_enough {
        product.options.push("Variant".to_owned());
    }
    for (at, (choice, row)) in rows.iter().enumerate() {
        let mut one = variant(reader, row);
        one.values = names.iter().map(|name| value(at, name).to_owned()).collect();
        if !is_enough {
            one.values.push(choice.sku.to_owned());
        }
        let before = product.pictures.len();
        pictures(reader, row, product);
        one.picture = product.pictures.get(before).map(|picture| picture.url.clone()).unwrap_or_default();
        product.variants.push(one);
    }
}

/// What is sold of a row: its price, stock and weight.
pub(super) fn variant<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Variant {
    let price = reader.amount(row, &["price"]);
    let sale_price = reader.amount(row, &["special price"]).filter(|sale| *sale > Cents::ZERO);
    if ["special price from date", "special price to date"]
        .iter()
        .any(|name| !reader.text(row, &[name]).is_empty())
    {
        let message = "This sale price is for some days alone; here it is asked until you change it.";
        reader.notes.once(
            "sale days",
            row.line,
            "sale-days",
            message,
            "set onSale in the product's file on the day",
        );
    }
    let mut variant = Variant {
        line: row.line,
        sku: reader.owned(row, &["sku"]),
        price: price.or(sale_price),
        sale_price,
        on_sale: sale_price.is_some_and(|sale| price.is_some_and(|price| sale < price)),
        stock: stock(reader, row),
        weight: reader.weight(row, None),
        ..Variant::default()
    };
    if reader.text(row, &["product online"]) == "2" {
        variant.stock = Stock::Count(0);
    }
    reader.unpriced(&variant);
    variant
}

fn stock<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Stock {
    let [manage, by_shop, state, waits] =
        ["manage stock", "use config manage stock", "is in stock", "allow backorders"]
            .map(|name| reader.text(row, &[name, name.trim_start_matches("allow ")]));
    let counted = reader.count(row, &["qty"]).map(Stock::Count);
    if state == "0" {
        return Stock::Count(0);
    }
    if manage == "0" && by_shop == "0" {
        return Stock::Unlimited;
    }
    if matches!(waits, "1" | "2") {
        let message = "This is sold on when there is none left; there are always enough of it.";
        let help = "set qtyInStock, and unlimited to false, in the file that was written";
        reader.notes.once("backorders", row.line, "always-enough", message, help);
        return Stock::Unlimited;
    }
    counted.unwrap_or_default()
}

/// What a product is, by the word of its column.
pub(super) fn kind_of(word: &str) -> Kind {
    match word {
        "downloadable" => Kind::Digital,
        "virtual" => Kind::Service,
        "giftcard" => Kind::GiftCard,
        _ => Kind::Physical,
    }
}

fn visibility<'t>(reader: &Reader<'t>, row: &'t Row) -> Visibility {
    let where_it_is = reader.text(row, &["visibility"]);
    if matches!(reader.text(row, &["product online"]), "0" | "2") {
        Visibility::Hidden
    } else if matches!(where_it_is, "Not Visible Individually" | "Search") {
        Visibility::Unlisted
    } else {
        Visibility::Visible
    }
}

/// `Default Category/Gear/Bags,Default Category/Gear`.
fn categories(text: &str) -> Vec<Vec<String>> {
    let paths = parts(text, ',').into_iter().map(|path| parts(&path, '/'));
    let without = |path: Vec<String>| {
        let is_below = path.first().is_some_and(|first| first == ROOT);
        path.into_iter().skip(usize::from(is_below)).collect::<Vec<String>>()
    };
    paths.map(without).filter(|path| !path.is_empty()).collect()
}

fn pictures<'t>(reader: &mut Reader<'t>, row: &'t Row, product: &mut Product) {
    for (column, label) in
        [("base image", "base image label"), ("additional images", "additional image labels")]
    {
        let [text, labels] = [column, label].map(|name| reader.text(row, &[name]));
        add_pictures(reader, row, product, text, labels);
    }
}

/// Pictures stand by their place in the old shop's folder, so only those with an address can be fetched.
pub(super) fn add_pictures<'t>(
    reader: &mut Reader<'t>,
    row: &'t Row,
    product: &mut Product,
    text: &str,
    labels: &str,
) {
    let (all, rest) = urls(text);
    if let Some(name) = rest.first() {
        let message = format!("The picture '{name}' lies in the old shop's folder; it was left out.");
        let help = "write https:// and the address of its media/catalog/product before it, and import again";
        reader.notes.once(
            "picture",
            row.line,
            ("picture-old-folder", [("name", short(name))]),
            message,
            help,
        );
    }
    let alts: Vec<&str> = if all.len() == 1 { vec![labels] } else { labels.split(',').collect() };
    for (at, url) in all.into_iter().enumerate() {
        let alt = alts.get(at).copied().unwrap_or_default();
        if !product.pictures.iter().any(|known| known.url == url) {
            product.pictures.push(Picture { url, alt: alt.trim().to_owned() });
        }
    }
}
