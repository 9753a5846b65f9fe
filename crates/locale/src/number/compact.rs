//! Compact forms: `1.2K`, `1.2 thousand`, `€12M`.

use super::{
    digits::{DigitRules, Limits},
    layout::{Fill, Layout},
    pattern::Pattern,
    symbols::{NumberSystem, Separators},
};
use crate::{
    decimal::{Decimal, Rounding},
    locale::Locale,
    plural::{PluralCategory, PluralRules},
};

/// CLDR has compact patterns up to hundreds of trillions.
const LARGEST_MAGNITUDE: usize = 15;

/// The forms of one magnitude (an integer with so many digits).
#[derive(Debug, Clone, Default)]
struct Magnitude {
    /// How many digits are divided away.
    divisor: i32,
    /// The form that decides the digits; the standard pattern without fraction when there is none.
    rounds_like: Option<Layout>,
    /// A form a plural category, in the order of `PluralCategory::ALL`.
    forms: [Option<Layout>; 6],
}

/// Every compact form of a locale and style.
#[derive(Debug, Clone)]
pub(crate) struct Compact {
    magnitudes: Vec<Magnitude>,
    standard: Layout,
    rules: DigitRules,
    plurals: PluralRules,
}

impl Compact {
    /// `key` names the family of patterns (`latn.short`); `standard` is used below the first magnitude.
    pub fn new(
        locale: &Locale,
        system: &NumberSystem,
        key: &str,
        standard: &str,
        plain_zero: bool,
        rules: DigitRules,
        fill: Fill,
    ) -> Self {
        let standard = Layout::new(locale, system, standard, fill);
        let layout = |raw: &str| Layout::new(locale, system, raw, fill);
        // A pattern `0` says "as usual": numbers take it as it is, amounts their standard pattern.
        let usable = |raw: &&str| !raw.is_empty() && (plain_zero || *raw != "0");
        let magnitudes = (0..=LARGEST_MAGNITUDE)
            .map(|digits| {
                let raw = |category: PluralCategory| locale.get(&format!("{key}.{digits}.{category}"));
                let other = raw(PluralCategory::Other);
                let divisor = match other {
                    "" | "0" => 0,
                    other => digits as i32 - Pattern::parse(other, false).shape.minimum_integer,
                };
                Magnitude {
                    divisor,
                    rounds_like: Some(other).filter(|raw| !raw.is_empty()).map(layout),
                    forms: PluralCategory::ALL.map(|category| Some(raw(category)).filter(usable).map(layout)),
                }
            })
            .collect();
        Self { magnitudes, standard, rules, plurals: PluralRules::new(locale) }
    }

    /// Whether the locale has any compact form under this key.
    pub fn is_offered(locale: &Locale, key: &str) -> bool {
        !locale.get(&format!("{key}.4.other")).is_empty()
    }

    /// The divided and rounded number, its magnitude and the digits it is written with.
    fn divide(&self, number: Decimal) -> (Decimal, usize, Limits) {
        let magnitude = |digits: i32| (digits as usize).min(LARGEST_MAGNITUDE);
        let at = magnitude(number.integer_digits());
        let divisor = self.magnitudes[at].divisor;
        let divided = number.clone().shifted(-divisor);
        let integer_digits = divided.integer_digits();
        let limits = self.limits(at, number.is_negative(), integer_digits);
        let rounded = limits.apply(divided);
        if rounded.integer_digits() <= integer_digits {
            return (rounded, at, limits);
        }
        // 999,999 rounds up to a thousand thousands: a million, if that has a form of its own.
        let next = magnitude(number.integer_digits() + 1);
        if self.magnitudes[next].divisor <= divisor {
            return (rounded, next, limits);
        }
        let divided = number.shifted(-self.magnitudes[next].divisor).rounded(0, Rounding::HalfEven);
        let limits = self.limits(next, divided.is_negative(), divided.integer_digits());
        (limits.apply(divided), next, limits)
    }

    fn limits(&self, magnitude: usize, negative: bool, integer_digits: i32) -> Limits {
        let shape = match &self.magnitudes[magnitude].rounds_like {
            Some(layout) => *layout.shape(negative),
            None => {
                let mut shape = *self.standard.shape(negative);
                (shape.minimum_fraction, shape.maximum_fraction) = (0, 0);
                shape
            }
        };
        self.rules.compact_limits(&shape, integer_digits)
    }

    pub fn write(&self, out: &mut String, system: &NumberSystem, number: Decimal, separators: Separators) {
        let (number, magnitude, limits) = self.divide(number);
        let number = number.without_negative_zero();
        let forms = &self.magnitudes[magnitude].forms;
        let category = self.plurals.cardinal(&number) as usize;
        let form = forms[category].as_ref().or(forms[PluralCategory::Other as usize].as_ref());
        let layout = form.unwrap_or(&self.standard);
        layout.write(out, system, &number, limits.minimum_integer, separators, "");
    }
}
