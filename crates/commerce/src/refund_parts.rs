//! What each line of an order cost in all, and delivery: with its share of discounts and of the taxes on top, to the minor unit.

use crate::cart::{RateOf, TaxLine};
use crate::money::Cents;

/// A line as it was sold. Amounts are minor units.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SoldLine {
    /// The price of all its pieces, less what discounts and coupons took off.
    pub net_cents: i64,
    /// The taxes of it.
    pub rates: Vec<RateOf>,
    /// Its share of what delivery cost.
    pub shipping_cents: i64,
    /// The taxes of that share.
    pub shipping_rates: Vec<RateOf>,
}

/// An order apart: together the parts are what was paid, by money and by gift cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderParts {
    /// Each line, in minor units.
    pub lines: Vec<i64>,
    /// Delivery, in minor units.
    pub delivery_cents: i64,
}

/// Takes an order of `total_cents` apart. `taxes` on top of prices are shared by the lines, and the delivery of lines, that bear
/// them; where no line is known to bear a tax, all do.
#[must_use]
pub fn order_parts(
    lines: &[SoldLine],
    shipping_cents: i64,
    taxes: &[TaxLine],
    total_cents: i64,
) -> OrderParts {
    // The lines, then the delivery of each.
    let goods = lines.iter().map(|line| line.net_cents.max(0));
    let ways =
        split(shipping_cents, &lines.iter().map(|line| line.shipping_cents.max(0)).collect::<Vec<_>>());
    let bases: Vec<i64> = goods.chain(ways).collect();
    let borne: Vec<&[RateOf]> = lines
        .iter()
        .map(|line| line.rates.as_slice())
        .chain(lines.iter().map(|line| line.shipping_rates.as_slice()))
        .collect();
    let mut parts = bases.clone();
    for tax in taxes.iter().filter(|tax| !tax.included && tax.tax_cents > Cents::ZERO) {
        let is_borne = |rates: &&[RateOf]| rates.iter().any(|rate| !rate.included && rate.rate == tax.rate);
        let own: Vec<i64> =
            bases.iter().zip(&borne).map(|(base, rates)| if is_borne(rates) { *base } else { 0 }).collect();
        let weights = if own.iter().all(|weight| *weight == 0) { &bases } else { &own };
        for (part, share) in parts.iter_mut().zip(split(tax.tax_cents.get(), weights)) {
            *part += share;
        }
    }
    // Orders from before everything was written down do not add up: then the parts are shares of what was paid.
    if parts.iter().sum::<i64>() != total_cents {
        parts = split(total_cents, &parts);
    }
    let ways = parts.split_off(lines.len());
    OrderParts { lines: parts, delivery_cents: ways.iter().sum() }
}

/// What `pieces` more of a line of `quantity` cost when `before` went back already: the steps of a line are together the line.
#[must_use]
pub fn part_of_line(line_cents: i64, (before, pieces): (i64, i64), quantity: i64) -> i64 {
    let until = |count: i64| match quantity {
        ..=0 => 0,
        quantity => i128::from(line_cents) * i128::from(count.clamp(0, quantity)) / i128::from(quantity),
    };
    i64::try_from(until(before.saturating_add(pieces)) - until(before)).unwrap_or(0)
}

/// Shares of an amount by weight, together the amount; where nothing weighs anything the first bears it.
fn split(amount: i64, weights: &[i64]) -> Vec<i64> {
    let all: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
    let (mut seen, mut given) = (0_i128, 0_i128);
    let share = |(index, weight): (usize, &i64)| {
        seen += i128::from(*weight);
        let until = match all {
            0 if index == 0 => i128::from(amount),
            0 => given,
            all => i128::from(amount) * seen / all,
        };
        let share = until - given;
        given = until;
        i64::try_from(share).unwrap_or(0)
    };
    weights.iter().enumerate().map(share).collect()
}
