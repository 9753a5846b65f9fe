//! Lists of no platform that has a reader of its own: what a person keeps in a spreadsheet, feeds for Google and Facebook,
//! lists of Etsy, PrestaShop, Square and others. Columns are known by what they are called (`columns`); a row is a product,
//! and rows of one group, one id or one title with other choices are its variants.

use std::collections::{BTreeSet, HashMap};

use loggia_commerce::Cents;

use super::columns::PRICES;
use super::model::{Picture, Product, Variant};
use super::plain_cells::{
    categories, currency, html, kind, pictures, place, stock, tags, visibility, weight,
};
use super::plain_choices::{choices, chosen, combine, numbered_values};
use super::plain_rows::{Role, Roles};
use super::reader::{Reader, short, slug};
use crate::sheet::Row;

/// Columns of amounts.
pub(super) const AMOUNTS: [&str; 5] =
    ["price", "sale price", "compare at price", "price retail", "price net"];
/// What it is ordered by; some lists name a variant beside its product, and some a model alone.
const SKU: [&str; 3] = ["variant sku", "sku", "sku #2"];
/// What a product is called; few lists call that an item alone.
const TITLE: [&str; 2] = ["title", "item"];
/// Where products live whose list names no other place.
const PAGE: &str = "shop";

/// A product and its rows, the first of which says what it is.
struct Draft<'t> {
    rows: Vec<&'t Row>,
    /// Rows that are pictures of it and nothing else.
    pictures: Vec<&'t Row>,
    title: &'t str,
    id: &'t str,
    /// Whether rows name it as the one that they belong to, and it is none of its variants.
    is_parent: bool,
}

pub(super) fn read<'t>(reader: &mut Reader<'t>) -> Vec<Product> {
    let drafts = gather(reader);
    let parents: BTreeSet<String> =
        drafts.iter().filter_map(|draft| place(reader.text(draft.rows[0], &["link"])).0).collect();
    // Shops that put each category at an address of its own have one page here.
    let page = match parents.into_iter().collect::<Vec<_>>().as_slice() {
        [only] => only.clone(),
        _ => PAGE.to_owned(),
    };
    drafts.into_iter().map(|draft| product(reader, &draft, &page)).collect()
}

/// Which rows belong together.
fn gather<'t>(reader: &mut Reader<'t>) -> Vec<Draft<'t>> {
    let mut drafts: Vec<Draft<'t>> = Vec::new();
    let (mut groups, mut ids): (HashMap<&str, usize>, HashMap<&str, usize>) = Default::default();
    let roles = Roles::of(reader);
    for row in reader.table.rows() {
        let title = reader.text(row, &TITLE);
        let [id, group] = ["id", "group"].map(|name| reader.text(row, &[name]));
        let sku = reader.text(row, &SKU);
        let role = roles.role(reader, row);
        if role != Role::Product {
            let named = ids.get(group).copied().filter(|_| !group.is_empty() && group != "0");
            match named.or_else(|| drafts.len().checked_sub(1)) {
                Some(place) if role == Role::Variant => {
                    drafts[place].rows.push(row);
                    drafts[place].is_parent = true;
                }
                Some(place) if role == Role::Picture => drafts[place].pictures.push(row),
                _ => roles.say_left_out(reader, row),
            }
            continue;
        }
        let by_group = || groups.get(group).copied().map(|place| (place, false));
        let by_parent = || ids.get(group).copied().map(|place| (place, true));
        let found = if !group.is_empty() && group != "0" {
            by_group().or_else(by_parent)
        } else if title.is_empty() {
            ids.get(id).copied().or_else(|| drafts.len().checked_sub(1)).map(|place| (place, false))
        } else {
            let last = drafts.len().checked_sub(1);
            last.filter(|place| continues(reader, &drafts[*place], row, (title, id)))
                .map(|place| (place, false))
        };
        match found {
            Some((place, is_parent)) => {
                drafts[place].rows.push(row);
                drafts[place].is_parent |= is_parent;
            }
            None if title.is_empty() => {
                let message = "This line has no name, and no product stands before it; it was left out.";
                reader.notes.say(row.line, "no-name", message, "give each product a name");
            }
            None if is_heading(row) => {
                let message =
                    format!("'{title}' stands alone in its line; it was read as a heading and left out.");
                reader.notes.say(
                    row.line,
                    ("heading", [("title", short(title))]),
                    message,
                    "write a price beside it, if it is a product",
                );
            }
            None => {
                drafts.push(Draft { rows: vec![row], pictures: Vec::new(), title, id, is_parent: false });
                let place = drafts.len() - 1;
                if !group.is_empty() && group != "0" {
                    groups.insert(group, place);
                }
                for name in [id, sku].into_iter().filter(|name| !name.is_empty()) {
                    ids.entry(name).or_insert(place);
                }
            }
        }
    }
    drafts
}

/// Whether a row is one more variant of the product before it: it has the same name and no id of its own, or the same
/// address, and chooses something else.
fn continues<'t>(reader: &Reader<'t>, before: &Draft<'t>, row: &'t Row, (title, id): (&str, &str)) -> bool {
    let link = reader.text(row, &["link"]);
    let is_at_it = !link.is_empty() && link == reader.text(before.rows[0], &["link"]);
    title == before.title
        && (id == before.id || id.is_empty() || is_at_it)
        && before.rows.iter().all(|other| chosen(reader, other) != chosen(reader, row))
}

fn is_heading(row: &Row) -> bool {
    row.filled() == 1
}

fn product<'t>(reader: &mut Reader<'t>, draft: &Draft<'t>, page: &str) -> Product {
    let row = draft.rows[0];
    let title = draft.title.to_owned();
    let url_id = place(reader.text(row, &["link"])).1.unwrap_or_else(|| slug(&title));
    let mut product = Product {
        line: row.line,
        source_id: draft.id.to_owned(),
        kind: kind(reader, row),
        page: page.to_owned(),
        url_id,
        description: html(reader.text(row, &["description"])),
        excerpt: html(reader.text(row, &["short description"])),
        categories: categories(reader, row),
        tags: tags(reader, row),
        vendor: reader.owned(row, &["vendor"]),
        visibility: visibility(reader, row),
        seo_title: reader.owned(row, &["seo title"]),
        seo_description: reader.owned(row, &["seo description"]),
        title,
        ..Product::default()
    };
    let mut own: Vec<&Row> = draft.rows.iter().skip(usize::from(draft.is_parent)).copied().collect();
    let before = own.len();
    let first = own[0].line;
    own.retain(|row| row.line == first || says(reader, row));
    if own.len() < before {
        let message =
            "Lines below this product name neither a price nor a choice; only their pictures were taken.";
        reader.notes.once(
            "nothing",
            row.line,
            "says-nothing",
            message,
            "give each variant what tells it from the others",
        );
    }
    for row in draft.rows.iter().chain(&draft.pictures) {
        for url in pictures(reader, row) {
            if !product.pictures.iter().any(|known| known.url == url) {
                product.pictures.push(Picture { url, alt: String::new() });
            }
        }
    }
    let values = choices(reader, &own, &mut product);
    match numbered_values(reader, row) {
        all if own.len() == 1 && !all.is_empty() => {
            let price = asked(reader, row);
            let one = variant(reader, row, price, None);
            combine(all, one, &mut product, reader);
        }
        _ => {
            let prices: Vec<Asked> = own.iter().map(|row| asked(reader, row)).collect();
            let parent = if draft.is_parent { Some(asked(reader, row)) } else { None };
            let of_all = if draft.is_parent { weight(reader, row) } else { None };
            let base = prices[0].price.or(parent.and_then(|parent| parent.price));
            for ((row, values), own_price) in own.iter().zip(values).zip(prices) {
                let mut variant = variant(reader, row, own_price, base);
                // What a variant does not say is that of its product.
                if let Some(parent) = parent.filter(|_| !is_priced(reader, row)) {
                    variant.price = parent.regular.or(variant.price);
                    variant.sale_price = parent.sale;
                    variant.on_sale = parent.is_on_sale();
                }
                variant.weight = variant.weight.or(of_all);
                variant.values = values;
                if own.len() > 1 {
                    variant.source_id = reader.owned(row, &["id"]);
                    variant.picture = pictures(reader, row).into_iter().next().unwrap_or_default();
                }
                product.variants.push(variant);
            }
        }
    }
    product
}

/// Whether a further row says something that makes it a variant.
fn says<'t>(reader: &Reader<'t>, row: &'t Row) -> bool {
    ["price", "price retail", "price net", "sku", "barcode", "group"]
        .iter()
        .any(|name| !reader.text(row, &[name]).is_empty())
        || chosen(reader, row).iter().any(|value| !value.is_empty())
}

/// What a row says of prices.
#[derive(Clone, Copy)]
struct Asked {
    /// What is written as the price.
    price: Option<Cents>,
    /// The price without a sale.
    regular: Option<Cents>,
    sale: Option<Cents>,
}

impl Asked {
    fn is_on_sale(self) -> bool {
        self.sale.is_some_and(|sale| self.regular.is_some_and(|regular| sale < regular))
    }
}

/// Whether a row writes anything where its price stands.
fn is_priced<'t>(reader: &Reader<'t>, row: &'t Row) -> bool {
    !reader.text(row, &PRICES).is_empty()
}

/// The prices of a row. A price before a sale, or one that the maker recommends, stands beside the one that is asked.
fn asked<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Asked {
    let from = PRICES.into_iter().find(|name| !reader.text(row, &[name]).is_empty()).unwrap_or(PRICES[0]);
    let price = reader.amount(row, &[from]);
    if from == "price net" && price.is_some() {
        let message = "The prices of this list are without tax; they were taken as they are.";
        let help =
            "say in the site's taxes that prices are without tax, or write those with tax into the list";
        reader.notes.once("net", row.line, "net-prices", message, help);
    }
    let sale = reader.amount(row, &["sale price"]).filter(|sale| *sale > Cents::ZERO);
    let before = reader.amount(row, &["compare at price"]);
    let retail =
        if matches!(from, "variant price" | "price") { reader.amount(row, &["price retail"]) } else { None };
    let before = before.or(retail).filter(|before| price.is_some_and(|price| *before > price));
    match (before, sale) {
        (Some(before), None) => Asked { price, regular: Some(before), sale: price },
        // The price that is asked may be the one of the sale already.
        (Some(before), Some(sale)) if price.is_some_and(|price| sale >= price) => {
            Asked { price, regular: Some(before), sale: price }
        }
        _ => Asked { price, regular: price.or(sale), sale },
    }
}

/// What one row says of one way to buy it; a row without a price has that of its product.
fn variant<'t>(reader: &mut Reader<'t>, row: &'t Row, own: Asked, base: Option<Cents>) -> Variant {
    if own.price.is_none() && base.is_some() && !is_priced(reader, row) {
        let message = "This variant has no price of its own; it has that of its product.";
        reader.notes.once("base price", row.line, "base-price", message, "write its price into the list");
    }
    let regular = if is_priced(reader, row) { own.regular } else { base.or(own.sale) };
    let sale_price = own.sale;
    currency(reader, row);
    let variant = Variant {
        line: row.line,
        sku: reader.owned(row, &SKU),
        price: regular,
        sale_price,
        on_sale: sale_price.is_some_and(|sale| regular.is_some_and(|regular| sale < regular)),
        stock: stock(reader, row),
        weight: weight(reader, row),
        size: reader.size(row),
        barcode: reader.owned(row, &["barcode"]),
        needs_shipping: reader.maybe_quietly(row, "shipped"),
        ..Variant::default()
    };
    reader.unpriced(&variant);
    variant
}
