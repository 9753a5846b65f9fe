//! The zone of the site's clocks, found once a name.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::cache::Cache;

/// Zones by the names that settings use.
#[derive(Debug, Default)]
pub(crate) struct Zones(Cache<Box<str>, TimeZone>);

impl Zones {
    /// Gives `read` the seconds east of Greenwich and the abbreviation in force at an instant. A name that nobody knows
    /// is read as UTC; so are instants that no calendar tells of.
    pub(crate) fn with<R>(&self, name: &str, epoch: f64, read: impl FnOnce(i32, &str) -> R) -> R {
        self.0.with(
            |known| **known == *name,
            || (name.into(), TimeZone::get(modern(name)).unwrap_or(TimeZone::UTC)),
            |zone| {
                // The conversion cuts at the ends of i64, which the timestamp refuses.
                let Ok(at) = Timestamp::from_millisecond(epoch.floor() as i64) else { return read(0, "UTC") };
                let info = zone.to_offset_info(at);
                read(info.offset().seconds(), info.abbreviation())
            },
        )
    }
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
