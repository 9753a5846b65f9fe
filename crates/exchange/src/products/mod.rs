//! Lists of products (CSV) of Squarespace, Shopify, WooCommerce and Wix → one neutral [`Product`] each.
//!
//! The dialect is known by the names of the columns, which may stand in any order and spelling; the encoding by the bytes;
//! the delimiter by the header. Amounts are hundredths of the shop's currency, as everywhere in Loggia (C-006), exact or
//! with a fault. What was read otherwise than it is written, and every column that holds something and is not taken over,
//! is named by a [`Fault`] with its line.

pub(crate) mod amount;
mod merge;
mod model;
mod reader;
mod shopify;
mod squarespace;
mod wix;
mod woocommerce;
mod words;
mod write;

use std::collections::BTreeSet;

pub use merge::{Merged, Source, merge};
pub use model::{
    Dialect, Download, Kind, LengthUnit, List, Picture, Product, Shop, Size, Stock, Variant, Visibility,
    Weight, WeightUnit,
};
pub use write::{Columns, Written, write};

use crate::decode;
use crate::fault::Fault;
use crate::notes::Notes;
use crate::sheet::{Sheet, from_header, header, lines_before};
use reader::Reader;

/// Whose list of products these bytes are; `None` when they are something else.
#[must_use]
pub fn dialect(bytes: &[u8]) -> Option<Dialect> {
    // A header is short: no more than its beginning is looked at.
    let start = &bytes[..bytes.len().min(64 * 1024)];
    let (text, _) = decode::decode(start);
    let text = from_header(&text);
    dialect_of(&header(text, |names| dialect_of(names).is_some()).1)
}

/// Reads a list; `None` when the bytes are something else.
#[must_use]
pub fn read(bytes: &[u8], shop: Shop) -> Option<List> {
    let (whole, remark) = decode::decode(bytes);
    let text = from_header(&whole);
    let (delimiter, names) = header(text, |names| dialect_of(names).is_some());
    let dialect = dialect_of(&names)?;
    let mut notes = Notes::default();
    if let Some(remark) = remark {
        notes.say(0, remark, "look at names with accents; export the list as UTF-8 if they are wrong");
    }
    let rename = |name: String| if dialect == Dialect::WooCommerce { words::english(name) } else { name };
    let table = Sheet::read_with(text, delimiter, rename);
    table.faults.iter().for_each(|fault| notes.say(fault.line, fault.message.clone(), &fault.help));
    let (products, mut notes) = match dialect {
        Dialect::Squarespace => read_by(&table, shop, notes, &squarespace::AMOUNTS, squarespace::read),
        Dialect::Shopify => read_by(&table, shop, notes, &shopify::AMOUNTS, shopify::read),
        Dialect::WooCommerce => read_by(&table, shop, notes, &woocommerce::AMOUNTS, woocommerce::read),
        Dialect::Wix => read_by(&table, shop, notes, &wix::AMOUNTS, wix::read),
    };
    name_the_rest(&table, &mut notes);
    let mut faults = notes.faults();
    // Lines are counted from the first of the file, not from the header.
    let skipped = lines_before(&whole, text);
    let mut products = products;
    if skipped > 0 {
        shift(&mut products, &mut faults, skipped);
    }
    Some(List { dialect, products, faults })
}

fn read_by<'t>(
    table: &'t Sheet,
    shop: Shop,
    notes: Notes,
    amounts: &[&str],
    read: impl FnOnce(&mut Reader<'t>) -> Vec<Product>,
) -> (Vec<Product>, Notes) {
    let mut reader = Reader::new(table, shop, notes, amounts);
    let products = read(&mut reader);
    (products, reader.notes)
}

/// Says which columns hold something that nobody asked for, once for all of them.
fn name_the_rest(table: &Sheet, notes: &mut Notes) {
    let names: Vec<String> = table.unasked().into_iter().map(|name| format!("'{name}'")).collect();
    if names.is_empty() {
        return;
    }
    let columns = if names.len() == 1 { "This column was" } else { "These columns were" };
    let message = format!("{columns} not taken over: {}.", names.join(", "));
    notes.say(1, message, "keep the list; what you need of them can be written into the products' files");
}

fn shift(products: &mut [Product], faults: &mut [Fault], by: usize) {
    for product in products {
        product.line += by;
        product.variants.iter_mut().for_each(|variant| variant.line += by);
    }
    faults.iter_mut().filter(|fault| fault.line > 0).for_each(|fault| fault.line += by);
}

/// Whose list has columns of these names.
fn dialect_of(names: &[String]) -> Option<Dialect> {
    let own: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let english: BTreeSet<String> = names.iter().map(|name| words::english(name.clone())).collect();
    let has = |name: &str| own.contains(name);
    let any = |list: &[&str]| list.iter().any(|name| has(name));
    let is_woo = |name: &str| english.contains(name);
    if has("field type") && any(&["handle id", "handle"]) {
        Some(Dialect::Wix)
    } else if any(&["handle", "url handle"])
        && has("title")
        // Its lists of what lies where have handles and titles as well, and nothing that is sold.
        && any(&["variant price", "price", "body html", "description"])
    {
        Some(Dialect::Shopify)
    } else if is_woo("name")
        && (is_woo("regular price") || is_woo("visibility in catalog"))
        && !(has("title") && has("product url"))
    {
        Some(Dialect::WooCommerce)
    } else if has("title") && has("price")
        || any(&["product url", "product page"]) && has("sku") && has("price")
    {
        Some(Dialect::Squarespace)
    } else {
        None
    }
}
