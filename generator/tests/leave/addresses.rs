//! Everything comes, every old address is answered, and what did not come is said.

use std::fs;

use crate::mover::{Mover, answer};
use crate::old_site::OldSite;

/// S-544: all addresses of the old site answer 200 or with one redirect that leads to what is there.
#[test]
fn s_544_every_old_address_is_answered() {
    let old = OldSite::start();
    let mover = Mover::of(&old.address);
    let said = mover.leave(&["--mine"]);
    let out = mover.build();
    let addresses = old.addresses();
    assert!(addresses.len() > 120, "{}", addresses.len());
    let (mut same, mut led, mut wrong) = (0, 0, Vec::new());
    for address in &addresses {
        match answer(&out, address) {
            (200, _) => same += 1,
            (301 | 302, to) if answer(&out, to.split('#').next().unwrap()).0 == 200 => led += 1,
            other => wrong.push((address.clone(), other)),
        }
    }
    println!("{} old addresses: {same} answer 200, {led} with one redirect", addresses.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(said["left"]["lost"], serde_json::json!([]));
    assert_eq!(answer(&out, "/journal?format=rss"), (301, "/journal/feed.xml".to_owned()));
    assert_eq!(answer(&out, "/old-shop"), (301, "/shop".to_owned()), "a chain is one step");
}

/// S-545: the whole content comes through lists in parts, busy answers and cut connections; pictures once, in their
/// original size; what is broken is named.
#[test]
fn s_545_the_content_comes_and_what_does_not_is_named() {
    let old = OldSite::start();
    let mover = Mover::of(&old.address);
    let said = mover.leave(&["--mine"]);
    let atlas = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/atlas");
    let json = |path: std::path::PathBuf| -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
    };
    for (path, was) in [
        ("content/shop/harbor-print.json", "content/shop/01-harbor-print.json"),
        ("content/shop/lighthouse-fund.json", "content/shop/08-lighthouse-fund.json"),
        ("content/journal/inking.json", "content/journal/06-inking.json"),
    ] {
        let (new, was) = (json(mover.site().join(path)), json(atlas.join(was)));
        for key in ["id", "title", "body", "structuredContent"] {
            assert_eq!(new[key], was[key], "{path} {key}");
        }
        if let Some(picture) = was["mainImage"]["assetUrl"].as_str() {
            let brought = new["mainImage"]["assetUrl"].as_str().unwrap();
            assert!(brought.starts_with("/files/imported/"), "{brought}");
            let (new, was) = (mover.site().join(&brought[1..]), atlas.join(&picture[1..]));
            assert!(fs::read(new).unwrap() == fs::read(was).unwrap(), "the original of {picture}");
        }
    }
    assert_eq!(fs::read(mover.site().join("files/prices.pdf")).unwrap(), b"%PDF-1.4 prices");
    let asked = old.asked_since(0);
    let mut pictures: Vec<&String> =
        asked.iter().map(|(target, _)| target).filter(|target| target.starts_with("picture")).collect();
    let all = pictures.len();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), all, "each once");
    assert!(
        pictures.iter().all(|target| target.ends_with("format=original")
            || target.contains(".pdf")
            || target.contains("static")),
        "{pictures:?}"
    );
    assert!(asked.iter().any(|(_, status)| *status == 429) && asked.iter().any(|(_, status)| *status == 503));
    let told = said["diagnostics"].to_string();
    assert!(!told.contains("This list goes on"), "{told}");
    assert!(!asked.iter().any(|(target, _)| target.contains("reversePaginate") || target.contains("view=")));
    assert_eq!(said["left"]["failed"], serde_json::json!({}));
}

/// S-537: what `robots.txt` keeps is not asked for unless the site is the caller's own, and it is said.
#[test]
fn s_537_robots_are_respected_unless_the_site_is_ones_own() {
    let old = OldSite::start();
    let mover = Mover::of(&old.address);
    let said = mover.leave(&[]);
    let asked = old.asked_since(0);
    assert!(
        asked.len() > 50
            && !asked.iter().any(|(target, _)| target.contains("format=json") || target.contains("month="))
    );
    let told = said["diagnostics"].to_string();
    assert!(told.contains("robots.txt keeps the JSON") && told.contains("--mine"), "{told}");
    let page = fs::read_to_string(mover.site().join("content/visit/collection.json")).unwrap();
    assert!(page.contains("The words of /visit"), "{page}");
}

#[test]
fn an_address_that_cannot_be_reached_is_said() {
    let mover = Mover::of("http://127.0.0.1:9");
    let done = mover.command(&["--offline"]).output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(3), "{said}");
    assert!(said.contains("is not among what was saved"), "{said}");
    let wrong = Mover::of("ftp://old.example").command(&[]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}
