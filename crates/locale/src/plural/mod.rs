//! Plural categories (UTS 35 "Language Plural Rules"), cardinal and ordinal.

mod rules;

use crate::{Decimal, Locale};
use std::fmt;

/// The form of a word that a number asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PluralCategory {
    /// Arabic 0, Latvian 0, 10, 20 …
    Zero,
    /// English 1.
    One,
    /// Arabic 2, Welsh 2.
    Two,
    /// Polish 2, 3, 4.
    Few,
    /// Polish 5, 6, 7 …
    Many,
    /// Everything else; every language has it.
    Other,
}

impl PluralCategory {
    /// All of them, `Other` last.
    pub const ALL: [Self; 6] = [Self::Zero, Self::One, Self::Two, Self::Few, Self::Many, Self::Other];

    /// CLDR's word for it (`one`).
    pub fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::One => "one",
            Self::Two => "two",
            Self::Few => "few",
            Self::Many => "many",
            Self::Other => "other",
        }
    }

    /// The category of a word, if it is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }
}

impl fmt::Display for PluralCategory {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

/// What a plural rule may ask of a number (UTS 35 "Plural Operand Meanings").
pub(crate) struct Operands {
    /// The integer part; of longer numbers the last 18 digits and a leading one, which no rule can tell from the whole.
    i: u64,
    /// The visible fraction digits as a number.
    f: u64,
    /// The same without trailing zeros.
    t: u64,
    /// How many fraction digits are visible.
    v: u32,
    /// Whether the fraction is zero.
    whole: bool,
}

/// Integer digits that rules look at; the largest divisor in any rule is 1,000,000.
const INTEGER_DIGITS: i32 = 18;

impl Operands {
    fn of(number: &Decimal) -> Self {
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

/// The plural rules of one locale.
///
/// ```
/// use loggia_locale::{Locale, PluralCategory, PluralRules};
/// let polish = PluralRules::new(&Locale::resolve("pl"));
/// assert_eq!(polish.cardinal(&3.into()), PluralCategory::Few);
/// let english = PluralRules::new(&Locale::resolve("en"));
/// assert_eq!(english.ordinal(&2.into()), PluralCategory::Two);
/// assert_eq!(english.cardinal(&"1.0".parse().unwrap()), PluralCategory::Other);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PluralRules {
    cardinal: rules::Rule,
    ordinal: rules::Rule,
}

impl PluralRules {
    /// The rules of a locale: of its language and region where they have their own (`pt-PT`), else of its language.
    pub fn new(locale: &Locale) -> Self {
        let regional = format!("{}-{}", locale.language(), locale.region());
        let choose = |table: fn(&str) -> Option<rules::Rule>| {
            table(&regional).or_else(|| table(locale.language())).unwrap_or(rules::other)
        };
        Self { cardinal: choose(rules::cardinal), ordinal: choose(rules::ordinal) }
    }

    /// The category for a count ("3 items"). The sign does not matter.
    pub fn cardinal(&self, number: &Decimal) -> PluralCategory {
        (self.cardinal)(&Operands::of(number))
    }

    /// The category for a place in an order ("the 3rd item"). The sign does not matter.
    pub fn ordinal(&self, number: &Decimal) -> PluralCategory {
        (self.ordinal)(&Operands::of(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cardinal(locale: &str, number: &str) -> &'static str {
        PluralRules::new(&Locale::resolve(locale)).cardinal(&number.parse().unwrap()).name()
    }

    /// T-147
    #[test]
    fn t_147_cardinal_categories_follow_the_language() {
        for (locale, number, category) in [
            ("en", "1", "one"),
            ("en", "1.0", "other"),
            ("en", "-1", "one"),
            ("fr", "0", "one"),
            ("fr", "1.5", "one"),
            ("fr", "1000000", "many"),
            ("pl", "22", "few"),
            ("pl", "12", "many"),
            ("ar", "0", "zero"),
            ("ar", "2", "two"),
            ("ar", "11", "many"),
            ("ar", "100", "other"),
            ("lv", "10", "zero"),
            ("pt", "0", "one"),
            ("pt-PT", "0", "other"),
            ("ja", "1", "other"),
            ("ru", "100000000000000000000000000001", "one"),
            ("fr", "100000000000000000000000000000", "many"),
        ] {
            assert_eq!(cardinal(locale, number), category, "{locale} {number}");
        }
    }

    /// T-147
    #[test]
    fn t_147_ordinal_categories_follow_the_language() {
        let english = PluralRules::new(&Locale::resolve("en"));
        for (number, category) in
            [(1, "one"), (2, "two"), (3, "few"), (4, "other"), (11, "other"), (21, "one")]
        {
            assert_eq!(english.ordinal(&Decimal::from(number)).name(), category, "{number}");
        }
    }
}
