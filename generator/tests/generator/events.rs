//! Events, and the other kinds of lists: what is shown when, and how.

use loggia_generator::pipeline::Options;

use crate::site::TestSite;

fn time(text: &str) -> i64 {
    text.parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

/// The small site with four events: a concert in May, a fair over two days, a course over months, a talk last year.
fn site(collection: &str) -> TestSite {
    let site = TestSite::tiny();
    site.write(
        "content/events/collection.json",
        &format!("{{\"title\": \"Events\", \"urlId\": \"events\", \"typeName\": \"events\", \"type\": 1{collection}}}"),
    );
    for (name, title, start, end, more) in [
        (
            "concert",
            "Concert, with; dance",
            "2026-05-01T10:00:00Z",
            "2026-05-01T12:00:00Z",
            ", \"location\": {\"addressTitle\": \"Hall\", \"addressLine1\": \"High Street 1\", \"addressLine2\": \"12345 Town\", \"addressCountry\": \"Germany\", \"mapLat\": 52.5, \"mapLng\": 13.25}, \"body\": \"<p>All welcome.</p>\", \"tags\": [\"Music\"]",
        ),
        ("fair", "Fair", "2026-04-20T20:00:00Z", "2026-04-21T02:00:00Z", ", \"tags\": [\"Music\"]"),
        ("course", "Course", "2026-03-15T10:00:00Z", "2026-06-15T10:00:00Z", ""),
        ("talk", "Talk", "2025-11-03T18:00:00Z", "2025-11-03T19:00:00Z", ""),
    ] {
        site.write(
            &format!("content/events/{name}.json"),
            &format!("{{\"id\": \"e-{name}\", \"title\": \"{title}\", \"recordType\": 12, \"startDate\": \"{start}\", \"endDate\": \"{end}\"{more}}}"),
        );
    }
    site
}

fn built(site: &TestSite, now: &str) {
    let options = Options { now: time(now), minify: false, ..site.options() };
    let built = site.build_with(&options);
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
}

/// The titles of a list page, in order.
fn titles(page: &str) -> Vec<&str> {
    let headings = page.split("<a class=\"eventlist-title-link\" href=\"").skip(1);
    headings.map(|part| part.split('>').nth(1).unwrap().trim_end_matches("</a").trim()).collect()
}

/// G-066, G-030: an event's page has start, end, place and a calendar link; the file of the link says the same.
#[test]
fn g_030_g_066_an_event_has_a_page_and_a_file_for_calendars() {
    let site = site("");
    built(&site, "2026-04-01T00:00:00Z");
    let page = site.page("events/concert/index.html");
    for part in [
        "Friday, May  1, 2026, 12:00 PM",
        "2:00 PM",
        "Hall<br>",
        "High Street 1<br>",
        "12345 Town<br>",
        "Germany",
        "https://www.openstreetmap.org/?mlat=52.5&amp;mlon=13.25",
        "http://www.google.com/calendar/event?action=TEMPLATE",
        "href=\"/events/concert.ics\" download",
        "\"@type\":\"Event\"",
        "\"startDate\":\"2026-05-01T10:00:00Z\"",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let file = site.page("events/concert.ics");
    for line in [
        "BEGIN:VCALENDAR",
        "UID:e-concert@tiny.example",
        "DTSTART:20260501T100000Z",
        "DTEND:20260501T120000Z",
        "SUMMARY:Concert\\, with\\; dance",
        "LOCATION:Hall\\, High Street 1\\, 12345 Town\\, Germany",
        "GEO:52.5\\;13.25",
        "DESCRIPTION:All welcome.",
        "URL:https://tiny.example/events/concert",
        "END:VCALENDAR",
    ] {
        let line = line.replace("GEO:52.5\\;", "GEO:52.5;");
        assert!(file.contains(&format!("{line}\r\n")), "{line} in {file}");
    }
    let all = site.page("events/calendar.ics");
    assert_eq!(all.matches("BEGIN:VEVENT").count(), 4);
    assert!(all.contains("X-WR-CALNAME:Events\r\n"), "{all}");
    assert!(site.page("_redirects").contains("/events/:event format=ical /events/:event.ics 302"));
}

/// G-067: an event within a day of UTC shows one date, one over midnight UTC two, whatever the site's zone is.
#[test]
fn g_067_a_same_day_event_shows_one_date() {
    let site = site("");
    built(&site, "2026-04-01T00:00:00Z");
    let dates = |path: &str| site.page(path).matches(", 2026,").count();
    assert_eq!(dates("events/concert/index.html"), 1);
    assert_eq!(dates("events/fair/index.html"), 2);
}

/// G-068: a list shows what is not over, the next first; past events when its owner asks, the latest first.
#[test]
fn g_068_lists_show_upcoming_or_past_events() {
    let coming = site("");
    built(&coming, "2026-04-01T00:00:00Z");
    assert_eq!(titles(&coming.page("events/index.html")), ["Course", "Fair", "Concert, with; dance"]);
    built(&coming, "2026-05-01T11:00:00Z");
    assert_eq!(
        titles(&coming.page("events/index.html")),
        ["Course", "Concert, with; dance"],
        "one is under way"
    );
    built(&coming, "2027-01-01T00:00:00Z");
    assert!(coming.page("events/index.html").contains("There are no events here."));
    let past = site(", \"showPastOrUpcomingEvents\": \"past\"");
    built(&past, "2026-05-01T11:00:00Z");
    assert_eq!(titles(&past.page("events/index.html")), ["Fair", "Talk"]);
    let all = site(", \"showPastOrUpcomingEvents\": \"all\", \"pageSize\": 3");
    all.write(
        "template/collections/events.list",
        "{.repeated section upcoming}+{title} {.end}{.repeated section past}-{title} {.end}{.show-past-events?}PAST{.end}",
    );
    built(&all, "2026-05-01T11:00:00Z");
    assert!(all.page("events/index.html").contains("+Course +Concert, with; dance -Fair "));
    assert!(
        all.page("events/page/2/index.html").contains("<main>-Talk "),
        "{}",
        all.page("events/page/2/index.html")
    );
    assert!(
        all.page("events/tag/music/index.html").contains("+Concert, with; dance -Fair "),
        "an archive shows all"
    );
}

/// G-068: a calendar shows the grid of its month, and leads to the months that have events.
#[test]
fn g_068_a_calendar_is_a_grid_of_months() {
    let site = site(", \"calendarView\": true");
    built(&site, "2026-04-10T00:00:00Z");
    let page = site.page("events/index.html");
    assert!(page.contains("<caption>April 2026</caption>"), "{page}");
    let days: Vec<&str> = page.split("<td").skip(1).collect();
    assert_eq!(days.len(), 35);
    let day = |number: u8| {
        let mark = format!(">{number}</time>");
        days.iter().find(|cell| cell.contains(&mark)).unwrap().to_owned()
    };
    assert!(
        day(20).contains("/events/fair")
            && day(21).contains("/events/fair")
            && !day(22).contains("/events/fair")
    );
    assert!(day(30).contains("/events/course"));
    assert!(page.contains("<th scope=\"col\">Sun</th>"), "weeks begin as they do where the site is: {page}");
    assert!(
        page.contains("href=\"/events/month/2026-03\"") && page.contains("href=\"/events/month/2026-05\""),
        "{page}"
    );
    let may = site.page("events/month/2026-05/index.html");
    assert!(
        may.contains("<caption>May 2026</caption>") && may.contains("<title>Events: May 2026 — Tiny</title>"),
        "{may}"
    );
    assert_eq!(titles(&may), ["Course", "Concert, with; dance"]);
    assert!(!site.out().join("events/month/2026-02").exists(), "a month without events has no page");
    built(&site, "2026-05-10T00:00:00Z");
    assert!(
        site.page("events/index.html").contains("<caption>May 2026</caption>"),
        "the clock turns the page"
    );
}

/// Mistakes with events are reported where they are.
#[test]
fn g_020_events_without_times_are_faults() {
    let site = site(", \"showPastOrUpcomingEvents\": \"passt\", \"archives\": [\"mont\"], \"view\": \"lst\"");
    site.write("content/events/none.json", "{\"title\": \"None\", \"recordType\": 12}");
    site.edit("content/events/talk.json", "2025-11-03T19", "2025-11-02T19");
    let built = site.build();
    let lines: Vec<String> = built
        .diagnostics
        .iter()
        .map(|fault| {
            format!("{} {} {}", fault.place(), fault.message, fault.help.clone().unwrap_or_default())
        })
        .collect();
    for (place, message, help) in [
        ("content/events/none.json:1:1", "This event does not say when it begins.", "add \"startDate\""),
        ("content/events/talk.json", "This event ends before it begins.", "not before startDate"),
        (
            "content/events/collection.json",
            "'passt' does not say which events are shown.",
            "did you mean `past`?",
        ),
        ("content/events/collection.json", "'mont' is nothing to have archives by.", "did you mean `month`?"),
        ("content/events/collection.json", "'lst' is not a view of a collection.", "did you mean `list`?"),
    ] {
        assert!(
            lines.iter().any(|line| line.starts_with(place) && line.contains(message) && line.contains(help)),
            "{message} in {lines:#?}"
        );
    }
}

/// G-063: a list has archives by author and month where its owner asks for them.
#[test]
fn g_063_archives_by_author_and_month() {
    let site = TestSite::tiny();
    site.edit(
        "content/notes/collection.json",
        "\"pageSize\": 2",
        "\"pageSize\": 2, \"archives\": [\"tag\", \"author\", \"month\"]",
    );
    site.edit(
        "content/notes/first.json",
        "\"urlId\": \"first\"",
        "\"urlId\": \"first\", \"author\": {\"displayName\": \"Ada Mill\"}",
    );
    site.build();
    let author = site.page("notes/author/ada-mill/index.html");
    assert!(
        author.contains("Notes: Ada Mill")
            && author.contains("/notes/first")
            && !author.contains("/notes/third"),
        "{author}"
    );
    let month = site.page("notes/month/2026-03/index.html");
    assert!(month.contains("Notes: March 2026") && month.contains("/notes/third"), "{month}");
    assert!(site.out().join("notes/tag/old-times").exists() && !site.out().join("notes/category").exists());
}

/// G-061: three templates chosen by view; a site's own come first.
#[test]
fn g_061_a_collection_is_seen_as_list_grid_or_products() {
    let page = |view: &str, own: bool| {
        let site = TestSite::tiny();
        site.edit("content/goods/collection.json", "\"layout\": \"shop\"", &format!("\"view\": \"{view}\""));
        if own {
            site.write("template/collections/products.grid.list", "<h1>Own grid</h1>");
        }
        let built = site.build();
        assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
        site.page("goods/index.html")
    };
    assert!(page("grid", false).contains("<ul class=collection-grid>"));
    assert!(page("grid", true).contains("<h1>Own grid</h1>"));
    let products = page("product", false);
    assert!(products.contains("product-price") && !products.contains("collection-grid"), "{products}");
    let list = page("list", false);
    assert!(!list.contains("product-price") && list.contains("<a href=/goods/cup>Cup</a>"), "{list}");
}

/// G-059: every type of collection loads and shows its items, with templates of the program's own. G-060: what a service
/// once gave is shown from the stored items.
#[test]
fn g_059_g_060_every_type_of_collection_has_a_page() {
    let site = TestSite::tiny();
    let types = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 18];
    for code in types {
        let name = loggia_generator::site::code::collection::name(code).unwrap();
        site.write(
            &format!("content/all-{name}/collection.json"),
            &format!("{{\"title\": \"All {name}\", \"urlId\": \"all-{name}\", \"type\": {code}, \"mainContent\": \"<p>Main {name}</p>\"}}"),
        );
        if !matches!(code, 7 | 8 | 10) {
            let item = match code {
                13 => {
                    "\"structuredContent\": {\"productType\": 1, \"variants\": [{\"sku\": \"A\", \"price\": 100, \"unlimited\": true}]}"
                }
                16 | 18 => {
                    "\"recordType\": 7, \"structuredContent\": {\"audioAssetUrl\": \"/files/song.mp3\"}"
                }
                3 => "\"recordType\": 50, \"body\": \"<p>A stored tweet</p>\"",
                _ => "\"recordType\": 2, \"assetUrl\": \"/assets/dot.svg\"",
            };
            site.write(
                &format!("content/all-{name}/one.json"),
                &format!("{{\"id\": \"one-{name}\", \"title\": \"One {name}\", {item}}}"),
            );
        }
    }
    let built = site.build_with(&Options { minify: false, ..site.options() });
    assert!(
        !built.diagnostics.iter().any(loggia_generator::diagnostic::Diagnostic::is_error),
        "{:?}",
        built.diagnostics
    );
    for code in types {
        let name = loggia_generator::site::code::collection::name(code).unwrap();
        let page = site.page(&format!("all-{name}/index.html"));
        assert!(
            page.contains(&format!("All {name}")) && page.contains(&format!("Main {name}")),
            "{name}: {page}"
        );
        if !matches!(code, 7 | 8 | 10) {
            assert!(page.contains(&format!("One {name}")), "{name}: {page}");
        }
    }
    assert!(site.page("all-slide-album/index.html").contains("<audio controls"), "a track can be played");
    assert!(site.page("all-slide-gallery/index.html").contains("sqs-gallery-design-grid"));
    assert!(site.page("all-twitter/one/index.html").contains("A stored tweet"));
}
