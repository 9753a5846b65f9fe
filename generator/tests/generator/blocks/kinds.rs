//! A sample of every kind of block, and of every layout.

use loggia_generator::site::code::block;

use super::page;

/// A kind of block, its value, and what it shows (N-007, N-008, G-075, G-076).
const SAMPLES: [(&str, &str, &[&str]); 60] = [
    (
        "navigation",
        r#"{"navigationId": "mainNav", "title": "Menu"}"#,
        &["aria-label=\"Menu\"", "<a href=\"/notes\">Notes</a>"],
    ),
    ("html", r#"{"html": "<p>Own</p>"}"#, &["<p>Own</p>"]),
    (
        "logo",
        r#"{"image": {"assetUrl": "/assets/dot.svg", "altText": "Dot"}}"#,
        &["class=\"sqs-logo\" href=\"/\"", "alt=\"Dot\""],
    ),
    (
        "map",
        r#"{"location": {"addressTitle": "Quay", "addressLine1": "1 Quay & Co", "mapLat": 1.5, "mapLng": -2}}"#,
        &["<strong>Quay</strong>", "1 Quay &amp; Co", "#map=15/1.5/-2"],
    ),
    (
        "image",
        r#"{"image": {"assetUrl": "/assets/dot.svg", "altText": "A dot"}, "linkUrl": "/notes"}"#,
        &["class=\"sqs-image-link\" href=\"/notes\"", "alt=\"A dot\""],
    ),
    (
        "twitter",
        r#"{"items": [{"body": "<p>Hello</p>", "sourceUrl": "https://a.example/1", "publishOn": 1767225600000}], "url": "https://a.example/us", "username": "us"}"#,
        &["<blockquote><p>Hello</p></blockquote>", "href=\"https://a.example/us\"", "@us"],
    ),
    ("journal", r#"{"collection": "notes"}"#, &["summary-layout-list", " href=\"/notes/third\">Third</a>"]),
    (
        "gallery",
        r#"{"images": [{"assetUrl": "/assets/dot.svg", "title": "One"}]}"#,
        &["sqs-gallery-design-grid", "<span class=\"sqs-gallery-title\">One</span>"],
    ),
    ("form", r#"{"formId": "hello"}"#, &["data-widget=\"form\" data-form-id=\"hello\"><form"]),
    ("geo", r#"{"location": {"addressLine1": "Hill"}}"#, &["<address>Hill</address>"]),
    ("index", r#"{"collection": "parts"}"#, &[" href=\"/notes\">Notes</a>"]),
    ("collectionlink", r#"{"collection": "notes"}"#, &["href=\"/notes\"", "loggia-link-title"]),
    (
        "link",
        r#"{"url": "https://b.example/x", "title": "Over <there>"}"#,
        &["href=\"https://b.example/x\"", "Over &lt;there&gt;"],
    ),
    (
        "tagcloud",
        r#"{"collection": "notes"}"#,
        &["<li class=\"weight-5\"><a href=\"/notes/tag/old-times\">Old Times"],
    ),
    ("comments", "{}", &["data-widget=\"comments\" data-collection-id=\"parts\"", "No Comments"]),
    (
        "folder",
        r#"{"collection": "parts", "title": "Inside"}"#,
        &["aria-label=\"Inside\"", "<a href=\"/goods\">"],
    ),
    (
        "menu",
        r#"{"sections": [{"title": "Soup", "items": [{"title": "Leek", "price": "$4", "options": [{"title": "Large", "price": "$6"}]}]}]}"#,
        &["<h3>Soup</h3>", "<span class=\"sqs-menu-price\">$4</span>", "Large $6"],
    ),
    (
        "sociallinks",
        r#"{"accounts": [{"serviceName": "mail", "userName": "us", "profileUrl": "mailto:us@a.example"}]}"#,
        &["href=\"mailto:us@a.example\"", "us</span>"],
    ),
    (
        "summary",
        r#"{"collection": "notes", "limit": 1}"#,
        &["summary-layout-grid", " href=\"/notes/third\">Third</a>"],
    ),
    ("spacer", r#"{"height": 40}"#, &["style=\"height:40px\""]),
    ("embed", r#"{"html": "<b>own</b>"}"#, &["<div class=\"sqs-embed\"><b>own</b></div>"]),
    (
        "code",
        r#"{"source": "a < b", "language": "rust"}"#,
        &["<code class=\"language-rust\">a &lt; b</code>"],
    ),
    (
        "foursquare",
        r#"{"items": [{"title": "Here", "location": {"addressTitle": "Pier"}}]}"#,
        &["Here", "Pier"],
    ),
    (
        "instagram",
        r#"{"items": [{"title": "Sea", "assetUrl": "/assets/dot.svg", "sourceUrl": "https://c.example/p"}]}"#,
        &["href=\"https://c.example/p\"", "alt=\"Sea\""],
    ),
    (
        "calendar",
        r#"{"collection": "notes"}"#,
        &["<table class=\"loggia-calendar\">", "<td class=\"has-events\">", "href=\"/notes/third\""],
    ),
    (
        "postsbyauthor",
        r#"{"collection": "notes", "title": "Who"}"#,
        &["aria-label=\"Who\"", "/notes/author/"],
    ),
    ("postsbytag", r#"{"collection": "notes"}"#, &["href=\"/notes/tag/old-times\""]),
    ("postsbycategory", r#"{"collection": "notes"}"#, &["href=\"/notes/category/"]),
    ("postsbymonth", r#"{"collection": "notes"}"#, &["href=\"/notes/month/20"]),
    (
        "quote",
        r#"{"quote": "Less & less", "source": "One"}"#,
        &["<p>Less &amp; less</p>", "<figcaption class=\"source\">One</figcaption>"],
    ),
    (
        "video",
        r#"{"title": "Film", "url": "https://d.example/v", "oembed": {"html": "<iframe src=\"https://d.example/e\"></iframe>", "providerName": "D"}}"#,
        &[
            "data-widget=\"video\" data-provider-name=\"D\" data-html=\"&lt;iframe",
            "href=\"https://d.example/v\"",
        ],
    ),
    ("search", r#"{"placeholder": "Find"}"#, &["role=\"search\" action=\"/search\"", "placeholder=\"Find\""]),
    (
        "audio",
        r#"{"title": "Bell", "url": "/files/bell.wav"}"#,
        &["<audio controls preload=\"none\" src=\"/files/bell.wav\" aria-label=\"Bell\">"],
    ),
    (
        "fivehundredpix",
        r#"{"url": "https://e.example/us", "title": "Our pictures"}"#,
        &["<a href=\"https://e.example/us\" rel=\"me noopener\">Our pictures</a>"],
    ),
    (
        "product",
        r#"{"productId": "p-plate"}"#,
        &["data-item-id=\"p-plate\"", " href=\"/goods/plate\">Plate</a>", "class=\"product-price\""],
    ),
    ("markdown", r#"{"text": "A *word*"}"#, &["<p>A <em>word</em></p>"]),
    ("flickr", r#"{"url": "https://f.example/us"}"#, &["https://f.example/us</a>"]),
    (
        "amazon",
        r#"{"url": "https://g.example/b", "title": "Book", "price": "$9"}"#,
        &["rel=\"sponsored noopener\"", "<span class=\"loggia-link-price\">$9</span>"],
    ),
    ("horizontalrule", "{}", &["<hr>"]),
    (
        "socialaccountlinks",
        r#"{"accounts": [{"userName": "a", "profileUrl": "https://h.example/a"}]}"#,
        &["<a href=\"https://h.example/a\" rel=\"me noopener\">a</a>"],
    ),
    ("rss", r#"{"collection": "notes"}"#, &["href=\"/notes/feed.xml\" type=\"application/rss+xml\""]),
    (
        "opentable",
        r#"{"url": "https://i.example/t", "title": "Table"}"#,
        &["<h3>Table</h3>", "href=\"https://i.example/t\" rel=\"noopener\">Book</a>"],
    ),
    (
        "newsletter",
        r#"{"formId": "letters", "title": "Letters"}"#,
        &["<h3>Letters</h3>", "data-form-id=\"letters\""],
    ),
    (
        "donation",
        r#"{"productId": "p-gift"}"#,
        &["data-item-id=\"p-gift\"", "<option value=\"$50\">", "<a href=\"/checkout\">"],
    ),
    (
        "button",
        r#"{"text": "Go & see", "url": "/notes", "size": "large"}"#,
        &[
            "class=\"sqs-block-button-element is-large sqs-block-button-element--large\" href=\"/notes\">Go &amp; see</a>",
        ],
    ),
    (
        "socialaccountlinks-v2",
        r#"{"accounts": [{"userName": "b", "profileUrl": "https://h.example/b"}]}"#,
        &["href=\"https://h.example/b\""],
    ),
    (
        "summary-v2",
        r#"{"collection": "goods"}"#,
        &[" href=\"/goods/plate\">Plate</a>", "class=\"product-price\""],
    ),
    (
        "soundcloud",
        r#"{"url": "https://j.example/s", "title": "Song"}"#,
        &["<a class=\"loggia-link\" href=\"https://j.example/s\"", "Song"],
    ),
    ("emailfooter", r#"{"text": "You asked for it."}"#, &["<p>You asked for it.</p>"]),
    ("in-browser-message-link", "{}", &["<a href=\"/parts\">Read this in a browser</a>"]),
    (
        "tourdates",
        r#"{"dates": [{"date": "2026-06-04", "venue": "Hall", "city": "Town", "ticketsUrl": "https://k.example/t"}]}"#,
        &["datetime=\"2026-06-0", "<strong>Hall</strong>", "href=\"https://k.example/t\""],
    ),
    (
        "album",
        r#"{"title": "Songs", "tracks": [{"title": "First", "url": "/files/a.wav", "duration": "0:10"}]}"#,
        &["<h3 class=\"album-title\">Songs</h3>", "src=\"/files/a.wav\" aria-label=\"First\""],
    ),
    ("archive", r#"{"collection": "notes", "groupBy": "tag"}"#, &["href=\"/notes/tag/old-times\""]),
    (
        "chart",
        r#"{"dataset": {"columns": ["A", "B"], "rows": [["x", 1], ["y", 2]]}}"#,
        &["<svg viewBox=\"0 0 640 340\" role=\"img\"", "<th scope=\"row\">x</th><td>1</td>"],
    ),
    (
        "zola",
        r#"{"url": "https://l.example/z", "buttonText": "See"}"#,
        &["href=\"https://l.example/z\" rel=\"noopener\">See</a>"],
    ),
    ("acuity", r#"{"url": "https://l.example/a"}"#, &["href=\"https://l.example/a\""]),
    ("opentable-v2", r#"{"url": "https://l.example/o"}"#, &["href=\"https://l.example/o\""]),
    (
        "member-area",
        r#"{"title": "Friends", "html": "<p>First to see.</p>", "joinUrl": "/goods/plate"}"#,
        &["<h3>Friends</h3>", "href=\"/goods/plate\">Become a member</a>"],
    ),
    ("tock", r#"{"url": "https://l.example/k"}"#, &["href=\"https://l.example/k\""]),
    (
        "accordion",
        r#"{"items": [{"title": "Why <b>?", "html": "<p>Because.</p>", "open": true}]}"#,
        &["<details open><summary>Why &lt;b&gt;?</summary>", "<p>Because.</p>"],
    ),
];

#[test]
fn g_076_every_kind_of_block_shows_its_content_and_says_nothing() {
    let codes: std::collections::BTreeSet<&str> = block::ALL.iter().map(|(_, name)| *name).collect();
    let sampled: std::collections::BTreeSet<&str> = SAMPLES.iter().map(|(name, ..)| *name).collect();
    assert_eq!(codes, sampled, "each kind has a sample");
    let blocks: Vec<String> = SAMPLES
        .iter()
        .map(|(name, value, _)| format!("{{\"type\": \"{name}\", \"value\": {value}}}"))
        .collect();
    let (page, faults) =
        page(&format!("\"collections\": [\"notes\", \"goods\"], \"blocks\": [{}]", blocks.join(",\n")));
    assert!(faults.is_empty(), "{faults:#?}");
    for (name, _, parts) in SAMPLES {
        let code = block::ALL.iter().find(|(_, known)| *known == name).unwrap().0;
        let start = format!("class=\"sqs-block {name}-block sqs-block-{name}");
        let from = page.find(&start).unwrap_or_else(|| panic!("no {name} in\n{page}"));
        let rest = &page[from + start.len()..];
        let own = &rest[..rest.find("class=\"sqs-block ").unwrap_or(rest.len())];
        assert!(own.contains(&format!("data-block-type=\"{code}\"")), "{name}: {own}");
        for part in parts {
            assert!(own.contains(part), "{name}: {part} in\n{own}");
        }
    }
}

#[test]
fn g_076_nothing_is_asked_of_anybody_the_owner_did_not_name() {
    let quiet = ["twitter", "instagram", "flickr", "soundcloud", "opentable", "map", "amazon", "video"];
    let samples = SAMPLES.iter().filter(|(name, ..)| quiet.contains(name));
    let blocks: Vec<String> =
        samples.map(|(name, value, _)| format!("{{\"type\": \"{name}\", \"value\": {value}}}")).collect();
    let (page, _) = page(&format!("\"blocks\": [{}]", blocks.join(",")));
    for asking in ["<iframe", "<script src=\"http", "<img src=\"http", "<link rel=\"stylesheet\" href=\"http"]
    {
        assert!(!page.contains(asking), "{asking} in\n{page}");
    }
}

#[test]
fn g_076_a_frame_that_the_owner_asks_for_is_a_sandbox() {
    let (page, faults) = page(
        r#""blocks": [{"type": "embed", "value": {"frameUrl": "https://m.example/f", "title": "A frame"}}]"#,
    );
    assert!(faults.is_empty(), "{faults:?}");
    assert!(
        page.contains("src=\"https://m.example/f\" title=\"A frame\" loading=\"lazy\" sandbox="),
        "{page}"
    );
}

/// G-077.
#[test]
fn g_077_each_variant_renders_its_layout() {
    let gallery = r#"{"images": [{"assetUrl": "/assets/dot.svg"}]}"#;
    let summary = r#"{"collection": "notes"}"#;
    let chart = r#"{"dataset": {"columns": ["A", "B"], "rows": [["x", 1], ["y", 2], ["z", 4]]}}"#;
    let image = r#"{"image": {"assetUrl": "/assets/dot.svg", "altText": ""}, "title": "T"}"#;
    let events = r#"{"url": "https://n.example/r", "events": [{"title": "E", "when": "Monday", "url": "https://n.example/e"}]}"#;
    for (code, kind, value, part) in [
        (1000, "gallery", gallery, "data-design=\"grid\""),
        (1001, "gallery", gallery, "data-design=\"slideshow\""),
        (1002, "gallery", gallery, "data-design=\"slider\""),
        (1003, "gallery", gallery, "data-design=\"stacked\""),
        (1004, "summary", summary, "loggia-summary summary-layout-wall"),
        (
            1005,
            "summary-v2",
            summary,
            "loggia-summary summary-layout-carousel\" role=\"region\" tabindex=\"0\"",
        ),
        (1006, "summary", summary, "loggia-summary summary-layout-list"),
        (1007, "summary-v2", summary, "loggia-summary summary-layout-grid"),
        (1008, "chart", chart, "<rect class=\"series-1\""),
        (1009, "chart", chart, "<polyline points=\""),
        (1010, "chart", chart, "<path class=\"series-1\" d=\"M"),
        (1011, "image", image, "sqs-block-image image-inline\""),
        (1012, "image", image, "sqs-block-image image-poster\""),
        (1013, "image", image, "sqs-block-image image-card\""),
        (1014, "image", image, "sqs-block-image image-overlap\""),
        (1015, "image", image, "sqs-block-image image-collage\""),
        (1016, "image", image, "sqs-block-image image-stack\""),
        (1017, "tock", events, "<a class=\"sqs-block-button-element\" href=\"https://n.example/r\""),
        (
            1018,
            "opentable",
            events,
            "<form class=\"sqs-reservation-form\" method=\"get\" action=\"https://n.example/r\">",
        ),
        (1019, "acuity", events, "<span>E</span><span>Monday</span><a href=\"https://n.example/e\""),
    ] {
        let (page, faults) =
            page(&format!("\"blocks\": [{{\"type\": \"{kind}\", \"variant\": {code}, \"value\": {value}}}]"));
        assert!(faults.is_empty(), "{code}: {faults:?}");
        assert!(page.contains(part), "{code}: {part} in\n{page}");
    }
    let (_, faults) =
        page(r#""blocks": [{"type": "chart", "variant": 1004}, {"type": "html", "variant": 1020}]"#);
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert!(messages.contains(&"The layout 'summary-wall' is not one of 'chart'."), "{messages:?}");
    assert!(messages.contains(&"1020 is not a variant of a block."), "{messages:?}");
}

/// G-078.
#[test]
fn g_078_a_chart_is_a_drawing_and_a_table() {
    let (page, faults) = page(
        r#""blocks": [{"type": 62, "value": {"title": "Loaves & rolls", "dataset": {"columns": ["Month", "Loaves"],
            "rows": [["May", 1200], ["June", -50], ["July", 800]]}}}]"#,
    );
    assert!(faults.is_empty(), "{faults:?}");
    let svg = &page[page.find("<svg").unwrap()..page.find("</svg>").unwrap()];
    assert_eq!(svg.matches("<rect ").count(), 3, "{svg}");
    assert!(svg.contains("role=\"img\" aria-label=\"Loaves &amp; rolls. The numbers"), "{svg}");
    assert!(svg.contains("<title>May, Loaves: 1,200</title>"), "{svg}");
    let table = &page[page.find("<tbody>").unwrap()..page.find("</tbody>").unwrap()];
    assert_eq!(table.matches("<tr>").count(), 3, "{table}");
    assert!(table.contains("<th scope=\"row\">July</th><td>800</td>"), "{table}");
}

/// G-078.
#[test]
fn g_078_values_that_are_no_numbers_are_reported() {
    let (_, faults) = page(
        r#""blocks": [{"type": 62, "value": {"dataset": {"columns": ["A", "B"], "rows": [["x", "many"]]}}},
            {"type": 62, "variant": 1010, "value": {"dataset": {"columns": ["A", "B", "C"], "rows": [["x", 1, 2]]}}}]"#,
    );
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(messages, ["This row of a chart lacks a number.", "A pie shows the shares of one column."]);
}

/// G-079.
#[test]
fn g_079_donations_lead_to_the_checkout_and_newsletters_are_sign_ups() {
    let (page, faults) = page(
        r#""blocks": [{"type": 52, "value": {"productId": "p-gift", "title": "Give & take"}}, {"type": 52, "value": {"productId": "p-plate"}},
            {"type": 51, "value": {"formId": "letters"}}, {"type": 51, "value": {"formId": "hello"}}]"#,
    );
    for part in [
        "data-item-id=\"p-gift\"",
        "<h3>Give &amp; take</h3>",
        "sqs-add-to-cart-button-wrapper",
        "<a href=\"/checkout\">Go to checkout</a>",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    assert!(page.contains("\"newsletter\":true"), "the form's data says what it is: {page}");
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(
        messages,
        ["A donation is not a thing that is shipped.", "The form 'hello' is not a sign-up to a newsletter.",]
    );
}

/// G-092.
#[test]
fn g_092_follow_buttons_stand_for_the_accounts_of_the_site() {
    let site = crate::site::TestSite::tiny();
    site.edit(
        "site.json",
        "\"website\": {",
        "\"website\": {\"accounts\": [{\"serviceName\": \"mastodon\", \"userName\": \"us\", \"profileUrl\": \"https://a.example/@us\"}],",
    );
    site.write(
        "content/follow/collection.json",
        r#"{"title": "Follow", "urlId": "follow", "type": 10, "blocks": [{"type": 48}]}"#,
    );
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    // G-041: both are printed.
    let page = site.page("follow/index.html");
    assert!(page.contains("https://a.example/@us") && page.contains("us</span>"), "{page}");
}

/// G-069.
#[test]
fn g_069_pages_may_hold_a_gallery_a_film_and_sound_and_ship_no_script_for_what_stands_still() {
    let (page, faults) = page(
        r#""blocks": [{"type": "gallery", "value": {"images": [{"assetUrl": "/assets/dot.svg", "title": "One"}]}},
            {"type": "video", "value": {"title": "Film", "url": "/files/film.mp4", "image": {"assetUrl": "/assets/dot.svg"},
              "captions": [{"src": "/files/film.vtt", "srclang": "en", "label": "English", "default": true}]}},
            {"type": "audio", "value": {"url": "/files/bell.wav"}}]"#,
    );
    assert!(faults.is_empty(), "{faults:?}");
    // G-040: a film of the site itself, with its poster and captions.
    assert!(page.contains("<video class=\"sqs-video-native\" controls"), "{page}");
    assert!(
        page.contains(
            "<track kind=\"captions\" src=\"/files/film.vtt\" srclang=\"en\" label=\"English\" default>"
        ),
        "{page}"
    );
    assert!(page.contains("src=\"/files/film.mp4\"") && page.contains("<audio controls"), "{page}");
    assert!(!page.contains("<script"), "{page}");
}
