//! Plain numbers in every style.

mod compact;
mod digits;
mod layout;
mod options;
mod pattern;
mod symbols;

pub(crate) use compact::Compact;
pub(crate) use digits::DigitRules;
pub(crate) use layout::{Fill, Layout};
pub use options::{DigitOptions, NumberOptions, NumberStyle};
pub(crate) use pattern::Shape;
pub(crate) use symbols::{NumberSystem, Separators};

use crate::{decimal::Decimal, locale::Locale};

/// A number's form in a locale, made once and used for many numbers.
///
/// ```
/// use loggia_locale::{Locale, NumberFormat, NumberOptions, NumberStyle};
/// let german = Locale::resolve("de-DE");
/// let plain = NumberFormat::new(&german, &NumberOptions::default());
/// assert_eq!(plain.format(&"-12345.6789".parse()?), "-12.345,679");
/// let short = NumberFormat::new(&Locale::resolve("en"), &NumberOptions { style: NumberStyle::Short, ..Default::default() });
/// assert_eq!(short.format(&1234.into()), "1.2K");
/// # Ok::<(), loggia_locale::ParseDecimalError>(())
/// ```
#[derive(Debug, Clone)]
pub struct NumberFormat {
    system: NumberSystem,
    separators: Separators,
    rules: DigitRules,
    style: Style,
}

/// What a style needs to write a number.
#[derive(Debug, Clone)]
enum Style {
    Compact(Box<Compact>),
    /// The layout, and how many places the number is moved (2 for a percentage).
    Plain {
        layout: Layout,
        shift: i32,
    },
    Scientific {
        layout: Layout,
        marks: ExponentMarks,
    },
}

/// The exponent's letter and its signs.
#[derive(Debug, Clone, Copy)]
struct ExponentMarks {
    exponential: &'static str,
    minus: &'static str,
    plus: &'static str,
}

impl NumberFormat {
    /// The form that a locale and the options make.
    pub fn new(locale: &Locale, options: &NumberOptions) -> Self {
        let system = NumberSystem::new(locale);
        let separators = system.separators(locale, false, options.group != Some(false));
        let rules = match options.style {
            NumberStyle::Short | NumberStyle::Long => DigitRules::compact(options.digits, None),
            NumberStyle::Scientific => DigitRules::scientific(options.digits),
            _ => DigitRules::plain(options.digits, None),
        };
        let plain = |key: &str, sign: &str, shift: i32| {
            let percent = if sign.is_empty() { "" } else { system.symbol(locale, sign) };
            let fill = Fill { percent, ..Fill::default() };
            Style::Plain { layout: Layout::new(locale, &system, system.text(locale, key), fill), shift }
        };
        let style = match options.style {
            NumberStyle::Decimal => plain("decimal", "", 0),
            NumberStyle::Percent => plain("percent", "percentSign", 2),
            NumberStyle::PercentScaled => plain("percent", "percentSign", 0),
            NumberStyle::PerMille => plain("percent", "perMille", 3),
            NumberStyle::PerMilleScaled => plain("percent", "perMille", 0),
            NumberStyle::Short => Style::Compact(compact(locale, &system, "short", rules)),
            NumberStyle::Long => Style::Compact(compact(locale, &system, "long", rules)),
            NumberStyle::Scientific => Style::Scientific {
                layout: Layout::new(locale, &system, system.text(locale, "scientific"), Fill::default()),
                marks: ExponentMarks {
                    exponential: system.symbol(locale, "exponential"),
                    minus: system.symbol(locale, "minusSign"),
                    plus: system.symbol(locale, "plusSign"),
                },
            },
        };
        Self { system, separators, rules, style }
    }

    /// The number's text.
    pub fn format(&self, number: &Decimal) -> String {
        let mut out = String::with_capacity(16);
        self.write(number, &mut out);
        out
    }

    /// Writes the number's text behind what stands in `out`.
    pub fn write(&self, number: &Decimal, out: &mut String) {
        match &self.style {
            Style::Compact(compact) => compact.write(out, &self.system, number.clone(), self.separators),
            Style::Plain { layout, shift } => {
                let limits = self.rules.limits(layout.shape(number.is_negative()));
                let number = limits.apply(number.clone().shifted(*shift)).without_negative_zero();
                layout.write(out, &self.system, &number, limits.minimum_integer, self.separators, "");
            }
            Style::Scientific { layout, marks } => self.write_scientific(layout, *marks, number, out),
        }
    }

    fn write_scientific(&self, layout: &Layout, marks: ExponentMarks, number: &Decimal, out: &mut String) {
        let limits = self.rules.limits(layout.shape(number.is_negative()));
        let number = limits.apply(number.clone());
        let power = if number.is_zero() {
            0
        } else {
            number.precision() - number.scale() - limits.minimum_integer.max(1)
        };
        let coefficient = limits.apply(number.shifted(-power));
        let mut exponent = String::new();
        if power != 0 {
            exponent.push_str(marks.exponential);
            exponent.push_str(if power < 0 { marks.minus } else { marks.plus });
            self.system.write_integer(&mut exponent, power.unsigned_abs().into(), 1);
        }
        let separators = Separators { group: "", ..self.separators };
        layout.write(out, &self.system, &coefficient, 1, separators, &exponent);
    }
}

fn compact(locale: &Locale, system: &NumberSystem, family: &str, rules: DigitRules) -> Box<Compact> {
    let own = Compact::is_offered(locale, &format!("{}.short", system.name));
    let key = format!("{}.{family}", if own { system.name } else { "latn" });
    let standard = system.text(locale, "decimal");
    Box::new(Compact::new(locale, system, &key, standard, true, rules, Fill::default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rounding;

    fn format(locale: &str, number: &str, options: NumberOptions) -> String {
        NumberFormat::new(&Locale::resolve(locale), &options).format(&number.parse().unwrap())
    }

    /// T-136
    #[test]
    fn t_136_every_style_has_its_form() {
        let style = |number, style| format("en", number, NumberOptions { style, ..Default::default() });
        assert_eq!(style("12345.67899", NumberStyle::Decimal), "12,345.679");
        assert_eq!(style("12345.67899", NumberStyle::Short), "12K");
        assert_eq!(style("1234567", NumberStyle::Long), "1.2 million");
        assert_eq!(style("0.127", NumberStyle::Percent), "13%");
        assert_eq!(style("12.7", NumberStyle::PercentScaled), "13%");
        assert_eq!(style("0.127", NumberStyle::PerMille), "127‰");
        assert_eq!(style("12345", NumberStyle::Scientific), "1E+4");
        assert_eq!(style("999999", NumberStyle::Short), "1M");
        assert_eq!(style("-0.0001", NumberStyle::Decimal), "0");
    }

    /// T-136
    #[test]
    fn t_136_digits_and_rounding_are_as_asked() {
        let digits = |digits| NumberOptions { digits, ..NumberOptions::default() };
        let one = DigitOptions { maximum_fraction: Some(1), ..DigitOptions::default() };
        assert_eq!(format("en", "12345.67899", digits(one)), "12,345.7");
        let cut = DigitOptions { rounding: Rounding::Down, ..one };
        assert_eq!(format("en", "12345.67899", digits(cut)), "12,345.6");
        let wide =
            DigitOptions { minimum_integer: Some(4), minimum_fraction: Some(2), ..DigitOptions::default() };
        assert_eq!(format("en", "7", digits(wide)), "0,007.00");
        let four = DigitOptions { maximum_significant: Some(4), ..DigitOptions::default() };
        assert_eq!(format("en", "12345.67899", digits(four)), "12,350");
    }

    /// T-135
    #[test]
    fn t_135_digit_counts_above_fifty_count_as_fifty() {
        let digits = DigitOptions { minimum_fraction: Some(99), ..DigitOptions::default() };
        let options = NumberOptions { digits, ..NumberOptions::default() };
        assert_eq!(format("en", "1", options), format!("1.{}", "0".repeat(50)));
    }

    #[test]
    fn the_ends_of_digit_counts_have_their_own_ways() {
        let with = |number, style, digits| format("en", number, NumberOptions { style, digits, group: None });
        let none = DigitOptions { minimum_integer: Some(0), ..DigitOptions::default() };
        assert_eq!(with("0.5", NumberStyle::Decimal, none), ".5");
        assert_eq!(with("0", NumberStyle::Decimal, none), "0");
        assert_eq!(with("123.4", NumberStyle::Scientific, none), "1E+2");
        let vanishing = DigitOptions { maximum_significant: Some(0), ..DigitOptions::default() };
        assert_eq!(with("5", NumberStyle::Decimal, vanishing), "0");
        assert_eq!(with("0.77", NumberStyle::Decimal, vanishing), "1");
        let three = DigitOptions { minimum_significant: Some(3), ..DigitOptions::default() };
        assert_eq!(with("0", NumberStyle::Decimal, three), "0.00");
        assert_eq!(with("0", NumberStyle::Percent, three), "0%");
        assert_eq!(with("0.5", NumberStyle::Decimal, three), "0.500");
    }

    #[test]
    fn grouping_follows_the_locale() {
        let grouped = NumberOptions::default();
        assert_eq!(format("en-IN", "123456789", grouped), "12,34,56,789");
        assert_eq!(format("es", "1234", grouped), "1234");
        assert_eq!(format("es", "12345", grouped), "12.345");
        assert_eq!(format("fr", "1234567.8", grouped), "1\u{202f}234\u{202f}567,8");
        assert_eq!(format("ar-EG", "1234.5", grouped), "١٬٢٣٤٫٥");
        assert_eq!(format("en", "1234567", NumberOptions { group: Some(false), ..grouped }), "1234567");
    }

    #[test]
    fn a_number_system_may_be_asked_for() {
        assert_eq!(format("ar-EG-u-nu-latn", "1234.5", NumberOptions::default()), "1,234.5");
        assert_eq!(format("th-u-nu-thai", "12", NumberOptions::default()), "๑๒");
        assert_eq!(format("en-u-nu-mathbold", "12", NumberOptions::default()), "𝟏𝟐");
        assert_eq!(format("en-u-nu-nonsense", "12", NumberOptions::default()), "12");
    }
}
