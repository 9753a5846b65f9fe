//! Two editors and a text editor at once on the same file: nothing is lost that was answered as saved.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Editor, bakery};

const POST: &str = "content/blog/01-why-our-dough-sleeps.json";

/// Numbers that look like chance and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn two_editors_and_a_text_editor_keep_each_others_work() {
    let editor = Editor::open(bakery());
    // Each editor has the file as it was when it looked last; the text editor reads and writes all of it.
    for seed in 0..12 {
        let mut dice = Dice(seed);
        let mut open: [Value; 2] = [editor.file(POST), editor.file(POST)];
        let mut saved: BTreeMap<String, Value> = BTreeMap::new();
        for step in 0..25 {
            let key = format!("note{}", dice.below(6));
            let value = json!(format!("{seed}-{step}"));
            match dice.below(5) {
                // By hand: the file as it is, with one member more or another.
                0 => {
                    let mut now: Value = serde_json::from_str(&editor.on_disk(POST)).unwrap();
                    now[&key] = value.clone();
                    std::fs::write(editor.site.root().join(POST), format!("{now:#}\n")).unwrap();
                    saved.insert(key, value);
                }
                // An editor looks again.
                1 => open[dice.below(2)] = editor.file(POST),
                // An editor saves what it has, made on the file as it knows it.
                _ => {
                    let who = dice.below(2);
                    let mut edit = json!({"op": "set", "pointer": format!("/{key}"), "value": value});
                    if let Some(was) = open[who]["json"].get(&key) {
                        edit["was"] = was.clone();
                    }
                    let changes = json!([{"path": POST, "baseDigest": open[who]["digest"], "edits": [edit]}]);
                    let answer = editor.change(changes);
                    match answer.status {
                        200 => {
                            let done = answer.json()["files"][0].clone();
                            saved.insert(key.clone(), value.clone());
                            open[who]["json"][&key] = value;
                            if done["merged"] == true {
                                open[who]["json"] = done["json"].clone();
                            }
                            open[who]["digest"] = done["digest"].clone();
                        }
                        409 => {
                            let conflict = answer.json()["conflicts"][0].clone();
                            // Only what somebody else saved since stands against it, and it is shown.
                            assert_eq!(Some(&conflict["theirs"]), saved.get(&key), "{conflict}");
                            assert_ne!(open[who]["json"].get(&key), saved.get(&key), "{conflict}");
                            open[who]["json"] = conflict["json"].clone();
                            open[who]["digest"] = conflict["digest"].clone();
                        }
                        other => panic!("{other}: {}", answer.text()),
                    }
                }
            }
            let now: Value = serde_json::from_str(&editor.on_disk(POST)).unwrap();
            for (key, value) in &saved {
                assert_eq!(now.get(key), Some(value), "seed {seed}, step {step}: {key} was lost");
            }
        }
    }
}

/// The same by calls that really come at once: what was answered as saved is there.
#[test]
fn calls_that_come_at_once_are_all_kept() {
    let editor = Editor::open(bakery());
    let base = editor.file(POST)["digest"].clone();
    let calls: Vec<(usize, u16)> = std::thread::scope(|scope| {
        let call = |number: usize| {
            let (editor, base) = (&editor, &base);
            move || {
                let edits = json!([{"op": "set", "pointer": format!("/note{number}"), "value": number}]);
                (number, editor.change(json!([{"path": POST, "baseDigest": base, "edits": edits}])).status)
            }
        };
        let threads: Vec<_> = (0..8).map(|number| scope.spawn(call(number))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let now: Value = serde_json::from_str(&editor.on_disk(POST)).unwrap();
    for (number, status) in calls {
        assert_eq!((status, &now[format!("note{number}")]), (200, &json!(number)));
    }
}

/// Somebody who edits by hand is seen at once.
#[test]
fn a_text_editors_change_is_an_event() {
    let editor = Editor::open(bakery());
    let mut events = editor.listen();
    editor.site.edit(POST, "Why our dough sleeps", "How our dough sleeps");
    let changed = events.wait("changed");
    assert_eq!(changed["paths"], json!([POST]));
    assert_eq!(changed["digests"][POST], editor.file(POST)["digest"]);
    events.wait("built");
    editor.site.edit(POST, "\"title\"", "\"tittle\"");
    let faults = events.wait("diagnostics");
    assert!(faults["diagnostics"][0]["message"].as_str().unwrap().contains("'title' is missing"), "{faults}");
    assert_eq!(editor.get("/config/api/site").ok()["diagnostics"][0]["file"], POST, "E-022");
}
