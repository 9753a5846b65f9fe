//! `site-fixtures/strangers/scripts/`: a template whose scripts call the platform's.

use std::path::Path;

use loggia_generator::pipeline::Options;
use serde_json::Value;

use crate::site::TestSite;

fn fixture() -> TestSite {
    TestSite::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/strangers/scripts"))
}

fn site() -> TestSite {
    let site = fixture();
    let options = Options { minify: false, ..site.options() };
    let built = site.build_with(&options);
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    site
}

fn context(page: &str) -> Value {
    let start = page.split_once("id=\"static-context\">").expect("a context").1;
    serde_json::from_str(start.split_once("</script>").unwrap().0).expect("JSON")
}

/// What a page says of itself and of the site, as text that ends no script.
#[test]
fn a_page_tells_its_scripts_what_it_is() {
    let page = site().page("works/index.html");
    let told = context(&page);
    assert_eq!(told["website"]["siteTitle"], "Skies </script> & more");
    assert_eq!(told["website"]["timeZone"], "Europe/London");
    assert_eq!(told["collection"]["fullUrl"], "/works");
    assert_eq!(told["collection"]["itemCount"], 4);
    assert_eq!(told["collectionId"], told["collection"]["id"]);
    assert_eq!(told["pageType"], 1);
    assert_eq!(told["websiteSettings"]["storeSettings"]["defaultCurrency"], "GBP");
    // What the owner has set goes before what the template says; both are text.
    assert_eq!(told["tweakJSON"], serde_json::json!({"slide-speed": "0.2s", "frame": "true"}));
    assert!(told["authenticatedAccount"].is_null() && told["item"].is_null());
    let item = context(&site().page("works/noon/index.html"));
    assert_eq!((&item["item"]["title"], &item["itemId"]), (&"Noon".into(), &"sky-2".into()));
}

/// Nothing of the owner's, and nothing of the page's addresses becomes a place that scripts may call.
#[test]
fn a_context_holds_nothing_private_and_opens_nothing() {
    let page = site().page("works/index.html");
    for hidden in ["hidden-token", "hidden-note", "owner@skies.example"] {
        assert!(!page.contains(hidden), "{hidden}");
    }
    let policy = page.split_once("Content-Security-Policy").unwrap().1.split_once('>').unwrap().0;
    assert!(!policy.contains("example"), "{policy}");
}

/// The context stands before every script of the template, whichever calls it first.
#[test]
fn what_scripts_call_is_there_before_they_are() {
    let page = site().page("index.html");
    let at = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part} in {page}"));
    assert!(at("SQUARESPACE_CONTEXT=") < at("/assets/scripts/site."));
    assert!(at("SQUARESPACE_CONTEXT=") < at("Y.use('node'"));
}

/// A template that calls nothing gets nothing, and what it begins to call comes with the next build.
#[test]
fn a_template_gets_what_its_scripts_call() {
    let site = fixture();
    site.write("template/scripts/site.js", "");
    site.write(
        "template/site.region",
        "<head>{squarespace-headers}</head>{squarespace.main-content}<p>Static.SQUARESPACE_CONTEXT</p>",
    );
    site.build();
    assert!(!site.page("index.html").contains("static-context"));
    site.write("template/scripts/a.js", "go(Static.SQUARESPACE_CONTEXT.website.id)");
    site.build();
    let page = site.page("index.html");
    assert!(page.contains("static-context") && !page.contains("shim-"), "{page}");
}

/// The character set comes first, unless the template has said it before.
#[test]
fn the_character_set_comes_first_and_once() {
    let site = fixture();
    let head = |before: &str| {
        site.write(
            "template/site.region",
            &format!("<!doctype html><html><head>{before}{{squarespace-headers}}</head>{{squarespace.main-content}}"),
        );
        site.build();
        site.page("index.html")
    };
    let page = head("");
    assert!(
        page.starts_with(
            "<!doctype html><html><head><meta charset=utf-8><meta http-equiv=\"Content-Security-Policy\""
        ),
        "{page}"
    );
    for own in [
        "<meta charset=\"utf-8\">",
        "<META CHARSET='UTF-8' />",
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">",
    ] {
        let page = head(own);
        assert_eq!(page.to_lowercase().matches("charset").count(), 1, "{page}");
    }
    let page = head("<title>charset</title>");
    assert!(page.contains("charset=utf-8"), "{page}");
}
