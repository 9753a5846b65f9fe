//! Dates, by option and locale.

use super::*;
use crate::Locale;

/// 2020-02-24 14:04:40 in New York.
const MOMENT: i64 = 1_582_571_080_000;

fn moment(milliseconds: i64) -> Moment {
    Moment::new(milliseconds, &Zone::find("America/New_York").unwrap()).unwrap()
}

fn format(locale: &str, options: DateOptions) -> String {
    DateFormat::new(&Locale::resolve(locale), &options).format(&moment(MOMENT))
}

fn skeleton(locale: &str, skeleton: &str) -> String {
    format(locale, DateOptions::skeleton(skeleton))
}

/// T-120
#[test]
fn t_120_standard_widths_follow_the_locale() {
    assert_eq!(format("en", DateOptions::default()), "February 24, 2020");
    assert_eq!(
        format(
            "en",
            DateOptions { date: Some(Width::Short), time: Some(Width::Short), ..Default::default() }
        ),
        "2/24/20, 2:04\u{202f}PM"
    );
    assert_eq!(
        format("en", DateOptions { date: Some(Width::Full), time: Some(Width::Full), ..Default::default() }),
        "Monday, February 24, 2020 at 2:04:40\u{202f}PM Eastern Standard Time"
    );
    let date = DateOptions { date: Some(Width::Medium), ..DateOptions::default() };
    assert_eq!(format("de", date.clone()), "24.02.2020");
    assert_eq!(format("ja", date), "2020/02/24");
    let time = DateOptions { time: Some(Width::Short), ..DateOptions::default() };
    assert_eq!(format("fr", time), "14:04");
}

/// T-120
#[test]
fn t_120_skeletons_take_the_locales_order() {
    assert_eq!(skeleton("en", "yMMMEd"), "Mon, Feb 24, 2020");
    assert_eq!(skeleton("fr", "yMMMMd"), "24 février 2020");
    assert_eq!(skeleton("en", "jm"), "2:04\u{202f}PM");
    assert_eq!(skeleton("de", "jm"), "14:04");
    assert_eq!(skeleton("en", "yMMMdjm"), "Feb 24, 2020, 2:04\u{202f}PM");
    assert_eq!(skeleton("en", "yw"), "week 9 of 2020");
    assert_eq!(skeleton("en", "Bh"), "2 in the afternoon");
    assert_eq!(skeleton("en", "yQQQQ"), "1st quarter 2020");
}

/// T-120
#[test]
fn t_120_wrap_and_context_apply() {
    let wrapped = DateOptions {
        date: Some(Width::Short),
        time: Some(Width::Short),
        wrap: Some(Width::Full),
        ..DateOptions::default()
    };
    assert_eq!(format("en", wrapped), "2/24/20 at 2:04\u{202f}PM");
    let sentence = DateOptions {
        skeleton: Some("LLLL".into()),
        context: Some(Context::BeginSentence),
        ..DateOptions::default()
    };
    assert_eq!(format("fr", sentence), "Février");
}

/// T-120
#[test]
fn t_120_a_skeleton_completes_a_standard_half() {
    let both = |date, time, skeleton: &str| DateOptions {
        date,
        time,
        skeleton: Some(skeleton.into()),
        ..DateOptions::default()
    };
    assert_eq!(format("en", both(Some(Width::Short), None, "yMMMHm")), "2/24/20, 14:04");
    assert_eq!(format("en", both(None, Some(Width::Short), "yMMMHm")), "Feb 2020, 2:04\u{202f}PM");
}

/// T-119
#[test]
fn t_119_the_zone_decides_the_day() {
    let format = DateFormat::new(
        &Locale::resolve("en"),
        &DateOptions { date: Some(Width::Short), time: Some(Width::Short), ..Default::default() },
    );
    let tokyo = Moment::new(MOMENT, &Zone::find("Asia/Tokyo").unwrap()).unwrap();
    assert_eq!(format.format(&tokyo), "2/25/20, 4:04\u{202f}AM");
}

fn interval(locale: &str, milliseconds: i64, skeleton: Option<&str>) -> String {
    let options = IntervalOptions { skeleton: skeleton.map(str::to_string), ..IntervalOptions::default() };
    let format = IntervalFormat::new(&Locale::resolve(locale), &options);
    format.format(&moment(MOMENT), &moment(MOMENT + milliseconds))
}

const HOUR: i64 = 3_600_000;

/// T-121
#[test]
fn t_121_an_interval_tells_what_differs() {
    assert_eq!(interval("en", 2 * HOUR, None), "2:04\u{2009}–\u{2009}4:04\u{202f}PM");
    assert_eq!(interval("en", 48 * HOUR, None), "Feb 24\u{2009}–\u{2009}26, 2020");
    assert_eq!(interval("en", 30 * 24 * HOUR, None), "Feb 24\u{2009}–\u{2009}Mar 25, 2020");
    assert_eq!(interval("en", 400 * 24 * HOUR, None), "Feb 24, 2020\u{2009}–\u{2009}Mar 30, 2021");
    assert_eq!(interval("de", 48 * HOUR, None), "24.–26. Feb. 2020");
    assert_eq!(interval("en", 1000, None), "2:04\u{202f}PM");
    assert_eq!(interval("en", 1000, Some("yMMMd")), "Feb 24, 2020");
    assert_eq!(
        interval("en", 2 * HOUR, Some("yMMMdhm")),
        "Feb 24, 2020, 2:04\u{2009}–\u{2009}4:04\u{202f}PM"
    );
    assert_eq!(
        interval("en", 48 * HOUR, Some("hm")),
        "Feb 24, 2020, 2:04\u{202f}PM\u{2009}–\u{2009}Feb 26, 2020, 2:04\u{202f}PM"
    );
}

/// T-120
#[test]
fn t_120_regional_calendars_have_their_own_years() {
    let in_calendar = |calendar| DateOptions {
        date: Some(Width::Long),
        calendar: Some(calendar),
        ..DateOptions::default()
    };
    assert_eq!(format("en", in_calendar(Calendar::Buddhist)), "February 24, 2563 BE");
    assert_eq!(format("en", in_calendar(Calendar::Japanese)), "February 24, 2 Reiwa");
    assert_eq!(format("en", in_calendar(Calendar::Persian)), "Esfand 5, 1398 AP");
    assert_eq!(format("en", in_calendar(Calendar::Iso8601)), "February 24, 2020");
}

#[test]
fn a_moment_outside_the_range_can_be_clamped() {
    let zone = Zone::utc();
    let format = DateFormat::new(&Locale::resolve("en"), &DateOptions::skeleton("GyMMMdHms"));
    let text = |milliseconds| format.format(&Moment::clamped(milliseconds, &zone));
    assert_eq!(text(222_000_000_000_000), "Dec 31, 8652 AD, 10:40:00");
    assert_eq!(text(-300_000_000_000_000), "Jan 1, 4713 BC, 18:40:00");
    assert_eq!(text(0), "Jan 1, 1970 AD, 00:00:00");
    for extreme in [i64::MIN, i64::MAX] {
        assert!(!text(extreme).is_empty());
    }
}

#[test]
fn formats_may_be_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>(_: &T) {}
    let locale = Locale::resolve("en");
    shared(&locale);
    shared(&DateFormat::new(&locale, &DateOptions::default()));
    shared(&IntervalFormat::new(&locale, &IntervalOptions::default()));
    shared(&moment(0));
    shared(&crate::NumberFormat::new(&locale, &crate::NumberOptions::default()));
    shared(&crate::MoneyFormat::new(&locale, "USD", &crate::MoneyOptions::default()));
    shared(&crate::RelativeFormat::new(&locale, &crate::RelativeOptions::default()));
}
