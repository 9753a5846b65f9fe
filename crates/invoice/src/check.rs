//! The rules of EN 16931 that an invoice must hold, as far as sums and what must be there go; named as the standard names them.
//! The published Schematron asks the same and more of what is written (`make invoices`).

use rust_decimal::Decimal;

use crate::amount::{main_unit, whole};
use crate::model::{Category, Form, Invoice, Tax};

/// A rule that does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault(pub &'static str);

/// What an invoice of value added tax lacks to be one of EN 16931, by the names of what a shop sets or an order has.
/// A document that lacks something is a PDF alone.
#[must_use]
pub fn lacks(invoice: &Invoice) -> Vec<&'static str> {
    let mut missing = Vec::new();
    let mut need = |there: bool, name: &'static str| {
        if !there {
            missing.push(name);
        }
    };
    need(invoice.form == Form::Vat, "value added tax");
    need(!invoice.seller.name.is_empty(), "seller.name");
    need(invoice.seller.address.country.len() == 2, "seller.address.country");
    let needs_id =
        |tax: &Tax| !matches!(tax.category, Category::Standard | Category::Zero | Category::Exempt);
    let has_number = !invoice.seller.vat_id.is_empty() || !invoice.seller.tax_number.is_empty();
    need(has_number, "seller.vatId");
    need(!invoice.seller.vat_id.is_empty() || !invoice.taxes.iter().any(needs_id), "seller.vatId");
    need(!invoice.buyer.name.is_empty(), "buyer.name");
    need(invoice.buyer.address.country.len() == 2, "buyer.address.country");
    let between_firms = invoice.taxes.iter().any(|tax| tax.category.is_between_firms());
    need(!between_firms || !invoice.buyer.vat_id.is_empty(), "buyer.vatId");
    let crossed = invoice.taxes.iter().any(|tax| tax.category == Category::IntraCommunity);
    let arrived = invoice.deliver_to.as_ref().is_some_and(|place| place.country.len() == 2);
    need(!crossed || arrived, "deliverTo.country");
    missing
}

/// The rules that do not hold; none of an invoice that this crate made.
#[must_use]
pub fn faults(invoice: &Invoice) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut rule = |name: &'static str, holds: bool| {
        if !holds {
            faults.push(Fault(name));
        }
    };
    let totals = &invoice.totals;
    let sum = |amounts: &mut dyn Iterator<Item = i64>| amounts.sum::<i64>();
    rule("BR-02", !invoice.number.is_empty());
    rule("BR-05", invoice.currency.len() == 3);
    rule("BR-16", !invoice.lines.is_empty());
    rule("BR-CO-10", totals.lines_cents == sum(&mut invoice.lines.iter().map(|line| line.net_cents)));
    rule("BR-CO-12", totals.charges_cents == sum(&mut invoice.charges.iter().map(|charge| charge.net_cents)));
    rule("BR-CO-13", totals.net_cents == totals.lines_cents + totals.charges_cents);
    if invoice.form == Form::Vat {
        rule("BR-CO-14", totals.tax_cents == sum(&mut invoice.taxes.iter().map(|tax| tax.tax_cents)));
        rule("BR-CO-18", !invoice.taxes.is_empty());
        for tax in &invoice.taxes {
            vat_rules(invoice, tax, &mut rule);
        }
        let is_known = |category, rate| {
            invoice.taxes.iter().filter(|tax| (tax.category, tax.rate) == (category, rate)).count() == 1
        };
        rule("BR-S-01", invoice.lines.iter().all(|line| is_known(line.category, line.rate)));
        rule("BR-S-03", invoice.charges.iter().all(|charge| is_known(charge.category, charge.rate)));
    }
    rule("BR-CO-15", totals.gross_cents == totals.net_cents + totals.tax_cents);
    rule("BR-CO-16", totals.due_cents == totals.gross_cents - totals.paid_cents);
    for line in &invoice.lines {
        rule("BR-25", !line.name.trim().is_empty());
        rule("BR-27", line.unit_price >= Decimal::ZERO);
        let gross = Decimal::from(line.quantity) * line.unit_price - main_unit(line.discount_cents);
        // The net amount is the price of one, as often as there are, less what was taken off.
        let off = (gross - main_unit(line.net_cents)).abs();
        rule("PEPPOL-EN16931-R120", off < Decimal::new(2, 2));
    }
    faults
}

fn vat_rules(invoice: &Invoice, tax: &Tax, rule: &mut impl FnMut(&'static str, bool)) {
    let is_same = |category: Category, rate: Decimal| (category, rate) == (tax.category, tax.rate);
    let lines =
        invoice.lines.iter().filter(|line| is_same(line.category, line.rate)).map(|line| line.net_cents);
    let charges = invoice.charges.iter().filter(|charge| is_same(charge.category, charge.rate));
    let base = lines.sum::<i64>() + charges.map(|charge| charge.net_cents).sum::<i64>();
    // BR-S-08, BR-Z-08, BR-E-08, BR-G-08, BR-AE-08 and BR-IC-08 are one rule.
    rule("BR-S-08", base == tax.net_cents);
    if tax.category == Category::Standard {
        rule("BR-S-05", tax.rate > Decimal::ZERO);
        // Where a price holds its tax, the tax is worked out of the price; so it is off by a minor unit at most.
        let exact = whole(Decimal::from(tax.net_cents) * tax.rate / Decimal::ONE_HUNDRED);
        rule("BR-CO-17", (exact - tax.tax_cents).abs() <= 1);
        rule("BR-S-10", tax.reason.is_empty());
    } else {
        rule("BR-Z-09", tax.tax_cents == 0 && tax.rate.is_zero());
        rule("BR-E-10", tax.reason.is_empty() == (tax.category == Category::Zero));
    }
}
