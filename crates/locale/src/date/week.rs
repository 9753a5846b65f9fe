//! Weeks: which day begins them, and which week is the year's first.

use super::calendar::{Calendar, Day};
use crate::{locale::Locale, pack};

/// A region's weeks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WeekRules {
    /// 1 is Sunday.
    first_day: i64,
    /// A year's (or month's) first week has at least so many of its days.
    minimum_days: i64,
}

/// The day that begins a week in a locale's region: 1 is Sunday, 2 Monday.
#[must_use]
pub fn first_day_of_week(locale: &Locale) -> u8 {
    u8::try_from(WeekRules::of(locale, Calendar::Gregorian).first_day).unwrap_or(1)
}

impl WeekRules {
    /// Monday first, the week of the year's first Thursday is week 1 (T-130, T-131).
    pub const ISO: Self = Self { first_day: 2, minimum_days: 4 };

    /// The weeks of a locale's region.
    pub fn of(locale: &Locale, calendar: Calendar) -> Self {
        if calendar == Calendar::Iso8601 {
            return Self::ISO;
        }
        let text = |key: &str| {
            let own = pack::supplement(&format!("{key}.{}", locale.region()));
            if own.is_empty() { pack::supplement(&format!("{key}.001")) } else { own }
        };
        let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
        let first_day = names.iter().position(|name| *name == text("firstDay"));
        Self {
            first_day: first_day.map_or(1, |at| at as i64 + 1),
            minimum_days: text("minimumDays").parse().unwrap_or(1),
        }
    }

    /// The year that a day's week belongs to, and the week's number in it.
    pub fn week_of_year(self, day: &Day) -> (i64, i64) {
        let year = day.extended_year;
        let week = self.week(day.day_of_year, day.weekday);
        if week == 0 {
            let last_year = day.day_of_year + day.year_length(year - 1);
            return (year - 1, self.week(last_year, day.weekday));
        }
        let length = day.year_length(year);
        let place_in_week = (day.weekday + 7 - self.first_day) % 7;
        let last_place = (place_in_week + length - day.day_of_year).rem_euclid(7);
        let in_last_week = day.day_of_year + 7 - place_in_week > length;
        if day.day_of_year >= length - 5 && 6 - last_place >= self.minimum_days && in_last_week {
            return (year + 1, 1);
        }
        (year, week)
    }

    /// The number of a day's week in its month; 0 when it still belongs to the month before.
    pub fn week_of_month(self, day: &Day) -> i64 {
        self.week(day.day, day.weekday)
    }

    /// The place of a day in its week, from 1.
    pub fn place_in_week(self, day: &Day) -> i64 {
        (7 - self.first_day + day.weekday) % 7 + 1
    }

    /// The week of a day in a period, given its number in the period (from 1) and its weekday.
    fn week(self, number: i64, weekday: i64) -> i64 {
        let period_starts_at = (weekday - self.first_day - number + 1).rem_euclid(7);
        let week = (number + period_starts_at - 1).div_euclid(7);
        week + i64::from(7 - period_starts_at >= self.minimum_days)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moment, Zone};

    fn iso(milliseconds: i64) -> (i64, i64) {
        let moment = Moment::new(milliseconds, &Zone::utc()).unwrap();
        WeekRules::ISO.week_of_year(&Day::new(Calendar::Gregorian, &moment))
    }

    /// T-130
    #[test]
    fn t_130_iso_weeks_begin_on_monday() {
        assert_eq!(iso(1_609_632_000_000), (2020, 53), "2021-01-03 is a Sunday");
        assert_eq!(iso(1_609_718_400_000), (2021, 1), "2021-01-04 is a Monday");
    }

    /// T-131
    #[test]
    fn t_131_the_first_iso_week_has_four_days() {
        assert_eq!(iso(1_451_606_400_000), (2015, 53), "2016-01-01");
    }

    #[test]
    fn iso_weeks_agree_with_jiff() {
        for day in 0..20_000i64 {
            let expected = jiff::civil::date(1970, 1, 1) + jiff::Span::new().days(day);
            let week = expected.iso_week_date();
            assert_eq!(iso(day * 86_400_000), (week.year().into(), week.week().into()), "{expected}");
        }
    }
}
