//! Calendars: from a Julian day to era, year, month and day.

use super::moment::Moment;
use crate::{locale::Locale, pack};

/// The calendars that dates may be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Calendar {
    /// Julian before 1582-10-15, Gregorian from then on.
    #[default]
    Gregorian,
    /// The Gregorian calendar with ISO weeks.
    Iso8601,
    /// The Gregorian calendar with years since 543 BC.
    Buddhist,
    /// The Gregorian calendar with the eras of Japan.
    Japanese,
    /// The solar calendar of Iran.
    Persian,
}

impl Calendar {
    /// The calendar of a Unicode name (`gregory`, `gregorian`, `buddhist`, …).
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "gregory" | "gregorian" => Self::Gregorian,
            "iso8601" => Self::Iso8601,
            "buddhist" => Self::Buddhist,
            "japanese" => Self::Japanese,
            "persian" => Self::Persian,
            _ => return None,
        })
    }

    /// The calendar that a locale asks for (`-u-ca-…`), or that its region prefers: Thailand's is the Buddhist one,
    /// Iran's and Afghanistan's the Persian one, almost everywhere else the Gregorian one.
    pub fn of(locale: &Locale) -> Self {
        let preferred = || {
            let names = pack::supplement(&format!("calendar.{}", locale.region()));
            names.split(' ').find_map(Self::from_name)
        };
        locale.calendar().and_then(Self::from_name).or_else(preferred).unwrap_or_default()
    }
}

/// A day in a calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Day {
    pub calendar: Calendar,
    /// CLDR's number of the era.
    pub era: i64,
    /// The year of the era.
    pub year: i64,
    /// The year counted through, with a year 0.
    pub extended_year: i64,
    /// From 1.
    pub month: i64,
    /// From 1.
    pub day: i64,
    /// From 1.
    pub day_of_year: i64,
    /// 1 is Sunday.
    pub weekday: i64,
    pub julian_day: i64,
}

impl Day {
    pub fn new(calendar: Calendar, moment: &Moment) -> Self {
        let julian_day = moment.julian_day();
        let (extended_year, month, day, day_of_year) = match calendar {
            Calendar::Persian => persian(julian_day),
            _ if julian_day >= GREGORIAN_START => gregorian(julian_day),
            _ => julian(julian_day),
        };
        let (era, year) = match calendar {
            Calendar::Persian => (0, extended_year),
            Calendar::Buddhist => (0, extended_year + 543),
            Calendar::Japanese => japanese_year((extended_year, month, day)),
            Calendar::Gregorian | Calendar::Iso8601 if extended_year < 1 => (0, 1 - extended_year),
            Calendar::Gregorian | Calendar::Iso8601 => (1, extended_year),
        };
        let weekday = moment.weekday();
        Self { calendar, era, year, extended_year, month, day, day_of_year, weekday, julian_day }
    }

    /// The Gregorian year in which the year begins.
    pub fn related_year(&self) -> i64 {
        self.extended_year + if self.calendar == Calendar::Persian { 622 } else { 0 }
    }

    /// Days of an extended year of this calendar.
    pub fn year_length(&self, year: i64) -> i64 {
        let new_year = match self.calendar {
            Calendar::Persian => persian_new_year,
            _ => new_year,
        };
        new_year(year + 1) - new_year(year)
    }
}

/// The Julian day of 1582-10-15, the first of the Gregorian calendar.
const GREGORIAN_START: i64 = 2_299_161;
/// The Julian day of 0001-01-01 in the Gregorian calendar.
const GREGORIAN_EPOCH: i64 = 1_721_426;
/// The Julian day of 0001-01-01 in the Persian calendar.
const PERSIAN_EPOCH: i64 = 1_948_320;
/// Days before each month of a common year.
const BEFORE_MONTH: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/// Year, month, day, day of the year.
type Parts = (i64, i64, i64, i64);

fn gregorian(julian_day: i64) -> Parts {
    let days = julian_day - GREGORIAN_EPOCH;
    // The 400-year cycle has 146,097 days; inside it the last day of the longest units needs care.
    let (cycles, rest) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let centuries = (rest / 36_524).min(3);
    let rest = rest - centuries * 36_524;
    let (leap_cycles, rest) = (rest / 1461, rest % 1461);
    let years = (rest / 365).min(3);
    let day_of_year = rest - years * 365;
    let year = 400 * cycles + 100 * centuries + 4 * leap_cycles + years + 1;
    let leap = year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0);
    month_and_day(year, day_of_year, leap)
}

fn julian(julian_day: i64) -> Parts {
    let days = julian_day - (GREGORIAN_EPOCH - 2);
    let year = (4 * days + 1464).div_euclid(1461);
    let day_of_year = days - (365 * (year - 1) + (year - 1).div_euclid(4));
    month_and_day(year, day_of_year, year.rem_euclid(4) == 0)
}

fn month_and_day(year: i64, day_of_year: i64, leap: bool) -> Parts {
    let before = |month: usize| BEFORE_MONTH[month] + i64::from(leap && month > 1);
    let month = (0..12).rev().find(|month| before(*month) <= day_of_year).unwrap_or(0);
    (year, month as i64 + 1, day_of_year - before(month) + 1, day_of_year + 1)
}

/// The Julian day before January 1 of a year.
fn new_year(year: i64) -> i64 {
    let before = year - 1;
    let julian = 365 * before + before.div_euclid(4) + GREGORIAN_EPOCH - 3;
    if year >= 1582 { julian + before.div_euclid(400) - before.div_euclid(100) + 2 } else { julian }
}

fn persian(julian_day: i64) -> Parts {
    let days = julian_day - PERSIAN_EPOCH;
    let year = 1 + (33 * days + 3).div_euclid(12_053);
    let day_of_year = days - (365 * (year - 1) + (8 * year + 21).div_euclid(33));
    // Six months of 31 days, then months of 30.
    let month = if day_of_year < 216 { day_of_year / 31 } else { (day_of_year - 6) / 30 };
    let before = if month < 7 { month * 31 } else { month * 30 + 6 };
    (year, month + 1, day_of_year - before + 1, day_of_year + 1)
}

fn persian_new_year(year: i64) -> i64 {
    PERSIAN_EPOCH - 1 + 365 * (year - 1) + (8 * year + 21).div_euclid(33)
}

/// The era of Japan and the year in it; before the first era, years count from it.
fn japanese_year(date: (i64, i64, i64)) -> (i64, i64) {
    let eras = super::eras::japanese();
    let at = eras.partition_point(|era| era.start <= date);
    match at.checked_sub(1).map(|at| &eras[at]) {
        Some(era) => (era.number, date.0 - era.start.0 + 1),
        None => (0, date.0 - eras.first().map_or(1, |era| era.start.0) + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Zone;
    use jiff::civil::date;

    fn day(calendar: Calendar, julian_day: i64) -> Day {
        let milliseconds = (julian_day - 2_440_588) * 86_400_000;
        Day::new(calendar, &Moment::new(milliseconds, &Zone::utc()).unwrap())
    }

    fn parts(calendar: Calendar, julian_day: i64) -> (i64, i64, i64) {
        let day = day(calendar, julian_day);
        (day.year, day.month, day.day)
    }

    #[test]
    fn the_gregorian_calendar_follows_the_julian_one() {
        assert_eq!(parts(Calendar::Gregorian, GREGORIAN_START), (1582, 10, 15));
        assert_eq!(parts(Calendar::Gregorian, GREGORIAN_START - 1), (1582, 10, 4));
        let first = day(Calendar::Gregorian, 0);
        assert_eq!((first.era, first.year, first.month, first.day), (0, 4713, 1, 1));
    }

    #[test]
    fn every_gregorian_day_agrees_with_jiff() {
        let mut expected = date(1583, 1, 1);
        let mut julian_day = GREGORIAN_START + 78;
        while expected.year() < 2500 {
            let day = day(Calendar::Gregorian, julian_day);
            let parts = (day.year, day.month, day.day, day.day_of_year);
            let wanted = (expected.year().into(), expected.month().into(), expected.day().into());
            assert_eq!((parts.0, parts.1, parts.2), wanted);
            assert_eq!(parts.3, i64::from(expected.day_of_year()));
            assert_eq!(day.weekday, i64::from(expected.weekday().to_sunday_one_offset()));
            // A stride of 13 meets every month, weekday and leap rule.
            expected = expected.saturating_add(jiff::Span::new().days(13));
            julian_day += 13;
        }
    }

    #[test]
    fn other_calendars_count_their_own_years() {
        // 2019-05-01, the first day of Reiwa.
        let reiwa = 2_458_605;
        assert_eq!((day(Calendar::Japanese, reiwa).era, day(Calendar::Japanese, reiwa).year), (236, 1));
        assert_eq!(
            (day(Calendar::Japanese, reiwa - 1).era, day(Calendar::Japanese, reiwa - 1).year),
            (235, 31)
        );
        assert_eq!(parts(Calendar::Buddhist, reiwa), (2562, 5, 1));
        assert_eq!(parts(Calendar::Persian, reiwa), (1398, 2, 11));
        // Nowruz 1399: 2020-03-20, behind a leap year's 30 Esfand... 1399 itself is the leap year.
        assert_eq!(parts(Calendar::Persian, 2_458_929), (1399, 1, 1));
        assert_eq!(day(Calendar::Persian, 2_458_929).year_length(1399), 366);
    }

    #[test]
    fn a_region_may_prefer_its_own_calendar() {
        for (tag, calendar) in [
            ("en-US", Calendar::Gregorian),
            ("th", Calendar::Buddhist),
            ("fa-IR", Calendar::Persian),
            ("ja", Calendar::Gregorian),
            ("ja-u-ca-japanese", Calendar::Japanese),
        ] {
            assert_eq!(Calendar::of(&Locale::resolve(tag)), calendar, "{tag}");
        }
    }
}
