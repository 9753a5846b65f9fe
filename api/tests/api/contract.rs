//! The server held against its own document by schemathesis, with every check it has.
//!
//! `make contract-fuzz` installs it (pinned by hash) and sets `LOGGIA_SCHEMATHESIS`; without it these tests say so and pass.

use crate::app::{Store, TestApp};
use loggia_api::roles::Role;
use std::process::Command;

/// Cases for each call; `LOGGIA_SCHEMATHESIS_CASES` for more.
const CASES: &str = "25";

async fn hold_against_document(store: Store) {
    let Ok(program) = std::env::var("LOGGIA_SCHEMATHESIS") else {
        eprintln!("skipped: LOGGIA_SCHEMATHESIS names no program (make contract-fuzz installs it)");
        return;
    };
    let Some(app) = TestApp::start(store, crate::hostile::generous).await else { return };
    // Somebody who may do everything: refusals for want of rights would hide the calls behind them.
    let owner = app.member("own@shop.example", &[Role::Admin]).await;
    crate::cart::add(&owner, "mug", "mug-s", 1).await;
    let cookies: Vec<String> = ["crumb", "SiteUserSession"]
        .into_iter()
        .map(|name| format!("{name}={}", owner.cookie(name).unwrap()))
        .collect();
    let cases = std::env::var("LOGGIA_SCHEMATHESIS_CASES").unwrap_or_else(|_| CASES.into());
    let mut command = Command::new(program);
    command
        .args(["--config-file", concat!(env!("CARGO_MANIFEST_DIR"), "/schemathesis.toml")])
        .args(["run", &format!("http://{}/api/openapi.json", app.address())])
        .args(["--checks", "all", "--max-examples", &cases, "--continue-on-failure", "--no-color"])
        .args(["--seed", "1", "--suppress-health-check", "all", "--warnings", "off"])
        .args(["--generation-database", "none"])
        .args(["-H", &format!("Cookie: {}", cookies.join("; "))])
        .args(["-H", &format!("X-CSRF-Token: {}", owner.cookie("crumb").unwrap())])
        .args(["-H", &format!("X-SiteUser-XSRF-Token: {}", owner.xsrf().unwrap())])
        .current_dir(app.settings.data_folder.parent().unwrap());
    let done = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let output = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{output}\n{}", String::from_utf8_lossy(&done.stderr));
    println!(
        "{store:?}: {}",
        output.lines().rev().take(12).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n")
    );
    app.audit().await;
    app.stop().await;
}

/// on the embedded file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_002_the_server_is_what_its_document_says_on_sqlite() {
    hold_against_document(Store::Sqlite).await;
}

/// on PostgreSQL.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_002_the_server_is_what_its_document_says_on_postgres() {
    hold_against_document(Store::Postgres).await;
}
