//! `loggia export`: a site as it stands, and for other platforms; and the way back.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use loggia_exchange::posts::{State, wordpress};
use loggia_generator::site::value::value;
use loggia_generator::site::{LoadOptions, OwnedSite};
use serde_json::{Value, json};

use super::site::{NOW, TestSite};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures").join(name)
}

/// Runs the program beside a site; what it says.
fn run(site: &TestSite, arguments: &[&str], code: i32) -> Value {
    let done = site.loggia(arguments);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(code), "{said}\n{}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_str(&said).unwrap()
}

fn export(site: &TestSite, to: &str) -> Value {
    run(site, &["export", "site", "--to", to, "--now", &NOW.to_string(), "--json"], 0)
}

fn messages(answer: &Value) -> Vec<String> {
    let faults = answer["diagnostics"].as_array().unwrap().iter();
    faults.map(|fault| fault["message"].as_str().unwrap().to_owned()).collect()
}

fn says(answer: &Value, part: &str) {
    let said = messages(answer);
    assert!(said.iter().any(|message| message.contains(part)), "{part} in {said:#?}");
}

/// Every file below a folder.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap) {
        let path = entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned();
        if entry.file_type().is_file() && !path.starts_with(".loggia/") {
            files.insert(path, fs::read(entry.path()).unwrap());
        }
    }
    files
}

/// What a site says: each collection, item and product by its id, and the settings.
fn said(root: &Path) -> BTreeMap<String, String> {
    let options = LoadOptions { now: NOW, environment: "prod", language: None };
    let (site, faults) = OwnedSite::load(root, options);
    let site = site.unwrap_or_else(|| panic!("{faults:#?}"));
    let site = site.get();
    let mut all = BTreeMap::new();
    all.insert("site.json".to_owned(), value(site.website.document.root).to_string());
    for collection in &site.collections {
        all.insert(collection.full_url.to_owned(), value(collection.node).to_string());
        for item in &collection.items {
            let password = value(item.document.root)["password"].clone();
            let whole = format!("{:?} {} {password} {:?}", item.state, value(item.node), item.product);
            assert!(all.insert(item.full_url.to_owned(), whole).is_none(), "{}", item.full_url);
        }
    }
    all.extend(site.forms.iter().map(|(id, form)| (format!("form {id}"), value(form.node).to_string())));
    all
}

/// S-594: a site is given out and taken over into an empty one: every page, item and product says the same, and every other
/// file of it is there, byte by byte.
#[test]
fn s_594_a_site_comes_back_as_it_was() {
    for name in ["atlas", "bakery"] {
        let site = TestSite::of(&fixture(name));
        export(&site, "given");
        let answer = run(&site, &["import", "again", "given", "--no-fetch", "--json"], 0);
        assert_eq!(messages(&answer), Vec::<String>::new(), "{name}");
        assert_eq!(said(&site.root()), said(&site.beside("again")), "{name}");
        let (before, after) = (tree(&site.root()), tree(&site.beside("again")));
        let is_copied = |path: &&String| {
            ["files/", "template/", "README"].iter().any(|start| path.starts_with(start))
                || path.ends_with(".md")
        };
        let copied: Vec<&String> = before.keys().filter(is_copied).collect();
        assert!(copied.len() > 20, "{copied:?}");
        for path in copied {
            assert!(after.get(path) == before.get(path), "{path}");
        }
        // Nothing is added, and a second time nothing is to be done.
        assert!(after.keys().all(|path| before.contains_key(path)), "{name}");
        let answer = run(&site, &["import", "again", "given", "--no-fetch", "--json"], 0);
        assert_eq!(answer["files"]["written"], json!([]));
    }
}

/// S-595: the same site gives the same bytes, an earlier export follows the site, and what no export wrote stays.
#[test]
fn s_595_an_export_is_written_alike_and_into_its_own_folder_alone() {
    let site = TestSite::of(&fixture("bakery"));
    export(&site, "given");
    let first = tree(&site.beside("given"));
    export(&site, "given");
    assert_eq!(tree(&site.beside("given")), first);
    export(&site, "other");
    assert_eq!(tree(&site.beside("other")), first);
    let picture = "files/weekly-bread.jpg";
    let manifest: Value = serde_json::from_slice(&first["manifest.json"]).unwrap();
    let stored = manifest["copies"][picture].as_str().unwrap();
    assert_eq!(first[stored], fs::read(site.root().join(picture)).unwrap());
    fs::remove_file(site.root().join(picture)).unwrap();
    fs::remove_dir_all(site.root().join("content/contact")).unwrap();
    export(&site, "given");
    let now = tree(&site.beside("given"));
    assert!(!now.contains_key(stored) && !now.contains_key("json/collections/contact.json"));
    fs::create_dir(site.beside("mine")).unwrap();
    fs::write(site.beside("mine/letter.txt"), "dear").unwrap();
    let answer = run(&site, &["export", "site", "--to", "mine", "--json"], 1);
    says(&answer, "no export wrote it");
    assert_eq!(tree(&site.beside("mine")).len(), 1);
    let answer = run(&site, &["export", "nowhere", "--to", "more", "--json"], 1);
    says(&answer, "There is no site in nowhere");
    assert!(!site.beside("more").exists());
}

/// S-595: what is damaged, cut short or leads out of the site is refused by name.
#[test]
fn s_595_an_export_that_is_not_whole_is_not_taken_over() {
    let site = TestSite::of(&fixture("bakery"));
    export(&site, "given");
    let manifest = site.beside("given/manifest.json");
    let whole = fs::read_to_string(&manifest).unwrap();
    let import = |code: i32| run(&site, &["import", "again", "given", "--no-fetch", "--json"], code);
    let document = site.beside("given/json/collections/shop.json");
    let text = fs::read_to_string(&document).unwrap();
    fs::write(&document, text.replace("\"price\":", "\"cost\":")).unwrap();
    says(&import(1), "json/collections/shop.json is not as the export's manifest says");
    fs::write(&document, &text).unwrap();
    let out = site.beside("outside.txt");
    for path in ["../outside.txt", "/outside.txt", ".loggia/import.json", "other/x.txt"] {
        let mut value: Value = serde_json::from_str(&whole).unwrap();
        let stored = value["copies"]["files/weekly-bread.jpg"].clone();
        value["copies"][path] = stored;
        fs::write(&manifest, value.to_string()).unwrap();
        says(&import(0), "is no place in a site");
        assert!(!out.exists() && !site.beside("again/other").exists());
    }
    let mut value: Value = serde_json::from_str(&whole).unwrap();
    value["copies"]["files/weekly-bread.jpg"] = json!("files/../../site/site.json");
    fs::write(&manifest, value.to_string()).unwrap();
    says(&import(1), "is not as the export's manifest says");
    value["files"] = json!({});
    fs::write(&manifest, value.to_string()).unwrap();
    says(&import(1), "ended before its time");
}

/// What a shop sells, as its lists have it: by address, without what a list cannot hold.
fn sold(root: &Path, page: Option<&str>) -> BTreeMap<String, String> {
    let options = LoadOptions { now: NOW, environment: "prod", language: None };
    let (site, _) = OwnedSite::load(root, options);
    let site = site.unwrap();
    let items = site.get().collections.iter().flat_map(|collection| {
        collection.items.iter().map(move |item| (page.unwrap_or(collection.url_id), item))
    });
    let sold = items.filter_map(|(page, item)| {
        let product = item.product.as_ref()?;
        let variants = product.variants.iter().map(|one| {
            let names: Vec<&String> = product.variant_option_ordering.iter().collect();
            let values: Vec<Option<&String>> = names.iter().map(|name| one.attributes.get(*name)).collect();
            let stock = (one.unlimited || !product.product_type.has_stock())
                .then_some(())
                .map_or_else(|| one.qty_in_stock.to_string(), |()| "unlimited".to_owned());
            (one.sku.as_str().to_owned(), values, one.price, one.on_sale, one.shipping_weight, stock)
        });
        let text = |key: &str| item.node.get(key).as_str().unwrap_or_default();
        let text =
            [text("excerpt"), text("body")].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
        let whole = (item.title, &item.categories, &item.tags, text.join("\n"), variants.collect::<Vec<_>>());
        Some((format!("{page}/{}", item.url_id), format!("{whole:?}")))
    });
    sold.collect()
}

/// S-592: what a shop sells comes back from both lists as it was, to the hundredth.
#[test]
fn s_592_a_shop_comes_back_from_its_lists() {
    for (name, currency) in [("bakery", "USD"), ("atlas", "EUR")] {
        let site = TestSite::of(&fixture(name));
        export(&site, "given");
        for (list, page) in [("products-squarespace.csv", None), ("products-shopify.csv", Some("products"))] {
            let from = format!("given/{list}");
            let to = format!("from-{list}");
            run(&site, &["import", &to, &from, "--no-fetch", "--currency", currency, "--json"], 0);
            let (before, after) = (sold(&site.root(), page), sold(&site.beside(&to), page));
            assert!(before.len() > 8, "{name}");
            assert_eq!(before, after, "{name} {list}");
        }
    }
}

/// S-590: posts and pages of a site come back from its XML: titles, dates, states, terms, authors.
#[test]
fn s_590_the_posts_of_a_site_stand_in_its_xml() {
    let site = TestSite::of(&fixture("atlas"));
    let comments = json!({"form": "loggia-comments-1", "comments": [
        {"key": "x-1", "itemId": "post-why-the-coast-has-no-length", "author": "Bo", "text": "Yes", "createdOn": 1_767_500_000_000_i64, "state": "APPROVED"},
        {"key": "x-2", "itemId": "gone", "author": "Bo", "text": "No", "createdOn": 1, "state": "PENDING"},
    ]});
    fs::write(site.beside("comments.json"), comments.to_string()).unwrap();
    let now = NOW.to_string();
    let answer = run(
        &site,
        &["export", "site", "--to", "given", "--now", &now, "--comments", "comments.json", "--json"],
        0,
    );
    let text = fs::read_to_string(site.beside("given/wordpress.xml")).unwrap();
    let export = wordpress(&text);
    let said: Vec<_> = export.faults.iter().filter(|fault| fault.message.contains("damaged")).collect();
    assert!(said.is_empty(), "{said:?}");
    let entry = |path: &str| {
        export.entries.iter().find(|entry| entry.path == path).unwrap_or_else(|| panic!("{path}"))
    };
    let post = entry("/journal/why-the-coast-has-no-length");
    assert_eq!(
        (post.title.as_str(), post.published, post.state, post.featured),
        ("Why the coast has no length", 1_767_484_800_000, State::Published, true)
    );
    assert_eq!(
        (&post.categories, &post.tags),
        (&vec!["Method".to_owned()], &vec!["coast".into(), "measuring".into()])
    );
    assert_eq!((post.authors.join(""), post.comments_open), ("The surveyor".to_owned(), true));
    let picture = post.picture.as_ref().unwrap();
    assert_eq!(picture.url, "https://saltmark.example/files/harbor.png");
    assert_eq!(export.comments.iter().map(|comment| comment.text.as_str()).collect::<Vec<_>>(), ["Yes"]);
    assert_eq!(export.comments[0].entry, post.id);
    let event = entry("/events/open-press");
    assert!(format!("{:?}", event.body).contains("2026-05-09 11:00"), "{:?}", event.body);
    assert!(event.categories.contains(&"Events".to_owned()));
    assert_eq!(entry("/log-book").state, State::Private);
    assert!(!text.contains("slack water"));
    assert!(export.menus.iter().any(|menu| menu.name == "mainNav"));
    assert!(format!("{:?}", entry("/plates").body).contains("/files/harbor.png"));
    for part in
        ["'The log book' asks for a password", "WordPress has no events", "1 comments belong to nothing"]
    {
        says(&answer, part);
    }
}

/// S-594: redirects of the owner's lists are one table, which is read as a list of redirects.
#[test]
fn s_594_redirects_are_given_out_as_one_list() {
    let site = TestSite::tiny();
    site.write(
        "redirects/mine.txt",
        "/old -> /new-home 302\n/shop/* -> https://b.example/*\n/b/[year]/[name] -> /blog/[name]\n",
    );
    site.write("redirects/more.csv", "old,new,code\n/?p=12,/elsewhere,301\n/c%20d,/old,301\n");
    export(&site, "given");
    let text = fs::read_to_string(site.beside("given/redirects.csv")).unwrap();
    let (rules, faults) = loggia_exchange::addresses::csv(&text);
    assert_eq!((rules.len(), faults.as_slice()), (5, [].as_slice()), "{text}");
    assert!(
        text.contains("/c%20d,/new-home,") && text.contains("/b/[year]/[name],/blog/[name],301"),
        "{text}"
    );
}

/// S-595: a file that is no JSON is in the export as it is, and the rest is given out all the same.
#[test]
fn s_595_a_site_with_errors_is_given_out_as_it_stands() {
    let site = TestSite::tiny();
    site.write("content/blog/broken.json", "{\"title\": }");
    let answer = export(&site, "given");
    says(&answer, "This is not JSON");
    says(&answer, "only its JSON was written");
    run(&site, &["import", "again", "given", "--no-fetch", "--json"], 0);
    assert_eq!(fs::read_to_string(site.beside("again/content/blog/broken.json")).unwrap(), "{\"title\": }");
}
