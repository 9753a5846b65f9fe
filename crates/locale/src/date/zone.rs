//! Time zones: offsets from the time zone database, names from CLDR.

use crate::pack;
use jiff::{
    Timestamp,
    tz::{Dst, TimeZone, TimeZoneDatabase},
};
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// A time zone with its whole history; cheap to clone.
///
/// ```
/// use loggia_locale::Zone;
/// let zone = Zone::find("US/Eastern").unwrap();
/// assert_eq!(zone.id(), "America/New_York");
/// assert!(Zone::find("Mars/Olympus").is_none());
/// ```
#[derive(Clone)]
pub struct Zone(Arc<Inner>);

struct Inner {
    rules: TimeZone,
    /// The id that the time zone database prefers (`Asia/Kolkata`).
    id: Box<str>,
    /// CLDR's own id, which never changes (`Asia/Calcutta`).
    stable_id: Box<str>,
    /// When a metazone began (seconds UTC) and its name, in order; the first one reaches back for ever.
    metazones: Vec<(i64, &'static str)>,
}

/// What a zone says of one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ZoneState {
    /// Seconds east of Greenwich.
    pub offset: i32,
    pub is_daylight: bool,
}

impl Zone {
    /// The zone of an IANA name, old links (`US/Eastern`) included; letter case does not matter.
    pub fn find(name: &str) -> Option<Self> {
        // A name that the database has dropped may still be known to CLDR (`Canada/East-Saskatchewan`).
        let rules = database()
            .get(name)
            .or_else(|_| database().get(pack::supplement(&format!("zone.{name}"))))
            .ok()?;
        let name = rules.iana_name().unwrap_or(name).to_string();
        let own = |name: &str| {
            let alias = pack::supplement(&format!("zone.{name}"));
            if alias.is_empty() { name.to_string() } else { alias.to_string() }
        };
        let stable_id = own(&name);
        let preferred = pack::supplement(&format!("iana.{stable_id}"));
        let id = if preferred.is_empty() { stable_id.clone() } else { preferred.to_string() };
        let metazones = metazones(&stable_id);
        Some(Self(Arc::new(Inner {
            rules,
            id: id.into_boxed_str(),
            stable_id: stable_id.into_boxed_str(),
            metazones,
        })))
    }

    /// Coordinated universal time.
    pub fn utc() -> Self {
        let id = "Etc/UTC";
        Self(Arc::new(Inner {
            rules: TimeZone::UTC,
            id: id.into(),
            stable_id: id.into(),
            metazones: metazones(id),
        }))
    }

    /// The zone's id as the time zone database prefers it.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    pub(crate) fn stable_id(&self) -> &str {
        &self.0.stable_id
    }

    pub(crate) fn rules(&self) -> &TimeZone {
        &self.0.rules
    }

    pub(crate) fn state(&self, at: Timestamp) -> ZoneState {
        let info = self.0.rules.to_offset_info(at);
        ZoneState { offset: info.offset().seconds(), is_daylight: info.dst() == Dst::Yes }
    }

    /// The abbreviation in force at a moment (`EST`, `CEST`, `+07`).
    pub(crate) fn abbreviation(&self, at: Timestamp) -> String {
        self.0.rules.to_offset_info(at).abbreviation().to_string()
    }

    /// The metazone in force at a moment (`America_Eastern`); empty when the zone has none.
    pub(crate) fn metazone(&self, at: Timestamp) -> &'static str {
        let seconds = at.as_second();
        let zones = &self.0.metazones;
        let current = zones.iter().rev().find(|(from, _)| *from <= seconds).or(zones.first());
        current.map_or("", |(_, name)| name)
    }
}

/// The time zone database as JSON, for browsers (T-132):
///
/// | member | holds |
/// |---|---|
/// | `version` | the database's (`2026e`) |
/// | `zones[name][]` | `offset` (`-5:00` from UTC), `rules` (a name, a fixed saving as `1:00`, or `-`), `format` (`E%sT`), `until` (`1883 Nov 18 17:00u`; `null` for the line in force) |
/// | `rules[name][]` | `from`, `to` (years; `null` for ever), `in` (`Mar`), `on` (`lastSun`, `Sun>=8`, `15`), `at` (`2:00`; `u` UTC, `s` standard time, else wall clock), `save` (`1:00`), `letter` (what `%s` stands for) |
/// | `links` | an old name and the zone that it stands for |
pub fn time_zone_data() -> &'static str {
    pack::zones()
}

/// The time zone database inside the program. That of the machine is not asked: it may be another one, and this crate
/// does not read files.
fn database() -> &'static TimeZoneDatabase {
    static DATABASE: OnceLock<TimeZoneDatabase> = OnceLock::new();
    DATABASE.get_or_init(TimeZoneDatabase::bundled)
}

fn metazones(stable_id: &str) -> Vec<(i64, &'static str)> {
    // CLDR gives UTC no metazone; it is called as Greenwich is.
    let id = if stable_id == "Etc/UTC" { "Etc/GMT" } else { stable_id };
    let history = pack::supplement(&format!("metazone.{id}"));
    history
        .split('|')
        .filter_map(|entry| entry.split_once('>'))
        .map(|(from, name)| (seconds(from), name))
        .collect()
}

/// `1970-01-01 00:00` in UTC; an empty text is the beginning of time.
fn seconds(text: &str) -> i64 {
    let moment = text.parse::<jiff::civil::DateTime>().ok();
    let instant = moment.and_then(|moment| moment.to_zoned(TimeZone::UTC).ok());
    instant.map_or(i64::MIN, |instant| instant.timestamp().as_second())
}

impl fmt::Debug for Zone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Zone({})", self.id())
    }
}

impl PartialEq for Zone {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for Zone {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_and_new_ids_meet() {
        for (name, id, stable) in [
            ("America/New_York", "America/New_York", "America/New_York"),
            ("us/eastern", "America/New_York", "America/New_York"),
            ("Asia/Kolkata", "Asia/Kolkata", "Asia/Calcutta"),
            ("Asia/Calcutta", "Asia/Kolkata", "Asia/Calcutta"),
            ("Europe/Kyiv", "Europe/Kyiv", "Europe/Kiev"),
            ("UTC", "Etc/UTC", "Etc/UTC"),
            ("Canada/East-Saskatchewan", "America/Regina", "America/Regina"),
        ] {
            let zone = Zone::find(name).unwrap();
            assert_eq!((zone.id(), zone.stable_id()), (id, stable), "{name}");
        }
    }

    #[test]
    fn a_metazone_has_a_history() {
        let zone = Zone::find("Europe/Moscow").unwrap();
        let at = |seconds| zone.metazone(Timestamp::from_second(seconds).unwrap());
        assert_eq!(at(1_600_000_000), "Moscow");
        let istanbul = Zone::find("Europe/Istanbul").unwrap();
        assert_ne!(
            istanbul.metazone(Timestamp::UNIX_EPOCH),
            istanbul.metazone(Timestamp::from_second(1_600_000_000).unwrap())
        );
    }

    /// T-133
    #[test]
    fn t_133_the_offset_turns_with_the_day_of_the_change() {
        // 2024-03-10 07:00 UTC: New York springs forward; 2024-11-03 06:00 UTC: it falls back.
        let zone = Zone::find("America/New_York").unwrap();
        for (change, before, after) in
            [(1_710_054_000i64, ("EST", -5), ("EDT", -4)), (1_730_613_600, ("EDT", -4), ("EST", -5))]
        {
            for hours in 1..=24 {
                let at = |seconds| Timestamp::from_second(seconds).unwrap();
                for (moment, (abbreviation, offset)) in
                    [(at(change - hours * 3600), before), (at(change + (hours - 1) * 3600), after)]
                {
                    assert_eq!(zone.abbreviation(moment), abbreviation, "{moment}");
                    assert_eq!(zone.state(moment).offset, offset * 3600, "{moment}");
                }
            }
        }
    }
}
