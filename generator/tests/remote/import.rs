//! `loggia import`: what comes out of exports, again and again, with and without pictures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::server::start;
use crate::site::tree;

struct Move {
    folder: tempfile::TempDir,
    /// Hosts that may be called although they are not open to everybody.
    allowed: &'static str,
}

impl Move {
    /// Exports of one small site in the three forms, with pictures at an address.
    fn new(pictures: &str) -> Move {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/exports");
        for entry in fs::read_dir(source).unwrap().map(Result::unwrap) {
            let text =
                fs::read_to_string(entry.path()).unwrap().replace("https://pictures.example", pictures);
            fs::create_dir_all(folder.path().join("from")).unwrap();
            fs::write(folder.path().join("from").join(entry.file_name()), text).unwrap();
        }
        Move { folder, allowed: "127.0.0.1" }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_loggia"))
            .args(arguments)
            .env("LOGGIA_ALLOW_HOSTS", self.allowed)
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }

    fn import(&self, more: &[&str]) -> serde_json::Value {
        let done = self.run(&[&["import", "site", "from", "--json"], more].concat());
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        serde_json::from_slice(&done.stdout).unwrap()
    }

    fn site(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    fn json(&self, path: &str) -> serde_json::Value {
        let text =
            fs::read_to_string(self.site().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        serde_json::from_str(&text).unwrap()
    }
}

fn faults_of(answer: &serde_json::Value) -> Vec<String> {
    let faults = answer["diagnostics"].as_array().unwrap();
    faults
        .iter()
        .map(|fault| {
            format!(
                "{}:{} {}",
                fault["file"].as_str().unwrap(),
                fault["line"],
                fault["message"].as_str().unwrap()
            )
        })
        .collect()
}

#[test]
fn exports_become_plain_content_and_the_site_builds() {
    let moved = Move::new("https://pictures.example");
    let answer = moved.import(&["--no-fetch"]);
    let post = moved.json("content/journal/first-fire.json");
    assert_eq!(
        (post["title"].as_str(), post["publishOn"].as_i64()),
        (Some("First fire"), Some(1_714_557_600_000))
    );
    assert!(post.get("fullUrl").is_none() && post["body"].as_str().unwrap().contains("kiln"));
    assert_eq!(moved.json("content/home/collection.json")["mainContent"], "<p>Pots and bowls.</p>");
    let accounts = &moved.json("site.json")["website"]["socialAccounts"];
    assert_eq!(accounts[0]["profileUrl"], "https://example.com/clay");
    let post = moved.json("content/blog/glazes.json");
    assert_eq!(post["body"], "<p>Ash &amp; water.</p>\n<p>Nothing else.[gallery ids=\"1\"]</p>");
    assert_eq!(
        (&post["tags"][0], &post["categories"][0], &post["status"]),
        (&"ash".into(), &"Craft".into(), &"Published".into())
    );
    assert_eq!(post["mainImage"]["assetUrl"], "https://pictures.example/glaze.jpg");
    assert_eq!(moved.json("content/blog/unfinished-8.json")["status"], "Draft");
    assert_eq!(moved.json("content/visit/collection.json")["type"], 10);
    let bowl = moved.json("content/pots/bowl.json");
    assert_eq!(bowl["structuredContent"]["variantOptionOrdering"], serde_json::json!(["Size"]));
    let variants = &bowl["structuredContent"]["variants"];
    assert_eq!(
        (&variants[0]["price"], &variants[1]["price"], &variants[1]["salePrice"]),
        (&2400.into(), &123_450.into(), &99_900.into())
    );
    assert_eq!(
        (&variants[0]["qtyInStock"], &variants[1]["unlimited"], &variants[1]["onSale"]),
        (&3.into(), &true.into(), &true.into())
    );
    let faults = faults_of(&answer);
    for part in [
        "'Glazes' has the short code [gallery]",
        "'Old form' is of the kind 'wpforms'",
        "This list goes on",
        "'a lot' in 'price'",
    ] {
        assert!(faults.iter().any(|fault| fault.contains(part)), "{part}: {faults:#?}");
    }
    let built = moved.run(&["build", "site", "--out", "out", "--quiet"]);
    assert_eq!(built.status.code(), Some(0), "{}", String::from_utf8_lossy(&built.stderr));
    let out = tree(&moved.folder.path().join("out"));
    for page in [
        "index.html",
        "journal/first-fire/index.html",
        "blog/glazes/index.html",
        "visit/index.html",
        "pots/bowl/index.html",
    ] {
        assert!(out.contains_key(page), "{page}: {:?}", out.keys());
    }
    assert!(!out.contains_key("blog/unfinished-8/index.html"));
}

/// S-528: pages saved as HTML, alone and in the folders of a mirror, become pages, items, menus, forms and fields.
#[test]
fn s_528_pages_saved_as_html_become_a_site_that_builds() {
    let moved = Move { folder: tempfile::tempdir().unwrap(), allowed: "" };
    let from = moved.folder.path().join("from");
    fs::create_dir_all(from.join("news/tag")).unwrap();
    fs::write(from.join("visit.html"), include_str!("../../../crates/exchange/tests/pages/seven.html"))
        .unwrap();
    let post = |path: &str, title: &str, kind: &str| {
        format!(
            "<html><head><title>{title}</title><meta property=\"og:url\" content=\"https://www.ferry.example/{path}\"><script>Static.SQUARESPACE_CONTEXT = \
            {{\"collection\":{{\"id\":\"c9\",\"title\":\"News\",\"type\":1,\"fullUrl\":\"/news\"}}}};</script></head><body class=\"collection-type-blog {kind}\"><main>\
            <h1 class=\"entry-title\">{title}</h1><div class=\"sqs-layout\" data-type=\"item\"><div class=\"sqs-block sqs-block-html\" id=\"block-1\"><div class=\"sqs-block-content\">\
            <p>The words of {title}.</p></div></div></div></main></body></html>"
        )
    };
    fs::write(from.join("news/low-water.html"), post("news/low-water", "Low water", "view-item")).unwrap();
    fs::write(from.join("news/tag/tides.html"), post("news/tag/tides", "News", "view-list")).unwrap();
    let answer = moved.import(&["--no-fetch"]);
    let visit = moved.json("content/visit/collection.json");
    assert_eq!(
        (&visit["typeName"], &visit["rows"][0]["columns"][0]["blocks"][0]["id"]),
        (&"page".into(), &"t1".into())
    );
    let item = moved.json("content/news/low-water.json");
    assert_eq!(
        (&item["title"], &item["rows"][0]["columns"][0]["blocks"][0]["type"]),
        (&"Low water".into(), &2.into())
    );
    assert_eq!(moved.json("content/news/collection.json")["id"], "c9");
    let site = moved.json("site.json");
    assert_eq!(
        (&site["navigation"]["mainNav"][1]["title"], &site["website"]["siteTitle"]),
        (&"About".into(), &"The Ferry House".into())
    );
    assert_eq!(moved.json("forms/f77.json")["buttonText"], "Ask us");
    assert!(moved.json("fields/footerBlocks.json")["rows"].is_array());
    let text = visit.to_string();
    assert!(
        text.contains("\"collection\":\"c9\"") && !text.contains("\"was\""),
        "what came along is shown from there: {text}"
    );
    assert!(!moved.site().join("content/news-tag-tides").exists());
    let faults = faults_of(&answer);
    for part in
        ["The tidetable block 'z1'", "This page is an archive", "was put into fields/footerBlocks.json"]
    {
        assert!(faults.iter().any(|fault| fault.contains(part)), "{part}: {faults:#?}");
    }
    let built = moved.run(&["build", "site", "--out", "out", "--quiet"]);
    assert_eq!(built.status.code(), Some(0), "{}", String::from_utf8_lossy(&built.stderr));
    let out = tree(&moved.folder.path().join("out"));
    let page = &out["visit/index.html"];
    for part in ["Come over by", "Open daily", "06:10", "Low water"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

/// S-528: content that a hosted builder gives as JSON becomes blocks too; what a block shows and did not come along stays
/// as it was shown.
#[test]
fn s_528_content_of_saved_json_becomes_blocks() {
    let moved = Move { folder: tempfile::tempdir().unwrap(), allowed: "" };
    let from = moved.folder.path().join("from");
    fs::create_dir_all(&from).unwrap();
    let block = |id: &str, kind: &str, more: &str, inner: &str| {
        format!(
            "<div class=\"sqs-block sqs-block-{kind}\" id=\"block-{id}\" {more}><div class=\"sqs-block-content\">{inner}</div></div>"
        )
    };
    let summary =
        block("v", "summary-v2", "data-block-json='{\"collectionId\":\"elsewhere\"}'", "<p>Shown then</p>");
    let main = format!(
        "<div class=\"sqs-layout\">{}{summary}</div>",
        block("t", "html", "", "<p>See <a href=\"https://clay.example/pots\">pots</a></p>")
    );
    let page = serde_json::json!({"website": {"siteTitle": "Clay", "baseUrl": "https://clay.example"}, "collection": {"id": "c1", "title": "About", "fullUrl": "/about", "type": 10, "typeName": "page"},
        "mainContent": main, "items": []});
    fs::write(from.join("about.json"), page.to_string()).unwrap();
    let answer = moved.import(&["--no-fetch"]);
    let about = moved.json("content/about/collection.json");
    let blocks = &about["rows"][0]["columns"][0]["blocks"];
    assert_eq!(
        blocks[0],
        serde_json::json!({"id": "t", "type": 2, "value": {"html": "<p>See <a href=\"/pots\">pots</a></p>"}})
    );
    assert_eq!(
        blocks[1],
        serde_json::json!({"id": "v", "type": 2, "value": {"html": "<p>Shown then</p>", "kept": 55}})
    );
    assert!(about.get("mainContent").is_none());
    let faults = faults_of(&answer);
    assert!(
        faults.iter().any(|fault| fault.contains("shows 'elsewhere', which was not brought along")),
        "{faults:#?}"
    );
    let built = moved.run(&["build", "site", "--out", "out", "--quiet"]);
    assert_eq!(built.status.code(), Some(0), "{}", String::from_utf8_lossy(&built.stderr));
}

#[test]
fn a_second_import_changes_nothing_and_the_owners_edits_stay() {
    let moved = Move::new("https://pictures.example");
    moved.import(&["--no-fetch"]);
    let first = tree(&moved.site());
    let again = moved.import(&["--no-fetch"]);
    assert_eq!(again["files"]["written"], serde_json::json!([]));
    assert_eq!(tree(&moved.site()), first);
    let file = moved.site().join("content/visit/collection.json");
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("Visit us", "Come by")).unwrap();
    let third = moved.import(&["--no-fetch"]);
    assert_eq!(third["files"]["kept"], serde_json::json!(["content/visit/collection.json"]));
    assert!(fs::read_to_string(&file).unwrap().contains("Come by"));
    assert!(faults_of(&third).iter().any(|fault| fault.contains("was changed since the last import")));
}

#[test]
fn pictures_are_fetched_once_and_what_does_not_come_is_reported() {
    let asked = std::sync::Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let address = start(move |request| {
        count.fetch_add(1, Ordering::SeqCst);
        match request.target.as_str() {
            "/glaze.jpg" | "/kiln.png?x=1" => (200, "image/png", PIXEL.to_vec()),
            // What it says of itself is not believed.
            "/page.jpg" => (200, "image/png", b"<!doctype html><script>alert(1)</script>".to_vec()),
            _ => (404, "text/plain", Vec::new()),
        }
    });
    let moved = Move::new(&address);
    let answer = moved.import(&[]);
    assert_eq!(moved.json("content/blog/glazes.json")["mainImage"]["assetUrl"], "/files/imported/glaze.png");
    assert!(
        moved.json("content/journal/first-fire.json")["body"]
            .as_str()
            .unwrap()
            .contains("src=\"/files/imported/kiln.png\"")
    );
    assert_eq!(fs::read(moved.site().join("files/imported/glaze.png")).unwrap(), PIXEL);
    let faults = faults_of(&answer);
    assert!(
        faults.iter().any(|fault| fault.contains("/page.jpg did not come: its content is no picture")),
        "{faults:#?}"
    );
    assert!(faults.iter().any(|fault| fault.contains("/gone.jpg did not come")), "{faults:#?}");
    let before = asked.load(Ordering::SeqCst);
    assert_eq!(moved.import(&[])["files"]["written"], serde_json::json!([]));
    assert_eq!(asked.load(Ordering::SeqCst) - before, 2, "only what did not come is asked for again");
}

/// Nothing of this machine or its network is asked, whatever an export names.
#[test]
fn s_144_an_export_cannot_make_an_import_ask_the_inside() {
    let asked = std::sync::Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let address = start(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        (200, "image/png", PIXEL.to_vec())
    });
    for address in
        [address.clone(), address.replace("127.0.0.1", "localhost"), address.replace("127.0.0.1", "0x7f.1")]
    {
        let moved = Move { allowed: "", ..Move::new(&address) };
        let faults = faults_of(&moved.import(&[]));
        assert!(faults.iter().any(|fault| fault.contains("is not open to everybody")), "{faults:#?}");
        assert!(!moved.site().join("files").exists());
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

/// A picture's file is named by what it is, and what is no picture is not kept.
#[test]
fn s_145_pages_and_programs_that_pose_as_pictures_are_not_kept() {
    let address = start(move |request| match request.target.as_str() {
        "/glaze.jpg" => (200, "image/png", b"<html><script>alert(1)</script>".to_vec()),
        "/page.jpg" => {
            (200, "image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".to_vec())
        }
        "/gone.jpg" => (200, "image/gif", b"GIF89a\xff\xff\xff\xff\0\0\0;".to_vec()),
        _ => (200, "text/html", PIXEL.to_vec()),
    });
    let moved = Move::new(&address);
    moved.import(&[]);
    let kept = tree(&moved.site().join("files"));
    assert!(!kept.is_empty() && kept.keys().all(|path| path.ends_with(".png")), "{:?}", kept.keys());
}

#[test]
fn an_export_that_is_broken_writes_nothing() {
    let moved = Move::new("https://pictures.example");
    fs::write(moved.folder.path().join("from/broken.json"), "{\"collection\": }").unwrap();
    let done = moved.run(&["import", "site", "from"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&done.stderr).contains("broken.json:1:16"),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    assert!(!moved.site().exists());
}

/// The smallest picture there is.
const PIXEL: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 31,
    21, 196, 137, 0, 0, 0, 13, 73, 68, 65, 84, 120, 218, 99, 248, 207, 192, 240, 31, 0, 5, 0, 1, 255, 86,
    199, 47, 13, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];
