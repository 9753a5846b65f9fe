//! The verbs of the command line, on a folder that is not there yet.

use loggia_api::repository::record::{self, Filter};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a verb; whether it succeeded, and its output.
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
    let output =
        format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    (done.status.success(), output)
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
    let (holds, output) = run(folder.path(), &["audit"], "");
    assert!(holds && output.starts_with("the books agree\nthe record holds: 1 rows"), "{output}");
    std::fs::write(file, "{\n  \"version\": x").unwrap();
    let (done, output) = run(folder.path(), &["import", file], "");
    assert!(!done && output.contains("catalog.json") && output.contains("line 2"), "{output}");
    std::fs::write(file, r#"{"version": 99, "buildId": "b", "website": {"id": "s"}}"#).unwrap();
    let (done, output) = run(folder.path(), &["import", file], "");
    assert!(!done && output.contains("version 99"), "{output}");
}

/// S-842: on a system without certificates of authorities the server says that they are missing, and what to install.
#[test]
fn s_842_a_system_without_certificates_is_told_what_to_install() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("none.pem");
    std::fs::write(&empty, "").unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_loggia-api"))
        .args(["serve", "--bind", "127.0.0.1:0"])
        .env("LOGGIA_DATA", folder.path().join("data"))
        .env("SSL_CERT_FILE", &empty)
        .env("SSL_CERT_DIR", folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(!done.status.success() && said.contains("ca-certificates"), "{said}");
}

/// S-249: a catalogue that is taken over by command stands in the record; the same one again does not.
#[test]
fn s_249_an_import_by_command_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("catalog.json");
    std::fs::write(&file, crate::catalog::catalog().to_string()).unwrap();
    for _ in 0..2 {
        assert!(run(folder.path(), &["import", file.to_str().unwrap()], "").0);
    }
    let settings =
        loggia_api::Settings { data_folder: folder.path().join("data"), ..loggia_api::Settings::default() };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let rows = runtime.block_on(async {
        let db = loggia_api::open_store(&settings, 1).await.unwrap();
        let all = Filter::default();
        let rows = db.read(async |connection| record::list(connection, &all, 10).await).await.unwrap();
        db.close().await;
        rows
    });
    let [row] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!(
        (row.actor.as_str(), row.kind.as_str(), row.area.as_str()),
        ("command", "import-catalog", "site")
    );
    let build = crate::catalog::catalog()["buildId"].clone();
    let detail: serde_json::Value = serde_json::from_str(&row.detail).unwrap();
    assert_eq!(serde_json::Value::from(row.subject.as_str()), build);
    assert_eq!(detail, serde_json::json!({"before": null, "after": 1, "products": 8}));
}

/// A-089: an account is made by command; an unknown role and a short password are refused.
#[test]
fn a_089_an_account_is_made_by_command() {
    let folder = tempfile::tempdir().unwrap();
    let add = ["users", "add", "--email", "Own@shop.example", "--role", "ADMIN", "--role", "EDITOR"];
    let (done, output) = run(folder.path(), &add, "correct horse battery\n");
    assert!(done && output.starts_with("added Own@shop.example as "), "{output}");
    let (done, output) = run(folder.path(), &add, "correct horse battery\n");
    assert!(!done && output.contains("own@shop.example has an account already"), "{output}");
    let (done, output) = run(
        folder.path(),
        &["users", "add", "--email", "b@shop.example", "--role", "KING"],
        "correct horse battery\n",
    );
    assert!(!done && output.contains("KING"), "{output}");
    let (done, output) = run(folder.path(), &["users", "add", "--email", "b@shop.example"], "short\n");
    assert!(!done && output.contains("at least 10 characters"), "{output}");
}

/// A-004: the schema is made by command; production does not start without what makes it safe.
#[test]
fn a_004_migrate_and_the_refusal_of_an_unsafe_start() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), &["migrate"], ""), (true, String::new()));
    // S-073: what a shop knows is for its own account alone.
    for name in ["data", "data/loggia.db"] {
        let mode = std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
    let (done, output) = run(folder.path(), &["serve", "--environment", "prod"], "");
    assert!(!done && output.contains("LOGGIA_PAYMENT"), "{output}");
    let (done, output) = run(folder.path(), &["serve", "--environment", "prod", "--payment", "test"], "");
    assert!(!done && output.contains("LOGGIA_SECRET"), "{output}");
}

/// A-004: a backup by command, and what comes of it in a folder of its own.
#[test]
fn a_004_a_backup_is_made_and_restored_by_command() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let catalog = folder.path().join("catalog.json");
    std::fs::write(&catalog, crate::catalog::catalog().to_string()).unwrap();
    assert!(run(folder.path(), &["import", catalog.to_str().unwrap()], "").0);
    let file = folder.path().join("shop.backup");
    let file = file.to_str().unwrap();
    let (done, output) = run(folder.path(), &["backup", file], "");
    assert!(
        done && output.starts_with(&format!("wrote {file}: "))
            && output.contains("the books agree\nthe record ends with "),
        "{output}"
    );
    let head = output.trim_end().rsplit(' ').next().unwrap().to_owned();
    let (done, output) = run(folder.path(), &["backup", file], "");
    assert!(!done && output.contains("is there already"), "{output}");
    let (done, output) = run(other.path(), &["restore", file], "");
    assert!(done && output.starts_with("restored "), "{output}");
    let (done, output) = run(other.path(), &["audit", "--since", &head], "");
    assert!(done && output.starts_with("the books agree\nthe record holds: 1 rows"), "{output}");
    let (done, output) = run(other.path(), &["restore", file], "");
    assert!(!done && output.contains("is there already"), "{output}");
}

/// A-089: accounts are listed, changed and removed by command; who is unknown is told.
#[test]
fn a_089_accounts_are_changed_by_command() {
    let folder = tempfile::tempdir().unwrap();
    let add = ["users", "add", "--email", "own@shop.example", "--role", "ADMIN"];
    assert!(run(folder.path(), &add, "correct horse battery\n").0);
    let list = || run(folder.path(), &["users", "list"], "");
    assert_eq!(list(), (true, "own@shop.example ADMIN\n".into()));
    let roles =
        ["users", "roles", "--email", "Own@shop.example", "--role", "EDITOR", "--role", "STORE_MANAGER"];
    assert!(run(folder.path(), &roles, "").0);
    assert_eq!(list(), (true, "own@shop.example EDITOR,STORE_MANAGER\n".into()));
    let password =
        |email: &str, text: &str| run(folder.path(), &["users", "password", "--email", email], text);
    assert!(password("own@shop.example", "another good one\n").0);
    assert!(password("own@shop.example", "short\n").1.contains("at least 10 characters"));
    assert!(password("eve@shop.example", "another good one\n").1.contains("eve@shop.example has no account"));
    assert!(run(folder.path(), &["users", "remove", "--email", "own@shop.example"], "").0);
    assert_eq!(list(), (true, String::new()));
    assert!(!run(folder.path(), &["users", "remove", "--email", "own@shop.example"], "").0);
}

/// A-014: what would be refused at the start is told without starting.
#[test]
fn a_014_settings_are_checked_by_command() {
    let folder = tempfile::tempdir().unwrap();
    let (done, output) = run(folder.path(), &["check", "--site-origins", "https://shop.example/x"], "");
    assert!(!done && output.contains("a site origin is scheme and host only"), "{output}");
    assert_eq!(run(folder.path(), &["check"], ""), (true, "these settings are accepted\n".into()));
    assert!(!folder.path().join("data/loggia.db").exists());
}

/// The table of settings is the one the program prints.
#[test]
fn the_settings_are_documented() {
    let folder = tempfile::tempdir().unwrap();
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operation/settings.md"))
        .unwrap();
    let (_, table) = run(folder.path(), &["settings"], "");
    assert!(page.ends_with(&table), "docs/operation/settings.md is stale: make settings");
}
