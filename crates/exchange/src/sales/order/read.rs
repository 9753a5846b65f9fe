//! A list of orders (CSV) → one [`Order`] each.

use std::collections::BTreeMap;

use super::amounts::Amounts;
use super::columns::{
    AMOUNTS, CANCELLED, CLOCK, CODE, CREATED, CURRENCY, DELIVERY, DISCOUNT, EMAIL, FEE, FULFILLED, GIFT_CARD,
    METHOD, MORE_DISCOUNTS, NOTE, OTHERS, PAID, PAYER, PAYMENT, REFERENCE, REFUNDED, SAID_ELSEWHERE,
    SAID_TWICE, SHIPPING, SUBTOTAL, TAX, TOTAL, TRACKING, WITH_TAX, WITHOUT_TAX,
};
use super::lines::Lines;
use super::moments::Moments;
use super::places::{Places, columns as columns_of_places};
use super::program::Program;
use super::record::Order;
use super::taxed;
use crate::Fault;
use crate::fault::short;
use crate::sheet::{Row, Sheet};

/// How many taxes an order may name one by one.
const TAXES: usize = 9;

/// Whether a table is one of orders.
#[must_use]
pub fn is_orders(sheet: &Sheet) -> bool {
    Program::of(sheet).is_orders(sheet)
}

/// What is known of a whole list before its rows are read.
struct List<'l> {
    sheet: &'l Sheet,
    amounts: &'l Amounts,
    moments: Moments,
    places: Places,
    lines: Lines<'l>,
    program: Program,
    /// Whether the list has amounts both with tax and without.
    is_taxed: bool,
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
    let program = Program::of(sheet);
    let list = List {
        sheet,
        amounts: &amounts,
        moments,
        places: Places::new(),
        lines: Lines::new(sheet, &amounts, &program),
        program,
        is_taxed: sheet.has_any(&WITH_TAX) || sheet.has_any(&WITHOUT_TAX),
    };
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
        .chain(list.program.number.iter().copied())
        .chain(["Name", "line_items", "Product Details", "Modifiers Applied"])
        .collect();
    faults.extend(sheet.not_read(&read, &SAID_ELSEWHERE));
    (orders, faults)
}

impl List<'_> {
    fn orders(&self, faults: &mut Vec<Fault>) -> Vec<Order> {
        let mut orders: Vec<Order> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut refunds: Vec<&Row> = Vec::new();
        for row in self.sheet.rows() {
            if self.program.is_refund(self.sheet, row) {
                refunds.push(row);
                continue;
            }
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
                let (number, source) = (number.clone(), self.program.source(self.sheet, row));
                orders.push(Order { number, line: row.line, source, ..Order::default() });
                orders.len() - 1
            });
            self.head(row, &mut orders[place], faults);
            self.lines.read(row, &mut orders[place], faults);
            if self.is_taxed {
                taxed::fill(self.amounts, (self.sheet, row), &mut orders[place], faults);
            }
        }
        // What went back may stand above the sale, where the newest rows come first.
        for row in refunds {
            self.refund(row, |number| places.get(number).map(|place| &mut orders[*place]), faults);
        }
        orders
    }

    /// Counts what went back by a row of its own.
    fn refund<'o>(&self, row: &Row, of: impl FnOnce(&str) -> Option<&'o mut Order>, faults: &mut Vec<Fault>) {
        let number = self.number(row);
        let cents = |names: &[&str]| self.amounts.read(self.sheet.get(row, names)).map(|(cents, _)| cents);
        let back = cents(&["Total Collected"])
            .unwrap_or_else(|| cents(&["Net Sales"]).unwrap_or(0).saturating_add(cents(&TAX).unwrap_or(0)));
        if let Some(order) = of(number) {
            order.refunded_cents = order.refunded_cents.saturating_add(back.saturating_abs());
            return;
        }
        let message =
            format!("What went back by {number} belongs to no order of this list; it was left out.");
        let why = ("order-refund-alone", [("number", short(number))]);
        let help = "export the orders of an earlier day together with it, if it is needed";
        faults.push(Fault::new(row.line, message, help).because(why));
    }

    fn number<'r>(&'r self, row: &'r Row) -> &'r str {
        self.sheet.get(row, &self.program.number)
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
        let is_first = order.lines.is_empty();
        let at = (self.sheet, row);
        let adds = self.program.adds;
        // The lines of such a list each say what was taken off them.
        let discount: &[&str] = if self.program.is_itemised && !adds { &[] } else { &DISCOUNT };
        let sums = [
            (&mut order.subtotal_cents, "subtotal", &SUBTOTAL[..]),
            (&mut order.discount_cents, "discount", discount),
            (&mut order.shipping_cents, "shipping", &SHIPPING[..]),
            (&mut order.tax_cents, "tax", &TAX[..]),
            (&mut order.total_cents, "total", &TOTAL[..]),
            (&mut order.refunded_cents, "refunded", &REFUNDED[..]),
        ];
        for (own, name, names) in sums {
            if *own == 0 || adds {
                let cell = self.amounts.cell(at, names, (name, &mut order.stated), (&order.number, faults));
                *own = own.saturating_add(cell.unwrap_or(0));
            }
        }
        // Several of them may stand beside each other: a tip and duties, a gift card and a credit.
        for (own, names) in [(&mut order.fee_cents, &FEE[..]), (&mut order.gift_card_cents, &GIFT_CARD[..])] {
            if *own == 0 || adds {
                let each = names.iter().filter_map(|name| {
                    self.amounts.cell(at, &[*name], (name, &mut order.stated), (&order.number, faults))
                });
                *own = each.fold(*own, i64::saturating_add);
            }
        }
        if is_first && !self.program.is_itemised {
            for name in MORE_DISCOUNTS {
                let more = self.amounts.cell(at, &[name], (name, &mut order.stated), (&order.number, faults));
                // Signs differ from list to list; what is taken off is one sum.
                order.discount_cents =
                    order.discount_cents.saturating_abs().saturating_add(more.unwrap_or(0).saturating_abs());
            }
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

    /// The sums that follow from the others, where a list has no column for them.
    fn complete(&self, order: &mut Order) {
        if self.program.is_itemised {
            let off = order.lines.iter().map(|line| line.discount_cents).fold(0, i64::saturating_add);
            order.discount_cents = if self.program.adds { order.discount_cents } else { off };
            let parts = [order.shipping_cents, order.tax_cents, order.fee_cents, -order.discount_cents];
            order.total_cents = parts.into_iter().fold(order.subtotal_cents, i64::saturating_add);
            return;
        }
        if self.is_taxed {
            return;
        }
        let parts = [order.shipping_cents, order.tax_cents, order.fee_cents, -order.total_cents];
        let rest = parts.into_iter().fold(order.subtotal_cents, i64::saturating_add);
        let has_discount = self.sheet.has_any(&DISCOUNT);
        let hides_taxes = self.program.hides_taxes() && order.tax_cents == 0;
        if order.lines.is_empty() && !self.sheet.has_any(&SUBTOTAL) {
            order.subtotal_cents = order.discount_cents.saturating_sub(rest);
            return;
        }
        // Some sources name the code and not what it took off: that is what is missing in the total.
        if !has_discount && (hides_taxes || !order.discount_code.is_empty()) {
            order.discount_cents = rest.max(0);
        }
        if hides_taxes {
            order.tax_cents = order.discount_cents.saturating_sub(rest).max(0);
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
        self.lines.complete(order);
        self.complete(order);
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
