//! Relative time: "in 2 hours", "yesterday", "last Monday".

mod distance;
mod options;

pub use distance::RelativeField;
pub use options::{RelativeOptions, RelativeWidth};

use crate::{
    date::{Moment, capitalise, capitalises, join},
    decimal::Decimal,
    locale::Locale,
    number::{DigitRules, NumberSystem, Separators, Shape},
    plural::{PluralCategory, PluralRules},
};

/// The form of a distance in time in a locale, made once and used for many moments (T-122).
///
/// ```
/// use loggia_locale::{Locale, Moment, RelativeFormat, RelativeOptions, Zone};
/// let zone = Zone::utc();
/// let moment = |milliseconds| Moment::new(milliseconds, &zone).unwrap();
/// let format = RelativeFormat::new(&Locale::resolve("en"), &RelativeOptions::default());
/// assert_eq!(format.format(&moment(0), &moment(2 * 3_600_000)), "in 2 hours");
/// assert_eq!(format.format(&moment(90_000_000), &moment(0)), "yesterday");
/// ```
#[derive(Debug, Clone)]
pub struct RelativeFormat {
    locale: Locale,
    system: NumberSystem,
    separators: Separators,
    plurals: PluralRules,
    rules: DigitRules,
    options: RelativeOptions,
}

impl RelativeFormat {
    /// The form that a locale and the options make.
    pub fn new(locale: &Locale, options: &RelativeOptions) -> Self {
        let system = NumberSystem::new(locale);
        Self {
            separators: system.separators(locale, false, options.group != Some(false)),
            system,
            plurals: PluralRules::new(locale),
            rules: DigitRules::plain(options.digits, None),
            locale: locale.clone(),
            options: options.clone(),
        }
    }

    /// Where `end` lies, seen from `start`.
    pub fn format(&self, start: &Moment, end: &Moment) -> String {
        let (field, amount) = distance::between(start, end, self.options.field, self.options.allow_weeks);
        let same_weekday = start.weekday() == end.weekday();
        if self.options.day_of_week && field == RelativeField::Week && same_weekday {
            let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
            return self.format_named(&amount, names[end.weekday() as usize - 1]);
        }
        self.format_field(&amount, field)
    }

    /// An amount of a field: -1 day is "yesterday".
    pub fn format_field(&self, amount: &Decimal, field: RelativeField) -> String {
        self.format_named(amount, field.name())
    }

    fn format_named(&self, amount: &Decimal, field: &str) -> String {
        let shape = Shape { minimum_integer: 1, ..Shape::default() };
        let limits = self.rules.limits(&shape);
        let amount = limits.apply(amount.clone());
        let past = amount.is_negative();
        let amount = amount.abs();
        let key = match self.options.width {
            RelativeWidth::Wide => format!("relative.{field}"),
            RelativeWidth::Short => format!("relative.{field}-short"),
            RelativeWidth::Narrow => format!("relative.{field}-narrow"),
        };
        let word = self.word(&key, field, &amount, past);
        if !word.is_empty() {
            return self.in_context(word);
        }
        let tense = if past { "past" } else { "future" };
        let category = self.plurals.cardinal(&amount);
        let pattern = self.locale.first_of([
            &format!("{key}.{tense}.{category}"),
            &format!("{key}.{tense}.{}", PluralCategory::Other),
        ]);
        let mut number = String::new();
        self.system.write_digits(&mut number, &amount, 1, &Shape::default(), self.separators);
        join(&self.in_context(pattern), &number, "")
    }

    /// "now", "tomorrow", "last year": amounts that have a word of their own.
    fn word(&self, key: &str, field: &str, amount: &Decimal, past: bool) -> &'static str {
        let numeric = self.options.numeric_only;
        if amount.is_zero() {
            let wanted = self.options.always_now || !numeric;
            return if wanted { self.locale.get(&format!("{key}.0")) } else { "" };
        }
        if numeric || matches!(field, "hour" | "minute" | "second") {
            return "";
        }
        let sign = if past { "-" } else { "" };
        match (amount.is_integer(1), amount.is_integer(2)) {
            (true, _) => self.locale.get(&format!("{key}.{sign}1")),
            (_, true) => self.locale.get(&format!("{key}.{sign}2")),
            _ => "",
        }
    }

    fn in_context(&self, text: &str) -> String {
        let mut text = text.to_string();
        if capitalises(&self.locale, self.options.context, "relative") {
            capitalise(&mut text, 0);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, DigitOptions, Zone};

    const HOUR: i64 = 3_600_000;
    const DAY: i64 = 24 * HOUR;
    const BASE: i64 = 1_520_876_934_000;

    fn format(locale: &str, milliseconds: i64, options: RelativeOptions) -> String {
        let zone = Zone::utc();
        let moment = |milliseconds| Moment::new(milliseconds, &zone).unwrap();
        RelativeFormat::new(&Locale::resolve(locale), &options)
            .format(&moment(BASE), &moment(BASE + milliseconds))
    }

    /// T-122
    #[test]
    fn t_122_the_field_follows_the_distance() {
        let plain = |milliseconds| format("en", milliseconds, RelativeOptions::default());
        assert_eq!(plain(2 * HOUR), "in 2 hours");
        assert_eq!(plain(-45_000), "45 seconds ago");
        assert_eq!(plain(27 * 60_000), "in 27 minutes");
        assert_eq!(plain(DAY), "tomorrow");
        assert_eq!(plain(-9 * DAY), "9 days ago");
        assert_eq!(plain(400 * DAY), "next year");
        assert_eq!(plain(0), "now");
        assert_eq!(format("de", -2 * DAY, RelativeOptions::default()), "vorgestern");
    }

    /// T-122
    #[test]
    fn t_122_every_option_applies() {
        let base = RelativeOptions::default();
        let numeric = RelativeOptions { numeric_only: true, ..base.clone() };
        assert_eq!(format("en", DAY, numeric.clone()), "in 1 day");
        assert_eq!(format("en", 0, numeric.clone()), "in 0 seconds");
        assert_eq!(format("en", 0, RelativeOptions { always_now: true, ..numeric }), "now");
        let weeks = RelativeOptions { allow_weeks: true, ..base.clone() };
        assert_eq!(format("en", -14 * DAY, weeks.clone()), "2 weeks ago");
        assert_eq!(format("en", -7 * DAY, weeks.clone()), "last week");
        let weekday = RelativeOptions { day_of_week: true, ..weeks };
        assert_eq!(format("en", -7 * DAY, weekday), "last Monday");
        let hours = RelativeOptions {
            field: Some(RelativeField::Hour),
            digits: DigitOptions { maximum_fraction: Some(1), ..DigitOptions::default() },
            ..base.clone()
        };
        assert_eq!(format("en", 90 * 60_000, hours), "in 1.5 hours");
        let narrow = RelativeOptions { width: RelativeWidth::Narrow, ..base.clone() };
        assert_eq!(format("en", 2 * HOUR, narrow), "in 2h");
        let sentence = RelativeOptions { context: Some(Context::BeginSentence), ..base };
        assert_eq!(format("en", 2 * HOUR, sentence), "In 2 hours");
    }
}
