//! Lists of Squarespace: a row a variant, the first of a product with its words.

use super::model::{Kind, Picture, Product, Stock, Variant, Visibility};
use super::reader::{Reader, parts, short, slug};
use crate::sheet::Row;

/// Columns of amounts.
pub(super) const AMOUNTS: [&str; 2] = ["price", "sale price"];
/// Choices a product may have.
const OPTIONS: usize = 6;

pub(super) fn read<'t>(reader: &mut Reader<'t>) -> Vec<Product> {
    let mut products: Vec<Product> = Vec::new();
    for row in reader.table.rows() {
        if begins(reader, row, products.last()) {
            let product = begin(reader, row);
            products.push(product);
        }
        match products.last_mut() {
            Some(product) => variant(reader, row, product),
            None => {
                let message = "A variant stands before any product; it was left out.";
                reader.notes.say(
                    row.line,
                    "variant-before",
                    message,
                    "give the first row of each product its title",
                );
            }
        }
    }
    products
}

/// Whether a row is the first of a product: it names another one than the row before it.
fn begins<'t>(reader: &Reader<'t>, row: &'t Row, before: Option<&Product>) -> bool {
    let (id, title) = (reader.text(row, &["product id"]), reader.text(row, &["title"]));
    let Some(before) = before else { return !id.is_empty() || !title.is_empty() };
    match (id.is_empty(), title.is_empty()) {
        (false, _) => id != before.source_id,
        (true, true) => false,
        // Lists that repeat the product in each row repeat its address as well.
        (true, false) => {
            let [url, page] =
                ["product url", "product page"].map(|name| reader.text(row, &[name]).trim_matches('/'));
            url.is_empty() || url != before.url_id || !page.is_empty() && page != before.page
        }
    }
}

fn begin<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Product {
    let title = reader.owned(row, &["title"]);
    let url_id = match reader.text(row, &["product url"]).trim_matches('/') {
        "" => slug(&title),
        url => url.to_owned(),
    };
    let page = reader.text(row, &["product page"]).trim_matches('/');
    let pictures = reader.text(row, &["hosted image urls", "hosted image url"]).split_whitespace();
    Product {
        line: row.line,
        source_id: reader.owned(row, &["product id"]),
        kind: kind(reader, row),
        page: if page.is_empty() { "shop".to_owned() } else { page.to_owned() },
        url_id,
        title,
        description: reader.owned(row, &["description"]),
        categories: parts(reader.text(row, &["categories"]), ',').iter().map(|path| levels(path)).collect(),
        tags: parts(reader.text(row, &["tags"]), ','),
        visibility: if reader.yes(row, &["visible"], true) {
            Visibility::Visible
        } else {
            Visibility::Hidden
        },
        seo_title: reader.owned(row, &["seo title"]),
        seo_description: reader.owned(row, &["seo description"]),
        pictures: pictures.map(|url| Picture { url: url.to_owned(), alt: String::new() }).collect(),
        ..Product::default()
    }
}

/// `/flower/cosmos` is the category Cosmos inside of Flower.
fn levels(path: &str) -> Vec<String> {
    if path.starts_with('/') { parts(path, '/') } else { vec![path.to_owned()] }
}

fn kind<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Kind {
    let text = reader.text(row, &["product type"]);
    match text.to_ascii_uppercase().replace([' ', '-'], "_").as_str() {
        "" | "PHYSICAL" => Kind::Physical,
        "DIGITAL" | "DOWNLOAD" => Kind::Digital,
        "SERVICE" => Kind::Service,
        "GIFT_CARD" => Kind::GiftCard,
        "SUBSCRIPTION" => Kind::Subscription,
        _ => {
            let message =
                format!("'{text}' is not a type of product that is known; it was taken as a physical one.");
            reader.notes.once(
                text,
                row.line,
                ("unknown-type", [("text", short(text))]),
                message,
                "set structuredContent.productType in the file that was written",
            );
            Kind::Physical
        }
    }
}

fn variant<'t>(reader: &mut Reader<'t>, row: &'t Row, product: &mut Product) {
    let mut values = Vec::new();
    for number in 1..=OPTIONS {
        let name = reader.text(row, &[&format!("option name {number}")]);
        let value = reader.text(row, &[&format!("option value {number}")]);
        // Further rows may leave the names of the choices to the first.
        if product.variants.is_empty() && !name.is_empty() {
            product.options.push(name.to_owned());
        }
        if number <= product.options.len() {
            values.push(value.to_owned());
        }
    }
    let stock = reader.text(row, &["stock"]);
    let is_uncounted = stock.is_empty() || stock.eq_ignore_ascii_case("unlimited");
    let stock = if is_uncounted { None } else { reader.count(row, &["stock"]) };
    let on_sale = reader.yes(row, &["on sale"], false);
    let variant = Variant {
        line: row.line,
        source_id: reader.owned(row, &["variant id"]),
        sku: reader.owned(row, &["sku"]),
        values,
        price: reader.amount(row, &["price"]),
        sale_price: reader.amount(row, &["sale price"]),
        on_sale,
        stock: stock.map_or(Stock::Unlimited, Stock::Count),
        weight: reader.weight(row, None),
        size: reader.size(row),
        barcode: reader.owned(row, &["gtin", "barcode"]),
        ..Variant::default()
    };
    reader.unpriced(&variant);
    product.variants.push(variant);
}
