//! Lists of Wix: a row a product and a row each of its variants, which share its handle. A product without rows of
//! variants has one for each combination of its choices.

use std::collections::HashMap;

use loggia_commerce::Cents;
use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};

use super::model::{Kind, Picture, Product, Stock, Variant, Visibility, Weight};
use super::reader::{Reader, parts, short, slug};
use crate::sheet::Row;

/// Columns of amounts.
pub(super) const AMOUNTS: [&str; 3] = ["price", "surcharge", "strikethrough price"];
/// Choices, texts and tabs a product may have.
const OPTIONS: usize = 6;
/// The most variants that are made of choices.
const VARIANTS: usize = 1000;
/// Where products lived.
const PAGE: &str = "product-page";
/// Where pictures that are named without an address lie.
const PICTURES: &str = "https://static.wixstatic.com/media/";

/// What the row of a product says for all its variants.
struct Base {
    price: Option<Cents>,
    discount: Discount,
    stock: Stock,
    weight: Option<Weight>,
    sku: String,
    barcode: String,
    choices: Vec<Vec<String>>,
}

/// What a sale takes off a price.
#[derive(Clone, Copy)]
enum Discount {
    None,
    Percent(Decimal),
    Amount(Cents),
    /// The price before, which is named beside the one that is asked.
    Before(Cents),
}

pub(super) fn read<'t>(reader: &mut Reader<'t>) -> Vec<Product> {
    let mut products: Vec<(Product, Base)> = Vec::new();
    let mut places: HashMap<&'t str, usize> = HashMap::new();
    for row in reader.table.rows() {
        let handle = reader.text(row, &["handle id", "handle"]);
        let kind = reader.text(row, &["field type"]).to_ascii_lowercase();
        match kind.as_str() {
            "variant" => match places.get(handle) {
                Some(place) => variant(reader, row, &mut products[*place]),
                None => {
                    let message = format!(
                        "The product '{handle}' of this variant is not in the list before it; it was left out."
                    );
                    reader.notes.say(
                        row.line,
                        ("no-parent", [("product", handle.to_owned())]),
                        message,
                        "export all products at once",
                    );
                }
            },
            "product" | "" if !places.contains_key(handle) || handle.is_empty() => {
                let read = begin(reader, row);
                places.insert(handle, products.len());
                products.push(read);
            }
            "product" | "" => {
                let message =
                    format!("The product '{handle}' stands in the list already; this line was left out.");
                reader.notes.say(
                    row.line,
                    ("product-twice", [("product", handle.to_owned())]),
                    message,
                    "give each product a handleId of its own",
                );
            }
            // Version 3 of the lists gives further pictures lines of their own.
            "media" => {
                if let Some(place) = places.get(handle) {
                    let more = pictures(reader, row);
                    products[*place].0.pictures.extend(more);
                }
            }
            _ => {
                let message = format!("'{kind}' is not a kind of line that is known; it was left out.");
                reader.notes.once(
                    &kind,
                    row.line,
                    ("unknown-row", [("kind", kind.clone())]),
                    message,
                    "add what it says to the product's file",
                );
            }
        }
    }
    products.into_iter().map(|(product, base)| finish(reader, product, &base)).collect()
}

fn begin<'t>(reader: &mut Reader<'t>, row: &'t Row) -> (Product, Base) {
    let title = reader.owned(row, &["name"]);
    let handle = reader.owned(row, &["handle id", "handle"]);
    let mut url_id = slug(&title);
    // The newer lists name a product by its address.
    if reader.table.has_any(&["handle"]) && !handle.is_empty() {
        url_id.clone_from(&handle);
    }
    let mut product = Product {
        line: row.line,
        source_id: handle,
        kind: kind(reader, row),
        page: PAGE.to_owned(),
        url_id,
        description: reader.owned(row, &["description", "plain description"]),
        categories: parts(reader.text(row, &["collection", "collections", "categories"]), ';')
            .into_iter()
            .map(|name| vec![name])
            .collect(),
        vendor: reader.owned(row, &["brand"]),
        ribbon: reader.owned(row, &["ribbon"]),
        visibility: if reader.yes(row, &["visible"], true) {
            Visibility::Visible
        } else {
            Visibility::Hidden
        },
        pictures: pictures(reader, row),
        title,
        ..Product::default()
    };
    let mut choices = Vec::new();
    for number in 1..=OPTIONS {
        let name = reader.text(row, &[&format!("product option name {number}")]);
        reader.text(row, &[&format!("product option type {number}")]);
        let values = choice_cell(reader, row, number);
        if !name.is_empty() {
            product.options.push(name.to_owned());
            choices.push(values.split(';').map(choice).filter(|value| !value.is_empty()).collect());
        }
        let tab = reader.text(row, &[&format!("additional info title {number}")]);
        let text = reader.text(row, &[&format!("additional info description {number}")]);
        if !tab.is_empty() || !text.is_empty() {
            product.details.push((tab.to_owned(), text.to_owned()));
        }
        asked(reader, row, number);
    }
    let base = Base {
        price: reader.amount(row, &["price"]),
        discount: discount(reader, row),
        stock: stock(reader, row, Stock::Unlimited),
        weight: reader.weight(row, None),
        sku: reader.owned(row, &["sku"]),
        barcode: reader.owned(row, &["barcode"]),
        choices,
    };
    (product, base)
}

fn kind<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Kind {
    match reader.text(row, &["product type"]).to_ascii_lowercase().as_str() {
        "digital" => Kind::Digital,
        "service" => Kind::Service,
        "gift_card" | "gift card" => Kind::GiftCard,
        _ => Kind::Physical,
    }
}

/// A text that buyers write themselves.
fn asked<'t>(reader: &mut Reader<'t>, row: &'t Row, number: usize) {
    let text = reader.text(row, &[&format!("custom text field {number}")]);
    for column in ["char limit", "mandatory"] {
        reader.text(row, &[&format!("custom text {column} {number}")]);
    }
    if !text.is_empty() {
        let message = format!("Buyers are asked for '{text}'; that was not taken over.");
        let help = "make a form in forms/ and name it in structuredContent.additionalFieldsFormId";
        reader.notes.once(
            &format!("text {text}"),
            row.line,
            ("asked-text", [("text", short(text))]),
            message,
            help,
        );
    }
}

/// What a product's row or a variant's says of a choice.
fn choice_cell<'t>(reader: &Reader<'t>, row: &'t Row, number: usize) -> &'t str {
    let names = [format!("product option description {number}"), format!("product option choices {number}")];
    reader.text(row, &[&names[0], &names[1]])
}

/// A colour has its value before its name: `#ff0000:Red`.
fn choice(text: &str) -> String {
    let text = text.trim();
    match text.strip_prefix('#').and_then(|rest| rest.split_once(':')) {
        Some((_, name)) if !name.trim().is_empty() => name.trim().to_owned(),
        _ => text.to_owned(),
    }
}

fn pictures<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<Picture> {
    let texts: Vec<&str> = reader.text(row, &["media alt text"]).split(';').collect();
    let names = reader.text(row, &["product image url", "media"]).split(';').map(str::trim);
    names
        .enumerate()
        .filter(|(_, name)| !name.is_empty())
        .map(|(at, name)| Picture {
            url: address(name),
            alt: texts.get(at).map(|text| text.trim().to_owned()).unwrap_or_default(),
        })
        .collect()
}

fn address(name: &str) -> String {
    if name.starts_with("http://") || name.starts_with("https://") {
        name.to_owned()
    } else {
        // `wix:image://v1/<name>/…` names the same picture.
        let name =
            name.strip_prefix("wix:image://v1/").map_or(name, |rest| rest.split('/').next().unwrap_or(rest));
        format!("{PICTURES}{name}")
    }
}

fn discount<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Discount {
    let mode = reader.text(row, &["discount mode"]).to_ascii_uppercase();
    if let Some(before) = reader.amount(row, &["strikethrough price"]).filter(|amount| *amount > Cents::ZERO)
    {
        return Discount::Before(before);
    }
    match mode.as_str() {
        "AMOUNT" => match reader.amount(row, &["discount value"]) {
            Some(amount) if amount > Cents::ZERO => Discount::Amount(amount),
            _ => Discount::None,
        },
        "PERCENT" | "" => match reader.number(row, &["discount value"]) {
            Some(percent) if !percent.is_zero() && percent <= Decimal::ONE_HUNDRED => {
                Discount::Percent(percent)
            }
            Some(percent) if !percent.is_zero() => {
                let message = format!("A discount of {percent} per cent is more than all; it was left out.");
                reader.notes.say(
                    row.line,
                    ("discount-over", [("percent", percent.to_string())]),
                    message,
                    "mend it in the list",
                );
                Discount::None
            }
            _ => Discount::None,
        },
        _ => {
            let message = format!("'{mode}' is not a kind of discount that is known; it was left out.");
            reader.notes.once(
                &mode,
                row.line,
                ("unknown-discount", [("kind", mode.clone())]),
                message,
                "write the sale price into the product's file",
            );
            Discount::None
        }
    }
}

fn stock<'t>(reader: &mut Reader<'t>, row: &'t Row, otherwise: Stock) -> Stock {
    match reader.text(row, &["inventory"]).to_ascii_lowercase().replace(['_', ' '], "").as_str() {
        "" => otherwise,
        "instock" => Stock::Unlimited,
        "outofstock" => Stock::Count(0),
        _ => reader.count(row, &["inventory"]).map_or(otherwise, Stock::Count),
    }
}

fn variant<'t>(reader: &mut Reader<'t>, row: &'t Row, (product, base): &mut (Product, Base)) {
    let values = (1..=product.options.len()).map(|number| choice(choice_cell(reader, row, number))).collect();
    let price = match reader.difference(row, &["surcharge"]) {
        // A surcharge that cannot be read leaves the price open.
        None if !reader.text(row, &["surcharge"]).is_empty() => None,
        // Newer lists give each variant its price.
        None => reader.amount(row, &["price"]).or(base.price),
        Some(more) => base.price.and_then(|price| price.checked_add(more)).map(Cents::at_least_zero),
    };
    let discount = match discount(reader, row) {
        Discount::None => base.discount,
        own => own,
    };
    let mut variant = Variant {
        line: row.line,
        sku: reader.owned(row, &["sku"]),
        values,
        stock: stock(reader, row, base.stock),
        weight: reader.weight(row, None).or(base.weight),
        barcode: reader.owned(row, &["barcode"]),
        ..Variant::default()
    };
    priced(reader, &mut variant, price, discount);
    if !reader.yes(row, &["visible"], true) {
        variant.stock = Stock::Count(0);
        let message = "This variant is hidden; it is shown as sold out.";
        reader.notes.once(
            "hidden variant",
            row.line,
            "hidden-variant",
            message,
            "take it out of the product's file",
        );
    }
    product.variants.push(variant);
}

/// Gives a variant its prices.
fn priced(reader: &mut Reader<'_>, variant: &mut Variant, price: Option<Cents>, discount: Discount) {
    variant.price = price;
    let sale = match (price, discount) {
        (None, _) | (_, Discount::None) => None,
        (Some(asked), Discount::Before(before)) if before > asked => {
            variant.price = Some(before);
            Some(asked)
        }
        (Some(_), Discount::Before(_)) => None,
        (Some(price), Discount::Amount(less)) => price.checked_sub(less).map(Cents::at_least_zero),
        (Some(price), Discount::Percent(percent)) => {
            let exact = Decimal::from(price.get()) * (Decimal::ONE_HUNDRED - percent) / Decimal::ONE_HUNDRED;
            let cents = exact.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
            if cents != exact {
                let message = format!(
                    "{percent} per cent less is not a whole number of hundredths; the nearest was taken."
                );
                reader.notes.once(
                    "percent",
                    variant.line,
                    ("percent-rounded", [("percent", percent.to_string())]),
                    message,
                    "look at the sale price in the product's file",
                );
            }
            cents.to_i64().and_then(Cents::new)
        }
    };
    variant.sale_price = sale;
    // Nothing less than nothing: a price of 0 has no sale.
    variant.on_sale = sale.is_some() && sale < variant.price;
    reader.unpriced(variant);
}

/// A product without lines of variants has one for each combination of its choices.
fn finish(reader: &mut Reader<'_>, mut product: Product, base: &Base) -> Product {
    if !product.variants.is_empty() {
        return product;
    }
    let count = base.choices.iter().try_fold(1_usize, |count, values| count.checked_mul(values.len().max(1)));
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    if count.is_some_and(|count| count <= VARIANTS) {
        for values in &base.choices {
            let values = if values.is_empty() { vec![String::new()] } else { values.clone() };
            all = all
                .iter()
                .flat_map(|before| {
                    values
                        .iter()
                        .map(|value| before.iter().cloned().chain([value.clone()]).collect::<Vec<_>>())
                })
                .collect();
        }
    } else {
        let message =
            format!("The choices of this product make more than {VARIANTS} variants; they were left out.");
        reader.notes.say(
            product.line,
            ("too-many-variants", [("most", VARIANTS.to_string())]),
            message,
            "write the variants out in the product's file",
        );
        product.options.clear();
    }
    let several = all.len() > 1;
    if several && matches!(base.stock, Stock::Count(count) if count > 0) {
        let message = "Several variants have one stock in the old shop; each has it here.";
        reader.notes.once(
            "shared stock",
            product.line,
            "shared-stock",
            message,
            "divide the pieces among the variants in the product's file",
        );
    }
    for values in all {
        let end: Vec<String> = values.iter().map(|value| slug(value)).collect();
        let sku = if several && !base.sku.is_empty() {
            format!("{}-{}", base.sku, end.join("-"))
        } else {
            base.sku.clone()
        };
        let mut variant = Variant {
            line: product.line,
            sku,
            values,
            stock: base.stock,
            weight: base.weight,
            barcode: base.barcode.clone(),
            ..Variant::default()
        };
        priced(reader, &mut variant, base.price, base.discount);
        product.variants.push(variant);
    }
    product
}
