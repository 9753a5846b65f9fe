//! Galleries: defaults, ranges, kinds of media.

use loggia_generator::site::gallery::OPTIONS;

use super::page;
use crate::site::TestSite;

const IMAGES: &str = r#"[{"assetUrl": "/assets/dot.svg", "title": "One", "body": "<p>First.</p>", "linkUrl": "/notes"}, {"assetUrl": "/assets/dot.svg", "altText": "Two"}]"#;

fn gallery(options: &str) -> (String, Vec<loggia_generator::diagnostic::Diagnostic>) {
    page(&format!(
        "\"blocks\": [{{\"type\": 8, \"value\": {{\"images\": {IMAGES}, \"options\": {{{options}}}}}}}]"
    ))
}

/// Each option's row, its default, and another value that shows that the option is read at all.
const DEFAULTS: [(&str, &str, &str, &str); 23] = [
    ("G-093", "design", "\"grid\"", "\"stacked\""),
    ("G-094", "autoplay", "false", "true"),
    ("G-095", "autoplay-duration", "5", "7"),
    ("G-096", "controls", "false", "true"),
    ("G-097", "auto-crop", "true", "false"),
    ("G-098", "aspect-ratio", "\"square\"", "\"sixteen-nine\""),
    ("G-099", "square-thumbs", "true", "false"),
    ("G-100", "thumbnails", "false", "true"),
    ("G-101", "thumbnail-strip-height", "80", "60"),
    ("G-102", "thumbnail-strip-margin", "20", "10"),
    ("G-103", "show-meta-basic", "true", "false"),
    ("G-104", "show-meta", "true", "false"),
    ("G-105", "show-meta-only-title", "false", "true"),
    ("G-106", "meta-position", "\"bottom\"", "\"top-left\""),
    ("G-107", "show-meta-on-hover", "false", "true"),
    ("G-108", "active-alignment", "\"center\"", "\"left\""),
    ("G-109", "thumbnails-per-row", "4", "6"),
    ("G-110", "padding", "20", "8"),
    ("G-111", "lightbox", "false", "true"),
    ("G-112", "lightboxTheme", "\"dark\"", "\"light\""),
    ("G-113", "max-width", "300", "240"),
    ("G-114", "newWindow", "false", "true"),
    ("G-115", "transparentBackground", "false", "true"),
];

#[test]
fn g_093_to_g_115_an_option_that_is_not_given_has_its_default() {
    let (unset, faults) = gallery("");
    assert!(faults.is_empty(), "{faults:?}");
    for (row, name, default, other) in DEFAULTS {
        let (html, faults) = gallery(&format!("\"{name}\": {default}"));
        assert!(faults.is_empty(), "{row}: {faults:?}");
        assert_eq!(html, unset, "{row}: {name} {default}");
        let (changed, faults) = gallery(&format!("\"{name}\": {other}"));
        assert!(faults.is_empty(), "{row}: {faults:?}");
        assert_ne!(changed, unset, "{row}: {name} {other}");
        assert!(
            changed.contains(&format!("&quot;{name}&quot;:{}", other.replace('"', "&quot;"))),
            "{row}: {changed}"
        );
    }
    let named: Vec<&str> = DEFAULTS.iter().map(|(_, name, ..)| *name).collect();
    let missing: Vec<&str> = OPTIONS
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !named.contains(name) && *name != "indicators")
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// G-116.
#[test]
fn g_116_a_value_that_is_no_boolean_is_a_fault() {
    for name in ["show-meta-on-hover", "lightbox", "thumbnails"] {
        let (_, faults) = gallery(&format!("\"{name}\": \"true\""));
        assert!(faults.iter().any(|fault| fault.is_error()), "{name}: {faults:?}");
        assert!(
            faults[0].message.ends_with(&format!("options.{name}' must be true or false, not a text.")),
            "{faults:?}"
        );
    }
    let (page, faults) = gallery("\"controls\": \"true\"");
    assert!(
        faults.is_empty() && page.contains("&quot;controls&quot;:true"),
        "exports write some as texts: {faults:?}"
    );
}

/// G-117, N-069.
#[test]
fn g_117_n_069_a_slider_without_a_ratio_has_50() {
    let (page, _) = gallery("\"design\": \"slider\"");
    assert!(page.contains("&quot;aspect-ratio&quot;:50"), "{page}");
    assert!(page.contains("--gallery-slider-ratio:50"), "{page}");
    let (page, _) = gallery("\"design\": \"slider\", \"aspect-ratio\": 35");
    assert!(page.contains("--gallery-slider-ratio:35"), "{page}");
}

#[test]
// N-063, N-064, N-065, N-066, N-067, N-068
fn g_118_values_outside_their_range_are_clamped_and_reported() {
    for (name, wanted, shown) in [
        ("thumbnail-strip-height", 201, 200),
        ("thumbnail-strip-height", -1, 0),
        ("thumbnail-strip-margin", 61, 60),
        ("thumbnails-per-row", 12, 10),
        ("thumbnails-per-row", 0, 1),
        ("padding", 51, 50),
        ("max-width", 99, 100),
        ("max-width", 301, 300),
        ("autoplay-duration", 0, 1),
        ("autoplay-duration", 11, 10),
    ] {
        let (page, faults) = gallery(&format!("\"{name}\": {wanted}"));
        assert!(page.contains(&format!("&quot;{name}&quot;:{shown}")), "{name} {wanted}: {page}");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(!faults[0].is_error());
        assert_eq!(
            faults[0].message,
            format!("{wanted} is out of range for '{name}'; it counts as {shown}.")
        );
    }
}

/// G-118.
#[test]
fn g_118_words_that_are_no_value_are_faults_with_the_nearest() {
    for (option, help) in [
        ("\"design\": \"slidshow\"", "did you mean `slideshow`?"),
        (
            "\"meta-position\": \"middle\"",
            "write one of bottom, top, top-left, top-right, center, bottom-left, bottom-right",
        ),
        ("\"aspect-ratio\": \"squared\"", "did you mean `square`?"),
        ("\"lightboxTheme\": \"ligth\"", "did you mean `light`?"),
        ("\"light-box\": true", "did you mean `lightbox`?"),
    ] {
        let (_, faults) = gallery(option);
        assert_eq!(faults[0].help.as_deref(), Some(help), "{faults:?}");
    }
}

#[test]
fn n_022_media_of_another_kind_are_refused() {
    let (page, faults) = page(
        r#""blocks": [{"type": 8, "value": {"images": [
            {"mediaType": "imageEmpty", "title": "To come"}, {"mediaType": "imageLicensed", "assetUrl": "/assets/dot.svg", "title": "Hired"},
            {"mediaType": "video", "title": "Film", "oembed": {"html": "<i></i>", "providerName": "P"}}, {"mediaType": "imagFile", "assetUrl": "/assets/dot.svg"}]}}]"#,
    );
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].message, "'imagFile' is not a kind of media.");
    assert_eq!(faults[0].help.as_deref(), Some("did you mean `imageFile`?"));
    assert!(
        !page.contains("To come") && page.contains("Hired") && page.contains("data-widget=\"video\""),
        "{page}"
    );
}

#[test]
fn w_203_galleries_move_only_where_they_have_to() {
    for (options, moves) in [
        ("", false),
        ("\"design\": \"stacked\"", false),
        ("\"lightbox\": true", true),
        ("\"design\": \"slideshow\"", true),
        ("\"design\": \"slider\"", true),
    ] {
        let (page, _) = gallery(options);
        assert_eq!(page.contains("data-widget=\"gallery\""), moves, "{options}");
        assert_eq!(page.contains("<script type=\"module\""), moves, "{options}");
        assert!(
            page.contains("<figure class=\"sqs-gallery-item\"><a class=\"sqs-gallery-link\" href=\"/notes\"")
        );
    }
}

#[test]
fn g_093_a_collection_of_pictures_has_the_same_defaults() {
    let site = TestSite::tiny();
    site.write(
        "content/plates/collection.json",
        r#"{"title": "Plates", "urlId": "plates", "type": 6, "options": {"padding": 60}}"#,
    );
    site.write(
        "content/plates/one.json",
        r#"{"title": "One", "recordType": 2, "assetUrl": "/assets/dot.svg"}"#,
    );
    site.write("template/collections/gallery-block.list", "{.gallery-design-grid?}grid {collection.options.padding}{.end}{.section collection}{.gallery-design-grid?}grid {options.padding} {options.lightboxTheme}{.end}{.end}");
    site.write("content/parts/collection.json", r#"{"title": "Parts", "urlId": "parts", "typeName": "page", "type": 10, "blocks": [{"type": 8, "value": {"collection": "plates"}}]}"#);
    let built = site.build();
    let messages: Vec<&str> = built.diagnostics.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(messages, ["60 is out of range for 'padding'; it counts as 50."]);
    assert!(site.page("plates/index.html").contains("grid 50 dark"), "{}", site.page("plates/index.html"));
    assert!(
        site.page("parts/index.html").contains("--gallery-padding:50"),
        "{}",
        site.page("parts/index.html")
    );
}
