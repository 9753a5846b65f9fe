//! The looks that `loggia new` begins a site with.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::site::{TestSite, stderr};

const STARTERS: [&str; 6] = ["shop", "restaurant", "magazine", "portfolio", "services", "event"];
/// What a starter may weigh, pictures and typefaces included.
const MOST_BYTES: u64 = 420_000;

fn made(site: &TestSite, starter: &str) -> PathBuf {
    let made = site.loggia(&["new", starter, "--starter", starter, "--title", "Mine & \"yours\""]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    site.beside(starter)
}

/// The files of a folder, by their paths in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn json(file: &Path) -> Value {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// S-950: every starter is a whole site without a fault or a warning, and small.
#[test]
fn s_950_every_starter_is_a_finished_site_without_a_warning() {
    let site = TestSite::tiny();
    for starter in STARTERS {
        let folder = made(&site, starter);
        let bytes: u64 = files(&folder).iter().map(|file| fs::metadata(file).unwrap().len()).sum();
        assert!(bytes < MOST_BYTES, "{starter} weighs {bytes} bytes");
        let checked = site.loggia(&["check", starter, "--strict"]);
        assert_eq!((checked.status.code(), stderr(&checked).as_str()), (Some(0), ""), "{starter}");
        let out = format!("out-{starter}");
        let built = site.loggia(&["build", starter, "--out", &out, "--quiet"]);
        assert_eq!((built.status.code(), stderr(&built).as_str()), (Some(0), ""), "{starter}");
        let out = site.beside(&out);
        let home = fs::read_to_string(out.join("index.html")).unwrap();
        assert!(home.contains("Mine &amp; "), "{starter}: {home}");
        assert!(out.join("404.html").exists(), "{starter}");
        assert!(
            folder.join("template/assets/fonts/LICENSE.txt").exists(),
            "{starter}: typefaces without a licence"
        );
        let published = site.loggia(&["publish", starter, "--out", &format!("out-{starter}"), "--quiet"]);
        assert_eq!(published.status.code(), Some(0), "{}", stderr(&published));
        assert!(folder.join("published/current/index.html").exists());
    }
    let shop = site.beside("out-shop");
    let mug = fs::read_to_string(shop.join("shop/everyday-mug/index.html")).unwrap();
    assert!(mug.contains("MUG-L-OC") && mug.contains("product-variants") && mug.contains("$26.00"), "{mug}");
    for page in ["out-shop/contact", "out-restaurant/book", "out-services/book", "out-magazine"] {
        let html = fs::read_to_string(site.beside(page).join("index.html")).unwrap();
        assert!(html.contains("<form"), "{page}: the form is there without a script");
    }
    assert!(site.beside("out-magazine/blog/feed.xml").exists());
}

/// S-951: where nobody can be asked the looks are listed with how to name one, and nothing is made.
#[test]
fn s_951_without_a_terminal_the_looks_are_listed() {
    let site = TestSite::tiny();
    let asked = site.loggia(&["new", "mine"]);
    assert_eq!(asked.status.code(), Some(2), "{}", stderr(&asked));
    let said = stderr(&asked);
    for starter in STARTERS {
        assert!(said.contains(&format!(" {starter} ")), "{starter} in {said}");
    }
    assert!(said.contains("loggia new mine --starter shop"), "{said}");
    assert!(!site.beside("mine").exists());
    let made = site.loggia(&["new", "mine", "--starter", "event"]);
    let said = String::from_utf8_lossy(&made.stdout).into_owned();
    assert!(said.contains("loggia serve mine") && said.contains("Visits are not counted"), "{said}");
}

/// S-952: what the owner may set of a look is its colours, typefaces, spaces, header and footer; each value of the panel is
/// the one that the style sheet has, and each is used.
#[test]
fn s_952_the_settings_of_a_look_are_those_of_its_sheets() {
    let site = TestSite::tiny();
    for starter in STARTERS {
        let folder = made(&site, starter);
        let conf = json(&folder.join("template/template.conf"));
        let styles = folder.join("template/styles");
        let sheet = |name: &str| fs::read_to_string(styles.join(name)).unwrap();
        let own = sheet("look.css");
        let all: String = conf["stylesheets"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| sheet(name.as_str().unwrap()))
            .collect();
        let mut categories = BTreeSet::new();
        for tweak in conf["tweaks"].as_array().unwrap() {
            let text = |member: &str| tweak[member].as_str().unwrap_or_default();
            let name = text("name");
            categories.insert(text("category").to_owned());
            match text("kind") {
                "select" => {
                    for option in tweak["options"].as_array().unwrap() {
                        let value = option["value"].as_str().unwrap();
                        // What is not styled is how the page is without a class.
                        let plain = (name, value) == ("scheme", "both");
                        assert!(
                            plain || all.contains(&format!(".tweak-{name}-{value}")),
                            "{starter}: {name} {value}"
                        );
                    }
                }
                "checkbox" => assert!(all.contains(&format!(".tweak-{name} ")), "{starter}: {name}"),
                _ => {
                    let line = format!("    --{name}: {};\n", text("default"));
                    assert!(own.contains(&line), "{starter}: {line}");
                    assert!(all.contains(&format!("var(--{name})")), "{starter}: nothing uses {name}");
                }
            }
        }
        let wanted = ["Colors", "Fonts", "Header and footer", "Spacing"].map(str::to_owned);
        assert_eq!(categories, BTreeSet::from(wanted), "{starter}");
    }
}

/// S-953: the shop sells what is shipped at once: its goods have weights, ways to reach their buyer, taxes and a way of
/// paying that needs no provider.
#[test]
fn s_953_the_shop_can_sell_what_is_shipped() {
    let site = TestSite::tiny();
    let folder = made(&site, "shop");
    let settings = json(&folder.join("site.json"));
    let ways = settings["shippingOptions"].as_array().unwrap();
    assert!(ways.iter().any(|way| way["pickup"].is_object()) && ways.iter().any(|way| way["costCents"] != 0));
    assert!(!settings["taxRules"].as_array().unwrap().is_empty());
    let by_hand = &settings["websiteSettings"]["orderSettings"]["manualPayments"];
    let kinds: Vec<_> = by_hand.as_array().unwrap().iter().map(|way| way["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["transfer", "collection"]);
    let mut sent = 0;
    for file in files(&folder.join("content/shop")) {
        let item = json(&file);
        if item["structuredContent"]["productType"] == 1 {
            for variant in item["structuredContent"]["variants"].as_array().unwrap() {
                assert!(variant["shippingWeight"].as_i64().unwrap() > 0, "{}", file.display());
                sent += 1;
            }
        }
    }
    assert!(sent > 10, "{sent} variants are shipped");
}

/// S-896: a logo stands in the header of each look, in place of its mark.
#[test]
fn s_896_a_logo_of_ones_own_takes_the_place_of_the_mark() {
    let site = TestSite::tiny();
    for starter in STARTERS {
        let folder = made(&site, starter);
        let file = folder.join("site.json");
        let mut settings = json(&file);
        fs::write(folder.join("files/own.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").unwrap();
        settings["website"]["logoImage"] = serde_json::json!({"assetUrl": "/files/own.svg"});
        fs::write(&file, settings.to_string()).unwrap();
        let out = format!("out-{starter}");
        let built = site.loggia(&["build", starter, "--out", &out, "--quiet"]);
        assert_eq!((built.status.code(), stderr(&built).as_str()), (Some(0), ""), "{starter}");
        let home = fs::read_to_string(site.beside(&out).join("index.html")).unwrap();
        let (_, brand) = home.split_once("class=brand ").unwrap_or_else(|| panic!("{starter}: {home}"));
        let brand = &brand[..brand.find("</a>").unwrap()];
        assert!(brand.contains("class=brand-logo") && brand.contains("/files/own."), "{starter}: {brand}");
        assert!(!brand.contains("<svg"), "{starter}: {brand}");
    }
}

/// S-954: a starter says of itself that visits are not counted, keeps nobody's name, and asks no other host for anything.
#[test]
fn s_954_starters_are_honest_and_ask_nobody() {
    let site = TestSite::tiny();
    for starter in STARTERS {
        let folder = made(&site, starter);
        let settings = json(&folder.join("site.json"));
        assert_eq!(settings["websiteSettings"]["tracking"], false, "{starter}");
        let out = format!("out-{starter}");
        site.loggia(&["build", starter, "--out", &out, "--quiet"]);
        for file in files(&site.beside(&out)) {
            if file.extension().is_some_and(|ending| ending == "html") {
                let html = fs::read_to_string(&file).unwrap();
                assert!(!html.contains("\"tracking\""), "{} loads the tracker", file.display());
                for part in ["src=\"http", "src=http", "url(http", "src=//", "src=\"//"] {
                    assert!(!html.contains(part), "{}: {part}", file.display());
                }
            }
        }
    }
}
