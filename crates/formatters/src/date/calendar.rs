//! The day and time of an instant in a zone, as the letters of `date` need them.

use loggia_template::Fault;

const DAY: i64 = 86_400_000;
/// The Julian day number of 1970-01-01.
const UNIX_EPOCH_DAY: i64 = 2_440_588;
/// The last Julian day; the first is 0 (T-129).
const LAST_DAY: i64 = 4_881_503;
/// The Julian day of 1582-10-15, before which dates are in the Julian calendar.
const GREGORIAN_START: i64 = 2_299_161;
/// The Julian day of 0001-01-01 in the Gregorian calendar.
const GREGORIAN_EPOCH: i64 = 1_721_426;

/// An instant outside the calendar.
pub(crate) fn out_of_range(day: f64) -> Fault {
    let mut message = String::from("Julian day ");
    crate::number::write_number(day, &mut message);
    message.push_str(
        " is outside the supported range of this library: Mon Jan  1 4713 B.C. to Fri Dec 31 8652 A.D.",
    );
    Fault::new(message)
}

/// Whether an instant is in the range of the calendar (T-129).
pub(crate) fn is_in_range(epoch: f64) -> bool {
    const FIRST: f64 = -((UNIX_EPOCH_DAY * DAY) as f64);
    const END: f64 = ((LAST_DAY - UNIX_EPOCH_DAY + 1) * DAY) as f64;
    (FIRST..END).contains(&epoch)
}

/// A day and a time of day, as the letters of a pattern need them.
#[derive(Debug)]
pub(crate) struct Fields<'z> {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub(crate) epoch: f64,
    /// The year within its era, from 1.
    pub(crate) year: i64,
    /// From 1.
    pub(crate) month: u8,
    /// From 1.
    pub(crate) day: u8,
    /// From 1.
    pub(crate) day_of_year: u16,
    /// 0 is Sunday.
    pub(crate) weekday: u8,
    /// 0 to 23.
    pub(crate) hour: u8,
    pub(crate) minute: u8,
    pub(crate) second: u8,
    /// 0 to below 1000; instants may be finer than a millisecond.
    pub(crate) millisecond: f64,
    /// Seconds east of Greenwich.
    pub(crate) offset: i32,
    /// The zone's abbreviation at that instant: `EST`, `+03`.
    pub(crate) zone: &'z str,
    /// The year counted through, with a year 0.
    year_counted: i64,
}

/// A week, and the year it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Week {
    pub(crate) year: i64,
    pub(crate) number: i64,
}

impl<'z> Fields<'z> {
    /// The day and time of `epoch` milliseconds, in a zone that is `offset` seconds east of Greenwich.
    ///
    /// # Errors
    /// T-129: days before 4713 B.C. and after 8652 A.D.
    pub(crate) fn new(epoch: f64, offset: i32, zone: &'z str) -> Result<Self, Fault> {
        let local = epoch + f64::from(offset) * 1000.0;
        let day = (local / DAY as f64).floor();
        let julian_day = day + UNIX_EPOCH_DAY as f64;
        // Also refuses NaN.
        if !(0.0..=LAST_DAY as f64).contains(&julian_day) {
            return Err(out_of_range(julian_day));
        }
        let in_day = local - day * DAY as f64;
        // Below 86,400,000 by the lines above.
        let milliseconds = in_day as u32;
        let second_of_day = milliseconds / 1000;
        let julian_day = julian_day as i64;
        let date = Date::new(julian_day);
        // All of these are below 61, the day of the year below 367.
        Ok(Self {
            epoch,
            year: if date.year < 1 { 1 - date.year } else { date.year },
            month: date.month as u8,
            day: date.day as u8,
            day_of_year: date.day_of_year as u16,
            weekday: (julian_day + 1).rem_euclid(7) as u8,
            hour: (second_of_day / 3600) as u8,
            minute: (second_of_day / 60 % 60) as u8,
            second: (second_of_day % 60) as u8,
            millisecond: in_day - f64::from(second_of_day) * 1000.0,
            offset,
            zone,
            year_counted: date.year,
        })
    }

    /// The week of the year where weeks begin on Sunday and that of 1 January is the first.
    pub(crate) fn week(&self) -> Week {
        self.week_from(0, 1)
    }

    /// The ISO 8601 week: Monday first, at least four days in a year's first week (T-130, T-131).
    pub(crate) fn iso_week(&self) -> Week {
        self.week_from(1, 4)
    }

    /// The week where weeks begin on `first_day` (0 is Sunday) and a year's first one has at least `minimum` of its days.
    fn week_from(&self, first_day: i64, minimum: i64) -> Week {
        let (year, day, weekday) = (self.year_counted, i64::from(self.day_of_year), i64::from(self.weekday));
        let number = |day: i64| {
            let start = (weekday - first_day - day + 1).rem_euclid(7);
            (day + start - 1).div_euclid(7) + i64::from(7 - start >= minimum)
        };
        let own = number(day);
        if own == 0 {
            return Week { year: year - 1, number: number(day + year_length(year - 1)) };
        }
        let length = year_length(year);
        let place = (weekday + 7 - first_day) % 7;
        let last_place = (place + length - day).rem_euclid(7);
        let reaches_over = day + 7 - place > length;
        if day >= length - 5 && 6 - last_place >= minimum && reaches_over {
            return Week { year: year + 1, number: 1 };
        }
        Week { year, number: own }
    }
}

/// A day of the calendar: Julian before 1582-10-15, Gregorian from then on. There is a year 0.
struct Date {
    year: i64,
    month: i64,
    day: i64,
    day_of_year: i64,
}

impl Date {
    fn new(julian_day: i64) -> Self {
        let (year, day_of_year) =
            if julian_day >= GREGORIAN_START { gregorian(julian_day) } else { julian(julian_day) };
        let leap = is_leap(year);
        let before = |month: i64| {
            const DAYS: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
            usize::try_from(month - 1).map_or(0, |at| DAYS[at]) + i64::from(leap && month > 2)
        };
        let month = (1..=12).rev().find(|month| before(*month) < day_of_year).unwrap_or(1);
        Self { year, month, day: day_of_year - before(month), day_of_year }
    }
}

fn is_leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year < 1582 || year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

/// Year and day of the year.
fn gregorian(julian_day: i64) -> (i64, i64) {
    let days = julian_day - GREGORIAN_EPOCH;
    let (cycles, rest) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let centuries = (rest / 36_524).min(3);
    let rest = rest - centuries * 36_524;
    let years = (rest % 1461 / 365).min(3);
    let day = rest % 1461 - years * 365;
    (400 * cycles + 100 * centuries + 4 * (rest / 1461) + years + 1, day + 1)
}

fn julian(julian_day: i64) -> (i64, i64) {
    let days = julian_day - (GREGORIAN_EPOCH - 2);
    let year = (4 * days + 1464).div_euclid(1461);
    (year, days - (365 * (year - 1) + (year - 1).div_euclid(4)) + 1)
}

/// Days of a year as weeks count them: 1582, in which ten days were left out, counts as a whole year.
fn year_length(year: i64) -> i64 {
    start_of_year(year + 1) - start_of_year(year)
}

fn start_of_year(year: i64) -> i64 {
    let before = year - 1;
    let julian = 365 * before + before.div_euclid(4) + GREGORIAN_EPOCH - 3;
    if year >= 1582 { julian + before.div_euclid(400) - before.div_euclid(100) + 2 } else { julian }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_130_t_131_iso_weeks() {
        for (epoch, year, week) in [
            (1_609_632_000_000.0, 2020, 53),
            (1_609_718_400_000.0, 2021, 1),
            (1_451_606_400_000.0, 2015, 53),
            (1_104_537_600_000.0, 2004, 53),
        ] {
            let at = Fields::new(epoch, 0, "UTC").unwrap().iso_week();
            assert_eq!((at.year, at.number), (year, week), "{epoch}");
        }
    }

    #[test]
    fn t_129_the_range_is_kept_to_the_day() {
        let first = -(UNIX_EPOCH_DAY * DAY) as f64;
        let last = ((LAST_DAY - UNIX_EPOCH_DAY + 1) * DAY - 1) as f64;
        assert_eq!(Fields::new(first, 0, "").unwrap().year, 4713);
        assert_eq!(Fields::new(last, 0, "").unwrap().year, 8652);
        for epoch in [first - 1.0, last + 1.0, f64::NAN, f64::INFINITY] {
            assert!(Fields::new(epoch, 0, "").is_err(), "{epoch}");
        }
    }

    #[test]
    fn the_reform_left_ten_days_out() {
        let after = Fields::new(-12_219_292_800_000.0, 0, "").unwrap();
        let before = Fields::new(-12_219_292_800_001.0, 0, "").unwrap();
        assert_eq!((after.year, after.month, after.day, after.hour), (1582, 10, 15, 0));
        assert_eq!((before.year, before.month, before.day, before.hour), (1582, 10, 4, 23));
    }
}
