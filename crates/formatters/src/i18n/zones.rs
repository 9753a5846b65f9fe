//! The zones of the sites' clocks, found once a name, and the moments seen in them.

use loggia_locale::{Moment, Zone};

use crate::cache::Cache;

/// Zones by the names that settings use.
#[derive(Debug, Default)]
pub(crate) struct Zones(Cache<Box<str>, Zone>);

impl Zones {
    /// Gives `read` the instant of `epoch` milliseconds, seen in the zone of this name (see [`moment`]). A name that nobody
    /// knows is read as UTC.
    pub(crate) fn with<R>(&self, name: &str, epoch: f64, read: impl FnOnce(&Moment) -> R) -> R {
        self.0.with(
            |known| **known == *name,
            || (name.into(), Zone::find(modern(name)).unwrap_or_else(Zone::utc)),
            |zone| read(&moment(epoch, zone)),
        )
    }
}

/// The moment of `epoch` milliseconds in a zone. Outside the calendar it is the same time of the calendar's first or
/// last day.
pub(crate) fn moment(epoch: f64, zone: &Zone) -> Moment {
    // The conversion cuts at the ends of i64, which are no dates; what is no number becomes 1970.
    Moment::new(epoch.floor() as i64, zone).unwrap_or_else(|_| nearest(epoch, zone))
}

fn nearest(epoch: f64, zone: &Zone) -> Moment {
    const DAY: f64 = 86_400_000.0;
    /// Days since 1970 of the calendar's first and last day (T-129).
    const DAYS: (f64, f64) = (-2_440_588.0, 2_440_915.0);
    let inside =
        |epoch: f64| Moment::new(epoch as i64, zone).or_else(|_| Moment::new(epoch as i64, &Zone::utc()));
    let edge = if epoch < 0.0 { DAYS.0 + 1.0 } else { DAYS.1 - 1.0 };
    let edge = inside(edge * DAY).expect("a day inside the calendar is a date in every zone");
    let offset = f64::from(edge.offset_seconds()) * 1000.0;
    let local = epoch + offset;
    let day = (local / DAY).floor();
    // Doubles run out of digits long after dates do.
    let time = Some(local - day * DAY).filter(|time| (0.0..DAY).contains(time)).unwrap_or(0.0);
    inside(day.clamp(DAYS.0, DAYS.1) * DAY + time - offset).unwrap_or(edge)
}

/// Names that no database has any more.
fn modern(name: &str) -> &str {
    const OLD: [(&str, &str); 15] = [
        ("Canada/East-Saskatchewan", "America/Regina"),
        ("Etc/Unknown", "Factory"),
        ("SystemV/AST4", "America/Puerto_Rico"),
        ("SystemV/AST4ADT", "America/Halifax"),
        ("SystemV/CST6", "America/Regina"),
        ("SystemV/CST6CDT", "America/Chicago"),
        ("SystemV/EST5", "America/Indianapolis"),
        ("SystemV/EST5EDT", "America/New_York"),
        ("SystemV/HST10", "Pacific/Honolulu"),
        ("SystemV/MST7", "America/Phoenix"),
        ("SystemV/MST7MDT", "America/Denver"),
        ("SystemV/PST8", "Pacific/Pitcairn"),
        ("SystemV/PST8PDT", "America/Los_Angeles"),
        ("SystemV/YST9", "Pacific/Gambier"),
        ("SystemV/YST9YDT", "America/Anchorage"),
    ];
    OLD.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use loggia_locale::{DateFormat, DateOptions, Locale};

    #[test]
    fn instants_outside_the_calendar_keep_their_time_of_day() {
        let tokyo = Zone::find("Asia/Tokyo").unwrap();
        let form = DateFormat::new(&Locale::resolve("en"), &DateOptions::skeleton("GyMMMdHms"));
        for (epoch, expected) in [
            (1e18, "Dec 31, 8652 AD, 10:46:40"),
            (-1e18, "Jan 1, 4713 BC, 07:32:18"),
            (1e300, "Dec 31, 8652"),
        ] {
            let at = moment(epoch, &tokyo);
            let text = form.format(&at);
            assert!(text.starts_with(expected), "{epoch}: {text}");
        }
    }
}
