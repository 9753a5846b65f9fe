//! The letters of the `date` formatter: a pattern is read once and written for many instants.

use std::fmt::Write;

/// One calendar day and time of day, as the letters need it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fields<'a> {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub(crate) epoch: f64,
    /// Year within its era, from 1.
    pub(crate) year: i64,
    /// From 1.
    pub(crate) month: u8,
    /// From 1.
    pub(crate) day: u8,
    /// From 1.
    pub(crate) day_of_year: u16,
    /// 0 is Sunday.
    pub(crate) weekday: u8,
    /// Week of the year where weeks begin on Sunday and the week of 1 January is the first.
    pub(crate) week: u8,
    /// ISO 8601 week: Monday first, at least four days in the first week.
    pub(crate) iso_week: u8,
    /// The year to which the ISO week belongs.
    pub(crate) iso_year: i64,
    /// 0 to 23.
    pub(crate) hour: u8,
    pub(crate) minute: u8,
    pub(crate) second: u8,
    /// 0 to below 1000; instants may be finer than a millisecond.
    pub(crate) millisecond: f64,
    /// Local time minus UTC, in milliseconds.
    pub(crate) offset: f64,
    /// The zone's abbreviation at that instant: `EST`, `+03`.
    pub(crate) zone: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Letter {
    ShortDay,
    LongDay,
    ShortMonth,
    LongMonth,
    Century,
    Day { width: u8, fill: char },
    IsoYearShort,
    IsoYear,
    Hour24 { fill: char },
    Hour12 { width: u8, fill: char },
    DayOfYear,
    Month,
    Minute,
    Nanosecond,
    HalfDay { upper: bool },
    Quarter,
    EpochSecond,
    Second,
    WeekdayFromMonday,
    Weekday,
    Week,
    IsoWeek,
    YearShort,
    Year,
    Offset,
    Zone,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Letter(Letter),
}

/// A pattern such as `%B %e, %Y`, read once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Pattern(Vec<Part>);

const SHORT_DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const LONG_DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const SHORT_MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LONG_MONTHS: [&str; 12] = [
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

impl Pattern {
    /// Reads a pattern. Letters the language does not know vanish; a last single `%` stays.
    pub(crate) fn parse(source: &str) -> Self {
        let mut pattern = Self::default();
        pattern.read(source);
        pattern
    }

    fn read(&mut self, source: &str) {
        let mut rest = source;
        while let Some(at) = rest.find('%') {
            self.text(&rest[..at]);
            let mut after = rest[at + 1..].chars();
            match after.next() {
                None | Some('%') => self.text("%"),
                Some(letter) => self.letter(letter),
            }
            rest = after.as_str();
        }
        self.text(rest);
    }

    fn text(&mut self, text: &str) {
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(Part::Text(before)) => before.push_str(text),
            _ => self.0.push(Part::Text(text.to_owned())),
        }
    }

    fn letter(&mut self, letter: char) {
        let letter = match letter {
            'a' => Letter::ShortDay,
            'A' => Letter::LongDay,
            'b' | 'h' => Letter::ShortMonth,
            'B' => Letter::LongMonth,
            'C' => Letter::Century,
            'd' => Letter::Day { width: 2, fill: '0' },
            'e' => Letter::Day { width: 2, fill: ' ' },
            'g' => Letter::IsoYearShort,
            'G' => Letter::IsoYear,
            'H' => Letter::Hour24 { fill: '0' },
            'k' => Letter::Hour24 { fill: ' ' },
            'i' => Letter::Hour12 { width: 0, fill: '0' },
            'I' => Letter::Hour12 { width: 2, fill: '0' },
            'l' => Letter::Hour12 { width: 2, fill: ' ' },
            'j' => Letter::DayOfYear,
            'm' => Letter::Month,
            'M' => Letter::Minute,
            'N' => Letter::Nanosecond,
            'p' => Letter::HalfDay { upper: true },
            'P' => Letter::HalfDay { upper: false },
            'q' => Letter::Quarter,
            's' => Letter::EpochSecond,
            'S' => Letter::Second,
            'u' => Letter::WeekdayFromMonday,
            'w' => Letter::Weekday,
            // Both letters print the same week: the language does not tell Sunday from Monday here.
            'U' | 'W' => Letter::Week,
            'V' => Letter::IsoWeek,
            'y' => Letter::YearShort,
            'Y' => Letter::Year,
            'z' => Letter::Offset,
            'Z' => Letter::Zone,
            'n' => return self.text("\n"),
            't' => return self.text("\t"),
            'c' => {
                self.read("%a, %b ");
                self.0.push(Part::Letter(Letter::Day { width: 0, fill: '0' }));
                return self.read(", %Y %i:%M:%S %p %Z");
            }
            'D' => return self.read("%m/%d/%y"),
            'F' => return self.read("%Y-%m-%d"),
            'r' => return self.read("%i:%M:%S %p"),
            'R' => return self.read("%H:%M"),
            'T' => return self.read("%H:%M:%S"),
            'v' => return self.read("%e-%b-%Y"),
            'x' => return self.read("%m/%d/%Y"),
            'X' => return self.read("%I:%M:%S %p"),
            _ => return,
        };
        self.0.push(Part::Letter(letter));
    }

    /// Whether the zone's abbreviation is printed.
    pub(crate) fn names_zone(&self) -> bool {
        self.0.contains(&Part::Letter(Letter::Zone))
    }

    /// Writes the instant into `out`.
    pub(crate) fn write(&self, fields: &Fields<'_>, out: &mut String) {
        for part in &self.0 {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Letter(letter) => letter.write(fields, out),
            }
        }
    }
}

impl Letter {
    fn write(self, at: &Fields<'_>, out: &mut String) {
        match self {
            Self::ShortDay => out.push_str(SHORT_DAYS[usize::from(at.weekday)]),
            Self::LongDay => out.push_str(LONG_DAYS[usize::from(at.weekday)]),
            Self::ShortMonth => out.push_str(SHORT_MONTHS[usize::from(at.month - 1)]),
            Self::LongMonth => out.push_str(LONG_MONTHS[usize::from(at.month - 1)]),
            Self::Century => padded(out, at.year / 100, 2, '0'),
            Self::Day { width, fill } => padded(out, at.day.into(), width, fill),
            Self::IsoYearShort => padded(out, at.iso_year % 100, 2, '0'),
            Self::IsoYear => padded(out, at.iso_year, 4, '0'),
            Self::Hour24 { fill } => padded(out, at.hour.into(), 2, fill),
            Self::Hour12 { width, fill } => {
                let hour = at.hour % 12;
                padded(out, if hour == 0 { 12 } else { hour.into() }, width, fill);
            }
            Self::DayOfYear => padded(out, at.day_of_year.into(), 3, '0'),
            Self::Month => padded(out, at.month.into(), 2, '0'),
            Self::Minute => padded(out, at.minute.into(), 2, '0'),
            Self::Nanosecond => write_nanoseconds(out, at.millisecond),
            Self::HalfDay { upper } => out.push_str(match (at.hour < 12, upper) {
                (true, true) => "AM",
                (true, false) => "am",
                (false, true) => "PM",
                (false, false) => "pm",
            }),
            Self::Quarter => padded(out, i64::from((at.month - 1) / 3) + 1, 1, '0'),
            Self::EpochSecond => padded(out, crate::number::to_int32(at.epoch / 1000.0).into(), 1, '0'),
            Self::Second => padded(out, at.second.into(), 2, '0'),
            Self::WeekdayFromMonday => {
                padded(out, if at.weekday == 0 { 7 } else { at.weekday.into() }, 1, '0');
            }
            Self::Weekday => padded(out, at.weekday.into(), 1, '0'),
            Self::Week => padded(out, at.week.into(), 2, '0'),
            Self::IsoWeek => padded(out, at.iso_week.into(), 2, '0'),
            Self::YearShort => padded(out, at.year % 100, 2, '0'),
            Self::Year => padded(out, at.year, 1, '0'),
            Self::Offset => write_offset(out, at.offset),
            Self::Zone => out.push_str(at.zone),
        }
    }
}

/// Writes `number` with `fill` on its left up to `width` characters.
fn padded(out: &mut String, number: i64, width: u8, fill: char) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut left = number.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(left % 10).unwrap_or(0);
        left /= 10;
        if left == 0 {
            break;
        }
    }
    let length = digits.len() - at + usize::from(number < 0);
    for _ in length..usize::from(width) {
        out.push(fill);
    }
    if number < 0 {
        out.push('-');
    }
    for digit in &digits[at..] {
        out.push(char::from(*digit));
    }
}

fn write_nanoseconds(out: &mut String, millisecond: f64) {
    let start = out.len();
    crate::number::write_number(millisecond * 1e6, out);
    let length = out.len() - start;
    for _ in length..9 {
        out.insert(start, '0');
    }
}

/// `±hh:mm`. Zones of old had offsets of odd seconds: their minutes print with a fraction, as in the reference.
fn write_offset(out: &mut String, offset: f64) {
    let minutes = offset.abs() / 60_000.0;
    out.push(if offset < 0.0 { '-' } else { '+' });
    let _ = write!(out, "{:02}:", (minutes / 60.0).floor());
    let minute = minutes % 60.0;
    if minute < 10.0 && minute.fract() == 0.0 {
        out.push('0');
    }
    crate::number::write_number(minute, out);
}
