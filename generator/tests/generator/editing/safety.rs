//! Whatever is sent, nothing but the files of the site is read or written, and only for who may.

use serde_json::json;

use super::{Editor, bakery};
use crate::site::tree;

/// Paths that lead elsewhere, or to what is no file of a site.
const HOSTILE: [&str; 44] = [
    "",
    "/",
    ".",
    "..",
    "../x.json",
    "../../etc/passwd",
    "/etc/passwd",
    "//etc/passwd",
    "./site.json",
    "site.json/",
    "content/../site.json",
    "content/blog/../../site.json",
    "content/blog/../../../x.json",
    "content/..",
    "content/.",
    "content//x.json",
    "content/blog//x.json",
    "content/blog/.hidden.json",
    "content/.git/config.json",
    ".git/config",
    ".gitignore",
    ".loggia/loggia.db",
    ".loggia/editing/journal.json",
    ".env",
    "content\\blog\\x.json",
    "content/blog\\..\\..\\x.json",
    "..\\x.json",
    "c:/x.json",
    "content/blog/x.json:stream",
    "content/blog/x.json\u{0}",
    "content/blog/x.json\u{0}.md",
    "content/blog/x\n.json",
    "content/blog/x.php",
    "content/blog/x.exe",
    "content/blog/x",
    "output/index.html",
    "node_modules/x.json",
    "template/../../x.css",
    "template/assets/x.sh",
    "forms/../site.json",
    "files/../site.json",
    "languages/../site.json",
    "%2e%2e/x.json",
    "content/blog/CON.json",
];

#[test]
fn forty_hostile_paths_are_refused_and_touch_nothing() {
    let editor = Editor::open(bakery());
    let outside = || {
        let mut all = tree(&editor.site.beside("."));
        all.retain(|path, _| !path.contains(".loggia"));
        all
    };
    let before = outside();
    for path in HOSTILE {
        let answers = [
            editor.change(json!([{"path": path, "baseDigest": null, "json": {"title": "x"}}])),
            editor.change(json!([{"path": path, "baseDigest": "x", "delete": true}])),
            editor.change(json!([{"path": "forms/contact.json", "baseDigest": "x", "renameTo": path}])),
            editor
                .post("/config/api/render", &json!({"path": path, "changes": [{"path": path, "text": "x"}]})),
        ];
        for answer in answers {
            assert!(matches!(answer.status, 400 | 404), "{path:?}: {} {}", answer.status, answer.text());
        }
    }
    assert_eq!(outside(), before);
}

#[cfg(unix)]
#[test]
fn links_out_of_the_site_are_not_followed() {
    let site = bakery();
    std::fs::write(site.beside("secret.json"), "{\"title\": \"secret\"}").unwrap();
    std::fs::create_dir(site.beside("elsewhere")).unwrap();
    std::os::unix::fs::symlink(site.beside("secret.json"), site.root().join("forms/secret.json")).unwrap();
    std::os::unix::fs::symlink(site.beside("elsewhere"), site.root().join("fields")).unwrap();
    let editor = Editor::open(site);
    let read = editor.get("/config/api/file?path=forms/secret.json");
    assert!(read.status == 400 && !read.text().contains("\"secret\""), "{}", read.text());
    let write = editor.change(json!([{"path": "fields/new.json", "baseDigest": null, "json": {}}]));
    assert_eq!(write.status, 400, "{}", write.text());
    assert_eq!(std::fs::read_dir(editor.site.beside("elsewhere")).unwrap().count(), 0);
}

/// E-025: a page of another site, a name that somebody made lead here, a call without the crumb.
#[test]
fn e_025_calls_from_elsewhere_are_refused() {
    let editor = Editor::open(bakery());
    let body = br#"{"changes": []}"#;
    let crumb = ("x-loggia-editor", editor.crumb.as_str());
    let json = ("content-type", "application/json");
    let post = |headers: &[(&str, &str)]| editor.call("POST /config/api/changes", headers, body).status;
    assert_eq!(post(&[json, crumb]), 200);
    assert_eq!(post(&[json]), 403, "without the crumb");
    assert_eq!(post(&[json, ("x-loggia-editor", "guessed")]), 403);
    assert_eq!(post(&[json, crumb, ("origin", "https://evil.example")]), 403);
    assert_eq!(post(&[json, crumb, ("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(post(&[json, crumb, ("host", "evil.example")]), 403);
    assert_eq!(
        post(&[("content-type", "text/plain"), crumb]),
        400,
        "a form of another page cannot send this"
    );
    for path in ["/config", "/config/api/site", "/config/api/file?path=site.json", "/config/api/events"] {
        let rebound = editor.call(&format!("GET {path}"), &[("host", "evil.example:80")], &[]);
        assert_eq!(rebound.status, 403, "{path}: {}", rebound.text());
        let cross = editor.call(&format!("GET {path}"), &[("sec-fetch-site", "cross-site")], &[]);
        assert_eq!(cross.status, 403, "{path}");
    }
    assert_eq!(
        editor.call("GET /", &[("host", "evil.example")], &[]).status,
        200,
        "the pages are for everybody"
    );
    assert!(editor.address.starts_with("127.0.0.1:"), "E-025: `serve` listens on this machine only");
}

/// Requests that are not understood are answered, never a fault of the program.
#[test]
fn bad_requests_are_said() {
    let editor = Editor::open(bakery());
    let change = json!({"path": "site.json", "baseDigest": "x"});
    for body in [
        json!({}),
        json!({"changes": 1}),
        json!({"changes": [change]}),
        json!({"changes": [{"path": "site.json", "baseDigest": "x", "edits": [], "delete": true}]}),
        json!({"changes": [{"path": "site.json", "edits": []}]}),
        json!({"changes": [{"path": "site.json", "baseDigest": "x", "unknown": 1}]}),
        json!({"changes": [{"path": "site.json", "baseDigest": "x", "edits": [{"op": "burn", "pointer": ""}]}]}),
        json!({"changes": [{"path": "forms/a.json", "text": "{}"}, {"path": "forms/a.json", "text": "{}"}]}),
        json!({"changes": [{"path": "files/x.jpg", "text": "x"}]}),
        json!({"changes": [{"path": "template/footer.region", "baseDigest": "x", "edits": []}]}),
    ] {
        let answer = editor.post("/config/api/changes", &body);
        assert_eq!(answer.status, 400, "{body}: {}", answer.text());
        assert!(answer.json()["code"].is_string(), "{body}");
    }
    assert_eq!(
        editor
            .call(
                "POST /config/api/changes",
                &[("content-type", "application/json"), ("x-loggia-editor", &editor.crumb)],
                b"{"
            )
            .status,
        400
    );
}
