//! After any edit a build gives what a clean build gives, and makes only what the edit touched.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use loggia_generator::pipeline::{Options, Session, Silent, build};

use crate::site::{TestSite, tree, with_data};

/// A small generator of numbers: the same start gives the same edits.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// One edit of any kind.
fn edit(site: &TestSite, dice: &mut Dice, number: usize) -> String {
    let item = dice.roll(6);
    let note = format!("content/notes/extra-{item}.json");
    let word = format!("w{}", dice.roll(4));
    match dice.roll(34) {
        0..=3 => {
            let (tag, star, time) = (dice.roll(3), dice.roll(2) == 0, dice.roll(9) + 1);
            site.write(
                &note,
                &format!(
                    "{{\"title\": \"Extra {item} {word}\", \"urlId\": \"x-{item}\", \"starred\": {star}, \"tags\": [\"t{tag}\"], \
                     \"publishOn\": \"2026-01-0{time}T00:00:00Z\", \"body\": \"<p>{number}</p>\"}}"
                ),
            );
            note
        }
        4 => {
            let _ = fs::remove_file(site.root().join(&note));
            format!("removed {note}")
        }
        5 => {
            let status = ["Draft", "Published"][dice.roll(2) as usize];
            site.write(
                &note,
                &format!("{{\"title\": \"Extra\", \"urlId\": \"x-{item}\", \"status\": \"{status}\"}}"),
            );
            format!("{note} {status}")
        }
        6 => {
            site.write("content/goods/extra.json", &format!(
                "{{\"id\": \"p-extra\", \"title\": \"{word}\", \"structuredContent\": {{\"productType\": 1, \"additionalFieldsFormId\": \
                 \"hello\", \"variants\": [{{\"sku\": \"E\", \"price\": {}, \"unlimited\": true}}]}}}}", number + 1));
            "a price".to_owned()
        }
        7 => {
            site.write("template/styles/more.css", &format!("b{{width:{number}px}}"));
            "a style".to_owned()
        }
        8 => {
            site.write("template/assets/dot.svg", &format!("<svg id=\"{word}\"/>"));
            "a picture".to_owned()
        }
        9 => {
            site.write("template/collections/home.list", &format!(
                "<h1>{word}</h1><squarespace:query collection=\"notes\" featured=\"true\" limit=\"{}\">{{.repeated section items}}\
                 <p>{{title}}</p>{{.end}}</squarespace:query>", dice.roll(3) + 1));
            "a template with a query".to_owned()
        }
        10 => {
            site.write(
                "template/blocks/menu.block",
                &format!("<i>{word}</i>{{.repeated section items}}{{title}}{{.end}}"),
            );
            "a block".to_owned()
        }
        11 => {
            let size = dice.roll(3) + 1;
            site.write("content/notes/collection.json", &format!(
                "{{\"id\": \"c-notes\", \"title\": \"Notes {word}\", \"urlId\": \"notes\", \"typeName\": \"notes\", \"type\": 1, \
                 \"pageSize\": {size}}}"));
            "a collection".to_owned()
        }
        12 => {
            let form = format!(
                "{{\"id\": \"hello\", \"fields\": [{{\"id\": \"a\", \"type\": \"text\", \"title\": \"{word}\"}}]}}"
            );
            site.write("forms/hello.json", &form);
            "a form".to_owned()
        }
        13 => {
            site.write("content/parts/collection.json", &format!(
                "{{\"title\": \"Parts\", \"typeName\": \"page\", \"type\": 10, \"blocks\": [{{\"type\": 20, \"value\": \
                 {{\"collection\": \"notes\", \"limit\": {}}}}}, {{\"type\": 43, \"value\": {{\"productId\": \"p-cup\"}}}}]}}",
                dice.roll(3) + 1));
            "a page of blocks".to_owned()
        }
        14 => {
            let price = dice.roll(9) + 1;
            site.write("content/goods/02-plate.json", &format!(
                "{{\"id\": \"p-plate\", \"title\": \"Plate\", \"structuredContent\": {{\"productType\": 1, \"variants\": \
                 [{{\"sku\": \"PLATE\", \"priceMoney\": {{\"value\": \"{price}.00\", \"currency\": \"EUR\"}}}}]}}}}"));
            "a price in a money node".to_owned()
        }
        15..=17 => {
            let file = ["first", "third"][dice.roll(2) as usize];
            let path = format!("content/notes/{file}.json");
            let text = fs::read_to_string(site.root().join(&path)).unwrap();
            let mut item: serde_json::Value = serde_json::from_str(&text).unwrap();
            let key = ["title", "excerpt", "body"][dice.roll(3) as usize];
            item[key] = format!("<p>{word} {number}</p>").into();
            site.write(&path, &item.to_string());
            format!("the words of {path}")
        }
        18 => {
            site.write("content/notes/built.json", &format!(
                "{{\"title\": \"Built {word}\", \"urlId\": \"built\", \"blocks\": [{{\"type\": 20, \"value\": {{\"collection\": \
                 \"notes\", \"limit\": {}}}}}]}}", dice.roll(3) + 1));
            "an item of blocks".to_owned()
        }
        28.. => edit_elsewhere(site, dice, number, &word),
        19.. if dice.roll(9) > 0 => edit_around(site, dice, number, &word),
        _ => {
            site.change("site.json", |site| site["website"]["siteTitle"] = format!("Tiny {word}").into());
            "the title of the site".to_owned()
        }
    }
}

/// One edit of an open field of a template, or of what another language says.
fn edit_elsewhere(site: &TestSite, dice: &mut Dice, number: usize, word: &str) -> String {
    match dice.roll(6) {
        0 => {
            site.write("fields/aside.json", &format!(
                "{{\"blocks\": [{{\"type\": 2, \"value\": {{\"html\": \"<p>{word}</p>\"}}}}, {{\"type\": 20, \"value\": \
                 {{\"collection\": \"notes\", \"limit\": {}}}}}]}}", dice.roll(3) + 1));
            let region = fs::read_to_string(site.root().join("template/bottom.region")).unwrap();
            if !region.contains("block-field") {
                let field = "<aside><squarespace:block-field id=\"aside\"/></aside>";
                site.write("template/bottom.region", &format!("{field}{region}"));
            }
            "an open field".to_owned()
        }
        1 => {
            let languages = [&["en-US", "fr-FR"][..], &["en-US"]][usize::from(dice.roll(4) == 0)];
            site.change("site.json", |site| site["website"]["languages"] = serde_json::json!(languages));
            site.write(
                "languages/fr-FR/site.json",
                &format!("{{\"website\": {{\"siteTitle\": \"Petit {word}\"}}}}"),
            );
            format!("the languages {languages:?}")
        }
        2 => {
            let file = ["first", "third"][dice.roll(2) as usize];
            site.write(
                &format!("languages/fr-FR/content/notes/{file}.json"),
                &format!("{{\"body\": \"<p>{word} {number} en français</p>\"}}"),
            );
            format!("the French words of {file}")
        }
        3 => {
            site.write(
                "languages/fr-FR/content/notes/second.md",
                &format!("---\n{{\"title\": \"Deux {word}\"}}\n---\n*{number}*\n"),
            );
            "a French title".to_owned()
        }
        4 => {
            let file = ["notes/first.json", "notes/second.md", "notes/third.json"][dice.roll(3) as usize];
            let _ = fs::remove_file(site.root().join("languages/fr-FR/content").join(file));
            format!("{file} is French no more")
        }
        _ => {
            site.write(
                "languages/fr-FR/content/goods/01-cup.json",
                &format!("{{\"title\": \"Tasse {word}\"}}"),
            );
            "a French product".to_owned()
        }
    }
}

/// One edit of what stands around items: menus, files, addresses, folders, passwords, events.
fn edit_around(site: &TestSite, dice: &mut Dice, number: usize, word: &str) -> String {
    match dice.roll(9) {
        0 => {
            site.change("site.json", |site| site["navigation"]["mainNav"][1]["title"] = word.into());
            "a menu".to_owned()
        }
        1 => {
            site.change("site.json", |site| site["localizedStrings"] = serde_json::json!({ "cart": word }));
            "a string".to_owned()
        }
        2 => {
            site.write(
                "files/drawn.svg",
                &format!("<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{word}\"/>"),
            );
            site.change("content/notes/third.json", |item| {
                item["body"] = "<img src=\"/files/drawn.svg\" alt>".into()
            });
            "a file that a page names".to_owned()
        }
        3 => {
            let (from, to) = (dice.roll(6), dice.roll(6));
            let file = |number: u64| site.root().join(format!("content/notes/extra-{number}.json"));
            if fs::rename(file(from), file(to)).is_ok() {
                let name = format!("content/notes/extra-{to}.json");
                site.change(&name, |item| item["urlId"] = format!("x-{to}").into());
            }
            format!("extra-{from} renamed to extra-{to}")
        }
        4 => {
            let address = format!("moved-{}", dice.roll(3));
            site.change("content/notes/third.json", |item| item["urlId"] = address.into());
            "the address of an item".to_owned()
        }
        5 => {
            let behavior = dice.roll(2) + 1;
            site.write("content/all/collection.json", &format!(
                "{{\"title\": \"All {word}\", \"typeName\": \"index\", \"type\": 10, \"folderBehavior\": {behavior}, \
                 \"collections\": [\"notes\", \"goods\"]}}"));
            "a folder of collections".to_owned()
        }
        6 => {
            let password = ["", word][dice.roll(2) as usize];
            site.change("content/notes/third.json", |item| item["password"] = password.into());
            format!("the password {password:?}")
        }
        7 => {
            let (month, calendar) = (dice.roll(3) + 3, dice.roll(2) == 0);
            site.write("content/dates/collection.json", &format!(
                "{{\"title\": \"Dates\", \"typeName\": \"events\", \"type\": 1, \"calendarView\": {calendar}}}"));
            site.write("content/dates/party.json", &format!(
                "{{\"title\": \"Party {word}\", \"recordType\": 12, \"startDate\": \"2026-0{month}-01T10:00:00Z\", \
                 \"body\": \"<p>{number}</p>\"}}"));
            "an event".to_owned()
        }
        _ => {
            site.write("template/assets/dot.svg", &format!("<svg id=\"{word}\"/>"));
            let region = fs::read_to_string(site.root().join("template/top.region")).unwrap();
            let rest = region.split_once("<main>").unwrap().1;
            let start = "<!doctype html><html><head>{squarespace-headers}</head><body><img src=\"/assets/dot.svg\" alt>\
                         <squarespace:navigation navigationId=\"mainNav\" template=\"menu\"/>";
            site.write("template/top.region", &format!("{start}<b>{word}</b><main>{rest}"));
            "a region with a picture".to_owned()
        }
    }
}

/// Every file of a site by its full path.
fn contents(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let root = root.canonicalize().unwrap();
    tree(&root).into_iter().map(|(path, bytes)| (root.join(path), bytes)).collect()
}

/// G-016, G-022.
#[test]
fn g_016_g_022_two_hundred_edits_build_as_a_clean_build_does() {
    let site = TestSite::tiny();
    let options = Options { minify: false, ..site.options() };
    let mut session = Session::new(&site.out());
    session.build(&options, &[], &Silent).unwrap();
    let mut dice = Dice(20_260_401);
    for number in 0..200 {
        let before = contents(&site.root());
        let what = edit(&site, &mut dice, number);
        let after = contents(&site.root());
        let differs = |file: &&PathBuf| before.get(*file) != after.get(*file);
        let mut changed: Vec<PathBuf> = before.keys().chain(after.keys()).filter(differs).cloned().collect();
        changed.dedup();
        // Half of the builds know what changed, as `serve` does; the others are new runs of the program.
        let built = match dice.roll(2) == 0 && !changed.is_empty() {
            true => session.build(&options, &changed, &Silent).unwrap(),
            false => session.build(&options, &[], &Silent).unwrap(),
        };
        assert!(built.written.is_some(), "{what}: {:?}", built.diagnostics);
        let clean = site.beside("clean");
        let _ = fs::remove_dir_all(&clean);
        let _ = fs::remove_dir_all(site.beside("clean.data"));
        build(&options, &clean, &Silent).unwrap();
        let (mut incremental, mut clean) = (site.tree(), with_data(&clean));
        for tree in [&mut incremental, &mut clean] {
            tree.remove("_data/.cache");
        }
        for (path, bytes) in &clean {
            let same = incremental.get(path) == Some(bytes);
            assert!(same, "edit {number} ({what}): {path} is not what a clean build gives");
        }
        assert_eq!(incremental.len(), clean.len(), "edit {number} ({what}): files are left over");
    }
    assert!(site.root().join("fields").exists() && site.root().join("languages").exists());
}

#[test]
fn the_memory_of_a_build_may_be_lost_or_broken() {
    let site = TestSite::tiny();
    site.build();
    let before = site.tree();
    let memory = site.file("_data/.cache");
    fs::write(&memory, "{").unwrap();
    assert_eq!(site.build().written.unwrap().1.written.len(), 0);
    fs::remove_file(&memory).unwrap();
    site.build();
    assert!(site.tree() == before);
    fs::write(site.out().join("notes/first/index.html"), "x").unwrap();
    site.build();
    assert!(site.tree() == before, "a page that was cut short by hand is made again");
}
