//! Which program a list of orders comes from, by its columns, and what is particular about its rows.

use super::columns::{CREATED, EMAIL, ITEM, NUMBER, TOTAL};
use crate::sheet::{Row, Sheet};

/// Columns that one program alone has. The first that fits counts: those above share columns with those below.
const OWN: [(&str, &[&str]); 8] = [
    (
        "bigcommerce",
        &["Subtotal (inc tax)", "Subtotal (ex tax)", "Order Total (inc tax)", "Order Total (ex tax)"],
    ),
    (
        "magento",
        &[
            "Grand Total (Base)",
            "Grand Total (Purchased)",
            "G.T. (Base)",
            "G.T. (Purchased)",
            "Bill-to Name",
            "increment_id",
        ],
    ),
    ("etsy", &["Buyer User ID", "Order Net", "Order Sales Tax", "Listings Type"]),
    ("prestashop", &["New client", "total_paid_tax_incl"]),
    ("squarespace", &["Lineitem variant", "Channel Type", "Channel Name"]),
    (
        "shopify",
        &[
            "Risk Level",
            "Lineitem compare at price",
            "Lineitem requires shipping",
            "Lineitem discount",
            "Note Attributes",
            "Receipt Number",
        ],
    ),
    ("wix", &["Contact email", "Total order quantity", "Note from customer", "Shipping label"]),
    (
        "woocommerce",
        &[
            "billing_email",
            "Email (Billing)",
            "wt_import_key",
            "line_items",
            "line_item_1",
            "Order Total Amount",
            "Item Cost",
            "Order Items: Product Name",
            "Billing: E-mail Address",
            "billing_first_name",
            "First Name (Billing)",
        ],
    ),
];
/// Every program that an order may name as its source.
const ALL: [&str; 10] = [
    "squarespace",
    "shopify",
    "woocommerce",
    "wix",
    "loggia",
    "bigcommerce",
    "magento",
    "etsy",
    "square",
    "prestashop",
];

/// What is known of a list by its columns.
pub(super) struct Program {
    name: &'static str,
    /// The columns of an order's number, the best first.
    pub number: Vec<&'static str>,
    /// Whether each row has amounts of its own, which make those of the order together.
    pub adds: bool,
    /// Whether no column says what an order came to: its lines do.
    pub is_itemised: bool,
}

impl Program {
    pub fn of(sheet: &Sheet) -> Program {
        let is_square = sheet.has(&["Transaction ID", "Gross Sales"]);
        let by_columns = OWN.iter().find(|(_, columns)| sheet.has_any(columns)).map(|(name, _)| *name);
        let name = if is_square { "square" } else { by_columns.unwrap_or_default() };
        let plain = &NUMBER[..NUMBER.len() - 1];
        let number = match name {
            "square" => vec!["Transaction ID"],
            "magento" => vec!["increment_id", "Order Number", "Order #", "Order ID", "ID"],
            "prestashop" => vec!["Reference", "Order ID", "ID"],
            _ if sheet.has_any(plain) => plain.to_vec(),
            _ => vec!["Name"],
        };
        let has_items = sheet.has_any(&ITEM);
        let is_itemised = has_items && !sheet.has_any(&TOTAL) && (is_square || name == "etsy");
        Program { name, number, adds: is_square, is_itemised }
    }

    /// Whether the name of a product may stand under `Name`: something else is the order's number.
    pub fn has_number(&self) -> bool {
        self.number != ["Name"]
    }

    /// Whether a table is one of orders.
    pub fn is_orders(&self, sheet: &Sheet) -> bool {
        let has_lines =
            sheet.has_any(&ITEM) || sheet.has_any(&["line_items", "line_item_1", "Product Item 1 Name"]);
        let is_known = matches!(self.name, "bigcommerce" | "magento" | "etsy" | "prestashop" | "square");
        let has_head = sheet.has(&["Subtotal", "Currency"])
            || (sheet.has_any(&CREATED) && (is_known || sheet.has_any(&EMAIL)));
        let has_total = sheet.has_any(&TOTAL) || self.is_itemised;
        sheet.has_any(&self.number) && has_total && (has_lines || has_head)
    }

    /// The source of an order.
    pub fn source(&self, sheet: &Sheet, row: &Row) -> String {
        let own = sheet.get(row, &["source"]);
        if ALL.contains(&own) {
            return own.to_owned();
        }
        // What is left of a list of one of these two whose columns were chosen.
        let by_number = match (sheet.has(&["Financial Status"]), sheet.has(&["Name"])) {
            (true, true) => "shopify",
            (true, false) => "squarespace",
            _ => "other",
        };
        if self.name.is_empty() { by_number } else { self.name }.to_owned()
    }

    /// Whether the list says nothing of taxes where it counts them into totals.
    pub fn hides_taxes(&self) -> bool {
        matches!(self.name, "magento" | "etsy")
    }

    /// Whether a row is no sale: it gives back money for one.
    pub fn is_refund(&self, sheet: &Sheet, row: &Row) -> bool {
        self.name == "square" && sheet.get(row, &["Event Type"]).eq_ignore_ascii_case("refund")
    }
}
