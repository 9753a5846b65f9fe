//! What an amount is put together of, for programs that have no tables.

use super::{MoneyFormat, Style};

/// What stands around and between the digits of an amount in one currency and locale: enough to write any amount without
/// the tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyPieces {
    /// The ten digits from 0 on; `None` for those of ASCII.
    pub digits: Option<String>,
    /// CLDR's name of the number system: `latn`, `arab`.
    pub number_system: &'static str,
    /// Between whole and fraction.
    pub decimal: String,
    /// Between groups of digits; empty where they are not grouped.
    pub group: String,
    /// Digits of the group next to the point.
    pub group_size: u8,
    /// Digits of every further group: 2 in India, after a first of 3.
    pub further_group_size: u8,
    /// Digits that stand before the first separator at least: with 2, as in Polish, `1000` has none and `10 000` one.
    pub minimum_grouping: u8,
    /// Digits behind the point.
    pub fraction_digits: u8,
    /// Before and behind an amount that is not negative.
    pub positive: (String, String),
    /// Before and behind the size of a negative amount, with its sign.
    pub negative: (String, String),
}

impl MoneyFormat {
    /// The form's pieces; `None` for styles that are more than pieces around digits (short, with the code or in words).
    pub fn pieces(&self) -> Option<MoneyPieces> {
        let Style::Symbol(layout) = &self.style else { return None };
        let (group_size, further_group_size) = self.system.group_sizes(layout.shape(false));
        let count = |digits: usize| u8::try_from(digits).unwrap_or(u8::MAX);
        let pair = |(before, after): (&str, &str)| (before.to_owned(), after.to_owned());
        Some(MoneyPieces {
            digits: self.system.own_digits(),
            number_system: self.system.name,
            decimal: self.separators.decimal.to_owned(),
            group: self.separators.group.to_owned(),
            group_size: count(group_size),
            further_group_size: count(further_group_size),
            minimum_grouping: count(self.system.minimum_grouping()),
            fraction_digits: self.rules.limits(layout.shape(false)).fraction_digits(),
            positive: pair(layout.around(false)),
            negative: pair(layout.around(true)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Locale, MoneyOptions, MoneyStyle};

    fn pieces(locale: &str, code: &str, style: MoneyStyle) -> Option<MoneyPieces> {
        let options = MoneyOptions { style, ..MoneyOptions::default() };
        MoneyFormat::new(&Locale::resolve(locale), code, &options).pieces()
    }

    #[test]
    fn an_amount_is_its_pieces() {
        let indian = pieces("hi", "INR", MoneyStyle::Symbol).unwrap();
        assert_eq!((indian.group_size, indian.further_group_size, indian.minimum_grouping), (3, 2, 1));
        assert_eq!(indian.positive, ("₹".to_owned(), String::new()));
        let polish = pieces("pl", "KWD", MoneyStyle::Symbol).unwrap();
        assert_eq!((polish.minimum_grouping, polish.fraction_digits), (2, 3));
        assert_eq!(polish.negative, ("-".to_owned(), "\u{a0}KWD".to_owned()));
        assert_eq!(pieces("de", "EUR", MoneyStyle::Name), None);
    }
}
