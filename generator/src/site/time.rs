//! Times as files of a site write them.

/// Milliseconds since 1970 of an RFC 3339 time or a plain date (midnight UTC).
#[must_use]
pub fn parse_time(text: &str) -> Option<i64> {
    let time = text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond);
    time.or_else(|| {
        let date: jiff::civil::Date = text.parse().ok()?;
        Some(date.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_millisecond())
    })
}
