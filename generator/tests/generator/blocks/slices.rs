//! A cover page with every slice.

use loggia_generator::site::code::slice;

use crate::site::TestSite;

/// A kind of slice, its value, and what it shows (N-006, G-074).
const SAMPLES: [(&str, &str, &str); 18] = [
    ("heading", r#"{"text": "A & B"}"#, "<h1>A &amp; B</h1>"),
    ("body", r#"{"html": "<p>Words</p>"}"#, "<p>Words</p>"),
    ("image", r#"{"image": {"assetUrl": "/assets/dot.svg", "altText": "Dot"}}"#, "alt=\"Dot\""),
    ("gallery", r#"{"images": [{"assetUrl": "/assets/dot.svg"}]}"#, "sqs-gallery-item"),
    ("video", r#"{"title": "F", "oembed": {"html": "<i></i>"}}"#, "data-widget=\"video\""),
    (
        "social-icons",
        r#"{"accounts": [{"userName": "us", "profileUrl": "https://a.example/us"}]}"#,
        "href=\"https://a.example/us\"",
    ),
    (
        "buttons",
        r#"{"buttons": [{"text": "In", "url": "/notes"}, {"text": "Out", "url": "/"}]}"#,
        "href=\"/notes\">In</a>",
    ),
    ("navigation", r#"{"navigationId": "mainNav"}"#, "<a href=\"/notes\">Notes</a>"),
    ("custom-form", r#"{"formId": "hello"}"#, "data-form-id=\"hello\""),
    ("newsletter", r#"{"formId": "letters"}"#, "data-form-id=\"letters\""),
    ("album", r#"{"tracks": [{"title": "T", "url": "/files/t.wav"}]}"#, "src=\"/files/t.wav\""),
    ("map", r#"{"location": {"addressLine1": "1 Quay"}}"#, "<address>1 Quay</address>"),
    ("logo", "{}", "<a class=\"sqs-logo\" href=\"/\">Tiny</a>"),
    ("action", r#"{"text": "New.", "label": "Look", "url": "/notes"}"#, "<a href=\"/notes\">Look</a>"),
    ("form", r#"{"formId": "hello"}"#, "data-form-id=\"hello\""),
    ("lock", "{}", "This page is locked."),
    ("password", "{}", "type=\"password\" name=\"password\""),
    ("twitter", r#"{"items": [{"body": "Hello"}]}"#, "<blockquote>Hello</blockquote>"),
];

#[test]
fn g_074_a_cover_page_shows_every_slice() {
    let site = TestSite::tiny();
    let form = std::fs::read_to_string(site.root().join("forms/hello.json")).unwrap();
    site.write("forms/letters.json", &form.replacen("\"hello\"", "\"letters\", \"newsletter\": true", 1));
    let slices: Vec<String> = SAMPLES
        .iter()
        .map(|(name, value, _)| format!("{{\"type\": \"{name}\", \"value\": {value}}}"))
        .collect();
    site.write(
        "content/cover/collection.json",
        &format!(
            "{{\"title\": \"Cover\", \"urlId\": \"cover\", \"type\": 8, \"slices\": [{}]}}",
            slices.join(",\n")
        ),
    );
    let options = loggia_generator::pipeline::Options { minify: false, ..site.options() };
    let built = site.build_with(&options);
    assert!(built.diagnostics.is_empty(), "{:#?}", built.diagnostics);
    let page = site.page("cover/index.html");
    assert_eq!(SAMPLES.len(), slice::ALL.len());
    for (name, _, part) in SAMPLES {
        let code = slice::ALL.iter().find(|(_, known)| *known == name).unwrap().0;
        let start = format!("<div class=\"sqs-slice sqs-slice-{name}\" data-slice-type=\"{code}\">");
        let from = page.find(&start).unwrap_or_else(|| panic!("{start} in\n{page}"));
        let rest = &page[from + start.len()..];
        let own = &rest[..rest.find("class=\"sqs-slice ").unwrap_or(rest.len())];
        assert!(own.contains(part), "{name}: {part} in\n{own}");
    }
    assert!(page.contains("/assets/blocks."), "the style sheet of blocks is linked: {page}");
    assert!(!site.page("notes/index.html").contains("/assets/blocks."), "and only where there are any");
}

#[test]
fn g_074_a_slice_of_an_unknown_kind_is_reported() {
    let site = TestSite::tiny();
    site.write(
        "content/cover/collection.json",
        r#"{"title": "Cover", "type": 8, "slices": [{"type": 2}, {"type": "headline"}, {"value": {}}]}"#,
    );
    let built = site.build();
    let messages: Vec<String> =
        built.diagnostics.iter().map(|fault| format!("{} {}", fault.column, fault.message)).collect();
    assert_eq!(
        messages,
        [
            "51 2 is not a kind of slice; it shows nothing.",
            "64 'headline' is not a kind of slice; it shows nothing.",
            "77 A slice needs its 'type'; this one shows nothing.",
        ]
    );
}
