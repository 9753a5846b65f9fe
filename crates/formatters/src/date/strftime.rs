//! The letters of the `date` formatter: a pattern is read once and written for many instants.

use super::calendar::Fields;

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
            Self::IsoYearShort => padded(out, at.iso_week().year % 100, 2, '0'),
            Self::IsoYear => padded(out, at.iso_week().year, 4, '0'),
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
            Self::Week => padded(out, at.week().number, 2, '0'),
            Self::IsoWeek => padded(out, at.iso_week().number, 2, '0'),
            Self::YearShort => padded(out, at.year % 100, 2, '0'),
            Self::Year => padded(out, at.year, 1, '0'),
            Self::Offset => write_offset(out, at.offset),
            Self::Zone => out.push_str(at.zone),
        }
    }
}

/// Writes `number` with `fill` on its left up to `width` characters.
fn padded(out: &mut String, number: i64, width: u8, fill: char) {
    const PAIRS: &str = "00010203040506070809101112131415161718192021222324252627282930313233343536373839\
        40414243444546474849505152535455565758596061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899";
    if let (2, '0', 0..=99) = (width, fill, number) {
        let at = 2 * number as usize;
        return out.push_str(&PAIRS[at..at + 2]);
    }
    if let (1000..=9999, ..=4) = (number, width) {
        let (high, low) = (2 * (number / 100) as usize, 2 * (number % 100) as usize);
        out.push_str(&PAIRS[high..high + 2]);
        return out.push_str(&PAIRS[low..low + 2]);
    }
    // Years and days of the year are exact in a double.
    let mut text = String::new();
    crate::number::write_number(number as f64, &mut text);
    for _ in text.len()..usize::from(width) {
        out.push(fill);
    }
    out.push_str(&text);
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
fn write_offset(out: &mut String, offset: i32) {
    out.push(if offset < 0 { '-' } else { '+' });
    let seconds = offset.abs();
    padded(out, i64::from(seconds / 3600), 2, '0');
    out.push(':');
    if seconds % 60 == 0 {
        return padded(out, i64::from(seconds / 60 % 60), 2, '0');
    }
    crate::number::write_number(f64::from(seconds) / 60.0 % 60.0, out);
}
