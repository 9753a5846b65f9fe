//! When an export was written.

use std::path::Path;
use std::time::UNIX_EPOCH;

/// When an export was written, milliseconds since 1970 (UTC): as its name says, else when its file was last changed.
pub(super) fn when(file: &Path) -> i64 {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    named(name).unwrap_or_else(|| {
        let changed = std::fs::metadata(file).and_then(|found| found.modified()).ok();
        let since = changed.and_then(|changed| changed.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}

/// A time in a name: milliseconds or seconds since 1970, or a year, a month and a day in this order.
fn named(name: &str) -> Option<i64> {
    let runs: Vec<&str> = name.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
    let instant = runs.iter().find_map(|run| match run.len() {
        13 if run.starts_with('1') => run.parse::<i64>().ok(),
        10 if run.starts_with('1') => run.parse::<i64>().ok().map(|seconds| seconds * 1000),
        _ => None,
    });
    let joined =
        runs.iter().filter(|run| run.len() == 8).find_map(|run| day(&run[..4], &run[4..6], &run[6..]));
    let apart = || runs.windows(3).find_map(|three| day(three[0], three[1], three[2]));
    instant.or(joined).or_else(apart)
}

fn day(year: &str, month: &str, day: &str) -> Option<i64> {
    if year.len() != 4 || month.len() > 2 || day.len() > 2 {
        return None;
    }
    let date = jiff::civil::Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()?;
    date.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|day| day.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_513_the_day_of_an_export_is_in_its_name() {
        for (name, expected) in [
            ("wc-product-export-10-3-2025-1741578205395.csv", Some(1_741_578_205_395)),
            ("products_2024-03-01.csv", Some(1_709_251_200_000)),
            ("products-20240301.csv", Some(1_709_251_200_000)),
            ("products_export_1.csv", None),
            ("products-2024-13-41.csv", None),
        ] {
            assert_eq!(named(name), expected, "{name}");
        }
    }
}
