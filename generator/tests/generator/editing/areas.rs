//! What stands on every page at the places of a template, and sections that an owner keeps.

use std::fs;

use serde_json::{Value, json};

use super::{Editor, bakery, until};

fn section(html: &str) -> Value {
    json!({
        "theme": "dark",
        "grid": {"desktop": {"columns": 24, "rows": 4, "rowHeight": "2.15%"}, "mobile": {"columns": 8, "rows": 1, "rowHeight": 24}},
        "blocks": [{
            "type": 2,
            "value": {"html": html},
            "desktop": {"rowStart": 1, "columnStart": 2, "rowEnd": 5, "columnEnd": 26}
        }]
    })
}

fn create(editor: &Editor, path: &str, content: &Value) {
    editor.change(json!([{"path": path, "baseDigest": null, "json": content}])).ok();
}

/// S-488: a template's places are offered although their files are not there; what is put into one stands on every page
/// that has it, with the styles of sections, and says in the preview where it comes from.
#[test]
fn s_488_a_section_at_a_place_of_the_template_stands_on_every_page() {
    let site = bakery();
    let region = site.root().join("template/footer.region");
    let text = fs::read_to_string(&region).unwrap();
    let with =
        text.replacen("</footer>", "<squarespace:block-field id=\"foot\" label=\"Foot\"/></footer>", 1);
    assert_ne!(text, with);
    fs::write(&region, with).unwrap();
    let editor = Editor::open(site);
    let areas = |editor: &Editor| editor.get("/config/api/site").ok()["template"]["areas"].clone();
    assert_eq!(areas(&editor), json!([{"id": "foot", "label": "Foot", "path": "fields/foot.json"}]));
    assert!(!editor.get("/about").text().contains("Open every day"));
    let mut events = editor.listen();
    create(&editor, "fields/foot.json", &json!({"sections": [section("<h2>Open every day</h2>")]}));
    events.wait("built");
    for page in ["/", "/about"] {
        let html = editor.get(page).text();
        assert_eq!(html.matches("Open every day").count(), 1, "{page}");
        assert!(html.contains("page-section") && html.contains("data-section-theme=dark"), "{page}: {html}");
    }
    let marked = editor.preview("/?loggia-edit").text();
    let at = marked.find("Open every day").unwrap();
    assert!(marked[..at].contains("fields/foot.json"), "the preview does not say where the footer stands");
    let events = &mut editor.listen();
    let changed = json!([{"op": "set", "pointer": "/sections/0/blocks/0/value/html", "value": "<h2>Closed on Mondays</h2>"}]);
    editor.edit("fields/foot.json", changed).ok();
    events.wait("built");
    assert!(editor.get("/about").text().contains("Closed on Mondays"));
}

/// S-489: a section that is kept is listed by its title and read back as it was; no page shows it.
#[test]
fn s_489_a_section_that_is_kept_is_listed_and_stands_on_no_page() {
    let editor = Editor::open(bakery());
    let kept = json!({"title": "Prices", "section": section("<h2>Kept and not shown</h2>")});
    create(&editor, "sections/prices.json", &kept);
    create(&editor, "sections/again.json", &json!({"title": " ", "section": {}}));
    let wanted = json!([{"title": "Prices", "path": "sections/prices.json"}, {"title": "again", "path": "sections/again.json"}]);
    // Each is listed once a build has seen it.
    until("both are listed", || editor.get("/config/api/site").ok()["sections"] == wanted);
    assert_eq!(editor.file("sections/prices.json")["json"], kept);
    assert!(!editor.get("/").text().contains("Kept and not shown"));
    let refused = editor.change(json!([{"path": "sections/below/one.json", "baseDigest": null, "json": {}}]));
    assert!(refused.status >= 400, "{}", refused.status);
}

/// S-491: the editor is told of a template's kinds of block with what their owner fills in, and a block of one is saved.
#[test]
fn s_491_the_editor_offers_the_kinds_of_block_of_a_template() {
    let site = bakery();
    let conf = json!({
        "type": "price-card",
        "title": "Price card",
        "fields": [
            {"key": "plan", "label": "Plan"},
            {"key": "look", "kind": "choice", "choices": ["thin", {"value": "wide", "label": "Wide frame"}]},
            {"key": "lines", "kind": "list", "label": "Lines", "of": [{"key": "picture", "kind": "image"}]}
        ],
        "value": {"plan": "Basic"}
    });
    site.write("template/blocks/price-card.block.conf", &conf.to_string());
    site.write("template/blocks/price-card.block", "<p class=\"plan\">{plan|htmltag}</p>");
    let editor = Editor::open(site);
    let told = editor.get("/config/api/site").ok()["template"]["blocks"].clone();
    let field = |key: &str, kind: &str, label: &str, choices: Value, of: Value| json!({"key": key, "kind": kind, "label": label, "choices": choices, "of": of});
    let choices = json!([{"value": "thin", "label": "thin"}, {"value": "wide", "label": "Wide frame"}]);
    let picture = field("picture", "image", "", json!([]), json!([]));
    let wanted = json!([{
        "name": "price-card",
        "title": "Price card",
        "fields": [
            field("plan", "text", "Plan", json!([]), json!([])),
            field("look", "choice", "", choices, json!([])),
            field("lines", "list", "Lines", json!([]), json!([picture])),
        ],
        "value": {"plan": "Basic"}
    }]);
    assert_eq!(told, wanted);
    let events = &mut editor.listen();
    let block = json!({"type": "price-card", "value": {"plan": "Family"}});
    editor
        .edit(
            "content/about/collection.json",
            json!([{"op": "set", "pointer": "/sections", "value": [{"blocks": [block]}]}]),
        )
        .ok();
    events.wait("built");
    assert!(editor.get("/about").text().contains(">Family</p>"));
}
