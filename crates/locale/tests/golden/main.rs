//! Compares this crate with the reference library's recorded answers.
//!
//! `answers.jsonl.deflate` was made by `ask.cjs`; it is small enough to be committed. Two more sets are run where they
//! are: the recorded calls of `../shared/conformance/i18n` (beside the repository, or in the folder that `LOGGIA_SHARED`
//! names), and any file that `LOGGIA_LOCALE_ANSWERS` names. `LOGGIA_LOCALE_MISSES=100` prints so many differences.

mod answer;
mod case;
mod differences;
mod message;
mod options;
mod table;

use answer::Answers;
use case::Case;
use differences::Differences;
use std::{
    fs,
    path::{Path, PathBuf},
};
use table::Table;

fn compare(text: &str, differences: &Differences) -> (Table, Vec<String>) {
    let (mut table, mut answers, mut misses) = (Table::default(), Answers::default(), Vec::new());
    for case in text.lines().filter(|line| !line.is_empty()).map(Case::parse) {
        let Some(expected) = case.expected() else { continue };
        let Some(got) = answers.answer(&case) else { continue };
        if got == expected {
            table.exact(case.feature());
        } else if differences.explain(&case, expected, &got) {
            table.listed(case.feature());
        } else {
            table.differs(case.feature());
            misses.push(format!("{}\n  reference {expected:?}\n  here      {got:?}", case.question()));
        }
    }
    (table, misses)
}

fn report(name: &str, table: &Table, misses: &[String]) {
    println!("{name}\n{table}");
    let shown = std::env::var("LOGGIA_LOCALE_MISSES").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    for miss in misses.iter().take(shown) {
        println!("{miss}");
    }
}

fn listed() -> Differences {
    Differences::read(include_str!("differences.json"))
}

#[test]
fn the_reference_calls_are_answered_alike_where_they_are() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("LOGGIA_SHARED").map_or(beside, PathBuf::from).join("conformance/i18n");
    for file in ["ref-ts.jsonl", "ref-java.jsonl"] {
        let Ok(text) = fs::read_to_string(folder.join(file)) else {
            eprintln!("SKIPPED: {} is not here; nothing was compared with it", folder.join(file).display());
            continue;
        };
        let (table, misses) = compare(&text, &listed());
        report(file, &table, &misses);
        assert_eq!(misses, Vec::<String>::new(), "{file}: answers differ and are not listed");
    }
}

#[test]
fn a_file_of_answers_is_compared_when_it_is_named() {
    let Ok(path) = std::env::var("LOGGIA_LOCALE_ANSWERS") else {
        eprintln!("SKIPPED: LOGGIA_LOCALE_ANSWERS names no file");
        return;
    };
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (table, misses) = compare(&text, &listed());
    report(&path, &table, &misses);
    assert_eq!(misses, Vec::<String>::new(), "{path}: answers differ and are not listed");
}

#[test]
fn the_committed_answers_are_given_and_every_listed_difference_is_met() {
    let packed = include_bytes!("answers.jsonl.deflate");
    let bytes = miniz_oxide::inflate::decompress_to_vec(packed).expect("ask.cjs packs with deflate");
    let text = String::from_utf8(bytes).expect("answers are UTF-8 text");
    let differences = listed();
    let (table, misses) = compare(&text, &differences);
    report("answers.jsonl.deflate", &table, &misses);
    assert!(table.cases() > 20_000, "only {} answers", table.cases());
    assert_eq!(misses, Vec::<String>::new(), "answers differ and are not listed");
    assert_eq!(
        differences.unmet(),
        Vec::<String>::new(),
        "these are listed and do not differ so: they must go"
    );
}
