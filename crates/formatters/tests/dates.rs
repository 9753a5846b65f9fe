//! `date` by its letters, and `timesince`, as a template prints them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use loggia_template::{Arena, Engine, RenderOptions};

/// What the template prints of `when`, in a zone and at a moment; milliseconds since 1970 UTC.
fn print(template: &str, when: i64, zone: &str, now: i64) -> String {
    let engine = Engine::new(loggia_formatters::vocabulary());
    let compiled = engine.compile("dates", template);
    assert_eq!(compiled.errors, [], "{template}");
    let text = serde_json::json!({"when": when, "website": {"timeZone": zone}}).to_string();
    let arena = Arena::new();
    let options = RenderOptions { now: Some(now as f64), locale: Some("en"), ..RenderOptions::default() };
    let output = engine.render(&compiled.template, arena.parse(&text).unwrap(), &options);
    assert_eq!(output.errors, [], "{template}");
    output.text
}

fn date(when: i64, zone: &str, pattern: &str) -> String {
    print(&format!("{{when|date {pattern}}}"), when, zone, 0)
}

/// T-118
#[test]
fn t_118_every_letter_has_its_text() {
    // Wednesday 2021-02-17 16:26:05.344 in New York.
    let letters = [
        ("a", "Wed"),
        ("A", "Wednesday"),
        ("b", "Feb"),
        ("B", "February"),
        ("C", "20"),
        ("c", "Wed, Feb 17, 2021 4:26:05 PM EST"),
        ("d", "17"),
        ("D", "02/17/21"),
        ("e", "17"),
        ("F", "2021-02-17"),
        ("g", "21"),
        ("G", "2021"),
        ("h", "Feb"),
        ("H", "16"),
        ("i", "4"),
        ("I", "04"),
        ("j", "048"),
        ("k", "16"),
        ("l", " 4"),
        ("m", "02"),
        ("M", "26"),
        ("n", "\n"),
        ("N", "344000000"),
        ("p", "PM"),
        ("P", "pm"),
        ("q", "1"),
        ("r", "4:26:05 PM"),
        ("R", "16:26"),
        ("s", "1613597165"),
        ("S", "05"),
        ("t", "\t"),
        ("T", "16:26:05"),
        ("u", "3"),
        ("U", "08"),
        ("v", "17-Feb-2021"),
        ("V", "07"),
        ("w", "3"),
        ("W", "08"),
        ("x", "02/17/2021"),
        ("X", "04:26:05 PM"),
        ("y", "21"),
        ("Y", "2021"),
        ("z", "-05:00"),
        ("Z", "EST"),
        ("%", "%"),
    ];
    for (letter, expected) in letters {
        let text = date(1_613_597_165_344, "America/New_York", &format!("[%{letter}]"));
        assert_eq!(text, format!("[{expected}]"), "%{letter}");
    }
}

/// T-119
#[test]
fn t_119_the_zone_decides_the_day() {
    let pattern = "%Y-%m-%d %H:%M %Z";
    assert_eq!(date(1_613_597_165_344, "Asia/Tokyo", pattern), "2021-02-18 06:26 JST");
    assert_eq!(date(1_613_597_165_344, "America/New_York", pattern), "2021-02-17 16:26 EST");
}

/// T-130, T-131
#[test]
fn t_130_t_131_iso_weeks_are_monday_first_with_four_days() {
    assert_eq!(date(1_609_632_000_000, "UTC", "%V"), "53");
    assert_eq!(date(1_609_718_400_000, "UTC", "%V"), "01");
    assert_eq!(date(1_451_606_400_000, "UTC", "%G-%V"), "2015-53");
}

/// T-134
#[test]
fn t_134_offsets_have_a_colon_and_follow_daylight_saving() {
    assert_eq!(date(1_720_000_000_000, "America/New_York", "%Z %z"), "EDT -04:00");
    assert_eq!(date(1_704_500_000_000, "America/New_York", "%Z %z"), "EST -05:00");
    assert_eq!(date(1_704_500_000_000, "Asia/Kolkata", "%z"), "+05:30");
}

#[test]
fn odd_patterns_do_no_harm() {
    assert_eq!(date(0, "UTC", "100%"), "100%");
    assert_eq!(date(0, "UTC", "%Q%é%"), "%");
}

fn since(milliseconds: i64) -> String {
    let now = 1_700_000_000_000;
    let (then, text) = (now - milliseconds, print("{when|timesince}", now - milliseconds, "UTC", now));
    let open = format!("<span class=\"timesince\" data-date=\"{then}\">");
    text.strip_prefix(&open).and_then(|text| text.strip_suffix("</span>")).unwrap().to_owned()
}

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
        assert_eq!(since(milliseconds), expected, "{milliseconds}");
    }
}

/// T-124
#[test]
fn t_124_less_than_a_minute_and_the_future_are_now() {
    for milliseconds in [0, 30_000, 59_999, -5_000, -86_400_000] {
        assert_eq!(since(milliseconds), "less than a minute ago", "{milliseconds}");
    }
}
