//! S-700 to S-703: what holds for every invoice, whatever was bought.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod sales;

use jiff::civil::date;
use loggia_invoice::{Category, Form, Invoice, Rate, Untaxed, cii, credit_note, faults, lacks, ubl};
use proptest::prelude::*;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use sales::{Piece, sale, untaxed};

const RATES: [i64; 9] = [1900, 700, 2000, 550, 2100, 2700, 840, 250, 0];

fn piece(included: bool) -> impl Strategy<Value = Piece> {
    let tax = prop_oneof![9 => (0..RATES.len()).prop_map(Some), 1 => Just(None)];
    (0_i64..200_000, 1_i64..60, 0_i64..=100, tax).prop_map(move |(unit, quantity, off, tax)| {
        (unit, quantity, unit * quantity * off / 100, tax.map(|tax| (RATES[tax], included)))
    })
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    any::<bool>().prop_flat_map(|included| prop::collection::vec(piece(included), 1..7))
}

/// The amounts of one element, in hundredths.
fn amounts(xml: &str, name: &str) -> Vec<i64> {
    let document = roxmltree::Document::parse(xml).unwrap();
    let found = document.descendants().filter(|node| node.tag_name().name() == name);
    found.map(|node| node.text().unwrap().replace('.', "").parse().unwrap()).collect()
}

fn hold(invoice: &Invoice) -> Result<(), TestCaseError> {
    prop_assert_eq!(faults(invoice), vec![]);
    prop_assert_eq!(lacks(invoice), Vec::<&str>::new());
    let totals = invoice.totals;
    let (ubl, cii) = (ubl(invoice).0, cii(invoice));
    prop_assert_eq!(amounts(&ubl, "TaxInclusiveAmount"), vec![totals.gross_cents]);
    prop_assert_eq!(amounts(&cii, "GrandTotalAmount"), vec![totals.gross_cents]);
    // As they are written, not as they were meant: BR-CO-10 and BR-CO-14 of both.
    let lines: i64 = amounts(&ubl, "LineExtensionAmount").iter().sum();
    prop_assert_eq!(lines, 2 * totals.lines_cents);
    let bases: i64 = amounts(&cii, "BasisAmount").iter().sum();
    let taxes: i64 = amounts(&cii, "CalculatedAmount").iter().sum();
    prop_assert_eq!((bases, bases + taxes), (totals.net_cents, totals.gross_cents));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn s_700_every_sum_of_en_16931_holds_and_is_what_was_charged(
        pieces in pieces(), shipping in 0_i64..3000, cards in 0_i64..50_000,
    ) {
        let sale = sale(&pieces, shipping, cards, "de");
        let invoice = sale.invoice("2026-1", Some(&untaxed()));
        prop_assert_eq!(invoice.form, Form::Vat);
        prop_assert_eq!(invoice.totals.gross_cents, sale.total_cents);
        prop_assert_eq!(invoice.means.iter().map(|means| means.cents).sum::<i64>(), sale.total_cents);
        prop_assert_eq!(
            invoice.taxes.iter().map(|tax| tax.tax_cents).sum::<i64>(),
            sale.taxes.iter().map(|tax| tax.tax_cents).sum::<i64>()
        );
        hold(&invoice)?;
    }

    #[test]
    fn s_701_credit_notes_in_any_steps_add_up_to_their_invoice(
        pieces in pieces(), shipping in 0_i64..3000, steps in prop::collection::vec(1_i64..100, 1..6),
    ) {
        let invoice = sale(&pieces, shipping, 0, "fr").invoice("2026-1", Some(&untaxed()));
        let gross = invoice.totals.gross_cents;
        let parts: i64 = steps.iter().sum();
        let mut given = (0, 0, 0);
        for (index, step) in steps.iter().enumerate() {
            let is_last = index + 1 == steps.len();
            let cents = if is_last { gross - given.0 } else { gross * step / parts };
            let note = credit_note(&invoice, ("2026-2", date(2026, 12, 1)), (given.0, cents), "Zu spät");
            let Some(note) = note else {
                prop_assert!(cents <= 0);
                continue;
            };
            hold(&note)?;
            prop_assert_eq!(note.totals.gross_cents, cents);
            prop_assert_eq!(&note.preceding.as_ref().unwrap().number, "2026-1");
            given = (given.0 + cents, given.1 + note.totals.net_cents, given.2 + note.totals.tax_cents);
        }
        prop_assert_eq!(given, (gross, invoice.totals.net_cents, invoice.totals.tax_cents));
        prop_assert!(credit_note(&invoice, ("2026-3", date(2026, 12, 1)), (gross, 1), "").is_none());
    }

    /// S-861: of what was charged without the tax that its price holds, the lines are net prices and the sums are what was charged.
    #[test]
    fn s_861_what_was_charged_without_tax_is_told_in_net_prices(
        pieces in prop::collection::vec(piece(true), 1..7), shipping in 0_i64..3000,
    ) {
        let mut sale = sale(&pieces, shipping, 0, "de");
        sale.buyer.vat_id = "FR40303265045".to_owned();
        let share = |cents: i64, rates: &[Rate]| {
            let percent: Decimal = rates.iter().map(|rate| rate.percent).sum();
            let tax = Decimal::from(cents) * percent / (Decimal::ONE_HUNDRED + percent);
            (tax.floor().to_i64().unwrap(), percent)
        };
        let mut relief = 0;
        for line in &mut sale.lines {
            let rates = std::mem::take(&mut line.rates);
            (line.relief_cents, line.held) = share(line.unit_cents * line.quantity - line.discount_cents, &rates);
            relief += line.relief_cents;
        }
        for part in &mut sale.shipping {
            let (tax, _) = share(part.cents, &std::mem::take(&mut part.rates));
            part.cents -= tax;
            relief += tax;
        }
        sale.taxes.clear();
        sale.total_cents -= relief;
        let owed = Untaxed { category: Category::ReverseCharge, reason: "owed by the recipient".to_owned() };
        let invoice = sale.invoice("2026-1", Some(&owed));
        prop_assert_eq!(invoice.form, Form::Vat);
        prop_assert_eq!((invoice.totals.gross_cents, invoice.totals.tax_cents), (sale.total_cents, 0));
        for (told, line) in invoice.lines.iter().zip(&sale.lines).filter(|(_, line)| line.held > Decimal::ZERO) {
            let net = Decimal::new(line.unit_cents, 2) * Decimal::ONE_HUNDRED / (Decimal::ONE_HUNDRED + line.held);
            // Two roundings of a line, over its pieces.
            let off = (told.unit_price - net).abs() * Decimal::from(line.quantity);
            prop_assert!(off <= Decimal::new(2, 2), "{} for {}", told.unit_price, net);
        }
        hold(&invoice)?;
    }

    #[test]
    fn s_702_what_is_no_invoice_of_value_added_tax_is_a_receipt_of_what_was_charged(
        pieces in pieces(), shipping in 0_i64..3000,
    ) {
        let sale = sale(&pieces, shipping, 0, "en");
        let receipt = sale.invoice("1", None);
        prop_assert_eq!(receipt.form, Form::Receipt);
        prop_assert_eq!(receipt.totals.gross_cents, sale.total_cents);
        prop_assert_eq!(faults(&receipt), vec![]);
        prop_assert!(!lacks(&receipt).is_empty());
        let half = credit_note(&receipt, ("2", date(2026, 12, 1)), (0, sale.total_cents / 2), "");
        if let Some(half) = half {
            prop_assert_eq!(half.totals.gross_cents, sale.total_cents / 2);
        }
    }
}

/// A cent at a time: what one credit note gave of a tax the next never takes back.
#[test]
fn s_701_a_credit_note_of_a_cent_is_of_a_cent() {
    let pieces = [(11, 3, 0, None), (7, 5, 2, Some((250, false))), (23, 4, 1, Some((1900, false)))];
    let invoice = sale(&pieces, 1, 0, "fr").invoice("2026-1", Some(&untaxed()));
    let mut taxes = 0;
    for before in 0..invoice.totals.gross_cents {
        let note = credit_note(&invoice, ("2026-2", date(2026, 12, 1)), (before, 1), "").unwrap();
        assert_eq!(note.totals.gross_cents, 1, "after {before}");
        assert!(note.taxes.iter().all(|tax| tax.net_cents >= 0 && tax.tax_cents >= 0), "after {before}");
        taxes += note.totals.tax_cents;
    }
    assert_eq!(taxes, invoice.totals.tax_cents);
}

#[test]
fn s_702_two_taxes_on_one_thing_make_a_receipt() {
    let mut sale = sale(&[(1000, 1, 0, Some((400, false)))], 0, 0, "en");
    let city = Rate { percent: Decimal::new(4875, 3), included: false };
    sale.lines[0].rates.push(city);
    assert_eq!(sale.invoice("1", Some(&untaxed())).form, Form::Receipt);
}

#[test]
fn s_703_what_the_data_lacks_is_named() {
    let mut sale = sale(&[(1190, 1, 0, Some((1900, true)))], 0, 0, "de");
    (sale.seller.vat_id, sale.seller.tax_number) = (String::new(), String::new());
    sale.buyer.address.country = String::new();
    let invoice = sale.invoice("1", Some(&untaxed()));
    assert_eq!(lacks(&invoice), ["seller.vatId", "buyer.address.country"]);
}
