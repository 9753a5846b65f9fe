//! A site's folder may be a stranger's: whatever is in it, nothing of it runs, nothing outside of it is read into the
//! output or written, and every command comes to an end.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::site::{TestSite, tree};

/// What stands outside of the site, and must stay there.
const SECRET: &str = "the-secret-beside-the-site";
/// The longest that a command may take on these small folders.
const LONGEST: Duration = Duration::from_secs(120);

type Trap = (&'static str, fn(&TestSite));

fn link(site: &TestSite, from: &str, to: &Path) {
    let place = site.root().join(from);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    let _ = fs::remove_file(&place);
    let _ = fs::remove_dir_all(&place);
    std::os::unix::fs::symlink(to, place).unwrap();
}

fn ran(site: &TestSite) -> String {
    site.beside("ran").display().to_string()
}

fn pipe_at(site: &TestSite, path: &str) {
    let file = site.root().join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    assert!(Command::new("mkfifo").arg(file).status().unwrap().success());
}

fn publish(site: &TestSite, publish: serde_json::Value) {
    site.change("site.json", |site| site["publish"] = publish);
}

const TRAPS: [Trap; 28] = [
    // S-125: what the program keeps for itself lies in a real folder.
    ("the program's own folder in a link", |site| link(site, ".loggia", &site.beside("elsewhere"))),
    ("a folder of the program's own in a link", |site| {
        link(site, ".loggia/cache", &site.beside("elsewhere"));
        link(site, ".loggia/published", &site.beside("elsewhere"));
    }),
    // S-124: only regular files are opened.
    ("pipes that nobody writes into", |site| {
        for pipe in ["files/a.png", "content/zz/collection.json", "template/styles/zz.less", "forms/zz.json"]
        {
            pipe_at(site, pipe);
        }
    }),
    ("a pipe in place of the settings", |site| {
        fs::remove_file(site.root().join("site.json")).unwrap();
        pipe_at(site, "site.json");
    }),
    ("a program that takes the catalogue", |site| {
        let run = serde_json::json!(["touch", ran(site)]);
        publish(site, serde_json::json!({"to": "dir:published", "catalog": {"run": run}}));
    }),
    ("a call that carries the environment", |site| {
        let purge = serde_json::json!({"url": "http://127.0.0.1:9/${SECRET}"});
        let store = serde_json::json!({"kind": "s3", "bucket": "b", "purge": purge});
        publish(site, serde_json::json!({"to": "a", "targets": {"a": store}}));
    }),
    ("a target outside", |site| {
        publish(
            site,
            serde_json::json!({"to": "a", "targets": {"a": {"kind": "dir", "path": "../elsewhere"}}}),
        );
    }),
    ("a target behind a link", |site| {
        link(site, "way", &site.beside("elsewhere"));
        publish(site, serde_json::json!({"to": "dir:way/out"}));
    }),
    ("a file that is a link", |site| link(site, "files/passwd.txt", &site.beside("secret.txt"))),
    ("a picture that is a link", |site| link(site, "files/a.svg", &site.beside("secret.txt"))),
    ("a folder of files that is a link", |site| link(site, "files/inner", &site.beside("outside"))),
    ("all files in a link", |site| link(site, "files", &site.beside("outside"))),
    ("an item that is a link", |site| link(site, "content/notes/zz.json", &site.beside("outside/item.json"))),
    ("a Markdown item that is a link", |site| {
        link(site, "content/notes/zz.md", &site.beside("outside/item.md"))
    }),
    ("a collection in a link", |site| link(site, "content/zz", &site.beside("outside"))),
    ("a form that is a link", |site| link(site, "forms/zz.json", &site.beside("outside/item.json"))),
    ("a template that is a link", |site| link(site, "template/bottom.region", &site.beside("secret.txt"))),
    ("an asset that is a link", |site| link(site, "template/assets/zz.txt", &site.beside("secret.txt"))),
    ("a style sheet that is a link", |site| link(site, "template/styles/zz.css", &site.beside("secret.css"))),
    ("a language in a link", |site| link(site, "languages/de", &site.beside("outside"))),
    ("LESS that reads and runs", |site| {
        let outside = site.beside("secret.css").display().to_string();
        site.write(
            "template/styles/zz.less",
            &format!(
                "@import (inline) \"{outside}\";\n@import (less) \"../../../secret.css\";\n@import \"http://127.0.0.1:9/x.less\";\n\
                 @plugin \"../../../plugin.js\";\n@a: `require('fs').writeFileSync('{0}', 'x')`;\n\
                 b {{ width: @a; background: data-uri('{outside}'); }}\n",
                ran(site)
            ),
        );
    }),
    ("CSS that imports", |site| {
        site.write(
            "template/styles/zz.css",
            "@import \"../../../secret.css\"; b{background:url(../../../secret.txt)}",
        );
    }),
    ("a partial that applies itself", |site| {
        site.write("template/zz.block", "{@|apply zz.block}{@|apply zz.block}");
        site.edit(
            "template/bottom.region",
            "{squarespace-footers}",
            "{@|apply zz.block}{squarespace-footers}",
        );
    }),
    ("partials of other folders", |site| {
        let names = "{@|apply ../../secret.txt}{@|apply /etc/hostname}{@|apply ../site.json}";
        site.edit(
            "template/bottom.region",
            "{squarespace-footers}",
            &format!("{names}{{squarespace-footers}}"),
        );
    }),
    ("deep JSON", |site| {
        let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
        site.write("content/notes/zz.json", &format!("{{\"title\": \"Deep\", \"x\": {deep}}}"));
    }),
    ("names that lead elsewhere", |site| {
        for (at, name) in ["../../../ran", "..", "/../../ran", "a/../../../ran", "..%2f..%2fran", "\\..\\ran"]
            .iter()
            .enumerate()
        {
            let item = serde_json::json!({"title": "T", "urlId": name, "body": "<p>x</p>"});
            site.write(&format!("content/notes/z{at}.json"), &item.to_string());
        }
    }),
    ("a collection whose address leads elsewhere", |site| {
        let list = serde_json::json!({"title": "T", "urlId": "../../ran", "typeName": "notes"});
        site.write("content/zz/collection.json", &list.to_string());
        site.write("content/zz/a.json", "{\"title\": \"A\", \"body\": \"<p>x</p>\"}");
    }),
    ("hooks and a prepared database", |site| {
        for hook in ["pre-commit", "post-checkout", "post-index-change"] {
            site.write(&format!(".git/hooks/{hook}"), &format!("#!/bin/sh\ntouch '{}'\n", ran(site)));
            let file = site.root().join(".git/hooks").join(hook);
            fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        }
        site.write(".git/config", &format!("[core]\n\tfsmonitor = touch '{}'\n", ran(site)));
        site.write(".loggia/loggia.sqlite", "no database");
    }),
];

/// Runs a command of the program to its end; how it ended, if it did.
fn to_its_end(site: &TestSite, words: &[&str]) -> Option<std::process::ExitStatus> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_loggia"))
        .args(words)
        .current_dir(site.beside("."))
        .env("SECRET", SECRET)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = crate::poll::first(LONGEST, || child.try_wait().unwrap());
    if status.is_none() {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    status
}

fn prepared(trap: fn(&TestSite)) -> TestSite {
    let site = TestSite::tiny();
    for (name, text) in [
        ("secret.txt", SECRET.to_owned()),
        ("secret.css", format!("b{{content:\"{SECRET}\"}}")),
        ("plugin.js", format!("require('fs').writeFileSync({:?}, 'x')", ran(&site))),
        ("outside/item.json", format!("{{\"title\": \"{SECRET}\", \"body\": \"<p>x</p>\"}}")),
        ("outside/item.md", format!("---\n{{\"title\": \"{SECRET}\"}}\n---\nx\n")),
        (
            "outside/collection.json",
            format!("{{\"title\": \"{SECRET}\", \"urlId\": \"zz\", \"typeName\": \"notes\"}}"),
        ),
        ("outside/notes.json", format!("{{\"title\": \"{SECRET}\"}}")),
        ("outside/a.txt", SECRET.to_owned()),
    ] {
        let file = site.beside(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    fs::create_dir_all(site.beside("elsewhere")).unwrap();
    trap(&site);
    site
}

/// All that stands beside the site and what is made of it.
fn outside(site: &TestSite) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut all = tree(&site.beside("."));
    all.retain(|path, _| {
        !["site/", "out/", "out.protected/", "out.data/", "up/"].iter().any(|own| path.starts_with(own))
    });
    all
}

fn says_secret(folder: &Path) -> Vec<String> {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.path().is_file());
    let says = |entry: &walkdir::DirEntry| {
        let bytes = fs::read(entry.path()).unwrap_or_default();
        memchr::memmem::find(&bytes, SECRET.as_bytes()).is_some()
    };
    files.filter(says).map(|entry| entry.path().display().to_string()).collect()
}

/// S-123: each trap alone, by every command that reads a folder.
#[test]
fn s_123_a_strangers_folder_runs_reads_and_writes_nothing() {
    let mut wrong = Vec::new();
    for (name, trap) in TRAPS {
        let site = prepared(trap);
        let before = outside(&site);
        for words in [
            &["check", "site"][..],
            &["build", "site", "--out", "out", "--lenient"],
            &["publish", "site", "--out", "out"],
            &["publish", "site", "--out", "out", "--to", "dir:up", "--lenient"],
        ] {
            let what = words[0];
            match to_its_end(&site, words) {
                None => wrong.push(format!("{name}: {what} does not end")),
                Some(status) if status.code().is_none_or(|code| code > 3) => {
                    wrong.push(format!("{name}: {what} ends with {status}"));
                }
                Some(_) => {}
            }
            if site.beside("ran").exists() {
                wrong.push(format!("{name}: {what} ran something"));
            }
            if outside(&site) != before {
                wrong.push(format!("{name}: {what} wrote outside"));
            }
            for made in ["out", "out.protected", "up", "site/published"] {
                let leaks = says_secret(&site.beside(made));
                if !leaks.is_empty() {
                    wrong.push(format!("{name}: {what} read what is outside into {leaks:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
