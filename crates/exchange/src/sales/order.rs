//! Orders as they were elsewhere: read-only history.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::amount::{cents, decimal};
use crate::Fault;
use crate::posts::text::time;
use crate::sheet::{Row, Sheet};

/// An order. Amounts are hundredths of the currency's unit, times milliseconds since 1970, UTC.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Order {
    /// Which program it was placed with: `squarespace`, `shopify`, `woocommerce`, `wix`, `loggia`, or `other`.
    pub source: String,
    /// Its number there.
    pub number: String,
    /// Who bought: an address in small letters; may be empty.
    pub email: String,
    /// When it was placed.
    pub created_on: i64,
    /// When it was paid.
    pub paid_on: Option<i64>,
    /// When all of it was sent.
    pub fulfilled_on: Option<i64>,
    /// When it was cancelled.
    pub cancelled_on: Option<i64>,
    /// What the source says of its payment, such as `PAID`.
    pub payment_state: String,
    /// What the source says of its delivery.
    pub fulfillment_state: String,
    /// ISO 4217 code.
    pub currency: String,
    /// As the source states it.
    pub subtotal_cents: i64,
    /// What was taken off.
    pub discount_cents: i64,
    /// For shipping.
    pub shipping_cents: i64,
    /// Taxes.
    pub tax_cents: i64,
    /// What was to be paid.
    pub total_cents: i64,
    /// What of it went back.
    pub refunded_cents: i64,
    /// The codes that took something off.
    pub discount_code: String,
    /// How it went out.
    pub shipping_method: String,
    /// How it was paid.
    pub payment_method: String,
    /// Notes.
    pub note: String,
    /// Who paid, where from: name, street, place and so on, by the columns of the source.
    pub billing: BTreeMap<String, String>,
    /// Where it went; likewise.
    pub shipping: BTreeMap<String, String>,
    /// What was bought.
    pub lines: Vec<OrderLine>,
    /// Whether the totals agree with the lines.
    pub agrees: bool,
    /// The line of the list at which it begins.
    #[serde(skip)]
    pub line: usize,
}

/// A line of an order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderLine {
    /// What it was called.
    pub title: String,
    /// Which variant.
    pub variant: String,
    /// Its SKU.
    pub sku: String,
    /// How many.
    pub quantity: i64,
    /// The price of one.
    pub unit_price_cents: i64,
}

impl Order {
    /// When the source said this: the latest of its times. Of two exports of one order the later one counts.
    #[must_use]
    pub fn stated_at(&self) -> i64 {
        let times = [self.paid_on, self.fulfilled_on, self.cancelled_on];
        times.into_iter().flatten().fold(self.created_on, i64::max)
    }

    /// What its totals contradict, in words; `None` when they agree with each other and with the lines. Sources count taxes
    /// into prices or not, and subtract discounts before the subtotal or behind it: each of these is an agreement.
    #[must_use]
    pub fn contradiction(&self) -> Option<String> {
        let Order {
            subtotal_cents: subtotal,
            discount_cents: discount,
            shipping_cents: shipping,
            tax_cents: tax,
            total_cents: total,
            ..
        } = *self;
        let of_lines = self
            .lines
            .iter()
            .try_fold(0_i64, |sum, line| sum.checked_add(line.unit_price_cents.checked_mul(line.quantity)?));
        let Some(sum) = of_lines else { return Some("its lines are too large to be added".to_owned()) };
        if !self.lines.is_empty()
            && ![subtotal, subtotal + discount, subtotal + tax, subtotal - tax, subtotal + discount + tax]
                .contains(&sum)
        {
            return Some(format!(
                "its lines come to {}, and its subtotal is {}",
                decimal(sum),
                decimal(subtotal)
            ));
        }
        let totals = [
            subtotal - discount + shipping + tax,
            subtotal + shipping + tax,
            subtotal - discount + shipping,
            subtotal + shipping,
        ];
        (!totals.contains(&total)).then(|| {
            let parts = [subtotal, discount, shipping, tax, total].map(decimal);
            let [subtotal, discount, shipping, tax, total] = parts;
            format!("a subtotal of {subtotal}, a discount of {discount}, shipping of {shipping} and taxes of {tax} do not make {total}")
        })
    }
}

const NUMBER: [&str; 6] = ["Order ID", "Name", "Order Number", "order_number", "order_id", "number"];
const EMAIL: [&str; 7] = [
    "Email",
    "billing_email",
    "Email (Billing)",
    "Contact email",
    "Customer Email",
    "customer_email",
    "Billing Email",
];
const CREATED: [&str; 6] =
    ["Created at", "order_date", "Order Date", "Date created", "createdOn", "date_created"];
const PAID: [&str; 4] = ["Paid at", "paid_date", "Paid Date", "date_paid"];
const FULFILLED: [&str; 3] = ["Fulfilled at", "Completed Date", "date_completed"];
const CANCELLED: [&str; 2] = ["Cancelled at", "Canceled at"];
const PAYMENT: [&str; 5] = ["Financial Status", "Payment status", "Order Status", "status", "order_status"];
const DELIVERY: [&str; 2] = ["Fulfillment Status", "fulfillment_state"];
const CURRENCY: [&str; 4] = ["Currency", "order_currency", "Order Currency", "currency_code"];
const SUBTOTAL: [&str; 4] = ["Subtotal", "order_subtotal", "Order Subtotal Amount", "cart_subtotal"];
const DISCOUNT: [&str; 6] = [
    "Discount Amount",
    "discount_total",
    "Cart Discount Amount",
    "Order Discount Amount",
    "cart_discount",
    "Discount",
];
const SHIPPING: [&str; 5] =
    ["Shipping", "shipping_total", "Order Shipping Amount", "Shipping rate", "order_shipping"];
const TAX: [&str; 6] = ["Taxes", "tax_total", "Order Total Tax Amount", "Total tax", "order_tax", "Tax"];
const TOTAL: [&str; 4] = ["Total", "order_total", "Order Total Amount", "Order Total"];
const REFUNDED: [&str; 5] =
    ["Amount Refunded", "Refunded Amount", "Order Refund Amount", "refunded_total", "Refunded"];
const CODE: [&str; 4] = ["Discount Code", "Coupon Code", "coupon_items", "coupons"];
const METHOD: [&str; 4] = ["Shipping Method", "Delivery method", "Shipping Method Title", "shipping_method"];
const PAYER: [&str; 4] = ["Payment Method", "Payment Method Title", "payment_method_title", "payment_method"];
const NOTE: [&str; 6] =
    ["Notes", "Private Notes", "customer_note", "Customer Note", "Note from customer", "Note"];
const ITEM: [&str; 6] = ["Lineitem name", "Item Name", "Item", "Product Name", "item_name", "Line item name"];
const VARIANT: [&str; 4] = ["Lineitem variant", "Variant", "Product Variation", "item_meta"];
const SKU: [&str; 3] = ["Lineitem sku", "SKU", "item_sku"];
const QUANTITY: [&str; 5] = ["Lineitem quantity", "Quantity", "Qty", "item_quantity", "Quantity (- Refund)"];
const PRICE: [&str; 5] = ["Lineitem price", "Item Cost", "Price", "item_price", "Item Price"];
/// Columns of which nothing is kept because the parts above say the same.
const SAID_TWICE: [&str; 14] = [
    "Lineitem requires shipping",
    "Lineitem taxable",
    "Lineitem fulfillment status",
    "Lineitem compare at price",
    "Id",
    "Risk Level",
    "Accepts Marketing",
    "Time",
    "Total order quantity",
    "Item #",
    "Net amount",
    "subscriptionId",
    "agrees",
    "source",
];
/// What addresses and line items of one source begin with.
const PARTS: [&str; 12] = [
    "Billing",
    "Shipping",
    "billing_",
    "shipping_",
    "line_item",
    "Recipient",
    "Delivery",
    "Lineitem",
    "First Name",
    "Last Name",
    "Address",
    "City",
];

/// Whether a table is one of orders.
#[must_use]
pub fn is_orders(sheet: &Sheet) -> bool {
    sheet.has_any(&NUMBER)
        && sheet.has_any(&TOTAL)
        && (sheet.has_any(&ITEM) || sheet.has_any(&["line_item_1"]) || sheet.has(&["Subtotal", "Currency"]))
}

/// The source of a table of orders, by its columns.
fn source(sheet: &Sheet, row: &Row) -> String {
    let own = sheet.get(row, &["source"]);
    let known = ["squarespace", "shopify", "woocommerce", "wix", "loggia"];
    if known.contains(&own) {
        return own.to_owned();
    }
    let by_columns = [
        ("squarespace", "Lineitem variant"),
        ("squarespace", "Channel Type"),
        ("shopify", "Risk Level"),
        ("shopify", "Lineitem compare at price"),
        ("wix", "Contact email"),
        ("woocommerce", "billing_email"),
        ("woocommerce", "Email (Billing)"),
        ("shopify", "Accepts Marketing"),
    ];
    let found = by_columns.iter().find(|(_, column)| sheet.has(&[column]));
    found.map_or("other", |(source, _)| source).to_owned()
}

/// Reads a table of orders; further rows of one number are further lines of the order.
#[must_use]
pub fn read(sheet: &Sheet) -> (Vec<Order>, Vec<Fault>) {
    let (mut orders, mut faults): (Vec<Order>, Vec<Fault>) = (Vec::new(), Vec::new());
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for row in sheet.rows() {
        let number = sheet.get(row, &NUMBER).to_owned();
        if number.is_empty() {
            faults.push(Fault::new(
                row.line,
                "This row has no order number; it was left out.",
                "export the orders again",
            ));
            continue;
        }
        let place = *places.entry(number).or_insert_with_key(|number| {
            orders.push(Order {
                number: number.clone(),
                line: row.line,
                source: source(sheet, row),
                ..Order::default()
            });
            orders.len() - 1
        });
        head(sheet, row, &mut orders[place], &mut faults);
        lines(sheet, row, &mut orders[place], &mut faults);
    }
    for order in &mut orders {
        settle(order);
        let found = order.contradiction();
        order.agrees = found.is_none();
        if let Some(found) = found {
            let message = format!("Order {}: {found}. It is kept as it was stated.", order.number);
            faults.push(Fault::new(order.line, message, "look at the order at its source"));
        }
        if order.created_on == 0 {
            let message = format!(
                "Order {} names no time at which it was placed; it counts in no report.",
                order.number
            );
            faults.push(Fault::new(order.line, message, "export the orders again, with their dates"));
        }
    }
    let all: [&[&str]; 24] = [
        &NUMBER, &EMAIL, &CREATED, &PAID, &FULFILLED, &CANCELLED, &PAYMENT, &DELIVERY, &CURRENCY, &SUBTOTAL,
        &DISCOUNT, &SHIPPING, &TAX, &TOTAL, &REFUNDED, &CODE, &METHOD, &PAYER, &NOTE, &ITEM, &VARIANT, &SKU,
        &QUANTITY, &PRICE,
    ];
    let read: Vec<&str> = all.iter().flat_map(|names| names.iter().copied()).chain(SAID_TWICE).collect();
    faults.extend(sheet.not_read(&read, &PARTS));
    (orders, faults)
}

/// What stands of the order itself in a row: most sources say it in the first one alone.
fn head(sheet: &Sheet, row: &Row, order: &mut Order, faults: &mut Vec<Fault>) {
    let text = |names: &[&str], own: &mut String| {
        let cell = sheet.get(row, names);
        if own.is_empty() {
            cell.clone_into(own);
        }
    };
    text(&PAYMENT, &mut order.payment_state);
    text(&DELIVERY, &mut order.fulfillment_state);
    text(&CURRENCY, &mut order.currency);
    text(&CODE, &mut order.discount_code);
    text(&METHOD, &mut order.shipping_method);
    text(&PAYER, &mut order.payment_method);
    text(&NOTE, &mut order.note);
    if order.email.is_empty() {
        order.email = sheet.get(row, &EMAIL).to_lowercase();
    }
    let moment = |names: &[&str], faults: &mut Vec<Fault>| match sheet.get(row, names) {
        "" => None,
        cell => match time(cell).or_else(|| american(cell)) {
            Some(moment) => Some(moment),
            None => {
                let message =
                    format!("'{cell}' of order {} is no time; it was left out.", sheet.get(row, &NUMBER));
                faults.push(Fault::new(row.line, message, "export the orders again"));
                None
            }
        },
    };
    if order.created_on == 0 {
        order.created_on = moment(&CREATED, faults).unwrap_or(0);
    }
    for (own, names) in [
        (&mut order.paid_on, &PAID[..]),
        (&mut order.fulfilled_on, &FULFILLED[..]),
        (&mut order.cancelled_on, &CANCELLED[..]),
    ] {
        if own.is_none() {
            *own = moment(names, faults);
        }
    }
    let amounts = [
        (&mut order.subtotal_cents, &SUBTOTAL[..]),
        (&mut order.discount_cents, &DISCOUNT[..]),
        (&mut order.shipping_cents, &SHIPPING[..]),
        (&mut order.tax_cents, &TAX[..]),
        (&mut order.total_cents, &TOTAL[..]),
        (&mut order.refunded_cents, &REFUNDED[..]),
    ];
    for (own, names) in amounts {
        if *own == 0 {
            *own = amount(sheet, row, names, faults).unwrap_or(0);
        }
    }
    for part in
        ["Name", "Company", "Address1", "Address2", "Street", "City", "Zip", "Province", "Country", "Phone"]
    {
        for (own, kind) in [(&mut order.billing, "Billing"), (&mut order.shipping, "Shipping")] {
            let other = match part {
                "Address1" => format!("{kind}_address_1"),
                "Address2" => format!("{kind}_address_2"),
                "Zip" => format!("{kind}_postcode"),
                "Province" => format!("{kind}_state"),
                part => format!("{kind}_{part}"),
            };
            let cell = sheet.get(row, &[&format!("{kind} {part}"), &other]);
            if !cell.is_empty() {
                own.entry(part.to_lowercase()).or_insert_with(|| cell.to_owned());
            }
        }
    }
}

/// `5/31/2024 14:05` of sources that write the month first.
fn american(text: &str) -> Option<i64> {
    let (date, clock) = text.split_once(' ').unwrap_or((text, "00:00"));
    let parts: Vec<i64> = date.split('/').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [month, day, year] = parts.as_slice() else { return None };
    let clock = if clock.matches(':').count() == 1 { format!("{clock}:00") } else { clock.to_owned() };
    time(&format!("{year:04}-{month:02}-{day:02} {clock:0>8}"))
}

fn amount(sheet: &Sheet, row: &Row, names: &[&str], faults: &mut Vec<Fault>) -> Option<i64> {
    let cell = sheet.get(row, names);
    if cell.is_empty() {
        return None;
    }
    let found = cents(cell);
    if found.is_none() {
        let message = format!(
            "'{cell}' of order {} is no amount that can be kept exactly; 0 was taken.",
            sheet.get(row, &NUMBER)
        );
        faults.push(Fault::new(row.line, message, "look at the order at its source"));
    }
    found
}

fn lines(sheet: &Sheet, row: &Row, order: &mut Order, faults: &mut Vec<Fault>) {
    let title = sheet.get(row, &ITEM);
    if !title.is_empty() {
        let quantity = sheet.get(row, &QUANTITY);
        let quantity = if quantity.is_empty() {
            Some(1)
        } else {
            quantity.split('.').next().and_then(|whole| whole.parse().ok())
        };
        if quantity.is_none() {
            let message =
                format!("The number of '{title}' in order {} cannot be read; 1 was taken.", order.number);
            faults.push(Fault::new(row.line, message, "look at the order at its source"));
        }
        order.lines.push(OrderLine {
            title: title.to_owned(),
            variant: sheet.get(row, &VARIANT).to_owned(),
            sku: sheet.get(row, &SKU).to_owned(),
            quantity: quantity.unwrap_or(1),
            unit_price_cents: amount(sheet, row, &PRICE, faults).unwrap_or(0),
        });
    }
    // One row an order, with a column for each line: `name:Mug|sku:M|quantity:2|total:10.00`.
    for number in 1..=200 {
        let cell = sheet.get(row, &[&format!("line_item_{number}")]);
        if cell.is_empty() {
            break;
        }
        let of = |name: &str| {
            cell.split('|')
                .find_map(|part| part.trim().strip_prefix(name)?.strip_prefix(':'))
                .unwrap_or_default()
                .trim()
        };
        let quantity: i64 = of("quantity").parse().unwrap_or(1);
        let total = [of("sub_total"), of("subtotal"), of("total")].into_iter().find_map(cents).unwrap_or(0);
        let unit_price_cents = total.checked_div(quantity).unwrap_or(0);
        if unit_price_cents * quantity != total {
            let message = format!(
                "The line '{}' of order {} comes to {} for {quantity}, which is no whole price of one.",
                of("name"),
                order.number,
                decimal(total)
            );
            faults.push(Fault::new(row.line, message, "look at the order at its source"));
        }
        order.lines.push(OrderLine {
            title: of("name").to_owned(),
            variant: of("meta").to_owned(),
            sku: of("sku").to_owned(),
            quantity,
            unit_price_cents,
        });
    }
}

/// What a source does not say itself.
fn settle(order: &mut Order) {
    order.currency = if order.currency.is_empty() { "USD".to_owned() } else { order.currency.to_uppercase() };
    order.discount_cents = order.discount_cents.abs();
    order.refunded_cents = order.refunded_cents.abs();
    if order.subtotal_cents == 0 {
        order.subtotal_cents = order
            .lines
            .iter()
            .map(|line| line.unit_price_cents.saturating_mul(line.quantity))
            .fold(0, i64::saturating_add);
    }
}
