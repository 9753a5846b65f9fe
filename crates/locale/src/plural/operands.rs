//! What plural rules see of a number.

use crate::decimal::Decimal;

/// What a plural rule may ask of a number (UTS 35 "Plural Operand Meanings").
pub(super) struct Operands {
    /// The integer part; of longer numbers the last 18 digits and a leading one, which no rule can tell from the whole.
    pub(super) i: u64,
    /// The visible fraction digits as a number.
    pub(super) f: u64,
    /// The same without trailing zeros.
    pub(super) t: u64,
    /// How many fraction digits are visible.
    pub(super) v: u32,
    /// Whether the fraction is zero.
    pub(super) whole: bool,
}

/// Integer digits that rules look at; the largest divisor in any rule is 1,000,000.
const INTEGER_DIGITS: i32 = 18;

impl Operands {
    pub(super) fn of(number: &Decimal) -> Self {
        let scale = number.scale().max(0);
        let integer_digits = number.integer_digits();
        let seen = integer_digits.min(INTEGER_DIGITS);
        let mut i = (0..seen).rev().fold(0, |sum, power| sum * 10 + u64::from(number.digit_at(power)));
        if integer_digits > INTEGER_DIGITS {
            i += 10u64.pow(INTEGER_DIGITS as u32);
        }
        let visible = scale.min(INTEGER_DIGITS);
        let f = (1..=visible).fold(0, |sum, place| sum * 10 + u64::from(number.digit_at(-place)));
        let mut t = f;
        while t != 0 && t % 10 == 0 {
            t /= 10;
        }
        let whole = (1..=scale).all(|place| number.digit_at(-place) == 0);
        Self { i, f, t, v: scale as u32, whole }
    }
}
