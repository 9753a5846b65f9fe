//! An interval's form in a locale.

use super::{
    calendar::Calendar,
    format::DateFormat,
    moment::Moment,
    options::{DateOptions, IntervalOptions, Width},
    pattern,
    skeleton::{Skeleton, Slot},
    write::{At, Writer},
};
use crate::locale::Locale;

/// An interval's form in a locale (T-121).
///
/// ```
/// use loggia_locale::{IntervalFormat, IntervalOptions, Locale, Moment, Zone};
/// let zone = Zone::find("America/New_York").unwrap();
/// let moment = |milliseconds| Moment::new(milliseconds, &zone).unwrap();
/// let format = IntervalFormat::new(&Locale::resolve("en"), &IntervalOptions::default());
/// let text = format.format(&moment(1_582_663_910_000), &moment(1_583_763_910_000));
/// assert_eq!(text, "Feb 25\u{2009}–\u{2009}Mar 9, 2020");
/// ```
#[derive(Debug, Clone)]
pub struct IntervalFormat {
    writer: Writer,
    options: IntervalOptions,
}

/// The largest thing in which two moments differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference {
    Date,
    Time,
    /// At most the seconds, which no interval pattern shows.
    None,
}

impl IntervalFormat {
    /// The form that a locale and the options make.
    pub fn new(locale: &Locale, options: &IntervalOptions) -> Self {
        let calendar = options.calendar.unwrap_or_else(|| Calendar::of(locale));
        let data = locale.calendar_data(calendar);
        let writer = Writer { locale: locale.clone(), data, context: options.context };
        Self { writer, options: options.clone() }
    }

    /// The text of the interval between two moments.
    pub fn format(&self, start: &Moment, end: &Moment) -> String {
        let (start, end) = (self.writer.at(start), self.writer.at(end));
        let difference = difference(&start, &end);
        let (raw, mut query) = self.query(difference);
        let mut date = String::new();
        match (query.is_date(), query.is_time(), difference) {
            (true, true, Difference::Date) => return self.both_in_full(&raw, &start, &end),
            (true, true, Difference::None) => {
                let time = query.split_time();
                let (date, time) = (self.single(&query, &start), self.single(&time, &start));
                return pattern::join(self.join(), &time, &date);
            }
            (true, true, Difference::Time) => {
                let time = query.split_time();
                date = self.single(&query, &start);
                query = time;
            }
            (true, false, Difference::Time) | (_, _, Difference::None) => return self.single(&query, &start),
            _ => {}
        }
        let range = self.range(&query, &start, &end, date.is_empty());
        match (date.is_empty(), range.is_empty()) {
            (true, _) => range,
            (_, true) => date,
            _ => pattern::join(self.join(), &range, &date),
        }
    }

    /// The skeleton that is asked for, completed by what the reader needs.
    fn query(&self, difference: Difference) -> (String, Skeleton) {
        let options = &self.options;
        let by_difference = if difference == Difference::Date { options.date.as_ref() } else { None };
        let given = options.skeleton.as_ref().or(by_difference).or(options.time.as_ref());
        let given = given.filter(|skeleton| !skeleton.is_empty());
        let parse = |raw: &str| Skeleton::parse(raw, &self.writer.data.hours);
        let Some(given) = given else {
            let default = if difference == Difference::Date { "yMMMd" } else { "jm" };
            return (default.to_string(), parse(default));
        };
        let mut raw = given.clone();
        let mut query = parse(&raw);
        // Two times of different days need the days.
        if difference == Difference::Date && !query.is_date() {
            raw.insert_str(0, "yMMMd");
            query = parse(&raw);
        }
        // Minutes and seconds alone have no interval patterns: the hour is added.
        let largest =
            LARGEST_FIRST.iter().find_map(|slot| query.field(*slot)).map_or('s', |field| field.letter);
        if matches!(largest, 's' | 'm') {
            raw.insert_str(0, if largest == 's' { "jm" } else { "j" });
            query = parse(&raw);
        }
        (raw, query)
    }

    fn join(&self) -> &'static str {
        self.writer.data.join(self.options.wrap.unwrap_or(Width::Medium))
    }

    fn single(&self, query: &Skeleton, at: &At) -> String {
        let mut out = String::new();
        if let Some((nodes, _)) = self.writer.data.matched(query, Some(&at.day)) {
            self.writer.write(&mut out, &nodes, at, true);
        }
        out
    }

    /// Days and times differ: both ends are written whole.
    fn both_in_full(&self, raw: &str, start: &At, end: &At) -> String {
        let options = DateOptions {
            skeleton: Some(raw.to_string()),
            wrap: self.options.wrap,
            context: self.options.context,
            calendar: Some(self.writer.data.calendar),
            ..DateOptions::default()
        };
        let format = DateFormat::new(&self.writer.locale, &options);
        let (mut first, mut second) = (String::new(), String::new());
        format.write_at(start, true, &mut first);
        format.write_at(end, false, &mut second);
        pattern::join(self.writer.data.interval_fallback, &first, &second)
    }

    fn range(&self, query: &Skeleton, start: &At, end: &At, first: bool) -> String {
        let data = &self.writer.data;
        let Some((skeleton, texts)) = data.intervals.nearest(query) else { return String::new() };
        let field = self.largest_difference(start, end, skeleton);
        let Some((_, raw)) = texts.iter().find(|(known, _)| *known == field) else { return String::new() };
        let nodes = query.adjust(pattern::parse(raw), data.decimal_mark);
        let (head, tail) = nodes.split_at(pattern::boundary(&nodes));
        let mut out = String::new();
        self.writer.write(&mut out, head, start, first);
        self.writer.write(&mut out, tail, end, false);
        out
    }

    /// The letter of the largest field of a skeleton in which two moments differ; its smallest when they don't.
    fn largest_difference(&self, start: &At, end: &At, skeleton: &Skeleton) -> char {
        let mut smallest = 'm';
        for slot in LARGEST_FIRST {
            let Some(field) = skeleton.field(slot) else { continue };
            smallest = field.letter;
            if let Some(letter) = self.differs(slot, field.letter, start, end) {
                return letter;
            }
        }
        smallest
    }

    fn differs(&self, slot: Slot, letter: char, start: &At, end: &At) -> Option<char> {
        let (from, to) = (start.moment, end.moment);
        let (differs, name) = match (slot, letter) {
            (Slot::Era, _) => (start.day.era != end.day.era, 'G'),
            (Slot::Year, _) => (start.day.year != end.day.year, 'y'),
            (Slot::Month, _) => (start.day.month != end.day.month, 'M'),
            (Slot::Day, _) => (start.day.day != end.day.day, 'd'),
            (Slot::DayPeriod, 'B') => {
                let data = &self.writer.data;
                (data.flexible_period(from) != data.flexible_period(to), 'B')
            }
            (Slot::DayPeriod, _) => ((from.hour() < 12) != (to.hour() < 12), 'a'),
            (Slot::Hour, 'h' | 'K') => (from.hour() % 12 != to.hour() % 12, 'h'),
            (Slot::Hour, _) => (from.hour() != to.hour(), 'H'),
            (Slot::Minute | Slot::Second, _) => (from.minute() != to.minute(), 'm'),
            _ => (false, letter),
        };
        differs.then_some(name)
    }
}

/// The places that interval patterns know, largest first.
const LARGEST_FIRST: [Slot; 8] =
    [Slot::Era, Slot::Year, Slot::Month, Slot::Day, Slot::DayPeriod, Slot::Hour, Slot::Minute, Slot::Second];

fn difference(start: &At, end: &At) -> Difference {
    let date = |at: &At| (at.day.era, at.day.year, at.day.month, at.day.day);
    let time = |at: &At| (at.moment.hour(), at.moment.minute());
    if date(start) != date(end) {
        Difference::Date
    } else if time(start) != time(end) {
        Difference::Time
    } else {
        Difference::None
    }
}
