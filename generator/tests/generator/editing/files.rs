//! Files as the editor is shown them, and the editor's own page.

use serde_json::json;

use super::{Editor, bakery};

#[test]
fn a_file_is_shown_as_it_is_on_disk() {
    let editor = Editor::open(bakery());
    let site = editor.file("site.json");
    assert_eq!(
        (&site["kind"], &site["json"]["website"]["siteTitle"]),
        (&json!("site"), &json!("Loggia Bakery"))
    );
    assert_eq!(editor.file("template/footer.region")["kind"], "template");
    assert!(editor.file("template/footer.region")["text"].as_str().unwrap().contains('<'));
    assert_eq!(editor.file("template/template.conf")["json"]["name"], "Arcade");
    let fonts = editor.get("/config/api/fonts").ok();
    assert_eq!(
        fonts["fonts"][0],
        json!({"name": "Arial", "category": "Sans Serif", "stack": "Arial, Helvetica, sans-serif"}),
        "E-037"
    );
    let missing = editor.get("/config/api/file?path=content/blog/nowhere.json");
    assert_eq!(
        (missing.status, missing.json()["message"].as_str()),
        (404, Some("Unable to locate content")),
        "E-021"
    );
}

/// E-001: the page of the editor, and what it says when it has not been built.
#[test]
fn e_001_the_page_of_the_editor_is_served_under_config() {
    let editor = Editor::open(bakery());
    for path in ["/config", "/config/website/pages", "/config/settings/billing?x=1"] {
        let page = editor.get(path);
        assert!(
            page.head.contains(&format!("frame-src http://{};", editor.visitors))
                && page.head.contains("frame-ancestors 'none'")
                && page.head.contains("script-src 'self';")
                && page.head.contains("cross-origin-opener-policy: same-origin"),
            "{}",
            page.head
        );
        assert_eq!(page.status, 503, "the widgets of the fixtures have no editor");
        assert!(page.text().contains("npm run build"), "{}", page.text());
    }
    assert_eq!(editor.get("/config/assets/../../site.json").status, 404);
    assert_eq!(editor.get("/config/api/nowhere").status, 404);
}

/// S-345: what a browser needs to install the editor: a manifest with the site's name, and its pictures in the sizes that it claims.
#[test]
fn s_345_the_editor_is_installed_under_the_name_of_the_site() {
    let editor = Editor::open(bakery());
    let manifest = editor.get("/config/app.webmanifest");
    assert!(manifest.head.contains("content-type: application/manifest+json"), "{}", manifest.head);
    assert!(manifest.head.contains("cache-control: no-cache"), "{}", manifest.head);
    let manifest = manifest.json();
    assert_eq!((&manifest["name"], &manifest["scope"]), (&json!("Loggia Bakery"), &json!("/config/")));
    assert!(editor.get("/config/home").head.contains("manifest-src 'self'"));
    let icons = manifest["icons"].as_array().unwrap();
    assert!(icons.iter().any(|icon| icon["purpose"] == "maskable"));
    for icon in icons {
        let picture = editor.get(icon["src"].as_str().unwrap());
        assert!(picture.head.contains("content-type: image/png"), "{}", picture.head);
        let size = imagesize::blob_size(&picture.body).unwrap();
        assert_eq!(icon["sizes"], json!(format!("{}x{}", size.width, size.height)));
    }
    assert_eq!(editor.get("/config/icon-64.png").status, 404);
    assert_eq!(editor.get("/config/icon-x.png").status, 404);
    // The widgets of the fixtures have no editor, and so no worker.
    assert_eq!(editor.get("/config/worker.js").status, 404);
}
