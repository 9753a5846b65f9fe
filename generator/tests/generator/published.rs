//! What leaves the house: headers, policies, files that are sold, and what is never published.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use loggia_generator::diagnostic::Diagnostic;
use loggia_generator::pipeline::{Session, Silent};
use serde_json::json;

use crate::site::{TestSite, tree};

fn codes(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics.iter().map(|fault| fault.code).collect()
}

/// The policy that a page carries.
fn policy(page: &str) -> String {
    let (_, rest) = page.split_once("http-equiv=").expect("a policy");
    let content = rest.split_once("content=").expect("its content").1;
    let content =
        content.strip_prefix('"').map_or_else(|| content.split('>').next(), |rest| rest.split('"').next());
    content.unwrap_or_default().replace("&#39;", "'").replace("&#x27;", "'").replace("&quot;", "\"")
}

#[test]
fn s_150_every_page_carries_a_policy_that_knows_its_own_scripts() {
    let site = TestSite::tiny();
    site.edit(
        "template/bottom.region",
        "</body>",
        "<script>window.a = 1;</script><p onclick=\"go()\">x</p><script src=\"https://stats.example/s.js\"></script></body>",
    );
    site.build();
    // What stands at another address of a page has no scripts at all.
    let is_page = |path: &str| path.ends_with(".html") && !path.starts_with("_data/moved/");
    let pages: Vec<_> = site.tree().into_iter().filter(|(path, _)| is_page(path)).collect();
    assert!(pages.len() > 5);
    for (path, bytes) in pages {
        let page = String::from_utf8(bytes).unwrap();
        let policy = policy(&page);
        for wanted in [
            // printf 'window.a = 1;' | openssl dgst -sha256 -binary | base64, and of 'go()'.
            "script-src 'self' 'sha256-",
            "'unsafe-hashes'",
            "https://stats.example",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
        ] {
            assert!(policy.contains(wanted), "{path}: {wanted}: {policy}");
        }
        let scripts = policy.split(';').find(|part| part.starts_with("script-src")).unwrap();
        assert!(!scripts.contains("'unsafe-inline'") && !scripts.contains(" https: "), "{path}: {scripts}");
        let place = page
            .find("http-equiv=\"Content-Security-Policy\"")
            .or(page.find("http-equiv=Content-Security-Policy"));
        let first = page.find("<script").or(page.find("<link"));
        assert!(place.unwrap() < first.unwrap(), "{path}: the policy stands first");
    }
}

/// Every page of an output and of what is kept for the api.
fn pages(site: &TestSite) -> Vec<(String, String)> {
    let all = site.tree().into_iter().chain(tree(&site.beside("out.protected")));
    let pages = all.filter(|(path, _)| path.ends_with(".html"));
    pages.map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap())).collect()
}

/// What each directive of a policy allows.
fn allowed(policy: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let directives = policy.split(';').map(|part| {
        let mut words = part.split_whitespace();
        (words.next().unwrap(), words.collect())
    });
    directives.collect()
}

/// The page in place of a locked one is overwritten with that one in the browser, and its policy still holds then: it
/// allows what the locked page may do, and stays right when that changes.
#[test]
fn s_154_the_page_in_place_of_a_locked_one_has_a_policy_that_fits_both() {
    let site = TestSite::tiny();
    let page = |script: &str| {
        let html = format!(
            "<p onclick=\"go()\">x</p><script>{script}</script><iframe src=\"https://films.example/1\"></iframe>"
        );
        let page = json!({"title": "Log", "urlId": "log", "typeName": "page", "password": "slack water", "mainContent": html});
        site.write("content/log/collection.json", &page.to_string());
    };
    for script in ["window.mine = 1", "window.other = 2"] {
        page(script);
        site.build();
        let lock = site.page("log/index.html");
        assert!(!lock.contains(script));
        let locked = fs::read_to_string(site.beside("out.protected/log/index.html")).unwrap();
        assert!(locked.contains(script), "{locked}");
        let (of_lock, of_locked) = (policy(&lock), policy(&locked));
        let (of_lock, of_locked) = (allowed(&of_lock), allowed(&of_locked));
        assert!(of_locked["frame-src"].contains("https://films.example"), "{of_locked:?}");
        for (directive, sources) in of_locked {
            assert!(of_lock[directive].is_superset(&sources), "{directive}: {of_lock:?} lacks {sources:?}");
        }
        for refused in ["'unsafe-inline'", "*", "https:", "data:"] {
            assert!(!of_lock["script-src"].contains(refused), "{of_lock:?}");
        }
    }
}

#[test]
fn s_154_no_page_of_any_site_is_without_a_policy() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures");
    for name in ["bakery", "stranger"] {
        let site = TestSite::of(&fixtures.join(name));
        site.build();
        let pages = pages(&site);
        assert!(pages.len() > 5, "{name}: {}", pages.len());
        for (path, page) in pages {
            let policies = page.matches("Content-Security-Policy").count();
            assert_eq!(policies, 1, "{name}: {path}");
            assert!(allowed(&policy(&page)).contains_key("script-src"), "{name}: {path}");
        }
    }
}

#[test]
fn s_152_hosts_are_listed_and_an_operator_adds_hosts_alone() {
    let site = TestSite::tiny();
    site.change("site.json", |site| {
        site["headers"] = json!({
            "strictTransportSecurity": false,
            "contentSecurityPolicy": {"script-src": ["https://more.example"], "frame-ancestors": ["https://partner.example"]},
            "securityTxt": {"contact": "mailto:security@shop.example", "expires": "2027-06-30T00:00:00Z"},
        });
    });
    let built = site.build();
    assert_eq!(built.diagnostics, []);
    let lines = site.page("_headers");
    assert!(lines.contains("frame-ancestors 'self' https://partner.example;"), "{lines}");
    assert!(!lines.contains("Strict-Transport-Security") && !lines.contains("X-Frame-Options"), "{lines}");
    assert!(policy(&site.page("index.html")).contains("https://more.example"));
    assert_eq!(
        site.page(".well-known/security.txt"),
        "Contact: mailto:security@shop.example\nExpires: 2027-06-30T00:00:00Z\n"
    );
    for wrong in [
        json!({"contentSecurityPolicy": {"script-src": ["*"]}}),
        json!({"contentSecurityPolicy": {"script-src": ["https://a.example; object-src *"]}}),
        json!({"contentSecurityPolicy": {"default-src": ["https://a.example"]}}),
        json!({"strictTransportSecurity": "long"}),
        json!({"securityTxt": {"contact": "mailto:a@b.example\nPolicy: x", "expires": "2027-06-30T00:00:00Z"}}),
        json!({"securityTxt": {"contact": "mailto:a@b.example"}}),
        json!({"other": true}),
    ] {
        site.change("site.json", |site| site["headers"] = wrong.clone());
        assert_eq!(codes(&site.build().diagnostics), ["headers"], "{wrong}");
    }
}

/// What is sold is nowhere in what is published, under no name, and links to it are reported.
#[test]
fn s_160_files_that_are_sold_are_never_published() {
    let site = TestSite::tiny();
    const PAID: &str = "Glazes, all of them: what somebody paid for.";
    site.write("files/glaze book.pdf", PAID);
    site.write("files/free.pdf", "for everybody");
    let product = |files: serde_json::Value| {
        move |item: &mut serde_json::Value| {
            item["structuredContent"]["productType"] = json!(2);
            item["structuredContent"]["priceMoney"] = json!({"value": "5.00", "currency": "EUR"});
            item["digitalFiles"] = files;
        }
    };
    let is_published = || tree(&site.out()).into_iter().any(|(_, bytes)| bytes == PAID.as_bytes());
    site.build();
    assert!(is_published(), "before anybody sells it");
    let mut session = Session::new(&site.out());
    session.build(&site.options(), &[], &Silent).unwrap();
    site.change("content/goods/01-cup.json", product(json!(["/files/glaze%20book.pdf"])));
    let changed = [site.root().canonicalize().unwrap().join("content/goods/01-cup.json")];
    let built = session.build(&site.options(), &changed, &Silent).unwrap();
    assert!(built.written.is_some(), "{:?}", built.diagnostics);
    assert!(!is_published(), "a build of what changed takes it away");
    site.build();
    assert!(!is_published());
    let names: Vec<String> = tree(&site.out()).into_keys().filter(|path| path.contains("glaze")).collect();
    assert_eq!(names, [""; 0]);
    assert!(!site.page("_redirects").contains("glaze") && site.page("_redirects").contains("free"));
    let kept = tree(&site.beside("out.data").join("files"));
    assert_eq!(kept.values().map(Vec::as_slice).collect::<Vec<_>>(), [PAID.as_bytes()]);
    let catalog: serde_json::Value = serde_json::from_str(&site.page("_data/catalog.json")).unwrap();
    let id = catalog["files"].as_object().unwrap().keys().next().unwrap().clone();
    let names: Vec<String> = kept.keys().cloned().collect();
    assert_eq!(
        catalog["files"],
        json!({id: [{"digest": names[0], "size": PAID.len(), "name": "glaze book.pdf", "type": "application/pdf",
            "address": "/files/glaze book.pdf"}]}),
        "s_171: the catalogue names what each product sells"
    );
    // Under any member of a digital product, and however it is written.
    for address in ["files/glaze book.pdf", "/files/glaze%20book.pdf?download", "./files/glaze book.pdf"] {
        site.change("content/goods/01-cup.json", |item| {
            item["digitalFiles"] = json!(null);
            item["structuredContent"]["anything"] = json!({"deep": [address]});
        });
        site.build();
        assert!(!is_published(), "{address}");
    }
    let text = fs::read_to_string(site.root().join("content/notes/first.json")).unwrap();
    let linked =
        text.replacen("\"body\": \"", "\"body\": \"<a href='/files/glaze%20book.pdf'>Glazes</a> ", 1);
    fs::write(site.root().join("content/notes/first.json"), linked).unwrap();
    let built = site.build();
    assert_eq!(codes(&built.diagnostics), ["sold-file"], "{:?}", built.diagnostics);
    assert!(!is_published());
    fs::remove_file(site.root().join("files/glaze book.pdf")).unwrap();
    assert!(codes(&site.build().diagnostics).contains(&"sold-file-missing"));
}

/// S-171: what was for everybody once is taken out of the versions that are kept, under every name and in every edition.
#[test]
fn s_171_versions_before_give_away_nothing_that_is_sold_now() {
    let site = TestSite::tiny();
    const PAID: &str = "Glazes, all of them: what somebody paid for.";
    const EARLIER: &str = "Glazes, the first edition.";
    let publish = |what: &str| {
        let done = site.loggia(&["publish", "site", "--to", "dir:live"]);
        assert_eq!(done.status.code(), Some(0), "{what}: {}", crate::site::stderr(&done));
    };
    let found = |text: &str| {
        let all = tree(&site.beside("live"));
        all.iter().filter(|(_, bytes)| bytes.windows(text.len()).any(|part| part == text.as_bytes())).count()
    };
    site.write("files/glaze.pdf", EARLIER);
    publish("an edition that is for everybody");
    site.write("files/glaze.pdf", PAID);
    site.write("files/copy.pdf", PAID);
    publish("another, and a copy of it");
    assert!(found(EARLIER) > 0 && found(PAID) > 0);
    fs::remove_file(site.root().join("files/copy.pdf")).unwrap();
    site.change("content/goods/01-cup.json", |item| {
        item["structuredContent"]["productType"] = json!(2);
        item["structuredContent"]["priceMoney"] = json!({"value": "5.00", "currency": "EUR"});
        item["digitalFiles"] = json!(["/files/glaze.pdf"]);
    });
    publish("it is sold");
    assert_eq!((found(EARLIER), found(PAID)), (0, 0));
    let versions = fs::read_dir(site.beside("live/releases")).unwrap().count();
    assert_eq!(versions, 3, "the versions stay");
    for _ in 0..2 {
        let back = site.loggia(&["rollback", "site", "--to", "dir:live"]);
        assert_eq!(back.status.code(), Some(0), "{}", crate::site::stderr(&back));
        assert_eq!((found(EARLIER), found(PAID)), (0, 0));
    }
    assert!(site.beside("live/current/index.html").exists());
    publish("once more");
    assert_eq!((found(EARLIER), found(PAID)), (0, 0));
}
