//! Runs every case file of `tests/cases`.

use std::path::Path;
use std::sync::Arc;

use loggia_template::Vocabulary;
use loggia_template::case;

#[test]
fn every_case_file_gives_what_it_says() {
    let cases = case::load(Path::new("tests/cases")).unwrap();
    assert!(cases.len() > 100, "found only {} cases", cases.len());
    let vocabulary = Arc::new(Vocabulary::core());
    let faults: Vec<String> = cases.iter().filter_map(|case| case.check(&vocabulary).err()).collect();
    assert!(faults.is_empty(), "{} of {} cases:\n{}", faults.len(), cases.len(), faults.join("\n"));
}

#[test]
fn every_core_word_has_a_case_file() {
    let cases = case::load(Path::new("tests/cases")).unwrap();
    let missing = case::without_a_case(&Vocabulary::core(), &cases);
    assert!(missing.is_empty(), "without a case file: {missing:?}");
}
