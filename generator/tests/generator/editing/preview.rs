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
    let page = editor.preview("/blog/draft?loggia-edit").text();
    assert!(page.contains("Not yet.") && page.contains("In a block."), "{page}");
    assert!(page.contains("data-loggia-edit=\"content/blog/09-draft.json#/title\""), "{page}");
    assert!(page.contains("data-loggia-edit=\"content/blog/09-draft.json#/blocks/0\""), "{page}");
    assert!(editor.preview("/blog?loggia-edit=1").text().contains("Only a draft"));
    assert!(!editor.get("/blog").text().contains("Only a draft"));
    let home = editor.preview("/?loggia-edit").text();
    for mark in [
        "content/home/collection.json#/hero/title",
        "content/home/collection.json#/hero/image",
        "site.json#/navigation/mainNav/0/title",
    ] {
        assert!(home.contains(&format!("data-loggia-edit=\"{mark}\"")), "{mark}: {home}");
    }
    assert_eq!(editor.preview("/nowhere?loggia-edit").status, 404);
    // Nothing of it is published.
    editor.preview("/blog/why-our-dough-sleeps?loggia-edit");
    assert!(!editor.get("/").text().contains("data-loggia-edit"));
}

/// A page that was made is there at once: who opens it does not meet "not found" until the next build has ended. One that
/// was taken away since stays away.
#[test]
fn e_001_a_page_is_shown_before_the_build_that_brings_it() {
    let editor = Editor::open(bakery());
    for number in 0..8 {
        let path = format!("content/page-{number}/collection.json");
        let page = json!({"id": format!("page-{number}"), "title": format!("Page {number}"), "urlId": format!("page-{number}"),
            "type": 10, "typeName": "page", "mainContent": "<p>Fresh.</p>"});
        editor.change(json!([{"path": path, "baseDigest": null, "json": page}])).ok();
        let shown = editor.preview(&format!("/page-{number}?loggia-edit"));
        assert_eq!(shown.status, 200, "{}", shown.text());
        let text = shown.text();
        assert!(text.contains("Fresh.") && text.contains(&format!("data-loggia-edit=\"{path}#")), "{text}");
        assert_eq!(editor.preview(&format!("/nowhere-{number}?loggia-edit")).status, 404);
    }
}

/// N-099: with `ss_preview=1` the server shows drafts; to the browser of an editor, and to no other.
#[test]
fn n_099_a_cookie_shows_drafts_as_well() {
    let site = bakery();
    site.write(
        "content/blog/09-draft.json",
        r#"{"title": "Only a draft", "status": "Draft", "body": "<p>Not yet.</p>"}"#,
    );
    let editor = Editor::open(site);
    let pass = editor.pass();
    let get = |cookie: &str, host: &str| {
        editor.visit("GET /blog/draft", &[("cookie", &format!("{cookie}; {pass}")), ("host", host)])
    };
    let own = editor.visitors.clone();
    assert!(get("a=b; ss_preview=1", &own).text().contains("Not yet."));
    assert_eq!(get("ss_preview=0", &own).status, 404);
    assert_eq!(get("ss_preview=1", "elsewhere.example").status, 403);
    assert_eq!(editor.visit("GET /blog/draft", &[("cookie", "ss_preview=1")]).status, 403, "without a pass");
    let both = format!("ss_preview=1; {pass}");
    let sheet = editor.visit("GET /assets/none.css", &[("cookie", &both)]);
    assert!(!sheet.text().contains("data-loggia-edit"), "what is no page is as it was");
}

/// N-099: `ss_template_override` names a layout and `ss_env_override` an environment; each for the browser with the pass.
#[test]
fn n_099_cookies_choose_the_layout_and_the_environment_of_the_preview() {
    let site = bakery();
    site.edit(
        "site.json",
        "\"baseUrl\":",
        "\"baseUrls\": {\"staging\": \"https://staging.bakery.example\"}, \"baseUrl\":",
    );
    let editor = Editor::open(site);
    let pass = editor.pass();
    let get = |cookies: &str| editor.visit("GET /about", &[("cookie", &format!("{cookies}; {pass}"))]).text();
    let (pill, host) = ("data-widget=\"cart-pill\"", "https://staging.bakery.example/about");
    let own = get("ss_preview=1");
    assert!(own.contains("data-loggia-edit") && !own.contains(pill) && !own.contains(host), "{own}");
    let shop = get("ss_template_override=shop");
    assert!(shop.contains(pill) && shop.contains("data-loggia-edit") && !shop.contains(host), "{shop}");
    let staging = get("ss_env_override=staging");
    assert!(staging.contains(host) && !staging.contains(pill), "{staging}");
    let both = get("ss_env_override=staging; ss_template_override=shop");
    assert!(both.contains(host) && both.contains(pill), "{both}");
    // What neither the template nor the program knows changes nothing.
    assert_eq!(get("ss_preview=1; ss_template_override=none; ss_env_override=moon"), own);
    for cookie in ["ss_template_override=shop", "ss_env_override=staging"] {
        let refused = editor.visit("GET /about", &[("cookie", cookie)]);
        assert_eq!(refused.status, 403, "{cookie} without a pass");
    }
    let published = editor.get("/about").text();
    assert!(!published.contains(pill) && !published.contains(host), "visitors see the site as it was built");
}

/// S-106: the pass is the editor's to give; it is in no address that a page's script sees, and shows nothing else.
#[test]
fn s_106_the_preview_is_for_the_browser_that_holds_the_pass() {
    let site = bakery();
    site.write(
        "content/blog/09-draft.json",
        r#"{"title": "Only a draft", "status": "Draft", "body": "<p>Not yet.</p>"}"#,
    );
    let editor = Editor::open(site);
    let address = editor.get("/config/api/site").ok()["previewUrl"].as_str().unwrap().to_owned();
    let key = address.split_once("?loggia-edit=").unwrap().1.to_owned();
    assert!(address.starts_with(&format!("http://{}/?", editor.visitors)) && key.len() == 64, "{address}");
    let first = editor.visit(&format!("GET /blog/draft?a=b&loggia-edit={key}"), &[]);
    assert!(first.head.contains("location: /blog/draft?a=b&loggia-edit\r\n"), "{}", first.head);
    assert!(first.head.contains("httponly") && first.head.contains("samesite=strict"), "{}", first.head);
    let pass = first.cookie().unwrap();
    let framed = |headers: &[(&str, &str)]| {
        let all: Vec<_> = [("cookie", pass.as_str())].into_iter().chain(headers.iter().copied()).collect();
        editor.visit("GET /blog/draft", &all)
    };
    assert_eq!(framed(&[]).status, 404, "in a window of its own it is the site as visitors have it");
    let shown = framed(&[("sec-fetch-dest", "iframe"), ("sec-fetch-site", "same-site")]);
    assert!(shown.text().contains("Not yet.") && !shown.text().contains(&key), "{}", shown.text());
    let only = format!("frame-ancestors 'self' http://{}", editor.address);
    assert!(shown.head.contains(&only), "{}", shown.head);
    for refused in
        [("sec-fetch-site", "cross-site"), ("x-forwarded-for", "127.0.0.1"), ("host", "evil.example")]
    {
        let asked = [("cookie", pass.as_str()), refused];
        assert_eq!(editor.visit("GET /blog/draft?loggia-edit", &asked).status, 403, "{refused:?}");
    }
    let wrong = format!("GET /blog/draft?loggia-edit={}", "0".repeat(64));
    assert_eq!(editor.visit(&wrong, &[]).status, 403);
    // Nor does the pass open anything of the editor.
    assert_eq!(editor.call("GET /config/api/site", &[("cookie", &pass)], &[]).status, 403);
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
