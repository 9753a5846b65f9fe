//! The time zone data for browsers says the same as the zones that formats use.

use jiff::civil::{Date, Weekday, date};
use loggia_locale::{Moment, Zone, time_zone_data};
use serde_json::Value;

fn data() -> Value {
    serde_json::from_str(time_zone_data()).expect("the data is JSON")
}

/// T-132
#[test]
fn t_132_zones_and_rules_have_the_databases_fields() {
    let data = data();
    let new_york = data["zones"]["America/New_York"].as_array().unwrap();
    for line in new_york {
        let fields: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, ["offset", "rules", "format", "until"]);
    }
    assert_eq!(new_york[0]["offset"], "-4:56:02");
    assert_eq!(new_york[0]["until"], "1883 Nov 18 17:00u");
    let last = new_york.last().unwrap();
    assert_eq!((&last["offset"], &last["rules"]), (&"-5:00".into(), &"US".into()));
    assert_eq!((&last["format"], &last["until"]), (&"E%sT".into(), &Value::Null));
    let rules = data["rules"]["US"].as_array().unwrap();
    for rule in rules {
        let fields: Vec<&str> = rule.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, ["from", "to", "in", "on", "at", "save", "letter"]);
    }
    let spring = rules.iter().find(|rule| rule["from"] == 2007 && rule["letter"] == "D").unwrap();
    assert_eq!(
        (&spring["in"], &spring["on"], &spring["at"]),
        (&"Mar".into(), &"Sun>=8".into(), &"2:00".into())
    );
    assert_eq!(data["links"]["US/Eastern"], "America/New_York");
}

/// T-132
#[test]
fn t_132_every_name_leads_somewhere() {
    let data = data();
    for (zone, lines) in data["zones"].as_object().unwrap() {
        for line in lines.as_array().unwrap() {
            let rules = line["rules"].as_str().unwrap();
            assert!(
                rules == "-" || rules.contains(':') || data["rules"][rules].is_array(),
                "{zone}: {rules}"
            );
        }
    }
    for (old, zone) in data["links"].as_object().unwrap() {
        let target = zone.as_str().unwrap();
        assert!(
            data["zones"][target].is_array() || data["links"][target].is_string(),
            "{old} leads to {target}"
        );
    }
}

/// Reads the rules as a browser would, for days in January and July of the years ahead.
/// T-132, T-133, N-084
#[test]
fn t_132_t_133_n_084_the_data_gives_the_offsets_that_formats_use() {
    let data = data();
    let mut compared = 0;
    for (name, lines) in data["zones"].as_object().unwrap() {
        let Some(zone) = Zone::find(name) else { continue };
        let line = lines.as_array().unwrap().last().unwrap();
        for day in [date(2027, 1, 15), date(2027, 7, 15), date(2031, 1, 15), date(2031, 7, 15)] {
            let noon =
                day.at(12, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp().as_millisecond();
            let expected = Moment::new(noon, &zone).unwrap().offset_seconds();
            assert_eq!(offset(&data, line, day), expected, "{name} on {day}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "only {compared} offsets were compared");
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is missing in {value}"))
}

fn number(text: &str) -> i8 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// The offset in seconds that a zone's line and its rules give on a day far from any change.
fn offset(data: &Value, line: &Value, day: Date) -> i32 {
    let standard = seconds(text(line, "offset"));
    let rules = match text(line, "rules") {
        "-" => return standard,
        fixed if fixed.contains(':') => return standard + seconds(fixed),
        name => data["rules"][name].as_array().expect("every name leads somewhere"),
    };
    let mut changes: Vec<(Date, i32)> = Vec::new();
    for rule in rules {
        let year = |key: &str| rule[key].as_i64().map_or(i16::MAX, |year| year as i16);
        for known in [day.year() - 1, day.year()] {
            if (year("from")..=year("to")).contains(&known) {
                changes.push((change(rule, known), seconds(text(rule, "save"))));
            }
        }
    }
    changes.sort();
    let last = changes.iter().rev().find(|(when, _)| *when <= day);
    // A rule that ended long ago leaves its last saving, which is none.
    standard + last.map_or(0, |(_, save)| *save)
}

fn seconds(text: &str) -> i32 {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let parts = digits.split(':').map(|part| i32::from(number(part)));
    sign * parts.zip([3600, 60, 1]).map(|(part, unit)| part * unit).sum::<i32>()
}

fn change(rule: &Value, year: i16) -> Date {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = MONTHS.iter().position(|month| rule["in"] == **month).expect("a month") as i8 + 1;
    let on = text(rule, "on");
    if let Some(weekday) = on.strip_prefix("last") {
        return date(year, month, 1)
            .nth_weekday_of_month(-1, named(weekday))
            .expect("each month has every weekday");
    }
    let (weekday, day, forward) = match (on.split_once(">="), on.split_once("<=")) {
        (Some((weekday, day)), _) => (weekday, day, true),
        (_, Some((weekday, day))) => (weekday, day, false),
        _ => return date(year, month, number(on)),
    };
    let mut on = date(year, month, number(day));
    while on.weekday() != named(weekday) {
        on = if forward { on.tomorrow() } else { on.yesterday() }.expect("a day far from the end of time");
    }
    on
}

fn named(name: &str) -> Weekday {
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    let at = names.iter().position(|known| *known == name).expect("a weekday");
    Weekday::from_sunday_zero_offset(at as i8).expect("one of seven")
}
