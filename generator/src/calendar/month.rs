//! A month as rows of seven days.

use std::fmt;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;

/// A month of the calendar, in the site's time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    year: i16,
    month: i8,
}

/// A day of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// The date.
    pub date: Date,
    /// Whether it lies in the month of the grid, or fills up its first or last row.
    pub is_inside: bool,
}

/// A row of a grid.
pub type Week = [Day; 7];

/// As part of an address: `2026-05`.
impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

impl Month {
    /// The month in which a day lies.
    #[must_use]
    pub fn of(date: Date) -> Month {
        Month { year: date.year(), month: date.month() }
    }

    /// The month of a time in milliseconds since 1970 (UTC).
    #[must_use]
    pub fn of_time(time: i64, zone: &TimeZone) -> Month {
        Month::of(date_of(time, zone))
    }

    /// The month after it.
    #[must_use]
    pub fn next(self) -> Month {
        match self.month {
            12 => Month { year: self.year.saturating_add(1), month: 1 },
            month => Month { year: self.year, month: month + 1 },
        }
    }

    /// Noon of its first day in milliseconds since 1970: a time that every zone has in this month.
    #[must_use]
    pub fn time(self, zone: &TimeZone) -> i64 {
        let noon = self.first().at(12, 0, 0, 0).to_zoned(zone.clone());
        noon.map_or(0, |noon| noon.timestamp().as_millisecond())
    }

    /// Its first day.
    #[must_use]
    pub fn first(self) -> Date {
        Date::new(self.year, self.month, 1).unwrap_or(Date::MIN)
    }

    /// Its weeks, each beginning with the same weekday; the first and the last are filled with days beside the month.
    #[must_use]
    pub fn weeks(self, begins: Weekday) -> Vec<Week> {
        let first = self.first();
        let before = i32::from(first.weekday().since(begins));
        let mut day = first.checked_sub(jiff::Span::new().days(before)).unwrap_or(first);
        let mut weeks = Vec::with_capacity(6);
        while day <= first.last_of_month() {
            weeks.push(std::array::from_fn(|_| {
                let here = Day { date: day, is_inside: Month::of(day) == self };
                day = day.tomorrow().unwrap_or(day);
                here
            }));
        }
        weeks
    }
}

/// The date of a time in milliseconds since 1970 (UTC), where the site is.
#[must_use]
pub fn date_of(time: i64, zone: &TimeZone) -> Date {
    jiff::Timestamp::from_millisecond(time).unwrap_or_default().to_zoned(zone.clone()).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g_068_a_month_is_whole_weeks() {
        let month = Month::of(jiff::civil::date(2026, 5, 14));
        assert_eq!(month.to_string(), "2026-05");
        let weeks = month.weeks(Weekday::Monday);
        assert_eq!(weeks.len(), 5);
        assert_eq!(weeks[0][0], Day { date: jiff::civil::date(2026, 4, 27), is_inside: false });
        assert_eq!(weeks[0][4], Day { date: jiff::civil::date(2026, 5, 1), is_inside: true });
        assert_eq!(weeks[4][6], Day { date: jiff::civil::date(2026, 5, 31), is_inside: true });
        assert_eq!(month.weeks(Weekday::Sunday).len(), 6);
        assert_eq!(Month::of(jiff::civil::date(2027, 2, 1)).weeks(Weekday::Monday).len(), 4);
    }

    #[test]
    fn a_time_belongs_to_the_day_that_the_site_has() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let late = "2026-04-30T22:30:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond();
        assert_eq!(Month::of_time(late, &berlin).to_string(), "2026-05");
        assert_eq!(Month::of_time(late, &TimeZone::UTC).to_string(), "2026-04");
    }
}
