//! What the editor's work leaves in the record of the shop.

use loggia_api::repository::record::{self, Filter, Row};
use loggia_api::{Settings, open_store};
use serde_json::{Value, json};

use super::publishing::{shop, signed_in};
use super::{Answer, Editor};
use crate::site::TestSite;

const POST: &str = "content/blog/01-why-our-dough-sleeps.json";
const ABOUT: &str = "content/about/collection.json";

/// The record of a shop whose server has ended, oldest first. Its chain must hold.
fn rows(site: &TestSite) -> Vec<Row> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let settings = Settings { data_folder: site.root().join(".loggia"), ..Settings::default() };
    runtime.block_on(async move {
        let db = open_store(&settings, 1).await.unwrap();
        let (proof, mut rows) = db
            .read(async |connection| {
                let proof = record::prove(connection, None).await?;
                Ok((proof, record::list(connection, &Filter::default(), 500).await?))
            })
            .await
            .unwrap();
        db.close().await;
        rows.reverse();
        assert_eq!((proof.fault, usize::try_from(proof.rows)), (None, Ok(rows.len())));
        rows
    })
}

fn kinds(rows: &[Row]) -> Vec<(&str, &str)> {
    rows.iter().map(|row| (row.kind.as_str(), row.subject.as_str())).collect()
}

fn detail(row: &Row) -> Value {
    serde_json::from_str(&row.detail).unwrap()
}

/// A call of the editor from a browser with a name.
fn post(editor: &Editor, path: &str, body: &Value) -> Answer {
    let headers = [
        ("content-type", "application/json"),
        ("x-loggia-editor", editor.crumb.as_str()),
        ("user-agent", "Browser/1"),
    ];
    editor.own(&format!("POST {path}"), &headers, body.to_string().as_bytes())
}

/// S-246: by account: who, from where, which file, which value before and after; each publish. What is refused or only asked
/// leaves nothing.
#[test]
fn s_246_changes_and_publishes_stand_in_the_record() {
    let site = shop();
    let (owner, store) = (signed_in(&site, 1, "[1]"), signed_in(&site, 8, "[8]"));
    let editor = Editor::signed_in(site, &owner);
    let digest = editor.file(POST)["digest"].clone();
    let title = editor.file(POST)["json"]["title"].clone();
    let edits = |value: &str| json!([{"op": "set", "pointer": "/title", "value": value}]);
    let change = |value: &str, dry_run: bool| {
        let change = json!([{"path": POST, "baseDigest": digest, "edits": edits(value)}]);
        post(&editor, "/config/api/changes", &json!({"changes": change, "dryRun": dry_run}))
    };
    change("Only asked", true).ok();
    let cookie = editor.cookie_of(&store);
    let crumb = editor.crumb_of(&cookie);
    let headers = [
        ("content-type", "application/json"),
        ("x-loggia-editor", crumb.as_str()),
        ("cookie", cookie.as_str()),
    ];
    let request = json!({"changes": [{"path": POST, "baseDigest": digest, "edits": edits("Not theirs")}]});
    let refused = editor.call("POST /config/api/changes", &headers, request.to_string().as_bytes());
    assert_eq!(refused.status, 403, "{}", refused.text());
    change("Cold and slow", false).ok();
    assert_eq!(change("Against it", false).status, 409, "somebody else has changed the title");
    editor
        .edit(
            "site.json",
            json!([{"op": "set", "pointer": "/website/siteTitle", "value": "Bread and butter"}]),
        )
        .ok();
    let listed = post(&editor, "/config/api/publish", &json!({"dryRun": true}));
    assert_eq!(listed.status, 200, "{}", listed.text());
    let published = post(&editor, "/config/api/publish", &json!({}));
    assert!(published.text().contains("\"published\""), "{}", published.text());
    let rows = rows(&editor.end());
    assert_eq!(kinds(&rows), [("edit", POST), ("settings", "site.json"), ("publish", "shelf")]);
    assert_eq!(detail(&rows[0]), json!({"edits": [{"/title": {"before": title, "after": "Cold and slow"}}]}));
    assert_eq!(detail(&rows[1])["edits"][0]["/website/siteTitle"]["after"], "Bread and butter");
    let what = detail(&rows[2]);
    assert!(what["version"].is_string() && what["sent"].as_u64() > Some(0), "{what}");
    for row in &rows {
        assert_eq!((row.who_email.as_str(), row.area.as_str()), ("u1@bakery.example", "site"), "{row:?}");
        assert!(row.actor.starts_with("account ") && row.actor == rows[0].actor, "{row:?}");
        let from: Value = serde_json::from_str(&row.who_body).unwrap();
        assert_eq!(from["address"], "127.0.0.1", "{row:?}");
        assert_eq!(from["agent"], if row.kind == "settings" { Value::Null } else { "Browser/1".into() });
        assert!(row.made_at > 1_600_000_000_000, "{row:?}");
    }
}

/// S-247: in a site without accounts it is the one at the machine; files that are brought, renamed and taken away as well.
#[test]
fn s_247_without_accounts_it_is_the_one_at_the_machine() {
    let editor = Editor::open(shop());
    let crumb = ("x-loggia-editor", editor.crumb.as_str());
    let octets = ("content-type", "application/octet-stream");
    let text = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
    let upload = || editor.own("POST /config/api/upload?name=menu.pdf", &[crumb, octets], text).ok();
    let path = upload()["path"].as_str().unwrap().to_owned();
    assert_eq!(upload()["path"], path.as_str(), "the same file is kept once");
    let renamed = post(&editor, "/config/api/rename", &json!({"path": path, "name": "card"})).ok();
    let new = renamed["path"].as_str().unwrap().to_owned();
    let gone = editor.own(&format!("DELETE /config/api/upload?path={new}"), &[crumb], &[]);
    assert_eq!(gone.status, 204, "{}", gone.text());
    let rows = rows(&editor.end());
    let expected =
        [("edit", path.as_str()), ("edit", new.as_str()), ("edit", path.as_str()), ("edit", new.as_str())];
    assert_eq!(kinds(&rows), expected);
    let written = json!({"written": {"bytes": text.len(), "isNew": true}});
    let (gone, all) = (json!({"deleted": true}), rows.iter().map(detail).collect::<Vec<_>>());
    assert_eq!(all, [&written, &written, &gone, &gone].map(Clone::clone));
    for row in &rows {
        assert_eq!((row.actor.as_str(), row.who_email.as_str()), ("machine", ""), "{row:?}");
        assert!(row.who_body.contains("127.0.0.1"), "{row:?}");
    }
}

/// S-248: no password is written down, neither the one before nor the new one, wherever in a value it stands.
#[test]
fn s_248_secrets_of_the_site_are_not_written_down() {
    let site = shop();
    site.edit(ABOUT, "\"title\"", "\"password\": \"open sesame\",\n  \"title\"");
    let editor = Editor::open(site);
    editor.edit(ABOUT, json!([{"op": "set", "pointer": "/password", "value": "close sesame"}])).ok();
    editor.edit(ABOUT, json!([{"op": "remove", "pointer": "/password"}])).ok();
    let rows = rows(&editor.end());
    assert_eq!(kinds(&rows), [("edit", ABOUT), ("edit", ABOUT)]);
    for row in &rows {
        assert!(!row.detail.contains("sesame") && row.detail.contains("/password"), "{}", row.detail);
    }
}
