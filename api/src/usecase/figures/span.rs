//! Of which days figures are, and where each day, week and month of the shop begins.

use crate::error::ApiError;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The most periods an answer has.
const MOST: usize = 400;
/// The longest span, in days.
const LONGEST: i32 = 3_660;
/// How many days are shown when nothing is said.
const USUAL: i64 = 30;

/// How long a period is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// A day.
    #[default]
    Day,
    /// A week from Monday on.
    Week,
    /// A month of the calendar.
    Month,
}

/// Of which days.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct FiguresQuery {
    /// The first day in the shop's time zone, as `2026-11-01`; without it 29 days before the last.
    pub from: String,
    /// The last day; without it today.
    pub to: String,
    /// How long a period is.
    pub step: Step,
}

/// Whole days of the shop's time zone.
#[derive(Clone, Debug)]
pub struct Span {
    /// The zone.
    pub zone: TimeZone,
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
    /// How long a period is.
    pub step: Step,
}

/// A period: its first and last day, and its moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
    /// From this moment on; epoch milliseconds.
    pub begins: i64,
    /// Before this one.
    pub ends: i64,
}

fn malformed() -> ApiError {
    ApiError::bad_request(
        "malformed-span",
        "Please give the first and the last day as 2026-11-30, at most ten years apart and at most 400 days, weeks or months.",
    )
}

impl Span {
    /// Reads a query.
    ///
    /// # Errors
    /// `malformed-span`.
    pub fn read(query: &FiguresQuery, zone: TimeZone, now: i64) -> Result<Self, ApiError> {
        let day = |text: &str| text.parse::<Date>().map_err(|_| malformed());
        let now = Timestamp::from_millisecond(now).map_err(|_| malformed())?;
        let to = if query.to.is_empty() { now.to_zoned(zone.clone()).date() } else { day(&query.to)? };
        let from = match query.from.as_str() {
            "" => to.checked_sub((USUAL - 1).days()).map_err(|_| malformed())?,
            text => day(text)?,
        };
        let days = from.until(to).map_err(|_| malformed())?.get_days();
        let is_of_our_time = from.year() >= 1980 && to.year() <= 2999;
        if !is_of_our_time || !(0..LONGEST).contains(&days) {
            return Err(malformed());
        }
        let span = Span { zone, from, to, step: query.step };
        if span.starts()?.len() > MOST {
            return Err(malformed());
        }
        Ok(span)
    }

    /// How many days it has.
    fn days(&self) -> Result<i32, ApiError> {
        Ok(self.from.until(self.to).map_err(|_| malformed())?.get_days() + 1)
    }

    /// As many days just before.
    ///
    /// # Errors
    /// None of days that were read.
    pub fn before(&self) -> Result<Span, ApiError> {
        let days = i64::from(self.days()?).days();
        let back = |date: Date| date.checked_sub(days).map_err(|_| malformed());
        Ok(Span { from: back(self.from)?, to: back(self.to)?, ..self.clone() })
    }

    /// All of it as one period.
    ///
    /// # Errors
    /// None of days that were read.
    pub fn whole(&self) -> Result<Period, ApiError> {
        self.period(self.from, self.to)
    }

    /// Its periods; the first and the last may be parts of a week or month.
    ///
    /// # Errors
    /// None of days that were read.
    pub fn periods(&self) -> Result<Vec<Period>, ApiError> {
        let starts = self.starts()?;
        let ends = starts.iter().skip(1).map(|next| next.yesterday());
        let ends: Vec<Date> = ends.collect::<Result<_, _>>().map_err(|_| malformed())?;
        starts
            .iter()
            .zip(ends.into_iter().chain([self.to]))
            .map(|(from, to)| self.period(*from, to))
            .collect()
    }

    fn starts(&self) -> Result<Vec<Date>, ApiError> {
        let (mut starts, mut day) = (Vec::new(), self.from);
        while day <= self.to && starts.len() <= MOST {
            starts.push(day);
            day = match self.step {
                Step::Day => day.tomorrow(),
                // The Monday after it.
                Step::Week => day.nth_weekday(1, Weekday::Monday),
                Step::Month => day.last_of_month().tomorrow(),
            }
            .map_err(|_| malformed())?;
        }
        Ok(starts)
    }

    fn period(&self, from: Date, to: Date) -> Result<Period, ApiError> {
        let next = to.tomorrow().map_err(|_| malformed())?;
        Ok(Period { from, to, begins: self.moment(from)?, ends: self.moment(next)? })
    }

    /// The first moment of a day: where the clocks leave midnight out, it is the moment after.
    fn moment(&self, day: Date) -> Result<i64, ApiError> {
        let start = day.to_zoned(self.zone.clone()).map_err(|_| malformed())?;
        Ok(start.timestamp().as_millisecond())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(zone: &str, from: &str, to: &str, step: Step) -> Result<Span, ApiError> {
        let query = FiguresQuery { from: from.into(), to: to.into(), step };
        Span::read(&query, TimeZone::get(zone).unwrap(), 1_795_240_800_000)
    }

    /// S-918: periods follow each other without a gap, also over the days on which clocks change, in zones of all kinds; a day
    /// has 23 or 25 hours then, or half an hour more or less.
    #[test]
    fn s_918_periods_follow_each_other_without_a_gap() {
        let hour = 3_600_000;
        for (zone, odd) in [
            ("UTC", vec![]),
            ("America/New_York", vec![("2026-03-08", 23 * hour), ("2026-11-01", 25 * hour)]),
            ("Europe/Berlin", vec![("2026-03-29", 23 * hour), ("2026-10-25", 25 * hour)]),
            ("Asia/Kathmandu", vec![]),
            (
                "Australia/Lord_Howe",
                vec![("2026-04-05", 24 * hour + hour / 2), ("2026-10-04", 23 * hour + hour / 2)],
            ),
            // Midnight itself is left out.
            ("America/Santiago", vec![("2026-04-04", 25 * hour), ("2026-09-06", 23 * hour)]),
        ] {
            for step in [Step::Day, Step::Week, Step::Month] {
                let span = span(zone, "2026-01-14", "2026-12-30", step).unwrap();
                let periods = span.periods().unwrap();
                let whole = span.whole().unwrap();
                assert_eq!((periods[0].begins, periods[0].from), (whole.begins, whole.from), "{zone}");
                assert_eq!(
                    (periods.last().unwrap().ends, periods.last().unwrap().to),
                    (whole.ends, whole.to)
                );
                assert!(periods.windows(2).all(|two| two[0].ends == two[1].begins), "{zone} {step:?}");
                assert_eq!(span.before().unwrap().whole().unwrap().ends, whole.begins, "{zone}");
                if step == Step::Day {
                    let found: Vec<(String, i64)> = periods
                        .iter()
                        .map(|period| (period.from.to_string(), period.ends - period.begins))
                        .filter(|(_, length)| *length != 24 * hour)
                        .collect();
                    let odd: Vec<(String, i64)> =
                        odd.iter().map(|(day, length)| ((*day).to_owned(), *length)).collect();
                    assert_eq!(found, odd, "{zone}");
                }
            }
        }
    }

    /// S-918: weeks begin on Monday and months on their first, and what is cut off by the span is a part.
    #[test]
    fn s_918_weeks_and_months_are_those_of_the_calendar() {
        let days = |step| {
            let periods = span("UTC", "2026-01-30", "2026-03-01", step).unwrap().periods().unwrap();
            periods.iter().map(|period| format!("{} {}", period.from, period.to)).collect::<Vec<_>>()
        };
        assert_eq!(
            days(Step::Month),
            ["2026-01-30 2026-01-31", "2026-02-01 2026-02-28", "2026-03-01 2026-03-01"]
        );
        assert_eq!(
            days(Step::Week)[..3],
            ["2026-01-30 2026-02-01", "2026-02-02 2026-02-08", "2026-02-09 2026-02-15"]
        );
        assert_eq!(days(Step::Day).len(), 31);
    }

    /// S-918: what is no span is refused, and nothing is asked of the store for it.
    #[test]
    fn s_918_what_is_no_span_is_refused() {
        for (from, to, step) in [
            ("2026-02-30", "2026-03-01", Step::Day),
            ("x", "", Step::Day),
            ("2026-03-02", "2026-03-01", Step::Day),
            ("2024-01-01", "2026-01-01", Step::Day),
            ("2000-01-01", "2026-01-01", Step::Month),
            ("-009999-01-01", "9999-12-31", Step::Month),
            ("9999-12-31", "9999-12-31", Step::Day),
        ] {
            assert!(span("UTC", from, to, step).is_err(), "{from} {to}");
        }
        assert_eq!(
            span("UTC", "2020-01-01", "2026-01-01", Step::Week).unwrap().periods().unwrap().len(),
            314
        );
        assert_eq!(span("UTC", "", "", Step::Day).unwrap().periods().unwrap().len(), 30);
    }
}
