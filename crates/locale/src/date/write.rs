//! Writes the fields of a pattern.

use super::{
    calendar::Day,
    data::CalendarData,
    moment::Moment,
    options::Context,
    pattern::{Field, Node},
    zone_name,
};
use crate::locale::Locale;
use std::sync::Arc;

/// Writes moments in one locale and calendar.
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    pub locale: Locale,
    pub data: Arc<CalendarData>,
    pub context: Option<Context>,
}

/// A moment and its day in the calendar.
#[derive(Debug, Clone)]
pub(crate) struct At<'a> {
    pub moment: &'a Moment,
    pub day: Day,
}

impl Writer {
    pub fn at<'a>(&self, moment: &'a Moment) -> At<'a> {
        At { moment, day: Day::new(self.data.calendar, moment) }
    }

    /// Writes a pattern; `first` tells whether its first field begins the whole text.
    pub fn write(&self, out: &mut String, nodes: &[Node], at: &At, first: bool) {
        for (place, node) in nodes.iter().enumerate() {
            match node {
                Node::Text(text) => out.push_str(text),
                Node::Field(field) => {
                    let start = out.len();
                    self.field(out, *field, at);
                    if first && place == 0 && self.capitalises(usage(*field)) {
                        capitalise(out, start);
                    }
                }
            }
        }
    }

    /// Whether the context makes the first letter of a text of this use a capital.
    pub fn capitalises(&self, usage: &str) -> bool {
        capitalises(&self.locale, self.context, usage)
    }

    fn field(&self, out: &mut String, field: Field, at: &At) {
        let Field { letter, width } = field;
        let (data, day, moment) = (&self.data, &at.day, at.moment);
        match letter {
            'G' => out.push_str(data.era(width, day.era)),
            'y' => self.year(out, day.year, width),
            'Y' => self.year(out, data.weeks.week_of_year(day).0, width),
            'u' => self.number(out, day.extended_year, width),
            'r' => out.push_str(&format!("{:0width$}", day.related_year())),
            'Q' | 'q' if width >= 3 => out.push_str(data.quarter(letter == 'q', width, day.month)),
            'Q' | 'q' => self.number(out, (day.month - 1) / 3 + 1, width),
            'M' | 'L' if width >= 3 => out.push_str(data.month(letter == 'L', width, day.month)),
            'M' | 'L' => self.number(out, day.month, width),
            'w' => self.number(out, data.weeks.week_of_year(day).1, width.min(2)),
            'W' => self.number(out, data.weeks.week_of_month(day), 1),
            'd' => self.number(out, day.day, width.min(2)),
            'D' => self.number(out, day.day_of_year, width.min(3)),
            'F' => self.number(out, (day.day - 1) / 7 + 1, 1),
            'g' => self.number(out, day.julian_day, width),
            'E' => out.push_str(data.weekday(false, width, day.weekday)),
            'e' | 'c' if width > 2 => out.push_str(data.weekday(letter == 'c', width, day.weekday)),
            'e' => self.number(out, data.weeks.place_in_week(day), width),
            'c' => self.number(out, data.weeks.place_in_week(day), 1),
            'a' | 'b' | 'B' => out.push_str(data.period(letter, width, moment)),
            'h' => self.number(out, (moment.hour() + 11) % 12 + 1, width.min(2)),
            'K' => self.number(out, moment.hour() % 12, width.min(2)),
            'H' => self.number(out, moment.hour(), width.min(2)),
            'k' => self.number(out, (moment.hour() + 23) % 24 + 1, width.min(2)),
            'm' => self.number(out, moment.minute(), width.min(2)),
            's' => self.number(out, moment.second(), width.min(2)),
            'S' => self.fraction(out, moment.millisecond(), width),
            'A' => self.number(out, moment.milliseconds_of_day(), width),
            'z' | 'Z' | 'O' | 'v' | 'V' | 'X' | 'x' => {
                zone_name::write(out, &self.locale, &data.system, field, moment);
            }
            _ => {}
        }
    }

    fn year(&self, out: &mut String, year: i64, width: usize) {
        self.number(out, if width == 2 { year % 100 } else { year }, width);
    }

    fn number(&self, out: &mut String, number: i64, width: usize) {
        if number < 0 {
            out.push('-');
        }
        self.data.system.write_integer(out, number.unsigned_abs(), width);
    }

    /// The first digits of the milliseconds; digits beyond them are zeros.
    fn fraction(&self, out: &mut String, milliseconds: i64, width: usize) {
        let first = match width {
            1 => milliseconds / 100,
            2 => milliseconds / 10,
            _ => milliseconds,
        };
        self.number(out, first, width.min(3));
        for _ in 3..width {
            self.number(out, 0, 1);
        }
    }
}

/// CLDR's name for the use of a field, where contexts may change its letter case.
fn usage(field: Field) -> &'static str {
    match (field.letter, field.width) {
        ('G', 4) => "era-name",
        ('G', width) if width != 5 => "era-abbr",
        ('M', 3 | 4) => "month-format-except-narrow",
        ('L', 3 | 4) => "month-standalone-except-narrow",
        ('E', width) if width != 5 => "day-format-except-narrow",
        ('c', width) if width != 5 => "day-standalone-except-narrow",
        _ => "",
    }
}

/// Whether a context makes the first letter a capital for texts of a use; no use, no change.
pub(crate) fn capitalises(locale: &Locale, context: Option<Context>, usage: &str) -> bool {
    let flag = |name: &str| !locale.get(&format!("context.{usage}.{name}")).is_empty();
    match context {
        _ if usage.is_empty() => false,
        None => false,
        Some(Context::BeginSentence) => true,
        Some(Context::Standalone) => flag("standalone"),
        Some(Context::ListOrMenu) => flag("menu"),
    }
}

/// Makes the letter at a place a capital.
pub(crate) fn capitalise(text: &mut String, at: usize) {
    if let Some(first) = text[at..].chars().next() {
        let capital: String = first.to_uppercase().collect();
        text.replace_range(at..at + first.len_utf8(), &capital);
    }
}
