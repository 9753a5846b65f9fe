//! The site and its items as the panels show them.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{Editor, bakery, until};
use crate::site::TestSite;

#[test]
fn the_site_is_described_as_a_whole() {
    let editor = Editor::open(bakery());
    let site = editor.get("/config/api/site").ok();
    assert_eq!((&site["title"], &site["url"]), (&json!("Loggia Bakery"), &json!("https://bakery.example")));
    assert_eq!(
        site["role"],
        json!({"codes": [1], "tools": ["content", "design", "files", "forms", "commerce", "restock", "analytics", "moderation", "campaigns", "scheduling", "billing", "settings"], "mayPublish": true, "signedIn": false})
    );
    let folders: Vec<_> =
        site["collections"].as_array().unwrap().iter().map(|one| one["folder"].as_str().unwrap()).collect();
    assert_eq!(folders, ["about", "blog", "contact", "home", "shop"]);
    let shop = &site["collections"][4];
    assert_eq!(
        (&shop["itemCount"], &shop["itemLimit"], &shop["type"]),
        (&json!(12), &json!(200), &json!(13)),
        "E-131"
    );
    assert_eq!(site["limits"]["blocks"], 60, "E-128");
    assert_eq!(
        (&site["limits"]["tracks"], &site["limits"]["orderedItems"]),
        (&json!(60), &json!(250)),
        "E-129 E-130"
    );
    assert_eq!(
        (&site["limits"]["categories"], &site["limits"]["tagLength"], &site["limits"]["categoryLength"]),
        (&json!(10_000), &json!(50), &json!(25)),
        "E-033 E-028 E-029"
    );
    assert_eq!(
        (&site["limits"]["uploadBytes"], &site["limits"]["uploadSize"]),
        (&json!(20_000_000), &json!("20 MB")),
        "E-044"
    );
    assert_eq!(site["navigation"]["mainNav"][0], json!({"title": "Shop", "url": "/shop"}));
    assert_eq!(site["codes"]["roles"][3], json!({"code": 4, "name": "EDITOR"}), "E-161");
    let labels: Vec<_> = site["codes"]["statuses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["Draft", "Needs Review", "Scheduled", "Private", "Published"]);
    assert_eq!(site["template"]["name"], "Arcade");
    assert_eq!(site["forms"][0]["path"], "forms/cake-details.json");
    assert!(site["buildId"].is_string());
}

/// E-009 to E-012, E-014, E-015.
#[test]
fn e_009_items_have_the_status_that_visitors_see() {
    let site = bakery();
    let item = |name: &str, more: serde_json::Value| {
        let mut item = json!({"title": name, "publishOn": 1747735200000_i64, "body": "<p>x</p>"});
        item.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        site.write(&format!("content/blog/{name}.json"), &item.to_string());
    };
    item("plain", json!({}));
    item("e009", json!({"publishOn": "2999-01-01T00:00:00Z"}));
    item("e009b", json!({"publishOn": "2999-01-01T00:00:00Z", "status": "Scheduled"}));
    item("come", json!({"status": "Scheduled"}));
    item("e010", json!({"status": "Needs Review"}));
    item("e011", json!({"status": "Draft"}));
    item("e012", json!({"status": "Private"}));
    item("e014", json!({"password": "x"}));
    item("e015", json!({"access": "members"}));
    let editor = Editor::open(site);
    let page = editor.get("/config/api/collection?folder=blog").ok();
    let found = |name: &str| {
        let all = page["items"].as_array().unwrap();
        all.iter().find(|item| item["title"] == name).unwrap_or_else(|| panic!("{name}: {page}")).clone()
    };
    for (name, status, public) in [
        ("plain", "published", true),
        ("e009", "scheduled", false),
        ("e009b", "scheduled", false),
        ("come", "published", true),
        ("e010", "needsReview", false),
        ("e011", "draft", false),
        ("e012", "private", false),
    ] {
        assert_eq!(found(name)["status"], status, "{name}");
        // Only what is published ever reaches the pages.
        assert_eq!(editor.get(&format!("/blog/{name}")).status, if public { 200 } else { 404 }, "{name}");
    }
    assert_eq!(found("e014")["access"], "locked", "E-014");
    assert_eq!(found("e015")["access"], "available only to site members", "E-015");
    let drafts = editor.get("/config/api/collection?folder=blog&status=draft").ok();
    assert_eq!((&drafts["total"], &drafts["items"][0]["title"]), (&json!(1), &json!("e011")));
    let search = editor.get("/config/api/collection?folder=blog&search=SOURDOUGH%20dough").ok();
    assert_eq!(search["items"][0]["urlId"], "why-our-dough-sleeps");
    assert_eq!(editor.get("/config/api/collection?folder=nowhere").status, 404);
    assert_eq!(editor.get("/config/api/collection?folder=blog&after=x").status, 400);
}

/// A site of 10,000 items: its lists are answered out of memory, and a change of one item does not wait for the others.
#[test]
fn ten_thousand_items_are_listed_page_by_page() {
    const ITEMS: usize = 10_000;
    let site = TestSite::tiny();
    for number in 0..ITEMS {
        let item = json!({"id": format!("n{number}"), "title": format!("Note {number}"), "publishOn": 1_700_000_000_000_i64 + number as i64, "tags": ["t"], "body": "<p>x</p>"});
        let file = site.root().join(format!("content/notes/n{number:05}.json"));
        std::fs::write(file, item.to_string()).unwrap();
    }
    let editor = Editor::open(site);
    let quickest = |path: &str| {
        let mut best = Duration::MAX;
        for _ in 0..5 {
            let begin = Instant::now();
            editor.get(path).ok();
            best = best.min(begin.elapsed());
        }
        println!("{path}: {best:?}");
    };
    quickest("/config/api/site");
    quickest("/config/api/collection?folder=notes&limit=100");
    quickest("/config/api/collection?folder=notes&search=9999");
    let (mut seen, mut after) = (0, String::new());
    loop {
        let page = editor.get(&format!("/config/api/collection?folder=notes&limit=500{after}")).ok();
        seen += page["items"].as_array().unwrap().len();
        match page["nextCursor"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    let total = editor.get("/config/api/collection?folder=notes&limit=1").ok()["total"].as_u64().unwrap();
    assert!(seen as u64 == total && seen >= ITEMS, "{seen} of {total}");
    let path = "content/notes/n00007.json";
    let begin = Instant::now();
    editor.edit(path, json!([{"op": "set", "pointer": "/title", "value": "Seven"}])).ok();
    println!("a change: {:?}", begin.elapsed());
    until("the list", || {
        editor.get("/config/api/collection?folder=notes&search=seven").ok()["items"][0]["title"] == "Seven"
    });
}

/// S-433: every product with what a table shows of it, as its file says it, some at a time.
#[test]
fn s_433_products_are_listed_as_their_files_say_them() {
    let editor = Editor::open(bakery());
    let page = editor.get("/config/api/products?limit=5").ok();
    assert_eq!((&page["total"], &page["nextCursor"]), (&json!(12), &json!("5")));
    let bread = &page["products"][0];
    assert_eq!(
        (&bread["path"], &bread["id"], &bread["url"]),
        (
            &json!("content/shop/01-country-sourdough.json"),
            &json!("product-country-sourdough"),
            &json!("/shop/country-sourdough")
        )
    );
    let file = editor.get("/config/api/file?path=content/shop/01-country-sourdough.json").ok();
    let own =
        |pointer: &str| (bread["json"].pointer(pointer).cloned(), file["json"].pointer(pointer).cloned());
    for place in ["/title", "/tags", "/categories", "/publishOn", "/mainImage/assetUrl"] {
        let (listed, written) = own(place);
        assert_eq!((listed.is_some(), &listed), (true, &written), "{place}");
    }
    for member in ["sku", "attributes", "price", "priceMoney", "qtyInStock", "shippingWeight"] {
        let (listed, written) = own(&format!("/structuredContent/variants/1/{member}"));
        assert_eq!((listed.is_some(), &listed), (true, &written), "{member}");
    }
    // What no table shows stays where it is.
    assert_eq!((own("/details").0, own("/structuredContent/variants/1/optionValues").0), (None, None));
    let rest = editor.get("/config/api/products?after=5&limit=5000").ok();
    assert_eq!((rest["products"].as_array().unwrap().len(), &rest["nextCursor"]), (7, &json!(null)));
    assert_eq!(editor.get("/config/api/products?after=x").status, 400);
}
