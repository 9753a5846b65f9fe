//! The number itself.

use smallvec::SmallVec;
use std::{cmp::Ordering, fmt};

/// Room for most numbers without an allocation.
pub(super) type Digits = SmallVec<[u8; 24]>;

/// An exact decimal: a sign, digits and a scale (the digits after the point).
///
/// Trailing zeros are kept, because they are seen: `1.00` has two visible fraction digits, and plural rules ask for
/// them. Equality and order go by value: `1.00 == 1`.
///
/// ```
/// use loggia_locale::{Decimal, Rounding};
/// let price: Decimal = "1234.565".parse()?;
/// assert_eq!(price.rounded(2, Rounding::HalfEven).to_string(), "1234.56");
/// assert_eq!("1.00".parse::<Decimal>()?, Decimal::from(1));
/// # Ok::<(), loggia_locale::ParseDecimalError>(())
/// ```
#[derive(Clone)]
pub struct Decimal {
    pub(super) negative: bool,
    /// Most significant first, each 0 to 9, without leading zeros (zero has one digit).
    pub(super) digits: Digits,
    /// How many of the digits stand after the point; negative for zeros before it (`12` with -2 is 1200).
    pub(super) scale: i32,
}

impl Decimal {
    /// Zero, without fraction digits.
    pub fn zero() -> Self {
        Self::from(0)
    }

    pub(super) fn from_parts(negative: bool, digits: Digits, scale: i32) -> Self {
        let mut decimal = Self { negative, digits, scale };
        decimal.drop_leading_zeros();
        decimal
    }

    pub(super) fn drop_leading_zeros(&mut self) {
        let zeros = self.digits.iter().take_while(|digit| **digit == 0).count();
        let zeros = zeros.min(self.digits.len().saturating_sub(1));
        if zeros > 0 {
            self.digits.drain(..zeros);
        }
        if self.digits.is_empty() {
            self.digits.push(0);
        }
    }

    /// Whether the value is zero, whatever its sign and scale.
    pub fn is_zero(&self) -> bool {
        self.digits.iter().all(|digit| *digit == 0)
    }

    /// Whether it carries a minus sign (`-0` does).
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Without its sign.
    #[must_use]
    pub fn abs(mut self) -> Self {
        self.negative = false;
        self
    }

    /// Without the sign of a zero: `-0.00` is shown as `0.00`.
    pub(crate) fn without_negative_zero(self) -> Self {
        if self.is_zero() { self.abs() } else { self }
    }

    /// Multiplied by ten to the power of `places`.
    #[must_use]
    pub fn shifted(mut self, places: i32) -> Self {
        self.scale -= places;
        self
    }

    /// Without trailing fraction zeros and with a scale that shows no more than needed.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        while self.digits.len() > 1 && self.digits.last() == Some(&0) {
            self.digits.pop();
            self.scale -= 1;
        }
        if self.is_zero() {
            self.scale = 0;
        }
        self
    }

    /// The zero of this sign with so many fraction digits.
    pub(crate) fn zero_with(&self, scale: i32) -> Self {
        Self { negative: self.negative, digits: Digits::from_slice(&[0]), scale }
    }

    /// How many digits the number is written with, leading zeros apart.
    pub(crate) fn precision(&self) -> i32 {
        self.digits.len() as i32
    }

    /// Digits after the point.
    pub(crate) fn scale(&self) -> i32 {
        self.scale
    }

    /// Digits before the point, at least one.
    pub(crate) fn integer_digits(&self) -> i32 {
        (self.precision() - self.scale).max(1)
    }

    /// The digit at a power of ten: 0 is the ones, -1 the tenths.
    pub(crate) fn digit_at(&self, power: i32) -> u8 {
        let from_end = power + self.scale;
        if from_end < 0 {
            return 0;
        }
        let Some(at) = self.digits.len().checked_sub(1 + from_end as usize) else { return 0 };
        self.digits[at]
    }

    /// Whether it is this whole number.
    pub(crate) fn is_integer(&self, value: i64) -> bool {
        *self == Decimal::from(value)
    }

    /// The difference to a whole number (the `offset:` of a plural message).
    #[must_use]
    pub fn minus_integer(&self, value: i64) -> Self {
        self.plus(&Decimal::from(value.saturating_neg()))
    }

    fn plus(&self, other: &Self) -> Self {
        let scale = self.scale.max(other.scale).max(0);
        let (left, right) = (self.clone().with_scale(scale), other.clone().with_scale(scale));
        let (larger, smaller) =
            if left.compare_magnitude(&right).is_ge() { (&left, &right) } else { (&right, &left) };
        let (mut digits, mut carry) = (Digits::new(), 0i8);
        for place in 0..larger.digits.len() {
            let at = |number: &Self| number.digits.iter().rev().nth(place).map_or(0, |digit| *digit as i8);
            let sum = if left.negative == right.negative {
                at(larger) + at(smaller) + carry
            } else {
                at(larger) - at(smaller) + carry
            };
            carry = sum.div_euclid(10);
            digits.push(sum.rem_euclid(10) as u8);
        }
        if carry > 0 {
            digits.push(1);
        }
        digits.reverse();
        Self::from_parts(larger.negative, digits, scale).without_negative_zero()
    }

    /// The same value with more fraction digits; never fewer.
    pub(super) fn with_scale(mut self, scale: i32) -> Self {
        let missing = usize::try_from(scale - self.scale).unwrap_or(0);
        if missing > 0 {
            if !self.is_zero() {
                self.digits.extend(std::iter::repeat_n(0, missing));
            }
            self.scale = scale;
        }
        self
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            (false, false) => {}
        }
        let (left, right) = (self.precision() - self.scale, other.precision() - other.scale);
        left.cmp(&right).then_with(|| {
            let length = self.digits.len().max(other.digits.len());
            let padded = |digits: &'_ Digits, at: usize| digits.get(at).copied().unwrap_or(0);
            (0..length)
                .map(|at| padded(&self.digits, at).cmp(&padded(&other.digits, at)))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        let mut digits = Digits::new();
        let mut rest = value.unsigned_abs();
        loop {
            digits.push((rest % 10) as u8);
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        digits.reverse();
        Self { negative: value < 0, digits, scale: 0 }
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let negative = |number: &Self| number.negative && !number.is_zero();
        match (negative(self), negative(other)) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.compare_magnitude(other),
            (true, true) => other.compare_magnitude(self),
        }
    }
}

/// Plain digits and a point, never an exponent.
impl fmt::Display for Decimal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(self.digits.len() + 3);
        if self.negative {
            text.push('-');
        }
        for power in (-self.scale.max(0)..self.integer_digits()).rev() {
            if power == -1 {
                text.push('.');
            }
            text.push(char::from(b'0' + self.digit_at(power)));
        }
        out.pad(&text)
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Decimal({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn text_round_trips_with_its_zeros() {
        for text in ["0", "1", "-1", "1.00", "0.000012345", "123456789012345678901234567890.5", "-0.10"] {
            assert_eq!(decimal(text).to_string(), text);
        }
    }

    #[test]
    fn values_are_compared_not_texts() {
        assert_eq!(decimal("1.00"), decimal("1"));
        assert_eq!(decimal("-0"), decimal("0.00"));
        assert_eq!(decimal("12e2"), decimal("1200"));
        assert!(decimal("9.99") < decimal("10"));
        assert!(decimal("-2") < decimal("-1.5"));
        assert!(decimal("0.05") < decimal("0.5"));
    }

    #[test]
    fn an_offset_is_taken_away_exactly() {
        assert_eq!(decimal("3").minus_integer(1).to_string(), "2");
        assert_eq!(decimal("1.5").minus_integer(2).to_string(), "-0.5");
        assert_eq!(decimal("100").minus_integer(1).to_string(), "99");
        assert_eq!(decimal("-1").minus_integer(-1).to_string(), "0");
    }

    proptest! {
        #[test]
        fn sums_agree_with_integers(left in -1_000_000_000_000i64..1_000_000_000_000, right in -1_000_000_000i64..1_000_000_000) {
            prop_assert_eq!(Decimal::from(left).minus_integer(right).to_string(), (left - right).to_string());
        }

        #[test]
        fn order_agrees_with_integers(left: i64, right: i64) {
            prop_assert_eq!(Decimal::from(left).cmp(&Decimal::from(right)), left.cmp(&right));
        }
    }
}
