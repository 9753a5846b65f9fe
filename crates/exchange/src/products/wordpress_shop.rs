//! The products of a shop in an export of WordPress (XML), as the table that WooCommerce gives out as a list: a row a product
//! and a row each of its variations.

use std::collections::HashMap;

use super::serialized::Serialized;
use crate::Fault;
use crate::posts::xml::{self, Element};
use crate::sheet::Sheet;

/// By what such an export is known.
const SPACE: &str = "wordpress.org/export";
/// How deep its posts stand.
const DEPTH: usize = 2;
/// The most attributes of a product.
const ATTRIBUTES: usize = 40;
/// What a cell says, by the key under which WordPress keeps it.
const KEYS: [(&str, &str); 17] = [
    ("SKU", "_sku"),
    ("Regular price", "_regular_price"),
    ("Sale price", "_sale_price"),
    ("Tax status", "_tax_status"),
    ("Tax class", "_tax_class"),
    ("Stock", "_stock"),
    ("Weight", "_weight"),
    ("Length", "_length"),
    ("Width", "_width"),
    ("Height", "_height"),
    ("External URL", "_product_url"),
    ("Button text", "_button_text"),
    ("GTIN, UPC, EAN, or ISBN", "_global_unique_id"),
    ("Meta: _yoast_wpseo_title", "_yoast_wpseo_title"),
    ("Meta: _yoast_wpseo_metadesc", "_yoast_wpseo_metadesc"),
    ("Meta: rank_math_title", "rank_math_title"),
    ("Meta: rank_math_description", "rank_math_description"),
];

/// Whether a text is an export with products.
pub(super) fn is_shop(text: &str) -> bool {
    text.trim_start().starts_with('<')
        && text.get(..text.len().min(4096)).unwrap_or(text).contains(SPACE)
        && ["<wp:post_type>product<", "<wp:post_type><![CDATA[product]]>"]
            .iter()
            .any(|kind| text.contains(kind))
}

/// Its products as a table.
pub(super) fn table(text: &str) -> Sheet {
    let mut shop = Shop::default();
    let done = xml::elements(text, DEPTH, |item| shop.put(item));
    let broken = done
        .err()
        .map(|broken| (broken.line, format!("This export cannot be read from here on: {}.", broken.reason)));
    let rows: Vec<(usize, Vec<(String, String)>)> =
        shop.goods.iter().map(|item| (item.line, shop.row(item))).collect();
    let mut names: Vec<String> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (name, _) in rows.iter().flat_map(|(_, cells)| cells) {
        if !places.contains_key(name) {
            places.insert(name.clone(), names.len());
            names.push(name.clone());
        }
    }
    let row = |(line, own): (usize, Vec<(String, String)>)| {
        let mut cells = vec![String::new(); names.len()];
        own.into_iter().for_each(|(name, text)| cells[places[&name]] = text);
        (line, cells)
    };
    let rows = rows.into_iter().map(row).collect();
    let mut sheet = Sheet::of(&names, rows, broken, |name| name);
    sheet.faults.extend(shop.reviews());
    sheet
}

/// What an export says of a shop.
#[derive(Default)]
struct Shop {
    /// Products and variations.
    goods: Vec<Element>,
    /// Addresses of files by the numbers of their posts.
    files: HashMap<String, String>,
    /// Categories by their short names: the name, and the short name of the one around it.
    categories: HashMap<String, (String, String)>,
    /// Names of what may be chosen, by attribute and short name.
    values: HashMap<(String, String), String>,
}

impl Shop {
    fn put(&mut self, item: Element) {
        match (item.name.as_str(), item.text_of("post_type")) {
            ("item", "attachment") => {
                let address = item.text_of("attachment_url").to_owned();
                self.files.insert(item.text_of("post_id").to_owned(), address);
            }
            ("item", "product" | "product_variation")
                if !matches!(item.text_of("status"), "trash" | "auto-draft") =>
            {
                for term in item.children.iter().filter(|child| child.name == "category") {
                    let key = (term.attribute("domain").to_owned(), term.attribute("nicename").to_owned());
                    self.values.entry(key).or_insert_with(|| term.text.trim().to_owned());
                }
                self.goods.push(item);
            }
            ("term", _) => {
                let [taxonomy, slug, name] =
                    ["term_taxonomy", "term_slug", "term_name"].map(|own| item.text_of(own).to_owned());
                if taxonomy == "product_cat" {
                    self.categories.insert(slug, (name, item.text_of("term_parent").to_owned()));
                } else {
                    self.values.insert((taxonomy, slug), name);
                }
            }
            _ => {}
        }
    }

    /// What is said of products, which a list of reviews brings.
    fn reviews(&self) -> Option<Fault> {
        let comments = |item: &Element| item.children.iter().filter(|child| child.name == "comment").count();
        let count: usize = self.goods.iter().map(comments).sum();
        let line = self.goods.iter().find(|item| comments(item) > 0)?.line;
        let what = if count == 1 { "1 review of a product was" } else { "reviews of products were" };
        let number = if count == 1 { String::new() } else { format!("{count} ") };
        let message = format!("{number}{what} left out.");
        let help = "export the reviews as a list (CSV), and bring it under Shop, Customers";
        Some(Fault::new(line, message, help))
    }

    /// The cells of a product or a variation, by the names of their columns.
    fn row(&self, item: &Element) -> Vec<(String, String)> {
        let meta = |key: &str| meta(item, key);
        let is_variation = item.text_of("post_type") == "product_variation";
        let is_yes = |key: &str| meta(key) == "yes";
        let terms = |domain: &str| {
            let domain = domain.to_owned();
            item.children
                .iter()
                .filter(move |child| child.name == "category" && child.attribute("domain") == domain)
        };
        let kind = match terms("product_type").next() {
            _ if is_variation => "variation",
            Some(term) => term.attribute("nicename"),
            None => "simple",
        };
        let is_marked =
            |mark: &str| terms("product_visibility").any(|term| term.attribute("nicename") == mark);
        let is_hidden =
            is_marked("exclude-from-catalog") || matches!(meta("_visibility"), "hidden" | "search");
        let marks = [("virtual", "_virtual"), ("downloadable", "_downloadable")];
        let kinds =
            std::iter::once(kind).chain(marks.iter().filter(|(_, key)| is_yes(key)).map(|(word, _)| *word));
        let pictures =
            std::iter::once(meta("_thumbnail_id")).chain(meta("_product_image_gallery").split(','));
        let pictures = pictures.filter_map(|id| self.files.get(id.trim())).filter(|url| !url.is_empty());
        let text = |prefix: &str| item.text_of_prefixed(prefix, "encoded").trim().to_owned();
        let is_counted = is_yes("_manage_stock");
        let mut cells = vec![
            ("ID", item.text_of("post_id").to_owned()),
            ("Type", kinds.collect::<Vec<_>>().join(", ")),
            ("Name", item.text_of("title").to_owned()),
            ("Slug", item.text_of("post_name").to_owned()),
            ("Published", if item.text_of("status") == "publish" { "1" } else { "0" }.to_owned()),
            ("Is featured?", if is_marked("featured") { "1" } else { "0" }.to_owned()),
            ("Visibility in catalog", if is_hidden { "hidden" } else { "visible" }.to_owned()),
            ("Short description", text("excerpt")),
            ("Description", text("content")),
            ("In stock?", if meta("_stock_status") == "outofstock" { "0" } else { "1" }.to_owned()),
            (
                "Backorders allowed?",
                match meta("_backorders") {
                    "yes" => "1",
                    "notify" => "notify",
                    _ => "0",
                }
                .to_owned(),
            ),
            ("Categories", listed(terms("product_cat").map(|term| self.path(term)))),
            ("Tags", listed(terms("product_tag").map(|term| term.text.trim().to_owned()))),
            ("Images", pictures.cloned().collect::<Vec<_>>().join(", ")),
            ("Position", item.text_of("menu_order").to_owned()),
        ];
        if is_variation {
            cells.push(("Parent", format!("id:{}", item.text_of("post_parent"))));
        }
        for (column, key) in KEYS {
            let value = if key == "_stock" && !is_counted { "" } else { meta(key) };
            cells.push((column, value.to_owned()));
        }
        for (column, key) in [
            ("Date sale price starts", "_sale_price_dates_from"),
            ("Date sale price ends", "_sale_price_dates_to"),
        ] {
            cells.push((column, day(meta(key))));
        }
        let mut cells: Vec<(String, String)> =
            cells.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
        let attributes = if is_variation { self.chosen(item) } else { self.attributes(item) };
        for (at, (name, values, is_visible)) in attributes.into_iter().take(ATTRIBUTES).enumerate() {
            let number = at + 1;
            cells.push((format!("Attribute {number} name"), name));
            cells.push((format!("Attribute {number} value(s)"), values));
            cells
                .push((format!("Attribute {number} visible"), if is_visible { "1" } else { "0" }.to_owned()));
        }
        for (at, file) in Serialized::read(meta("_downloadable_files")).entries().enumerate() {
            cells.push((format!("Download {} name", at + 1), file.text("name").to_owned()));
            cells.push((format!("Download {} URL", at + 1), file.text("file").to_owned()));
        }
        cells
    }

    /// A category below those around it: `Clothing > Shirts`.
    fn path(&self, term: &Element) -> String {
        let mut path = vec![term.text.trim().to_owned()];
        let mut around = self.categories.get(term.attribute("nicename")).map(|(_, parent)| parent);
        // A circle of categories ends somewhere as well.
        while let Some((name, parent)) =
            around.and_then(|slug| self.categories.get(slug)).filter(|_| path.len() < 10)
        {
            path.insert(0, name.clone());
            around = Some(parent);
        }
        path.join(" > ")
    }

    /// What may be chosen of a product, and what is so of it: names, values, and whether they are shown.
    fn attributes(&self, item: &Element) -> Vec<(String, String, bool)> {
        let all = Serialized::read(meta(item, "_product_attributes"));
        let one = |own: &Serialized| {
            let name = own.text("name");
            let terms = item
                .children
                .iter()
                .filter(|child| child.name == "category" && child.attribute("domain") == name);
            let values = match own.text("is_taxonomy") {
                "1" => listed(terms.map(|term| term.text.trim().to_owned())),
                _ => listed(own.text("value").split('|').map(|value| value.trim().to_owned())),
            };
            (label(name), values, own.text("is_visible") == "1")
        };
        all.entries().map(one).collect()
    }

    /// What is chosen of a variation.
    fn chosen(&self, item: &Element) -> Vec<(String, String, bool)> {
        let keys = item.children.iter().filter(|child| child.name == "postmeta");
        let one = |own: &Element| {
            let attribute = own.text_of("meta_key").strip_prefix("attribute_")?.to_owned();
            let value = own.text_of("meta_value");
            let name = self.values.get(&(attribute.clone(), value.to_owned())).map_or(value, String::as_str);
            Some((label(&attribute), listed(std::iter::once(name.to_owned())), true))
        };
        keys.filter_map(one).collect()
    }
}

fn meta<'e>(item: &'e Element, key: &str) -> &'e str {
    let own = item.children.iter().filter(|child| child.name == "postmeta");
    own.filter(|own| own.text_of("meta_key") == key)
        .map(|own| own.text_of("meta_value"))
        .next_back()
        .unwrap_or_default()
}

/// The name of an attribute, of that of its table: `pa_shoe-size` is `Shoe size`.
fn label(name: &str) -> String {
    let Some(own) = name.strip_prefix("pa_") else {
        return if name.contains(char::is_uppercase) {
            name.to_owned()
        } else {
            upper(&name.replace('-', " "))
        };
    };
    upper(&own.replace(['-', '_'], " "))
}

fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Values in one cell, as the list has them.
fn listed(values: impl Iterator<Item = String>) -> String {
    values
        .filter(|value| !value.is_empty())
        .map(|value| value.replace(',', "\\,"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// A moment in seconds as a day.
fn day(seconds: &str) -> String {
    let moment = seconds.parse().ok().and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    moment.map_or_else(String::new, |moment| moment.to_string())
}
