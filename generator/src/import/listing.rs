//! One list of products for a shop that is there: what it says, product by product, and what each would be as a file. Nothing
//! is compared with the site, and nothing is written.

use std::collections::{BTreeMap, BTreeSet};

use loggia_exchange::Fault;
use loggia_exchange::products::{self, Dialect, Product, Shop};
use loggia_exchange::sheet::{Sheet, text};
use serde_json::Value;

use super::product_item;
use super::products::{Labels, is_unique, page, title, wanted_address, wanted_id, wanted_name};

/// A list as it was read.
#[derive(Debug)]
pub struct Listing {
    /// Whose list it is.
    pub dialect: Dialect,
    /// Its products in their order.
    pub products: Vec<Listed>,
    /// What was read otherwise than it is written, and the columns that are not taken over.
    pub faults: Vec<Fault>,
    /// Rows that faults are about, by their line: columns and cells. Only of lists that are text with the names of their
    /// columns above them.
    pub rows: BTreeMap<usize, Vec<(String, String)>>,
}

/// A product of a list.
#[derive(Debug)]
pub struct Listed {
    /// What the list says of it.
    pub product: Product,
    /// The names of its categories.
    categories: Vec<String>,
}

impl Listed {
    /// The last part of the address that it is to have.
    #[must_use]
    pub fn address(&self) -> String {
        wanted_address(&self.product).0
    }

    /// The id that it is to have at an address.
    #[must_use]
    pub fn id(&self, url: &str) -> String {
        wanted_id(&self.product, url)
    }

    /// Whether the old shop's id of it can be nobody else's.
    #[must_use]
    pub fn has_unique_id(&self) -> bool {
        is_unique(&self.product.source_id)
    }

    /// Whether something of it has no price: it is a draft then, whatever the list says.
    #[must_use]
    pub fn is_unpriced(&self) -> bool {
        product_item::is_unpriced(&self.product)
    }

    /// The name of its file at an address, without the ending.
    #[must_use]
    pub fn name(url: &str) -> String {
        wanted_name(url)
    }

    /// Its file with an id and an address, and what the file cannot say.
    #[must_use]
    pub fn item(&self, id: &str, url: &str) -> (Value, Vec<Fault>) {
        product_item::item(&self.product, (id, url), &self.categories)
    }
}

impl Listing {
    /// The address and the title of the page that its products had; those of the first where they had several.
    #[must_use]
    pub fn page(&self) -> (String, String) {
        let page = page(self.products.first().map_or("", |one| one.product.page.as_str()));
        let title = title(&page);
        (page, title)
    }
}

/// Reads a list; nothing when the bytes are something else.
#[must_use]
pub fn listing(bytes: &[u8], shop: Shop) -> Option<Listing> {
    let list = products::read(bytes, shop)?;
    let labels = Labels::of(list.products.iter().map(|product| ("", product)));
    let products = list.products.into_iter().map(|product| {
        let categories = labels.of_product(&product);
        Listed { product, categories }
    });
    let lines = list.faults.iter().map(|fault| fault.line).filter(|line| *line > 1).take(MOST_ROWS).collect();
    Some(Listing {
        dialect: list.dialect,
        products: products.collect(),
        rows: rows(bytes, &lines),
        faults: list.faults,
    })
}

/// The most rows that are given beside faults.
const MOST_ROWS: usize = 200;
/// The longest text of a cell that is given beside a fault, in letters.
const LONGEST_CELL: usize = 80;

/// What stands in some lines of a list that is text: the columns that say something there.
fn rows(bytes: &[u8], lines: &BTreeSet<usize>) -> BTreeMap<usize, Vec<(String, String)>> {
    if lines.is_empty() || bytes.starts_with(b"PK") || bytes.starts_with(&[0xd0, 0xcf]) {
        return BTreeMap::new();
    }
    let columns = products::columns(bytes);
    let text = text(bytes);
    let sheet = Sheet::read(&text);
    let said = sheet.rows().filter(|row| lines.contains(&row.line)).map(|row| {
        let cells = columns.iter().map(|column| (column.clone(), cut(sheet.get(row, &[column.as_str()]))));
        (row.line, cells.filter(|(_, cell)| !cell.is_empty()).collect())
    });
    said.collect()
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_CELL) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The columns of a table that is no list of products; nothing where the bytes are no table.
#[must_use]
pub fn columns(bytes: &[u8]) -> Vec<String> {
    products::columns(bytes)
}
