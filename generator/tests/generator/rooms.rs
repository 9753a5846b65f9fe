//! The floors of the house: a module may only use those below it. A new arrow is a line here, seen in review.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Each module and what it may use.
const FLOORS: [(&str, &[&str]); 30] = [
    ("diagnostic", &[]),
    ("folder", &[]),
    ("manifest", &["folder"]),
    ("cli", &[]),
    ("minify", &[]),
    ("output", &["folder", "manifest"]),
    ("report", &["diagnostic", "output"]),
    ("publish", &["folder", "asset", "manifest"]),
    ("import", &["folder", "asset", "diagnostic", "manifest", "picture", "plan", "site"]),
    ("asset", &["folder", "diagnostic", "manifest"]),
    ("cache", &["folder", "manifest"]),
    ("style", &["folder", "asset", "cache", "diagnostic", "manifest", "site"]),
    ("picture", &["folder", "asset", "cache", "diagnostic", "manifest", "site"]),
    ("widgets", &["folder", "asset", "diagnostic"]),
    ("site", &["folder", "diagnostic", "manifest"]),
    ("theme", &["folder", "asset", "diagnostic", "manifest", "site", "style"]),
    ("calendar", &[]),
    ("block_html", &["manifest", "site"]),
    ("plan", &["asset", "calendar", "manifest", "site"]),
    ("catalog", &["asset", "cache", "diagnostic", "manifest", "plan", "site"]),
    ("search", &["asset", "block_html", "catalog", "manifest", "plan", "site"]),
    (
        "render",
        &[
            "asset",
            "block_html",
            "calendar",
            "catalog",
            "diagnostic",
            "manifest",
            "minify",
            "plan",
            "site",
            "theme",
            "widgets",
        ],
    ),
    (
        "pipeline",
        &[
            "folder",
            "asset",
            "block_html",
            "cache",
            "catalog",
            "check",
            "diagnostic",
            "manifest",
            "output",
            "picture",
            "plan",
            "render",
            "report",
            "search",
            "site",
            "style",
            "theme",
            "widgets",
        ],
    ),
    ("check", &["asset", "catalog", "diagnostic", "plan", "site", "theme"]),
    ("watch", &[]),
    ("preview", &["folder", "asset", "render"]),
    (
        "editing",
        &["folder", "asset", "diagnostic", "manifest", "picture", "pipeline", "publish", "site", "widgets"],
    ),
    (
        "cmd",
        &[
            "folder",
            "cli",
            "diagnostic",
            "editing",
            "import",
            "manifest",
            "output",
            "pipeline",
            "preview",
            "publish",
            "report",
            "site",
            "style",
            "theme",
            "watch",
            "widgets",
        ],
    ),
    ("lib", &[]),
    ("main", &[]),
];

#[test]
fn modules_use_only_what_lies_below_them() {
    let allowed: BTreeMap<&str, &[&str]> = FLOORS.into_iter().collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for entry in walkdir::WalkDir::new(&root).into_iter().map(Result::unwrap) {
        if entry.path().extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let inside = entry.path().strip_prefix(&root).unwrap();
        let module = inside.components().next().unwrap().as_os_str().to_string_lossy().replace(".rs", "");
        let below =
            allowed.get(module.as_str()).unwrap_or_else(|| panic!("{module} has no line in the table"));
        let text = fs::read_to_string(entry.path()).unwrap();
        for (at, _) in text.match_indices("crate::") {
            let used = text[at + 7..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            if used != module && !used.is_empty() && !below.contains(&used) {
                wrong.push(format!("{} uses {used}", inside.display()));
            }
        }
        let api = text.contains("loggia_api");
        let may = inside == Path::new("cmd/serve.rs") || inside.starts_with("cmd/serve");
        assert!(!api || may, "{} opens the api's door", inside.display());
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_file_is_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "tests"] {
        for entry in walkdir::WalkDir::new(root.join(folder)).into_iter().map(Result::unwrap) {
            if entry.path().extension().is_some_and(|extension| extension == "rs") {
                let lines = fs::read_to_string(entry.path()).unwrap().lines().count();
                assert!(lines <= 500, "{} has {lines} lines", entry.path().display());
            }
        }
    }
}
