//! Pages as the owner sees them: with what is not published, with edits that are not saved, with marks.

use serde_json::json;

use super::{Editor, bakery};
use crate::site::tree;

const POST: &str = "content/blog/01-why-our-dough-sleeps.json";

#[test]
fn e_001_the_preview_shows_drafts_and_says_where_things_stand() {
    let site = bakery();
    site.write("content/blog/09-draft.json", r#"{"title": "Only a draft", "status": "Draft", "body": "<p>Not yet.</p>", "blocks": [{"type": "html", "value": {"html": "<p>In a block.</p>"}}]}"#);
    let editor = Editor::open(site);
    assert_eq!(editor.get("/blog/draft").status, 404);
    let page = editor.get("/blog/draft?loggia-edit").text();
    assert!(page.contains("Not yet.") && page.contains("In a block."), "{page}");
    assert!(page.contains("data-loggia-edit=\"content/blog/09-draft.json#/title\""), "{page}");
    assert!(page.contains("data-loggia-edit=\"content/blog/09-draft.json#/blocks/0\""), "{page}");
    assert!(editor.get("/blog?loggia-edit=1").text().contains("Only a draft"));
    assert!(!editor.get("/blog").text().contains("Only a draft"));
    let home = editor.get("/?loggia-edit").text();
    for mark in [
        "content/home/collection.json#/hero/title",
        "content/home/collection.json#/hero/image",
        "site.json#/navigation/mainNav/0/title",
    ] {
        assert!(home.contains(&format!("data-loggia-edit=\"{mark}\"")), "{mark}: {home}");
    }
    assert_eq!(editor.get("/nowhere?loggia-edit").status, 404);
    // Nothing of it is published.
    editor.get("/blog/why-our-dough-sleeps?loggia-edit");
    assert!(!editor.get("/").text().contains("data-loggia-edit"));
}

/// N-099: with `ss_preview=1` the server shows drafts; to whoever may edit, and to nobody else.
#[test]
fn n_099_a_cookie_shows_drafts_as_well() {
    let site = bakery();
    site.write(
        "content/blog/09-draft.json",
        r#"{"title": "Only a draft", "status": "Draft", "body": "<p>Not yet.</p>"}"#,
    );
    let editor = Editor::open(site);
    let get =
        |cookie: &str, host: &str| editor.call("GET /blog/draft", &[("cookie", cookie), ("host", host)], &[]);
    let own = editor.address.clone();
    assert!(get("a=b; ss_preview=1", &own).text().contains("Not yet."));
    assert_eq!(get("ss_preview=0", &own).status, 404);
    assert_eq!(get("ss_preview=1", "elsewhere.example").status, 403);
    let sheet = editor.call("GET /assets/none.css", &[("cookie", "ss_preview=1"), ("host", &own)], &[]);
    assert!(!sheet.text().contains("data-loggia-edit"), "what is no page is as it was");
}

#[test]
fn a_page_is_shown_with_edits_that_are_not_saved() {
    let editor = Editor::open(bakery());
    let before = tree(&editor.site.root().join("content"));
    let digest = editor.file(POST)["digest"].clone();
    let edits = json!([
        {"op": "set", "pointer": "/title", "value": "Typed just now"},
        {"op": "set", "pointer": "/blocks", "value": [{"type": 2, "value": {"html": "<p>A new block</p>"}}]}
    ]);
    let changes = json!([{"path": POST, "baseDigest": digest, "edits": edits}]);
    let shown = editor.post("/config/api/render", &json!({"path": POST, "changes": changes})).ok();
    let html = shown["html"].as_str().unwrap();
    assert_eq!((&shown["url"], &shown["diagnostics"]), (&json!("/blog/why-our-dough-sleeps"), &json!([])));
    assert!(html.contains("Typed just now") && html.contains("A new block"), "{html}");
    assert_eq!(html.matches("A new block").count(), 1, "{html}");
    let list = editor.post("/config/api/render", &json!({"url": "/blog", "changes": changes})).ok();
    assert!(list["html"].as_str().unwrap().contains("Typed just now"));
    // An item that is not there yet, and settings that everything shows.
    let new = json!([{"path": "content/blog/10-new.json", "baseDigest": null, "json": {"title": "Brand new", "status": "Draft", "body": "<p>x</p>"}}]);
    let shown =
        editor.post("/config/api/render", &json!({"path": "content/blog/10-new.json", "changes": new})).ok();
    assert!(shown["html"].as_str().unwrap().contains("Brand new"));
    let site = editor.file("site.json")["digest"].clone();
    let menu = json!([{"path": "site.json", "baseDigest": site, "edits": [{"op": "set", "pointer": "/navigation/mainNav/0/title", "value": "Loaves"}]}]);
    let shown = editor.post("/config/api/render", &json!({"url": "/about", "changes": menu})).ok();
    assert!(shown["html"].as_str().unwrap().contains("Loaves"));
    assert_eq!(tree(&editor.site.root().join("content")), before, "nothing was written");
    assert!(editor.get("/blog/why-our-dough-sleeps").text().contains("Why our dough sleeps in the cold"));
    assert_eq!(editor.post("/config/api/render", &json!({"url": "/nowhere", "changes": []})).status, 404);
    assert_eq!(editor.post("/config/api/render", &json!({"changes": []})).status, 400);
}
