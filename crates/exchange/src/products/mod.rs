//! Lists of products (CSV) of Squarespace, Shopify, WooCommerce, Wix and Magento, and any other whose columns say a name and
//! a price, feeds for Google among them → one neutral [`Product`] each.
//!
//! The dialect is known by the names of the columns, which may stand in any order and spelling; the encoding by the bytes;
//! the delimiter by the header. Amounts are hundredths of the shop's currency, as everywhere in Loggia (C-006), exact or
//! with a fault. What was read otherwise than it is written, and every column that holds something and is not taken over,
//! is named by a [`Fault`] with its line.

pub(crate) mod amount;
mod column_words;
mod columns;
mod feed;
mod loose;
mod magento;
mod magento_one;
mod merge;
mod model;
mod plain;
mod plain_cells;
mod plain_choices;
mod plain_rows;
mod reader;
mod serialized;
mod shopify;
mod squarespace;
mod texts;
mod wix;
mod woocommerce;
mod woocommerce_order;
mod wordpress_shop;
mod words;
mod write;

use std::collections::{BTreeSet, HashMap};

pub use merge::{Merged, Source, merge};
pub use model::{
    Dialect, Download, Kind, LengthUnit, List, Picture, Product, Shop, Size, Stock, Variant, Visibility,
    Weight, WeightUnit,
};
pub use write::{Columns, Written, write};

use crate::decode;
use crate::fault::Fault;
use crate::notes::Notes;
use crate::sheet::rows::Rows;
use crate::sheet::workbook;
use crate::sheet::{Sheet, from_header, header, lines_before, plain as plain_name};
use reader::Reader;

/// How far down the names of the columns may stand: spreadsheets have titles and notes above them.
const ABOVE: usize = 20;

/// Whose list of products these bytes are; `None` when they are something else.
#[must_use]
pub fn dialect(bytes: &[u8]) -> Option<Dialect> {
    if let Some(sheets) = workbook::sheets(bytes) {
        return sheets.iter().find_map(head_of).map(|(_, dialect)| dialect);
    }
    // A header is short: no more than its beginning is looked at.
    let start = &bytes[..bytes.len().min(64 * 1024)];
    let (text, _) = decode::decode(start);
    if feed::is_feed(&text) { Some(Dialect::Plain) } else { head(&text).map(|head| head.dialect) }
}

/// Reads a list; `None` when the bytes are something else.
#[must_use]
pub fn read(bytes: &[u8], shop: Shop) -> Option<List> {
    let mut notes = Notes::default();
    if let Some(sheets) = workbook::sheets(bytes) {
        let (mut rows, (at, dialect)) =
            sheets.into_iter().find_map(|rows| head_of(&rows).map(|head| (rows, head)))?;
        let below = rows.split_off(at + 1);
        let (line, names) = rows.pop()?;
        say_above(&mut notes, at, line);
        let table = Sheet::of(
            &names,
            below,
            None,
            renamed(dialect, &names.iter().map(|name| plain_name(name)).collect::<Vec<_>>()),
        );
        return Some(list(dialect, &table, shop, notes, 0));
    }
    let (whole, remark) = decode::decode(bytes);
    if let Some(remark) = remark {
        notes.say(
            0,
            remark.code,
            remark.message,
            "look at names with accents; export the list as UTF-8 if they are wrong",
        );
    }
    if feed::is_feed(&whole) {
        let table = feed::table(&whole, columns::known);
        return Some(list(Dialect::Plain, &table, shop, notes, 0));
    }
    if wordpress_shop::is_shop(&whole) {
        let table = wordpress_shop::table(&whole);
        return Some(list(Dialect::WooCommerce, &table, shop, notes, 0));
    }
    let Head { text, delimiter, names, dialect, is_first } = head(&whole)?;
    let table = Sheet::read_with(text, delimiter, renamed(dialect, &names));
    // Lines are counted from the first of the file, not from the header.
    let skipped = lines_before(&whole, text);
    say_above(&mut notes, usize::from(!is_first), skipped + 1);
    Some(list(dialect, &table, shop, notes, skipped))
}

/// The name of a column as the reader of a platform knows it, of a list with these columns.
fn renamed(dialect: Dialect, names: &[String]) -> impl Fn(String) -> String {
    let known = match dialect {
        Dialect::WooCommerce => woocommerce_order::english(names),
        Dialect::Plain => columns::all(names),
        _ => HashMap::new(),
    };
    move |name| known.get(&name).cloned().unwrap_or(name)
}

/// Which of the first rows of a sheet has the names of the columns, and whose they are.
fn head_of(rows: &Rows) -> Option<(usize, Dialect)> {
    rows.iter().take(ABOVE).enumerate().find_map(|(at, (_, cells))| {
        let names: Vec<String> = cells.iter().map(|name| plain_name(name)).collect();
        dialect_of(&names).map(|dialect| (at, dialect))
    })
}

fn say_above(notes: &mut Notes, above: usize, line: usize) {
    if above > 0 {
        let message = format!("What stands above line {line} was left out: it has no names of columns.");
        notes.say(
            1,
            ("above", [("line", line.to_string())]),
            message,
            "nothing needs to be done, if no product stands there",
        );
    }
}

/// Whether a text is an export of WordPress that has products beside its posts: [`read`] takes them.
#[must_use]
pub fn has_shop(text: &str) -> bool {
    wordpress_shop::is_shop(text)
}

/// Whether these bytes are sheets of any kind.
#[must_use]
pub fn is_workbook(bytes: &[u8]) -> bool {
    workbook::sheets(bytes).is_some()
}

/// What the columns of a table are called that is no list of products; nothing where it is no table.
#[must_use]
pub fn columns(bytes: &[u8]) -> Vec<String> {
    let names = match workbook::sheets(bytes) {
        // The first row with the most cells is the one that names them.
        Some(sheets) => {
            let rows = sheets.into_iter().flat_map(|rows| rows.into_iter().take(ABOVE));
            let filled = |cells: &[String]| cells.iter().filter(|cell| !cell.trim().is_empty()).count();
            let rows = rows.map(|(_, cells)| cells);
            let most = rows.min_by_key(|cells| std::cmp::Reverse(filled(cells))).unwrap_or_default();
            most.iter().map(|name| plain_name(name)).collect::<Vec<String>>()
        }
        None => {
            let (text, _) = decode::decode(&bytes[..bytes.len().min(64 * 1024)]);
            header(from_header(&text), |_| false).1
        }
    };
    let is_table = names.len() > 1 && names.iter().filter(|name| !name.is_empty()).count() > 1;
    if is_table { names.into_iter().filter(|name| !name.is_empty()).collect() } else { Vec::new() }
}

/// Where a list begins, and whose it is.
struct Head<'t> {
    text: &'t str,
    delimiter: u8,
    /// The names of the columns, as `sheet::plain` makes them.
    names: Vec<String>,
    dialect: Dialect,
    /// Whether nothing but blank lines stands before it.
    is_first: bool,
}

/// The names of the columns, in the first line or in one of those below it.
fn head(whole: &str) -> Option<Head<'_>> {
    let mut text = from_header(whole);
    let begin = text.trim_start();
    // No column is called so: a page that was saved as data may be one line with a thousand commas.
    if begin.starts_with('{') {
        return None;
    }
    // Pages and other data have lines as well, and are no lists.
    let most = if begin.starts_with(['<', '[']) { 1 } else { ABOVE };
    for line in 0..most {
        let (delimiter, names) = header(text, |names| dialect_of(names).is_some());
        if let Some(dialect) = dialect_of(&names) {
            return Some(Head { text, delimiter, names, dialect, is_first: line == 0 });
        }
        text = from_header(text.split_once('\n')?.1);
    }
    None
}

/// The products of a table, whose lines are counted from one further up.
fn list(dialect: Dialect, table: &Sheet, shop: Shop, mut notes: Notes, skipped: usize) -> List {
    table.faults.iter().for_each(|fault| notes.add(fault.clone()));
    let (mut products, mut notes) = match dialect {
        Dialect::Squarespace => read_by(table, shop, notes, &squarespace::AMOUNTS, squarespace::read),
        Dialect::Shopify => read_by(table, shop, notes, &shopify::AMOUNTS, shopify::read),
        Dialect::WooCommerce => read_by(table, shop, notes, &woocommerce::AMOUNTS, woocommerce::read),
        Dialect::Wix => read_by(table, shop, notes, &wix::AMOUNTS, wix::read),
        Dialect::Magento if table.has(&["attribute set"]) => {
            read_by(table, shop, notes, &magento::AMOUNTS, magento_one::read)
        }
        Dialect::Magento => read_by(table, shop, notes, &magento::AMOUNTS, magento::read),
        Dialect::Plain => read_by(table, shop, notes, &plain::AMOUNTS, plain::read),
    };
    name_the_rest(table, &mut notes);
    let mut faults = notes.faults();
    if skipped > 0 {
        shift(&mut products, &mut faults, skipped);
    }
    List { dialect, products, faults }
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
    notes.say(
        1,
        ("columns-left", [("columns", names.join(", "))]),
        message,
        "keep the list; what you need of them can be written into the products' files",
    );
}

fn shift(products: &mut [Product], faults: &mut [Fault], by: usize) {
    for product in products {
        product.line += by;
        product.variants.iter_mut().for_each(|variant| variant.line += by);
    }
    faults.iter_mut().filter(|fault| fault.line > 0).for_each(|fault| fault.line += by);
}

/// Whether these are Squarespace's columns; those of its oldest lists are few, and no other's are among them.
fn is_squarespace(own: &BTreeSet<&str>) -> bool {
    let has = |name: &str| own.contains(name);
    let any = |list: &[&str]| list.iter().any(|name| has(name));
    // It calls no product by a `Name`, as other lists with addresses of products do.
    has("price")
        && (has("title") || !has("name"))
        && (any(&["product url", "product page"]) && (has("sku") || has("title"))
            || has("title") && any(&["hosted image urls", "option name 1", "variant id", "on sale"]))
}

/// Whose list has columns of these names.
fn dialect_of(names: &[String]) -> Option<Dialect> {
    let own: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let known = woocommerce_order::english(names);
    let english: BTreeSet<&str> = names.iter().map(|name| known.get(name).unwrap_or(name).as_str()).collect();
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
        && (is_woo("visibility in catalog")
            || is_woo("regular price") && ["published", "type", "in stock"].into_iter().any(is_woo))
        && !(has("title") && has("product url"))
    {
        Some(Dialect::WooCommerce)
    } else if ["sku", "name", "price"].iter().all(|name| has(name))
        && (has("product type") && has("attribute set code") || has("type") && has("attribute set"))
    {
        Some(Dialect::Magento)
    } else if is_squarespace(&own) {
        Some(Dialect::Squarespace)
    } else if columns::are_products(names) {
        Some(Dialect::Plain)
    } else {
        None
    }
}
