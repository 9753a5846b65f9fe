//! What was bought: a row for each line, or one row an order with its lines in one cell, or in numbered columns.

use serde_json::Value;

use super::amounts::Amounts;
use super::columns::{LINE_DISCOUNT, LINE_REFUNDED, LINE_TOTAL, PRICE, QUANTITY, SKU, VARIANT, item};
use super::details::{self, Written};
use super::program::Program;
use super::record::{Order, OrderLine};
use crate::Fault;
use crate::fault::short;
use crate::sheet::{Row, Sheet};

/// The most lines that one row has.
const MOST: usize = 500;
/// What a whole list has in common.
pub(super) struct Lines<'l> {
    pub sheet: &'l Sheet,
    pub amounts: &'l Amounts,
    /// The columns of a product's name.
    item: Vec<&'static str>,
    /// Whether what is taken off stands at the lines alone.
    is_itemised: bool,
    /// Whether no column says what the goods of a line cost.
    is_unpriced: bool,
}

impl<'l> Lines<'l> {
    pub fn new(sheet: &'l Sheet, amounts: &'l Amounts, program: &Program) -> Lines<'l> {
        let mut item = item(program.has_number());
        // A till tells all that was sold in one text.
        item.extend(program.adds.then_some("Description"));
        let is_unpriced = !sheet.has_any(&PRICE) && !sheet.has_any(&LINE_TOTAL);
        Lines { sheet, amounts, item, is_itemised: program.is_itemised && !program.adds, is_unpriced }
    }

    /// In a list that names the goods of an order and says of all of them together what they cost, the only line is all of it.
    pub fn complete(&self, order: &mut Order) {
        let subtotal = order.subtotal_cents;
        let [line] = order.lines.as_mut_slice() else { return };
        if !self.is_unpriced || line.sum() != Some(0) || subtotal == 0 || line.quantity < 1 {
            return;
        }
        line.unit_price_cents = subtotal / line.quantity;
        line.total_cents =
            (line.unit_price_cents.checked_mul(line.quantity) != Some(subtotal)).then_some(subtotal);
    }

    /// Adds the lines of a row.
    pub fn read(&self, row: &Row, order: &mut Order, faults: &mut Vec<Fault>) {
        for written in self.written(row, faults) {
            let line = self.line(&written, row.line, order, faults);
            order.lines.push(line);
        }
    }

    fn written(&self, row: &Row, faults: &mut Vec<Fault>) -> Vec<Written> {
        let get = |names: &[&str]| self.sheet.get(row, names);
        let whole = get(&["line_items"]);
        let details = get(&["Product Details"]);
        let found = if details::are(details) {
            details::read(details, MOST)
        } else if !whole.is_empty() {
            listed(whole)
        } else if !get(&["line_item_1"]).is_empty() {
            self.numbered(row, |number| vec![format!("line_item_{number}")], |cells| piped(cells[0]))
        } else if !get(&["Product Item 1 Name"]).is_empty() {
            let names = ["Name", "SKU", "Quantity", "Total", "Subtotal"];
            self.numbered(
                row,
                |number| names.iter().map(|name| format!("Product Item {number} {name}")).collect(),
                |cells| Written {
                    title: cells[0].to_owned(),
                    sku: cells[1].to_owned(),
                    quantity: cells[2].to_owned(),
                    total: if cells[4].is_empty() { cells[3] } else { cells[4] }.to_owned(),
                    ..Written::default()
                },
            )
        } else if !get(&self.item).is_empty() || !get(&SKU).is_empty() {
            self.cells(row)
        } else {
            Vec::new()
        };
        if !whole.is_empty() && found.is_empty() {
            let message = "The lines of this order cannot be read; it was kept without them.";
            let fault = Fault::new(row.line, message, "export the orders with a row for each item");
            faults.push(fault.because("order-lines-unreadable"));
        }
        found
    }

    /// Columns of one line each, by their number.
    fn numbered(
        &self,
        row: &Row,
        names: impl Fn(usize) -> Vec<String>,
        read: impl Fn(Vec<&str>) -> Written,
    ) -> Vec<Written> {
        let cells = (1..=MOST).map(|number| {
            names(number).iter().map(|name| self.sheet.get(row, &[name])).collect::<Vec<&str>>()
        });
        cells.take_while(|cells| cells.iter().any(|cell| !cell.is_empty())).map(read).collect()
    }

    /// One line a row; or, where each cell says as many things between bars, as many lines.
    fn cells(&self, row: &Row) -> Vec<Written> {
        let get = |names: &[&str]| self.sheet.get(row, names);
        let of_all: Vec<&str> = QUANTITY.iter().copied().chain(["Number of Items"]).collect();
        let cells = [
            get(&self.item),
            get(&VARIANT),
            get(&SKU),
            if self.is_unpriced { get(&of_all) } else { get(&QUANTITY) },
            get(&PRICE),
            get(&LINE_TOTAL),
            if self.is_itemised { get(&["Discount Amount"]) } else { get(&LINE_DISCOUNT) },
            get(&LINE_REFUNDED),
        ];
        let is_combined = self.sheet.has_any(&["Order Items: Product Name", "Order Items: Name"]);
        let count = if is_combined { cells[0].matches('|').count() + 1 } else { 1 };
        (0..count.min(MOST))
            .map(|at| {
                let part = |cell: &str| {
                    let part =
                        if count > 1 { cell.split('|').nth(at).unwrap_or_default().trim() } else { cell };
                    if part == "-" { String::new() } else { part.to_owned() }
                };
                let [title, mut variant, sku, quantity, unit, total, discount, refunded] = cells.map(part);
                let more = get(&["Modifiers Applied"]);
                if !more.is_empty() {
                    variant = if variant.is_empty() { more.to_owned() } else { format!("{variant}, {more}") };
                }
                Written { title, variant, sku, quantity, unit, total, discount, refunded }
            })
            .collect()
    }

    fn line(&self, written: &Written, at: usize, order: &mut Order, faults: &mut Vec<Fault>) -> OrderLine {
        let place = order.lines.len() + 1;
        let mut cents = |text: &str, name: &str| {
            let Some((cents, is_exact)) = self.amounts.read(text) else {
                if !text.is_empty() {
                    let message = format!(
                        "'{text}' of '{}' in order {} is no amount; 0 was taken.",
                        written.title, order.number
                    );
                    let why = (
                        "order-line-amount",
                        [
                            ("text", short(text)),
                            ("title", short(&written.title)),
                            ("number", short(&order.number)),
                        ],
                    );
                    faults.push(Fault::new(at, message, "look at the order at its source").because(why));
                }
                return None;
            };
            if !is_exact {
                order.stated.insert(format!("line {place} {name}"), text.to_owned());
            }
            Some(cents)
        };
        let (unit, total, discount) = (
            cents(&written.unit, "price"),
            cents(&written.total, "total"),
            cents(&written.discount, "discount"),
        );
        let title = if written.title.is_empty() { &written.sku } else { &written.title };
        let mut line = OrderLine {
            title: title.clone(),
            variant: written.variant.clone(),
            sku: written.sku.clone(),
            quantity: 1,
            discount_cents: discount.unwrap_or(0).saturating_abs(),
            refunded: whole(&written.refunded).unwrap_or(0),
            ..OrderLine::default()
        };
        match (whole(&written.quantity), parts(&written.quantity)) {
            (Some(quantity), _) => line.quantity = quantity,
            (None, _) if written.quantity.is_empty() => {}
            // Goods by weight: the order is kept with one of what it came to.
            (None, Some(())) => line.title = format!("{} \u{d7} {}", written.quantity, line.title),
            (None, None) => {
                let message =
                    format!("The number of '{title}' in order {} cannot be read; 1 was taken.", order.number);
                let why = ("order-line-count", [("title", short(title)), ("number", short(&order.number))]);
                faults.push(Fault::new(at, message, "look at the order at its source").because(why));
            }
        }
        let of_all = total.filter(|_| unit.is_none());
        line.unit_price_cents = unit.or_else(|| of_all?.checked_div(line.quantity)).unwrap_or(0);
        line.total_cents =
            of_all.filter(|total| line.unit_price_cents.checked_mul(line.quantity) != Some(*total));
        line
    }
}

/// A number of pieces; `None` for parts of one.
fn whole(text: &str) -> Option<i64> {
    let (whole, part) = text.trim().split_once(['.', ',']).unwrap_or((text.trim(), ""));
    part.bytes().all(|byte| byte == b'0').then(|| whole.parse().ok())?
}

/// Whether a text is a number with parts.
fn parts(text: &str) -> Option<()> {
    let (whole, part) = text.trim().split_once(['.', ','])?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(whole) && is_number(part)).then_some(())
}

/// All lines in one cell: JSON, or `name:Mug|sku:M|quantity:2|total:10.00;name:…`.
fn listed(cell: &str) -> Vec<Written> {
    if cell.starts_with('[')
        && let Ok(Value::Array(lines)) = serde_json::from_str(cell)
    {
        return lines.iter().take(MOST).map(of_json).collect();
    }
    let mut lines: Vec<String> = Vec::new();
    for part in cell.split(';') {
        let begins =
            ["name:", "id:", "product_id:", "sku:"].iter().any(|key| part.trim_start().starts_with(key));
        match lines.last_mut() {
            // A semicolon in a name is none between lines.
            Some(last) if !begins => {
                last.push(';');
                last.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
        .iter()
        .take(MOST)
        .map(|line| piped(line))
        .filter(|line| !line.title.is_empty() || !line.sku.is_empty())
        .collect()
}

fn of_json(line: &Value) -> Written {
    let text = |names: &[&str]| {
        let found = names.iter().map(|name| &line[*name]).find(|value| !value.is_null());
        match found {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        }
    };
    Written {
        title: text(&["name", "title"]),
        variant: text(&["variation", "variant_title"]),
        sku: text(&["sku"]),
        quantity: text(&["quantity", "qty"]),
        total: text(&["subtotal", "sub_total", "total"]),
        refunded: text(&["refunded_qty"]),
        ..Written::default()
    }
}

/// `name:Mug|sku:M|quantity:2|total:10.00`: a value ends at the next key, so that a name may have a bar in it.
fn piped(cell: &str) -> Written {
    const KEYS: [&str; 16] = [
        "name",
        "product_id",
        "id",
        "variation_id",
        "sku",
        "quantity",
        "total",
        "total_tax",
        "sub_total",
        "subtotal",
        "sub_total_tax",
        "tax",
        "refunded",
        "refunded_qty",
        "meta",
        "tax_data",
    ];
    let mut found: Vec<(&str, String)> = Vec::new();
    for part in cell.split('|') {
        let key = part
            .trim_start()
            .split_once(':')
            .and_then(|(key, value)| Some((*KEYS.iter().find(|known| **known == key)?, value)));
        match (key, found.last_mut()) {
            (Some((key, value)), _) => found.push((key, value.to_owned())),
            (None, Some((_, value))) => {
                value.push('|');
                value.push_str(part);
            }
            (None, None) => {}
        }
    }
    let of = |names: &[&str]| {
        let value = |name: &&str| found.iter().find(|(key, value)| key == name && !value.trim().is_empty());
        names.iter().find_map(value).map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
    };
    Written {
        title: of(&["name"]),
        variant: of(&["meta"]),
        sku: of(&["sku"]),
        quantity: of(&["quantity"]),
        total: of(&["sub_total", "subtotal", "total"]),
        refunded: of(&["refunded_qty"]),
        ..Written::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-602: every way in which the exporters put lines into cells.
    #[test]
    fn s_602_lines_of_one_cell_are_read() {
        let cell = "id:7|name:Mug; large | blue|product_id:3|sku:M|quantity:2|subtotal:20.00|total:18.00|meta:Color=Blue|refunded:0.00;name:Bowl|quantity:1|total:5";
        let lines = listed(cell);
        let seen: Vec<_> = lines
            .iter()
            .map(|line| {
                (
                    line.title.as_str(),
                    line.sku.as_str(),
                    line.quantity.as_str(),
                    line.total.as_str(),
                    line.variant.as_str(),
                )
            })
            .collect();
        assert_eq!(
            seen,
            [("Mug; large | blue", "M", "2", "20.00", "Color=Blue"), ("Bowl", "", "1", "5", "")]
        );
        let lines = listed(r#"[{"name":"Mug","sku":"M","quantity":2,"subtotal":"20.00","total":"18.00"}]"#);
        assert_eq!(
            (lines[0].title.as_str(), lines[0].quantity.as_str(), lines[0].total.as_str()),
            ("Mug", "2", "20.00")
        );
        assert!(listed("no lines at all").is_empty());
    }

    #[test]
    fn pieces_are_whole_or_named() {
        assert_eq!(
            (whole("2"), whole("2.00"), whole("2.5"), whole(""), whole("two")),
            (Some(2), Some(2), None, None, None)
        );
        assert_eq!((parts("2.5"), parts("two"), parts("2")), (Some(()), None, None));
    }
}
