//! Items that no template of the site draws: what they are, and what visitors may say of them.

use crate::site::TestSite;

const COLLECTION: &str = r#"{"title": "Kept", "urlId": "kept", "type": 1, "typeName": "kept"}"#;

#[test]
fn g_062_an_item_shows_what_kind_of_record_it_is() {
    let site = TestSite::tiny();
    site.write("content/kept/collection.json", COLLECTION);
    for (name, members, part) in [
        (
            "film",
            r#""recordType": 8, "oembed": {"html": "<iframe src=\"https://a.example/e\"></iframe>", "providerName": "A"}"#,
            "data-provider-name=\"A\" data-html=\"&lt;iframe",
        ),
        (
            "song",
            r#""recordType": 7, "assetUrl": "/files/song.wav""#,
            "<audio controls preload=\"none\" src=\"/files/song.wav\" aria-label=\"song\">",
        ),
        ("picture", r#""recordType": 2, "assetUrl": "/assets/dot.svg", "altText": "A dot""#, "alt=\"A dot\""),
        (
            "link",
            r#""recordType": 5, "sourceUrl": "https://b.example/x""#,
            "<a href=\"https://b.example/x\" rel=\"noopener\">",
        ),
        ("quote", r#""recordType": 4, "body": "<blockquote>Q</blockquote>""#, "<blockquote>Q</blockquote>"),
    ] {
        site.write(&format!("content/kept/{name}.json"), &format!("{{\"title\": \"{name}\", {members}}}"));
        let options = loggia_generator::pipeline::Options { minify: false, ..site.options() };
        let built = site.build_with(&options);
        assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
        let page = site.page(&format!("kept/{name}/index.html"));
        assert!(page.contains(part), "{name}: {part} in\n{page}");
        assert!(!page.contains("<iframe"), "nothing is asked of anybody before a press: {page}");
    }
}

#[test]
fn g_090_g_091_likes_and_shares_show_where_they_are_switched_on() {
    let site = TestSite::tiny();
    site.write("content/kept/collection.json", COLLECTION);
    site.write("content/kept/one.json", r#"{"title": "One", "likeCount": 3}"#);
    site.build();
    let page = site.page("kept/one/index.html");
    assert!(!page.contains("sqs-simple-like") && !page.contains("squarespace-social-buttons"), "{page}");
    assert!(!page.contains("<script type=module"), "a page without widgets has no script: {page}");
    site.edit("site.json", "\"websiteSettings\": {", "\"websiteSettings\": {\"simpleLikingEnabled\": true, ");
    site.edit(
        "site.json",
        "\"website\": {",
        "\"website\": {\"shareButtonOptions\": {\"facebook\": true, \"email\": true}, ",
    );
    site.build();
    let page = site.page("kept/one/index.html");
    assert!(page.contains("data-like-count=3"), "{page}");
    assert!(page.contains("squarespace-social-buttons") && page.contains("data-title=One"), "{page}");
    assert!(page.contains("<script src=/assets/widgets/loader") || page.contains("loader-0a.js"), "{page}");
}
