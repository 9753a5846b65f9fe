//! Runs every file of `tests/cases`, and fails when a word of this crate has none.
//!
//! A case is a file of sections: `:TEMPLATE`, `:OUTPUT`, and as needed `:JSON`, `:LOCALE`, `:NOW`, `:TIMEZONE`, `:ERROR`
//! (one message a line). What stands before the first section says which requirement it proves. `f-name-1.html` is a
//! case of the formatter `name`, `p-name-1.html` of the predicate `name?`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use loggia_template::{Batch, Vocabulary};

const HEADERS: [&str; 7] = [":TEMPLATE", ":OUTPUT", ":JSON", ":LOCALE", ":NOW", ":TIMEZONE", ":ERROR"];

/// The sections of a file; a section ends before the blank line in front of the next header.
fn sections(text: &str) -> BTreeMap<&'static str, String> {
    let mut found = BTreeMap::new();
    let mut current: Option<(&'static str, String)> = None;
    for line in text.split_inclusive('\n') {
        if let Some(header) = HEADERS.iter().find(|header| line.trim_end() == **header) {
            keep(&mut found, current.take());
            current = Some((header, String::new()));
        } else if let Some((_, body)) = &mut current {
            body.push_str(line);
        }
    }
    if let Some((_, body)) = &mut current {
        body.push('\n');
    }
    keep(&mut found, current);
    found
}

fn keep(found: &mut BTreeMap<&'static str, String>, section: Option<(&'static str, String)>) {
    if let Some((header, body)) = section {
        let body =
            body.strip_suffix("\n\n").expect("a section ends with a blank line or the file").to_owned();
        assert!(found.insert(header, body).is_none(), "{header} stands twice");
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder of cases is part of the crate") {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            found.push(path);
        }
    }
    found.sort();
}

fn cases() -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"), &mut found);
    found
}

/// The request of a case. Its data goes in as it stands: the order of members is seen in what is rendered.
fn request(sections: &BTreeMap<&'static str, String>) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut members = vec![format!("\"template\":{}", quoted(&sections[":TEMPLATE"]))];
    for (header, key) in [(":JSON", "json"), (":NOW", "now")] {
        members.extend(sections.get(header).map(|text| format!("\"{key}\":{text}")));
    }
    for (header, key) in [(":LOCALE", "locale"), (":TIMEZONE", "timezone")] {
        members.extend(sections.get(header).map(|text| format!("\"{key}\":{}", quoted(text))));
    }
    format!("{{{}}}", members.join(","))
}

#[test]
fn every_case_renders_as_written() {
    let batch = Batch::new(loggia_formatters::vocabulary());
    let mut failed = Vec::new();
    let cases = cases();
    assert!(!cases.is_empty(), "no case was found");
    for path in &cases {
        let text = std::fs::read_to_string(path).unwrap();
        let sections = sections(&text);
        let answer: serde_json::Value = serde_json::from_str(&batch.answer(&request(&sections))).unwrap();
        let errors: Vec<&str> = answer["errors"]
            .as_array()
            .map(|errors| errors.iter().filter_map(|error| error["message"].as_str()).collect())
            .unwrap_or_default();
        let expected: Vec<&str> =
            sections.get(":ERROR").map(|text| text.lines().collect()).unwrap_or_default();
        let output = answer["output"].as_str().unwrap_or_default();
        if output != sections[":OUTPUT"] || errors != expected {
            failed.push(format!(
                "{}\n  wanted {:?} {expected:?}\n  got    {output:?} {errors:?}",
                path.display(),
                sections[":OUTPUT"]
            ));
        }
    }
    assert!(failed.is_empty(), "{} of {} cases failed:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

#[test]
fn every_word_has_a_case() {
    let names = |kind: &str| -> BTreeSet<String> {
        cases()
            .iter()
            .filter_map(|path| path.file_stem()?.to_str())
            .filter_map(|stem| stem.strip_prefix(kind)?.rsplit_once('-').map(|(name, _)| name.to_owned()))
            .collect()
    };
    let own = |all: Vec<&str>, core: Vec<&str>| -> BTreeSet<String> {
        all.iter()
            .filter(|name| !core.contains(name))
            .map(|name| name.trim_end_matches('?').to_owned())
            .collect()
    };
    let (all, core) = (loggia_formatters::vocabulary(), Vocabulary::core());
    let formatters = own(all.formatter_names(), core.formatter_names());
    let predicates = own(all.predicate_names(), core.predicate_names());
    assert_eq!(
        formatters.difference(&names("f-")).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "without a case"
    );
    assert_eq!(
        predicates.difference(&names("p-")).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "without a case"
    );
}
