//! `loggia lsp` from outside: the messages of the Language Server Protocol in the order of its specification.

mod editor;
mod texts;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use self::editor::{Editor, abilities, place, uri};
use crate::site::TestSite;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures").join(name)
}

fn quiet() -> Value {
    json!({ "checkOnSave": false })
}

/// A site of its own with an editor in it.
fn stranger() -> (TestSite, Editor) {
    let site = TestSite::of(&fixture("stranger"));
    let editor = Editor::start(&site.root(), abilities(), quiet());
    (site, editor)
}

fn labels(items: &Value) -> Vec<&str> {
    items.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect()
}

fn without_mark(marked: &str) -> String {
    marked.replace('§', "")
}

/// A text with the edits of an answer made.
fn edited(text: &str, edits: &Value) -> String {
    let lines: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset = |place: &Value| {
        let start = lines[place["line"].as_u64().unwrap() as usize];
        let mut left = place["character"].as_u64().unwrap() as usize;
        let rest = text[start..].char_indices();
        for (at, character) in rest {
            if left == 0 {
                return start + at;
            }
            left -= character.len_utf16();
        }
        text.len()
    };
    let mut done = text.to_owned();
    let mut edits: Vec<_> = edits.as_array().unwrap().iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(offset(&edit["range"]["start"])));
    for edit in edits {
        let (start, end) = (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]));
        done.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    done
}

/// S-500: what is wrong is said as it is typed, with the word's exact place, and one press mends it.
#[test]
fn s_500_faults_are_said_as_they_are_typed() {
    let (site, mut editor) = stranger();
    let file = site.root().join("template/foot.region");
    editor.open(&file, "<p>😀 {website.siteTitle|htm}</p>\n{.if x}");
    let faults = editor.faults(&file, 1);
    let range = |line, start, end| json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } });
    let said: Vec<_> =
        faults.iter().map(|fault| (&fault["range"], fault["message"].as_str().unwrap())).collect();
    assert_eq!(said.len(), 2, "{said:#?}");
    assert_eq!(*said[0].0, range(0, 25, 28));
    assert_eq!(
        said[0].1,
        "Formatter 'htm' is unknown; the tag is shown as it is written.\ndid you mean `html`?"
    );
    assert_eq!(faults[0]["code"], "template-syntax");
    assert_eq!(*said[1].0, range(1, 0, 7));
    // One press.
    let document = json!({ "uri": uri(&file) });
    let context = json!({ "diagnostics": [faults[0]] });
    let params = json!({ "textDocument": document, "range": faults[0]["range"], "context": context });
    let fixes = editor.ask("textDocument/codeAction", params)["result"].clone();
    let edit = &fixes[0]["edit"]["changes"][uri(&file)][0];
    assert_eq!((edit["newText"].as_str(), &edit["range"]), (Some("html"), &faults[0]["range"]));
    // Mended by two changes of parts, one after the other.
    editor.change(
        &file,
        2,
        json!([
            { "range": range(0, 25, 28), "text": "html" },
            { "range": range(1, 7, 7), "text": "é{.end}" },
        ]),
    );
    assert_eq!(editor.faults(&file, 2), Vec::<Value>::new());
    // A partial that is nowhere, a tag of the site that is none, a script that is not there.
    editor.write(
        &file,
        3,
        "{@|apply mast-head.block}\n<squarespace:navigatoin/>\n<squarespace:script src=\"sit.js\"/>\n",
    );
    let faults = editor.faults(&file, 3);
    let said: Vec<_> = faults.iter().map(|fault| fault["message"].as_str().unwrap()).collect();
    assert!(
        said.iter().any(|said| said.contains("mast-head.block") && said.contains("`masthead.block`")),
        "{said:#?}"
    );
    assert!(said.iter().any(|said| said.contains("navigatoin")), "{said:#?}");
    assert!(said.iter().any(|said| said.contains("sit.js") && said.contains("site.js")), "{said:#?}");
    // What is on the disk is as it was.
    assert!(fs::read_to_string(&file).unwrap().len() > 40);
    assert_eq!(editor.end(), Some(0));
}

/// S-500: template.conf and other files of settings, while they are not saved.
#[test]
fn s_500_faults_of_settings_are_said_as_they_are_typed() {
    let (site, mut editor) = stranger();
    let file = site.root().join("template/template.conf");
    editor.open(&file, "{\"layouts\": {\"default\": {\"regions\": [\"haed\"]}}}");
    let faults = editor.faults(&file, 1);
    assert!(faults.iter().any(|fault| fault["message"].as_str().unwrap().contains("haed")), "{faults:#?}");
    let collection = site.root().join("template/collections/blog.conf");
    editor.open(&collection, "{\"title\": ");
    let faults = editor.faults(&collection, 1);
    assert_eq!(faults[0]["code"], "json-syntax", "{faults:#?}");
    assert_eq!(editor.end(), Some(0));
}

/// S-500: a whole site is looked at when it is opened and saved.
#[test]
fn s_500_the_whole_site_is_looked_at() {
    let site = TestSite::of(&fixture("stranger"));
    let file = site.root().join("site.json");
    let whole = fs::read_to_string(&file).unwrap();
    fs::write(&file, "{").unwrap();
    let mut editor = Editor::start(&site.root(), abilities(), Value::Null);
    let uri = uri(&file);
    let count = |message: &Value| match message["params"]["uri"] == uri.as_str() {
        true => message["params"]["diagnostics"].as_array().map(Vec::len),
        false => None,
    };
    editor.wait(|message| count(message) == Some(1));
    fs::write(&file, whole).unwrap();
    editor.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    editor.wait(|message| count(message) == Some(0));
    assert_eq!(editor.end(), Some(0));
}

/// S-502: what can be written at a place.
#[test]
fn s_502_completion_knows_words_partials_tags_and_fields() {
    let (site, mut editor) = stranger();
    let file = site.root().join("template/collections/blog.list");
    editor.open(&file, "");
    for (version, (marked, wanted, unwanted)) in [
        ("{title|tr§", "truncate", "section"),
        ("{.mai§}", "main-image?", "truncate"),
        ("{.rep§", "repeated section", "truncate"),
        ("{.if main§", "main-image?", "section"),
        ("{@|apply mast§}", "masthead.block", "truncate"),
        ("<squarespace:nav§", "squarespace:navigation", "truncate"),
        ("<squarespace:query coll§", "collection", "template.conf"),
        ("<squarespace:navigation template=\"main§\"", "main-navigation", "masthead.block"),
        ("<squarespace:script src=\"§\"", "site.js", "masthead"),
        ("{.section website}{site§}{.end}", "siteTitle", "section"),
        ("{.repeated section items}😀{full§}{.end}", "fullUrl", "section"),
        ("{.repeated section items}{.section author}{§}{.end}{.end}", "displayName", "section"),
        ("{collection.ti§}", "title", "items"),
        ("{.var @it collection}{@it.ti§}", "title", "items"),
    ]
    .into_iter()
    .enumerate()
    {
        let version = version as i64 + 2;
        editor.write(&file, version, &without_mark(marked));
        let items = editor.ask_at("textDocument/completion", &file, marked, json!({}));
        let labels = labels(&items);
        assert!(labels.contains(&wanted), "{marked}: {labels:?}");
        assert!(!labels.contains(&unwanted), "{marked}: {labels:?}");
    }
    // A block comes with its end, and takes the brace that the editor has put there already.
    let marked = "{.sec§}";
    editor.write(&file, 90, &without_mark(marked));
    let items = editor.ask_at("textDocument/completion", &file, marked, json!({}));
    let section = items.as_array().unwrap().iter().find(|item| item["label"] == "section").unwrap();
    assert_eq!(section["insertTextFormat"], 2);
    assert_eq!(edited("{.sec}", &json!([section["textEdit"]])), "{.section ${1:name}}$0{.end}");
    assert!(section["documentation"]["value"].as_str().unwrap().contains("Makes a value the current one"));
    assert_eq!(editor.end(), Some(0));
}

/// S-502: what is said of a word: the language's page, or an example from the content.
#[test]
fn s_502_hover_shows_the_language_and_the_content() {
    let site = TestSite::of(&fixture("stranger"));
    let mut editor = Editor::start(&site.root(), abilities(), Value::Null);
    let file = site.root().join("template/collections/blog.list");
    editor.open(&file, "");
    let said = |editor: &mut Editor, version, marked: &str| {
        editor.write(&file, version, &without_mark(marked));
        let hover = editor.ask_at("textDocument/hover", &file, marked, json!({}));
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    for (version, (marked, wanted)) in [
        ("{title|trun§cate 20}", "**truncate**"),
        ("{.main-im§age?}{.end}", "It has a picture"),
        ("{.repeated sec§tion items}{.end}", "Runs the block once for each element"),
        ("{.o§r}", "Runs the block if the predicate holds"),
        ("{@|apply mast§head.block}", "**blocks/masthead.block**"),
        ("<squarespace:navi§gation/>", "Shows a menu"),
    ]
    .into_iter()
    .enumerate()
    {
        let found = said(&mut editor, version as i64 + 2, marked);
        assert!(found.contains(wanted), "{marked}: {found}");
    }
    // Once the site was looked at, its own values are the examples.
    let mut found = String::new();
    for version in 100..400 {
        found = said(&mut editor, version, "{.repeated section items}{tit§le}{.end}");
        if !found.contains("\"Item\"") {
            break;
        }
        // What is wrong is said anew after each pause, so that this does not ask without end.
        editor.faults(&file, version);
    }
    assert!(found.contains("`title`") && !found.contains("\"Item\""), "{found}");
    let marked = "{.repeated section items}{tit§}{.end}";
    editor.write(&file, 450, &without_mark(marked));
    let items = editor.ask_at("textDocument/completion", &file, marked, json!({}));
    let title = items.as_array().unwrap().iter().find(|item| item["label"] == "title").unwrap();
    assert!(title["detail"].is_string() && title["detail"] != "\"Item\"", "{title}");
    assert_eq!(said(&mut editor, 500, "plain § text"), "");
    assert_eq!(editor.end(), Some(0));
}

/// S-503: from a name to what it names, to its uses, and to another name everywhere.
#[test]
fn s_503_names_lead_to_their_files_and_can_be_changed_everywhere() {
    let (site, mut editor) = stranger();
    let template = site.root().join("template");
    let file = template.join("foot.region");
    let marked = "é{@|apply mast§head.block}{# #}{website|apply masthead}{.macro m}x{.end}{@|apply m}<squarespace:script src=\"site.js\"/>";
    editor.open(&file, &without_mark(marked));
    let found = editor.ask_at("textDocument/definition", &file, marked, json!({}));
    assert_eq!(found[0]["uri"], uri(&template.join("blocks/masthead.block")));
    let script = without_mark(marked).replace("site.js", "si§te.js");
    let found = editor.ask_at("textDocument/definition", &file, &script, json!({}));
    assert_eq!(found[0]["uri"], uri(&template.join("scripts/site.js")));
    let in_macro = without_mark(marked).replace("apply m}", "apply m§}");
    let found = editor.ask_at("textDocument/definition", &file, &in_macro, json!({}));
    assert_eq!(found[0]["range"]["start"], place(&without_mark(marked).replace("{.macro m}", "{.macro §m}")));
    let context = json!({ "context": { "includeDeclaration": false } });
    let found = editor.ask_at("textDocument/references", &file, marked, context);
    let own = found.as_array().unwrap().iter().filter(|place| place["uri"] == uri(&file)).count();
    assert_eq!(own, 2, "{found:#}");
    let elsewhere = found.as_array().unwrap().len() - own;
    assert!(elsewhere >= 1, "{found:#}");
    let found = editor.ask_at("textDocument/prepareRename", &file, marked, json!({}));
    assert_eq!(found["placeholder"], "masthead");
    let edit = editor.ask_at("textDocument/rename", &file, marked, json!({ "newName": "banner" }));
    let changes = edit["documentChanges"].as_array().unwrap();
    let own = changes.iter().find(|change| change["textDocument"]["uri"] == uri(&file)).unwrap();
    let text = edited(&without_mark(marked), &own["edits"]);
    assert!(text.starts_with("é{@|apply banner.block}{# #}{website|apply banner}{.macro m}"), "{text}");
    let moved = changes.last().unwrap();
    assert_eq!(
        (moved["kind"].as_str(), moved["newUri"].as_str()),
        (Some("rename"), Some(uri(&template.join("blocks/banner.block")).as_str()))
    );
    for name in ["../x", "", "a b", "submenu", "a/../b", "/a"] {
        let params =
            json!({ "textDocument": { "uri": uri(&file) }, "position": place(marked), "newName": name });
        assert_eq!(editor.ask("textDocument/rename", params)["error"]["code"], -32803, "{name}");
    }
    // The names of regions.
    let conf = template.join("template.conf");
    let text = fs::read_to_string(&conf).unwrap();
    editor.open(&conf, &text);
    let found =
        editor.ask_at("textDocument/definition", &conf, &text.replacen("\"head", "\"he§ad", 1), json!({}));
    assert_eq!(found[0]["uri"], uri(&template.join("head.region")));
    assert_eq!(editor.end(), Some(0));
}

/// S-503: the blocks of a template.
#[test]
fn s_503_blocks_are_an_outline_and_can_be_folded() {
    let (site, mut editor) = stranger();
    let file = site.root().join("template/foot.region");
    editor.open(&file, "{.repeated section items}\n  {.if title}\n    {title}\n  {.end}\n{.end}\n{##\n\n##}\n{.section open}\n");
    let document = json!({ "textDocument": { "uri": uri(&file) } });
    let found = editor.ask("textDocument/documentSymbol", document.clone())["result"].clone();
    let names = |list: &Value| {
        list.as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&found), ["repeated section items", "section open"]);
    assert_eq!(names(&found[0]["children"]), ["if title"]);
    let folds = editor.ask("textDocument/foldingRange", document)["result"].clone();
    let lines: Vec<_> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|fold| (fold["startLine"].as_u64(), fold["endLine"].as_u64()))
        .collect();
    assert_eq!(lines, [(Some(0), Some(3)), (Some(1), Some(2)), (Some(5), Some(7))]);
    assert_eq!(editor.end(), Some(0));
}

/// S-501: both ways of counting within a line.
#[test]
fn s_501_bytes_are_counted_where_both_sides_say_so() {
    let site = TestSite::of(&fixture("stranger"));
    let capabilities = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
    let mut editor = Editor::start(&site.root(), capabilities, quiet());
    assert_eq!(editor.greeting["capabilities"]["positionEncoding"], "utf-8");
    let file = site.root().join("template/foot.region");
    editor.open(&file, "😀{a|htm}");
    let faults = editor.faults(&file, 1);
    assert_eq!(faults[0]["range"]["start"]["character"], 7);
    assert_eq!(editor.end(), Some(0));
}

/// S-505: nothing that an editor sends ends the program, but the end of the messages.
#[test]
fn s_505_nothing_that_is_sent_ends_the_program() {
    let site = TestSite::of(&fixture("stranger"));
    let mut editor = Editor::silent();
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32002);
    editor.bytes(b"Content-Length: 5\r\n\r\n{nope");
    assert_eq!(editor.wait(|message| message["id"].is_null())["error"]["code"], -32700);
    let greeting = editor.ask("initialize", json!({ "capabilities": {}, "rootUri": uri(&site.root()) }));
    assert_eq!(greeting["result"]["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(editor.ask("initialize", json!({ "capabilities": {} }))["error"]["code"], -32600);
    assert_eq!(editor.ask("no/such", json!({}))["error"]["code"], -32601);
    assert_eq!(editor.ask("textDocument/hover", json!({ "position": 3 }))["error"]["code"], -32602);
    let file = site.root().join("template/foot.region");
    let marked = "{§";
    for address in ["untitled:1", "http://x/y", "file:///nowhere/at/all.region", "file:///etc/passwd"] {
        let params = json!({ "textDocument": { "uri": address }, "position": place(marked) });
        assert_eq!(editor.ask("textDocument/hover", params)["error"]["code"], -32602, "{address}");
    }
    for note in [
        "textDocument/didOpen",
        "textDocument/didChange",
        "workspace/didChangeWatchedFiles",
        "$/setTrace",
        "",
    ] {
        editor.tell(note, json!({ "textDocument": 3 }));
    }
    // Texts that are no templates, asked about at every place.
    let deep = "{.section a}".repeat(3000) + &"<div>".repeat(3000);
    let texts = [
        "{.é|\u{1F600},@ä}<squarespace:é a='ö\"=<{.if ??&&|a|b,ü|apply ß}{##{.var @\n <loggia:",
        "\u{0}\r\r\n{",
        &deep,
    ];
    for (version, text) in texts.into_iter().enumerate() {
        editor.open(&file, text);
        for line in 0..3 {
            for character in [0, 1, 5, 17, 30, 47, 60, 4_000_000_000_u32] {
                let params = json!({ "textDocument": { "uri": uri(&file) }, "position": { "line": line, "character": character } });
                for method in [
                    "textDocument/completion",
                    "textDocument/hover",
                    "textDocument/definition",
                    "textDocument/prepareRename",
                ] {
                    let answer = editor.ask(method, params.clone());
                    assert!(answer.get("error").is_none(), "{version} {method} {line}:{character}: {answer}");
                }
            }
        }
        let document = json!({ "textDocument": { "uri": uri(&file) } });
        for method in ["textDocument/documentSymbol", "textDocument/foldingRange"] {
            assert!(editor.ask(method, document.clone()).get("error").is_none(), "{method}");
        }
        texts::formatted(&mut editor, &file);
    }
    assert_eq!(editor.end(), Some(0));
    // Without a goodbye, and with a frame that cannot be followed.
    assert_eq!(Editor::silent().ended(), Some(1));
    let mut broken = Editor::silent();
    broken.bytes(b"Content-Length: 99999999999\r\n\r\n");
    assert_eq!(broken.ended(), Some(1));
    let mut unasked = Editor::silent();
    unasked.tell("exit", Value::Null);
    assert_eq!(unasked.ended(), Some(1));
}

/// S-505: a template by itself, without a site, in a folder with a space in its name.
#[test]
fn s_505_a_template_by_itself_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("template by itself");
    fs::create_dir_all(root.join("blocks")).unwrap();
    fs::write(root.join("template.conf"), "{\"layouts\": {\"default\": {\"regions\": [\"site\"]}}}").unwrap();
    fs::write(root.join("blocks/card.block"), "{title}").unwrap();
    fs::write(root.join("site.region"), "{squarespace.main-content}").unwrap();
    let mut editor = Editor::start(&root, abilities(), Value::Null);
    let file = root.join("site.region");
    let address = uri(&file);
    let text = "{.repeated section items}{@|apply card.block}{@|apply crad.block}{.end}";
    let document = json!({ "uri": address, "languageId": "json-template", "version": 1, "text": text });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let said = editor
        .wait(|message| message["params"]["uri"] == address.as_str() && message["params"]["version"] == 1);
    let faults = said["params"]["diagnostics"].as_array().unwrap();
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert_eq!(faults[0]["data"]["replaceWith"], "card.block");
    // The partial is shown with an item of the list that it is applied in.
    let card = uri(&root.join("blocks/card.block"));
    let document = json!({ "uri": card, "languageId": "json-template", "version": 1, "text": "{}" });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let params = json!({ "textDocument": { "uri": card }, "position": { "line": 0, "character": 1 } });
    let found = editor.ask("textDocument/completion", params)["result"].clone();
    assert!(labels(&found).contains(&"assetUrl"), "{:?}", labels(&found));
    assert_eq!(editor.end(), Some(0));
}
