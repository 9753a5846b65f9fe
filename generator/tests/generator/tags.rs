//! `site-fixtures/strangers/tags/`: the tags of the platform with what may stand in them, the parts and the names that its
//! templates count on, and what they ask for in vain.

use std::path::Path;

use loggia_generator::pipeline::{Built, Options};

use crate::site::{TestSite, stderr};

fn built() -> (TestSite, Built) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/strangers/tags");
    let site = TestSite::of(&root);
    let built = site.build_with(&Options { minify: false, ..site.options() });
    (site, built)
}

fn holds(page: &str, parts: &[&str]) {
    for part in parts {
        assert!(page.contains(part), "{part} in {page}");
    }
}

/// Whatever is absent or not known is a warning that says what is shown; `check` and `build` agree.
#[test]
fn what_is_absent_stops_nothing() {
    let (site, built) = built();
    let said: Vec<String> = built.diagnostics.iter().map(ToString::to_string).collect();
    assert!(built.written.is_some() && built.diagnostics.iter().all(|fault| !fault.is_error()), "{said:#?}");
    let mut codes: Vec<&str> = built.diagnostics.iter().map(|fault| fault.code).collect();
    codes.sort_unstable();
    assert_eq!(
        codes,
        [
            "navigation",
            "query-collection",
            "script",
            "site-tag",
            "site-tag",
            "template-render",
            "template-render",
            "template-syntax",
            "template-syntax",
        ]
    );
    for fault in &built.diagnostics {
        let help = fault.help.as_deref().unwrap_or_default();
        assert!(!help.contains("template/") && !help.starts_with("remove"), "{fault}");
    }
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let page = site.page("index.html");
    holds(
        &page,
        &[
            "<p class=\"raw\">{title|no-such-word}</p>",
            "<p class=\"kept\">kept</p>",
            "<p class=\"empty\">none</p>",
        ],
    );
    assert!(!page.contains("squarespace:") && !page.contains("gone.js") && !page.contains("never"), "{page}");
}

/// S-380, S-381: both are there without a script, and nobody else learns of a visit.
#[test]
fn s_380_a_page_is_shared_by_links_and_s_381_its_comments_have_their_place() {
    let (site, _) = built();
    let coral = site.page("journal/coral/index.html");
    holds(
        &coral,
        &[
            "<div class=\"squarespace-social-share sqs-share-buttons Share\">",
            "href=\"https://www.facebook.com/sharer/sharer.php?u=https%3A//reef.example/journal/coral\"",
            "href=\"https://twitter.com/intent/tweet?url=https%3A//reef.example/journal/coral&amp;text=Coral\"",
            "<div class=\"squarespace-comments\"><section class=\"sqs-comments\" id=\"comments-j-1\" aria-label=\"Comments\" data-widget=\"comments\" data-item-id=\"j-1\" data-public-comment-count=\"2\" data-comment-state=\"1\"><p class=\"sqs-comments-count\">2 Comments</p></section></div>",
        ],
    );
    assert!(!coral.contains("mailto:") && !coral.contains("platform."), "{coral}");
    let kelp = site.page("journal/kelp/index.html");
    holds(&kelp, &["<div class=\"squarespace-comments\"></div>"]);
    site.change("site.json", |all| all["website"]["shareButtonOptions"] = serde_json::json!({"email": true}));
    site.build();
    let coral = site.page("journal/coral/index.html");
    let own = coral.split("squarespace-social-share").nth(1).unwrap().split("</div>").next().unwrap();
    assert!(own.contains("mailto:?subject=Coral&amp;body=https%3A//reef.example/journal/coral"), "{own}");
    assert_eq!(own.matches("<a ").count(), 1, "{own}");
}

/// S-322: without it a phone shows a page as wide as a desktop's.
#[test]
fn s_322_a_template_is_told_that_phones_are_served() {
    let (site, _) = built();
    holds(&site.page("index.html"), &["<meta name=\"viewport\" content=\"width=device-width\">"]);
    site.change("site.json", |all| all["template"] = serde_json::json!({"mobileStylesEnabled": false}));
    site.build();
    assert!(!site.page("index.html").contains("viewport"));
}

/// S-323: once, wherever the template wants it; and where it has no place for it.
#[test]
fn s_323_a_page_has_its_style_sheets_wherever_their_place_is() {
    let (site, _) = built();
    site.write("template/styles/site.css", "p { color: teal }");
    site.change("template/template.conf", |conf| conf["stylesheets"] = serde_json::json!(["site.css"]));
    for place in ["{squarespace.headers}", "<!-- none -->", "{squarespace-headers}{squarespace-headers}"] {
        let region =
            format!("<html><head><i>1</i>{place}</head><body>{{squarespace.main-content}}</body></html>");
        site.write("template/site.region", &region);
        site.build();
        let page = site.page("index.html");
        let (before, rest) = page.split_once("<title>").unwrap_or_else(|| panic!("no title in {page}"));
        assert!(before.contains("<i>1</i>") && !rest.contains("<title>"), "{page}");
        assert!(rest.split_once("</head>").is_some_and(|(head, _)| head.contains("stylesheet")), "{page}");
    }
}

/// What stands between the tags of a menu is its template: inside a class, around entries, for a menu without any. Without
/// anything between them the template's block is used, else the program's own.
#[test]
fn a_menu_is_shown_by_what_stands_in_its_tag() {
    let (site, _) = built();
    holds(
        &site.page("journal/index.html"),
        &[
            " has-main no-side\" data-type=\"blog\"",
            "<nav><a class=\"entry here\" href=\"/journal\">Journal</a><a class=\"entry\" href=\"/shop\">Shop</a></nav>",
            "<ul><li class=\"active-link\"><a href=\"/journal\">Journal</a></li>",
        ],
    );
}

/// Queries narrowed by a value of the page, items like that of the page, categories, what depends on a value.
#[test]
fn tags_ask_what_the_page_says() {
    let (site, _) = built();
    assert!(site.page("deep-sea/index.html").contains("<p class=\"tagged\">Kelp Coral </p>"));
    assert!(!site.page("index.html").contains("class=\"tagged\""));
    let item = site.page("journal/coral/index.html");
    holds(&item, &["<aside><a href=\"/journal/foam\">Foam</a></aside>", "<p class=\"is-item\">Coral</p>"]);
    assert!(!site.page("index.html").contains("is-item"));
    let categories = "<nav class=\"category-nav\"><ul class=\"category-nav-links\"><li><a href=\"/journal/category/boats\">Boats</a></li>";
    holds(&site.page("index.html"), &[categories]);
    site.edit("content/journal/3.json", "\"Foam\"", "\"Spray\"");
    site.build();
    assert!(
        site.page("journal/coral/index.html").contains("Spray</a></aside>"),
        "what is related is followed"
    );
}

/// Content in the program's own shape answers to the names of the platform: pictures, logo, cart, accounts, kinds.
#[test]
fn names_of_the_platform_are_answered() {
    let (site, _) = built();
    let home = site.page("index.html");
    holds(
        &home,
        &[
            " homepage native-currency-code-usd has-logo has-cart has-social",
            "data-type=\"page\"",
            "<a href=\"https://example.com/reef\" target=\"_blank\" rel=\"me noopener\" class=\"sqs-svg-icon--wrapper instagram\"",
            "#instagram-icon",
        ],
    );
    holds(&site.page("journal/index.html"), &["<li>Foam pictured</li>"]);
    holds(
        &site.page("journal/coral/index.html"),
        &[
            "<img src=\"/assets/files/reef.",
            "<div class=\"Share sqs-share-buttons\"><div class=\"Share-buttons\">",
            "sharer.php?u=https%3A//reef.example/journal/coral\"",
        ],
    );
    // A picture in the shape of the program's own content is one as well.
    let (own, inner) = (
        "\"assetUrl\": \"/files/reef.svg\"",
        "\"mainImage\": { \"assetUrl\": \"/files/reef.svg\", \"altText\": \"A reef\" }",
    );
    site.edit("content/journal/1.json", own, inner);
    site.build_with(&Options { minify: false, ..site.options() });
    holds(&site.page("journal/coral/index.html"), &["<img src=\"/assets/files/reef."]);
    site.edit("content/journal/1.json", &format!("{inner}, "), "");
    site.edit(
        "content/shop/collection.json",
        ", \"typeName\": \"products\", \"type\": 13",
        ", \"typeName\": \"page\"",
    );
    std::fs::remove_file(site.root().join("content/shop/1.json")).unwrap();
    site.build();
    assert!(
        !site.page("journal/coral/index.html").contains("class=\"main\"")
            && !site.page("index.html").contains("has-cart")
    );
}
