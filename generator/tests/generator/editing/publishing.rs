//! Publishing from the editor, and who may.

use loggia_api::clock::Clock;
use loggia_api::repository::{session, site_user};
use loggia_api::{Settings, open_store};
use serde_json::{Value, json};

use super::{Editor, bakery};
use crate::site::TestSite;

const POST: &str = "content/blog/01-why-our-dough-sleeps.json";

pub(super) fn shop() -> TestSite {
    let site = bakery();
    site.change("site.json", |site| {
        site["publish"] = json!({"to": "shelf", "targets": {"shelf": {"kind": "dir", "path": ".published"}}});
    });
    site
}

#[test]
fn what_publishing_changes_is_listed_and_then_done() {
    let editor = Editor::open(shop());
    let plan = || editor.post("/config/api/publish", &json!({"dryRun": true})).ok();
    let first = plan();
    let urls = |plan: &Value, key: &str| -> Vec<String> {
        plan[key].as_array().unwrap().iter().map(|page| page["url"].as_str().unwrap().to_owned()).collect()
    };
    assert!(urls(&first, "added").contains(&"/blog/why-our-dough-sleeps".to_owned()), "{first}");
    assert!(first["files"].as_u64().unwrap() > 20 && first["bytes"].as_u64().unwrap() > 100_000, "{first}");
    assert!(!editor.site.root().join(".published").exists(), "it was only asked");
    let lines = editor.post("/config/api/publish", &json!({})).text();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["kind"], "building");
    assert!(lines.iter().any(|line| line["kind"] == "sending"), "{lines:?}");
    assert_eq!(lines.last().unwrap()["kind"], "published", "{lines:?}");
    let live = editor.site.root().join(".published/current/blog/why-our-dough-sleeps/index.html");
    assert!(std::fs::read_to_string(live).unwrap().contains("Why our dough sleeps"));
    let nothing = plan();
    assert_eq!(
        (&nothing["added"], &nothing["changed"], &nothing["removed"]),
        (&json!([]), &json!([]), &json!([])),
        "{nothing}"
    );
    assert!(nothing["publishedOn"].is_i64());
    let mut events = editor.listen();
    editor.edit(POST, json!([{"op": "set", "pointer": "/title", "value": "Cold & slow"}])).ok();
    events.wait("built");
    let second = plan();
    let page =
        second["changed"].as_array().unwrap().iter().find(|page| page["url"] == "/blog/why-our-dough-sleeps");
    assert!(page.unwrap()["title"].as_str().unwrap().starts_with("Cold & slow"), "{second}");
    assert_eq!(second["target"], "shelf");
    let other = editor.post("/config/api/publish", &json!({"dryRun": true, "to": "dir:/tmp/anywhere"}));
    assert_eq!(other.status, 400, "only what site.json names: {}", other.text());
}

/// An account with these roles, and its session.
pub(super) fn signed_in(site: &TestSite, number: u8, roles: &str) -> String {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let settings = Settings { data_folder: site.root().join(".loggia"), ..Settings::default() };
    let session = format!("session-{number}");
    let (hash, xsrf) = (loggia_api::token::hash(&session), loggia_api::token::hash("x"));
    let (email, roles) = (format!("u{number}@bakery.example"), roles.to_owned());
    runtime.block_on(async move {
        let db = open_store(&settings, 1).await.unwrap();
        db.write(async move |connection| {
            let id = site_user::add(connection, &email, "none", &roles, 0).await?.unwrap();
            let new = session::NewSession {
                token_hash: hash.clone(),
                id: format!("s{number}"),
                site_user_id: id,
                xsrf_hash: xsrf.clone(),
                device: String::new(),
                place: String::new(),
            };
            session::begin(connection, &new, (Clock::System.now_ms(), i64::MAX)).await
        })
        .await
        .unwrap();
        db.close().await;
    });
    session
}

/// E-013, E-025, E-162: with users everybody signs in, and each role does what it may.
#[test]
fn e_162_with_users_each_role_does_what_it_may() {
    let site = shop();
    let roles: Vec<(u8, String)> =
        [1, 3, 4, 7, 8, 10].map(|code| (code, signed_in(&site, code, &format!("[{code}]")))).into();
    let editor = Editor::signed_in(site, &roles[0].1);
    assert_eq!(editor.call("GET /config/api/site", &[], &[]).status, 401, "a stranger");
    let session = |code: u8| &roles.iter().find(|(known, _)| *known == code).unwrap().1;
    let get = |code: u8| {
        let cookie = editor.cookie_of(session(code));
        editor.call("GET /config/api/site", &[("cookie", &cookie)], &[])
    };
    assert_eq!(get(7).status, 403, "E-025");
    assert_eq!(
        get(3).ok()["role"],
        json!({"codes": [3], "tools": ["restock", "analytics"], "mayPublish": false, "signedIn": true}),
        "E-162"
    );
    let post = |code: u8, path: &str, body: Value| {
        let cookie = editor.cookie_of(session(code));
        let crumb = editor.crumb_of(&cookie);
        let headers = [
            ("cookie", cookie.as_str()),
            ("content-type", "application/json"),
            ("x-loggia-editor", crumb.as_str()),
        ];
        editor.call(&format!("POST {path}"), &headers, body.to_string().as_bytes()).status
    };
    let new = |name: &str, status: &str| json!({"changes": [{"path": format!("content/blog/{name}.json"), "baseDigest": null, "json": {"title": name, "status": status, "body": "<p>x</p>"}}]});
    assert_eq!(post(3, "/config/api/changes", new("reporting", "Draft")), 403);
    assert_eq!(post(8, "/config/api/changes", new("store", "Draft")), 403, "a post is no product");
    assert_eq!(post(4, "/config/api/changes", new("editor", "Published")), 200, "E-013");
    let product = |name: &str, status: &str| {
        let content = json!({"productType": 1, "variants": [{"sku": format!("SKU-{name}"), "price": 100}]});
        json!({"changes": [{"path": format!("content/shop/{name}.json"), "baseDigest": null, "json": {"title": name, "status": status, "structuredContent": content}}]})
    };
    assert_eq!(
        post(8, "/config/api/changes", product("live", "Published")),
        403,
        "E-013: others send to review"
    );
    assert_eq!(post(8, "/config/api/changes", product("waiting", "Needs Review")), 200);
    assert_eq!(post(8, "/config/api/publish", json!({"dryRun": true})), 403);
    assert_eq!(post(4, "/config/api/publish", json!({"dryRun": true})), 200);
    let settings = |pointer: &str| {
        let text = editor.on_disk("site.json");
        let digest = blake3_of(text.as_bytes());
        json!({"changes": [{"path": "site.json", "baseDigest": digest, "edits": [{"op": "set", "pointer": pointer, "value": "EUR"}]}]})
    };
    assert_eq!(post(8, "/config/api/changes", settings("/websiteSettings/storeSettings/currency")), 200);
    assert_eq!(post(8, "/config/api/changes", settings("/website/siteTitle")), 403);
    assert_eq!(post(4, "/config/api/changes", settings("/publish/to")), 403);
}

fn blake3_of(bytes: &[u8]) -> String {
    loggia_generator::editing::journal::digest(bytes)
}

/// S-397: what was live before is listed, the newest first, and made live again; the files stay as they are.
#[test]
fn s_397_an_earlier_version_is_made_live_again() {
    let editor = Editor::open(shop());
    let versions = || editor.get("/config/api/versions").ok();
    assert_eq!(versions(), json!({"target": "shelf", "versions": []}));
    let page = || {
        let file = editor.site.root().join(".published/current/blog/why-our-dough-sleeps/index.html");
        std::fs::read_to_string(file).unwrap()
    };
    let mut events = editor.listen();
    editor.post("/config/api/publish", &json!({})).text();
    editor.edit(POST, json!([{"op": "set", "pointer": "/title", "value": "Warm and quick"}])).ok();
    events.wait("built");
    editor.post("/config/api/publish", &json!({})).text();
    assert!(page().contains("Warm and quick"));
    let listed = versions();
    let all = listed["versions"].as_array().unwrap();
    assert_eq!(all.iter().map(|one| one["live"].as_bool().unwrap()).collect::<Vec<_>>(), [true, false]);
    assert!(all[0]["publishedOn"].as_i64().unwrap() > all[1]["publishedOn"].as_i64().unwrap(), "{listed}");
    let again = |version: &Value| editor.post("/config/api/versions", &json!({"version": version}));
    for version in [json!("../../../etc"), json!(""), json!("20200101T000000000Z-000000")] {
        let answer = again(&version);
        assert_eq!(answer.status, 400, "{version}");
        assert!(answer.text().contains("\"code\":\"version\""), "{}", answer.text());
    }
    assert_eq!(again(&all[1]["id"]).ok()["version"], all[1]["id"]);
    assert!(page().contains("Why our dough sleeps") && !page().contains("Warm and quick"));
    assert!(editor.on_disk(POST).contains("Warm and quick"), "the site's files are as they were");
    let plan = editor.post("/config/api/publish", &json!({"dryRun": true})).ok();
    let changed: Vec<&Value> = plan["changed"].as_array().unwrap().iter().map(|page| &page["url"]).collect();
    assert!(changed.contains(&&json!("/blog/why-our-dough-sleeps")), "publishing shows it once more: {plan}");
    assert_eq!(versions()["versions"][1]["live"], true);
}
