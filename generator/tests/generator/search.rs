//! The search page and its index: what is public can be found, and a change touches only the files it must.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_generator::diagnostic::Diagnostic;
use loggia_generator::pipeline::{Options, Session, Silent};
use serde_json::Value;

use crate::site::{NOW, TestSite};

const FOLDER: &str = "assets/search/";

fn mill() -> TestSite {
    TestSite::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/search"))
}

/// The files of the index by their name, and the first of them.
fn index(site: &TestSite) -> (BTreeMap<String, String>, String) {
    let files = site.tree().into_iter().filter(|(path, _)| path.starts_with(FOLDER));
    let files: BTreeMap<String, String> = files
        .map(|(path, bytes)| (path[FOLDER.len()..].to_owned(), String::from_utf8(bytes).unwrap()))
        .collect();
    let first = files.keys().find(|name| name.starts_with("index.")).unwrap().clone();
    (files, first)
}

/// Every card of the index by its address.
fn cards(site: &TestSite) -> BTreeMap<String, Value> {
    let (files, first) = index(site);
    let contents: Value = serde_json::from_str(&files[&first]).unwrap();
    let mut cards = BTreeMap::new();
    for (_, file) in contents["cards"].as_object().unwrap() {
        let some: BTreeMap<String, Value> = serde_json::from_str(&files[file.as_str().unwrap()]).unwrap();
        cards.extend(some.into_values().map(|card| (card["url"].as_str().unwrap().to_owned(), card)));
    }
    assert_eq!(contents["documents"].as_u64(), Some(cards.len() as u64));
    cards
}

/// G-048: the page stands at /search with the widget and its index, and reads without a script.
#[test]
fn g_048_there_is_a_search_page() {
    let site = mill();
    let built = site.build();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    let page = site.page("search/index.html");
    let (_, first) = index(&site);
    assert!(
        page.contains(&format!("data-index=/{FOLDER}{first}")),
        "G-024: root-relative and hashed: {page}"
    );
    assert!(
        page.contains("data-widget=search") && page.contains("<form action=/search method=get role=search>"),
        "{page}"
    );
    assert!(page.contains("<a href=/shop>Shop</a>") && page.contains("<a href=/events>Events</a>"), "{page}");
    assert!(!page.contains("/cellar") && !page.contains("/members"), "{page}");
    let data = &page[page.find("loggia-page-data").unwrap()..];
    assert!(data.contains("\"pageType\":4"), "K-026 needs to know the search page: {data}");
}

/// G-128: drafts, locked pages and members' pages are absent from the index. G-129: items of every kind that have a page
/// are in it.
#[test]
fn g_128_g_129_what_is_public_can_be_found_and_nothing_else() {
    let site = mill();
    site.build();
    let cards = cards(&site);
    let expected = ["/", "/about", "/blog/clay", "/blog/keeping-rye", "/events/open-day", "/shop/mug"];
    assert_eq!(cards.keys().collect::<Vec<_>>(), expected);
    let rye = &cards["/blog/keeping-rye"];
    assert_eq!(rye["title"], "Keeping rye bread");
    assert_eq!(rye["text"], "It stays fresh for a week.");
    assert_eq!(rye["tags"], serde_json::json!(["Rye", "Crème fraîche"]));
    assert_eq!(rye["categories"], serde_json::json!(["At home"]));
    let mug = &cards["/shop/mug"];
    assert_eq!(mug["price"], 1800, "the lowest price, in minor units");
    let image = mug["image"].as_str().unwrap();
    assert!(site.out().join(&image[1..]).exists(), "{image}");
    let (files, _) = index(&site);
    for hidden in ["unfindable", "confidential", "unready", "elsewhere", "nobody", "recipe"] {
        assert!(files.values().all(|text| !text.to_lowercase().contains(hidden)), "{hidden}");
    }
    assert!(files.values().any(|text| text.contains("\"creme\"") && text.contains("\"linen\"")), "{files:?}");
    site.build_with(&Options { drafts: true, ..site.options() });
    assert!(self::cards(&site).contains_key("/blog/draft"), "a preview finds drafts");
}

/// The widget reads exactly what the generator writes: both know this file.
#[test]
fn g_128_the_index_is_what_the_widget_expects() {
    let site = mill();
    site.build();
    let (files, first) = index(&site);
    let files: BTreeMap<String, Value> = files
        .into_iter()
        .map(|(name, text)| (name, serde_json::from_str(&text).unwrap_or(Value::String(text))))
        .collect();
    let made = serde_json::json!({
        "rule": "the files of a search index, as the generator writes and the widget reads them",
        "requirements": "G-128, W-219",
        "first": first,
        "files": files,
    });
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/search_index.json");
    let known: Value = std::fs::read_to_string(&kept)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let written = serde_json::to_string_pretty(&made).unwrap();
    assert!(made == known, "{} is not what is written now:\n{written}", kept.display());
}

/// G-024, G-128: only the index and the search page change with a text, beside the item's own pages.
#[test]
fn g_024_a_change_of_one_item_touches_the_index_and_the_search_page_only() {
    let site = mill();
    let options = site.options();
    let mut session = Session::new(&site.out());
    session.build(&options, &[], &Silent).unwrap();
    let file = site.root().canonicalize().unwrap().join("content/blog/mug-notes.json");
    site.edit("content/blog/mug-notes.json", "thrown", "turned");
    let (_, changed) = session.build(&options, &[file], &Silent).unwrap().written.unwrap();
    let pages: Vec<&String> = changed.written.iter().filter(|path| !path.starts_with(FOLDER)).collect();
    assert_eq!(pages, ["blog/clay/index.html", "blog/feed.json", "blog/feed.xml", "search/index.html"]);
    let (files, _) = index(&site);
    assert!(
        files.values().any(|text| text.contains("\"turned\""))
            && files.values().all(|text| !text.contains("\"thrown\""))
    );
    assert_eq!(files.len(), 3, "what is old has gone: {:?}", files.keys());
}

/// An owner may have no search at all, or only titles and excerpts in it.
#[test]
fn g_128_the_owner_chooses_what_is_searched() {
    let site = mill();
    let settings = |search: &str| {
        let text = std::fs::read_to_string(site.root().join("site.json")).unwrap();
        let start = text.find("\"websiteSettings\": {").unwrap() + 20;
        let end = text.find("\"storeSettings\"").unwrap();
        site.write("site.json", &format!("{} \"search\": {search}, {}", &text[..start], &text[end..]));
    };
    settings("{\"text\": \"excerpt\"}");
    site.build();
    let (files, _) = index(&site);
    assert!(
        files.values().all(|text| !text.contains("\"linen\""))
            && files.values().any(|text| text.contains("\"week\""))
    );
    settings("{\"enabled\": false}");
    site.build();
    assert!(!site.out().join("assets/search").exists());
    let page = site.page("search/index.html");
    assert!(!page.contains("data-widget=search") && page.contains("<a href=/blog>Blog</a>"), "{page}");
}

/// A large site is divided into files of some kilobytes, and the same site gives the same files on any number of threads.
#[test]
fn g_128_a_large_index_is_divided() {
    let site = mill();
    for number in 0..900 {
        let word = |n: usize| {
            format!("{}{}", ["ba", "be", "ka", "lo", "mi", "zu"][n % 6], ["nor", "tel", "sid", "rum"][n % 4])
        };
        let text: Vec<String> = (0..60).map(|n| word(number * 7 + n * n)).collect();
        site.write(
            &format!("content/blog/{number}.json"),
            &format!(
                "{{\"title\": \"Post {number} {}\", \"body\": \"<p>{} x{number}</p>\"}}",
                word(number),
                text.join(" ")
            ),
        );
    }
    let built = site.build_with(&Options { now: NOW, ..site.options() });
    assert!(!built.diagnostics.iter().any(Diagnostic::is_error), "{:?}", built.diagnostics);
    let (files, first) = index(&site);
    let contents: Value = serde_json::from_str(&files[&first]).unwrap();
    let (words, cards) = (contents["words"].as_object().unwrap(), contents["cards"].as_object().unwrap());
    assert!(words.len() > 5 && words.keys().all(|beginning| !beginning.is_empty()), "{:?}", words.keys());
    assert_eq!((contents["bits"].as_u64(), cards.len()), (Some(4), 16));
    let list = &files[contents["list"].as_str().unwrap()];
    assert!(list.lines().count() > 900 && list.lines().is_sorted());
    assert!(files.values().all(|text| text.len() < 100_000), "{:?}", files.values().map(String::len).max());
}
