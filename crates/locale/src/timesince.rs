//! A rough distance into the past, in English (T-123, T-124).

/// "about 3 days ago", told how many milliseconds ago.
///
/// A year has 365 days and a month 30; less than a minute, or the future, is "less than a minute ago".
///
/// ```
/// use loggia_locale::humanized_since;
/// assert_eq!(humanized_since(3 * 86_400_000), "about 3 days ago");
/// assert_eq!(humanized_since(3_600_000), "about an hour ago");
/// assert_eq!(humanized_since(30_000), "less than a minute ago");
/// ```
pub fn humanized_since(milliseconds: i64) -> String {
    let seconds = milliseconds / 1000;
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let units = [
        (days / 365, "year"),
        (days / 30, "month"),
        (days / 7, "week"),
        (days, "day"),
        (rest / 3600, "hour"),
        (rest / 60, "minute"),
    ];
    match units.into_iter().find(|(count, _)| *count > 0) {
        Some((1, "hour")) => "about an hour ago".to_string(),
        Some((1, unit)) => format!("about a {unit} ago"),
        Some((count, unit)) => format!("about {count} {unit}s ago"),
        None => "less than a minute ago".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T-123
    #[test]
    fn t_123_the_largest_unit_tells_the_distance() {
        let day = 86_400_000;
        for (milliseconds, expected) in [
            (70 * 365 * day, "about 70 years ago"),
            (365 * day, "about a year ago"),
            (364 * day, "about 12 months ago"),
            (30 * day, "about a month ago"),
            (29 * day, "about 4 weeks ago"),
            (7 * day, "about a week ago"),
            (day, "about a day ago"),
            (day - 1, "about 23 hours ago"),
            (3_600_000, "about an hour ago"),
            (120_000, "about 2 minutes ago"),
            (60_000, "about a minute ago"),
        ] {
            assert_eq!(humanized_since(milliseconds), expected);
        }
    }

    /// T-124
    #[test]
    fn t_124_less_than_a_minute_and_the_future_are_now() {
        for milliseconds in [0, 30_000, 59_999, -5_000, -86_400_000] {
            assert_eq!(humanized_since(milliseconds), "less than a minute ago");
        }
    }
}
