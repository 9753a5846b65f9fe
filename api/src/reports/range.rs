//! Of which time a report is: whole hours or whole days of UTC.

use crate::clock::{DAY, HOUR};
use crate::error::ApiError;
use crate::repository::visits::span::Span;
use serde::Deserialize;
use utoipa::IntoParams;

/// Spans up to this long are shown by the hour.
const BY_HOUR: i64 = 3 * DAY;
/// Hours from before this are not kept.
const HOURS_KEPT: i64 = 34 * DAY;
/// The longest span.
const LONGEST: i64 = 800 * DAY;

/// Of which time, in a query: a word, or two moments.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct RangeQuery {
    /// `today`, `7d`, `28d`, `90d` or `12m`; without it and without moments, `28d`.
    pub range: Option<String>,
    /// From this moment on; epoch milliseconds.
    pub from: Option<i64>,
    /// Before this moment; epoch milliseconds.
    pub to: Option<i64>,
}

/// Whole hours or days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// From this moment on.
    pub from: i64,
    /// Before this one.
    pub to: i64,
    /// An hour or a day, in milliseconds.
    pub step: i64,
}

impl Range {
    /// The words a range has, with what a person calls them.
    pub const WORDS: [(&'static str, &'static str); 5] =
        [("today", "Today"), ("7d", "7 days"), ("28d", "28 days"), ("90d", "90 days"), ("12m", "12 months")];

    /// Today and the days before it, so many in all.
    pub fn last_days(now: i64, days: i64) -> Range {
        let to = (now.div_euclid(DAY) + 1) * DAY;
        Range { from: to - days * DAY, to, step: if days == 1 { HOUR } else { DAY } }
    }

    /// Reads a query.
    ///
    /// # Errors
    /// When the word is unknown or the moments are none.
    pub fn read(query: &RangeQuery, now: i64) -> Result<Range, ApiError> {
        let wrong = || {
            ApiError::bad_request(
                "malformed-range",
                "A range is today, 7d, 28d, 90d or 12m, or from and to in epoch milliseconds, at most 800 days apart.",
            )
        };
        if query.from.is_some() || query.to.is_some() {
            let to = query.to.unwrap_or(now + 1);
            let from = query.from.unwrap_or_else(|| to.saturating_sub(28 * DAY));
            let length = to.checked_sub(from).filter(|length| (1..=LONGEST).contains(length));
            let (length, is_past) = (length.ok_or_else(wrong)?, from >= 0 && to <= i64::MAX / 2);
            if !is_past {
                return Err(wrong());
            }
            let step = if length <= BY_HOUR && from > now - HOURS_KEPT { HOUR } else { DAY };
            let (from, to) = (from.div_euclid(step) * step, (to - 1).div_euclid(step) * step + step);
            return Ok(Range { from, to, step });
        }
        let days = match query.range.as_deref().unwrap_or("28d") {
            "today" => 1,
            "7d" => 7,
            "" | "28d" => 28,
            "90d" => 90,
            "12m" => 365,
            _ => return Err(wrong()),
        };
        Ok(Range::last_days(now, days))
    }

    /// The metrics of a kind in this range.
    pub fn span(&self, kind: &'static str) -> Span {
        Span { kind, step: self.step, from: self.from, to: self.to }
    }

    /// When each of its hours or days begins.
    pub fn starts(self) -> impl Iterator<Item = i64> {
        (self.from / self.step..self.to / self.step).map(move |period| period * self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 20_000 * DAY + 13 * HOUR + 17;

    fn read(range: Option<&str>, from: Option<i64>, to: Option<i64>) -> Option<(i64, i64, i64)> {
        let query = RangeQuery { range: range.map(str::to_owned), from, to };
        Range::read(&query, NOW).ok().map(|range| (range.from, range.to, range.step))
    }

    #[test]
    fn words_and_moments_are_whole_days_or_hours() {
        let midnight = 20_001 * DAY;
        assert_eq!(read(Some("today"), None, None), Some((20_000 * DAY, midnight, HOUR)));
        assert_eq!(read(None, None, None), Some((midnight - 28 * DAY, midnight, DAY)));
        let (from, to) = (NOW - 2 * HOUR, NOW);
        assert_eq!(
            read(None, Some(from), Some(to)),
            Some((20_000 * DAY + 11 * HOUR, 20_000 * DAY + 14 * HOUR, HOUR))
        );
        // Hours from so long ago are not kept any more.
        assert_eq!(read(None, Some(0), Some(DAY)), Some((0, DAY, DAY)));
        for wrong in [
            read(Some("soon"), None, None),
            read(None, Some(5), Some(5)),
            read(None, Some(i64::MIN), Some(i64::MAX)),
            read(None, Some(-5), None),
            read(None, Some(0), Some(900 * DAY)),
        ] {
            assert_eq!(wrong, None);
        }
        assert_eq!(Range::last_days(NOW, 7).starts().count(), 7);
    }
}
