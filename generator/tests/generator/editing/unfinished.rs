//! What is not finished is saved all the same, stands in nobody's way, and is reported.

use serde_json::json;

use super::{Editor, bakery, until};

const ABOUT: &str = "content/about/collection.json";
const POST: &str = "content/blog/01-why-our-dough-sleeps.json";

/// A page with one more row, of one block.
fn with_block(editor: &Editor, kind: u64, value: &serde_json::Value) -> serde_json::Value {
    let key = if editor.file(ABOUT)["json"]["rows"].is_array() { "rows" } else { "blocks" };
    let block = json!({"type": kind, "value": value});
    let element = match key {
        "rows" => json!({"columns": [{"span": 12, "blocks": [block]}]}),
        _ => block,
    };
    let op = if editor.file(ABOUT)["json"][key].is_array() {
        json!({"op": "insert", "pointer": format!("/{key}/-"), "value": element})
    } else {
        json!({"op": "set", "pointer": format!("/{key}"), "value": [element]})
    };
    json!([op])
}

#[test]
fn s_262_an_empty_block_is_saved_left_out_and_reported_at_its_place() {
    let editor = Editor::open(bakery());
    for (number, (kind, value, words)) in [
        (43, json!({}), "This block has no product yet"),
        (43, json!({"productId": "gone"}), "the product 'gone'"),
        (52, json!({}), "This block has no product yet"),
        (9, json!({}), "This block has no form yet"),
        (20, json!({"collection": "gone"}), "the collection 'gone'"),
    ]
    .into_iter()
    .enumerate()
    {
        let edits = with_block(&editor, kind, &value);
        let answer = editor.edit(ABOUT, edits).ok();
        assert!(editor.on_disk(ABOUT).contains(&format!("\"type\": {kind}")), "{kind} is on disk");
        let check_faults = |faults: &serde_json::Value| {
            let all = faults.as_array().unwrap().clone();
            let found = all.iter().find(|fault| fault["message"].as_str().unwrap().contains(words));
            let fault = found.unwrap_or_else(|| panic!("{words} in {faults}")).clone();
            assert_eq!((&fault["severity"], &fault["file"]), (&json!("warning"), &json!(ABOUT)), "{fault}");
            let pointer = fault["pointer"].as_str().unwrap_or_else(|| panic!("a place in {fault}"));
            assert!(pointer.starts_with("/rows/") || pointer.starts_with("/blocks/"), "{fault}");
        };
        check_faults(&answer["diagnostics"]);
        // What is changed afterwards is saved and shown.
        let title = format!("After {kind} {number}");
        editor.edit(POST, json!([{"op": "set", "pointer": "/title", "value": title}])).ok();
        until(&title, || editor.get("/blog/why-our-dough-sleeps").text().contains(&title));
        // The page stands without the block, and the editor knows of it after a build as well.
        let page = editor.get("/about").text();
        assert!(page.contains("About the bakery") && !page.contains("sqs-block-product"), "{kind}");
        let of_site = || editor.get("/config/api/site").json()["diagnostics"].clone();
        until(words, || {
            let all = of_site();
            let of_kind = |fault: &&serde_json::Value| fault["message"].as_str().unwrap().contains(words);
            all.as_array().unwrap().iter().filter(of_kind).count() > 0
        });
        check_faults(&of_site());
    }
}

#[test]
fn s_261_a_page_that_was_made_is_taken_away_again_and_its_folder_with_it() {
    let editor = Editor::open(bakery());
    let path = "content/cakes/collection.json";
    let page = json!({"id": "cakes", "title": "Cakes", "urlId": "cakes", "type": 10, "typeName": "page"});
    let made = editor.change(json!([{"path": path, "baseDigest": null, "json": page}])).ok();
    editor.change(json!([{"path": path, "baseDigest": made["files"][0]["digest"], "delete": true}])).ok();
    assert!(!editor.site.root().join("content/cakes").exists());
    // A folder that something else is in stays, and so does what is in it.
    let again = editor.change(json!([{"path": path, "baseDigest": null, "json": page}])).ok();
    std::fs::write(editor.site.root().join("content/cakes/notes.txt"), "mine").unwrap();
    editor.change(json!([{"path": path, "baseDigest": again["files"][0]["digest"], "delete": true}])).ok();
    assert_eq!(std::fs::read_to_string(editor.site.root().join("content/cakes/notes.txt")).unwrap(), "mine");
    editor.edit(POST, json!([{"op": "set", "pointer": "/title", "value": "Afterwards"}])).ok();
}

#[test]
fn s_263_a_menu_entry_moves_into_the_folder_that_stands_behind_it() {
    let editor = Editor::open(bakery());
    let folder = json!({"title": "More", "folder": true, "items": []});
    editor
        .edit("site.json", json!([{"op": "insert", "pointer": "/navigation/mainNav/1", "value": folder}]))
        .ok();
    let before = editor.file("site.json")["json"]["navigation"]["mainNav"].clone();
    let edits =
        json!([{"op": "move", "from": "/navigation/mainNav/0", "pointer": "/navigation/mainNav/0/items/0"}]);
    editor.edit("site.json", edits).ok();
    let after = editor.file("site.json")["json"]["navigation"]["mainNav"].clone();
    assert_eq!(after[0]["title"], "More");
    assert_eq!(after[0]["items"], json!([before[0]]));
    assert_eq!(after.as_array().unwrap().len() + 1, before.as_array().unwrap().len());
}

#[test]
fn s_264_a_blank_value_is_reported_at_its_field() {
    let editor = Editor::open(bakery());
    let answer = editor.edit(POST, json!([{"op": "set", "pointer": "/title", "value": ""}]));
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert_eq!(answer.json()["diagnostics"][0]["pointer"], "/title");
}
