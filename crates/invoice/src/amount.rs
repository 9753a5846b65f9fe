//! Amounts and shares of them.

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};

/// An amount in the currency's main unit, of which a minor unit is a hundredth whatever the currency: 1234 is `12.34`.
pub fn main_unit(cents: i64) -> Decimal {
    Decimal::new(cents, 2)
}

/// Whole minor units, half of one away from zero.
pub fn whole(amount: Decimal) -> i64 {
    let rounded = amount.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
    rounded.to_i64().unwrap_or(i64::MAX)
}

/// Splits an amount by weights, to the minor unit: the shares are never below 0, and together they are the amount. Where
/// nothing weighs anything, the first bears it.
///
/// Each takes its part of what those before it left, so that no share goes down when the amount goes up: of two credit
/// notes the second never takes back what the first gave.
pub fn split(amount: i64, weights: &[i64]) -> Vec<i64> {
    let mut left = i128::from(amount);
    let mut weight_left: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
    let share = |(index, weight): (usize, &i64)| {
        let share = match weight_left {
            0 if index == 0 => left,
            0 => 0,
            all => left * i128::from(*weight) / all,
        };
        left -= share;
        weight_left -= i128::from(*weight);
        i64::try_from(share).unwrap_or(0)
    };
    weights.iter().enumerate().map(share).collect()
}

/// `amount` × `part` / `of`, half away from zero.
pub fn portion(amount: i64, part: i64, of: i64) -> i64 {
    if of == 0 {
        return 0;
    }
    let (amount, part, of) = (i128::from(amount), i128::from(part), i128::from(of));
    i64::try_from((2 * amount * part + of) / (2 * of)).unwrap_or(0)
}
