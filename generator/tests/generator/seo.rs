//! What the head of a page says of it to programs that search and to social networks, as its owner wrote it.

use loggia_generator::pipeline::Options;
use serde_json::{Value, json};

use crate::site::TestSite;

/// The value of an attribute of the first element of the head that has this mark.
fn said<'t>(head: &'t str, mark: &str, attribute: &str) -> Option<&'t str> {
    let at = head.find(mark)?;
    let element = &head[head[..at].rfind('<')?..];
    let element = &element[..element.find('>')?];
    let value = element.split_once(&format!("{attribute}=\""))?.1;
    value.split('"').next()
}

/// A page of the site as it is built now, as a person would read it.
fn built(site: &TestSite, page: &str) -> String {
    site.build_with(&Options { minify: false, ..site.options() });
    site.page(page)
}

fn set(site: &TestSite, path: &str, seo: Value) {
    site.change(path, |file| file["seoData"] = seo);
}

/// S-968: the title, the description, the picture, the address that counts, and that nobody is to find it.
#[test]
fn s_968_pages_and_entries_say_what_their_owner_wrote() {
    let site = TestSite::tiny();
    site.change("site.json", |site| site["website"]["baseUrl"] = json!("https://tiny.example"));
    let before = built(&site, "notes/index.html");
    assert_eq!(said(&before, "rel=\"canonical\"", "href"), Some("https://tiny.example/notes"));
    assert_eq!(said(&before, "name=\"robots\"", "content"), None);
    let seo = json!({"seoTitle": "Walks & notes", "seoDescription": "Short \"words\".", "seoHidden": true,
        "canonicalUrl": "/notes/first", "socialImage": {"assetUrl": "https://pictures.example/walk.jpg"}});
    for (file, page) in [
        ("content/notes/collection.json", "notes/index.html"),
        ("content/notes/first.json", "notes/first/index.html"),
    ] {
        set(&site, file, seo.clone());
        let head = built(&site, page);
        assert!(head.contains("<title>Walks &amp; notes"), "{page}: {head}");
        for (mark, attribute, value) in [
            ("name=\"description\"", "content", "Short &quot;words&quot;."),
            ("property=\"og:title\"", "content", "Walks &amp; notes"),
            ("property=\"og:description\"", "content", "Short &quot;words&quot;."),
            ("property=\"og:image\"", "content", "https://pictures.example/walk.jpg"),
            ("property=\"og:url\"", "content", "https://tiny.example/notes/first"),
            ("name=\"twitter:card\"", "content", "summary_large_image"),
            ("name=\"twitter:title\"", "content", "Walks &amp; notes"),
            ("name=\"twitter:description\"", "content", "Short &quot;words&quot;."),
            ("name=\"twitter:image\"", "content", "https://pictures.example/walk.jpg"),
            ("rel=\"canonical\"", "href", "https://tiny.example/notes/first"),
            ("name=\"robots\"", "content", "noindex"),
        ] {
            assert_eq!(said(&head, mark, attribute), Some(value), "{page} {mark}");
        }
    }
    let map = built(&site, "sitemap.xml");
    assert!(!map.contains("<loc>https://tiny.example/notes</loc>"), "{map}");
    assert!(!map.contains("/notes/first</loc>"), "{map}");
    assert!(map.contains("<loc>https://tiny.example/</loc>"), "{map}");
}

/// S-968: an address that is none is not printed; a second page of a list is not its first.
#[test]
fn s_968_an_address_that_is_none_leaves_the_own_one() {
    let site = TestSite::tiny();
    site.change("site.json", |site| site["website"]["baseUrl"] = json!("https://tiny.example"));
    for wrong in ["notes", "//evil.example/x", "javascript:alert(1)", "", "ftp://x"] {
        set(&site, "content/notes/collection.json", json!({ "canonicalUrl": wrong }));
        let head = built(&site, "notes/index.html");
        assert_eq!(said(&head, "rel=\"canonical\"", "href"), Some("https://tiny.example/notes"), "{wrong}");
    }
    set(&site, "content/notes/collection.json", json!({"canonicalUrl": "https://other.example/notes"}));
    site.change("content/notes/collection.json", |notes| notes["pageSize"] = json!(1));
    assert_eq!(
        said(&built(&site, "notes/index.html"), "rel=\"canonical\"", "href"),
        Some("https://other.example/notes")
    );
    let second = built(&site, "notes/page/2/index.html");
    assert!(!second.contains("other.example"), "{second}");
}
