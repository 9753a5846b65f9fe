//! `loggia stats`: what visitors did, in the terminal.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;
use serde_json::{Map, Value, json};

use super::reporter::Reporter;
use crate::cli::{Exit, StatsArgs};
use crate::publish::PublishError;
use crate::publish::config::Config;
use crate::publish::remote::{secret, shop};

/// The longest bar, in characters.
const WIDTH: usize = 24;
/// The longest name, in characters; a longer one is cut in its middle.
const LONGEST: usize = 40;

/// The reports that are asked for: the name in what is printed for programs, and the end of the address.
const REPORTS: [(&str, &str); 7] = [
    ("overview", "overview"),
    ("sources", "rankings/sources"),
    ("pages", "rankings/pages"),
    ("searches", "rankings/searches"),
    ("funnel", "funnel"),
    ("errors", "errors"),
    ("vitals", "vitals"),
];

/// Asks for every report and prints them.
pub fn run(args: &StatsArgs) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    let found = address(args)
        .and_then(|url| Ok((url, secret(super::setup::REPORT_TOKEN, "the token of the reports")?)));
    let (url, token) = match found {
        Ok(found) => found,
        Err(error) => {
            eprintln!("error: {error}");
            return Ok(Exit::Usage);
        }
    };
    let mut reports = Map::new();
    for (name, end) in REPORTS {
        let report = shop::report(&format!("{url}/api/reports/{end}?range={}", args.range), &token)
            .context("the report cannot be read")?;
        reports.insert(name.to_owned(), report);
    }
    let reports = Value::Object(reports);
    reporter.json(&json!({"ok": true, "range": args.range, "reports": reports}));
    reporter.say(table(&reports, &args.range, args.top).trim_end());
    Ok(Exit::Ok)
}

/// The address of the api: that of the command line, or that of the site.
fn address(args: &StatsArgs) -> Result<String, PublishError> {
    let wrong = |message: String| PublishError::Target(message);
    if let Some(url) = &args.url {
        let is_url = url.starts_with("https://") || url.starts_with("http://");
        let url = url.trim_end_matches('/').to_owned();
        return if is_url {
            Ok(url)
        } else {
            Err(wrong(format!("'{url}' is no address; begin it with https://")))
        };
    }
    let file = args.site.join("site.json");
    let text = read(&file)?;
    let config = Config::read(&text)?;
    let url = config.catalog.as_ref().and_then(|catalog| catalog.url(args.env.name()));
    url.map(str::to_owned).ok_or_else(|| {
        wrong("site.json names no api in publish.catalog.url; name one with --url https://…".to_owned())
    })
}

fn read(file: &Path) -> Result<String, PublishError> {
    std::fs::read_to_string(file).map_err(|source| PublishError::Io {
        doing: "read",
        path: file.to_path_buf(),
        source,
    })
}

/// Everything as text: a heading for each report, a bar for each line.
fn table(reports: &Value, range: &str, top: usize) -> String {
    let mut text = String::new();
    let overview = &reports["overview"];
    let count = |name: &str| number(overview[name].as_i64().unwrap_or(0));
    let _ = writeln!(
        text,
        "{range}: {} visitors, {} visits, {} page views, {} orders, {} searches, {} errors",
        count("visitors"),
        count("visits"),
        count("views"),
        count("orders"),
        count("searches"),
        count("errors")
    );
    let periods = rows(&overview["periods"], |period| {
        let name = moment(period["startsAt"].as_i64()?, overview["step"].as_i64()?);
        Some((name, period["views"].as_i64()?))
    });
    list(&mut text, "Page views", periods, usize::MAX);
    for (name, title) in [("sources", "Sources"), ("pages", "Pages"), ("searches", "Searches")] {
        let found = rows(&reports[name]["rows"], |row| {
            Some((row["name"].as_str()?.to_owned(), row["times"].as_i64()?))
        });
        list(&mut text, title, found, top);
    }
    let steps = rows(&reports["funnel"]["steps"], |step| {
        Some((step["step"].as_str()?.to_owned(), step["visitors"].as_i64()?))
    });
    list(&mut text, "Visitors on the way to an order", steps, usize::MAX);
    let errors = rows(&reports["errors"]["errors"], |error| {
        Some((error["message"].as_str()?.to_owned(), error["times"].as_i64()?))
    });
    list(&mut text, "Errors", errors, top);
    let vitals: Vec<String> = reports["vitals"]["metrics"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|vital| {
            let (metric, rating) = (vital["metric"].as_str()?, vital["rating"].as_str()?);
            let value = vital["p75"].as_f64()?;
            let value = if metric == "CLS" { format!("{value:.2}") } else { format!("{value:.0} ms") };
            Some(format!("  {metric:<5} {value:>9}  {rating}"))
        })
        .collect();
    if !vitals.is_empty() {
        let _ = writeln!(text, "\nSpeed (three of four views were at least as good)\n{}", vitals.join("\n"));
    }
    text
}

fn rows(list: &Value, row: impl Fn(&Value) -> Option<(String, i64)>) -> Vec<(String, i64)> {
    list.as_array().into_iter().flatten().filter_map(row).collect()
}

fn list(text: &mut String, title: &str, rows: Vec<(String, i64)>, top: usize) {
    if rows.iter().all(|(_, times)| *times == 0) {
        return;
    }
    let _ = writeln!(text, "\n{title}");
    let shown: Vec<(String, i64)> =
        rows.into_iter().take(top).map(|(name, times)| (plain(&name), times)).collect();
    let widest = shown.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let most = shown.iter().map(|(_, times)| *times).max().unwrap_or(0);
    for (name, times) in shown {
        let pad = " ".repeat(widest - name.chars().count());
        let _ = writeln!(text, "  {name}{pad}  {:>9}  {}", number(times), bar(times, most));
    }
}

/// A bar of whole and half blocks; what is there at all has at least half a one.
fn bar(times: i64, most: i64) -> String {
    if times <= 0 || most <= 0 {
        return String::new();
    }
    let halves = usize::try_from(times).unwrap_or(0) * WIDTH * 2 / usize::try_from(most).unwrap_or(1);
    let halves = halves.max(1);
    format!("{}{}", "█".repeat(halves / 2), if halves % 2 == 1 { "▌" } else { "" })
}

/// A visitor's word as a terminal may print it: no control, and not too long.
fn plain(name: &str) -> String {
    let name: Vec<char> =
        name.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect();
    if name.len() <= LONGEST {
        return name.into_iter().collect();
    }
    let begins = LONGEST * 2 / 3;
    let (start, end) = (&name[..begins], &name[name.len() - (LONGEST - 1 - begins)..]);
    start.iter().chain(&['…']).chain(end).collect()
}

fn number(value: i64) -> String {
    let digits = value.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

fn moment(at: i64, step: i64) -> String {
    let form = if step < 86_400_000 { "%H:%M" } else { "%Y-%m-%d" };
    jiff::Timestamp::from_millisecond(at)
        .map(|at| at.to_zoned(jiff::tz::TimeZone::UTC).strftime(form).to_string())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_a_table_with_bars() {
        let reports = json!({
            "overview": {"visitors": 1234, "visits": 2, "views": 3, "orders": 1, "searches": 0, "errors": 0, "step": 86_400_000,
                "periods": [{"startsAt": 0, "views": 4}, {"startsAt": 86_400_000, "views": 1}]},
            "pages": {"rows": [{"name": "/\u{1b}[31m", "times": 10}, {"name": "/b", "times": 5}, {"name": "/c", "times": 1}]},
            "vitals": {"metrics": [{"metric": "LCP", "p75": 2400.0, "rating": "good"}]},
        });
        let text = table(&reports, "7d", 2);
        assert!(text.starts_with("7d: 1,234 visitors, 2 visits, 3 page views, 1 orders"), "{text}");
        assert!(
            text.contains(
                "  1970-01-01          4  ████████████████████████\n  1970-01-02          1  ██████\n"
            ),
            "{text}"
        );
        assert!(text.contains("Pages\n  /\u{fffd}[31m         10  "), "{text}");
        assert!(text.contains("/b") && !text.contains("/c") && !text.contains('\u{1b}'), "{text}");
        assert!(text.contains("LCP     2400 ms  good"), "{text}");
        assert_eq!(bar(1, 1000), "▌");
        assert_eq!(plain(&"x".repeat(100)).chars().count(), LONGEST);
    }
}
