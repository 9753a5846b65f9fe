//! A list of orders (CSV) → one [`Order`] each.

use std::collections::BTreeMap;

use super::amounts::Amounts;
use super::columns::{
    AMOUNTS, CANCELLED, CLOCK, CODE, CREATED, CURRENCY, DELIVERY, DISCOUNT, EMAIL, FEE, FULFILLED, GIFT_CARD,
    ITEM, METHOD, NOTE, NUMBER, OTHERS, PAID, PAYER, PAYMENT, REFERENCE, REFUNDED, SAID_ELSEWHERE,
    SAID_TWICE, SHIPPING, SUBTOTAL, TAX, TOTAL, TRACKING,
};
use super::lines::Lines;
use super::moments::Moments;
use super::places::{Places, columns as columns_of_places};
use super::record::Order;
use crate::Fault;
use crate::fault::short;
use crate::sheet::{Row, Sheet};

/// How many taxes an order may name one by one.
const TAXES: usize = 9;

/// Whether a table is one of orders.
#[must_use]
pub fn is_orders(sheet: &Sheet) -> bool {
    let has_lines =
        sheet.has_any(&ITEM) || sheet.has_any(&["line_items", "line_item_1", "Product Item 1 Name"]);
    let has_head = sheet.has(&["Subtotal", "Currency"]) || (sheet.has_any(&CREATED) && sheet.has_any(&EMAIL));
    sheet.has_any(&NUMBER) && sheet.has_any(&TOTAL) && (has_lines || has_head)
}

/// Columns that one program alone has.
const OWN: [(&str, &[&str]); 4] = [
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

/// The source of an order, by the columns of its list.
fn source(sheet: &Sheet, row: &Row) -> String {
    let own = sheet.get(row, &["source"]);
    if ["squarespace", "shopify", "woocommerce", "wix", "loggia"].contains(&own) {
        return own.to_owned();
    }
    let by_columns = OWN.iter().find(|(_, columns)| sheet.has_any(columns)).map(|(source, _)| *source);
    // What is left of a list of one of these two whose columns were chosen.
    let by_number = || match (sheet.has(&["Financial Status"]), sheet.has(&["Name"])) {
        (true, true) => "shopify",
        (true, false) => "squarespace",
        _ => "other",
    };
    by_columns.unwrap_or_else(by_number).to_owned()
}

/// What is known of a whole list before its rows are read.
struct List<'l> {
    sheet: &'l Sheet,
    amounts: &'l Amounts,
    moments: Moments,
    places: Places,
    lines: Lines<'l>,
}

/// Reads a table of orders; further rows of one number are further lines of the order.
#[must_use]
pub fn read(sheet: &Sheet) -> (Vec<Order>, Vec<Fault>) {
    let mut faults: Vec<Fault> = Vec::new();
    let amounts = Amounts::of(sheet);
    let moments = Moments::of(sheet.rows().map(|row| sheet.get(row, &CREATED)));
    if moments.is_unsure {
        let message =
            "No day of this list tells whether 5/6 is in May or in June; the month was taken to come first.";
        faults.push(
            Fault::new(1, message, "export the orders with days such as 2024-05-06, if that is wrong")
                .because("order-day-month"),
        );
    }
    let list =
        List { sheet, amounts: &amounts, moments, places: Places::new(), lines: Lines::new(sheet, &amounts) };
    let mut orders = list.orders(&mut faults);
    for order in &mut orders {
        list.settle(order, &mut faults);
    }
    let own = columns_of_places();
    let all = AMOUNTS.iter().chain(&OTHERS).flat_map(|names| names.iter().copied());
    let taxes: Vec<String> =
        (1..=TAXES).flat_map(|at| [format!("Tax {at} Name"), format!("Tax {at} Value")]).collect();
    let read: Vec<&str> = all
        .chain(own.iter().chain(&taxes).map(String::as_str))
        .chain(SAID_TWICE)
        .chain(["Name", "line_items"])
        .collect();
    faults.extend(sheet.not_read(&read, &SAID_ELSEWHERE));
    (orders, faults)
}

impl List<'_> {
    fn orders(&self, faults: &mut Vec<Fault>) -> Vec<Order> {
        let mut orders: Vec<Order> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for row in self.sheet.rows() {
            let mut number = self.number(row).to_owned();
            if number.is_empty() {
                let is_head =
                    !self.sheet.get(row, &CREATED).is_empty() || !self.sheet.get(row, &TOTAL).is_empty();
                let before = orders.last().filter(|_| !is_head).map(|order| order.number.clone());
                let message = before.as_ref().map_or_else(
                    || "This row has no order number; it was left out.".to_owned(),
                    |before| format!("This row has no order number; it was taken for a line of order {before}, before it."),
                );
                let fault = Fault::new(row.line, message, "export the orders again if that is wrong");
                faults.push(match &before {
                    None => fault.because("order-no-number"),
                    Some(before) => fault.because(("order-line-of", [("number", short(before))])),
                });
                let Some(before) = before else { continue };
                number = before;
            }
            let place = *places.entry(number).or_insert_with_key(|number| {
                let (number, source) = (number.clone(), source(self.sheet, row));
                orders.push(Order { number, line: row.line, source, ..Order::default() });
                orders.len() - 1
            });
            self.head(row, &mut orders[place], faults);
            self.lines.read(row, &mut orders[place], faults);
        }
        orders
    }

    /// `Name` is the order's where nothing else is.
    fn number<'r>(&'r self, row: &'r Row) -> &'r str {
        let number = self.sheet.get(row, &NUMBER[..NUMBER.len() - 1]);
        if number.is_empty() && !self.sheet.has_any(&NUMBER[..NUMBER.len() - 1]) {
            return self.sheet.get(row, &["Name"]);
        }
        number
    }

    /// What stands of the order itself in a row: most sources say it in the first one alone.
    fn head(&self, row: &Row, order: &mut Order, faults: &mut Vec<Fault>) {
        let text = |names: &[&str], own: &mut String| {
            let cell = self.sheet.get(row, names);
            if own.is_empty() {
                cell.clone_into(own);
            }
        };
        text(&PAYMENT, &mut order.payment_state);
        text(&DELIVERY, &mut order.fulfillment_state);
        text(&CURRENCY, &mut order.currency);
        text(&CODE, &mut order.discount_code);
        text(&METHOD, &mut order.shipping_method);
        text(&TRACKING, &mut order.tracking);
        text(&PAYER, &mut order.payment_method);
        text(&REFERENCE, &mut order.payment_reference);
        text(&NOTE, &mut order.note);
        if order.email.is_empty() {
            order.email = self.sheet.get(row, &EMAIL).to_lowercase();
        }
        self.times(row, order, faults);
        self.sums(row, order, faults);
        self.places.read(self.sheet, row, [&mut order.billing, &mut order.shipping]);
    }

    fn times(&self, row: &Row, order: &mut Order, faults: &mut Vec<Fault>) {
        let mut moment = |names: &[&str], clock: &str| {
            let cell = self.sheet.get(row, names);
            let found = self.moments.read(cell, clock);
            if found.is_none() && !cell.is_empty() && !cell.starts_with("0000") {
                let message = format!("'{cell}' of order {} is no time; it was left out.", order.number);
                let why = ("order-bad-time", [("text", short(cell)), ("number", short(&order.number))]);
                faults.push(Fault::new(row.line, message, "export the orders again").because(why));
            }
            found
        };
        if order.created_on == 0 {
            order.created_on = moment(&CREATED, self.sheet.get(row, &CLOCK)).unwrap_or(0);
        }
        for (own, names) in [
            (&mut order.paid_on, &PAID[..]),
            (&mut order.fulfilled_on, &FULFILLED[..]),
            (&mut order.cancelled_on, &CANCELLED[..]),
        ] {
            if own.is_none() {
                *own = moment(names, "");
            }
        }
    }

    fn sums(&self, row: &Row, order: &mut Order, faults: &mut Vec<Fault>) {
        let at = (self.sheet, row);
        let sums = [
            (&mut order.subtotal_cents, "subtotal", &SUBTOTAL[..]),
            (&mut order.discount_cents, "discount", &DISCOUNT[..]),
            (&mut order.shipping_cents, "shipping", &SHIPPING[..]),
            (&mut order.tax_cents, "tax", &TAX[..]),
            (&mut order.gift_card_cents, "gift card", &GIFT_CARD[..]),
            (&mut order.total_cents, "total", &TOTAL[..]),
            (&mut order.refunded_cents, "refunded", &REFUNDED[..]),
        ];
        for (own, name, names) in sums {
            if *own == 0 {
                *own = self
                    .amounts
                    .cell(at, names, (name, &mut order.stated), (&order.number, faults))
                    .unwrap_or(0);
            }
        }
        if order.fee_cents == 0 {
            // Several of them may stand beside each other: a tip and duties.
            let fees = FEE.iter().filter_map(|name| {
                self.amounts.cell(at, &[*name], (name, &mut order.stated), (&order.number, faults))
            });
            order.fee_cents = fees.fold(0, i64::saturating_add);
        }
        for number in 1..=TAXES {
            let name = self.sheet.get(row, &[&format!("Tax {number} Name")]);
            let value = [format!("Tax {number} Value")];
            let value = [value[0].as_str()];
            if !name.is_empty()
                && let Some(cents) =
                    self.amounts.cell(at, &value, (name, &mut order.stated), (&order.number, faults))
            {
                order.taxes.entry(name.to_owned()).or_insert(cents);
            }
        }
    }

    /// What a source does not say itself, and what it says and cannot be.
    fn settle(&self, order: &mut Order, faults: &mut Vec<Fault>) {
        order.currency = order.currency.to_uppercase();
        order.discount_cents = order.discount_cents.saturating_abs();
        order.refunded_cents = order.refunded_cents.saturating_abs();
        order.gift_card_cents = order.gift_card_cents.saturating_abs();
        if order.subtotal_cents == 0 {
            let sums = order.lines.iter().filter_map(super::record::OrderLine::sum);
            order.subtotal_cents = sums.fold(0, i64::saturating_add);
        }
        // Some sources name the code and not what it took off: that is what is missing in the total.
        if !self.sheet.has_any(&DISCOUNT) && !order.discount_code.is_empty() {
            let parts = [order.shipping_cents, order.tax_cents, order.fee_cents, -order.total_cents];
            let missing = parts.into_iter().fold(order.subtotal_cents, i64::saturating_add);
            order.discount_cents = missing.max(0);
        }
        if order.is_refunded() && order.refunded_cents == 0 {
            order.refunded_cents = order.total_cents;
        }
        let number = &order.number;
        if !order.stated.is_empty() {
            let message = format!(
                "Order {number} has amounts finer than a hundredth ({}); the nearest hundredth counts, and what was stated is kept beside it.",
                order
                    .stated
                    .iter()
                    .map(|(name, text)| format!("{name} {text}"))
                    .take(3)
                    .collect::<Vec<_>>()
                    .join(", ")
            );
            let why = ("order-fine-amounts", [("number", short(number))]);
            faults.push(Fault::new(order.line, message, "nothing needs to be done").because(why));
        }
        let found = order.contradiction();
        order.agrees = found.is_none();
        if let Some(found) = found {
            let message = format!("Order {number}: {found}. It is kept as it was stated.");
            let why = ("order-sums", [("number", short(number))]);
            faults.push(Fault::new(order.line, message, "look at the order at its source").because(why));
        }
        if order.created_on == 0 {
            let message =
                format!("Order {number} names no time at which it was placed; it counts in no report.");
            let why = ("order-no-time", [("number", short(number))]);
            faults.push(
                Fault::new(order.line, message, "export the orders again, with their dates").because(why),
            );
        }
    }
}
