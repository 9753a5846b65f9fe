//! Lists of Magento 1: several rows a product. The first names it; those below have no SKU and hold what it has more of: further
//! categories, pictures, variants, and its texts in other views of the shop.

use std::collections::{HashMap, HashSet};

use super::magento::{KEPT_VIEW, add_pictures, kind_of, variant};
use super::model::{Product, Stock, Variant, Visibility};
use super::reader::{Reader, parts, short, slug};
use crate::sheet::Row;

/// Where products live: they had an address of their own, without a page above them.
const PAGE: &str = "shop";
/// What all lists have and nothing here depends on.
const INNER: [&str; 19] = [
    "websites",
    "store id",
    "product name",
    "product type id",
    "small image label",
    "attribute set",
    "root category",
    "product websites",
    "options container",
    "media attribute id",
    "media position",
    "media is disabled",
    "small image",
    "thumbnail",
    "created at",
    "updated at",
    "has options",
    "required options",
    "super attribute price corr",
];

/// The rows of a product, the one that names it first.
type Rows<'t> = Vec<&'t Row>;
/// A variant that a product names: its SKU, the line of its first choice, and its choices by their attributes.
type Named<'t> = (&'t str, usize, Vec<(&'t str, &'t str)>);

/// Reads a list.
pub(super) fn read<'t>(reader: &mut Reader<'t>) -> Vec<Product> {
    let all: Vec<Rows<'t>> = products(reader);
    let by_sku: HashMap<&str, &Rows<'t>> =
        all.iter().filter_map(|rows| Some((reader.text(rows.first()?, &["sku"]), rows))).collect();
    let children: HashSet<&str> = all
        .iter()
        .flatten()
        .map(|row| reader.text(row, &["super products sku"]))
        .filter(|sku| by_sku.contains_key(sku))
        .collect();
    let mut made = Vec::new();
    for rows in &all {
        if !rows.first().is_some_and(|row| children.contains(reader.text(row, &["sku"]))) {
            made.extend(product(reader, rows, &by_sku));
        }
    }
    made
}

/// The rows of each product.
fn products<'t>(reader: &mut Reader<'t>) -> Vec<Rows<'t>> {
    let mut all: Vec<Rows<'t>> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    let table = reader.table;
    for row in table.rows() {
        INNER.iter().for_each(|name| {
            reader.text(row, &[name]);
        });
        let [view, sku, name] = ["store", "sku", "name"].map(|column| reader.text(row, &[column]));
        // One kind of list names the view in every line: the first of a product is the shop's own.
        let is_first = !sku.is_empty() && seen.insert(sku) && (view.is_empty() || is_own(view));
        if !view.is_empty() && !name.is_empty() && !is_first {
            let message =
                format!("This line is of the view '{view}' of the old shop; its texts were left out.");
            reader.notes.once(view, row.line, ("view", [("view", short(view))]), message, KEPT_VIEW);
        }
        let goes_on = sku.is_empty() || !view.is_empty() && !is_first;
        match all.last_mut() {
            Some(last) if goes_on => last.push(row),
            None if goes_on => {
                let message = "This line names no product; it was left out.";
                reader.notes.say(row.line, "no-name", message, "export all products at once");
            }
            _ => all.push(vec![row]),
        }
    }
    all
}

/// Whether a view is that which stands for all of them.
fn is_own(view: &str) -> bool {
    ["admin", "default"].iter().any(|own| view.eq_ignore_ascii_case(own))
}

fn product<'t>(
    reader: &mut Reader<'t>,
    rows: &Rows<'t>,
    by_sku: &HashMap<&str, &Rows<'t>>,
) -> Option<Product> {
    let row = *rows.first()?;
    let title = reader.owned(row, &["name"]);
    let url_id = match reader.text(row, &["url key"]) {
        "" => slug(&title),
        key => key.to_owned(),
    };
    let categories = rows.iter().map(|row| parts(reader.text(row, &["category"]), '/'));
    let mut product = Product {
        line: row.line,
        kind: kind_of(reader.text(row, &["type"])),
        page: PAGE.to_owned(),
        url_id,
        description: reader.owned(row, &["description"]),
        excerpt: reader.owned(row, &["short description"]),
        categories: categories.filter(|path| !path.is_empty()).collect(),
        tags: parts(reader.text(row, &["meta keyword"]), ','),
        visibility: visibility(reader, row),
        seo_title: reader.owned(row, &["meta title"]),
        seo_description: reader.owned(row, &["meta description"]),
        title,
        ..Product::default()
    };
    pictures(reader, rows, &mut product);
    choose(reader, rows, by_sku, &mut product);
    if product.variants.is_empty() {
        let mut only = variant(reader, row);
        let kind = reader.text(row, &["type"]);
        if matches!(kind, "configurable" | "grouped" | "bundle") {
            let message =
                format!("This product is '{kind}', and its parts are sold alone; it is shown as sold out.");
            reader.notes.say(row.line, "parts", message, "name the parts in its text, or take it out");
            only.stock = Stock::Count(0);
        }
        product.variants.push(only);
    }
    Some(product)
}

/// The variants that the rows of a configurable product name, each by what it chooses: a row for each choice of each.
fn choose<'t>(
    reader: &mut Reader<'t>,
    rows: &Rows<'t>,
    by_sku: &HashMap<&str, &Rows<'t>>,
    product: &mut Product,
) {
    let columns = ["super products sku", "super attribute code", "super attribute option"];
    let mut found: Vec<Named<'t>> = Vec::new();
    for row in rows {
        let [sku, code, option] = columns.map(|column| reader.text(row, &[column]));
        if sku.is_empty() {
            continue;
        }
        let at = found.iter().position(|(known, ..)| *known == sku).unwrap_or_else(|| {
            found.push((sku, row.line, Vec::new()));
            found.len() - 1
        });
        if !code.is_empty() && !product.options.iter().any(|name| name == code) {
            product.options.push(code.to_owned());
        }
        found[at].2.push((code, option));
    }
    let names = product.options.clone();
    let values = |chosen: &[(&str, &str)]| -> Vec<String> {
        let of =
            |name: &String| chosen.iter().find(|(code, _)| code == name).map_or("", |(_, option)| *option);
        names.iter().map(|name| of(name).to_owned()).collect()
    };
    let apart: HashSet<Vec<String>> = found.iter().map(|(.., chosen)| values(chosen)).collect();
    let is_enough = !names.is_empty() && apart.len() == found.len();
    if !is_enough && !found.is_empty() {
        product.options.push("Variant".to_owned());
    }
    for (sku, line, chosen) in &found {
        let Some(own) = by_sku.get(sku).filter(|own| !own.is_empty()) else {
            let message =
                format!("The variant '{sku}' of this product has no line in the list; it was left out.");
            let why = ("variant-missing", [("sku", short(sku))]);
            reader.notes.say(*line, why, message, "export all products at once");
            continue;
        };
        let mut one: Variant = variant(reader, own[0]);
        one.values = values(chosen);
        if !is_enough {
            one.values.push((*sku).to_owned());
        }
        let before = product.pictures.len();
        pictures(reader, own, product);
        one.picture = product.pictures.get(before).map(|picture| picture.url.clone()).unwrap_or_default();
        product.variants.push(one);
    }
    if product.variants.is_empty() {
        product.options.clear();
    }
}

/// The main picture, and those of the rows below.
fn pictures<'t>(reader: &mut Reader<'t>, rows: &Rows<'t>, product: &mut Product) {
    for (at, row) in rows.iter().enumerate() {
        let [main, label] = ["image", "image label"].map(|column| reader.text(row, &[column]));
        if at == 0 && main != "no_selection" {
            add_pictures(reader, row, product, main, label);
        }
        let [more, label] = ["media image", "media lable"].map(|column| reader.text(row, &[column]));
        add_pictures(reader, row, product, more, label);
    }
}

/// `status` is 1 where a product is on, and `visibility` 1 or 3 where lists do not show it.
fn visibility<'t>(reader: &Reader<'t>, row: &'t Row) -> Visibility {
    match (reader.text(row, &["status"]), reader.text(row, &["visibility"])) {
        ("2" | "0" | "Disabled", _) => Visibility::Hidden,
        (_, "1" | "3" | "Search" | "Not Visible Individually") => Visibility::Unlisted,
        _ => Visibility::Visible,
    }
}
