use super::*;

const FILE: &str = "{\n  \"id\" : \"a\",\n  \"price\": 18.50,\n  \"tags\": [\"x\", \"y\"],\n  \"variants\": [\n    {\"sku\": \"A\", \"n\": 1},\n    {\"sku\": \"B\", \"n\": 2}\n  ],\n  \"text\": \"caf\\u00e9\",\n  \"none\": []\n}\n";

fn edited(text: &str, edit: impl FnOnce(&mut Text)) -> String {
    let mut text = Text::new(text).unwrap();
    edit(&mut text);
    text.into_string()
}

fn at(pointer: &str) -> Pointer {
    Pointer::parse(pointer).unwrap()
}

fn json(text: &str) -> Json {
    Json::parse(text).unwrap()
}

/// The lines of a text that are not in the other, as a diff shows them.
fn diff(before: &str, after: &str) -> (Vec<String>, Vec<String>) {
    let less = |one: &str, other: &str| {
        one.lines().filter(|line| !other.lines().any(|there| there == *line)).map(str::to_owned).collect()
    };
    (less(before, after), less(after, before))
}

#[test]
fn only_the_value_changes() {
    let after = edited(FILE, |text| text.set(&at("/variants/1/n"), &json("3"), None).unwrap());
    assert_eq!(after, FILE.replace("\"n\": 2", "\"n\": 3"));
    let after = edited(FILE, |text| text.set(&at("/id"), &json("\"é\\n\\\"\""), None).unwrap());
    assert_eq!(after, FILE.replace("\"a\"", "\"é\\n\\\"\""));
    let after = edited(FILE, |text| text.set(&at("/tags"), &json("[\"x\", \"z\", \"q\"]"), None).unwrap());
    assert_eq!(
        after,
        FILE.replace("[\"x\", \"y\"]", "[\"x\", \"z\", \"q\"]"),
        "what was on one line stays on one"
    );
}

#[test]
fn new_values_are_written_as_those_beside_them() {
    let after = edited(FILE, |text| text.set(&at("/title"), &json("\"T\""), None).unwrap());
    assert_eq!(
        diff(FILE, &after),
        (vec!["  \"none\": []".into()], vec!["  \"none\": [],".into(), "  \"title\": \"T\"".into()])
    );
    let after =
        edited(FILE, |text| text.insert(&at("/variants/1"), &json(r#"{"sku": "C"}"#), None, None).unwrap());
    assert_eq!(diff(FILE, &after), (vec![], vec!["    {\"sku\": \"C\"},".into()]));
    let after = edited(FILE, |text| {
        text.insert(&at("/none/-"), &json(r#"{"a": [1, 2], "b": {}}"#), None, None).unwrap()
    });
    let new = "  \"none\": [\n    {\n      \"a\": [\n        1,\n        2\n      ],\n      \"b\": {}\n    }\n  ]\n}\n";
    assert!(after.ends_with(new), "{after}");
    let after = edited(FILE, |text| text.insert(&at("/tags/0"), &json("\"w\""), None, None).unwrap());
    assert_eq!(after, FILE.replace("[\"x\"", "[\"w\", \"x\""));
    let after = edited(FILE, |text| text.insert(&at("/first"), &json("1"), None, Some("id")).unwrap());
    assert!(after.starts_with("{\n  \"first\" : 1,\n  \"id\" : \"a\","), "{after}");
}

#[test]
fn what_goes_takes_its_comma_with_it() {
    for (pointer, gone) in [
        ("/id", "  \"id\" : \"a\",\n"),
        ("/variants/0", "    {\"sku\": \"A\", \"n\": 1},\n"),
        ("/tags/1", ", \"y\""),
        ("/tags/0", "\"x\", "),
    ] {
        let after = edited(FILE, |text| text.remove(&at(pointer)).unwrap());
        assert_eq!(after, FILE.replacen(gone, "", 1), "{pointer}");
    }
    let after = edited(FILE, |text| text.remove(&at("/none")).unwrap());
    assert_eq!(after, FILE.replace(",\n  \"none\": []", ""));
    assert_eq!(edited("{ \"a\": [ 1 ] }", |text| text.remove(&at("/a/0")).unwrap()), "{ \"a\": [] }");
}

#[test]
fn files_of_every_style_keep_it() {
    let windows = "{\r\n\t\"a\": 1,\r\n\t\"b\": {}\r\n}\r\n";
    let after = edited(windows, |text| text.set(&at("/b/c"), &json("[1]"), None).unwrap());
    assert_eq!(after, "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}\r\n");
    let dense = r#"{"a":1,"b":{"c":[1,2]}}"#;
    let after = edited(dense, |text| text.set(&at("/b/d"), &json(r#"{"x": [1, 2]}"#), None).unwrap());
    assert_eq!(after, r#"{"a":1,"b":{"c":[1,2],"d":{"x":[1,2]}}}"#);
    let marked = "\u{feff}{\"a\": 1}";
    assert_eq!(edited(marked, |text| text.set(&at("/a"), &json("2"), None).unwrap()), "\u{feff}{\"a\": 2}");
    assert_eq!(edited("{}\n", |text| text.set(&at("/a"), &json("2"), None).unwrap()), "{\n  \"a\": 2\n}\n");
}

#[test]
fn a_value_comes_back_as_it_was_written() {
    let text = Text::new(FILE).unwrap();
    let written = text.written(&at("/text")).unwrap().to_owned();
    assert_eq!(written, "\"caf\\u00e9\"");
    assert_eq!(text.next_member(&at("/text")), Some("none"));
    let mut text = text;
    text.remove(&at("/text")).unwrap();
    text.insert(&at("/text"), &json("\"café\""), Some(&written), Some("none")).unwrap();
    assert_eq!(text.as_str(), FILE);
    text.set(&at("/price"), &json("19"), Some("18.50")).unwrap();
    assert!(text.as_str().contains("\"price\": 19,"), "what says something else is not taken");
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut text = Text::new(FILE).unwrap();
    for (pointer, wanted) in
        [("/nope/x", EditError::Nowhere(at("/nope/x"))), ("/id/x", EditError::Nowhere(at("/id/x")))]
    {
        assert_eq!(text.set(&at(pointer), &json("1"), None), Err(wanted), "{pointer}");
    }
    assert_eq!(text.insert(&at("/id"), &json("1"), None, None), Err(EditError::Occupied(at("/id"))));
    assert_eq!(text.insert(&at("/tags/9"), &json("1"), None, None), Err(EditError::Nowhere(at("/tags/9"))));
    assert_eq!(text.set(&at("/tags/01"), &json("1"), None), Err(EditError::Nowhere(at("/tags/01"))));
    assert_eq!(text.remove(&at("")), Err(EditError::Nowhere(at(""))));
    assert_eq!(text.as_str(), FILE);
    for bad in ["", "{", "{\"a\": 1,}", "[1 2]", "{} x"] {
        assert!(Text::new(bad).is_err(), "{bad}");
    }
}
