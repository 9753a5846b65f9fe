//! A credit note: what went back of an invoice, with the taxes of what went back.

use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::amount::{main_unit, portion, split};
use crate::model::{Category, Charge, Form, Invoice, Kind, Line, Means, Preceding, Tax, Totals};
use crate::words::Words;

/// What has gone back of one tax of an invoice when so much has gone back in all: net and tax.
///
/// Both grow with what went back and end as the invoice has them, so that the credit notes of an invoice add up to it
/// whatever the steps were.
fn credited(invoice: &Invoice, cents: i64) -> Vec<(i64, i64)> {
    let cents = cents.clamp(0, invoice.totals.gross_cents);
    if invoice.form == Form::Receipt {
        let of = invoice.totals.gross_cents;
        let share = |tax: &Tax| (portion(tax.net_cents, cents, of), portion(tax.tax_cents, cents, of));
        return invoice.taxes.iter().map(share).collect();
    }
    let gross: Vec<i64> = invoice.taxes.iter().map(|tax| tax.net_cents + tax.tax_cents).collect();
    let shares = split(cents, &gross);
    let tax_of = |((tax, gross), share): ((&Tax, &i64), i64)| {
        let tax_cents = portion(tax.tax_cents, share, *gross);
        (share - tax_cents, tax_cents)
    };
    invoice.taxes.iter().zip(&gross).zip(shares).map(tax_of).collect()
}

/// The credit note with this number for `cents` of an invoice, of which `before_cents` went back already: of the whole it
/// repeats the lines; of a part it has one line for each tax. `None` when nothing is left to go back.
#[must_use]
pub fn credit_note(
    invoice: &Invoice,
    (number, issued_on): (&str, Date),
    (before_cents, cents): (i64, i64),
    reason: &str,
) -> Option<Invoice> {
    let cents = cents.min(invoice.totals.gross_cents - before_cents);
    if cents <= 0 {
        return None;
    }
    let is_whole = before_cents == 0 && cents == invoice.totals.gross_cents;
    let (lines, charges, taxes) = if is_whole {
        (invoice.lines.clone(), invoice.charges.clone(), invoice.taxes.clone())
    } else {
        part(invoice, before_cents, cents)
    };
    let totals = Totals::of(invoice.form, &lines, &charges, &taxes);
    let notes = Some(reason.trim()).filter(|reason| !reason.is_empty()).map(str::to_owned);
    Some(Invoice {
        kind: Kind::CreditNote,
        number: number.to_owned(),
        issued_on,
        preceding: Some(Preceding { number: invoice.number.clone(), issued_on: invoice.issued_on }),
        notes: notes.into_iter().collect(),
        lines,
        charges,
        taxes,
        totals,
        means: if is_whole { invoice.means.clone() } else { vec![Means::online(cents)] },
        ..invoice.clone()
    })
}

fn part(invoice: &Invoice, before_cents: i64, cents: i64) -> (Vec<Line>, Vec<Charge>, Vec<Tax>) {
    let words = Words::of(&invoice.language);
    let (before, after) = (credited(invoice, before_cents), credited(invoice, before_cents + cents));
    let step = before.iter().zip(&after).map(|(before, after)| (after.0 - before.0, after.1 - before.1));
    let mut taxes: Vec<Tax> = invoice
        .taxes
        .iter()
        .zip(step)
        .map(|(tax, (net_cents, tax_cents))| Tax { net_cents, tax_cents, ..tax.clone() })
        .collect();
    if invoice.form == Form::Receipt {
        // As the money went: one amount, which holds the taxes.
        taxes.iter_mut().for_each(|tax| tax.included = true);
        let line = line_of(words.refund.to_owned(), cents, None, taxes.first());
        return (vec![line], Vec::new(), taxes);
    }
    taxes.retain(|tax| tax.net_cents > 0 || tax.tax_cents > 0);
    let lines = taxes.iter().map(|tax| {
        let name = if tax.rate.is_zero() { words.refund.to_owned() } else { words.refund_at(tax.rate) };
        line_of(name, tax.net_cents, Some(tax.net_cents + tax.tax_cents), Some(tax))
    });
    (lines.collect(), Vec::new(), taxes)
}

fn line_of(name: String, net_cents: i64, gross_cents: Option<i64>, tax: Option<&Tax>) -> Line {
    Line {
        name,
        sku: String::new(),
        quantity: 1,
        unit_price: main_unit(net_cents).normalize(),
        discount_cents: 0,
        net_cents,
        gross_cents,
        category: tax.map_or(Category::Zero, |tax| tax.category),
        rate: tax.map_or(Decimal::ZERO, |tax| tax.rate),
    }
}
