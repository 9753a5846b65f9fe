//! Lists of WooCommerce: a row a product, and a row each of its variations, which name it in `Parent` by its SKU or as
//! `id:123`, before it or after it.

use std::collections::HashMap;

use super::model::{Download, Kind, Picture, Product, Stock, Variant, Visibility};
use super::reader::{Reader, parts, short, slug, time};
use super::texts::{addresses, in_html, levels, paragraphs};
use crate::sheet::Row;

/// Columns of amounts.
pub(super) const AMOUNTS: [&str; 2] = ["regular price", "sale price"];
/// Where products lived.
const PAGE: &str = "product";
/// The most variants that are made of variations which leave a choice open.
const VARIANTS: usize = 1000;
/// Numbers of columns that are looked for, such as those of `Attribute 3 name`.
const NUMBERED: usize = 50;

/// A product with what only its rows say.
struct Draft<'t> {
    product: Product,
    row: &'t Row,
    attributes: Vec<Attribute>,
    is_variable: bool,
    position: i64,
}

/// An attribute of a product: choices, or what is so.
struct Attribute {
    name: String,
    values: Vec<String>,
    is_visible: bool,
}

/// A variation that waits for its product.
struct Variation<'t> {
    row: &'t Row,
    position: i64,
}

pub(super) fn read<'t>(reader: &mut Reader<'t>) -> Vec<Product> {
    let (mut drafts, mut variations) = (Vec::new(), Vec::new());
    for row in reader.table.rows() {
        let position = reader.text(row, &["position"]).parse().unwrap_or(0);
        let kinds = types(reader, row);
        // A list that lost its types still says which row belongs to another.
        let belongs = kinds.is_empty() && !matches!(reader.text(row, &["parent"]), "" | "0");
        if belongs || kinds.iter().any(|word| word.contains("variation")) {
            variations.push(Variation { row, position });
        } else {
            let draft = begin(reader, row, position);
            drafts.push(draft);
        }
    }
    let mut children = adopt(reader, &drafts, variations);
    drafts.sort_by_key(|draft| draft.position);
    let mut products = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let own = children.remove(&draft.product.line).unwrap_or_default();
        products.push(finish(reader, draft, own));
    }
    products
}

fn types<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<String> {
    parts(&reader.text(row, &["type"]).to_ascii_lowercase(), ',')
}

/// The variations of each product, by its line, in their order.
fn adopt<'t>(
    reader: &mut Reader<'t>,
    drafts: &[Draft<'t>],
    variations: Vec<Variation<'t>>,
) -> HashMap<usize, Vec<Variation<'t>>> {
    let mut by_name: HashMap<String, usize> = HashMap::new();
    // The same without blanks: who writes a list by hand does not write a number alike each time.
    let mut loosely: HashMap<String, usize> = HashMap::new();
    let bare = |name: &str| name.split_whitespace().collect::<String>();
    for draft in drafts {
        let product = &draft.product;
        if !product.source_id.is_empty() {
            by_name.insert(format!("id:{}", product.source_id), product.line);
        }
        let sku = reader.text(draft.row, &["sku"]);
        if !sku.is_empty() {
            by_name.entry(sku.to_owned()).or_insert(product.line);
            loosely.entry(bare(sku)).or_insert(product.line);
        }
    }
    let mut children: HashMap<usize, Vec<Variation<'t>>> = HashMap::new();
    for variation in variations {
        let parent = reader.text(variation.row, &["parent"]);
        match by_name.get(parent).or_else(|| loosely.get(&bare(parent))) {
            Some(line) => children.entry(*line).or_default().push(variation),
            None => {
                let message =
                    format!("The product '{parent}' of this variation is not in the list; it was left out.");
                reader.notes.say(
                    variation.row.line,
                    ("no-parent", [("product", short(parent))]),
                    message,
                    "export all products at once, or name the product's SKU in 'Parent'",
                );
            }
        }
    }
    for own in children.values_mut() {
        own.sort_by_key(|variation| variation.position);
    }
    children
}

fn begin<'t>(reader: &mut Reader<'t>, row: &'t Row, position: i64) -> Draft<'t> {
    let kinds = types(reader, row);
    let is = |word: &str| kinds.iter().any(|kind| kind == word);
    let title = reader.owned(row, &["name"]);
    let url_id = match reader.text(row, &["slug", "permalink"]).trim_end_matches('/').rsplit('/').next() {
        None | Some("") => slug(&title),
        Some(url) => url.to_owned(),
    };
    let downloads = downloads(reader, row);
    let kind = if kinds.iter().any(|kind| kind.contains("subscription")) {
        Kind::Subscription
    } else if is("gift-card") || is("pw-gift-card") {
        Kind::GiftCard
    } else if is("downloadable") || !downloads.is_empty() {
        Kind::Digital
    } else if is("virtual") {
        Kind::Service
    } else {
        Kind::Physical
    };
    let pictures = addresses(reader.text(row, &["images"])).into_iter();
    let mut product = Product {
        line: row.line,
        source_id: reader.owned(row, &["id"]),
        kind,
        page: PAGE.to_owned(),
        url_id,
        title,
        description: paragraphs(reader.text(row, &["description"])),
        excerpt: paragraphs(reader.text(row, &["short description"])),
        categories: escaped(reader.text(row, &["categories"])).iter().map(|path| levels(path)).collect(),
        tags: escaped(reader.text(row, &["tags"])),
        vendor: reader.owned(row, &["brands", "brand"]),
        visibility: visibility(reader, row),
        featured: reader.yes(row, &["is featured"], false),
        seo_title: without_variables(reader.text(row, &["meta yoast wpseo title", "meta rank math title"])),
        seo_description: without_variables(
            reader.text(row, &["meta yoast wpseo metadesc", "meta rank math description"]),
        ),
        pictures: pictures.map(|url| Picture { url, alt: String::new() }).collect(),
        downloads,
        publish_on: None,
        ..Product::default()
    };
    elsewhere(reader, row, &kinds, &mut product);
    let is_variable = kinds.iter().any(|kind| kind.starts_with("variable"));
    Draft { product, row, attributes: attributes(reader, row), is_variable, position }
}

/// What is sold in another shop, or is a group of others.
fn elsewhere<'t>(reader: &mut Reader<'t>, row: &'t Row, kinds: &[String], product: &mut Product) {
    let address = reader.text(row, &["external url"]);
    let is = |word: &str| kinds.iter().any(|kind| kind == word);
    if is("external") {
        let label = Some(reader.text(row, &["button text"])).filter(|text| !text.is_empty()).unwrap_or("Buy");
        if address.starts_with("https://") || address.starts_with("http://") {
            let link = format!("<p><a href=\"{}\">{}</a></p>", in_html(address), in_html(label));
            product.description.push_str(&link);
        }
        let message = "This is sold in another shop; it is shown as sold out here, with a link to it.";
        reader.notes.say(row.line, "sold-elsewhere", message, "look at the product, or take it out");
    }
    if is("grouped") {
        let others = reader.text(row, &["grouped products"]);
        let message = format!(
            "This is a group of other products ({others}); it is shown as sold out, and they are sold alone."
        );
        reader.notes.say(
            row.line,
            ("group", [("products", short(others))]),
            message,
            "name the products in its text, or take it out",
        );
    }
}

fn visibility<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Visibility {
    if !matches!(reader.text(row, &["published"]).to_ascii_lowercase().as_str(), "" | "1" | "yes" | "true") {
        return Visibility::Hidden;
    }
    match reader
        .text(row, &["visibility in catalog", "visibility in catalogue", "catalog visibility"])
        .to_ascii_lowercase()
        .as_str()
    {
        "hidden" | "search" => Visibility::Unlisted,
        _ => Visibility::Visible,
    }
}

fn attributes<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Vec<Attribute> {
    let mut found = Vec::new();
    for number in 1..=NUMBERED {
        let column = format!("attribute {number} name");
        if !reader.table.has_any(&[&column]) {
            break;
        }
        let name = reader.owned(row, &[&column]);
        let values = reader
            .text(row, &[&format!("attribute {number} value s"), &format!("attribute {number} values")]);
        let is_visible = reader.yes(row, &[&format!("attribute {number} visible")], true);
        // Whether other products share it, and what is chosen first, is the old shop's business.
        reader.text(row, &[&format!("attribute {number} global")]);
        reader.text(row, &[&format!("attribute {number} default")]);
        if !name.is_empty() {
            found.push(Attribute { name, values: escaped(values), is_visible });
        }
    }
    found
}

fn downloads<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<Download> {
    let mut found = Vec::new();
    for number in 1..=NUMBERED {
        let url = reader.text(row, &[&format!("download {number} url")]);
        let name = reader.text(row, &[&format!("download {number} name")]);
        reader.text(row, &[&format!("download {number} id")]);
        if !url.is_empty() {
            found.push(Download { name: name.to_owned(), url: url.to_owned() });
        }
    }
    found
}

/// What one row says of one way to buy it.
fn variant<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Variant {
    let price = reader.amount(row, &["regular price"]);
    let sale_price = reader.amount(row, &["sale price"]);
    let variant = Variant {
        line: row.line,
        source_id: reader.owned(row, &["id"]),
        sku: reader.owned(row, &["sku"]),
        // What is on sale alone has that price.
        price: price.or(sale_price),
        sale_price,
        on_sale: sale_price.is_some() && is_on_sale(reader, row),
        stock: stock(reader, row),
        weight: reader.weight(row, None),
        size: reader.size(row),
        barcode: reader.owned(row, &["gtin upc ean or isbn", "gtin", "barcode", "meta global unique id"]),
        taxable: match reader.text(row, &["tax status"]).to_ascii_lowercase().as_str() {
            "taxable" => Some(true),
            "none" | "shipping" => Some(false),
            _ => None,
        },
        ..Variant::default()
    };
    reader.unpriced(&variant);
    variant
}

/// Whether a sale has begun and has not ended. Nothing ends it here, so its end is said.
fn is_on_sale<'t>(reader: &mut Reader<'t>, row: &'t Row) -> bool {
    let mut day = |names: &[&str]| {
        let text = reader.text(row, names);
        let read = time(text);
        if read.is_none() && !text.is_empty() {
            let message = format!("'{}' in '{}' is not a day; it was left out.", short(text), names[0]);
            reader.notes.say(
                row.line,
                ("not-day", [("text", short(text)), ("column", names[0].to_owned())]),
                message,
                "write it as 2026-11-21",
            );
        }
        read
    };
    let from = day(&["date sale price starts"]);
    let until = day(&["date sale price ends"]);
    // The last day is part of the sale.
    let has_ended = until.is_some_and(|until| until + 86_400_000 <= reader.shop.now);
    let has_begun = from.is_none_or(|from| from <= reader.shop.now);
    if (from.is_some() && !has_begun) || (until.is_some() && !has_ended) {
        let message = "This sale price is for some days alone; here it is asked until you change it.";
        let message =
            if has_begun { message } else { "This sale has not begun; its price is kept and not asked." };
        reader.notes.once(
            message,
            row.line,
            if has_begun { "sale-days" } else { "sale-ahead" },
            message,
            "set onSale in the product's file on the day",
        );
    }
    has_begun && !has_ended
}

fn stock<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Stock {
    let state = reader.text(row, &["in stock"]).to_ascii_lowercase();
    let is_out = matches!(state.as_str(), "0" | "no" | "false" | "outofstock");
    let backorders = reader.text(row, &["backorders allowed"]).to_ascii_lowercase();
    let waits = matches!(backorders.as_str(), "1" | "yes" | "true" | "notify")
        || matches!(state.as_str(), "backorder" | "onbackorder");
    let counted = reader.text(row, &["stock"]);
    if waits && !is_out {
        let message = "This is sold on when there is none left; there are always enough of it.";
        reader.notes.once(
            "backorders",
            row.line,
            "always-enough",
            message,
            "set qtyInStock, and unlimited to false, in the file that was written",
        );
        return Stock::Unlimited;
    }
    // A variation may be counted with its product.
    if counted.is_empty() || counted.eq_ignore_ascii_case("parent") {
        return if is_out { Stock::Count(0) } else { Stock::Unlimited };
    }
    reader.count(row, &["stock"]).map_or(Stock::Unlimited, Stock::Count)
}

fn finish<'t>(reader: &mut Reader<'t>, draft: Draft<'t>, own: Vec<Variation<'t>>) -> Product {
    let Draft { mut product, row, attributes, is_variable, .. } = draft;
    let kinds = types(reader, row);
    let of_its_own = !is_variable && own.is_empty();
    let rows: Vec<(Variation<'t>, Vec<Attribute>)> = own
        .into_iter()
        .map(|one| {
            let said = self::attributes(reader, one.row);
            (one, said)
        })
        .collect();
    // A choice is what a variation chooses; or all that a variable product has, when none says anything.
    let is_choice = |attribute: &Attribute| {
        rows.iter().any(|(_, said)| said.iter().any(|one| one.name == attribute.name))
    };
    for attribute in &attributes {
        if !of_its_own && is_choice(attribute) {
            product.options.push(attribute.name.clone());
        } else if attribute.is_visible && !attribute.values.is_empty() {
            let values: Vec<String> = attribute.values.iter().map(|value| in_html(value)).collect();
            product.details.push((attribute.name.clone(), format!("<p>{}</p>", values.join(", "))));
        }
    }
    if of_its_own {
        let mut variant = variant(reader, row);
        if kinds.iter().any(|kind| kind == "external" || kind == "grouped") {
            variant.stock = Stock::Count(0);
        }
        product.variants.push(variant);
    } else {
        let whole =
            Whole { attributes: &attributes, weight: reader.weight(row, None), size: reader.size(row) };
        for (one, said) in rows {
            let more = variants(reader, &product, &whole, one.row, &said);
            product.variants.extend(more);
        }
    }
    if product.variants.is_empty() {
        let mut variant = variant(reader, row);
        let message =
            "This product has variations, but none of them is in the list; it is shown as sold out.";
        reader.notes.say(row.line, "no-variations", message, "export all products at once");
        variant.stock = Stock::Count(0);
        product.variants.push(variant);
    }
    if product.kind == Kind::Digital && product.variants.len() > 1 {
        let message = "This product is a file in several variants; files are sold in one, so it was taken as a service.";
        reader.notes.say(row.line, "file-variants", message, "make a product of each variant");
        product.kind = Kind::Service;
    }
    product
}

/// What variations have from their product.
struct Whole<'p> {
    attributes: &'p [Attribute],
    weight: Option<super::model::Weight>,
    size: Option<super::model::Size>,
}

/// The variants of a variation: one, or one for each value of a choice that it leaves open.
fn variants<'t>(
    reader: &mut Reader<'t>,
    product: &Product,
    whole: &Whole<'_>,
    row: &'t Row,
    said: &[Attribute],
) -> Vec<Variant> {
    let mut one = variant(reader, row);
    one.weight = one.weight.or(whole.weight);
    one.size = one.size.or(whole.size);
    one.picture = addresses(reader.text(row, &["images"])).into_iter().next().unwrap_or_default();
    if ["description", "short description"].iter().any(|name| !reader.text(row, &[name]).is_empty()) {
        let message = "Variations have no text of their own here; that of this one was left out.";
        reader.notes.once(
            "variation text",
            row.line,
            "variation-text",
            message,
            "write it into the product's text",
        );
    }
    if !matches!(reader.text(row, &["published"]), "" | "1") {
        one.stock = Stock::Count(0);
        let message = "This variation is not published; it is shown as sold out.";
        reader.notes.once(
            "unpublished",
            row.line,
            "hidden-variant",
            message,
            "take it out of the product's file",
        );
    }
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for name in &product.options {
        let chosen = said.iter().find(|attribute| attribute.name == *name).map(|found| &found.values);
        let open =
            whole.attributes.iter().find(|attribute| attribute.name == *name).map(|found| &found.values);
        let values = chosen.filter(|values| !values.is_empty()).or(open).cloned().unwrap_or_default();
        let values = if values.is_empty() { vec![String::new()] } else { values };
        if all.len() * values.len() + product.variants.len() > VARIANTS {
            let message = format!(
                "This variation leaves so much open that it is more than {VARIANTS} variants; it was left out."
            );
            reader.notes.say(
                row.line,
                ("too-open", [("most", VARIANTS.to_string())]),
                message,
                "write the variations out",
            );
            return Vec::new();
        }
        all = all.iter().flat_map(|before| values.iter().map(move |value| with(before, value))).collect();
    }
    let several = all.len() > 1;
    if several && matches!(one.stock, Stock::Count(_)) {
        let message = "Several variants have one stock in the old shop; each has it here.";
        reader.notes.once(
            "open stock",
            row.line,
            "shared-stock",
            message,
            "divide the pieces among the variants in the product's file",
        );
    }
    let name = |values: &[String]| match (several, one.sku.is_empty()) {
        (true, false) => {
            format!("{}-{}", one.sku, values.iter().map(|value| slug(value)).collect::<Vec<_>>().join("-"))
        }
        _ => one.sku.clone(),
    };
    all.into_iter().map(|values| Variant { sku: name(&values), values, ..one.clone() }).collect()
}

fn with(before: &[String], value: &str) -> Vec<String> {
    before.iter().cloned().chain([value.to_owned()]).collect()
}

/// Parts between commas; a comma of a name has a backslash before it.
fn escaped(text: &str) -> Vec<String> {
    let separator = if text.contains(" | ") && !text.contains(',') { '|' } else { ',' };
    parts(&text.replace("\\,", "\u{0}"), separator)
        .into_iter()
        .map(|part| part.replace('\u{0}', ","))
        .collect()
}

/// A text with places for other texts (`%%title%%`) says nothing here.
fn without_variables(text: &str) -> String {
    if text.contains('%') { String::new() } else { text.to_owned() }
}
