use serde_json::{Value, json as value};

use super::super::Memory;
use super::super::document::Document;
use super::*;

/// The title and the body that a file says.
fn parse(text: &str) -> Result<[Option<String>; 2], Diagnostic> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.md"), text).unwrap();
    let memory = Memory::new(folder.path());
    let document = Document::read(memory.folder(), &folder.path().join("a.md"), &mut memory.reader())?;
    Ok(["title", "body"].map(|key| document.root.get(key).as_str().map(str::to_owned)))
}

#[test]
fn members_and_body_are_read() {
    let [title, body] = parse("---\n{\"title\": \"A\"}\n---\n# \"Hello\"\n").unwrap();
    assert_eq!(title.as_deref(), Some("A"));
    assert_eq!(body.as_deref(), Some("# \"Hello\"\n"));
    assert_eq!(parse("---\n{}\n---\n").unwrap()[1].as_deref(), Some(""));
}

#[test]
fn faults_name_the_line_of_the_markdown_file() {
    let fault = parse("---\n{\"title\": \"A\",\n \"x\" 1}\n---\n").err().unwrap();
    assert_eq!(fault.place(), "a.md:3:6");
    assert_eq!(parse("# Just text\n").err().unwrap().code, "front-matter");
}

/// What a file says, without its text.
fn said(text: &str) -> Value {
    let json =
        json(Path::new("a.md"), text).unwrap_or_else(|fault| panic!("{}: {}", fault.place(), fault.message));
    let mut said: Value = serde_json::from_str(&json).unwrap();
    said.as_object_mut().unwrap().retain(|key, _| key != "body" && key != "bodyFormat");
    said
}

fn as_said(value: &Value) -> Said {
    match value {
        Value::Null => Said::Nothing,
        Value::Bool(flag) => Said::Flag(*flag),
        Value::Number(number) => Said::Number(number.clone()),
        Value::String(text) => Said::Text(text.clone()),
        Value::Array(list) => Said::List(list.iter().map(as_said).collect()),
        Value::Object(members) => {
            Said::Object(members.iter().map(|(key, value)| (key.clone(), as_said(value))).collect())
        }
    }
}

/// A file whose document was changed.
fn with(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut document: Value = serde_json::from_str(&json(Path::new("a.md"), text).unwrap()).unwrap();
    change(&mut document);
    rewrite(text, &as_said(&document)).unwrap_or_else(|| panic!("{document}\n{text}"))
}

const JEKYLL: &str = "---\nlayout: post\ntitle:  \"Our bread: a story\"   # the headline\ndate:   2024-01-05 10:00:00 -0500\ncategories: jekyll update\ntags: [rye, 'sour dough']\npublished: false\n---\n# Hello\n";
const HUGO: &str = "+++\r\ntitle = 'Our bread'\r\ndate = 2024-01-05T10:00:00+01:00 # when\r\ndraft = true\r\ntags = [\r\n  \"rye\",\r\n  \"oven\",\r\n]\r\n\r\n[params]\r\nwide = true\r\n+++\r\nText\r\n";
const ASTRO: &str = "\u{feff}---\ntitle: Our bread\ndescription: >-\n  Salt & flour,\n  nothing else\npubDate: 2024-01-05\nheroImage: /files/loaf.jpg\nauthor:\n  name: Mara\ntags:\n  - rye   # ours\n  - \"oven\"\nslug: /blog/our-bread/\n---\n\nText\n";

#[test]
fn s_285_the_front_matter_of_other_generators_is_read() {
    assert_eq!(
        said(JEKYLL),
        value!({"layout": "post", "title": "Our bread: a story", "publishOn": "2024-01-05T10:00:00-05:00",
            "categories": ["jekyll", "update"], "tags": ["rye", "sour dough"], "status": "Draft"})
    );
    assert_eq!(
        said(HUGO),
        value!({"title": "Our bread", "publishOn": "2024-01-05T10:00:00+01:00", "status": "Draft",
            "tags": ["rye", "oven"], "params": {"wide": true}})
    );
    assert_eq!(
        said(ASTRO),
        value!({"title": "Our bread", "excerpt": "Salt &amp; flour, nothing else", "publishOn": "2024-01-05",
            "mainImage": {"assetUrl": "/files/loaf.jpg"}, "author": {"displayName": "Mara"}, "tags": ["rye", "oven"],
            "urlId": "our-bread"})
    );
    // What this program says itself counts, and a title that looks like a number is a title.
    assert_eq!(
        said("---\ntitle: 2024\nurlId: own\nslug: other\ncover: {image: /files/a.jpg, alt: A loaf}\n---\n"),
        value!({"title": "2024", "urlId": "own", "slug": "other",
            "mainImage": {"assetUrl": "/files/a.jpg", "altText": "A loaf"}})
    );
    assert_eq!(said("---\n---\n"), value!({}));
    assert_eq!(
        said("---\nbase: &base {a: 1}\nown:\n  <<: *base\n  b: [*base, ~, 0x10, 1.5, 007, yes]\n---\n"),
        value!({"base": {"a": 1}, "own": {"a": 1, "b": [{"a": 1}, null, 16, 1.5, "007", "yes"]}})
    );
}

#[test]
fn s_285_a_fault_of_a_front_matter_names_its_line_and_column() {
    for (text, place, words) in [
        ("---\ntitle: [First\n---\n", "a.md:", "This is not YAML: "),
        ("---\ntitle: A\ntitle: B\n---\n", "a.md:3:1", "'title' is written twice."),
        ("---\n- a\n---\n", "a.md:2:1", "The front matter has no names."),
        ("---\n? [a]\n: b\n---\n", "a.md:2:3", "A name is a text."),
        ("---\na: *b\n---\n", "a.md:2:", "This is not YAML: "),
        ("+++\ntitle = \"A\"\ndraft = maybe\n+++\n", "a.md:3:9", "This is not TOML: "),
        ("+++\na = 1\na = 2\n+++\n", "a.md:3:1", "This is not TOML: "),
    ] {
        let fault = json(Path::new("a.md"), text).unwrap_err();
        assert!(fault.place().starts_with(place), "{text}: {}", fault.place());
        assert!(fault.message.starts_with(words), "{text}: {}", fault.message);
    }
    // A value that an item cannot have is shown where it stands, too.
    for (text, at) in [
        (
            "---\nlayout: post\ndate: soon\n---\n",
            "{\"layout\":\n        \"post\",\"publishOn\":\n      \"soon\"",
        ),
        ("---\nt:\n  - a\n  - b\n---\n", "{\"t\":\n\n  [ \"a\",\n    \"b\"]"),
    ] {
        assert!(
            json(Path::new("a.md"), text).unwrap().starts_with(at),
            "{}",
            json(Path::new("a.md"), text).unwrap()
        );
    }
}

#[test]
fn s_286_a_small_file_does_not_become_an_endless_one() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let all = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb += &format!("a{level}: &a{level} [{all}]\n");
    }
    let deep = |fence: &str, sign: &str, many: usize| {
        format!("{fence}\na{sign} {}{}\n{fence}\n", "[".repeat(many), "]".repeat(many))
    };
    let below = (0..60).fold(String::new(), |all, depth| all + &" ".repeat(depth) + "a:\n");
    for text in [
        format!("---\n{bomb}---\n"),
        deep("---", ":", 60),
        deep("+++", " =", 60),
        deep("---", ":", 60_000),
        deep("+++", " =", 60_000),
        format!("---\n{below}---\n"),
        format!("---\na: {}\n---\n", "x".repeat(300_000)),
        format!("---\n{}---\n", (0..20_000).map(|n| format!("a{n}: 1\n")).collect::<String>()),
    ] {
        let fault = json(Path::new("a.md"), &text).unwrap_err();
        assert_eq!((fault.code, fault.message.len() < 200), ("front-matter", true), "{}", fault.message);
    }
}

#[test]
fn s_287_one_value_changes_and_everything_else_stays_byte_for_byte() {
    for text in [JEKYLL, HUGO, ASTRO] {
        assert_eq!(with(text, |_| ()), text);
        let body = with(text, |item| item["body"] = "Other\n".into());
        assert_eq!(body.len() - "Other\n".len(), split(text).unwrap().body.start);
        assert!(body.ends_with("Other\n") && text.starts_with(body.strip_suffix("Other\n").unwrap()));
    }
    let changed = |text: &str, from: &str, to: &str, change: fn(&mut Value)| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        let after = with(text, change);
        assert_eq!(after, text.replace(from, to), "{from}");
    };
    changed(JEKYLL, "\"Our bread: a story\"", "\"A \\\"new\\\" one\"", |item| {
        item["title"] = "A \"new\" one".into()
    });
    changed(JEKYLL, "published: false", "published: true", |item| item["status"] = "Published".into());
    changed(JEKYLL, "'sour dough']", "'sour dough', \"a, b\"]", |item| {
        item["tags"] = value!(["rye", "sour dough", "a, b"])
    });
    changed(JEKYLL, "jekyll update", "[jekyll, more]", |item| {
        item["categories"] = value!(["jekyll", "more"])
    });
    changed(JEKYLL, "published: false\n", "published: false\nslug: our-bread\n", |item| {
        item["urlId"] = "our-bread".into()
    });
    changed(JEKYLL, "layout: post\n", "", |item| drop(item.as_object_mut().unwrap().remove("layout")));
    changed(JEKYLL, "2024-01-05 10:00:00 -0500", "2023-11-14T22:13:20Z", |item| {
        item["publishOn"] = 1_700_000_000_000_i64.into()
    });
    changed(HUGO, "'Our bread'", "'Rye'", |item| item["title"] = "Rye".into());
    changed(HUGO, "'Our bread'", "\"It's\"", |item| item["title"] = "It's".into());
    changed(HUGO, "2024-01-05T10:00:00+01:00", "2024-02-01", |item| item["publishOn"] = "2024-02-01".into());
    changed(HUGO, "draft = true", "draft = false", |item| item["status"] = "Published".into());
    changed(HUGO, "]\r\n\r\n[params]", "]\r\nslug = \"rye\"\r\n\r\n[params]", |item| {
        item["urlId"] = "rye".into()
    });
    changed(HUGO, "wide = true", "wide = false", |item| item["params"]["wide"] = false.into());
    changed(ASTRO, "  - \"oven\"\n", "  - \"oven\"\n  - wood\n", |item| {
        item["tags"] = value!(["rye", "oven", "wood"])
    });
    changed(ASTRO, "  - rye   # ours\n  - \"oven\"\n", "  - rye   # ours\n", |item| {
        item["tags"] = value!(["rye"])
    });
    changed(ASTRO, "  - rye   # ours\n  - \"oven\"\n", "  - \"oven\"\n  - rye\n", |item| {
        item["tags"] = value!(["oven", "rye"])
    });
    changed(ASTRO, "name: Mara", "name: \"Mara: too\"", |item| {
        item["author"]["displayName"] = "Mara: too".into()
    });
    changed(ASTRO, "/blog/our-bread/", "/blog/rye/", |item| item["urlId"] = "rye".into());
    changed(ASTRO, ">-\n  Salt & flour,\n  nothing else\n", "|-\n  Salt > all\n", |item| {
        item["excerpt"] = "<p>Salt &gt; all</p>".into()
    });
    changed(ASTRO, "/files/loaf.jpg", "/files/b.jpg", |item| {
        item["mainImage"]["assetUrl"] = "/files/b.jpg".into()
    });
}

#[test]
fn s_287_whatever_a_member_says_is_read_again_as_it_was() {
    let odd = [
        "",
        " ",
        "a ",
        "yes",
        "No",
        "null",
        "~",
        "1",
        "1e3",
        "0x1",
        "2024-01-05",
        "12:30",
        "a: b",
        "a #b",
        "#b",
        "- a",
        "-",
        "?x",
        "!x",
        "&x",
        "*x",
        "|",
        ">",
        "%",
        "@a",
        "`a`",
        "'a'",
        "\"a\"",
        "[a]",
        "{a}",
        "a\nb",
        "a\n",
        "\ta",
        "\u{7f}",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "a:",
        "é “ö”",
        "\\",
        "---",
        "+++",
        "...",
        "a, b",
        "=",
        "<<",
    ];
    for text in [JEKYLL, HUGO, ASTRO] {
        for words in odd {
            for key in ["title", "layout", "new"] {
                let after = with(text, |item| item[key] = words.into());
                assert_eq!(said(&after)[key], words, "{key} in {after}");
                let back = with(&after, |item| item["tags"] = value!([words, "b"]));
                assert_eq!(said(&back)["tags"], value!([words, "b"]), "{back}");
                let nested = with(text, |item| item["new"] = value!({"a": [words, {words: 1}]}));
                assert_eq!(said(&nested)["new"], value!({"a": [words, {words: 1}]}), "{nested}");
            }
        }
    }
    let made =
        fresh(&as_said(&value!({"title": "A", "tags": ["yes"], "bodyFormat": "markdown", "body": "Text\n"})));
    // The order of members is that of the map, which a build chooses.
    let either =
        ["---\ntags: [\"yes\"]\ntitle: A\n---\nText\n", "---\ntitle: A\ntags: [\"yes\"]\n---\nText\n"];
    assert!(either.contains(&made.as_str()), "{made}");
}
