//! What is made of blocks and items stands on its own page: other pages cannot show it, and are not made again with it.

use std::fs;

use loggia_generator::pipeline::{Options, Session, Silent};

use crate::site::{TestSite, but_index};

/// A page of blocks that shows notes, and menus, lists and indexes that show whatever they can of other pages.
fn site() -> TestSite {
    let site = TestSite::tiny();
    site.write(
        "content/parts/collection.json",
        r#"{"id": "c-parts", "title": "Parts", "urlId": "parts", "typeName": "page", "type": 10, "blocks": [{"type": 20, "value": {"collection": "notes", "limit": 5, "showExcerpt": true}}]}"#,
    );
    site.change("content/notes/third.json", |item| item["excerpt"] = "<p>Said shortly.</p>".into());
    site
}

/// G-055: neither a menu, nor a list of all collections, nor an index, nor a query shows what is on a locked page, made
/// of blocks or written as it is.
#[test]
fn g_055_no_other_page_can_show_what_a_locked_page_says() {
    let site = site();
    let hidden = r#""password": "open sesame", "mainContent": "<p>Hidden words.</p>", "blocks": [{"type": 2, "value": {"html": "<p>Hidden block.</p>"}}]"#;
    site.write(
        "content/cellar/collection.json",
        &format!("{{\"id\": \"c-cellar\", \"title\": \"Cellar\", \"urlId\": \"cellar\", \"typeName\": \"page\", \"type\": 10, {hidden}}}"),
    );
    site.write(
        "content/vault/collection.json",
        r#"{"id": "c-vault", "title": "Vault", "urlId": "vault", "typeName": "gallery", "type": 1, "access": "members"}"#,
    );
    site.write(
        "content/vault/one.json",
        r#"{"id": "v-1", "title": "Piece", "urlId": "one", "body": "<p>Hidden piece.</p>"}"#,
    );
    site.write(
        "content/all/collection.json",
        r#"{"title": "All", "urlId": "all", "typeName": "index", "type": 10, "folderBehavior": 1, "collections": ["cellar", "vault", "parts"]}"#,
    );
    site.change("site.json", |site| {
        let more = serde_json::json!([{"title": "Cellar", "url": "/cellar"}, {"title": "Vault", "url": "/vault"}, {"title": "Parts", "url": "/parts"}]);
        site["navigation"]["mainNav"] = more;
    });
    let all = "{mainContent}{itemsContent}{body}{.repeated section items}{body}{.end}";
    site.write(
        "template/blocks/menu.block",
        &format!("{{.repeated section items}}{{title}}{{collection.mainContent}}{{.section collection}}{all}{{.end}}{{.end}}"),
    );
    let region = fs::read_to_string(site.root().join("template/bottom.region")).unwrap();
    let query = |name: &str| {
        format!(
            "<squarespace:query collection=\"{name}\">{{.repeated section items}}{{title}}{{body}}{{.end}}{{.section collection}}{all}{{.end}}</squarespace:query>"
        )
    };
    let (cellar, vault) = (query("cellar"), query("vault"));
    site.write(
        "template/bottom.region",
        &format!("{{.repeated section collections}}{all}{{.end}}{{.repeated section children}}{{title}}{all}{{.end}}{cellar}{vault}{region}"),
    );
    let built = site.build();
    assert!(built.written.is_some(), "{:?}", built.diagnostics);
    for (path, bytes) in site.tree() {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("Hidden") && !text.contains("open sesame"), "{path}: {text}");
    }
    let kept = site.protected("cellar/index.html");
    assert!(kept.contains("Hidden words.") && kept.contains("Hidden block."), "{kept}");
    assert!(site.protected("vault/one/index.html").contains("Hidden piece."));
    let index = site.page("all/index.html");
    assert!(index.contains("Piece") && index.contains("Said shortly."), "what is open is shown: {index}");
}

/// G-016: an item that a block shows makes its own pages and the block's again, and no other.
#[test]
fn g_016_an_item_in_a_summary_makes_only_the_pages_that_show_it() {
    let site = site();
    site.build();
    site.change("content/notes/third.json", |item| item["excerpt"] = "<p>Said otherwise.</p>".into());
    let mut session = Session::new(&site.out());
    let built = session.build(&site.options(), &[], &Silent).unwrap();
    let (_, changed) = built.written.unwrap();
    let pages: Vec<&str> =
        but_index(&changed.written).into_iter().filter(|path| path.ends_with(".html")).collect();
    assert_eq!(pages, ["notes/third/index.html", "parts/index.html", "search/index.html"]);
    // What is made again is not only what turns out different: a page that is left alone keeps its time.
    let time = |path: &str| fs::metadata(site.out().join(path)).unwrap().modified().unwrap();
    let before = (time("goods/cup/index.html"), time("parts/index.html"));
    site.change("content/notes/third.json", |item| item["excerpt"] = "<p>Said again.</p>".into());
    let file = site.root().canonicalize().unwrap().join("content/notes/third.json");
    let (_, changed) = session.build(&site.options(), &[file], &Silent).unwrap().written.unwrap();
    assert!(changed.written.contains(&"parts/index.html".to_owned()), "{changed:?}");
    assert!(site.page("parts/index.html").contains("Said again."));
    assert_eq!(time("goods/cup/index.html"), before.0);
    assert_ne!(time("parts/index.html"), before.1);
}

/// G-016: while somebody works on a site in several languages, an edit reads the file that changed and nothing else.
#[test]
fn g_016_an_edit_of_a_site_in_several_languages_reads_what_changed() {
    let site = site();
    site.change("site.json", |site| site["website"]["languages"] = serde_json::json!(["en-US", "fr-FR"]));
    site.write("languages/fr-FR/site.json", r#"{"website": {"siteTitle": "Petit"}}"#);
    site.write("languages/fr-FR/content/notes/first.json", r#"{"body": "<p>Un.</p>"}"#);
    let options = Options { minify: false, ..site.options() };
    let mut session = Session::new(&site.out());
    assert!(session.build(&options, &[], &Silent).unwrap().written.is_some());
    // A file that nobody says has changed is not looked at: were it read, it would stop the build.
    let whole = fs::read_to_string(site.root().join("site.json")).unwrap();
    site.write("site.json", "{");
    let root = site.root().canonicalize().unwrap();
    let mut edit = |file: &str, from: &str, to: &str| {
        site.edit(file, from, to);
        let built = session.build(&options, &[root.join(file)], &Silent).unwrap();
        let (_, changed) = built.written.unwrap_or_else(|| panic!("{:?}", built.diagnostics));
        let pages = changed.written.into_iter().filter(|path| path.ends_with(".html"));
        pages.filter(|path| !path.ends_with("search/index.html")).collect::<Vec<_>>()
    };
    let french = edit("languages/fr-FR/content/notes/first.json", "Un.", "Une.");
    assert_eq!(french, ["fr/notes/first/index.html"]);
    let own = edit("content/notes/first.json", "One.", "The first.");
    assert_eq!(own, ["notes/first/index.html"], "its words are others in French");
    let both = edit("content/notes/third.json", "Three.", "The third.");
    assert_eq!(both, ["fr/notes/third/index.html", "notes/third/index.html"]);
    site.write("site.json", &whole);
    let mended = site.tree();
    fs::remove_dir_all(site.out()).unwrap();
    site.build_with(&options);
    let (mut again, mut mended) = (site.tree(), mended);
    for tree in [&mut again, &mut mended] {
        tree.remove("_data/.cache");
    }
    assert!(again == mended, "what was made after edits is what is made at once");
}
