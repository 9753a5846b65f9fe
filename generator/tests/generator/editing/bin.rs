//! Pages that are deleted, and come back; addresses that lead elsewhere.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Editor, bakery, until};
use crate::site::TestSite;

/// The files of a folder of the site, by their path: what is in them.
fn files(site: &TestSite, folder: &str) -> BTreeMap<String, Vec<u8>> {
    crate::site::tree(&site.root().join(folder))
}

fn binned(editor: &Editor) -> Vec<Value> {
    editor.get("/config/api/bin").ok()["entries"].as_array().unwrap().clone()
}

/// S-965: nothing is lost, nothing of it is built, and what comes back is as it was, byte for byte.
#[test]
fn s_965_a_list_goes_to_the_bin_with_all_that_is_in_it_and_comes_back_as_it_was() {
    let site = bakery();
    site.change("site.json", |site| site["website"]["languages"] = json!(["en-US", "de"]));
    site.write("languages/de/content/blog/collection.json", "{\n \"title\":   \"Tagebuch\" }");
    site.write("content/blog/90-note.md", "---\ntitle: A note\n---\nWords.\n");
    let (before, german) = (files(&site, "content/blog"), files(&site, "languages/de/content/blog"));
    let editor = Editor::open(site);
    assert_eq!(editor.call("GET /blog", &[], &[]).status, 404, "the editor's own listener has no pages");
    until("the list is there", || editor.visit("GET /blog", &[]).status == 200);

    let moved = editor.post("/config/api/bin", &json!({"path": "content/blog/collection.json"})).ok();
    assert_eq!(moved["files"].as_array().unwrap().len(), before.len() + german.len());
    assert!(!editor.site.root().join("content/blog").exists());
    until("the list is gone", || editor.visit("GET /blog", &[]).status == 404);
    let entries = binned(&editor);
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(
        (&entries[0]["title"], &entries[0]["path"]),
        (&json!("Journal"), &json!("content/blog/collection.json"))
    );
    assert_eq!(entries[0]["files"], json!(before.len() + german.len()));
    let kept = entries[0]["goneOn"].as_i64().unwrap() - entries[0]["deletedOn"].as_i64().unwrap();
    assert_eq!(kept, 30 * 24 * 60 * 60 * 1000);
    let name = entries[0]["name"].as_str().unwrap();
    assert_eq!(files(&editor.site, &format!("bin/{name}/content/blog")), before);

    editor.post("/config/api/bin/restore", &json!({"name": name})).ok();
    assert_eq!(files(&editor.site, "content/blog"), before);
    assert_eq!(files(&editor.site, "languages/de/content/blog"), german);
    assert_eq!(binned(&editor), Vec::<Value>::new());
    until("the list is back", || editor.visit("GET /blog", &[]).status == 200);
    let again = editor.post("/config/api/bin/restore", &json!({"name": name}));
    assert_eq!(again.status, 404, "{}", again.text());
}

/// S-965: one entry of a list, twice under one name; in whose place another stands by now.
#[test]
fn s_965_an_entry_comes_back_only_where_its_place_is_free() {
    let editor = Editor::open(bakery());
    let path = "content/blog/03-how-to-keep-a-loaf.json";
    let before = editor.on_disk(path);
    editor.post("/config/api/bin", &json!({"path": path})).ok();
    assert!(editor.site.root().join("content/blog/collection.json").exists());
    until("the post is gone", || editor.visit("GET /blog/how-to-keep-a-loaf", &[]).status == 404);
    let other = json!({"title": "Another", "urlId": "another", "recordType": 1, "status": "Published"});
    editor.change(json!([{"path": path, "baseDigest": null, "json": other}])).ok();
    let name = binned(&editor)[0]["name"].as_str().unwrap().to_owned();
    let refused = editor.post("/config/api/bin/restore", &json!({"name": name}));
    assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("taken")));
    assert!(editor.on_disk(path).contains("Another"));
    editor.post("/config/api/bin", &json!({"path": path})).ok();
    assert_eq!(binned(&editor).len(), 2);
    editor.post("/config/api/bin/restore", &json!({"name": name})).ok();
    assert_eq!(editor.on_disk(path), before);
}

/// S-965: what cannot be deleted says why, and stays.
#[test]
fn s_965_the_front_page_and_what_is_no_page_stay() {
    let editor = Editor::open(bakery());
    for (path, status, code) in [
        ("content/home/collection.json", 400, "front-page"),
        ("site.json", 400, "path"),
        ("files/arcade-at-dawn.jpg", 400, "path"),
        ("content/../site.json", 400, "path"),
        ("content/none/collection.json", 404, "missing"),
        ("content/blog/none.json", 404, "missing"),
    ] {
        let refused = editor.post("/config/api/bin", &json!({"path": path}));
        assert_eq!((refused.status, &refused.json()["code"]), (status, &json!(code)), "{path}");
    }
    for name in ["", "..", "../content", "20261125T154012Z-none", "20261125T154012Z-../../content"] {
        let refused = editor.post("/config/api/bin/restore", &json!({"name": name}));
        assert_eq!(refused.status, 404, "{name}");
    }
    assert!(!editor.site.root().join("bin").exists());
}

/// S-967: a row of the owner's list is a redirect at once, and a page's own address goes before it.
#[test]
fn s_967_the_editor_writes_the_list_of_addresses_that_lead_elsewhere() {
    let editor = Editor::open(bakery());
    let list = "old,new,code\n/bread-list,/shop,301\n";
    editor.change(json!([{"path": "redirects/own.csv", "baseDigest": null, "text": list}])).ok();
    until("the redirect is there", || editor.visit("GET /bread-list", &[]).status == 301);
    let answer = editor.visit("GET /bread-list", &[]);
    assert!(answer.head.contains("location: /shop"), "{}", answer.head);
    let lists = || editor.get("/config/api/site").ok()["redirects"].clone();
    until("the list is known", || lists() == json!(["redirects/own.csv"]));
    assert_eq!(editor.file("redirects/own.csv")["text"], json!(list));
}

/// S-966: a page that is a draft is in the preview and nowhere else.
#[test]
fn s_966_a_draft_of_a_page_is_seen_in_the_preview_alone() {
    let editor = Editor::open(bakery());
    editor
        .edit("content/about/collection.json", json!([{"op": "set", "pointer": "/draft", "value": true}]))
        .ok();
    until("the page is gone", || editor.visit("GET /about", &[]).status == 404);
    let shown = editor.preview("/about?loggia-edit");
    assert!(shown.status == 200 && shown.text().contains("brick oven"), "{}", shown.text());
    let site = editor.get("/config/api/site").ok();
    let about = site["collections"].as_array().unwrap().iter().find(|one| one["folder"] == "about").unwrap();
    assert_eq!((&about["draft"], &about["enabled"]), (&json!(true), &json!(false)));
    let map = editor.visit("GET /sitemap.xml", &[]).text();
    assert!(map.contains("/contact") && !map.contains("/about"), "{map}");
}
