//! Plural categories (UTS 35 "Language Plural Rules"), cardinal and ordinal.

mod cardinal;
mod category;
mod operands;
mod ordinal;
mod rule;

pub use category::PluralCategory;

use crate::decimal::Decimal;
use crate::locale::Locale;
use operands::Operands;
use rule::{Rule, other};

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
    cardinal: Rule,
    ordinal: Rule,
}

impl PluralRules {
    /// The rules of a locale: of its language and region where they have their own (`pt-PT`), else of its language.
    pub fn new(locale: &Locale) -> Self {
        let regional = format!("{}-{}", locale.language(), locale.region());
        let choose = |table: fn(&str) -> Option<Rule>| {
            table(&regional).or_else(|| table(locale.language())).unwrap_or(other)
        };
        Self { cardinal: choose(cardinal::cardinal), ordinal: choose(ordinal::ordinal) }
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
