//! Dates by `%` fields, with English names (T-118).

use crate::date::{Calendar, Day, Moment, WeekRules};
use std::fmt::Write as _;

const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Writes a moment by a pattern of `%` fields; unknown fields vanish, a lone `%` at the end stays.
///
/// ```
/// use loggia_locale::{Moment, Zone, strftime};
/// let moment = Moment::new(1_613_597_165_344, &Zone::find("America/New_York").unwrap()).unwrap();
/// assert_eq!(strftime(&moment, "%Y-%m-%d %H:%M:%S"), "2021-02-17 16:26:05");
/// assert_eq!(strftime(&moment, "%A, %e %B %Y %l:%M %p %Z"), "Wednesday, 17 February 2021  4:26 PM EST");
/// ```
pub fn strftime(moment: &Moment, pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len() * 2);
    let fields = Fields { moment, day: Day::new(Calendar::Gregorian, moment) };
    fields.write(&mut out, pattern);
    out
}

struct Fields<'a> {
    moment: &'a Moment,
    day: Day,
}

impl Fields<'_> {
    fn write(&self, out: &mut String, pattern: &str) {
        let mut rest = pattern;
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..at]);
            let mut after = rest[at + 1..].chars();
            match after.next() {
                Some(letter) => self.field(out, letter),
                None => out.push('%'),
            }
            rest = after.as_str();
        }
        out.push_str(rest);
    }

    fn field(&self, out: &mut String, letter: char) {
        let (moment, day) = (self.moment, &self.day);
        match letter {
            '%' => out.push('%'),
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'a' => out.push_str(&self.weekday()[..3]),
            'A' => out.push_str(self.weekday()),
            'b' | 'h' => out.push_str(&self.month()[..3]),
            'B' => out.push_str(self.month()),
            'p' => out.push_str(if moment.hour() < 12 { "AM" } else { "PM" }),
            'P' => out.push_str(if moment.hour() < 12 { "am" } else { "pm" }),
            'Z' => out.push_str(&moment.zone_abbreviation()),
            'z' => self.offset(out),
            // Fields that stand for several.
            'c' => {
                self.write(out, "%a, %b ");
                number(out, day.day);
                self.write(out, ", %Y %i:%M:%S %p %Z");
            }
            'D' => self.write(out, "%m/%d/%y"),
            'F' => self.write(out, "%Y-%m-%d"),
            'r' => self.write(out, "%i:%M:%S %p"),
            'R' => self.write(out, "%H:%M"),
            'T' => self.write(out, "%H:%M:%S"),
            'v' => self.write(out, "%e-%b-%Y"),
            'x' => self.write(out, "%m/%d/%Y"),
            'X' => self.write(out, "%I:%M:%S %p"),
            _ => self.number_field(out, letter),
        }
    }

    fn number_field(&self, out: &mut String, letter: char) {
        let (moment, day) = (self.moment, &self.day);
        let twelve = (moment.hour() + 11) % 12 + 1;
        let iso = || WeekRules::ISO.week_of_year(day);
        match letter {
            'C' => padded(out, day.year / 100, 2, '0'),
            'd' => padded(out, day.day, 2, '0'),
            'e' => padded(out, day.day, 2, ' '),
            'g' => padded(out, iso().0 % 100, 2, '0'),
            'G' => number(out, iso().0),
            'H' => padded(out, moment.hour(), 2, '0'),
            'i' => number(out, twelve),
            'I' => padded(out, twelve, 2, '0'),
            'j' => padded(out, day.day_of_year, 3, '0'),
            'k' => padded(out, moment.hour(), 2, ' '),
            'l' => padded(out, twelve, 2, ' '),
            'm' => padded(out, day.month, 2, '0'),
            'M' => padded(out, moment.minute(), 2, '0'),
            'N' => padded(out, moment.millisecond() * 1_000_000, 9, '0'),
            'q' => number(out, (day.month - 1) / 3 + 1),
            // A 32-bit count of seconds, which wraps round in 1901 and 2038.
            's' => number(out, i64::from((moment.epoch_milliseconds() / 1000) as i32)),
            'S' => padded(out, moment.second(), 2, '0'),
            'u' => number(out, (day.weekday + 5) % 7 + 1),
            // The locale's weeks, which without a locale begin on Sunday, for both of the letters.
            'U' | 'W' => padded(out, WeekRules::SUNDAY.week_of_year(day).1, 2, '0'),
            'V' => padded(out, iso().1, 2, '0'),
            'w' => number(out, day.weekday - 1),
            'y' => padded(out, day.year % 100, 2, '0'),
            'Y' => number(out, day.year),
            _ => {}
        }
    }

    fn weekday(&self) -> &'static str {
        WEEKDAYS[(self.day.weekday - 1) as usize]
    }

    fn month(&self) -> &'static str {
        MONTHS[(self.day.month - 1) as usize]
    }

    fn offset(&self, out: &mut String) {
        let minutes = self.moment.offset_seconds() / 60;
        let sign = if minutes < 0 { '-' } else { '+' };
        let minutes = minutes.abs();
        // Writing to a String cannot fail.
        let _ = write!(out, "{sign}{:02}:{:02}", minutes / 60, minutes % 60);
    }
}

fn number(out: &mut String, number: i64) {
    padded(out, number, 1, '0');
}

fn padded(out: &mut String, number: i64, width: usize, fill: char) {
    let digits = number.unsigned_abs().to_string();
    if number < 0 {
        out.push('-');
    }
    out.extend(std::iter::repeat_n(fill, width.saturating_sub(digits.len())));
    out.push_str(&digits);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Zone;

    fn format(milliseconds: i64, zone: &str, pattern: &str) -> String {
        strftime(&Moment::new(milliseconds, &Zone::find(zone).unwrap()).unwrap(), pattern)
    }

    /// T-118
    #[test]
    fn t_118_every_field_has_its_text() {
        // Wednesday 2021-02-17 16:26:05.344 in New York.
        let fields = [
            ("a", "Wed"),
            ("A", "Wednesday"),
            ("b", "Feb"),
            ("B", "February"),
            ("C", "20"),
            ("c", "Wed, Feb 17, 2021 4:26:05 PM EST"),
            ("d", "17"),
            ("D", "02/17/21"),
            ("e", "17"),
            ("F", "2021-02-17"),
            ("g", "21"),
            ("G", "2021"),
            ("h", "Feb"),
            ("H", "16"),
            ("i", "4"),
            ("I", "04"),
            ("j", "048"),
            ("k", "16"),
            ("l", " 4"),
            ("m", "02"),
            ("M", "26"),
            ("n", "\n"),
            ("N", "344000000"),
            ("p", "PM"),
            ("P", "pm"),
            ("q", "1"),
            ("r", "4:26:05 PM"),
            ("R", "16:26"),
            ("s", "1613597165"),
            ("S", "05"),
            ("t", "\t"),
            ("T", "16:26:05"),
            ("u", "3"),
            ("U", "08"),
            ("v", "17-Feb-2021"),
            ("V", "07"),
            ("w", "3"),
            ("W", "08"),
            ("x", "02/17/2021"),
            ("X", "04:26:05 PM"),
            ("y", "21"),
            ("Y", "2021"),
            ("z", "-05:00"),
            ("Z", "EST"),
            ("%", "%"),
        ];
        for (letter, expected) in fields {
            let pattern = format!("[%{letter}]");
            assert_eq!(
                format(1_613_597_165_344, "America/New_York", &pattern),
                format!("[{expected}]"),
                "%{letter}"
            );
        }
    }

    /// T-119
    #[test]
    fn t_119_the_zone_decides_the_day() {
        let pattern = "%Y-%m-%d %H:%M %Z";
        assert_eq!(format(1_613_597_165_344, "Asia/Tokyo", pattern), "2021-02-18 06:26 JST");
        assert_eq!(format(1_613_597_165_344, "America/New_York", pattern), "2021-02-17 16:26 EST");
    }

    /// T-130, T-131
    #[test]
    fn t_130_t_131_iso_weeks_are_monday_first_with_four_days() {
        assert_eq!(format(1_609_632_000_000, "UTC", "%V"), "53");
        assert_eq!(format(1_609_718_400_000, "UTC", "%V"), "01");
        assert_eq!(format(1_451_606_400_000, "UTC", "%G-%V"), "2015-53");
    }

    /// T-134
    #[test]
    fn t_134_offsets_have_a_colon_and_follow_daylight_saving() {
        assert_eq!(format(1_720_000_000_000, "America/New_York", "%Z %z"), "EDT -04:00");
        assert_eq!(format(1_704_500_000_000, "America/New_York", "%Z %z"), "EST -05:00");
        assert_eq!(format(1_704_500_000_000, "Asia/Kolkata", "%z"), "+05:30");
    }

    #[test]
    fn odd_patterns_do_no_harm() {
        assert_eq!(format(0, "UTC", "100%"), "100%");
        assert_eq!(format(0, "UTC", "%Q%é%"), "%");
        assert_eq!(format(0, "UTC", ""), "");
    }
}
