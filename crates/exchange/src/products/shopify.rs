//! Lists of Shopify: the rows of a product share its handle; a row may be a variant, a further picture, or both. Columns
//! had other names before 2024.

use std::collections::HashMap;

use super::model::{Kind, Picture, Product, Stock, Variant, Visibility, Weight, WeightUnit};
use super::reader::{Reader, parts, short, slug, unit_of};
use crate::sheet::Row;

/// Columns of amounts.
pub(super) const AMOUNTS: [&str; 4] =
    ["variant price", "variant compare at price", "price", "compare at price"];
/// Choices a product may have.
const OPTIONS: usize = 3;
/// Where products lived.
const PAGE: &str = "products";

pub(super) fn read<'t>(reader: &mut Reader<'t>) -> Vec<Product> {
    let mut products: Vec<Product> = Vec::new();
    let mut places: HashMap<&'t str, usize> = HashMap::new();
    for row in reader.table.rows() {
        let handle = reader.text(row, &["handle", "url handle"]);
        let title = reader.text(row, &["title"]);
        let place = match (handle, title) {
            ("", "") => products.len().checked_sub(1),
            ("", _) => None,
            _ => places.get(handle).copied(),
        };
        let place = match place {
            Some(place) => place,
            None if handle.is_empty() && title.is_empty() => {
                let message = "A variant stands before any product; it was left out.";
                reader.notes.say(
                    row.line,
                    "variant-before",
                    message,
                    "give each row the handle of its product",
                );
                continue;
            }
            None => {
                let product = begin(reader, row);
                products.push(product);
                if !handle.is_empty() {
                    places.insert(handle, products.len() - 1);
                }
                products.len() - 1
            }
        };
        picture(reader, row, &mut products[place]);
        variant(reader, row, &mut products[place]);
    }
    for product in &mut products {
        finish(reader, product);
    }
    products
}

fn begin<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Product {
    let title = reader.owned(row, &["title"]);
    let url_id = match reader.text(row, &["handle", "url handle"]) {
        "" => slug(&title),
        handle => handle.to_owned(),
    };
    let is_card = reader.yes(row, &["gift card"], false);
    let mut categories: Vec<Vec<String>> = Vec::new();
    for name in parts(reader.text(row, &["collection", "custom collections", "collections"]), ',') {
        categories.push(vec![name]);
    }
    let kind = reader.text(row, &["type", "custom product type"]);
    if !kind.is_empty() && !categories.iter().any(|path| path[0] == kind) {
        categories.push(vec![kind.to_owned()]);
    }
    Product {
        line: row.line,
        kind: if is_card { Kind::GiftCard } else { Kind::Physical },
        page: PAGE.to_owned(),
        url_id,
        description: reader.owned(row, &["body html", "description", "body"]),
        categories,
        tags: parts(reader.text(row, &["tags"]), ','),
        vendor: reader.owned(row, &["vendor"]),
        visibility: visibility(reader, row),
        seo_title: reader.owned(row, &["seo title"]),
        seo_description: reader.owned(row, &["seo description"]),
        options: (1..=OPTIONS)
            .map(|number| reader.owned(row, &[&format!("option {number} name")]))
            .take_while(|name| !name.is_empty())
            .collect(),
        publish_on: None,
        title,
        ..Product::default()
    }
}

fn visibility<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Visibility {
    let is_published = reader.yes(row, &["published", "published on online store"], true);
    let status = reader.text(row, &["status"]).to_ascii_lowercase();
    match status.as_str() {
        "unlisted" => Visibility::Unlisted,
        "" | "active" if is_published => Visibility::Visible,
        _ => Visibility::Hidden,
    }
}

/// A row may bring a picture; its place among the others is a number.
fn picture<'t>(reader: &mut Reader<'t>, row: &'t Row, product: &mut Product) {
    let url = reader.text(row, &["image src", "product image url"]);
    let position = reader.text(row, &["image position"]);
    let alt = reader.text(row, &["image alt text"]);
    if url.is_empty() || product.pictures.iter().any(|known| known.url == url) {
        return;
    }
    // The order of the rows is nearly always that of the numbers.
    let at = position.parse::<usize>().ok().filter(|at| *at >= 1).map_or(usize::MAX, |at| at - 1);
    let at = at.min(product.pictures.len());
    product.pictures.insert(at, Picture { url: url.to_owned(), alt: alt.to_owned() });
}

/// Columns of which one at least is filled in where a row is a variant.
const OF_VARIANTS: [&str; 8] = [
    "variant sku",
    "sku",
    "variant price",
    "price",
    "option 1 value",
    "variant inventory policy",
    "continue selling when out of stock",
    "variant fulfillment service",
];

fn variant<'t>(reader: &mut Reader<'t>, row: &'t Row, product: &mut Product) {
    let says_nothing = OF_VARIANTS.iter().all(|name| reader.text(row, &[name]).is_empty());
    if !product.variants.is_empty() && says_nothing {
        return;
    }
    let values = (1..=product.options.len())
        .map(|number| reader.owned(row, &[&format!("option {number} value")]))
        .collect();
    let price = reader.amount(row, &["variant price", "price"]);
    let compare = reader.amount(row, &["variant compare at price", "compare at price"]);
    // A price to compare with that is not higher is shown nowhere.
    let before = compare.filter(|before| price.is_some_and(|price| *before > price));
    let variant = Variant {
        line: row.line,
        sku: reader.owned(row, &["variant sku", "sku"]).trim_start_matches('\'').to_owned(),
        values,
        price: before.or(price),
        sale_price: before.and(price),
        on_sale: before.is_some(),
        stock: stock(reader, row),
        weight: weight(reader, row),
        barcode: reader.owned(row, &["variant barcode", "barcode"]).trim_start_matches('\'').to_owned(),
        needs_shipping: reader.maybe(row, &["variant requires shipping", "requires shipping"]),
        taxable: reader.maybe(row, &["variant taxable", "charge tax"]),
        picture: reader.owned(row, &["variant image", "variant image url"]),
        ..Variant::default()
    };
    product.variants.push(variant);
}

fn stock<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Stock {
    const QUANTITY: [&str; 2] = ["variant inventory qty", "inventory quantity"];
    let tracker = reader.text(row, &["variant inventory tracker", "inventory tracker"]);
    let policy = reader.text(row, &["variant inventory policy"]);
    let goes_on = policy.eq_ignore_ascii_case("continue")
        || reader.text(row, &["continue selling when out of stock"]).eq_ignore_ascii_case("true")
        || reader.text(row, &["continue selling when out of stock"]).eq_ignore_ascii_case("continue");
    let quantity = reader.text(row, &QUANTITY);
    if tracker.is_empty() && reader.table.has_any(&["variant inventory tracker", "inventory tracker"]) {
        if !matches!(quantity, "" | "0") {
            let message = format!(
                "'{quantity}' pieces are named, but the old shop did not count them: there are always enough."
            );
            reader.notes.once(
                "untracked",
                row.line,
                ("untracked", [("quantity", short(quantity))]),
                message,
                "set qtyInStock, and unlimited to false, in the file that was written",
            );
        }
        return Stock::Unlimited;
    }
    if goes_on {
        let message = "This is sold on when there is none left; there are always enough of it.";
        reader.notes.once(
            "continue",
            row.line,
            "always-enough",
            message,
            "set qtyInStock, and unlimited to false, in the file that was written",
        );
        return Stock::Unlimited;
    }
    reader.count(row, &QUANTITY).map_or(Stock::Unlimited, Stock::Count)
}

/// Weights are in grams, beside the unit that people see.
fn weight<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Option<Weight> {
    let grams = reader.number(row, &["variant grams", "weight value grams"]).filter(|grams| !grams.is_zero());
    let unit = unit_of(reader.text(row, &["variant weight unit", "weight unit for display"]));
    match grams {
        Some(value) => {
            let weight = Weight { value, unit: WeightUnit::Gram };
            weight.grams().map(|_| weight)
        }
        None if reader.table.has_any(&["variant weight"]) => {
            let value = reader.number(row, &["variant weight"]).filter(|value| !value.is_zero())?;
            Some(Weight { value, unit: unit.unwrap_or(WeightUnit::Kilogram) })
        }
        None => None,
    }
}

/// What is known once all rows of a product are: a choice without a choice is none, and what is never sent is no parcel.
fn finish(reader: &mut Reader<'_>, product: &mut Product) {
    // Some lists have a row of its own for the product, above those of its variants.
    let is_own_row = |variant: &Variant| {
        variant.price.is_none() && variant.sku.is_empty() && variant.values.iter().all(String::is_empty)
    };
    if product.variants.len() > 1 && is_own_row(&product.variants[0]) {
        product.variants.remove(0);
    }
    product.variants.iter().for_each(|variant| reader.unpriced(variant));
    let only = product.variants.first().and_then(|variant| variant.values.first());
    let is_default = product.options.len() == 1
        && product.variants.len() == 1
        && only.is_some_and(|value| value.eq_ignore_ascii_case("default title"));
    if is_default {
        product.options.clear();
        product.variants[0].values.clear();
    }
    let unsent = product.variants.iter().filter(|variant| variant.needs_shipping == Some(false)).count();
    if product.kind == Kind::Physical && unsent > 0 {
        if unsent == product.variants.len() {
            product.kind = Kind::Service;
        } else {
            let message =
                "Some variants of this product are sent and others are not; all of it is taken as sent.";
            reader.notes.say(product.line, "partly-sent", message, "make two products of it");
        }
    }
}
