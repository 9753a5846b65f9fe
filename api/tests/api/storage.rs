use crate::app::{Store, TestApp, on_both};
use crate::cart::{CART, add};
use futures_util::future::join_all;

on_both! {
    /// every statement compiles on the migrated database.
    async fn a_004_every_statement_is_understood(app: &TestApp); {
        let context = app.handle().context();
        let mut faults = context.db.prepare_all().await.unwrap();
        faults.extend(loggia_api::repository::visits::prepare_all(context.tracking.db()).await.unwrap());
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
                .filter(|path| path.is_file())
                .collect();
        files.sort();
        files.iter().map(|path| plain(&std::fs::read_to_string(path).unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(folder("sqlite"), folder("postgres"));
    assert_eq!(folder("visits/sqlite"), folder("visits/postgres"));
}

/// A migration without what the two databases spell differently: types, strictness, how a yes or no is held, how rows lie.
/// A paragraph that begins with `-- Only SQLite:` lays the rows of a table otherwise, with the same columns; one of triggers
/// is written for each database by itself, and what they refuse is tried out on both.
fn plain(sql: &str) -> Vec<String> {
    let is_one_alone = |part: &&str| part.starts_with("-- Only SQLite:") || part.contains("CREATE TRIGGER ");
    let both: Vec<&str> = sql.split("\n\n").filter(|part| !is_one_alone(part)).collect();
    both.join("\n\n")
        .lines()
        .map(|line| {
            let line = line.replace("UNLOGGED ", "").replace(" PARTITION BY RANGE (occurred_at)", "");
            // The order of bytes, which SQLite has by itself.
            let line = line.replace(" STRICT, WITHOUT ROWID", "").replace(" COLLATE \"C\"", "");
            let line = line.replace(
                "INTEGER PRIMARY KEY AUTOINCREMENT",
                "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
            );
            let line = line.replace(" BYTEA", " BLOB").replace(" BIGINT", " INTEGER").replace(" STRICT", "");
            let line = line
                .replace(" BOOLEAN NOT NULL DEFAULT FALSE", " INTEGER NOT NULL DEFAULT 0")
                .replace(" BOOLEAN NOT NULL DEFAULT TRUE", " INTEGER NOT NULL DEFAULT 1")
                .replace(" BOOLEAN", " INTEGER");
            // Columns that an index only carries along.
            let line = line.replace(") INCLUDE (", ", ");
            match line.split_once(" CHECK (") {
                Some((start, rest)) if rest.contains("IN (0, 1))") => {
                    format!("{start}{}", rest.rsplit_once("IN (0, 1))").unwrap().1)
                }
                _ => line,
            }
        })
        .collect()
}

/// connections that broke while they rested (the server was restarted, a firewall forgot them) are not used for a call.
#[tokio::test]
async fn a_004_connections_that_broke_at_rest_are_replaced() {
    let Some(app) = TestApp::start(Store::Postgres, |_| ()).await else { return };
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    let ended = app.number("SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()").await;
    assert!(ended > 0);
    // A connection that rested for a second is asked whether it is there.
    app.clock.advance(1100);
    assert_eq!(add(&visitor, "bread", "bread", 1).await["newlyAdded"]["quantity"], 2);
    app.stop().await;
}

/// more calls at once than connections, half of them broken off in the middle: the others are answered, and so is
/// every call after them.
#[tokio::test]
async fn a_004_calls_that_are_broken_off_leave_the_connections_whole() {
    for store in [Store::Sqlite, Store::Postgres] {
        let generous = |settings: &mut loggia_api::Settings| settings.limits.add_entry = 1_000_000;
        let Some(app) = TestApp::start(store, generous).await else { return };
        let visitors: Vec<_> = (0..24).map(|_| app.visitor()).collect();
        join_all(visitors.iter().map(|visitor| add(visitor, "bread", "bread", 1))).await;
        for round in 0..8 {
            let calls = visitors.iter().enumerate().map(async |(number, visitor)| {
                let patience = std::time::Duration::from_micros(if number % 2 == 0 {
                    300 * (round + 1)
                } else {
                    30_000_000
                });
                let answer = tokio::time::timeout(patience, visitor.get(CART)).await;
                assert!(answer.is_ok_and(|answer| answer.status == 200) || number % 2 == 0);
            });
            join_all(calls).await;
        }
        let answers = join_all(visitors.iter().map(|visitor| visitor.get(CART))).await;
        assert!(answers.iter().all(|answer| answer.status == 200));
        app.stop().await;
    }
}
