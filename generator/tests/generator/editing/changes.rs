//! Changes of files: what is written, what is refused, how it is undone.

use serde_json::json;

use super::{Editor, bakery, diff};

const POST: &str = "content/blog/01-why-our-dough-sleeps.json";

/// E-001: a title is changed, the file says it, the page shows it, and nothing else in the file is other.
#[test]
fn e_001_a_change_is_one_line_of_the_file_and_is_on_the_page() {
    let editor = Editor::open(bakery());
    let before = editor.on_disk(POST);
    let mut events = editor.listen();
    let edits = json!([{"op": "set", "pointer": "/title", "value": "Why dough “sleeps”"}]);
    let answer = editor.edit(POST, edits).ok();
    let after = editor.on_disk(POST);
    let (gone, new) = diff(&before, &after);
    assert_eq!(gone, [r#"  "title": "Why our dough sleeps in the cold","#]);
    assert_eq!(new, [r#"  "title": "Why dough “sleeps”","#]);
    let changed = events.wait("changed");
    assert_eq!(changed["paths"], json!([POST]));
    assert_eq!(changed["digests"][POST], answer["files"][0]["digest"]);
    let built = events.wait("built");
    assert!(built["buildId"].is_string() && built["ms"].is_u64(), "{built}");
    assert!(editor.get("/blog/why-our-dough-sleeps").text().contains("Why dough “sleeps”"));
    // Undone, it is the file of before to the byte.
    editor.change(json!([answer["files"][0]["inverse"]])).ok();
    assert_eq!(editor.on_disk(POST), before);
}

/// S-534: what the editor does not show stays as it is when something beside it is changed, in a section as elsewhere.
#[test]
fn s_534_an_edit_leaves_sections_as_they_are() {
    let editor = Editor::open(bakery());
    let path = "content/hall/collection.json";
    let page = json!({"id": "c-hall", "title": "The hall", "urlId": "hall", "type": 10, "typeName": "page", "sections": [{
        "id": "s1", "theme": "dark", "unheardOf": {"kept": [1, 2]},
        "grid": {"desktop": {"columns": 24, "rows": 4}, "mobile": {"columns": 8, "rows": 9}},
        "blocks": [{"type": 2, "id": "b1", "value": {"html": "<p>One</p>", "kept": "tides"},
            "desktop": {"rowStart": 1, "rowEnd": 3, "columnStart": 2, "columnEnd": 9},
            "mobile": {"rowStart": 1, "rowEnd": 2, "columnStart": 2, "columnEnd": 10}}],
    }]});
    editor.change(json!([{"path": path, "baseDigest": null, "json": page}])).ok();
    let mut wanted: serde_json::Value = serde_json::from_str(&editor.on_disk(path)).unwrap();
    assert_eq!(wanted["sections"], page["sections"]);
    let pointer = "/sections/0/blocks/0/value/html";
    editor.edit(path, json!([{"op": "set", "pointer": "/title", "value": "The great hall"}, {"op": "set", "pointer": pointer, "value": "<p>Two</p>"}])).ok();
    wanted["title"] = "The great hall".into();
    *wanted.pointer_mut(pointer).unwrap() = "<p>Two</p>".into();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&editor.on_disk(path)).unwrap(), wanted);
    // A place that is none is refused as a build would refuse it.
    let wrong = editor.edit(path, json!([{"op": "set", "pointer": "/sections/0/height", "value": "huge"}]));
    assert_ne!(wrong.status, 200, "{}", wrong.text());
}

#[test]
fn a_new_post_a_new_name_and_a_post_that_goes_read_as_a_person_wrote_them() {
    let editor = Editor::open(bakery());
    let path = "content/blog/07-rye.json";
    let post = json!({"body": "<p>Rye.</p>", "title": "Rye", "id": "post-rye", "urlId": "rye", "status": "Draft", "tags": ["rye"]});
    let answer = editor.change(json!([{"path": path, "baseDigest": null, "json": post}])).ok();
    let text = editor.on_disk(path);
    assert_eq!(
        text,
        "{\n  \"id\": \"post-rye\",\n  \"title\": \"Rye\",\n  \"urlId\": \"rye\",\n  \"status\": \"Draft\",\n  \"tags\": [\n    \"rye\"\n  ],\n  \"body\": \"<p>Rye.</p>\"\n}\n"
    );
    let digest = &answer["files"][0]["digest"];
    let to = "content/blog/07-rye-bread.json";
    let moved = editor.change(json!([{"path": path, "baseDigest": digest, "renameTo": to}])).ok();
    assert_eq!(editor.on_disk(to), text);
    assert!(!editor.site.root().join(path).exists());
    let gone =
        editor.change(json!([{"path": to, "baseDigest": moved["files"][0]["digest"], "delete": true}])).ok();
    assert!(!editor.site.root().join(to).exists());
    // Back again, twice.
    editor.change(json!([gone["files"][0]["inverse"]])).ok();
    editor.change(json!([moved["files"][0]["inverse"]])).ok();
    assert_eq!(editor.on_disk(path), text);
    // A second file at the same place is never written over the first.
    let again = editor.change(json!([{"path": path, "baseDigest": null, "json": {"title": "Other"}}]));
    assert_eq!((again.status, again.json()["conflicts"][0]["json"]["title"].as_str()), (409, Some("Rye")));
}

/// The rules of `loggia check` hold before anything is written; errors that stood before stop nobody.
#[test]
fn a_change_that_brings_an_error_is_refused_with_its_place() {
    let editor = Editor::open(bakery());
    let before = editor.on_disk(POST);
    for (edits, message, pointer) in [
        (
            json!([{"op": "set", "pointer": "/urlId", "value": "foo bar"}]),
            "foo bar is not a valid page URL",
            "/urlId",
        ),
        (
            json!([{"op": "set", "pointer": "/title", "value": 7}]),
            "'title' must be a text, not a number.",
            "/title",
        ),
        (
            json!([{"op": "set", "pointer": "/status", "value": "draft"}]),
            "draft is not one of the expected options",
            "/status",
        ),
        (
            json!([{"op": "set", "pointer": "/publishOn", "value": "soon"}]),
            "'soon' is not a time.",
            "/publishOn",
        ),
        (
            json!([{"op": "set", "pointer": "/tags/0", "value": "t".repeat(51)}]),
            "tags have at most 50.",
            "/tags/0",
        ),
        (
            json!([{"op": "set", "pointer": "/categories/0", "value": "c".repeat(26)}]),
            "categories have at most 25.",
            "/categories/0",
        ),
        (
            json!([{"op": "insert", "pointer": "/tags/-", "value": "Sourdough "}]),
            "This tag already exists",
            "/tags/2",
        ),
        (
            json!([{"op": "insert", "pointer": "/categories/-", "value": "baking"}]),
            "This category already exists",
            "/categories/1",
        ),
        (
            json!([{"op": "set", "pointer": "/urlId", "value": "twenty-seven-layers"}]),
            "is also that of",
            "/urlId",
        ),
    ] {
        let answer = editor.edit(POST, edits.clone());
        assert_eq!(answer.status, 422, "E-028 E-029 E-030 E-032 E-061 E-062 {edits}: {}", answer.text());
        let fault = answer.json()["diagnostics"][0].clone();
        assert!(fault["message"].as_str().unwrap().contains(message), "{edits}: {fault}");
        assert!(fault["file"].as_str().unwrap().starts_with("content/blog/"), "{fault}");
        if !message.contains("also that of") {
            assert_eq!(fault["pointer"], pointer, "{edits}: {fault}");
        }
    }
    assert_eq!(editor.on_disk(POST), before, "nothing was written");
    // What is allowed to the last character.
    let edits = json!([{"op": "set", "pointer": "/tags/0", "value": "t".repeat(50)}, {"op": "set", "pointer": "/categories/0", "value": "c".repeat(25)}]);
    editor.edit(POST, edits).ok();
}

/// E-026, E-027: tags and categories are added, renamed and taken away.
#[test]
fn e_026_e_027_tags_and_categories_are_edited_in_the_file() {
    let editor = Editor::open(bakery());
    let before = editor.on_disk(POST);
    editor.edit(POST, json!([{"op": "insert", "pointer": "/tags/-", "value": "night"}])).ok();
    let (gone, new) = diff(&before, &editor.on_disk(POST));
    assert_eq!(
        (gone, new),
        (vec!["    \"technique\"".into()], vec!["    \"technique\",".into(), "    \"night\"".into()])
    );
    editor.edit(POST, json!([{"op": "set", "pointer": "/categories/0", "value": "Bread"}])).ok();
    editor.edit(POST, json!([{"op": "remove", "pointer": "/tags/2"}])).ok();
    let (gone, new) = diff(&before, &editor.on_disk(POST));
    assert_eq!((gone, new), (vec!["    \"Baking\"".into()], vec!["    \"Bread\"".into()]));
}

#[test]
fn errors_that_stood_before_stop_nobody_and_limits_hold() {
    let site = bakery();
    site.edit("content/blog/02-twenty-seven-layers.json", "\"twenty-seven-layers\"", "\"not an address\"");
    let editor = Editor::open(site);
    editor.edit(POST, json!([{"op": "set", "pointer": "/title", "value": "Still possible"}])).ok();
    // E-128, E-132: the 61st block.
    let block = json!({"type": 2, "value": {"html": "<p>x</p>"}});
    let sixty = vec![block.clone(); 60];
    editor.edit(POST, json!([{"op": "set", "pointer": "/blocks", "value": sixty}])).ok();
    let more = editor.edit(POST, json!([{"op": "insert", "pointer": "/blocks/-", "value": block}]));
    assert_eq!(more.status, 422, "{}", more.text());
    assert_eq!(more.json()["diagnostics"][0]["message"], "You have reached the maximum of 60 blocks.");
}

/// All of a call or none of it, in several files.
#[test]
fn several_files_change_together_or_not_at_all() {
    let editor = Editor::open(bakery());
    let other = "content/blog/02-twenty-seven-layers.json";
    let digests = [POST, other].map(|path| editor.file(path)["digest"].clone());
    let changes = |second: &str| {
        json!([
            {"path": POST, "baseDigest": digests[0], "edits": [{"op": "set", "pointer": "/title", "value": "One"}]},
            {"path": other, "baseDigest": digests[1], "edits": [{"op": "set", "pointer": "/urlId", "value": second}]}
        ])
    };
    let before = [POST, other].map(|path| editor.on_disk(path));
    assert_eq!(editor.change(changes("no address")).status, 422);
    assert_eq!([POST, other].map(|path| editor.on_disk(path)), before);
    let dry = editor.post("/config/api/changes", &json!({"changes": changes("layers"), "dryRun": true}));
    assert_eq!(dry.ok()["files"].as_array().unwrap().len(), 2);
    assert_eq!([POST, other].map(|path| editor.on_disk(path)), before);
    editor.change(changes("layers")).ok();
    assert!(editor.on_disk(POST).contains("\"One\"") && editor.on_disk(other).contains("\"layers\""));
}

/// Settings, collections, forms and templates are held to the same rules.
#[test]
fn files_that_everything_depends_on_are_tried_as_a_whole() {
    let editor = Editor::open(bakery());
    let refused = |path: &str, edits: serde_json::Value| {
        let before = editor.on_disk(path);
        let answer = editor.edit(path, edits);
        assert_eq!(answer.status, 422, "{path}: {}", answer.text());
        assert_eq!(editor.on_disk(path), before);
        answer.json()["diagnostics"][0].clone()
    };
    let fault =
        refused("content/blog/collection.json", json!([{"op": "set", "pointer": "/ordering", "value": "x"}]));
    assert_eq!(fault["message"], "x is not one of the expected options", "E-062");
    let fault = refused(
        "site.json",
        json!([{"op": "set", "pointer": "/websiteSettings/storeSettings/currency", "value": "coins"}]),
    );
    assert_eq!(
        (&fault["file"], &fault["pointer"]),
        (&json!("site.json"), &json!("/websiteSettings/storeSettings/currency"))
    );
    refused("forms/contact.json", json!([{"op": "set", "pointer": "/fields/0/type", "value": "x"}]));
    let region = "template/footer.region";
    let text = editor.on_disk(region);
    let digest = editor.file(region)["digest"].clone();
    let broken = format!("{text}{{.section nowhere}}");
    let answer = editor.change(json!([{"path": region, "baseDigest": digest, "text": broken}]));
    assert_eq!((answer.status, editor.on_disk(region) == text), (422, true), "{}", answer.text());
    // E-002: what is right is on every page.
    let mended = format!("{text}<!-- by the editor --><p>By the editor</p>");
    let mut events = editor.listen();
    editor.change(json!([{"path": region, "baseDigest": digest, "text": mended}])).ok();
    events.wait("built");
    assert!(editor.get("/about").text().contains("By the editor"));
    // E-126.
    editor
        .edit(
            "site.json",
            json!([{"op": "set", "pointer": "/websiteSettings/storeSettings/currency", "value": "EUR"}]),
        )
        .ok();
    assert!(editor.on_disk("site.json").contains("\"currency\": \"EUR\""));
}

/// E-069.
#[test]
fn e_069_a_stored_password_is_a_mask_that_keeps_it() {
    let site = bakery();
    site.edit("content/about/collection.json", "\"title\"", "\"password\": \"open sesame\",\n  \"title\"");
    let editor = Editor::open(site);
    let path = "content/about/collection.json";
    let shown = editor.file(path);
    let mask = shown["json"]["password"].as_str().unwrap().to_owned();
    assert!(!shown.to_string().contains("open sesame"));
    let before = editor.on_disk(path);
    editor.edit(path, json!([{"op": "set", "pointer": "/password", "value": mask, "was": mask}])).ok();
    assert_eq!(editor.on_disk(path), before);
    editor.edit(path, json!([{"op": "set", "pointer": "/password", "value": "other", "was": mask}])).ok();
    assert!(editor.on_disk(path).contains("\"password\": \"other\""));
}

/// E-033, E-129, E-130, E-131: one more than the most is refused, in the words of the specification.
#[test]
fn e_131_collections_take_as_many_as_they_may_and_no_more() {
    let site = crate::site::TestSite::tiny();
    let item = |folder: &str, number: usize| {
        let name = format!("{folder}-{number}");
        let variants = json!([{"sku": format!("SKU-{name}"), "price": 100}]);
        let mut item = json!({"id": name, "title": name, "urlId": name, "body": "<p>x</p>"});
        if folder == "shelf" {
            item["structuredContent"] = json!({"productType": 1, "variants": variants});
        }
        item
    };
    for (folder, collection, most) in [
        ("record", json!({"title": "Record", "urlId": "record", "typeName": "album", "type": 18}), 60),
        (
            "line",
            json!({"title": "Line", "urlId": "line", "typeName": "line", "type": 1, "ordering": "user-orderable"}),
            250,
        ),
        ("shelf", json!({"title": "Shelf", "urlId": "shelf", "typeName": "products", "type": 13}), 200),
    ] {
        site.write(&format!("content/{folder}/collection.json"), &collection.to_string());
        for number in 0..most {
            site.write(
                &format!("content/{folder}/{folder}-{number}.json"),
                &item(folder, number).to_string(),
            );
        }
    }
    let editor = Editor::open(site);
    for (folder, number, message) in [
        ("record", 60, "You have reached the maximum of 60 tracks."),
        ("line", 250, "You have reached the maximum of 250 items."),
        ("shelf", 200, "You have reached the maximum of 200 products."),
    ] {
        let path = format!("content/{folder}/{folder}-{number}.json");
        let answer = editor.change(json!([{"path": path, "baseDigest": null, "json": item(folder, number)}]));
        assert_eq!(
            (answer.status, &answer.json()["diagnostics"][0]["message"]),
            (422, &json!(message)),
            "{folder}"
        );
        assert!(!editor.site.root().join(path).exists());
    }
    let inner: Vec<_> = (0..9_999).map(|number| json!(format!("c{number}"))).collect();
    let path = "content/shelf/collection.json";
    let nested = json!([{"title": "All", "categories": inner}]);
    editor.edit(path, json!([{"op": "set", "pointer": "/categories", "value": nested}])).ok();
    let more = editor
        .edit(path, json!([{"op": "insert", "pointer": "/categories/0/categories/-", "value": "one more"}]));
    assert_eq!(
        more.json()["diagnostics"][0]["message"],
        "You have reached the maximum of 10000 categories.",
        "E-033"
    );
}
