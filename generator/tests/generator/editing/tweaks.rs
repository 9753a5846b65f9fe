//! What a template lets its owner set, from the panel to the page.

use serde_json::json;

use super::{Editor, bakery, diff};

fn sheet(editor: &Editor) -> String {
    let page = editor.get("/").text();
    let from = page.find("/assets/site.").expect("a style sheet");
    let to = from + page[from..].find(['"', '>', ' ']).unwrap();
    editor.get(&page[from..to]).text()
}

#[test]
fn e_114_what_the_owner_sets_stands_in_one_line_and_shows_in_the_page() {
    let editor = Editor::open(bakery());
    let tweaks = editor.get("/config/api/site").ok()["template"]["tweaks"].clone();
    let kinds: Vec<&str> =
        tweaks.as_array().unwrap().iter().map(|tweak| tweak["kind"].as_str().unwrap()).collect();
    for kind in ["color", "font", "range", "select", "checkbox", "image"] {
        assert!(kinds.contains(&kind), "{kind}: {kinds:?}");
    }
    assert!(editor.get("/").text().contains("tweak-arches tweak-header-beside"));
    let (before, mut events) = (editor.on_disk("site.json"), editor.listen());
    let set = json!({
        "accent": "#7a2048",
        "text-font": "Georgia, serif",
        "corner-radius": "4px",
        "arches": false,
        "header": "centered",
        "hero-backdrop": "/files/arcade-at-dawn.jpg"
    });
    let edits = json!([{"op": "set", "pointer": "/tweaks", "value": set}]);
    editor.edit("site.json", edits).ok();
    let (_, new) = diff(&before, &editor.on_disk("site.json"));
    assert!(new.contains(&"    \"accent\": \"#7a2048\",".to_owned()), "{new:?}");
    events.wait("built");
    let css = sheet(&editor).replace(' ', "");
    let own = css.rsplit_once(":root{").unwrap().1;
    for wanted in [
        "--accent:#7a2048",
        "--text-font:Georgia,serif",
        "--corner-radius:4px",
        "--hero-backdrop:url(/assets/files/arcade-at-dawn.",
    ] {
        assert!(own.replace('"', "").contains(wanted), "{wanted}: {own}");
    }
    let home = editor.get("/").text();
    assert!(home.contains("tweak-header-centered") && !home.contains("tweak-arches"), "{home}");
    // What would break the style sheet is refused with its place.
    let broken = json!([{"op": "set", "pointer": "/tweaks/accent", "value": "red;} body{display:none"}]);
    let refused = editor.edit("site.json", broken);
    assert_eq!(
        (refused.status, &refused.json()["diagnostics"][0]["pointer"]),
        (422, &json!("/tweaks/accent"))
    );
}
