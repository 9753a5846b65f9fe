//! The options of the locale formatters, `style:short group:true`, read when a template is compiled.
//!
//! Unknown options and values are passed over, so a template written for a newer engine still renders.

use loggia_locale::{
    Calendar, Context, DateOptions, DigitOptions, IntervalOptions, MoneyOptions, MoneyStyle, NumberOptions,
    NumberStyle, RelativeField, RelativeOptions, RelativeWidth, Rounding, SymbolWidth, Width,
};
use loggia_template::parse_int;

/// One option: its name, and its value, empty when there is none.
pub(super) fn split(argument: &str) -> (&str, &str) {
    argument.split_once(':').unwrap_or((argument, ""))
}

/// Options of `decimal` (T-135, T-136).
pub(crate) fn number<'a>(arguments: impl IntoIterator<Item = &'a str>) -> NumberOptions {
    let mut options = NumberOptions::default();
    for argument in arguments {
        match split(argument) {
            ("style", value) => {
                options.style = match value {
                    "decimal" | "standard" => NumberStyle::Decimal,
                    "short" => NumberStyle::Short,
                    "long" => NumberStyle::Long,
                    "scientific" => NumberStyle::Scientific,
                    "percent" => NumberStyle::Percent,
                    "percent-scaled" => NumberStyle::PercentScaled,
                    "permille" => NumberStyle::PerMille,
                    "permille-scaled" => NumberStyle::PerMilleScaled,
                    _ => continue,
                }
            }
            (name, value) => digits(name, value, &mut options.digits, &mut options.group),
        }
    }
    options
}

/// Options of `money` (T-138).
pub(crate) fn money<'a>(arguments: impl IntoIterator<Item = &'a str>) -> MoneyOptions {
    let mut options = MoneyOptions::default();
    for argument in arguments {
        match split(argument) {
            ("style", value) => {
                options.style = match value {
                    "symbol" | "standard" => MoneyStyle::Symbol,
                    "accounting" => MoneyStyle::Accounting,
                    "code" => MoneyStyle::Code,
                    "name" => MoneyStyle::Name,
                    "short" => MoneyStyle::Short,
                    _ => continue,
                }
            }
            ("symbol", "default") => options.symbol = SymbolWidth::Default,
            ("symbol", "narrow") => options.symbol = SymbolWidth::Narrow,
            (name, value) => digits(name, value, &mut options.digits, &mut options.group),
        }
    }
    options
}

/// Options of `datetime` (T-120). Words without a colon that are no width add to the skeleton.
pub(crate) fn date<'a>(arguments: impl IntoIterator<Item = &'a str>) -> DateOptions {
    let mut options = DateOptions::default();
    let mut both = None;
    let add = |skeleton: &mut Option<String>, fields: &str| {
        skeleton.get_or_insert_default().push_str(fields);
    };
    for argument in arguments {
        match split(argument) {
            ("date", "") => options.date = Some(Width::Short),
            ("time", "") => options.time = Some(Width::Short),
            (word, "") => match Width::from_name(word) {
                Some(width) => both = Some(width),
                None => add(&mut options.skeleton, word),
            },
            ("calendar", name) => options.calendar = calendar(name),
            ("context", name) => context(name, &mut options.context),
            ("skeleton", fields) => options.skeleton = Some(fields.into()),
            ("wrap" | "wrapper" | "wrapped", name) => {
                options.wrap = Width::from_name(name).or(options.wrap);
            }
            (name @ ("date" | "time" | "datetime"), value) => match (name, Width::from_name(value)) {
                (_, None) => add(&mut options.skeleton, value),
                ("date", width) => options.date = width,
                ("time", width) => options.time = width,
                (_, width) => both = width,
            },
            _ => {}
        }
    }
    options.date = both.or(options.date);
    options.time = both.or(options.time);
    // The site's language chooses the words of a date, not its calendar.
    options.calendar.get_or_insert_default();
    options
}

/// Options of `datetime-interval` (T-121).
pub(crate) fn interval<'a>(arguments: impl IntoIterator<Item = &'a str>) -> IntervalOptions {
    let mut options = IntervalOptions { calendar: Some(Calendar::Gregorian), ..IntervalOptions::default() };
    for argument in arguments {
        match split(argument) {
            ("context" | "skeleton" | "date" | "time" | "", "") => {}
            (fields, "") => options.skeleton = Some(fields.into()),
            ("context", name) => context(name, &mut options.context),
            ("skeleton", fields) => options.skeleton = Some(fields.into()),
            ("date", fields) => options.date = Some(fields.into()),
            ("time", fields) => options.time = Some(fields.into()),
            _ => {}
        }
    }
    options
}

/// Options of `relative-time` (T-122).
pub(crate) fn relative<'a>(arguments: impl IntoIterator<Item = &'a str>) -> RelativeOptions {
    let mut options = RelativeOptions::default();
    for argument in arguments {
        match split(argument) {
            ("context", name) => context(name, &mut options.context),
            ("dayOfWeek", value) => options.day_of_week = value == "true",
            ("field", name) => options.field = RelativeField::from_name(name).or(options.field),
            ("numericOnly", value) => options.numeric_only = value == "true",
            ("allowWeeks", value) => options.allow_weeks = value == "true",
            ("alwaysNow", value) => options.always_now = value == "true",
            ("width", name) => options.width = RelativeWidth::from_name(name).unwrap_or(options.width),
            (name, value) => digits(name, value, &mut options.digits, &mut options.group),
        }
    }
    options
}

/// The calendars of the language; others count as none given.
fn calendar(name: &str) -> Option<Calendar> {
    ["gregorian", "gregory", "buddhist", "iso8601", "persian", "japanese"]
        .contains(&name)
        .then(|| Calendar::from_name(name))
        .flatten()
}

fn context(name: &str, context: &mut Option<Context>) {
    if name == "middle-of-text" {
        *context = None;
    } else {
        *context = Context::from_name(name).or(*context);
    }
}

/// The options that every kind of number has.
pub(super) fn digits(name: &str, value: &str, digits: &mut DigitOptions, group: &mut Option<bool>) {
    match name {
        "group" | "grouping" => *group = Some(value.is_empty() || value == "true"),
        "no-group" | "no-grouping" => *group = Some(false),
        "round" | "rounding" => {
            digits.rounding = match value {
                "up" => Rounding::Up,
                "down" | "truncate" => Rounding::Down,
                "ceil" | "ceiling" => Rounding::Ceiling,
                "floor" => Rounding::Floor,
                "half-up" => Rounding::HalfUp,
                "half-down" => Rounding::HalfDown,
                "half-even" => Rounding::HalfEven,
                _ => return,
            }
        }
        "minint" | "minInt" | "minimumIntegerDigits" => digits.minimum_integer = Some(count(value)),
        "maxfrac" | "maxFrac" | "maximumFractionDigits" => digits.maximum_fraction = Some(count(value)),
        "minfrac" | "minFrac" | "minimumFractionDigits" => digits.minimum_fraction = Some(count(value)),
        "maxsig" | "maxSig" | "maximumSignificantDigits" => digits.maximum_significant = Some(count(value)),
        "minsig" | "minSig" | "minimumSignificantDigits" => digits.minimum_significant = Some(count(value)),
        _ => {}
    }
}

/// A digit count, between 0 and 50; 0 for what is no number.
fn count(value: &str) -> u8 {
    // `as` cuts at the ends of u8 and makes NaN 0.
    (parse_int(value).clamp(0.0, f64::from(DigitOptions::LIMIT))) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_135_digits_stay_between_none_and_fifty() {
        for (value, expected) in [("7", 7), ("99", 50), ("-3", 0), ("x", 0), ("", 0), ("12px", 12)] {
            assert_eq!(count(value), expected, "{value}");
        }
    }

    #[test]
    fn unknown_options_are_passed_over() {
        assert_eq!(
            number(["style:nice", "x", "group:maybe"]),
            NumberOptions { group: Some(false), ..NumberOptions::default() }
        );
    }
}
