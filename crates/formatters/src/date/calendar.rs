//! The day and time of an instant in a zone, as the letters of `date` need them.

use loggia_template::Fault;

use super::strftime::Fields;

const DAY: i64 = 86_400_000;
/// The Julian day number of 1970-01-01.
const UNIX_EPOCH_DAY: i64 = 2_440_588;
/// The last Julian day; the first is 0 (T-129).
const LAST_DAY: i64 = 4_881_503;
/// The Julian day of 1582-10-15, before which dates are told in the Julian calendar.
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

/// The day and time of `epoch` milliseconds, in a zone that is `offset` seconds east of Greenwich.
///
/// # Errors
/// T-129: days before 4713 B.C. and after 8652 A.D.
pub(crate) fn fields<'z>(epoch: f64, offset: i32, zone: &'z str) -> Result<Fields<'z>, Fault> {
    let offset = f64::from(offset) * 1000.0;
    let local = epoch + offset;
    let day = (local / DAY as f64).floor();
    let julian_day = day + UNIX_EPOCH_DAY as f64;
    // Also refuses NaN.
    if !(0.0..=LAST_DAY as f64).contains(&julian_day) {
        return Err(out_of_range(julian_day));
    }
    let in_day = local - day * DAY as f64;
    // Below 86,400,000 by the line above.
    let second_of_day = (in_day / 1000.0) as u32;
    let date = Date::new(julian_day as i64);
    let weekday = (julian_day as i64 + 1).rem_euclid(7);
    let (week, _) = week(&date, weekday, 0, 1);
    let (iso_week, iso_year) = self::week(&date, weekday, 1, 4);
    let small = |number: i64| u8::try_from(number).unwrap_or(0);
    Ok(Fields {
        epoch,
        year: if date.year < 1 { 1 - date.year } else { date.year },
        month: small(date.month),
        day: small(date.day),
        day_of_year: u16::try_from(date.day_of_year).unwrap_or(0),
        weekday: small(weekday),
        week: small(week),
        iso_week: small(iso_week),
        iso_year,
        hour: small(i64::from(second_of_day / 3600)),
        minute: small(i64::from(second_of_day / 60 % 60)),
        second: small(i64::from(second_of_day % 60)),
        millisecond: in_day % 1000.0,
        offset,
        zone,
    })
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

/// The week of a day and the year the week belongs to, where weeks begin on `first_day` (0 is Sunday) and a year's first
/// week has at least `minimum` of its days.
fn week(date: &Date, weekday: i64, first_day: i64, minimum: i64) -> (i64, i64) {
    let number = |day: i64| {
        let start = (weekday - first_day - day + 1).rem_euclid(7);
        (day + start - 1).div_euclid(7) + i64::from(7 - start >= minimum)
    };
    let own = number(date.day_of_year);
    if own == 0 {
        return (number(date.day_of_year + year_length(date.year - 1)), date.year - 1);
    }
    let length = year_length(date.year);
    let place = (weekday + 7 - first_day) % 7;
    let last_place = (place + length - date.day_of_year).rem_euclid(7);
    let reaches_over = date.day_of_year + 7 - place > length;
    if date.day_of_year >= length - 5 && 6 - last_place >= minimum && reaches_over {
        return (1, date.year + 1);
    }
    (own, date.year)
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
            let at = fields(epoch, 0, "UTC").unwrap();
            assert_eq!((at.iso_year, at.iso_week), (year, week), "{epoch}");
        }
    }

    #[test]
    fn t_129_the_range_is_kept_to_the_day() {
        let first = -(UNIX_EPOCH_DAY * DAY) as f64;
        let last = ((LAST_DAY - UNIX_EPOCH_DAY + 1) * DAY - 1) as f64;
        assert_eq!(fields(first, 0, "").unwrap().year, 4713);
        assert_eq!(fields(last, 0, "").unwrap().year, 8652);
        for epoch in [first - 1.0, last + 1.0, f64::NAN, f64::INFINITY] {
            assert!(fields(epoch, 0, "").is_err(), "{epoch}");
        }
    }

    #[test]
    fn the_reform_left_ten_days_out() {
        let after = fields(-12_219_292_800_000.0, 0, "").unwrap();
        let before = fields(-12_219_292_800_001.0, 0, "").unwrap();
        assert_eq!((after.year, after.month, after.day, after.hour), (1582, 10, 15, 0));
        assert_eq!((before.year, before.month, before.day, before.hour), (1582, 10, 4, 23));
    }
}
