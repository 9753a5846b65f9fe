//! `site-fixtures/strangers/configuration/`: the settings of a template as people write them by hand, with what only the
//! editor of the platform asks, and with parts that are not there.

use std::path::Path;

use loggia_generator::pipeline::{Built, Options};

use crate::site::{TestSite, stderr};

fn built() -> (TestSite, Built) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/strangers/configuration");
    let site = TestSite::of(&root);
    let options = Options { minify: false, ..site.options() };
    let built = site.build_with(&options);
    (site, built)
}

/// Comments, commas too many, a byte order mark, tabs, other line breaks; no title, names that are not known, flags in
/// quotes: nothing of it stops a build, and only what is absent is said.
#[test]
fn settings_are_read_as_people_write_them() {
    let (site, built) = built();
    let said: Vec<String> = built.diagnostics.iter().map(ToString::to_string).collect();
    assert!(built.written.is_some() && built.diagnostics.iter().all(|fault| !fault.is_error()), "{said:#?}");
    assert_eq!(built.diagnostics.len(), 3, "{said:#?}");
    for part in [
        "The layout 'bare' has no regions; its pages show their content alone.\n  --> template/template.conf:9:",
        "The layout 'other' asks for the region 'gone', which is not there; nothing is shown for it.\n  --> template/template.conf:10:29",
        "'kettle' is not a kind of block; every block is shown as it is without this file.\n  --> template/blocks/strange.block.conf:1:12",
    ] {
        assert!(said.iter().any(|fault| fault.contains(part)), "{part} in {said:#?}");
    }
    let done = site.loggia(&["check", "site"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(!stderr(&done).contains("error["), "{}", stderr(&done));
}

/// `"ordering": "music-album"` keeps the order of the files, `forcePageSize` goes before a collection's own page size, and
/// a layout that is not there is the default.
#[test]
fn settings_of_a_type_count() {
    let (site, _) = built();
    let songs = site.page("songs/index.html");
    assert!(songs.contains("<li>First song</li><li>Second song</li></ol>"), "{songs}");
    assert!(site.page("songs/page/2/index.html").contains("Third song"));
    assert!(songs.contains("class=\"words\""), "the default layout: {songs}");
}

/// The words of the language of the site, else of the nearest; a site's own `localizedStrings` go before them.
#[test]
fn words_come_in_the_language_of_the_site() {
    let (site, _) = built();
    assert!(site.page("index.html").contains("<p class=\"words\">Weiter Footer</p>"));
    site.edit(
        "site.json",
        "\"navigation\":",
        "\"localizedStrings\": { \"next\": \"Vorwärts\" }, \"navigation\":",
    );
    site.build();
    assert!(site.page("index.html").contains("Vorwärts Footer"));
    site.edit("template/strings/annotations-en-US.json", "\"Footer\"", "\"Foot\"");
    site.build();
    assert!(site.page("index.html").contains("Vorwärts Foot<"), "pages follow the words of their template");
}

/// `blocks/words.block` with `{"type": "html"}` is in place of the program's own block, in the frame that every block has.
#[test]
fn a_template_shows_a_kind_of_block_its_own_way() {
    let (site, _) = built();
    let page = site.page("index.html");
    assert!(page.contains("<article class=\"own-words\"><p>By the water.</p></article>"), "{page}");
    assert!(page.contains("sqs-block-html") && !page.contains("never"), "{page}");
    site.write(
        "content/home/collection.json",
        r#"{ "title": "Quay", "urlId": "home", "typeName": "page", "blocks": [
            { "type": 5, "value": { "image": { "assetUrl": "/files/a.svg", "title": "Boat" }, "title": "A boat" } },
            { "type": 2, "value": { "html": "<p>x</p>", "secret": 1 } }] }"#,
    );
    site.write("files/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"6\"></svg>");
    site.write("template/blocks/boat.block.conf", "{ 'type': 'image' }");
    let own = "<i>{item.title} {info.title} {item.assetUrl} {.if item.systemDataId}yes{.end} {website.siteTitle}</i>";
    site.write("template/blocks/boat.block", own);
    site.write("template/blocks/words.block", "<pre>{@|json}</pre>");
    site.build_with(&Options { minify: false, ..site.options() });
    let page = site.page("index.html");
    assert!(page.contains("<i>Boat A boat /assets/files/a.") && page.contains(" yes Quay</i>"), "{page}");
    assert!(
        page.contains("\"html\":\"<p>x<\\/p>\"") && !page.contains("\"siteTitle\""),
        "its own values alone: {page}"
    );
}

/// S-490: a kind of block that a template brings is shown by its own template with what its owner filled in; pages name it
/// by its name, and one that nobody has is said with what it may have been.
#[test]
fn s_490_a_template_brings_kinds_of_block_of_its_own() {
    let (site, _) = built();
    let conf = r#"{
        // Read by hand.
        "type": "price-card", "title": "Price card",
        "fields": [
            { "key": "plan", "label": "Plan" },
            { "key": "plan", "kind": "flag" },
            { "key": "2nd" },
            { "key": "look", "kind": "chioce" },
            { "key": "lines", "kind": "list", "of": [{ "key": "text", "kind": "text" }] },
        ],
        "value": { "plan": "Basic" }
    }"#;
    site.write("template/blocks/card.block.conf", conf);
    let own = "<b>{plan|htmltag}</b>{.repeated section lines}<i>{text|htmltag}</i>{.end} {website.siteTitle}";
    site.write("template/blocks/card.block", own);
    let card = r#"{ "type": "price-card", "id": "p", "value": { "plan": "A <b>", "lines": [{ "text": "one" }, { "text": "two" }] } }"#;
    let grid = r#"{ "desktop": { "columns": 24, "rows": 2 }, "mobile": { "columns": 8, "rows": 2 } }"#;
    let page = format!(
        "{{ \"title\": \"Quay\", \"urlId\": \"home\", \"typeName\": \"page\",\n\"blocks\": [{card}, {{ \"type\": \"prise-card\" }}],\n\"sections\": [{{ \"grid\": {grid}, \"blocks\": [{card}] }}] }}"
    );
    site.write("content/home/collection.json", &page);
    let built = site.build_with(&Options { minify: false, ..site.options() });
    let said: Vec<String> = built.diagnostics.iter().map(ToString::to_string).collect();
    let html = site.page("index.html");
    assert_eq!(html.matches("<b>A &lt;b&gt;</b><i>one</i><i>two</i> Quay").count(), 2, "{html}");
    assert!(
        html.contains(
            "sqs-block price-card-block sqs-block-price-card\" data-block-type=\"0\" id=\"block-p\""
        ),
        "{html}"
    );
    for part in [
        "'prise-card' is not a kind of block; it shows nothing.\n  --> content/home/collection.json:2:",
        "did you mean `price-card`?",
        "There is a field 'plan' already; this one is left out.\n  --> template/blocks/card.block.conf:6:",
        "A field needs its key; this one is left out.\n  --> template/blocks/card.block.conf:7:",
        "There is no kind of field 'chioce'; it is left out.\n  --> template/blocks/card.block.conf:8:",
        "did you mean `choice`?",
    ] {
        assert!(said.iter().any(|fault| fault.contains(part)), "{part} in {said:#?}");
    }
    site.write("template/blocks/card.block.conf", &conf.replace("price-card", "Price card"));
    let built = site.build_with(&Options { minify: false, ..site.options() });
    let said: Vec<String> = built.diagnostics.iter().map(ToString::to_string).collect();
    let part = "'Price card' cannot name a kind of block; nothing is made of this file.";
    assert!(said.iter().any(|fault| fault.contains(part)), "{said:#?}");
}

/// Two files of one name in two collections are two things; what says its id keeps it.
#[test]
fn equal_names_in_two_collections_are_no_collision() {
    let (site, built) = built();
    assert!(built.diagnostics.iter().all(|fault| fault.code != "id-twice"), "{:?}", built.diagnostics);
    site.write("template/collections/songs.list", "{.repeated section items}<i>{id}</i>{.end}");
    site.write("template/collections/notes.list", "{.repeated section items}<i>{id}</i>{.end}");
    site.write(
        "content/notes/2.json",
        "{ \"title\": \"Second\", \"id\": \"2\", \"publishOn\": \"2026-01-01\" }",
    );
    site.build();
    assert!(site.page("notes/index.html").contains("<i>1</i><i>2</i>"));
    assert!(site.page("songs/index.html").contains("<i>songs-1</i><i>songs-2</i>"));
}

/// What cannot be read as JSON at all still says where, in a template as anywhere.
#[test]
fn settings_that_are_no_json_say_where() {
    let (site, _) = built();
    site.write("template/template.conf", "{ // a comment\n  \"name\": nothing\n}");
    let done = site.loggia(&["build", "site"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(stderr(&done).contains("template/template.conf:2:11"), "{}", stderr(&done));
    assert!(stderr(&done).contains("\n 2 |   \"name\": nothing"), "{}", stderr(&done));
}

/// What cannot be read in a part of a template costs that part: settings of a type or a page, letters of another encoding.
#[test]
fn parts_that_cannot_be_read_cost_no_more_than_themselves() {
    let (site, _) = built();
    site.write("template/collections/notes.conf", "{ \"title\": ");
    site.write("template/pages/search.page.conf", "no settings");
    let region =
        [b"\xef\xbb\xbf<!doctype html><title>Caf\xe9</title>".as_slice(), b"{squarespace-headers}<body>\n"]
            .concat();
    std::fs::write(site.root().join("template/head.region"), region).unwrap();
    let built = site.build();
    let codes: Vec<(&str, bool)> =
        built.diagnostics.iter().map(|fault| (fault.code, fault.is_error())).collect();
    for code in ["json-syntax", "file-encoding"] {
        assert!(codes.contains(&(code, false)), "{codes:?}");
    }
    assert!(built.written.is_some());
    let page = site.page("notes/index.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("<title>Caf\u{fffd}</title>"), "{page}");
}
