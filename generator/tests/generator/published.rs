//! What leaves the house: headers, policies, files that are sold, and what is never published.

use std::fs;

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
    let pages: Vec<_> = site.tree().into_iter().filter(|(path, _)| path.ends_with(".html")).collect();
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

#[test]
fn s_152_hosts_are_told_and_an_operator_adds_hosts_alone() {
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

/// What is sold is nowhere in what is published, under no name, and links to it are said.
#[test]
fn s_160_files_that_are_sold_are_never_published() {
    let site = TestSite::tiny();
    const PAID: &str = "Glazes, all of them: what somebody paid for.";
    site.write("files/glaze book.pdf", PAID);
    site.write("files/free.pdf", "for everybody");
    let product = |files: serde_json::Value| {
        move |item: &mut serde_json::Value| {
            item["structuredContent"]["productType"] = json!(2);
            item["structuredContent"]["priceMoney"] = json!({"value": "5.00", "currency": "USD"});
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
