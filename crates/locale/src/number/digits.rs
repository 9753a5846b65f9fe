//! How many digits are shown: the user's options over the pattern's own.

use super::{options::DigitOptions, pattern::Shape};
use crate::decimal::{Decimal, Rounding};

/// The options with what the style says about them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DigitRules {
    options: DigitOptions,
    /// Round by significant digits rather than by fraction digits.
    significant: bool,
    scientific: bool,
    /// The currency's own fraction digits.
    currency_digits: Option<i32>,
}

/// The digits that one pattern and the options agree on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    rounding: Rounding,
    significant: bool,
    scientific: bool,
    pub minimum_integer: i32,
    minimum_fraction: i32,
    maximum_fraction: i32,
    minimum_significant: Option<i32>,
    maximum_significant: Option<i32>,
}

impl DigitRules {
    pub fn plain(options: DigitOptions, currency_digits: Option<i32>) -> Self {
        let options = options.clamped();
        let significant = options.minimum_significant.or(options.maximum_significant).is_some();
        Self { options, significant, scientific: false, currency_digits }
    }

    /// Compact forms and scientific ones round by significant digits unless fraction digits are asked for.
    pub fn compact(options: DigitOptions, currency_digits: Option<i32>) -> Self {
        let mut rules = Self::plain(options, currency_digits);
        rules.significant |= !rules.asks_for_fraction();
        rules
    }

    pub fn scientific(options: DigitOptions) -> Self {
        Self { scientific: true, ..Self::compact(options, None) }
    }

    fn asks_for_fraction(&self) -> bool {
        self.options.minimum_fraction.or(self.options.maximum_fraction).is_some()
    }

    pub fn limits(&self, shape: &Shape) -> Limits {
        self.combine(shape, None, None)
    }

    /// The limits of a compact form whose divided number has so many integer digits: `1.2K`, but `12K`.
    pub fn compact_limits(&self, shape: &Shape, integer_digits: i32) -> Limits {
        let maximum = shape.minimum_integer.max(integer_digits) + i32::from(integer_digits == 1);
        let fraction = if self.significant { None } else { Some(0) };
        self.combine(shape, Some((1, maximum)), fraction)
    }

    fn combine(
        &self,
        shape: &Shape,
        significant: Option<(i32, i32)>,
        maximum_fraction: Option<i32>,
    ) -> Limits {
        let option = |count: Option<u8>| count.map(i32::from);
        let (mut least, mut most) = match self.currency_digits {
            Some(digits) => (digits, digits),
            None => (shape.minimum_fraction, shape.maximum_fraction),
        };
        let asked_least = option(self.options.minimum_fraction);
        let asked_most = option(self.options.maximum_fraction);
        let asked_most = asked_most.or(if asked_least.is_none() { maximum_fraction } else { None });
        if let Some(count) = asked_most {
            most = count;
            least = least.min(count);
        }
        if let Some(count) = asked_least {
            least = asked_most.map_or(count, |most| count.min(most));
            most = most.max(least);
        }
        let (minimum_significant, maximum_significant) = self.significant_limits(shape, significant);
        Limits {
            rounding: self.options.rounding,
            significant: self.significant,
            scientific: self.scientific,
            minimum_integer: option(self.options.minimum_integer).unwrap_or(shape.minimum_integer),
            minimum_fraction: least,
            maximum_fraction: most,
            minimum_significant,
            maximum_significant,
        }
    }

    fn significant_limits(&self, shape: &Shape, own: Option<(i32, i32)>) -> (Option<i32>, Option<i32>) {
        if !self.significant && !self.scientific {
            return (None, None);
        }
        let own = if self.scientific { Some((shape.minimum_fraction, shape.maximum_fraction)) } else { own };
        let least = self.options.minimum_significant.map(i32::from).or(own.map(|own| own.0));
        let most = self.options.maximum_significant.map(i32::from).or(own.map(|own| own.1));
        let most = most.map(|most| most.max(least.unwrap_or(most)));
        (least.or(most), most)
    }
}

impl Limits {
    /// Digits behind the point, at least.
    pub fn fraction_digits(&self) -> u8 {
        u8::try_from(self.minimum_fraction).unwrap_or(0)
    }

    /// The number with just the digits that are shown.
    pub fn apply(&self, number: Decimal) -> Decimal {
        match (self.significant, self.minimum_significant) {
            (true, Some(least)) => self.by_significant_digits(number, least),
            _ => self.by_fraction_digits(number),
        }
    }

    fn by_significant_digits(&self, mut number: Decimal, least: i32) -> Decimal {
        let floor = i32::from(self.scientific);
        let (least, most) = (least.max(floor), self.maximum_significant.map(|most| most.max(floor)));
        if number.is_zero() {
            // Zero is written with as many digits as any other number; a hundredfold zero has two fewer to show.
            let scale = least - 1 + number.scale().min(0);
            return number.zero_with(scale.max(0));
        }
        if let Some(most) = most
            && number.precision() > most
        {
            let scale = most - number.precision() + number.scale();
            // Without a single digit to keep, whole numbers vanish.
            number = if most == 0 && scale < 0 {
                number.zero_with(0)
            } else {
                number.rounded(scale, self.rounding)
            };
        }
        number = number.trimmed();
        if number.precision() < least {
            let scale = least - number.precision() + number.scale();
            number = number.rounded(scale, self.rounding);
        }
        number
    }

    fn by_fraction_digits(&self, number: Decimal) -> Decimal {
        let scale = self.minimum_fraction.max(number.scale().min(self.maximum_fraction));
        let number = number.rounded(scale, self.rounding);
        if self.minimum_fraction == self.maximum_fraction && number.scale() == self.minimum_fraction {
            return number;
        }
        let number = number.trimmed();
        if number.scale() < self.minimum_fraction {
            number.rounded(self.minimum_fraction, self.rounding)
        } else {
            number
        }
    }
}
