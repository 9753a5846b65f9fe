//! What one locale says about one calendar, read from its tables once.

use super::{
    calendar::{Calendar, Day},
    eras,
    moment::Moment,
    options::Width,
    pattern::{self, Node},
    skeleton::{HourCycle, Matcher, Skeleton},
    week::WeekRules,
};
use crate::{
    locale::Locale,
    number::NumberSystem,
    pack,
    plural::{PluralCategory, PluralRules},
};
use std::sync::Arc;

/// A pattern of `availableFormats`: one text, or one a plural category of the week's number (`yw`).
#[derive(Debug, Clone)]
pub(crate) enum Available {
    Fixed(&'static str),
    ByWeek { of_month: bool, texts: [&'static str; 6] },
}

/// The texts of an interval skeleton, by the largest field that differs.
type IntervalTexts = Vec<(char, &'static str)>;

/// Names in the forms "wide", "abbreviated", "narrow", "short".
type Names = [Vec<&'static str>; 4];

/// One locale and calendar.
#[derive(Debug)]
pub(crate) struct CalendarData {
    pub calendar: Calendar,
    pub system: NumberSystem,
    pub decimal_mark: &'static str,
    pub weeks: WeekRules,
    pub plurals: PluralRules,
    pub hours: HourCycle,
    pub available: Matcher<Available>,
    pub intervals: Matcher<IntervalTexts>,
    pub interval_fallback: &'static str,
    /// By width: full, long, medium, short.
    pub dates: [&'static str; 4],
    pub times: [&'static str; 4],
    pub joins: [&'static str; 4],
    /// In a format, then standing alone.
    months: [Names; 2],
    weekdays: [Names; 2],
    quarters: [Names; 2],
    eras: Names,
    era_numbers: Vec<i64>,
    /// A day period and its names.
    periods: Vec<(&'static str, [&'static str; 3])>,
    /// The hours of the flexible day periods: name, first minute of the day, last minute (exclusive).
    period_hours: Vec<(&'static str, i64, i64)>,
}

const WIDTHS: [&str; 4] = ["full", "long", "medium", "short"];
const FORMS: [&str; 2] = ["format", "stand-alone"];
const NAME_WIDTHS: [&str; 4] = ["wide", "abbreviated", "narrow", "short"];
const WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

impl Locale {
    /// What the locale says about the calendar, read once.
    pub(crate) fn calendar_data(&self, calendar: Calendar) -> Arc<CalendarData> {
        self.kept(calendar as usize, || CalendarData::new(self, calendar))
    }
}

impl CalendarData {
    pub fn new(locale: &Locale, calendar: Calendar) -> Self {
        // The regional calendars write dates as the generic one does, unless they have a pattern of their own.
        let (patterns, own) = match calendar {
            Calendar::Gregorian | Calendar::Iso8601 => ("gregorian", "gregorian"),
            Calendar::Buddhist => ("generic", "buddhist"),
            Calendar::Japanese => ("generic", "japanese"),
            Calendar::Persian => ("generic", "persian"),
        };
        let (months, eras) = match calendar {
            Calendar::Gregorian | Calendar::Iso8601 => ("gregorian", "gregorian"),
            Calendar::Buddhist => ("gregorian", "buddhist"),
            Calendar::Japanese => ("gregorian", "japanese"),
            Calendar::Persian => ("persian", "persian"),
        };
        let hours = hour_cycle(locale);
        let texts = |kind: &str| {
            WIDTHS.map(|width| {
                locale.first_of([&format!("{own}.{kind}.{width}"), &format!("{patterns}.{kind}.{width}")])
            })
        };
        let (dates, times) = (texts("date"), texts("time"));
        let (plain, at) = (texts("join"), texts("at"));
        let joins = std::array::from_fn(|width| if at[width].is_empty() { plain[width] } else { at[width] });
        let system = NumberSystem::new(locale);
        let numbers = |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
        let weekdays: Vec<String> = WEEKDAYS.iter().map(ToString::to_string).collect();
        let era_numbers = era_numbers(locale, eras);
        let era_keys: Vec<String> = era_numbers.iter().map(ToString::to_string).collect();
        Self {
            calendar,
            decimal_mark: system.symbol(locale, "decimal"),
            system,
            weeks: WeekRules::of(locale, calendar),
            plurals: PluralRules::new(locale),
            available: available(locale, [own, patterns], &hours, &dates, &times),
            intervals: intervals(locale, patterns, &hours),
            interval_fallback: locale.get(&format!("{patterns}.intervalFallback")),
            hours,
            dates,
            times,
            joins,
            months: FORMS.map(|form| names(locale, &format!("{months}.months.{form}"), &numbers(12))),
            weekdays: FORMS.map(|form| names(locale, &format!("gregorian.days.{form}"), &weekdays)),
            quarters: FORMS.map(|form| names(locale, &format!("gregorian.quarters.{form}"), &numbers(4))),
            eras: names(locale, &format!("{eras}.era"), &era_keys),
            era_numbers,
            periods: periods(locale),
            period_hours: period_hours(locale),
        }
    }

    pub fn month(&self, standalone: bool, width: usize, month: i64) -> &'static str {
        name(&self.months[usize::from(standalone)], width, month - 1)
    }

    /// Sunday is 1.
    pub fn weekday(&self, standalone: bool, width: usize, weekday: i64) -> &'static str {
        let names = &self.weekdays[usize::from(standalone)];
        match width {
            // Only weekdays have names of two letters.
            6 => nth_name(&names[3], weekday - 1),
            width => name(names, width, weekday - 1),
        }
    }

    pub fn quarter(&self, standalone: bool, width: usize, month: i64) -> &'static str {
        name(&self.quarters[usize::from(standalone)], width, (month - 1) / 3)
    }

    pub fn era(&self, width: usize, era: i64) -> &'static str {
        if self.calendar == Calendar::Japanese && era < 232 {
            return eras::japanese().iter().find(|known| known.number == era).map_or("", |known| known.name);
        }
        let at = self.era_numbers.iter().position(|number| *number == era);
        at.map_or("", |at| name(&self.eras, width, at as i64))
    }

    /// The day period of a moment: `a`, with noon and midnight (`b`), or flexible (`B`).
    pub fn period(&self, letter: char, width: usize, moment: &Moment) -> &'static str {
        let half = if moment.hour() < 12 { "am" } else { "pm" };
        let exact = match (letter, moment.minute(), moment.hour()) {
            ('b' | 'B', 0, 0) => "midnight",
            ('b' | 'B', 0, 12) => "noon",
            _ => half,
        };
        let flexible = if letter == 'B' { self.flexible_period(moment) } else { "" };
        let texts = [flexible, exact, half].map(|period| self.period_name(period, width));
        texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
    }

    fn period_name(&self, period: &str, width: usize) -> &'static str {
        let width = match width {
            4 => 0,
            5 => 2,
            _ => 1,
        };
        self.periods.iter().find(|(name, _)| *name == period).map_or("", |(_, names)| names[width])
    }

    /// The flexible day period (`afternoon1`); empty when the language has none.
    pub fn flexible_period(&self, moment: &Moment) -> &'static str {
        let now = moment.hour() * 60 + moment.minute();
        let holds = |from: i64, before: i64| {
            if from < before { (from..before).contains(&now) } else { now >= from || now < before }
        };
        let exact = self.period_hours.iter().find(|(_, from, before)| from + 1 == *before && *from == now);
        let found =
            exact.or_else(|| self.period_hours.iter().find(|(_, from, before)| holds(*from, *before)));
        found.map_or("", |(name, ..)| name)
    }

    /// Whether the nearest skeleton's pattern depends on the week.
    pub fn is_by_week(&self, wanted: &Skeleton) -> bool {
        matches!(self.available.nearest(wanted), Some((_, Available::ByWeek { .. })))
    }

    /// The pattern of the nearest skeleton, with the widths asked for, and that skeleton. Without a day a pattern that
    /// depends on the week takes its most usual form.
    pub fn matched(&self, wanted: &Skeleton, day: Option<&Day>) -> Option<(Vec<Node>, &Skeleton)> {
        let (skeleton, available) = self.available.nearest(wanted)?;
        let raw = match available {
            Available::Fixed(raw) => raw,
            Available::ByWeek { of_month, texts } => {
                let week = day.map(|day| match of_month {
                    true => self.weeks.week_of_month(day),
                    false => self.weeks.week_of_year(day).1,
                });
                let category = week.map_or(PluralCategory::Other, |week| self.plurals.cardinal(&week.into()));
                texts[category as usize]
            }
        };
        Some((wanted.adjust(pattern::parse(raw), self.decimal_mark), skeleton))
    }

    /// What stands between a date and a time of this width.
    pub fn join(&self, width: Width) -> &'static str {
        self.joins[width as usize]
    }
}

/// A name by pattern width: 4 wide, 5 narrow, else abbreviated.
fn name(names: &Names, width: usize, at: i64) -> &'static str {
    let form = match width {
        4 => 0,
        5 => 2,
        _ => 1,
    };
    nth_name(&names[form], at)
}

fn nth_name(names: &[&'static str], at: i64) -> &'static str {
    usize::try_from(at).ok().and_then(|at| names.get(at)).copied().unwrap_or_default()
}

fn names(locale: &Locale, prefix: &str, keys: &[String]) -> Names {
    NAME_WIDTHS.map(|width| keys.iter().map(|key| locale.get(&format!("{prefix}.{width}.{key}"))).collect())
}

fn era_numbers(locale: &Locale, calendar: &str) -> Vec<i64> {
    let known = locale.with_prefix(&format!("{calendar}.era.abbreviated."));
    known.iter().filter_map(|(number, _)| number.parse().ok()).collect()
}

fn periods(locale: &Locale) -> Vec<(&'static str, [&'static str; 3])> {
    let known = locale.with_prefix("gregorian.dayPeriods.format.abbreviated.");
    known
        .into_iter()
        .map(|(period, abbreviated)| {
            let text = |width: &str| locale.get(&format!("gregorian.dayPeriods.format.{width}.{period}"));
            (period, [text("wide"), abbreviated, text("narrow")])
        })
        .collect()
}

fn period_hours(locale: &Locale) -> Vec<(&'static str, i64, i64)> {
    let of = |tag: &str| pack::supplement_with_prefix(&format!("dayPeriod.{tag}."));
    let regional = of(&format!("{}-{}", locale.language(), locale.region()));
    let rules = if regional.is_empty() { of(locale.language()) } else { regional };
    rules
        .into_iter()
        .filter_map(|(name, rule)| {
            let (from, before) = match rule.split_once('-') {
                Some((from, before)) => (minutes(from)?, minutes(before)?),
                None => (minutes(rule)?, minutes(rule)? + 1),
            };
            Some((name, from, before))
        })
        .collect()
}

fn minutes(text: &str) -> Option<i64> {
    let (hours, minutes) = text.split_once(':')?;
    Some(hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?)
}

fn hour_cycle(locale: &Locale) -> HourCycle {
    let (language, region) = (locale.language(), locale.region());
    let keys = [format!("hours.{language}-{region}"), format!("hours.{region}"), "hours.001".to_string()];
    let text = keys.iter().map(|key| pack::supplement(key)).find(|text| !text.is_empty()).unwrap_or("H|H");
    let (allowed, preferred) = text.split_once('|').unwrap_or((text, text));
    let fields = |text: &str| {
        let nodes = pattern::parse(text).into_iter();
        nodes.filter_map(|node| if let Node::Field(field) = node { Some(field) } else { None }).collect()
    };
    HourCycle { preferred: fields(preferred), allowed: fields(allowed.split(' ').next().unwrap_or(allowed)) }
}

fn available(
    locale: &Locale,
    [own, patterns]: [&str; 2],
    hours: &HourCycle,
    dates: &[&'static str; 4],
    times: &[&'static str; 4],
) -> Matcher<Available> {
    let mut matcher = Matcher::new();
    for (date, time) in dates.iter().zip(times).rev() {
        for raw in [*date, *time] {
            matcher.add(Skeleton::of_pattern(raw, hours), Available::Fixed(raw));
        }
    }
    let mut known = locale.with_prefix(&format!("{patterns}.available."));
    for (key, raw) in locale.with_prefix(&format!("{own}.available.")) {
        match known.binary_search_by_key(&key, |(key, _)| key) {
            Ok(at) => known[at].1 = raw,
            Err(at) => known.insert(at, (key, raw)),
        }
    }
    for (skeleton, raw) in known.iter().filter(|(key, _)| !key.contains("-count-")) {
        matcher.add(Skeleton::parse(skeleton, hours), Available::Fixed(raw));
    }
    for (skeleton, other) in
        known.iter().filter_map(|(key, raw)| Some((key.strip_suffix("-count-other")?, *raw)))
    {
        let texts = PluralCategory::ALL.map(|category| {
            let key = format!("{skeleton}-count-{category}");
            known.iter().find(|(known, _)| *known == key).map_or(other, |(_, raw)| raw)
        });
        let of_month = skeleton.contains('W');
        matcher.add(Skeleton::parse(skeleton, hours), Available::ByWeek { of_month, texts });
    }
    matcher.settle();
    matcher
}

fn intervals(locale: &Locale, patterns: &str, hours: &HourCycle) -> Matcher<IntervalTexts> {
    let mut matcher = Matcher::new();
    let mut texts: Vec<(&str, IntervalTexts)> = Vec::new();
    for (key, raw) in locale.with_prefix(&format!("{patterns}.interval.")) {
        let Some((skeleton, field)) = key.split_once('.') else { continue };
        let entry = (field.chars().next().unwrap_or_default(), raw);
        match texts.last_mut() {
            Some((last, entries)) if *last == skeleton => entries.push(entry),
            _ => texts.push((skeleton, vec![entry])),
        }
    }
    for (skeleton, entries) in texts {
        matcher.add(Skeleton::parse(skeleton, hours), entries);
    }
    matcher.settle();
    matcher
}
