//! Rounding of exact decimals.

use super::value::{Decimal, Digits};
use std::cmp::Ordering;

/// Which way a number goes that lies between two others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Rounding {
    /// Away from zero.
    Up,
    /// Towards zero: the digits are cut.
    Down,
    /// Towards positive infinity.
    Ceiling,
    /// Towards negative infinity.
    Floor,
    /// To the nearest; halves away from zero.
    HalfUp,
    /// To the nearest; halves towards zero.
    HalfDown,
    /// To the nearest; halves to the even digit.
    #[default]
    HalfEven,
}

impl Rounding {
    /// Whether the last kept digit goes up, given the sign, that digit, and how what is cut compares to a half.
    fn goes_up(self, negative: bool, last_kept: u8, cut: Ordering) -> bool {
        match self {
            Rounding::Up => true,
            Rounding::Down => false,
            Rounding::Ceiling => !negative,
            Rounding::Floor => negative,
            Rounding::HalfUp => cut.is_ge(),
            Rounding::HalfDown => cut.is_gt(),
            Rounding::HalfEven => cut.is_gt() || cut.is_eq() && last_kept % 2 == 1,
        }
    }
}

impl Decimal {
    /// With exactly `scale` fraction digits (negative: rounded to tens, hundreds, …).
    #[must_use]
    pub fn rounded(mut self, scale: i32, rounding: Rounding) -> Self {
        if scale >= self.scale {
            return self.with_scale(scale);
        }
        let cut = (self.scale - scale) as usize;
        let kept = self.digits.len().saturating_sub(cut);
        // Digits that are missing before the number's first one count as zeros.
        let first_cut = if self.digits.len() < cut { 0 } else { self.digits[kept] };
        let rest_from = if self.digits.len() < cut { 0 } else { kept + 1 };
        let more = self.digits[rest_from..].iter().any(|digit| *digit > 0);
        let half = first_cut.cmp(&5).then(if more { Ordering::Greater } else { Ordering::Equal });
        let anything = first_cut > 0 || more;
        let last_kept = kept.checked_sub(1).map_or(0, |at| self.digits[at]);
        let up = anything && rounding.goes_up(self.negative, last_kept, half);
        self.digits.truncate(kept);
        self.scale = scale;
        if up {
            increment(&mut self.digits);
        }
        self.drop_leading_zeros();
        self
    }
}

fn increment(digits: &mut Digits) {
    for digit in digits.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return;
        }
        *digit = 0;
    }
    digits.insert(0, 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use Rounding::*;

    /// T-136
    #[test]
    fn t_136_every_mode_rounds_as_named() {
        let table = [
            (
                "2.5",
                [
                    (Up, "3"),
                    (Down, "2"),
                    (Ceiling, "3"),
                    (Floor, "2"),
                    (HalfUp, "3"),
                    (HalfDown, "2"),
                    (HalfEven, "2"),
                ],
            ),
            (
                "-2.5",
                [
                    (Up, "-3"),
                    (Down, "-2"),
                    (Ceiling, "-2"),
                    (Floor, "-3"),
                    (HalfUp, "-3"),
                    (HalfDown, "-2"),
                    (HalfEven, "-2"),
                ],
            ),
            (
                "1.1",
                [
                    (Up, "2"),
                    (Down, "1"),
                    (Ceiling, "2"),
                    (Floor, "1"),
                    (HalfUp, "1"),
                    (HalfDown, "1"),
                    (HalfEven, "1"),
                ],
            ),
            (
                "3.5",
                [
                    (Up, "4"),
                    (Down, "3"),
                    (Ceiling, "4"),
                    (Floor, "3"),
                    (HalfUp, "4"),
                    (HalfDown, "3"),
                    (HalfEven, "4"),
                ],
            ),
            (
                "2.51",
                [
                    (Up, "3"),
                    (Down, "2"),
                    (Ceiling, "3"),
                    (Floor, "2"),
                    (HalfUp, "3"),
                    (HalfDown, "3"),
                    (HalfEven, "3"),
                ],
            ),
        ];
        for (number, modes) in table {
            for (rounding, expected) in modes {
                let rounded = number.parse::<Decimal>().unwrap().rounded(0, rounding);
                assert_eq!(rounded.to_string(), expected, "{number} {rounding:?}");
            }
        }
    }

    #[test]
    fn a_carry_may_add_a_digit_and_tiny_numbers_vanish() {
        let rounded = |text: &str, scale, rounding| {
            text.parse::<Decimal>().unwrap().rounded(scale, rounding).to_string()
        };
        assert_eq!(rounded("999.995", 2, HalfUp), "1000.00");
        assert_eq!(rounded("0.000012345", 0, HalfEven), "0");
        assert_eq!(rounded("0.000012345", 0, Ceiling), "1");
        assert_eq!(rounded("0.05", 1, HalfEven), "0.0");
        assert_eq!(rounded("0.15", 1, HalfEven), "0.2");
        assert_eq!(rounded("1250", -2, HalfEven), "1200");
    }
}
