//! Moments as people read them.

/// A moment in UTC, to the second; `ms` is milliseconds since 1970.
pub fn time(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).map_or_else(|_| ms.to_string(), |time| format!("{time:.0}"))
}
