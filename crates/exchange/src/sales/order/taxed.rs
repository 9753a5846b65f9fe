//! Lists that have each amount twice, with tax and without: which of the two belongs to an order's total.

use super::amounts::Amounts;
use super::columns::{CODE, COUPON, WITH_TAX, WITHOUT_TAX};
use super::record::{Order, OrderLine};
use crate::Fault;
use crate::sheet::{Row, Sheet};

/// Fills subtotal, delivery and handling of an order of such a list, and what was taken off: what is missing in the total. Amounts without tax and
/// the tax make the total; where the lines or the coupon are counted with tax, those with tax are taken, and the tax is a
/// part of them.
pub(super) fn fill(
    amounts: &Amounts,
    (sheet, row): (&Sheet, &Row),
    order: &mut Order,
    faults: &mut Vec<Fault>,
) {
    let mut read = |names: &[&str; 3]| -> Option<[i64; 3]> {
        let mut cents = |at: usize, name: &str| {
            let stated = (name, &mut order.stated);
            amounts.cell((sheet, row), &names[at..=at], stated, (&order.number, faults)).unwrap_or(0)
        };
        (!sheet.get(row, &names[..1]).is_empty())
            .then(|| [cents(0, "subtotal"), cents(1, "shipping"), cents(2, "fee")])
    };
    let (without, with) = (read(&WITHOUT_TAX), read(&WITH_TAX));
    let sum = |parts: [i64; 3]| parts.into_iter().fold(0, i64::saturating_add);
    let lines = order.lines.iter().filter_map(OrderLine::sum).fold(0, i64::saturating_add);
    let coupon = coupon(amounts, sheet, row);
    let gap = |parts: [i64; 3], tax: i64| sum(parts).saturating_add(tax).saturating_sub(order.total_cents);
    let (parts, off) = match (without, with) {
        (Some(without), Some(with)) => {
            let (net, gross) = (gap(without, order.tax_cents), gap(with, 0));
            let by_lines = !order.lines.is_empty() && lines == with[0] && lines != without[0];
            let by_coupon = coupon.is_some_and(|coupon| coupon == gross && coupon != net);
            if by_lines || by_coupon { (with, gross) } else { (without, net) }
        }
        (Some(without), None) => (without, gap(without, order.tax_cents)),
        (None, Some(with)) => (with, gap(with, 0)),
        (None, None) => return,
    };
    [order.subtotal_cents, order.shipping_cents, order.fee_cents] = parts;
    order.discount_cents = off.max(0);
}

/// What a coupon took off, as a column of its own says it, or the details of the coupon.
fn coupon(amounts: &Amounts, sheet: &Sheet, row: &Row) -> Option<i64> {
    let own = sheet.get(row, &COUPON);
    if !own.is_empty() {
        return amounts.read(own).map(|(cents, _)| cents.saturating_abs());
    }
    let details = sheet.get(row, &CODE);
    let stated = details.split(['|', ',', ';']).filter_map(|part| part.split_once(':'));
    let mut values = stated.filter(|(name, _)| {
        let name = name.trim().to_lowercase();
        name.ends_with("value") || name.ends_with("amount") || name.ends_with("discount")
    });
    let first = values.next().and_then(|(_, value)| amounts.read(value.trim()))?.0;
    let rest = values.filter_map(|(_, value)| amounts.read(value.trim())).map(|(cents, _)| cents);
    Some(rest.fold(first, i64::saturating_add).saturating_abs())
}
