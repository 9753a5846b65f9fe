use super::*;

const FILE: &str = "{\n  \"title\": \"One\",\n  \"tags\": [\"a\", \"b\"],\n  \"blocks\": [\n    {\n      \"id\": \"x\",\n      \"value\": {\"html\": \"1\"}\n    },\n    {\n      \"id\": \"y\",\n      \"value\": {\"html\": \"2\"}\n    }\n  ]\n}\n";

fn edits(text: &str) -> Vec<Edit> {
    serde_json::from_str(text).unwrap()
}

fn json(text: &str) -> Json {
    Json::parse(text).unwrap()
}

/// The text after edits that were made on FILE, in a file that is another by now.
fn merged(now: &str, edits: &str) -> Result<String, Refused> {
    let base = json(FILE);
    apply(Base::Earlier(&base), now, &self::edits(edits)).map(|edited| edited.text)
}

fn conflict(pointer: &str, yours: Option<&str>, theirs: Option<&str>) -> Result<String, Refused> {
    Err(Refused::Conflict { pointer: pointer.into(), yours: yours.map(json), theirs: theirs.map(json) })
}

#[test]
fn edits_follow_each_other_and_are_undone_to_the_byte() {
    let done = r#"[
        {"op": "insert", "pointer": "/blocks/0", "value": {"id": "w", "value": {}}},
        {"op": "set", "pointer": "/blocks/1/value/html", "value": "one"},
        {"op": "move", "from": "/blocks/2", "pointer": "/blocks/0"},
        {"op": "remove", "pointer": "/tags/0"},
        {"op": "remove", "pointer": "/tags/0"},
        {"op": "set", "pointer": "/urlId", "value": "one"},
        {"op": "remove", "pointer": "/title"}
    ]"#;
    let edited = apply(Base::Current, FILE, &edits(done)).unwrap();
    let now = json(&edited.text);
    let ids: Vec<_> = now
        .get("blocks")
        .unwrap()
        .elements()
        .iter()
        .map(|block| block.get("id").unwrap().as_str().unwrap())
        .collect();
    assert_eq!(ids, ["y", "w", "x"]);
    assert_eq!(now.at(&Pointer::parse("/blocks/2/value/html").unwrap()), Some(&json("\"one\"")));
    let undone = apply(Base::Current, &edited.text, &edited.inverse).unwrap();
    assert_eq!(undone.text, FILE);
    let again = apply(Base::Current, FILE, &undone.inverse).unwrap();
    assert_eq!(again.text, edited.text);
}

#[test]
fn what_two_change_in_different_places_is_kept_from_both() {
    let theirs = FILE.replace("\"One\"", "\"Eins\"");
    let wanted = theirs.replace("\"2\"", "\"two\"");
    assert_eq!(
        merged(&theirs, r#"[{"op": "set", "pointer": "/blocks/1/value/html", "value": "two"}]"#),
        Ok(wanted)
    );
    // A block more before it: the element is found by its id.
    let theirs = FILE.replace("\"blocks\": [\n", "\"blocks\": [\n    {\"id\": \"new\"},\n");
    let wanted = theirs.replace("\"2\"", "\"two\"");
    assert_eq!(
        merged(&theirs, r#"[{"op": "set", "pointer": "/blocks/1/value/html", "value": "two"}]"#),
        Ok(wanted)
    );
    let theirs = FILE.replace("[\"a\", \"b\"]", "[\"z\", \"a\", \"b\"]");
    assert_eq!(
        merged(&theirs, r#"[{"op": "remove", "pointer": "/tags/1"}]"#),
        Ok(theirs.replace(", \"b\"", ""))
    );
    assert_eq!(
        merged(&theirs, r#"[{"op": "insert", "pointer": "/tags/1", "value": "q"}]"#),
        Ok(theirs.replace("\"b\"", "\"q\", \"b\""))
    );
    // Both the same: nothing is to be done.
    let theirs = FILE.replace("\"One\"", "\"Same\"");
    assert_eq!(merged(&theirs, r#"[{"op": "set", "pointer": "/title", "value": "Same"}]"#), Ok(theirs));
}

#[test]
fn what_both_change_is_given_back() {
    let theirs = FILE.replace("\"One\"", "\"Eins\"");
    let mine = r#"[{"op": "set", "pointer": "/title", "value": "Uno", "was": "One"}]"#;
    assert_eq!(merged(&theirs, mine), conflict("/title", Some("\"Uno\""), Some("\"Eins\"")));
    let gone = FILE.replace("  \"title\": \"One\",\n", "");
    assert_eq!(merged(&gone, mine), conflict("/title", Some("\"Uno\""), None));
    let theirs = FILE.replace("\"2\"", "\"zwei\"");
    let removed = merged(&theirs, r#"[{"op": "remove", "pointer": "/blocks/1"}]"#);
    assert!(
        matches!(removed, Err(Refused::Conflict { ref pointer, .. }) if pointer == "/blocks/1"),
        "{removed:?}"
    );
    // Elements that cannot be told apart are not guessed.
    let theirs = FILE.replace("[\"a\", \"b\"]", "[\"b\", \"c\", \"b\"]");
    let removed = merged(&theirs, r#"[{"op": "set", "pointer": "/tags/0", "value": "q"}]"#);
    assert!(matches!(removed, Err(Refused::Conflict { .. })), "{removed:?}");
}

#[test]
fn without_the_file_it_was_made_on_an_edit_must_say_what_was_there() {
    let apply = |edit: &str| apply(Base::Forgotten, FILE, &edits(edit)).map(|edited| edited.text);
    assert!(apply(r#"[{"op": "set", "pointer": "/title", "value": "Uno", "was": "One"}]"#).is_ok());
    assert!(apply(r#"[{"op": "set", "pointer": "/title", "value": "Uno", "was": "Other"}]"#).is_err());
    assert!(apply(r#"[{"op": "set", "pointer": "/title", "value": "Uno"}]"#).is_err());
    assert!(apply(r#"[{"op": "set", "pointer": "/new", "value": "Uno"}]"#).is_ok());
    assert!(apply(r#"[{"op": "set", "pointer": "/blocks/0/id", "value": "q", "was": "x"}]"#).is_err());
}

#[test]
fn an_edit_that_cannot_be_is_no_conflict() {
    let wrong = apply(
        Base::Current,
        FILE,
        &edits(r#"[{"op": "remove", "pointer": "/title"}, {"op": "remove", "pointer": "/title"}]"#),
    );
    assert!(matches!(wrong, Err(Refused::Wrong { edit: 1, .. })), "{wrong:?}");
    for edit in [
        r#"{"op": "set", "pointer": "title", "value": 1}"#,
        r#"{"op": "insert", "pointer": "/tags/9", "value": 1}"#,
        r#"{"op": "insert", "pointer": "/title", "value": 1}"#,
        r#"{"op": "move", "from": "/blocks", "pointer": "/blocks/0"}"#,
        r#"{"op": "set", "pointer": "/title/x", "value": 1}"#,
    ] {
        let wrong = apply(Base::Current, FILE, &edits(&format!("[{edit}]")));
        assert!(matches!(wrong, Err(Refused::Wrong { .. })), "{edit}: {wrong:?}");
    }
}

/// What must be so after edits: ids that are there, ids that are not, and texts that are there, by id.
struct Wanted {
    there: Vec<String>,
    gone: Vec<String>,
    texts: Vec<(String, String)>,
}

/// Numbers that look like chance and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// Some edits of the blocks of a file, each of a value or a block of its own, and what must be so afterwards.
    fn edits(&mut self, who: &str, blocks: &Json) -> (Vec<Edit>, Wanted) {
        let mut ids: Vec<String> = blocks
            .elements()
            .iter()
            .map(|block| block.get("id").unwrap().as_str().unwrap().to_owned())
            .collect();
        let (mut edits, mut there, mut gone, mut texts) = (String::new(), Vec::new(), Vec::new(), Vec::new());
        for number in 0..1 + self.below(3) {
            let word = format!("{who}{number}");
            let edit = match self.below(4) {
                0 => {
                    let at = self.below(ids.len() + 1);
                    ids.insert(at, word.clone());
                    there.push(word.clone());
                    format!(
                        r#"{{"op": "insert", "pointer": "/blocks/{at}", "value": {{"id": "{word}", "value": {{"html": ""}}}}}}"#
                    )
                }
                1 if !ids.is_empty() => {
                    let at = self.below(ids.len());
                    let id = ids.remove(at);
                    there.retain(|there| *there != id);
                    texts.retain(|(there, _)| *there != id);
                    gone.push(id);
                    format!(r#"{{"op": "remove", "pointer": "/blocks/{at}"}}"#)
                }
                2 if ids.len() > 1 => {
                    let (from, to) = (self.below(ids.len()), self.below(ids.len()));
                    let id = ids.remove(from);
                    ids.insert(to, id);
                    format!(r#"{{"op": "move", "from": "/blocks/{from}", "pointer": "/blocks/{to}"}}"#)
                }
                _ if !ids.is_empty() => {
                    let at = self.below(ids.len());
                    texts.retain(|(there, _)| *there != ids[at]);
                    texts.push((ids[at].clone(), word.clone()));
                    format!(r#"{{"op": "set", "pointer": "/blocks/{at}/value/html", "value": "{word}"}}"#)
                }
                _ => continue,
            };
            edits.push_str(if edits.is_empty() { "[" } else { ", " });
            edits.push_str(&edit);
        }
        edits.push_str(if edits.is_empty() { "[]" } else { "]" });
        (self::edits(&edits), Wanted { there, gone, texts })
    }
}

/// Whatever two do at once to the same list: when both get the answer that it is saved, both find what they did, and each of
/// them undoes to the byte.
#[test]
fn nothing_that_was_saved_is_lost_whatever_two_do_at_once() {
    let base = json(FILE);
    let (mut kept, mut given_back) = (0, 0);
    for seed in 0..3000 {
        let mut dice = Dice(seed);
        let blocks = base.get("blocks").unwrap().clone();
        let (first, first_wanted) = dice.edits("a", &blocks);
        let (second, second_wanted) = dice.edits("b", &blocks);
        let one = apply(Base::Current, FILE, &first).unwrap();
        let both = match apply(Base::Earlier(&base), &one.text, &second) {
            Ok(both) => both,
            Err(Refused::Conflict { .. }) => {
                given_back += 1;
                continue;
            }
            Err(wrong) => panic!("seed {seed}: {wrong:?}"),
        };
        kept += 1;
        let now = json(&both.text);
        let found = |id: &str| {
            now.get("blocks")
                .unwrap()
                .elements()
                .iter()
                .find(|block| block.get("id").unwrap().as_str() == Some(id))
        };
        for id in first_wanted.there.iter().chain(&second_wanted.there) {
            assert!(found(id).is_some(), "seed {seed}: {id} was lost\n{}", both.text);
        }
        for id in first_wanted.gone.iter().chain(&second_wanted.gone) {
            assert!(found(id).is_none(), "seed {seed}: {id} came back\n{}", both.text);
        }
        for (id, text) in first_wanted.texts.iter().chain(&second_wanted.texts) {
            let html = found(id).and_then(|block| block.get("value")?.get("html")?.as_str());
            assert_eq!(html, Some(text.as_str()), "seed {seed}: {id}\n{}", both.text);
        }
        let undone = apply(Base::Current, &both.text, &both.inverse).unwrap();
        assert_eq!(undone.text, one.text, "seed {seed}");
    }
    assert!(kept > 1000 && given_back > 100, "{kept} kept, {given_back} given back");
}

/// Somebody adds an entry that says the same as one that another has added meanwhile, and gives it a title in the same
/// call: the title is its own.
#[test]
fn s_273_what_is_added_stays_apart_from_an_equal_one_that_another_added() {
    const MENU: &str = r#"{"menu": [{"title": "Shop"}]}"#;
    let base = json(MENU);
    let theirs = r#"{"menu": [{"title": "Shop"}, {"title": "New link"}]}"#;
    for at in ["-", "1"] {
        let mine = format!(
            r#"[
                {{"op": "insert", "pointer": "/menu/{at}", "value": {{"title": "New link"}}}},
                {{"op": "set", "pointer": "/menu/1/title", "value": "Weddings"}}
            ]"#
        );
        let edited = apply(Base::Earlier(&base), theirs, &edits(&mine)).unwrap();
        assert_eq!(
            json(&edited.text),
            json(r#"{"menu": [{"title": "Shop"}, {"title": "New link"}, {"title": "Weddings"}]}"#)
        );
        let undone = apply(Base::Current, &edited.text, &edited.inverse).unwrap();
        assert_eq!(undone.text, theirs);
    }
    // What was moved or put before it is known from then on as well.
    let mine = r#"[
        {"op": "insert", "pointer": "/menu/0", "value": {"title": "New link"}},
        {"op": "move", "from": "/menu/0", "pointer": "/menu/1"},
        {"op": "set", "pointer": "/menu/1/title", "value": "Weddings"},
        {"op": "remove", "pointer": "/menu/0"}
    ]"#;
    let edited = apply(Base::Earlier(&base), theirs, &edits(mine)).unwrap();
    assert_eq!(json(&edited.text), json(r#"{"menu": [{"title": "New link"}, {"title": "Weddings"}]}"#));
}
