//! What becomes of a text: changes that an editor tells of, and formatting.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::editor::{Editor, abilities, place, uri};
use super::{edited, fixture, quiet, stranger, without_mark};
use crate::site::TestSite;

pub fn formatted(editor: &mut Editor, file: &Path) -> Value {
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": uri(file) }, "options": options });
    editor.ask("textDocument/formatting", params)["result"].clone()
}

/// S-504: the indentation follows blocks and elements; what it must not touch stays.
#[test]
fn s_504_format_indents_and_leaves_the_rest() {
    let (site, mut editor) = stranger();
    let file = site.root().join("template/foot.region");
    let text = "<div\n   class=\"a\n b\">\n{.if x}\n<p>\n      {title}<br>\n</p>\n    {.or}\n<pre>\n a\n</pre>\n{.end}\n   \n<script>\n x\n</script>\n<!--\n y -->\n{##\n z ##}\n</div>\n";
    let wanted = "<div\n   class=\"a\n b\">\n  {.if x}\n    <p>\n      {title}<br>\n    </p>\n  {.or}\n    <pre>\n a\n</pre>\n  {.end}\n\n  <script>\n x\n</script>\n  <!--\n y -->\n  {##\n z ##}\n</div>\n";
    editor.open(&file, text);
    let edits = formatted(&mut editor, &file);
    let done = edited(text, &edits);
    assert_eq!(done, wanted);
    editor.write(&file, 2, &done);
    assert_eq!(formatted(&mut editor, &file), json!([]));
    // A block that is shown in an attribute, and one in a script, keep every space.
    let block = site.root().join("template/blocks/submenu.block");
    editor.open(&block, "a\n   b\n");
    for (version, use_of) in [
        "<p class=\"{@|apply submenu.block}\">",
        "<script>'{@|apply submenu}'</script>",
        "{@|apply submenu|json}",
    ]
    .into_iter()
    .enumerate()
    {
        editor.write(&file, version as i64 + 3, use_of);
        assert_eq!(formatted(&mut editor, &block), json!([]), "{use_of}");
    }
    assert_eq!(editor.end(), Some(0));
}

/// S-504: after every template of a site was formatted, the built pages are the same byte for byte, and a second time changes
/// nothing.
#[test]
fn s_504_format_never_changes_a_built_page() {
    let mut changed = 0;
    for name in ["stranger", "atlas"] {
        let site = TestSite::of(&fixture(name));
        let before = site.build();
        assert!(!before.diagnostics.iter().any(|fault| fault.is_error()), "{:?}", before.diagnostics);
        let pages = site.tree();
        let mut editor = Editor::start(&site.root(), abilities(), quiet());
        for file in walkdir::WalkDir::new(site.root().join("template")).into_iter().map(Result::unwrap) {
            let file = file.path();
            let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            if !["region", "block", "list", "item", "page"].contains(&ending) {
                continue;
            }
            // As if nobody had ever indented it, so that there is much to do.
            let text = fs::read_to_string(file).unwrap();
            editor.open(file, &text);
            let done = edited(&text, &formatted(&mut editor, file));
            editor.write(file, 2, &done);
            assert_eq!(formatted(&mut editor, file), json!([]), "{} is formatted once", file.display());
            changed += usize::from(done != text);
            fs::write(file, done).unwrap();
        }
        site.build();
        let after = site.tree();
        assert_eq!(pages.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
        for (path, bytes) in &pages {
            if path.ends_with(".html") {
                assert!(after[path] == *bytes, "{name}/{path} is not what it was");
            }
        }
        assert_eq!(editor.end(), Some(0));
    }
    assert!(changed > 5, "only {changed} templates had anything to format");
}

/// S-501: after any changes of parts the program has the editor's text; told by what it shows of a partial elsewhere.
#[test]
fn s_501_after_any_changes_the_program_has_the_editors_text() {
    let (site, mut editor) = stranger();
    let (file, block) =
        (site.root().join("template/foot.region"), site.root().join("template/blocks/submenu.block"));
    let marked = "{@|apply sub§menu.block}";
    editor.open(&file, &without_mark(marked));
    editor.open(&block, "");
    let mut seed: u64 = 7;
    let mut number = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    let mut text = String::new();
    for version in 2..120 {
        let end = |text: &str, at: usize| {
            let (at, _) = text.char_indices().chain([(text.len(), ' ')]).nth(at).unwrap();
            (at, place(&format!("{}§", &text[..at])))
        };
        let count = text.chars().count() + 1;
        let (one, other) = (number(count), number(count));
        let (from, to) = (end(&text, one.min(other)), end(&text, one.max(other)));
        let with = ["a😀", "\n", "{.if ñ}", "}", "", "x|y"][number(6)];
        let after = format!("{}{with}{}", &text[..from.0], &text[to.0..]);
        if after.lines().count() > 8 {
            continue;
        }
        editor.change(&block, version, json!([{ "range": { "start": from.1, "end": to.1 }, "text": with }]));
        text = after;
        let hover = editor.ask_at("textDocument/hover", &file, marked, json!({}));
        let shown = hover["contents"]["value"].as_str().unwrap();
        let shown = shown.split_once("```json-template\n").unwrap().1.strip_suffix("\n```").unwrap();
        assert_eq!(shown, text.lines().collect::<Vec<_>>().join("\n"), "version {version}");
    }
    assert_eq!(editor.end(), Some(0));
}
