//! Numbers and moments as a person reads them.

use crate::clock::HOUR;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// `12,345`.
pub(super) fn number(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0 { format!("-{text}") } else { text }
}

/// `37 %`, `0.4 %`; nothing of nothing.
pub(super) fn share(part: i64, whole: i64) -> String {
    if whole <= 0 {
        return String::new();
    }
    let tenths = (part.max(0) * 1000 + whole / 2) / whole;
    if tenths < 100 && tenths % 10 != 0 {
        format!("{}.{} %", tenths / 10, tenths % 10)
    } else {
        format!("{} %", (tenths + 5) / 10)
    }
}

fn format(at: i64, form: &str) -> String {
    Timestamp::from_millisecond(at)
        .map(|at| at.to_zoned(TimeZone::UTC).strftime(form).to_string())
        .unwrap_or_default()
}

/// The hour or the day of a period: `14:00`, `Sat 21 Nov`.
pub(super) fn period(starts_at: i64, step: i64) -> String {
    if step == HOUR { format(starts_at, "%a %H:%M") } else { format(starts_at, "%a %-d %b") }
}

/// `21 Nov 2026, 06:00`.
pub(super) fn moment(at: i64) -> String {
    format(at, "%-d %b %Y, %H:%M")
}

/// `21 Nov 2026`.
pub(super) fn day(at: i64) -> String {
    format(at, "%-d %b %Y")
}

/// A measured value: `2.4 s`, `180 ms`, `0.08`.
pub(super) fn measured(metric: &str, value: f64) -> String {
    match metric {
        "CLS" => format!("{value:.2}"),
        _ if value >= 1000.0 => format!("{:.1} s", value / 1000.0),
        _ => format!("{value:.0} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_shares_are_short() {
        assert_eq!(
            [0, 999, 1000, 1_234_567, -1000].map(number),
            ["0", "999", "1,000", "1,234,567", "-1,000"]
        );
        assert_eq!(
            [share(1, 3), share(4, 1000), share(5, 5), share(1, 0), share(995, 1000)],
            ["33 %", "0.4 %", "100 %", "", "100 %"]
        );
        assert_eq!(
            [measured("LCP", 2449.0), measured("INP", 180.4), measured("CLS", 0.081)],
            ["2.4 s", "180 ms", "0.08"]
        );
        assert_eq!(moment(1_795_240_800_000), "21 Nov 2026, 06:00");
    }
}
