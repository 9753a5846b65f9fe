//! A moment: an instant in a time zone.

use super::zone::{Zone, ZoneState};
use jiff::Timestamp;

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// The Julian day number of 1970-01-01.
const UNIX_EPOCH_DAY: i64 = 2_440_588;
/// The last Julian day of the range of dates (T-129); the first is 0.
const LAST_DAY: i64 = 4_881_503;

/// A date outside the range of the calendars (T-129).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "Julian day {julian_day} is outside the supported range of this library: Mon Jan  1 4713 B.C. to Fri Dec 31 8652 A.D."
)]
pub struct DateRangeError {
    /// The day that was asked for.
    pub julian_day: i64,
}

/// An instant seen in a time zone, ready for a calendar.
///
/// ```
/// use loggia_locale::{Moment, Zone};
/// let tokyo = Zone::find("Asia/Tokyo").unwrap();
/// let moment = Moment::new(1_613_597_165_344, &tokyo).unwrap();
/// assert_eq!(moment.epoch_milliseconds(), 1_613_597_165_344);
/// assert!(Moment::new(i64::MAX, &tokyo).is_err());
/// ```
#[derive(Debug, Clone)]
pub struct Moment {
    epoch_milliseconds: i64,
    zone: Zone,
    state: ZoneState,
    julian_day: i64,
    /// Since local midnight.
    milliseconds: i64,
}

impl Moment {
    /// The moment of an instant (milliseconds since 1970-01-01 UTC) in a zone.
    ///
    /// # Errors
    /// [`DateRangeError`] outside the Julian days 0 to 4881503 (4713 B.C. to 8652 A.D.).
    pub fn new(epoch_milliseconds: i64, zone: &Zone) -> Result<Self, DateRangeError> {
        // The offset is only known inside the range; a day is far more than any offset.
        let universal_day = epoch_milliseconds.div_euclid(DAY).saturating_add(UNIX_EPOCH_DAY);
        let out_of_range = DateRangeError { julian_day: universal_day };
        if !(-1..=LAST_DAY + 1).contains(&universal_day) {
            return Err(out_of_range);
        }
        let instant = Timestamp::from_millisecond(epoch_milliseconds).map_err(|_| out_of_range)?;
        let state = zone.state(instant);
        let local = epoch_milliseconds + i64::from(state.offset) * 1000;
        let julian_day = local.div_euclid(DAY) + UNIX_EPOCH_DAY;
        if !(0..=LAST_DAY).contains(&julian_day) {
            return Err(DateRangeError { julian_day });
        }
        let milliseconds = local.rem_euclid(DAY);
        Ok(Self { epoch_milliseconds, zone: zone.clone(), state, julian_day, milliseconds })
    }

    /// The moment of an instant; outside the range the same time of the first or last day of that range.
    pub fn clamped(epoch_milliseconds: i64, zone: &Zone) -> Self {
        if let Ok(moment) = Self::new(epoch_milliseconds, zone) {
            return moment;
        }
        // The offset is that of a day inside the range.
        let days = if epoch_milliseconds < 0 { 1 } else { LAST_DAY - 1 } - UNIX_EPOCH_DAY;
        let state = zone.state(Timestamp::from_millisecond(days * DAY).unwrap_or(Timestamp::UNIX_EPOCH));
        let offset = i64::from(state.offset) * 1000;
        let local = epoch_milliseconds.saturating_add(offset);
        let julian_day = local.div_euclid(DAY).saturating_add(UNIX_EPOCH_DAY).clamp(0, LAST_DAY);
        let milliseconds = local.rem_euclid(DAY);
        let epoch_milliseconds = (julian_day - UNIX_EPOCH_DAY) * DAY + milliseconds - offset;
        Self { epoch_milliseconds, zone: zone.clone(), state, julian_day, milliseconds }
    }

    /// The instant, in milliseconds since 1970-01-01 UTC.
    pub fn epoch_milliseconds(&self) -> i64 {
        self.epoch_milliseconds
    }

    /// The zone it is seen in.
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// Seconds east of Greenwich, daylight saving included.
    pub fn offset_seconds(&self) -> i32 {
        self.state.offset
    }

    /// Whether daylight saving time is in force.
    pub fn is_daylight_saving(&self) -> bool {
        self.state.is_daylight
    }

    /// The zone's abbreviation in force (`EST`).
    pub fn zone_abbreviation(&self) -> String {
        self.zone.abbreviation(self.instant())
    }

    pub(crate) fn instant(&self) -> Timestamp {
        Timestamp::from_millisecond(self.epoch_milliseconds).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The local Julian day number.
    pub(crate) fn julian_day(&self) -> i64 {
        self.julian_day
    }

    /// The day of the week, 1 is Sunday.
    pub(crate) fn weekday(&self) -> i64 {
        (self.julian_day + 1).rem_euclid(7) + 1
    }

    pub(crate) fn hour(&self) -> i64 {
        self.milliseconds / 3_600_000
    }

    pub(crate) fn minute(&self) -> i64 {
        self.milliseconds / 60_000 % 60
    }

    pub(crate) fn second(&self) -> i64 {
        self.milliseconds / 1000 % 60
    }

    pub(crate) fn millisecond(&self) -> i64 {
        self.milliseconds % 1000
    }

    pub(crate) fn milliseconds_of_day(&self) -> i64 {
        self.milliseconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T-129
    #[test]
    fn t_129_days_outside_the_range_are_refused_by_name() {
        let first = -UNIX_EPOCH_DAY * DAY;
        let last = (LAST_DAY - UNIX_EPOCH_DAY + 1) * DAY - 1;
        let utc = Zone::utc();
        assert_eq!(Moment::new(first, &utc).unwrap().julian_day(), 0);
        assert_eq!(Moment::new(last, &utc).unwrap().julian_day(), LAST_DAY);
        for outside in [first - 1, last + 1, i64::MIN, i64::MAX] {
            let message = Moment::new(outside, &utc).unwrap_err().to_string();
            assert!(message.contains("4713 B.C. to Fri Dec 31 8652 A.D."), "{message}");
        }
    }

    /// T-134
    #[test]
    fn t_134_offset_and_abbreviation_follow_daylight_saving() {
        let zone = Zone::find("America/New_York").unwrap();
        let july = Moment::new(1_720_000_000_000, &zone).unwrap();
        let january = Moment::new(1_704_500_000_000, &zone).unwrap();
        assert_eq!((july.zone_abbreviation().as_str(), july.offset_seconds()), ("EDT", -4 * 3600));
        assert_eq!((january.zone_abbreviation().as_str(), january.offset_seconds()), ("EST", -5 * 3600));
    }

    #[test]
    fn the_parts_of_the_day_are_local() {
        let moment = Moment::new(1_613_597_165_344, &Zone::find("America/New_York").unwrap()).unwrap();
        assert_eq!((moment.hour(), moment.minute(), moment.second(), moment.millisecond()), (16, 26, 5, 344));
        assert_eq!(moment.weekday(), 4);
    }
}
