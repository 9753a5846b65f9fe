//! A list of products: one row a variant, the first of a product with its words.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_commerce::Cents;
use serde_json::{Map, Value, json};

use super::draft::{Draft, file_name};
use crate::diagnostic::Diagnostic;
use crate::site::code::record;

/// Product types by their names in exports.
const TYPES: [(&str, i64); 4] = [("PHYSICAL", 1), ("DIGITAL", 2), ("SERVICE", 3), ("GIFT_CARD", 4)];

/// One row by the names of its columns. What stands in brackets in a name is a remark (`Product ID [Non Editable]`).
struct Row<'r> {
    columns: &'r BTreeMap<String, usize>,
    record: csv::StringRecord,
    line: usize,
}

impl Row<'_> {
    fn text(&self, column: &str) -> &str {
        self.columns.get(column).and_then(|at| self.record.get(*at)).unwrap_or_default().trim()
    }

    fn is_yes(&self, column: &str) -> bool {
        matches!(self.text(column).to_ascii_lowercase().as_str(), "yes" | "true" | "1")
    }

    fn list(&self, column: &str) -> Vec<&str> {
        self.text(column)
            .split(',')
            .map(|part| part.trim().trim_start_matches('/'))
            .filter(|part| !part.is_empty())
            .collect()
    }
}

/// Reads a list of products.
pub(super) fn read(draft: &mut Draft, file: &Path, text: &str) {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let columns: BTreeMap<String, usize> = match reader.headers() {
        Ok(headers) => headers.iter().enumerate().map(|(at, name)| (plain(name), at)).collect(),
        Err(error) => return broken(draft, file, &error),
    };
    if !columns.contains_key("title") || !columns.contains_key("price") {
        let help = "give an export of products with the columns Title, SKU and Price";
        return draft.warn(file, 1, "This list has no columns 'Title' and 'Price'.", help);
    }
    let mut product: Option<String> = None;
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => return broken(draft, file, &error),
        };
        let line = record.position().map_or(0, |place| place.line() as usize);
        let row = Row { columns: &columns, record, line };
        if !row.text("title").is_empty() {
            product = Some(begin(draft, file, &row));
        }
        match &product {
            Some(path) => variant(draft, file, path, &row),
            None => {
                draft.warn(file, line, "A variant stands before any product; it was left out.", "add a title")
            }
        }
    }
}

/// The name of a column without remarks, in lower case.
fn plain(name: &str) -> String {
    name.split('[').next().unwrap_or_default().trim().trim_start_matches('\u{feff}').to_lowercase()
}

fn broken(draft: &mut Draft, file: &Path, error: &csv::Error) {
    let line = error.position().map_or(0, |place| place.line() as usize);
    let mut fault = Diagnostic::error("import", file, format!("This list cannot be read: {error}."));
    fault.line = line;
    draft.faults.push(fault.help("export it again, as CSV in UTF-8"));
}

/// The words of a product; where its file lies.
fn begin(draft: &mut Draft, file: &Path, row: &Row<'_>) -> String {
    let page = Some(row.text("product page")).filter(|page| !page.is_empty()).unwrap_or("shop");
    let (page, folder) = (page.trim_matches('/'), format!("content/{}", file_name(page)));
    let collection = draft.file(&format!("{folder}/collection.json"));
    for (key, value) in [
        ("title", json!("Shop")),
        ("urlId", json!(page)),
        ("typeName", json!("products")),
        ("type", json!(13)),
    ] {
        collection.entry(key).or_insert(value);
    }
    let url = Some(row.text("product url"))
        .filter(|url| !url.is_empty())
        .map_or_else(|| file_name(row.text("title")), str::to_owned);
    let kind = row.text("product type").to_ascii_uppercase().replace(' ', "_");
    let kind = TYPES.iter().find(|(name, _)| *name == kind).map_or(1, |(_, code)| *code);
    let id = Some(row.text("product id"))
        .filter(|id| !id.is_empty())
        .map_or_else(|| format!("product-{url}"), str::to_owned);
    let pictures: Vec<&str> = row.text("hosted image urls").split_whitespace().collect();
    let visible = row.text("visible").is_empty() || row.is_yes("visible");
    let mut product = json!({
        "id": id,
        "title": row.text("title"),
        "urlId": url.trim_matches('/'),
        "recordType": record::STORE_ITEM,
        "status": if visible { "Published" } else { "Draft" },
        "excerpt": row.text("description"),
        "tags": row.list("tags"),
        "categories": row.list("categories"),
        "structuredContent": {"productType": kind, "variants": []},
    });
    if let Some(first) = pictures.first() {
        product["assetUrl"] = (*first).into();
        product["mainImage"] = json!({"assetUrl": first, "title": row.text("title")});
        let items = pictures.iter().map(|url| json!({"assetUrl": url, "title": row.text("title")}));
        product["items"] = items.collect();
    }
    let path = format!("{folder}/{}.json", file_name(&url));
    if draft.files.insert(path.clone(), product).is_some() {
        let message = format!("The address '{url}' is that of another product too; the later one was taken.");
        draft.warn(file, row.line, message, "give each product its own Product URL");
    }
    path
}

/// Adds the variant of a row to its product.
fn variant(draft: &mut Draft, file: &Path, path: &str, row: &Row<'_>) {
    let mut problems = Vec::new();
    let mut amount = |column: &str| match row.text(column) {
        "" => 0,
        text => Cents::parse(&text.replace(',', "")).map_or_else(
            |_| {
                problems.push(format!("'{text}' in '{column}' is not an amount; 0 was taken."));
                0
            },
            Cents::get,
        ),
    };
    let (price, sale_price) = (amount("price"), amount("sale price"));
    let mut names = Vec::new();
    let mut attributes = Map::new();
    for number in 1..=6 {
        let name = row.text(&format!("option name {number}"));
        if !name.is_empty() {
            attributes.insert(name.to_owned(), row.text(&format!("option value {number}")).into());
            names.push(Value::from(name));
        }
    }
    let stock = row.text("stock");
    let unlimited = stock.is_empty() || stock.eq_ignore_ascii_case("unlimited");
    let quantity = if unlimited { Some(0) } else { stock.parse::<i64>().ok().filter(|stock| *stock >= 0) };
    if quantity.is_none() {
        problems.push(format!("'{stock}' in 'stock' is not a number of pieces; 0 was taken."));
    }
    let currency = draft.files.get("site.json").and_then(|site| {
        site.pointer("/websiteSettings/storeSettings/currency").and_then(Value::as_str).map(str::to_owned)
    });
    let currency = currency.unwrap_or_else(|| "USD".to_owned());
    let money = |amount: i64| json!({"value": Cents::new(amount).unwrap_or_default().to_decimal_text(), "currency": currency});
    let content = draft.file(path).get_mut("structuredContent").and_then(Value::as_object_mut);
    if let Some(content) = content.filter(|_| !names.is_empty()) {
        content.entry("variantOptionOrdering").or_insert(Value::Array(names));
    }
    let content = draft.file(path).get_mut("structuredContent");
    if let Some(variants) =
        content.and_then(|content| content.get_mut("variants")).and_then(Value::as_array_mut)
    {
        let sku = match row.text("sku") {
            "" => format!(
                "{}-{}",
                path.rsplit('/').next().unwrap_or_default().trim_end_matches(".json"),
                variants.len() + 1
            ),
            sku => sku.to_owned(),
        };
        variants.push(json!({
            "sku": sku, "price": price, "salePrice": sale_price,
            "priceMoney": money(price), "salePriceMoney": money(sale_price), "onSale": row.is_yes("on sale"),
            "unlimited": unlimited, "qtyInStock": quantity.unwrap_or(0), "attributes": attributes,
        }));
    }
    for problem in problems {
        draft.warn(file, row.line, problem, "mend the value in the list, or in the file that was written");
    }
}
