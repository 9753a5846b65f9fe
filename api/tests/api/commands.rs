//! The verbs of the command line, on a folder that is not there yet.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a verb; whether it succeeded, and what it said.
fn run(folder: &Path, arguments: &[&str], input: &str) -> (bool, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_loggia-api"))
        .args(arguments)
        .env("LOGGIA_DATA", folder.join("data"))
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let done = process.wait_with_output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    (done.status.success(), said)
}

/// A-005: a catalogue is taken over once; a broken one is refused with its place.
#[test]
fn a_005_a_catalogue_is_imported_by_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("catalog.json");
    std::fs::write(&file, crate::catalog::catalog().to_string()).unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(run(folder.path(), &["import", file], ""), (true, "imported: version 1, 8 products\n".into()));
    assert_eq!(
        run(folder.path(), &["import", file], ""),
        (true, "unchanged: version 1, 8 products\n".into())
    );
    assert_eq!(run(folder.path(), &["audit"], ""), (true, "the books agree\n".into()));
    std::fs::write(file, "{\n  \"version\": x").unwrap();
    let (done, said) = run(folder.path(), &["import", file], "");
    assert!(!done && said.contains("catalog.json") && said.contains("line 2"), "{said}");
    std::fs::write(file, r#"{"version": 99, "buildId": "b", "website": {"id": "s"}}"#).unwrap();
    let (done, said) = run(folder.path(), &["import", file], "");
    assert!(!done && said.contains("version 99"), "{said}");
}

/// A-089: an account is made by command; an unknown role and a short password are refused.
#[test]
fn a_089_an_account_is_made_by_command() {
    let folder = tempfile::tempdir().unwrap();
    let add = ["users", "add", "--email", "Own@shop.example", "--role", "ADMIN", "--role", "EDITOR"];
    let (done, said) = run(folder.path(), &add, "correct horse battery\n");
    assert!(done && said.starts_with("added Own@shop.example as "), "{said}");
    let (done, said) = run(folder.path(), &add, "correct horse battery\n");
    assert!(!done && said.contains("own@shop.example has an account already"), "{said}");
    let (done, said) = run(
        folder.path(),
        &["users", "add", "--email", "b@shop.example", "--role", "KING"],
        "correct horse battery\n",
    );
    assert!(!done && said.contains("KING"), "{said}");
    let (done, said) = run(folder.path(), &["users", "add", "--email", "b@shop.example"], "short\n");
    assert!(!done && said.contains("at least 10 characters"), "{said}");
}

/// A-004: the schema is made by command; production does not start without what makes it safe.
#[test]
fn a_004_migrate_and_the_refusal_of_an_unsafe_start() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), &["migrate"], ""), (true, String::new()));
    assert!(folder.path().join("data/loggia.db").is_file());
    let (done, said) = run(folder.path(), &["serve", "--environment", "prod"], "");
    assert!(!done && said.contains("LOGGIA_PAYMENT"), "{said}");
    let (done, said) = run(folder.path(), &["serve", "--environment", "prod", "--payment", "test"], "");
    assert!(!done && said.contains("LOGGIA_SECRET"), "{said}");
}
