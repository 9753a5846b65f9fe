use crate::app::{TestApp, on_both};

on_both! {
    /// every statement compiles on the migrated database.
    async fn a_004_every_statement_is_understood(app: &TestApp); {
        let faults = app.handle().context().db.prepare_all().await.unwrap();
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

/// the two folders of migrations make the same tables with the same columns.
#[test]
fn a_004_both_databases_have_the_same_tables() {
    let folder = |name: &str| {
        let mut files: Vec<_> =
            std::fs::read_dir(format!("{}/migrations/{name}", env!("CARGO_MANIFEST_DIR")))
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .collect();
        files.sort();
        files.iter().map(|path| plain(&std::fs::read_to_string(path).unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(folder("sqlite"), folder("postgres"));
}

/// A migration without what the two databases spell differently: types, strictness, how a yes or no is held.
fn plain(sql: &str) -> Vec<String> {
    sql.lines()
        .map(|line| {
            let line = line.replace("UNLOGGED ", "");
            let line = line.replace(" BYTEA", " BLOB").replace(" BIGINT", " INTEGER").replace(" STRICT", "");
            let line = line
                .replace(" BOOLEAN NOT NULL DEFAULT FALSE", " INTEGER NOT NULL DEFAULT 0")
                .replace(" BOOLEAN", " INTEGER");
            match line.split_once(" CHECK (") {
                Some((start, rest)) if rest.contains("IN (0, 1))") => {
                    format!("{start}{}", rest.rsplit_once("IN (0, 1))").unwrap().1)
                }
                _ => line,
            }
        })
        .collect()
}
