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
    let post = |headers: &[(&str, &str)]| editor.own("POST /config/api/changes", headers, body).status;
    assert_eq!(post(&[json, crumb]), 200);
    assert_eq!(post(&[json]), 403, "without the crumb");
    assert_eq!(post(&[json, ("x-loggia-editor", "guessed")]), 403);
    assert_eq!(post(&[json, crumb, ("origin", "https://evil.example")]), 403);
    let site = format!("http://{}", editor.visitors);
    assert_eq!(post(&[json, crumb, ("origin", &site)]), 403, "S-103: nor a page of the site");
    assert_eq!(post(&[json, crumb, ("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(post(&[json, crumb, ("sec-fetch-site", "same-site")]), 403);
    assert_eq!(post(&[json, crumb, ("host", "evil.example")]), 403);
    assert_eq!(
        post(&[("content-type", "text/plain"), crumb]),
        400,
        "a form of another page cannot send this"
    );
    for path in ["/config", "/config/api/site", "/config/api/file?path=site.json", "/config/api/events"] {
        let get = |headers: &[(&str, &str)]| editor.own(&format!("GET {path}"), headers, &[]);
        let rebound = get(&[("host", "evil.example:80")]);
        assert_eq!(rebound.status, 403, "{path}: {}", rebound.text());
        assert_eq!(get(&[("sec-fetch-site", "cross-site")]).status, 403, "{path}");
        let framed =
            [("sec-fetch-site", "same-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "iframe")];
        assert_eq!(get(&framed).status, 403, "{path}");
    }
    let rebound = editor.visit("GET /", &[("host", "evil.example")]);
    assert_eq!(rebound.status, 200, "the pages are for everybody");
    assert!(editor.address.starts_with("127.0.0.1:"), "E-025: `serve` listens on this machine only");
}

/// S-100: the address of the terminal opens the editor once; without its cookie nobody is let in, whatever else they know.
#[test]
fn s_100_the_terminals_address_opens_the_editor_once() {
    let mut editor = Editor::open(bakery());
    let opened = |place: &str| editor.call(&format!("GET {place}"), &[], &[]);
    assert!(opened("/config").text().contains("The editor is closed"));
    for path in ["/config/api/site", "/config/api/events", "/config/api/uploads", "/files/arcade-at-dawn.jpg"]
    {
        let answer = editor.call(&format!("GET {path}"), &[("x-loggia-editor", &editor.crumb)], &[]);
        assert!(matches!(answer.status, 403 | 404), "{path}: {}", answer.status);
        assert!(!answer.text().contains("crumb"), "{path}");
    }
    // What is typed in the terminal brings another, and ends the one before.
    let (first, second) = (editor.another(), editor.another());
    let place = |address: &str| format!("/config{}", address.split_once("/config").unwrap().1);
    let opened = |address: &str| editor.call(&format!("GET {}", place(address)), &[], &[]);
    assert_eq!(opened(&first).cookie(), None, "another has taken its place");
    let forwarded = [("x-forwarded-for", "127.0.0.1")];
    let passed_on = editor.call(&format!("GET {}", place(&second)), &forwarded, &[]);
    assert_eq!(passed_on.cookie(), None, "S-105: a proxy does not open it");
    assert_eq!(editor.call(&format!("HEAD {}", place(&second)), &[], &[]).cookie(), None, "nor a look");
    let answer = opened(&second);
    assert!(answer.head.contains("location: /config\r\n"), "{}", answer.head);
    assert!(answer.head.contains("httponly") && answer.head.contains("samesite=strict"), "{}", answer.head);
    assert_eq!(opened(&second).cookie(), None, "it works once");
    let cookie = answer.cookie().unwrap();
    let site = editor.call("GET /config/api/site", &[("cookie", &cookie)], &[]);
    assert_eq!(site.status, 200, "{}", site.text());
    assert_ne!(site.ok()["crumb"], editor.crumb, "S-101: each browser has its own");
    assert_eq!(editor.get("/config/api/site").status, 200, "the first browser stays open");
    let proxied = editor.own("GET /config/api/site", &forwarded, &[]);
    assert_eq!((proxied.status, proxied.json()["code"].as_str()), (403, Some("only-here")), "S-105");
}

/// S-100: as soon as there are users the terminal's address opens nothing, and what it opened is closed.
#[test]
fn s_100_with_users_the_terminals_address_opens_nothing() {
    let site = bakery();
    let owner = super::publishing::signed_in(&site, 1, "[1]");
    let mut editor = Editor::signed_in(site, &owner);
    let address = editor.another();
    let place = address.split_once("/config").unwrap().1;
    assert_eq!(editor.call(&format!("GET /config{place}"), &[], &[]).cookie(), None);
    assert_eq!(editor.call("GET /config/api/site", &[], &[]).status, 401);
}

/// S-103: the site's listener leads to the editor, and has none of its calls.
#[test]
fn s_103_the_sites_listener_has_no_call_of_the_editor() {
    let editor = Editor::open(bakery());
    let host = format!("localhost:{}", editor.visitors.rsplit(':').next().unwrap());
    let answer = editor.visit("GET /config/website/pages?x=1", &[("host", &host)]);
    let port = editor.address.rsplit(':').next().unwrap();
    assert!(
        answer.head.contains(&format!("location: http://localhost:{port}/config/website/pages?x=1")),
        "{}",
        answer.head
    );
    let document: serde_json::Value =
        serde_json::from_str(include_str!("../../../editor.openapi.json")).unwrap();
    let mut calls = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let plain = editor.cookie.split_once('=').unwrap().1;
            let cookies = format!("{}; EditorSession={plain}", editor.cookie);
            let headers = [("cookie", cookies.as_str()), ("x-loggia-editor", editor.crumb.as_str())];
            let answer = editor.visit(&format!("{} {path}", method.to_uppercase()), &headers);
            assert_eq!(answer.status, 404, "{method} {path}: {}", answer.text());
            calls += 1;
        }
    }
    assert!(calls >= 16, "{calls}");
}

/// S-107: the caller is known before a byte of the body is read.
#[test]
fn s_107_a_strangers_body_is_not_read() {
    use std::io::{Read as _, Write as _};
    let editor = Editor::open(bakery());
    for path in ["changes", "render", "connect", "rename", "publish", "upload?name=a.jpg"] {
        let mut stream = std::net::TcpStream::connect(&editor.address).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
        // All of the body is promised and none of it is sent: the answer comes all the same.
        write!(
            stream,
            "POST /config/api/{path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 20000000\r\n\r\n",
            editor.address
        )
        .unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 403", "{path}");
    }
}

/// Requests that are not understood are answered, never a fault of the program.
#[test]
fn bad_requests_are_refused_with_a_reason() {
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
            .own(
                "POST /config/api/changes",
                &[("content-type", "application/json"), ("x-loggia-editor", &editor.crumb)],
                b"{"
            )
            .status,
        400
    );
}
