//! Opening the store: the file or the server, migrated to the newest form.

use super::connection::Sent;
use super::db::{Db, PostgresStore, SqliteStore};
use super::open_error::OpenError;
use super::pool::{Now, Pool};
use super::server::Server;
use super::{migrating, record, writer};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, PgConnection, SqliteConnection};
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The schema of the visits on a server.
const VISITS: &str = "visits";
/// How many writes may wait before a caller waits to hand one in.
const QUEUE: usize = 4096;

impl Db {
    /// Opens `url` (`sqlite:<path>` or `postgres://…`) with at most `connections` readers, and migrates it.
    pub async fn open(url: &str, connections: u32) -> Result<Db, OpenError> {
        Self::open_at(url, connections, machine_time()).await
    }

    /// The same with the caller's time, in milliseconds, by which connections grow old.
    pub async fn open_at(url: &str, connections: u32, now: Now) -> Result<Db, OpenError> {
        let db = if url.starts_with("sqlite:") {
            open_sqlite(url, connections, now).await?
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            let migrator = sqlx_macros::migrate!("migrations/postgres");
            open_server(Server::at(url)?, None, &migrator, connections, now).await?
        } else {
            return Err(OpenError::Address);
        };
        while db.write(async |connection| record::rows::adopt(connection).await).await? > 0 {}
        Ok(db)
    }

    /// Opens the store of visits that belongs to the shop at `url`: a file beside its own, or a schema of its own on the
    /// same server. A power cut may take the last moment of it: what is counted is no order.
    pub async fn open_visits(url: &str, connections: u32) -> Result<Db, OpenError> {
        Self::open_visits_at(url, connections, machine_time()).await
    }

    /// The same with the caller's time, in milliseconds, by which connections grow old.
    pub async fn open_visits_at(url: &str, connections: u32, now: Now) -> Result<Db, OpenError> {
        if url.starts_with("sqlite:") {
            let options = sqlite_options(url)?;
            let file = visits_file(options.get_filename().to_owned());
            make_private(&file).map_err(sqlx::Error::Io)?;
            let options = options.filename(file);
            let mut connection = options.connect().await?;
            sqlx_macros::migrate!("migrations/visits/sqlite").run(&mut connection).await?;
            return begin_sqlite(options, connection, connections, now).await;
        }
        let server = Server::at(url)?.of_visits();
        open_server(
            server,
            Some(VISITS),
            &sqlx_macros::migrate!("migrations/visits/postgres"),
            connections,
            now,
        )
        .await
    }

    /// Closes the connections; what was handed to the writer before is finished first.
    pub async fn close(self) {
        match self {
            Db::Sqlite(store) => {
                store.readers.close().await;
                // An empty transaction: everything handed in before it is committed when it answers.
                let _ = Db::Sqlite(store).write(async |_| Ok(())).await;
            }
            Db::Postgres(store) => store.pool.close().await,
        }
    }
}

/// The time since this call, by the machine.
fn machine_time() -> Now {
    let begun = Instant::now();
    Arc::new(move || i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX))
}

async fn open_sqlite(url: &str, connections: u32, now: Now) -> Result<Db, OpenError> {
    let options = sqlite_options(url)?;
    make_private(options.get_filename()).map_err(sqlx::Error::Io)?;
    let mut connection = options.connect().await?;
    // A migration that a power cut takes back whole is made again at the next start: the disk is not waited for. What is
    // written after this is in the same log behind it.
    sqlx_macros::migrate!("migrations/sqlite").run(&mut connection).await?;
    sqlx::query("PRAGMA synchronous = FULL").execute(&mut connection).await?;
    begin_sqlite(options, connection, connections, now).await
}

/// A new file is for its owner alone; SQLite gives the same right to the files beside it. One that is there stays as it is, and a
/// folder that is not there is SQLite's to tell.
fn make_private(file: &Path) -> std::io::Result<()> {
    if file.to_string_lossy().starts_with("file:")
        || !file.parent().is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir())
    {
        return Ok(());
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(fault) if fault.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map(drop),
    }
}

fn sqlite_options(url: &str) -> Result<SqliteConnectOptions, sqlx::Error> {
    Ok(SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        .pragma("temp_store", "memory")
        .optimize_on_close(true, None)
        // Told to who asks for traces of `sqlx::query`: the texts, which are the program's own, and no value. None is called slow: a
        // slow one would be told by a level of its own.
        .log_slow_statements(log::LevelFilter::Off, Duration::MAX)
        .log_statements(log::LevelFilter::Trace))
}

/// `shop.db` has its visits in `shop.visits.db`.
pub(super) fn visits_file(mut file: PathBuf) -> PathBuf {
    let end = file.extension().map_or_else(|| "db".into(), |end| end.to_string_lossy().into_owned());
    file.set_extension(format!("{VISITS}.{end}"));
    file
}

/// The writer on its thread, and the readers.
async fn begin_sqlite(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    connections: u32,
    now: Now,
) -> Result<Db, OpenError> {
    let reading = options.read_only(true).pragma("query_only", "ON").optimize_on_close(false, None);
    let readers: Pool<SqliteConnection> = Pool::new(reading, connections, now);
    readers.take().await?.release();
    let sent = Sent::default();
    let (writer, queue) = mpsc::channel(QUEUE);
    // The writer has a thread of its own: its jobs need not travel between threads, and no request can hold it up.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name("loggia-writer".into()).spawn({
        let sent = sent.clone();
        move || runtime.block_on(writer::serve(connection, queue, sent))
    })?;
    Ok(Db::Sqlite(SqliteStore { readers, writer, sent }))
}

async fn open_server(
    server: Server,
    schema: Option<&'static str>,
    migrator: &sqlx::migrate::Migrator,
    connections: u32,
    now: Now,
) -> Result<Db, OpenError> {
    let pool: Pool<PgConnection> = Pool::new(server.options.clone(), connections, now);
    let mut connection = pool.take().await?;
    migrating::migrate(&mut connection, &server, schema, migrator).await?;
    connection.release();
    Ok(Db::Postgres(PostgresStore {
        pool,
        sent: Sent::default(),
        manner: server.manner,
        begin: server.begin,
    }))
}
