//! The distance between two moments in one field, counted on the calendar.

use crate::{date::Moment, decimal::Decimal};
use jiff::{Span, Unit, Zoned};

/// The fields that relative time is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RelativeField {
    /// Years.
    Year,
    /// Months.
    Month,
    /// Weeks.
    Week,
    /// Days.
    Day,
    /// Hours.
    Hour,
    /// Minutes.
    Minute,
    /// Seconds.
    Second,
}

impl RelativeField {
    /// CLDR's word for it (`year`).
    pub fn name(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::Month => "month",
            Self::Week => "week",
            Self::Day => "day",
            Self::Hour => "hour",
            Self::Minute => "minute",
            Self::Second => "second",
        }
    }

    /// The field of a word (`millis` is written in seconds).
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "year" => Self::Year,
            "month" => Self::Month,
            "week" => Self::Week,
            "day" => Self::Day,
            "hour" => Self::Hour,
            "minute" => Self::Minute,
            "second" | "millis" => Self::Second,
            _ => return None,
        })
    }
}

const DAY: f64 = 86_400_000.0;

/// The field to tell a distance in and how many of it, with a fraction for what is left over. Distances are measures of
/// time, not amounts: they are counted in floating point, and only then become exact.
pub(super) fn between(
    start: &Moment,
    end: &Moment,
    field: Option<RelativeField>,
    allow_weeks: bool,
) -> (RelativeField, Decimal) {
    use RelativeField::*;
    let zoned = |moment: &Moment| moment.instant().to_zoned(start.zone().rules().clone());
    let (from, to) = (zoned(start), zoned(end));
    let total = (end.epoch_milliseconds() - start.epoch_milliseconds()) as f64;
    let field = field.unwrap_or_else(|| largest(&until(&from, &to, Unit::Year), allow_weeks));
    let amount = match field {
        Year => {
            let span = until(&from, &to, Unit::Year);
            f64::from(span.get_years()) + (f64::from(span.get_months()) / 12.0 + days(&span) / 365.25)
        }
        Month => {
            let span = until(&from, &to, Unit::Month);
            f64::from(span.get_months()) + days(&span) / 30.44
        }
        Week => {
            let span = until(&from, &to, Unit::Day);
            let rest = span.days(span.get_days() % 7);
            f64::from(span.get_days() / 7) + days(&rest) / 7.0
        }
        Day => days(&until(&from, &to, Unit::Day)),
        Hour => total / 3_600_000.0,
        Minute => total / 60_000.0,
        Second => total / 1000.0,
    };
    // The shortest text that reads back as the same number is always a decimal.
    (field, format!("{amount}").parse().unwrap_or_else(|_| Decimal::zero()))
}

fn until(from: &Zoned, to: &Zoned, largest: Unit) -> Span {
    from.until((largest, to)).unwrap_or_default()
}

/// The days of a span and the part of a day that is left over.
fn days(span: &Span) -> f64 {
    let hours = f64::from(span.get_hours());
    let milliseconds = hours * 3_600_000.0
        + span.get_minutes() as f64 * 60_000.0
        + span.get_seconds() as f64 * 1000.0
        + span.get_milliseconds() as f64;
    f64::from(span.get_days()) + milliseconds / DAY
}

fn largest(span: &Span, allow_weeks: bool) -> RelativeField {
    let fields = [
        (span.get_years() != 0, RelativeField::Year),
        (span.get_months() != 0, RelativeField::Month),
        (allow_weeks && span.get_days() / 7 != 0, RelativeField::Week),
        (span.get_days() != 0, RelativeField::Day),
        (span.get_hours() != 0, RelativeField::Hour),
        (span.get_minutes() != 0, RelativeField::Minute),
    ];
    fields.into_iter().find(|(counts, _)| *counts).map_or(RelativeField::Second, |(_, field)| field)
}
