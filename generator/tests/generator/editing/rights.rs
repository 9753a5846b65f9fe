//! Who may what in the editor: a row a call, a cell a role, written from the list of roles of the specification and
//! `docs/owners/accounts.md`, `docs/editor/server.md`. A call of the document without a row is a fault.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::publishing::signed_in;
use super::{Editor, bakery};

/// ADMIN, BILLING, REPORTING, EDITOR, MODERATOR, COMMENTER, STORE_MANAGER, SCHEDULING, VIEWER, CAMPAIGNS_EDITOR,
/// SCHEDULING_VIEWER, SCHEDULING_EDITOR.
const ROLES: [u8; 12] = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13];

/// A call, what it is about, and who passes: `x` for those.
type Row = (&'static str, &'static str, &'static str);

const TABLE: [Row; 50] = [
    ("GET /config/api/site", "", "xxxxx.xxxxxx"),
    ("GET /config/api/fonts", "", "xxxxx.xxxxxx"),
    ("GET /config/api/collection?folder=blog", "", "x..x........"),
    ("GET /config/api/collection?folder=shop", "", "x..x..x....."),
    ("GET /config/api/file?path=site.json", "", "x..x..x....."),
    ("GET /config/api/file?path=content/blog/01-why-our-dough-sleeps.json", "", "x..x........"),
    ("GET /config/api/file?path=content/blog/collection.json", "", "x..x........"),
    ("GET /config/api/file?path=content/shop/07-lemon-tart.json", "", "x..x..x....."),
    ("GET /config/api/file?path=forms/contact.json", "", "x..x..x..x.."),
    ("GET /config/api/file?path=template/footer.region", "", "x..x........"),
    ("GET /config/api/uploads", "", "x..x..x....."),
    ("GET /config/api/job?id=files/none.jpg", "", "x..x..x....."),
    ("GET /config/api/video?url=nothing", "", "x..x..x....."),
    ("GET /config/api/photos?url=nothing", "", "x..x..x....."),
    ("GET /config/api/bin", "", "xxxxx.xxxxxx"),
    ("GET /config/api/home", "", "xxxxx.xxxxxx"),
    ("POST /config/api/bin", "no such post", "x..x..x....."),
    ("POST /config/api/bin/restore", "no such entry", "x..x..x....."),
    ("GET /config/api/offer?country=DE", "", "x.....x....."),
    ("GET /config/api/products", "", "x..x..x....."),
    ("GET /config/api/products/list", "", "x..x..x....."),
    ("POST /config/api/products/list?dryRun=true", "", "x..x..x....."),
    ("POST /config/api/changes", "redirects", "x..x........"),
    ("POST /config/api/connect", "connect", "x..x........"),
    ("POST /config/api/render", "render", "x..x..x....."),
    ("POST /config/api/render", "render a template", "x..x........"),
    ("POST /config/api/changes", "title", "x..x........"),
    ("POST /config/api/changes", "address", "x..........."),
    ("POST /config/api/changes", "all of website", "x..........."),
    ("POST /config/api/changes", "currency", "x.....x....."),
    ("POST /config/api/changes", "flag", "x..........."),
    ("POST /config/api/changes", "target", "x..........."),
    ("POST /config/api/changes", "folder of a target", "............"),
    ("POST /config/api/changes", "program", "............"),
    ("POST /config/api/changes", "post", "x..x........"),
    ("POST /config/api/changes", "Markdown", "x..x........"),
    // S-113: what makes an item a product.
    ("POST /config/api/changes", "product", "x..x..x....."),
    ("POST /config/api/changes", "published product", "x..x........"),
    ("POST /config/api/changes", "product among posts", "x..x........"),
    ("POST /config/api/changes", "form", "x..x........"),
    ("POST /config/api/changes", "template", "x..x........"),
    ("POST /config/api/changes", "field", "x..x........"),
    ("POST /config/api/changes", "translation", "x..x........"),
    ("POST /config/api/upload?name=a.exe", "", "x..x..x....."),
    ("POST /config/api/rename", "rename", "x..x........"),
    ("DELETE /config/api/upload?path=files/none.jpg", "", "x..x........"),
    ("POST /config/api/publish", "plan", "x..x........"),
    ("GET /config/api/versions", "", "x..x........"),
    ("POST /config/api/versions", "no such version", "x..x........"),
    ("GET /api/commerce/orders", "", "x.....x....."),
];

/// What a call sends.
fn body(editor: &Editor, what: &str) -> Option<Value> {
    let new = |path: &str, json: Value| json!([{"path": path, "baseDigest": null, "json": json}]);
    let setting = |pointer: &str, value: Value| {
        let digest = loggia_generator::editing::journal::digest(editor.on_disk("site.json").as_bytes());
        json!([{"path": "site.json", "baseDigest": digest, "edits": [{"op": "set", "pointer": pointer, "value": value}]}])
    };
    let product = |status: &str| {
        let content = json!({"productType": 1, "variants": [{"sku": "R-1", "price": 100}]});
        json!({"title": "R", "status": status, "structuredContent": content})
    };
    let footer = json!([{"path": "template/footer.region", "text": "{squarespace-footers}",
        "baseDigest": loggia_generator::editing::journal::digest(editor.on_disk("template/footer.region").as_bytes())}]);
    let changes = match what {
        "" => return None,
        "connect" => return Some(json!({"kind": "webhook", "target": "nothing"})),
        "render" => return Some(json!({"url": "/"})),
        "render a template" => return Some(json!({"url": "/", "changes": footer})),
        "rename" => return Some(json!({"path": "files/none.jpg", "name": "b.jpg"})),
        "no such post" => return Some(json!({"path": "content/blog/none.json"})),
        "no such entry" => return Some(json!({"name": "20261125T154012Z-none"})),
        "plan" => return Some(json!({"dryRun": true})),
        "no such version" => return Some(json!({"version": "none"})),
        "title" => setting("/website/siteTitle", json!("R")),
        "address" => setting("/website/baseUrl", json!("https://evil.example")),
        "all of website" => setting("/website", json!({"siteTitle": "R"})),
        "currency" => setting("/websiteSettings/storeSettings/currency", json!("EUR")),
        "flag" => setting("/featureFlags/some", json!(true)),
        "target" => setting("/publish/to", json!("local")),
        "folder of a target" => setting("/publish/targets/local/path", json!("/tmp/x")),
        "program" => setting("/publish/catalog", json!({"run": ["touch", "x"]})),
        "post" => new("content/blog/90-r.json", json!({"title": "R", "status": "Draft", "body": "<p>x</p>"})),
        "Markdown" => {
            let text = "---\n{\"title\": \"R\", \"status\": \"Draft\"}\n---\nWords.\n";
            json!([{"path": "content/blog/91-r.md", "baseDigest": null, "text": text}])
        }
        "product" => new("content/shop/90-r.json", product("Draft")),
        "published product" => new("content/shop/90-r.json", product("Published")),
        "product among posts" => new("content/blog/90-r.json", product("Draft")),
        "form" => new("forms/r.json", json!({"name": "R", "fields": []})),
        "template" => footer,
        "redirects" => json!([{"path": "redirects/own.csv", "baseDigest": null, "text": "/a,/b\n"}]),
        "field" => new("fields/r.json", json!({"html": "x"})),
        "translation" => new("languages/de/content/blog.json", json!({"title": "R"})),
        other => panic!("{other} is not known"),
    };
    Some(json!({"changes": changes, "dryRun": true}))
}

/// S-110 to S-113, A-099, E-162: each role, each call, each kind of file.
#[test]
fn s_110_rights_of_every_role_at_every_call_of_the_editor() {
    let site = bakery();
    let sessions = ROLES.map(|code| signed_in(&site, code, &format!("[{code}]")));
    let editor = Editor::signed_in(site, &sessions[0]);
    let mut wrong = Vec::new();
    let own = sessions.map(|session| {
        let cookie = editor.cookie_of(&session);
        let site = editor.call("GET /config/api/site", &[("cookie", &cookie)], &[]);
        let crumb = (site.status == 200).then(|| site.json()["crumb"].as_str().unwrap().to_owned());
        (cookie, crumb.unwrap_or_default())
    });
    for (call, what, cells) in TABLE {
        let sent = body(&editor, what).map(|body| body.to_string()).unwrap_or_default();
        for ((code, (cookie, crumb)), cell) in ROLES.into_iter().zip(&own).zip(cells.chars()) {
            let headers = [
                ("cookie", cookie.as_str()),
                ("x-loggia-editor", crumb.as_str()),
                ("content-type", "application/json"),
            ];
            let answer = editor.call(call, &headers, sent.as_bytes());
            if (answer.status != 403) != (cell == 'x') || answer.status == 401 {
                wrong.push(format!("role {code} at {call} {what}: {} {}", answer.status, answer.text()));
            }
        }
        let stranger = editor.call(call, &[("content-type", "application/json")], sent.as_bytes());
        if stranger.status != 401 {
            wrong.push(format!("a stranger at {call} {what}: {}", stranger.status));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// S-106, S-112: the preview is for who works on what is not published, and for VIEWER.
#[test]
fn s_112_viewer_sees_the_preview_and_reads_no_file() {
    let site = bakery();
    site.write(
        "content/blog/09-draft.json",
        r#"{"title": "Only a draft", "status": "Draft", "body": "<p>x</p>"}"#,
    );
    let sessions = ROLES.map(|code| signed_in(&site, code, &format!("[{code}]")));
    let editor = Editor::signed_in(site, &sessions[0]);
    for (code, session) in ROLES.into_iter().zip(&sessions) {
        let cookie = editor.cookie_of(session);
        let answer = editor.call("GET /config/api/site", &[("cookie", &cookie)], &[]);
        if code == 7 {
            assert_eq!(answer.status, 403);
            continue;
        }
        let site = answer.ok();
        let address = site["previewUrl"].as_str().unwrap();
        let sees = [1, 4, 8, 10].contains(&code);
        assert_eq!(!address.is_empty(), sees, "{code}");
        let reads = [1, 4].contains(&code);
        assert_eq!(!site["navigation"].as_object().unwrap().is_empty(), reads, "{code}");
        let folders: BTreeSet<&str> = site["collections"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["folder"].as_str().unwrap())
            .collect();
        assert_eq!(folders.contains("blog"), reads, "{code}");
        assert_eq!(folders.contains("shop"), reads || code == 8, "{code}");
        if sees {
            let place = address.splitn(4, '/').nth(3).unwrap();
            let pass = editor.visit(&format!("GET /{place}"), &[]).cookie().unwrap();
            let page = editor.visit("GET /blog/draft?loggia-edit", &[("cookie", &pass)]);
            assert!(page.text().contains("Only a draft"), "{code}: {}", page.status);
        }
    }
}

#[test]
fn s_110_every_call_of_the_document_has_a_row() {
    let document: Value = serde_json::from_str(include_str!("../../../editor.openapi.json")).unwrap();
    let rows: BTreeSet<String> =
        TABLE.iter().map(|(call, ..)| call.split('?').next().unwrap().to_owned()).collect();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let call = format!("{} {path}", method.to_uppercase());
            // The stream of events does not end; who hears it stands in a test of its own.
            assert!(rows.contains(&call) || call == "GET /config/api/events", "{call} has no row");
        }
    }
}

/// S-111: what is for ADMIN in the settings is for ADMIN in each translation of them, however the change is sent.
#[test]
fn s_111_settings_in_another_language_belong_to_the_same_roles() {
    let site = bakery();
    let path = "languages/de/site.json";
    let there = r#"{"website": {"baseUrl": "https://de.example", "siteTitle": "Bäckerei"}}"#;
    site.write(path, there);
    let sessions = ROLES.map(|code| signed_in(&site, code, &format!("[{code}]")));
    let editor = Editor::signed_in(site, &sessions[0]);
    let digest = loggia_generator::editing::journal::digest(there.as_bytes());
    let change = |more: Value| {
        let mut change = json!({"path": path, "baseDigest": digest});
        change.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        change
    };
    let text = |text: &str| change(json!({"text": text}));
    let set = |pointer: &str, value: Value| {
        change(json!({"edits": [{"op": "set", "pointer": pointer, "value": value}]}))
    };
    let new = |path: &str, json: Value| json!({"path": path, "baseDigest": null, "json": json});
    let (admin, content, shop) = ("x...........", "x..x........", "x.....x.....");
    let rows = [
        (new("languages/fr-FR/site.json", json!({"website": {"baseUrl": "https://evil.example"}})), admin),
        (new("languages/fr-FR/site.json", json!({"website": {"siteTitle": "Le pain"}})), content),
        (new("languages/fr-FR/site.json", json!({"website": "https://evil.example"})), admin),
        (
            new("languages/fr-FR/site.json", json!({"headers": {"script-src": ["https://evil.example"]}})),
            admin,
        ),
        (new("languages/fr-FR/SITE.json", json!({"injections": {"header": "x"}})), admin),
        (new("languages/fr-FR/content/site.json/collection.json", json!({"title": "x"})), content),
        (set("/website/siteTitle", json!("Brot")), content),
        (set("/website/baseUrl", json!("https://evil.example")), admin),
        (set("/headers", json!({})), admin),
        (set("/websiteSettings", json!({"storeSettings": {"currency": "EUR"}})), shop),
        (text(&there.replace("Bäckerei", "Brot")), content),
        (text(&there.replace("de.example", "evil.example")), admin),
        (
            text(
                r#"{"website": {"baseUrl": "https://de.example", "siteTitle": "Bäckerei", "siteTitle": "x"}}"#,
            ),
            admin,
        ),
        (text("no JSON"), admin),
        (change(json!({"delete": true})), admin),
        (change(json!({"renameTo": "languages/fr/site.json"})), admin),
        (change(json!({"renameTo": "languages/de/x.json"})), admin),
    ];
    let mut wrong = Vec::new();
    for (change, cells) in rows {
        let sent = json!({"changes": [change], "dryRun": true}).to_string();
        for ((code, session), cell) in ROLES.into_iter().zip(&sessions).zip(cells.chars()) {
            let cookie = editor.cookie_of(session);
            let site = editor.call("GET /config/api/site", &[("cookie", &cookie)], &[]);
            let Some(crumb) = (site.status == 200).then(|| site.json()["crumb"].as_str().unwrap().to_owned())
            else {
                continue;
            };
            let headers = [
                ("cookie", cookie.as_str()),
                ("x-loggia-editor", &crumb),
                ("content-type", "application/json"),
            ];
            let answer = editor.call("POST /config/api/changes", &headers, sent.as_bytes());
            if (answer.status != 403) != (cell == 'x') {
                wrong.push(format!("role {code} at {change}: {} {}", answer.status, answer.text()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
