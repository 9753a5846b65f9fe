//! Sections: what stands behind blocks, and the grid that they lie in at two widths of window.

use loggia_generator::diagnostic::Diagnostic;

use super::page;
use crate::site::TestSite;

const SECTION: &str = r##""sections": [{
    "id": "hero", "theme": "dark", "height": 55, "contentWidth": "narrow", "verticalAlignment": "bottom",
    "background": {"color": "#203040", "overlayOpacity": 35, "width": "inset",
        "image": {"assetUrl": "/assets/dot.svg", "altText": "", "mediaFocalPoint": {"x": 0.1, "y": 0.9}}},
    "grid": {"desktop": {"columns": 24, "rows": 6, "rowHeight": "2.15%"}, "mobile": {"columns": 8, "rows": 10, "rowHeight": 24},
        "columnGap": 11, "rowGap": 12},
    "blocks": [
        {"type": 2, "id": "words", "value": {"html": "<p>Over there</p>"},
         "desktop": {"rowStart": 1, "columnStart": 2, "rowEnd": 5, "columnEnd": 14, "zIndex": 2, "verticalAlignment": "middle"},
         "mobile": {"rowStart": 2, "columnStart": 2, "rowEnd": 4, "columnEnd": 10}},
        {"type": 47, "value": {}}
    ],
    "rows": [{"columns": [{"span": 6, "rows": [{"columns": [{"span": 3, "blocks": [{"type": 2, "value": {"html": "<p>Inner</p>"}}]}]}]}]}]
}]"##;

fn said(faults: &[Diagnostic]) -> Vec<String> {
    faults.iter().map(|fault| format!("{}:{} {}", fault.line, fault.column, fault.message)).collect()
}

#[test]
fn s_530_a_section_is_a_box_with_a_grid_of_two_widths_and_needs_no_script() {
    let (page, faults) = page(SECTION);
    assert!(faults.is_empty(), "{faults:?}");
    for part in [
        "<section class=\"page-section dark section-height--custom content-width--narrow vertical-alignment--bottom background-width--inset has-background\" id=\"hero\" data-section-id=\"hero\" data-section-theme=\"dark\" style=\"min-height:55vh;--section-background:#203040;\">",
        "style=\"object-position:10% 90%;",
        "<div class=\"section-background-overlay\" style=\"opacity:0.35\">",
        "--fe-columns:24;--fe-rows:6;--fe-row-height:calc(var(--fe-width) * 0.0215);--fe-columns-mobile:8;--fe-rows-mobile:10;--fe-row-height-mobile:24px;--fe-column-gap:11px;--fe-row-gap:12px",
        "<div class=\"fe-block fe-align-middle\" style=\"--fe-area:1/2/5/14;--fe-z:2;--fe-area-mobile:2/2/4/10;--fe-z-mobile:0;\">",
        "<div class=\"fe-block\" style=\"--fe-area:auto/2/auto/-2;--fe-z:0;--fe-area-mobile:auto/2/auto/-2;--fe-z-mobile:0;\">",
        "<div class=\"col sqs-col-6 span-6\"><div class=\"row sqs-row\"><div class=\"col sqs-col-3 span-3\">",
        "/assets/blocks.",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let main = page.split_once("<main>").unwrap().1.split_once("</main>").unwrap().0;
    assert!(!main.contains("<script"), "{main}");
}

#[test]
fn s_531_what_is_wrong_with_a_section_is_said_at_its_place() {
    let (page, faults) = page(
        r#""sections": [{
"height": "medum",
"contentWidth": 400,
"background": {"color": "red;position:fixed"},
"grid": {"desktop": {"columns": 4, "rowHeight": "2 rows"}},
"blocks": [{"type": 2, "value": {"html": "<p>Still there</p>"},
"desktop": {"rowStart": 3, "rowEnd": 3, "columnStart": 1, "columnEnd": 4},
"mobile": {"rowStart": 1, "rowEnd": 2, "columnStart": 1, "columnEnd": 60}}]
}]"#,
    );
    let faults = said(&faults);
    for (line, message) in [
        (2, "'medum' is not a value of 'height'."),
        (3, "This is not a value of 'contentWidth'."),
        (4, "'red;position:fixed' is not a color."),
        (5, "This is not the height of a row."),
        (7, "'rowEnd' must come after 'rowStart'."),
        (8, "This grid has no line 60."),
    ] {
        let found =
            faults.iter().any(|fault| fault.starts_with(&format!("{line}:")) && fault.ends_with(message));
        assert!(found, "{line} {message}: {faults:#?}");
    }
    assert_eq!(faults.len(), 6, "{faults:#?}");
    assert!(page.contains("Still there") && !page.contains("position:fixed"), "{page}");
}

#[test]
fn s_290_gradient_spacing_divider_and_visibility_are_classes_and_properties_of_a_style() {
    let (page, faults) = page(
        r##""sections": [{"id": "first", "divider": "wave", "visibleOn": "mobile", "spacing": {"top": "large", "bottom": 37},
            "background": {"gradient": {"angle": 45, "colors": ["#102030", "var(--ink)", "rgb(1 2 3 / 50%)"]}}, "blocks": []}]"##,
    );
    assert!(faults.is_empty(), "{faults:?}");
    for part in [
        "<section class=\"page-section section-divider--wave visible-on--mobile section-space-top--large section-space-bottom--custom\" id=\"first\"",
        "style=\"--section-gradient:linear-gradient(45deg,#102030,var(--ink),rgb(1 2 3 / 50%));--section-space-bottom:37px;\"",
        "<div class=\"section-background\"></div>",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
}

#[test]
fn s_291_what_is_wrong_with_them_is_said_at_its_place_and_stays_out_of_every_style() {
    let (page, faults) = page(
        r##""sections": [{
"divider": "zigzag",
"visibleOn": "phone",
"spacing": {"top": "huge",
 "bottom": 900},
"background": {"gradient": {"angle": 400,
 "colors": ["#102030", "red), url(https://elsewhere.example/x"]}},
"blocks": []},
{"background": {"gradient": {"colors": ["#102030"]}}, "blocks": []}]"##,
    );
    let said = said(&faults);
    for wanted in [
        "2:12 'zigzag' is not a value of 'divider'.",
        "3:14 'phone' is not a value of 'visibleOn'.",
        "4:20 'huge' is not a value of 'top'.",
        "5:12 This is not a value of 'bottom'.",
        "6:38 400 is out of range for 'angle'.",
        "7:24 'red), url(https://elsewhere.example/x' is not a color.",
        "9:40 A gradient has 2 to 5 colors, not 1.",
    ] {
        assert!(said.iter().any(|fault| fault == wanted), "{wanted}: {said:#?}");
    }
    assert_eq!(said.len(), 7, "{said:#?}");
    for never in ["elsewhere.example", "linear-gradient", "zigzag", "huge"] {
        assert!(!page.contains(never), "{never} in {page}");
    }
}

#[test]
fn s_292_a_section_lies_on_a_phone_in_the_order_of_the_desktop_until_a_block_says_where() {
    let grid = r#""grid": {"desktop": {"columns": 24, "rows": 10}, "mobile": {"columns": 8, "rows": 99}}"#;
    let words = r#"{"type": 2, "value": {"html": "<p>Words</p>"}, "desktop": {"rowStart": 2, "columnStart": 14, "rowEnd": 5, "columnEnd": 26, "zIndex": 4, "verticalAlignment": "bottom"}"#;
    let picture = r#"{"type": 5, "value": {"image": {"assetUrl": "/assets/dot.svg", "altText": ""}}, "desktop": {"rowStart": 2, "columnStart": 2, "rowEnd": 10, "columnEnd": 14}}"#;
    let section = |words: &str| format!("\"sections\": [{{{grid}, \"blocks\": [{words}}}, {picture}]}}]");

    let (followed, faults) = page(&section(words));
    assert!(faults.is_empty(), "{faults:?}");
    for part in [
        "--fe-rows-mobile:11;",
        "<div class=\"fe-block fe-align-bottom fe-align-mobile-bottom\" style=\"--fe-area:2/14/5/26;--fe-z:4;--fe-area-mobile:8/2/11/10;--fe-z-mobile:0;\">",
        "--fe-area:2/2/10/14;--fe-z:0;--fe-area-mobile:2/2/7/10;",
    ] {
        assert!(followed.contains(part), "{part} in {followed}");
    }

    let own = format!(
        "{words}, \"mobile\": {{\"rowStart\": 3, \"columnStart\": 2, \"rowEnd\": 6, \"columnEnd\": 6}}"
    );
    let (own, _) = page(&section(&own));
    for part in ["--fe-rows-mobile:99;", "--fe-area-mobile:3/2/6/6;", "--fe-area-mobile:auto/2/auto/-2;"] {
        assert!(own.contains(part), "{part} in {own}");
    }
}

#[test]
fn s_532_each_section_is_a_layout_of_at_most_sixty_blocks() {
    let blocks = vec!["{\"type\": 47, \"value\": {}}"; 61].join(",");
    let (_, faults) = page(&format!(
        "\"sections\": [{{\"blocks\": [{}]}}, {{\"blocks\": [{blocks}]}}]",
        "{\"type\": 47, \"value\": {}}"
    ));
    let faults = said(&faults);
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert!(faults[0].ends_with("There are 61 blocks here; at most 60 are allowed."), "{faults:#?}");
}

#[test]
fn s_533_no_other_page_shows_the_sections_of_a_page_that_is_locked() {
    let site = TestSite::tiny();
    site.write(
        "content/inner/collection.json",
        r#"{"title": "Inner", "urlId": "inner", "type": 10, "typeName": "page", "password": "sesame",
            "sections": [{"blocks": [{"type": 2, "value": {"html": "<p>Nobody reads this</p>"}}]}]}"#,
    );
    site.write(
        "template/collections/notes.list",
        "{website|json}{collections|json}{collection|json}{items|json}",
    );
    let built = site.build_with(&loggia_generator::pipeline::Options { lenient: true, ..site.options() });
    assert!(built.diagnostics.iter().all(|fault| !fault.is_error()), "{:?}", built.diagnostics);
    for (path, bytes) in crate::site::tree(&site.out()) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("Nobody reads this"), "{path}");
    }
}
