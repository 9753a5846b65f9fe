//! `datetime`, `datetime-interval` and `relative-time`: dates in the locale's form, in the site's zone (T-119 to T-122).

use std::sync::{Arc, OnceLock};

use loggia_locale::{
    DateFormat, DateOptions, IntervalFormat, IntervalOptions, Locale, RelativeFormat, RelativeOptions, Zone,
};
use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use super::options;
use super::zones::{Zones, moment};
use crate::cache::Cache;
use crate::scope::time_zone;

pub(crate) fn install(vocabulary: &mut Vocabulary, zones: &Arc<Zones>) {
    {
        let zones = Arc::clone(zones);
        vocabulary.writer("datetime", move |arguments| DateTime {
            options: options::date(arguments.iter()),
            forms: Cache::default(),
            zones: Arc::clone(&zones),
        });
    }
    let zones = Arc::clone(zones);
    vocabulary.writer("datetime-interval", move |arguments| Interval {
        options: options::interval(arguments.iter()),
        forms: Cache::default(),
        zones: Arc::clone(&zones),
    });
    vocabulary.writer("relative-time", |arguments| RelativeTime {
        options: options::relative(arguments.iter()),
        forms: Cache::default(),
        utc: OnceLock::new(),
    });
}

struct DateTime {
    options: DateOptions,
    forms: Cache<Box<str>, DateFormat>,
    zones: Arc<Zones>,
}

impl Writer for DateTime {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let epoch = values[0].to_number();
        let (Some(locale), false) = (context.locale(), epoch.is_nan()) else { return Ok(()) };
        self.zones.with(time_zone(context), epoch, |moment| {
            self.forms.with(
                |known| **known == *locale,
                || (locale.into(), DateFormat::new(&Locale::resolve(locale), &self.options)),
                |form| form.write(moment, context.out()),
            );
        });
        Ok(())
    }
}

struct Interval {
    options: IntervalOptions,
    forms: Cache<Box<str>, IntervalFormat>,
    zones: Arc<Zones>,
}

impl Writer for Interval {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let (Some(locale), [start, end, ..]) = (context.locale(), values) else { return Ok(()) };
        let (start, end) = (start.to_number(), end.to_number());
        if !start.is_finite() || !end.is_finite() {
            return Ok(());
        }
        let zone = time_zone(context);
        let text = self.zones.with(zone, start, |start| {
            self.zones.with(zone, end, |end| {
                self.forms.with(
                    |known| **known == *locale,
                    || (locale.into(), IntervalFormat::new(&Locale::resolve(locale), &self.options)),
                    |form| form.format(start, end),
                )
            })
        });
        context.push(&text);
        Ok(())
    }
}

/// From now to the value, or from the first value to the second. Days turn at midnight of UTC.
struct RelativeTime {
    options: RelativeOptions,
    forms: Cache<Box<str>, RelativeFormat>,
    /// Made when it is needed: it brings names along that a relative time has no use for.
    utc: OnceLock<Zone>,
}

impl Writer for RelativeTime {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let Some(locale) = context.locale() else { return Ok(()) };
        let (start, end) = match values {
            [start, end, ..] => (start.to_number(), end.to_number()),
            _ => {
                let now = context.now().ok_or_else(|| Fault::new("relative-time needs a clock"))?;
                (now, values[0].to_number())
            }
        };
        if !start.is_finite() || !end.is_finite() {
            return Ok(());
        }
        let utc = self.utc.get_or_init(Zone::utc);
        let (start, end) = (moment(start, utc), moment(end, utc));
        let text = self.forms.with(
            |known| **known == *locale,
            || (locale.into(), RelativeFormat::new(&Locale::resolve(locale), &self.options)),
            |form| form.format(&start, &end),
        );
        context.push(&text);
        Ok(())
    }
}
