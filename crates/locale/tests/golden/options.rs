//! The reference library's option objects as this crate's options.

use loggia_locale::{
    Calendar, Context, DateOptions, DigitOptions, IntervalOptions, MoneyOptions, MoneyStyle, NumberOptions,
    NumberStyle, RelativeField, RelativeOptions, RelativeWidth, Rounding, SymbolWidth, Width,
};
use serde_json::Value;

fn text<'a>(options: &'a Value, key: &str) -> &'a str {
    options[key].as_str().unwrap_or_default()
}

fn owned(options: &Value, key: &str) -> Option<String> {
    options[key].as_str().map(str::to_string)
}

fn calendar(options: &Value) -> Option<Calendar> {
    Calendar::from_name(text(options, "ca"))
}

pub fn number(options: &Value) -> NumberOptions {
    let style = match text(options, "style") {
        "short" => NumberStyle::Short,
        "long" => NumberStyle::Long,
        "percent" => NumberStyle::Percent,
        "percent-scaled" => NumberStyle::PercentScaled,
        "permille" => NumberStyle::PerMille,
        "permille-scaled" => NumberStyle::PerMilleScaled,
        "scientific" => NumberStyle::Scientific,
        _ => NumberStyle::Decimal,
    };
    NumberOptions { style, group: options["group"].as_bool(), digits: digits(options) }
}

pub fn money(options: &Value) -> MoneyOptions {
    let style = match text(options, "style") {
        "accounting" => MoneyStyle::Accounting,
        "code" => MoneyStyle::Code,
        "name" => MoneyStyle::Name,
        "short" => MoneyStyle::Short,
        _ => MoneyStyle::Symbol,
    };
    let symbol =
        if text(options, "symbolWidth") == "narrow" { SymbolWidth::Narrow } else { SymbolWidth::Default };
    MoneyOptions { style, symbol, group: options["group"].as_bool(), digits: digits(options) }
}

pub fn digits(options: &Value) -> DigitOptions {
    let count = |key: &str| options[key].as_u64().map(|count| count as u8);
    let rounding = match text(options, "round") {
        "up" => Rounding::Up,
        "down" => Rounding::Down,
        "ceiling" => Rounding::Ceiling,
        "floor" => Rounding::Floor,
        "half-up" => Rounding::HalfUp,
        "half-down" => Rounding::HalfDown,
        _ => Rounding::HalfEven,
    };
    DigitOptions {
        rounding,
        minimum_integer: count("minimumIntegerDigits"),
        minimum_fraction: count("minimumFractionDigits"),
        maximum_fraction: count("maximumFractionDigits"),
        minimum_significant: count("minimumSignificantDigits"),
        maximum_significant: count("maximumSignificantDigits"),
    }
}

pub fn date(options: &Value) -> DateOptions {
    let width = |key: &str| Width::from_name(text(options, key));
    DateOptions {
        date: width("datetime").or(width("date")),
        time: width("datetime").or(width("time")),
        skeleton: owned(options, "skeleton"),
        wrap: width("wrap"),
        context: Context::from_name(text(options, "context")),
        calendar: calendar(options).or(Some(Calendar::Gregorian)),
    }
}

pub fn interval(options: &Value) -> IntervalOptions {
    IntervalOptions {
        skeleton: owned(options, "skeleton"),
        date: owned(options, "date"),
        time: owned(options, "time"),
        wrap: Width::from_name(text(options, "wrap")),
        context: Context::from_name(text(options, "context")),
        calendar: calendar(options).or(Some(Calendar::Gregorian)),
    }
}

pub fn relative(options: &Value) -> RelativeOptions {
    let flag = |key: &str| options[key].as_bool().unwrap_or(false);
    RelativeOptions {
        field: RelativeField::from_name(text(options, "field")),
        width: RelativeWidth::from_name(text(options, "width")).unwrap_or_default(),
        numeric_only: flag("numericOnly"),
        always_now: flag("alwaysNow"),
        allow_weeks: flag("allowWeeks"),
        day_of_week: flag("dayOfWeek"),
        context: Context::from_name(text(options, "context")),
        group: options["group"].as_bool(),
        digits: digits(options),
    }
}
