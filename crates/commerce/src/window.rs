//! Windows of time in which goods are brought or collected: which ones there are, and the one that was chosen.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use crate::delivery::BusinessDays;

/// The field of a checkout that names one.
pub const WINDOW: &str = "window";
/// The most days ahead that may be chosen.
pub const WINDOW_DAYS_MAXIMUM: u16 = 90;
/// How many windows a day may have at most.
pub const WINDOWS_A_DAY_MAXIMUM: usize = 96;
/// How many windows are offered at most.
const WINDOWS_MAXIMUM: usize = 1000;
const DAYS_AHEAD: u16 = 14;
const MINUTES_IN_AN_HOUR: u16 = 60;

/// When goods are brought or collected, in the shop's own time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Windows {
    /// The hours; each is cut into windows from its beginning on, and what is left over at its end is none.
    pub hours: Vec<WindowHours>,
    /// How long a window is, in minutes.
    pub minutes: u16,
    /// How many orders one window takes; missing: any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<u32>,
    /// A window begins this many hours after the order at the earliest, by the shop's clock.
    pub notice_hours: u16,
    /// Its day is this many days after that of the order at the earliest; 1 is tomorrow.
    pub notice_days: u16,
    /// Its day is this many days after that of the order at most.
    pub days_ahead: u16,
    /// Days without windows, beside those of the shop: `2026-12-24`, or `12-24` for every year.
    pub closed_days: Vec<String>,
}

impl Default for Windows {
    fn default() -> Self {
        Self {
            hours: Vec::new(),
            minutes: MINUTES_IN_AN_HOUR,
            places: None,
            notice_hours: 0,
            notice_days: 0,
            days_ahead: DAYS_AHEAD,
            closed_days: Vec::new(),
        }
    }
}

/// Hours of some days of the week.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct WindowHours {
    /// The days of the week, 1 Monday to 7 Sunday; none means all.
    pub weekdays: Vec<u8>,
    /// When they begin: `08:00`.
    pub from: String,
    /// When they end: `13:00`.
    pub to: String,
}

impl WindowHours {
    /// Beginning and end as minutes of the day; `None` for what are no hours.
    #[must_use]
    pub fn span(&self) -> Option<(u16, u16)> {
        let minute = |text: &str| {
            let time = BusinessDays::read_cut_off(text)?;
            u16::try_from(i32::from(time.hour()) * 60 + i32::from(time.minute())).ok()
        };
        let (from, to) = (minute(&self.from)?, minute(&self.to)?);
        (from < to).then_some((from, to))
    }

    fn is_on(&self, date: Date) -> bool {
        let weekday = date.weekday().to_monday_one_offset();
        self.weekdays.is_empty() || self.weekdays.iter().any(|day| i64::from(*day) == i64::from(weekday))
    }
}

/// A window, in the shop's own time.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct DeliveryWindow {
    /// The day: `2026-11-27`.
    pub day: String,
    /// When it begins: `10:00`.
    pub from: String,
    /// When it ends: `11:00`. A purchase need not say it.
    pub to: String,
}

impl DeliveryWindow {
    /// Day and beginning are the same.
    #[must_use]
    pub fn is_at(&self, other: &Self) -> bool {
        (&self.day, &self.from) == (&other.day, &other.from)
    }

    /// As it is read where nothing is known of the reader: `2026-11-27, 10:00–11:00`.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}, {}–{}", self.day, self.from, self.to)
    }
}

impl Windows {
    /// The windows that may be chosen at a moment of the shop's own time, in their order. None is before the day `ready`, and none
    /// on a day of `closed`.
    #[must_use]
    pub fn after(&self, now: DateTime, ready: Option<&str>, closed: &[String]) -> Vec<DeliveryWindow> {
        let mut found = Vec::new();
        let Ok(notice) = now.checked_add(i64::from(self.notice_hours).hours()) else { return found };
        for ahead in self.notice_days..=self.days_ahead.min(WINDOW_DAYS_MAXIMUM) {
            let Ok(date) = now.date().checked_add(i64::from(ahead).days()) else { break };
            let day = date.to_string();
            let is_closed = |one: &String| *one == day || day.get(5..) == Some(one.as_str());
            if ready.is_some_and(|ready| day.as_str() < ready)
                || self.closed_days.iter().chain(closed).any(is_closed)
            {
                continue;
            }
            let of_day = self.of_day(date).into_iter();
            let begins = |from: u16| date.at(hour(from), minute(from), 0, 0);
            if found.len() >= WINDOWS_MAXIMUM {
                break;
            }
            found.extend(
                of_day
                    .filter(|(from, _)| begins(*from) >= notice && begins(*from) > now)
                    .map(|(from, to)| DeliveryWindow { day: day.clone(), from: clock(from), to: clock(to) }),
            );
        }
        found
    }

    /// Beginning and end of each window of a day, as minutes of it.
    fn of_day(&self, date: Date) -> BTreeMap<u16, u16> {
        let mut windows = BTreeMap::new();
        if self.minutes == 0 {
            return windows;
        }
        for (first, last) in self.hours.iter().filter(|hours| hours.is_on(date)).filter_map(WindowHours::span)
        {
            let mut from = first;
            while from.checked_add(self.minutes).is_some_and(|to| to <= last)
                && windows.len() < WINDOWS_A_DAY_MAXIMUM
            {
                // Of hours that overlap the first say how long a window is.
                windows.entry(from).or_insert(from + self.minutes);
                from += self.minutes;
            }
        }
        windows
    }
}

/// The hour of a minute of a day.
fn hour(minutes: u16) -> i8 {
    i8::try_from(minutes / MINUTES_IN_AN_HOUR).unwrap_or_default()
}

/// The minute of the hour of a minute of a day.
fn minute(minutes: u16) -> i8 {
    i8::try_from(minutes % MINUTES_IN_AN_HOUR).unwrap_or_default()
}

fn clock(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / MINUTES_IN_AN_HOUR, minutes % MINUTES_IN_AN_HOUR)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn windows(said: serde_json::Value) -> Windows {
        serde_json::from_value(said).unwrap()
    }

    fn texts(windows: &Windows, now: &str, ready: Option<&str>, closed: &[&str]) -> Vec<String> {
        let closed: Vec<String> = closed.iter().map(|day| (*day).to_owned()).collect();
        windows.after(now.parse().unwrap(), ready, &closed).iter().map(DeliveryWindow::text).collect()
    }

    /// S-811: hours are cut into windows; notice, closed days and the end are kept. 27 November 2026 is a Friday.
    #[test]
    fn s_811_hours_are_cut_into_windows() {
        let said = serde_json::json!({"hours": [{"weekdays": [5, 6], "from": "09:00", "to": "11:30"}], "daysAhead": 8});
        let plain = windows(said.clone());
        assert_eq!(
            texts(&plain, "2026-11-26T12:00:00", None, &[]),
            [
                "2026-11-27, 09:00–10:00",
                "2026-11-27, 10:00–11:00",
                "2026-11-28, 09:00–10:00",
                "2026-11-28, 10:00–11:00",
                "2026-12-04, 09:00–10:00",
                "2026-12-04, 10:00–11:00",
            ],
            "what is left of an hour is no window"
        );
        // What has begun is past.
        assert_eq!(
            texts(&plain, "2026-11-28T10:00:00", None, &[]),
            [
                "2026-12-04, 09:00–10:00",
                "2026-12-04, 10:00–11:00",
                "2026-12-05, 09:00–10:00",
                "2026-12-05, 10:00–11:00"
            ]
        );
        let mut hours = said.clone();
        hours["noticeHours"] = 22.into();
        assert_eq!(
            texts(&windows(hours.clone()), "2026-11-26T12:00:00", None, &[])[0],
            "2026-11-27, 10:00–11:00"
        );
        hours["noticeHours"] = 23.into();
        assert_eq!(texts(&windows(hours), "2026-11-26T12:00:00", None, &[])[0], "2026-11-28, 09:00–10:00");
        let mut days = said;
        days["noticeDays"] = 2.into();
        assert_eq!(
            texts(&windows(days.clone()), "2026-11-26T23:59:00", None, &[])[0],
            "2026-11-28, 09:00–10:00"
        );
        days["closedDays"] = serde_json::json!(["11-28"]);
        assert_eq!(
            texts(&windows(days.clone()), "2026-11-26T00:00:00", None, &[])[0],
            "2026-12-04, 09:00–10:00"
        );
        assert_eq!(
            texts(&windows(days.clone()), "2026-11-26T00:00:00", None, &["2026-12-04"]),
            [""; 0],
            "the shop is closed"
        );
        assert_eq!(
            texts(&plain, "2026-11-26T00:00:00", Some("2026-12-04"), &[]).len(),
            2,
            "not before it is ready"
        );
    }

    /// S-811: nothing that a file may say is a window for ever, one without an end, or a panic.
    #[test]
    fn s_811_no_hours_are_too_strange() {
        for (from, to) in
            [("", ""), ("9:00", "10:00"), ("10:00", "09:00"), ("10:00", "10:00"), ("00:00", "24:00")]
        {
            assert_eq!(
                WindowHours { from: from.into(), to: to.into(), ..WindowHours::default() }.span(),
                None,
                "{from} {to}"
            );
        }
        let whole = |minutes: u16| {
            windows(
                serde_json::json!({"hours": [{"from": "00:00", "to": "23:59"}], "minutes": minutes, "daysAhead": 0}),
            )
        };
        for (minutes, count) in
            [(0, 0), (1, WINDOWS_A_DAY_MAXIMUM), (15, 95), (1439, 1), (1440, 0), (u16::MAX, 0)]
        {
            let of_day = whole(minutes).of_day("2026-11-27".parse().unwrap());
            assert_eq!(of_day.len(), count, "{minutes}");
        }
        let far =
            Windows { notice_hours: u16::MAX, notice_days: u16::MAX, days_ahead: u16::MAX, ..whole(60) };
        assert_eq!(far.after("9999-12-31T23:59:00".parse().unwrap(), None, &[]), []);
        let overlap = windows(
            serde_json::json!({"hours": [{"from": "09:00", "to": "10:00"}, {"from": "09:00", "to": "11:00"}], "daysAhead": 0}),
        );
        assert_eq!(
            texts(&overlap, "2026-11-27T00:00:00", None, &[]),
            ["2026-11-27, 09:00–10:00", "2026-11-27, 10:00–11:00"]
        );
    }
}
