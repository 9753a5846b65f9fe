//! What a page tells its widgets, and which of their files it names.

use crate::site::{TestSite, widgets};

/// A site with widgets that have a style sheet for galleries.
fn site() -> TestSite {
    let site = TestSite::tiny();
    let folder = site.beside("widgets");
    for (path, text) in crate::site::tree(&widgets()) {
        let file = folder.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    let manifest = folder.join(".vite/manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let gallery = "{ \"src/styles/gallery.css\": { \"file\": \"c/gallery.css\" },";
    std::fs::write(manifest, text.replacen('{', gallery, 1)).unwrap();
    std::fs::write(folder.join("c/gallery.css"), "figure{margin:0}").unwrap();
    site
}

fn build(site: &TestSite) {
    let mut options = site.options();
    options.minify = false;
    options.widgets = Some(site.beside("widgets"));
    let built = site.build_with(&options);
    assert!(built.written.is_some(), "{:?}", built.diagnostics);
}

#[test]
fn a_page_with_a_gallery_names_the_look_of_galleries_and_no_other_page_does() {
    let site = site();
    site.edit("content/notes/third.json", "<p>Three.</p>", "<div class='sqs-gallery-container'></div>");
    build(&site);
    let link = "/assets/widgets/c/gallery.css";
    assert!(site.page("notes/third/index.html").contains(link));
    assert!(!site.page("notes/first/index.html").contains(link));
    assert!(!site.page("goods/cup/index.html").contains(link));
    assert!(site.out().join(&link[1..]).exists());
}

/// S-459: templates of hosted builders need no place for what the program loads last.
#[test]
fn s_459_a_template_without_footers_has_its_scripts_at_the_end_of_the_body() {
    let with = site();
    build(&with);
    let page = with.page("goods/cup/index.html");
    let scripts = page.split_once("</footer>").unwrap().1;
    assert!(scripts.contains("/assets/widgets/loader-0a.js"), "{scripts}");

    let without = site();
    without.edit("template/bottom.region", "{squarespace-footers}\n", "");
    build(&without);
    let page = without.page("goods/cup/index.html");
    let (_, last) = page.split_once("</footer>").unwrap();
    assert_eq!(last.split_whitespace().collect::<String>(), scripts.split_whitespace().collect::<String>());

    without.edit("template/bottom.region", "</body>", "");
    build(&without);
    assert!(without.page("goods/cup/index.html").contains("/assets/widgets/loader-0a.js"));
}

/// G-091: where visitors share is the owner's choice; a page with share buttons knows it, and no other carries it.
#[test]
fn g_091_a_page_with_share_buttons_knows_where_to_share() {
    let site = site();
    site.change("site.json", |site| {
        site["website"]["shareButtonOptions"] = serde_json::json!({"1": true, "4": true});
    });
    site.edit("content/notes/third.json", "<p>Three.</p>", "<div class='squarespace-social-buttons'></div>");
    build(&site);
    let page = site.page("notes/third/index.html");
    assert!(page.contains(r#""shareButtonOptions":{"1":true,"4":true}"#), "{page}");
    assert!(!site.page("goods/cup/index.html").contains("shareButtonOptions"));
}

/// A quick view shows a product on a page that is not its own: the page carries what can be chosen of it.
#[test]
fn a_page_with_a_quick_view_carries_its_product() {
    let site = site();
    let button = "<span class='sqs-product-quick-view-button' data-id='p-cup'></span>";
    site.edit("content/notes/third.json", "<p>Three.</p>", button);
    build(&site);
    let page = site.page("notes/third/index.html");
    assert!(page.contains(r#""id":"p-cup""#) && page.contains("loader-0a.js"), "{page}");
    assert!(!site.page("notes/first/index.html").contains("p-cup"));
}

/// A page that every site has is called what its `.conf` says, in its head and in its text.
#[test]
fn the_title_of_a_page_conf_stands_in_the_page() {
    let site = site();
    site.write("template/pages/404.page.conf", r#"{"title": "Nothing here"}"#);
    build(&site);
    let page = site.page("404.html");
    assert!(
        page.contains("<title>Nothing here — Tiny</title>") && page.contains("<h1>Nothing here</h1>"),
        "{page}"
    );
}
