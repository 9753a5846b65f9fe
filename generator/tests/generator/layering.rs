//! The floors of the generator: a module may only use those below it. A new arrow is a line here, seen in review.

use loggia_layering::{Build, Floors, Graph, Member};
use std::fs;
use std::path::Path;

/// Each module and what it may use.
const FLOORS: [(&str, &[&str]); 37] = [
    ("diagnostic", &[]),
    ("folder", &[]),
    ("manifest", &["folder"]),
    ("cli", &[]),
    ("clock", &[]),
    ("starters", &[]),
    ("contents", &["folder", "manifest"]),
    ("browser", &[]),
    ("minify", &[]),
    ("output", &["folder", "manifest"]),
    ("report", &["diagnostic", "output"]),
    ("publish", &["folder", "asset", "clock", "manifest"]),
    (
        "import",
        &["folder", "asset", "clock", "contents", "diagnostic", "manifest", "picture", "plan", "site"],
    ),
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
    (
        "leave",
        &[
            "browser",
            "folder",
            "asset",
            "clock",
            "diagnostic",
            "import",
            "manifest",
            "picture",
            "pipeline",
            "plan",
        ],
    ),
    ("export", &["folder", "asset", "contents", "catalog", "diagnostic", "manifest", "pipeline", "site"]),
    ("watch", &[]),
    ("lsp", &["folder", "asset", "clock", "diagnostic", "pipeline", "site", "theme"]),
    ("preview", &["folder", "asset", "render"]),
    (
        "editing",
        &[
            "asset",
            "cache",
            "catalog",
            "clock",
            "diagnostic",
            "export",
            "folder",
            "import",
            "manifest",
            "picture",
            "pipeline",
            "plan",
            "publish",
            "render",
            "site",
            "starters",
            "style",
            "theme",
            "widgets",
        ],
    ),
    (
        "cmd",
        &[
            "folder",
            "cli",
            "clock",
            "diagnostic",
            "editing",
            "export",
            "import",
            "leave",
            "lsp",
            "manifest",
            "output",
            "pipeline",
            "plan",
            "preview",
            "publish",
            "report",
            "site",
            "starters",
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tree = Member::read(&root, "generator", Build::WithTestHelpers).unwrap().tree;
    let floors = Floors::new(FLOORS.iter().map(|(part, may)| (*part, may.to_vec())));
    let wrong = floors.check(&Graph::of(&tree));
    assert!(wrong.is_empty(), "{wrong:#?}");
    for file in tree.files_naming("loggia_api") {
        assert!(file == "cmd/serve.rs" || file.starts_with("cmd/serve/"), "{file} opens the api's door");
    }
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
