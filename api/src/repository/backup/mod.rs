//! Everything that is stored, as one file, and back again into either database; what visitors did as a second one beside it.
//!
//! A backup is always a SQLite file in the form this program would make itself, whichever database it came from: it can
//! be looked into with any SQLite tool, served as it is, or restored into PostgreSQL. It is one moment's whole: SQLite
//! copies from one read transaction, PostgreSQL from one snapshot, and servers go on writing meanwhile.

mod error;
mod rows;
pub mod visits;

pub use error::{BackupError, Carried};

use super::connection::Connection;
use super::connection::Sent;
use super::db::Db;
use super::open_error::OpenError;
use super::server::Server;
use super::{audit, record};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection as _, SqliteConnection};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// Writes everything that is stored at `url` into the new file `to`, and proves that its books agree.
pub async fn back_up(url: &str, to: &Path) -> Result<Carried, BackupError> {
    refuse_existing(to)?;
    let draft = draft_beside(to)?;
    let made = write_draft(url, &draft).await;
    finish(made, &draft, to)
}

/// Brings the backup `from` into the empty database at `url`, and proves that its books agree.
pub async fn restore(from: &Path, url: &str) -> Result<Carried, BackupError> {
    check_whole(from).await?;
    match sqlite_file(url) {
        Some(file) => {
            refuse_existing(&file)?;
            let draft = draft_beside(&file)?;
            let made = newest_copy(from, &draft).await;
            let proved = match made {
                Ok(()) => prove(&draft).await,
                Err(refusal) => Err(refusal),
            };
            finish(proved, &draft, &file)
        }
        None => {
            let draft = draft_beside(from)?;
            let made = into_postgres(from, &draft, url).await;
            let _ = std::fs::remove_file(&draft);
            made
        }
    }
}

async fn write_draft(url: &str, draft: &Path) -> Result<Carried, BackupError> {
    if sqlite_file(url).is_some() {
        copy_file(url, draft).await?;
    } else {
        let mut target = open_file(&file_url(draft)).await?;
        migrate(&mut target).await?;
        let server = Server::at(url)?;
        let mut source = server.options.connect().await?;
        rows::from_postgres((&mut source, &server), &mut target).await?;
        source.close().await?;
        target.close().await?;
    }
    prove(draft).await
}

async fn into_postgres(from: &Path, draft: &Path, url: &str) -> Result<Carried, BackupError> {
    newest_copy(from, draft).await?;
    let db = Db::open(url, 1).await?;
    let mut source = open_file(&file_url(draft)).await?;
    let server = Server::at(url)?;
    let mut target = server.options.connect().await?;
    let carried = rows::to_postgres(&mut source, (&mut target, &server)).await?;
    source.close().await?;
    target.close().await?;
    let found = db.read(async |connection| audit::disagreements(connection).await).await?;
    db.close().await;
    if found.is_empty() { Ok(carried) } else { Err(BackupError::Disagreements(found)) }
}

/// The hash of the last row of the record in the backup `file`; "" when it has none.
pub async fn record_head(file: &Path) -> Result<String, BackupError> {
    let mut connection = open_file(&file_url(file)).await?;
    let sent = Sent::default();
    let (_, head) = record::head(&mut Connection::sqlite(&mut connection, &sent)).await?;
    connection.close().await?;
    Ok(head)
}

/// The backup in this program's form; the backup itself stays as it is.
async fn newest_copy(from: &Path, draft: &Path) -> Result<(), BackupError> {
    copy_file(&file_url(from), draft).await?;
    let mut connection = open_file(&file_url(draft)).await?;
    migrate(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

async fn migrate(file: &mut SqliteConnection) -> Result<(), OpenError> {
    Ok(sqlx_macros::migrate!("migrations/sqlite").run(file).await?)
}

/// One read transaction's view of a file, as a new file without free pages.
async fn copy_file(url: &str, to: &Path) -> Result<(), BackupError> {
    let mut source = SqliteConnectOptions::from_str(url)?
        .create_if_missing(false)
        .busy_timeout(Duration::from_secs(30))
        .connect()
        .await?;
    sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy().as_ref()).execute(&mut source).await?;
    source.close().await?;
    Ok(())
}

/// The file holds together, and its books agree.
async fn prove(file: &Path) -> Result<Carried, BackupError> {
    check_whole(file).await?;
    let mut connection = open_file(&file_url(file)).await?;
    let sent = Sent::default();
    let found = audit::disagreements(&mut Connection::sqlite(&mut connection, &sent)).await?;
    if !found.is_empty() {
        return Err(BackupError::Disagreements(found));
    }
    let carried = rows::count(&mut connection).await?;
    connection.close().await?;
    Ok(carried)
}

/// Whether a file is a database that holds together.
///
/// # Errors
/// `Damaged` when it does not, with what was found.
pub async fn check_whole(file: &Path) -> Result<(), BackupError> {
    let damaged = |found: String| BackupError::Damaged { path: file.into(), found };
    if let Err(cause) = std::fs::metadata(file) {
        return Err(BackupError::File { path: file.into(), cause });
    }
    let mut connection = open_file(&file_url(file)).await.map_err(|fault| damaged(fault.to_string()))?;
    let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(&mut connection)
        .await
        .map_err(|fault| damaged(fault.to_string()))?;
    connection.close().await?;
    if found == ["ok"] { Ok(()) } else { Err(damaged(found.join("; "))) }
}

/// The file at a `sqlite:` address; `None` for another.
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    url.starts_with("sqlite:")
        .then(|| SqliteConnectOptions::from_str(url).ok())?
        .map(|options| options.get_filename().into())
}

fn file_url(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

async fn open_file(url: &str) -> Result<SqliteConnection, sqlx::Error> {
    SqliteConnectOptions::from_str(url)?
        .create_if_missing(false)
        .busy_timeout(Duration::from_secs(30))
        .connect()
        .await
}

fn refuse_existing(path: &Path) -> Result<(), BackupError> {
    if path.exists() { Err(BackupError::Exists(path.into())) } else { Ok(()) }
}

/// An empty file beside `path` that only its owner reads: addresses and emails are in it.
fn draft_beside(path: &Path) -> Result<PathBuf, BackupError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let draft = path.with_file_name(name);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&draft).map_err(|cause| BackupError::File { path: draft.clone(), cause })?;
    Ok(draft)
}

/// The draft becomes the file once it is on the disk, or goes.
fn finish(made: Result<Carried, BackupError>, draft: &Path, to: &Path) -> Result<Carried, BackupError> {
    let kept = made.and_then(|carried| {
        let fault = |cause| BackupError::File { path: to.into(), cause };
        std::fs::File::open(draft).and_then(|file| file.sync_all()).map_err(fault)?;
        std::fs::rename(draft, to).map_err(fault)?;
        Ok(carried)
    });
    if kept.is_err() {
        let _ = std::fs::remove_file(draft);
    }
    kept
}
