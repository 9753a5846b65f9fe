//! Dates in the site's zone: `date` (T-118, T-119), and how long ago, `timesince` (T-123 to T-125).

pub(crate) mod calendar;
pub(crate) mod strftime;

use std::sync::Arc;

use loggia_locale::Zone;
use loggia_template::{Context, Fault, Node, Vocabulary, Writer, write_number};

use crate::fragment::{Fill, Fragment, fragment};
use crate::i18n::zones::{Zones, moment};
use crate::number::to_int32;
use crate::scope::time_zone;
use strftime::Pattern;

pub(crate) fn install(vocabulary: &mut Vocabulary, zones: &Arc<Zones>) {
    let zones = Arc::clone(zones);
    vocabulary.writer("date", move |arguments| Date {
        // No arguments, no pattern, no text.
        pattern: Pattern::parse(&arguments.joined()),
        zones: Arc::clone(&zones),
        is_asked: !arguments.is_empty(),
    });
    vocabulary.writer("timesince", |_| TimeSince(fragment!("date/timesince.html", "date", "text")));
}

struct Date {
    pattern: Pattern,
    zones: Arc<Zones>,
    is_asked: bool,
}

impl Writer for Date {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        if !self.is_asked {
            return Ok(());
        }
        let epoch = values[0].to_number();
        self.zones.with(time_zone(context), epoch, |moment| {
            let zone = if self.pattern.names_zone() { moment.zone_abbreviation() } else { String::new() };
            let fields = calendar::Fields::new(epoch, moment.offset_seconds(), &zone)?;
            self.pattern.write(&fields, context.out());
            Ok(())
        })
    }
}

struct TimeSince(Fragment<2>);

impl Writer for TimeSince {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let epoch = values[0].to_number();
        let (Some(_), true) = (context.locale(), epoch.is_finite()) else {
            context.push("Invalid date.");
            return Ok(());
        };
        let now = context.now().ok_or_else(|| Fault::new("timesince needs a clock"))?;
        let date = |out: &mut String| write_number(epoch, out);
        let text = |out: &mut String| write_age((instant(now) - instant(epoch)) / 1000.0, out);
        self.0.write(context.out(), [Fill::With(&date), Fill::With(&text)]);
        Ok(())
    }
}

/// The instant as the calendar tells of it: far ones are those of its first and last day.
fn instant(epoch: f64) -> f64 {
    if calendar::is_in_range(epoch) {
        return epoch;
    }
    // Whole milliseconds of dates are exact in a double.
    moment(epoch, &Zone::utc()).epoch_milliseconds() as f64
}

/// Writes roughly how long ago `seconds` is; what is yet to come has only just been.
fn write_age(seconds: f64, out: &mut String) {
    let days = to_int32(seconds / 86_400.0);
    let rest = seconds - f64::from(days) * 86_400.0;
    let units = [
        (days / 365, "a year", "years"),
        (days / 30, "a month", "months"),
        (days / 7, "a week", "weeks"),
        (days, "a day", "days"),
        (to_int32(rest / 3600.0), "an hour", "hours"),
        (to_int32(rest / 60.0), "a minute", "minutes"),
    ];
    let Some((count, one, many)) = units.into_iter().find(|(count, ..)| *count > 0) else {
        return out.push_str("less than a minute ago");
    };
    out.push_str("about ");
    if count == 1 {
        out.push_str(one);
    } else {
        write_number(count.into(), out);
        out.push(' ');
        out.push_str(many);
    }
    out.push_str(" ago");
}
