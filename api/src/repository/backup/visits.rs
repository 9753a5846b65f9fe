//! What visitors did, as a file beside the shop's: the same ways as the shop, and no books to agree.

use super::{
    BackupError, Carried, check_whole, copy_file, draft_beside, file_url, finish, open_file, refuse_existing,
    rows, sqlite_file,
};
use crate::repository::asked::Asked;
use crate::repository::connection::Connection;
use crate::repository::connection::Sent;
use crate::repository::db::Db;
use crate::repository::open::visits_file;
use crate::repository::open_error::OpenError;
use crate::repository::server::Server;
use crate::repository::visits::partition;
use sqlx::{ConnectOptions, Connection as _, SqliteConnection};
use std::path::{Path, PathBuf};

/// Where the visits of the backup `file` are: `shop.db` has them in `shop.visits.db`, as the shop itself would, so that both
/// can be served as they are.
pub fn file_beside(file: &Path) -> PathBuf {
    visits_file(file.to_owned())
}

/// Writes everything that visitors of the shop at `url` did into the new file `to`; `None` where nothing was ever kept.
pub async fn back_up(url: &str, to: &Path) -> Result<Option<Carried>, BackupError> {
    refuse_existing(to)?;
    let draft = draft_beside(to)?;
    match write_draft(url, &draft).await {
        Ok(None) => {
            let _ = std::fs::remove_file(&draft);
            Ok(None)
        }
        Ok(Some(carried)) => finish(Ok(carried), &draft, to).map(Some),
        Err(fault) => finish(Err(fault), &draft, to).map(Some),
    }
}

/// Brings the file `from` into the store of visits of the shop at `url`, which holds nothing.
pub async fn restore(from: &Path, url: &str) -> Result<Carried, BackupError> {
    check_whole(from).await?;
    let Some(shop) = sqlite_file(url) else {
        let draft = draft_beside(from)?;
        let made = into_postgres(from, &draft, url).await;
        let _ = std::fs::remove_file(&draft);
        return made;
    };
    let file = visits_file(shop);
    refuse_existing(&file)?;
    let draft = draft_beside(&file)?;
    let made = match newest_copy(from, &draft).await {
        Ok(()) => count(&draft).await,
        Err(fault) => Err(fault),
    };
    finish(made, &draft, &file)
}

async fn write_draft(url: &str, draft: &Path) -> Result<Option<Carried>, BackupError> {
    if let Some(shop) = sqlite_file(url) {
        let file = visits_file(shop);
        if !file.exists() {
            return Ok(None);
        }
        copy_file(&file_url(&file), draft).await?;
    } else {
        let server = Server::at(url)?.of_visits();
        let mut source = server.options.connect().await?;
        let mut look = source.begin_with(server.begin).await?;
        let is_there: bool = sqlx::query_scalar("SELECT to_regclass('visits.event') IS NOT NULL")
            .fetch_one(Asked::new(&mut look, server.manner))
            .await?;
        look.rollback().await?;
        if !is_there {
            return Ok(None);
        }
        let mut target = open_file(&file_url(draft)).await?;
        migrate(&mut target).await?;
        rows::from_postgres((&mut source, &server), &mut target).await?;
        source.close().await?;
        target.close().await?;
    }
    count(draft).await.map(Some)
}

async fn into_postgres(from: &Path, draft: &Path, url: &str) -> Result<Carried, BackupError> {
    newest_copy(from, draft).await?;
    Db::open_visits(url, 1).await?.close().await;
    let mut source = open_file(&file_url(draft)).await?;
    let server = Server::at(url)?.of_visits();
    let mut target = server.options.connect().await?;
    let (first, last): (Option<i64>, Option<i64>) =
        sqlx::query_as("SELECT MIN(occurred_at), MAX(occurred_at) FROM event").fetch_one(&mut source).await?;
    if let (Some(first), Some(last)) = (first, last) {
        let mut made = target.begin_with(server.begin).await?;
        let sent = Sent::default();
        partition::make(&mut Connection::postgres(&mut made, server.manner, &sent), first, last).await?;
        made.commit().await?;
    }
    let carried = rows::to_postgres(&mut source, (&mut target, &server)).await?;
    // The next group has a number that none of these has.
    let mut numbered = target.begin_with(server.begin).await?;
    sqlx::query("SELECT setval(pg_get_serial_sequence('event_group', 'id'), (SELECT COALESCE(MAX(id), 0) + 1 FROM event_group), FALSE)")
        .execute(Asked::new(&mut numbered, server.manner))
        .await?;
    numbered.commit().await?;
    source.close().await?;
    target.close().await?;
    Ok(carried)
}

/// The file in this program's form; the file itself stays as it is.
async fn newest_copy(from: &Path, draft: &Path) -> Result<(), BackupError> {
    copy_file(&file_url(from), draft).await?;
    let mut connection = open_file(&file_url(draft)).await?;
    migrate(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

async fn migrate(file: &mut SqliteConnection) -> Result<(), OpenError> {
    Ok(sqlx_macros::migrate!("migrations/visits/sqlite").run(file).await?)
}

async fn count(file: &Path) -> Result<Carried, BackupError> {
    check_whole(file).await?;
    let mut connection = open_file(&file_url(file)).await?;
    let carried = rows::count(&mut connection).await?;
    connection.close().await?;
    Ok(carried)
}
