//! A date's form in a locale.

use super::{
    calendar::Calendar,
    moment::Moment,
    options::{DateOptions, Width},
    pattern::{self, Node},
    skeleton::{Skeleton, Slot},
    write::{At, Writer},
};
use crate::locale::Locale;

/// A date's form in a locale, made once and used for many moments (T-120).
///
/// ```
/// use loggia_locale::{DateFormat, DateOptions, Locale, Moment, Width, Zone};
/// let zone = Zone::find("America/New_York").unwrap();
/// let moment = Moment::new(1_582_571_080_000, &zone).unwrap();
/// let short = DateFormat::new(&Locale::resolve("en"), &DateOptions { date: Some(Width::Short), time: Some(Width::Short), ..Default::default() });
/// assert_eq!(short.format(&moment), "2/24/20, 2:04\u{202f}PM");
/// let german = DateFormat::new(&Locale::resolve("de"), &DateOptions::skeleton("yMMMMEEEEd"));
/// assert_eq!(german.format(&moment), "Montag, 24. Februar 2020");
/// ```
#[derive(Debug, Clone)]
pub struct DateFormat {
    writer: Writer,
    date: Part,
    time: Part,
    join: &'static str,
}

/// One half of a form.
#[derive(Debug, Clone)]
enum Part {
    Absent,
    Fixed(Vec<Node>),
    /// The pattern depends on the plural category of the week's number.
    ByWeek(Box<Skeleton>),
}

impl DateFormat {
    /// The form that a locale and the options make.
    pub fn new(locale: &Locale, options: &DateOptions) -> Self {
        let calendar = options.calendar.unwrap_or_else(|| Calendar::of(locale));
        let data = locale.calendar_data(calendar);
        let writer = Writer { locale: locale.clone(), data, context: options.context };
        let (mut date, time, wrap) = (options.date, options.time, options.wrap);
        let skeleton = options.skeleton.as_deref().filter(|skeleton| !skeleton.is_empty());
        if date.is_none() && time.is_none() && skeleton.is_none() {
            date = Some(Width::Long);
        }
        let data = &writer.data;
        let standard = |texts: &[&'static str; 4], width: Option<Width>| {
            width.map_or(Part::Absent, |width| Part::Fixed(pattern::parse(texts[width as usize])))
        };
        let (dates, times) = (standard(&data.dates, date), standard(&data.times, time));
        let join = data.join(wrap.or(date).unwrap_or(Width::Short));
        let mut format = Self { date: dates, time: times, join, writer: writer.clone() };
        if let Some(skeleton) = skeleton
            && (date.is_none() || time.is_none())
        {
            format.add_skeleton(skeleton, wrap);
        }
        format
    }

    /// Fills what the standard widths leave open from a skeleton: beside a standard date its time is taken, beside a
    /// standard time its date. What is asked for without any field that counts is answered by the nearest short form.
    fn add_skeleton(&mut self, raw: &str, wrap: Option<Width>) {
        let has_date = matches!(self.date, Part::Fixed(_));
        let has_time = matches!(self.time, Part::Fixed(_));
        let mut query = Skeleton::parse(raw, &self.writer.data.hours);
        // A skeleton that is cut is known by its canonical halves, a whole one by its own text.
        let time = (has_date || has_time || query.is_date() && query.is_time()).then(|| query.split_time());
        let (date, time) = match time {
            Some(time) if has_date => (None, Some(time)),
            Some(_) if has_time && query.is_date() => (Some(query), None),
            Some(time) if !has_time => (Some(query), Some(time)),
            None if query.is_date() => (Some(query), None),
            _ => (None, Some(query)),
        };
        if let Some(date) = date {
            let nearest = self.writer.data.available.nearest(&date);
            let width = nearest.map_or(Width::Short, |(skeleton, _)| join_width(skeleton));
            self.date = self.part(date);
            if wrap.is_none() {
                self.join = self.writer.data.join(width);
            }
        }
        if let Some(time) = time {
            self.time = self.part(time);
        }
    }

    fn part(&self, wanted: Skeleton) -> Part {
        if self.writer.data.is_by_week(&wanted) {
            return Part::ByWeek(Box::new(wanted));
        }
        self.writer.data.matched(&wanted, None).map_or(Part::Absent, |(nodes, _)| Part::Fixed(nodes))
    }

    /// The moment's text.
    pub fn format(&self, moment: &Moment) -> String {
        let mut out = String::with_capacity(32);
        self.write(moment, &mut out);
        out
    }

    /// Writes the moment's text behind what stands in `out`.
    pub fn write(&self, moment: &Moment, out: &mut String) {
        self.write_at(&self.writer.at(moment), true, out);
    }

    /// `first` tells whether the text begins what is written (the second end of an interval does not).
    pub(crate) fn write_at(&self, at: &At, first: bool, out: &mut String) {
        match (&self.date, &self.time) {
            (Part::Absent, time) => self.write_part(out, time, at, false),
            (date, Part::Absent) => self.write_part(out, date, at, first),
            (date, time) => {
                let (mut date_text, mut time_text) = (String::new(), String::new());
                self.write_part(&mut date_text, date, at, first);
                self.write_part(&mut time_text, time, at, first);
                match (date_text.is_empty(), time_text.is_empty()) {
                    (true, _) => out.push_str(&time_text),
                    (_, true) => out.push_str(&date_text),
                    _ => out.push_str(&pattern::join(self.join, &time_text, &date_text)),
                }
            }
        }
    }

    fn write_part(&self, out: &mut String, part: &Part, at: &At, first: bool) {
        match part {
            Part::Absent => {}
            Part::Fixed(nodes) => self.writer.write(out, nodes, at, first),
            Part::ByWeek(wanted) => {
                if let Some((nodes, _)) = self.writer.data.matched(wanted, Some(&at.day)) {
                    self.writer.write(out, &nodes, at, first);
                }
            }
        }
    }
}

/// The width of the join that goes with a date of these fields.
fn join_width(skeleton: &Skeleton) -> Width {
    match skeleton.field(Slot::Month).map_or(0, |field| field.width) {
        4 if skeleton.has(Slot::Weekday) => Width::Full,
        4 => Width::Long,
        3 => Width::Medium,
        _ => Width::Short,
    }
}
