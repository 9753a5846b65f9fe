//! Migrated files of SQLite, made once by the test run and copied for each test: hundreds of migrations were most of what SQLite
//! did in it. What migrations do is tested by the tests that open a store of their own.

use loggia_api::Settings;
use loggia_api::repository::Db;
use sqlx::Connection;
use std::io::Write;
use tokio::sync::OnceCell;

/// The shop's file and that of the visits.
static FILES: OnceCell<[Vec<u8>; 2]> = OnceCell::const_new();

/// Puts both files where a server with these settings opens them.
pub async fn put(settings: &Settings) {
    let [shop, visits] = FILES.get_or_init(make).await;
    settings.make_data_folder().unwrap();
    for (name, bytes) in [("loggia.db", shop), ("loggia.visits.db", visits)] {
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(settings.data_folder.join(name)).unwrap().write_all(bytes).unwrap();
    }
}

async fn make() -> [Vec<u8>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let url = format!("sqlite:{}", file("loggia.db").display());
    Db::open(&url, 1).await.unwrap().close().await;
    Db::open_visits(&url, 1).await.unwrap().close().await;
    let mut made = Vec::new();
    for name in ["loggia.db", "loggia.visits.db"] {
        // A file of its own has everything that the log beside the other may still hold.
        let mut connection =
            sqlx::SqliteConnection::connect(&format!("sqlite:{}", file(name).display())).await.unwrap();
        sqlx::query("VACUUM INTO $1")
            .bind(file("whole").display().to_string())
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        made.push(std::fs::read(file("whole")).unwrap());
        std::fs::remove_file(file("whole")).unwrap();
    }
    made.try_into().unwrap()
}
