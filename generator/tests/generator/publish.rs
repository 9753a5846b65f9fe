//! Publishing to a folder: what changed is sent, one link is switched, what was live stays live when anything fails.

use std::fs;

use crate::site::{TestSite, but_index, stderr, stdout};
use loggia_generator::manifest::Manifest;
use loggia_generator::publish::config::Config;
use loggia_generator::publish::operator::Operator;
use loggia_generator::publish::{self, Target};

fn json(output: &std::process::Output) -> serde_json::Value {
    serde_json::from_str(&stdout(output))
        .unwrap_or_else(|error| panic!("{error}: {}{}", stdout(output), stderr(output)))
}

/// The folder beside a site as a target.
fn place(site: &TestSite) -> Box<dyn Target> {
    let target = format!("dir:{}", site.beside("live").display());
    Config::default().target(&site.root(), Some(&target), 5, &Operator::default()).unwrap()
}

fn publish(site: &TestSite) -> serde_json::Value {
    let done = site.loggia(&["publish", "site", "--to", "dir:live", "--json", "--now", "1775001600000"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    json(&done)["published"].clone()
}

/// G-012, G-019.
#[test]
fn g_012_g_019_a_second_publish_sends_nothing_and_a_changed_item_only_its_pages() {
    let site = TestSite::tiny();
    let first = publish(&site);
    // The 38 files of the build, that of the looks of built-in lists among them, and what stands at other addresses: /home, a category, a tag in two forms, three files.
    assert_eq!(first["sent"].as_array().unwrap().len(), 45, "{first}");
    let live = site.beside("live/current");
    let pages = crate::site::tree(&live);
    assert!(pages.contains_key("index.html") && !pages.contains_key("_data/catalog.json"));
    assert!(
        live.join("../catalog.json").exists()
            || fs::canonicalize(&live).unwrap().join("../catalog.json").exists()
    );

    let second = publish(&site);
    assert_eq!((second["sent"].as_array().unwrap().len(), &second["version"]), (0, &first["version"]));

    site.edit("content/notes/first.json", "<p>One.</p>", "<p>One, again.</p>");
    let third = publish(&site);
    let sent: Vec<String> = serde_json::from_value(third["sent"].clone()).unwrap();
    assert_eq!(
        but_index(&sent),
        ["notes/feed.json", "notes/feed.xml", "notes/first/index.html", "search/index.html"]
    );
    assert_ne!(third["version"], first["version"]);
    assert!(fs::read_to_string(live.join("notes/first/index.html")).unwrap().contains("One, again."));
    let before = site
        .beside("live/releases")
        .join(first["version"].as_str().unwrap())
        .join("site/notes/first/index.html");
    assert!(fs::read_to_string(before).unwrap().contains("One."), "the version before is whole");
}

#[test]
fn g_021_with_a_broken_template_nothing_is_published() {
    let site = TestSite::tiny();
    publish(&site);
    let live = crate::site::tree(&site.beside("live/current"));
    site.edit("template/collections/notes.item", "{title|htmltag}", "{.section x}{title|htmltag}");
    site.edit("content/notes/first.json", "One", "Eins");
    let done = site.loggia(&["publish", "site", "--to", "dir:live"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(stderr(&done).contains("template/collections/notes.item:1:"), "{}", stderr(&done));
    assert_eq!(crate::site::tree(&site.beside("live/current")), live);
}

#[test]
fn versions_are_listed_and_made_live_again() {
    let site = TestSite::tiny();
    let first = publish(&site)["version"].clone();
    site.edit("content/notes/first.json", "One", "Eins");
    let second = publish(&site)["version"].clone();
    let list = json(&site.loggia(&["list", "site", "--to", "dir:live", "--json"]));
    let ids: Vec<_> =
        list["versions"].as_array().unwrap().iter().map(|v| (v["id"].clone(), v["live"].as_bool())).collect();
    assert_eq!(ids, [(first.clone(), Some(false)), (second.clone(), Some(true))]);
    let back = site.loggia(&["rollback", "site", "--to", "dir:live"]);
    assert_eq!(back.status.code(), Some(0), "{}", stderr(&back));
    let page = fs::read_to_string(site.beside("live/current/notes/first/index.html")).unwrap();
    assert!(page.contains("One.") && !page.contains("Eins"));
    let none = site.loggia(&["rollback", "site", "--to", "dir:live"]);
    assert_eq!(none.status.code(), Some(2));
    let named = site.loggia(&["rollback", "site", "--to", "dir:live", "--version", second.as_str().unwrap()]);
    assert_eq!(named.status.code(), Some(0));
}

#[test]
fn a_target_of_site_json_is_known_by_its_name() {
    let site = TestSite::tiny();
    let done = site.loggia(&["publish", "site", "--to", "here"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(site.root().join("published/current/index.html").exists());
    let only = site.loggia(&["list", "site", "--json"]);
    assert_eq!(json(&only)["versions"].as_array().unwrap().len(), 1, "the only target needs no name");
    assert_eq!(site.loggia(&["publish", "site", "--to", "nowhere"]).status.code(), Some(2));
    assert_eq!(site.loggia(&["publish", "site", "--to", "ftp:x"]).status.code(), Some(2));
}

#[test]
fn only_the_newest_versions_are_kept() {
    let site = TestSite::tiny();
    for number in 0..4 {
        site.write("content/notes/n.json", &format!("{{\"title\": \"N {number}\", \"urlId\": \"n\"}}"));
        let done = site.loggia(&["publish", "site", "--to", "dir:live", "--keep", "2"]);
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    }
    assert_eq!(fs::read_dir(site.beside("live/releases")).unwrap().count(), 2);
    assert!(fs::read_to_string(site.beside("live/current/notes/n/index.html")).unwrap().contains("N 3"));
}

#[test]
fn an_interrupted_publish_leaves_the_live_site_and_the_next_completes() {
    let site = TestSite::tiny();
    publish(&site);
    let before = crate::site::tree(&site.beside("live/current"));
    site.edit("content/notes/first.json", "One", "Eins");
    site.build();
    let manifest = Manifest::read(&site.out()).unwrap();
    let place = place(&site);
    // Interrupted after any number of files: dropped before it is finished.
    for sent in 0..2 {
        let delivery = place.begin(&manifest, &site.out(), &format!("2099-{sent}")).unwrap();
        for (path, entry) in delivery.missing().iter().take(sent) {
            delivery.put(path, *entry, &site.out().join(path)).unwrap();
        }
        drop(delivery);
        assert_eq!(crate::site::tree(&site.beside("live/current")), before);
    }
    let done = publish::publish(&*place, &site.out(), &manifest, 4_102_444_800_000, &|_| {}).unwrap();
    assert_eq!(
        but_index(&done.sent),
        ["notes/feed.json", "notes/feed.xml", "notes/first/index.html", "search/index.html"]
    );
    let left: Vec<_> =
        fs::read_dir(site.beside("live/releases")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with("incoming")), "{left:?}");
}

#[test]
fn two_publishes_at_once_are_refused() {
    let site = TestSite::tiny();
    site.build();
    let manifest = Manifest::read(&site.out()).unwrap();
    let place = place(&site);
    let _first = place.begin(&manifest, &site.out(), "1").unwrap();
    let second = place.begin(&manifest, &site.out(), "2").err().unwrap();
    assert!(second.to_string().contains("another publish"), "{second}");
}

#[test]
fn a_file_changed_by_hand_after_the_build_is_not_published() {
    let site = TestSite::tiny();
    site.build();
    let manifest = Manifest::read(&site.out()).unwrap();
    fs::write(site.out().join("index.html"), "by hand").unwrap();
    let place = place(&site);
    let refused = publish::publish(&*place, &site.out(), &manifest, 0, &|_| {}).unwrap_err();
    assert!(refused.to_string().contains("index.html is not what was built"), "{refused}");
    assert!(!site.beside("live/current").exists());
    assert_eq!(place.versions().unwrap(), []);
}
