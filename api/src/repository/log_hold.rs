//! Holds the write-ahead log of a SQLite file, so that no change leaves it before it was copied.
//!
//! A log begins anew, over what stood in it, when the first transaction after a whole checkpoint is written while nobody reads
//! through the log. One reader of ours keeps that from happening unseen, in one of two states:
//!
//! - It began while the log had changes that the file had not: it reads through the log, and the log cannot begin anew.
//! - It began while the file had everything: it reads the file alone, and no checkpoint can write into the file. The log may
//!   begin anew once, behind what was there when it began; what comes then stays in the log.
//!
//! So whoever copied the log to its end, while nobody else could write, may let the reader begin again, and misses nothing. Other
//! connections read, write and try their own checkpoints meanwhile as ever.

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection as _, Row as _, SqliteConnection};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long writers of the shop may hold up a turn.
const WRITERS: Duration = Duration::from_millis(500);
/// The same, as the connection is told it again.
const PATIENCE_WITH_WRITERS: &str = "PRAGMA busy_timeout = 500";
/// How often a turn tries again while others read an older state, and the pause between: so long writers wait at most.
const TRIES: usize = 10;
const BETWEEN_TRIES: Duration = Duration::from_millis(10);
/// How long a turn holds up writers while others still read through the log.
const PATIENCE_WITH_READERS: &str = "PRAGMA busy_timeout = 100";
/// Brings into the file what can be brought without waiting for anybody.
const BRING_IN: &str = "PRAGMA wal_checkpoint(PASSIVE)";
/// The same, waits for others, and empties the log.
const EMPTY: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// The hold; it ends when this is closed or dropped.
pub struct LogHold {
    reader: SqliteConnection,
    /// Takes the reader's place where the log is brought in beforehand.
    other: SqliteConnection,
    locker: SqliteConnection,
    file: Arc<File>,
    path: PathBuf,
    is_locked: bool,
    /// Whether the reader reads the file alone, so that nothing that came since is in it.
    reads_file: bool,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The file has everything, and the log is empty: what comes next is its beginning. Whoever writes first may choose new salts.
    Anew,
    /// The file has everything; the log begins anew with the next change, the first salt of its header plus one, or goes on when
    /// others still read through it.
    Whole,
    /// Somebody reads an older state: the file does not have everything yet, and the log goes on.
    Held,
    /// The log holds another count of frames than was said: what was copied is not what the database has.
    Other,
}

/// The files that were opened to be read beside SQLite. The system takes SQLite's locks away when a process closes any handle of
/// a file that it locked, so a handle stays open until another file is at its place.
static FILES: Mutex<BTreeMap<PathBuf, Arc<File>>> = Mutex::new(BTreeMap::new());

fn open_once(path: &Path) -> std::io::Result<Arc<File>> {
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = files.get(path)
        && is_same(&file.metadata()?, &std::fs::metadata(path)?)
    {
        return Ok(Arc::clone(file));
    }
    let file = Arc::new(File::open(path)?);
    files.insert(path.to_owned(), Arc::clone(&file));
    Ok(file)
}

#[cfg(unix)]
fn is_same(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    one.created().ok() == other.created().ok()
}

impl LogHold {
    /// Takes hold of the log of the file at `path`, which must be there.
    ///
    /// # Errors
    /// When the file cannot be opened, or is no database.
    pub async fn take(path: &Path) -> Result<LogHold, sqlx::Error> {
        let path = std::fs::canonicalize(path)?;
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .create_if_missing(false)
            .journal_mode(SqliteJournalMode::Wal)
            .pragma("wal_autocheckpoint", "0")
            .disable_statement_logging();
        let mut reader = options.clone().busy_timeout(Duration::from_secs(5)).connect().await?;
        let other = options.clone().busy_timeout(WRITERS).connect().await?;
        let locker = options.busy_timeout(WRITERS).connect().await?;
        begin(&mut reader).await?;
        let file = open_once(&path)?;
        Ok(LogHold { reader, other, locker, file, path, is_locked: false, reads_file: false })
    }

    /// The file, for reading. It does not change until the next turn but by changes that the log has.
    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    /// Where the log is.
    pub fn log(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push("-wal");
        name.into()
    }

    /// Whether the file at its path is still the one that is held.
    pub fn is_in_place(&self) -> bool {
        let (Ok(ours), Ok(found)) = (self.file.metadata(), std::fs::metadata(&self.path)) else {
            return false;
        };
        is_same(&ours, &found)
    }

    /// Brings into the file what the log has, as far as that can be done beside writers, so that the next turn is short. The log must
    /// have changes.
    ///
    /// # Errors
    /// Faults of the database; the hold is of no use then.
    pub async fn prepare(&mut self) -> Result<(), sqlx::Error> {
        if !self.reads_file {
            // Then nobody is kept from it, and others have done so.
            return Ok(());
        }
        // The file has nothing of the log, so the second reader reads through the log, and the first one is not needed any more.
        begin(&mut self.other).await?;
        std::mem::swap(&mut self.reader, &mut self.other);
        self.reads_file = false;
        sqlx::query("ROLLBACK").execute(&mut self.other).await?;
        checkpoint(&mut self.other, BRING_IN).await?;
        Ok(())
    }

    /// Keeps everybody from writing, to copy the log to its end; [`LogHold::turn`] or [`LogHold::unlock`] must follow soon.
    /// `false` when writers did not let us: try again later.
    ///
    /// # Errors
    /// Faults of the database; the hold is of no use then.
    pub async fn lock(&mut self) -> Result<bool, sqlx::Error> {
        match sqlx::query("BEGIN IMMEDIATE").execute(&mut self.locker).await {
            Ok(_) => self.is_locked = true,
            Err(fault) if is_busy(&fault) => {}
            Err(fault) => return Err(fault),
        }
        Ok(self.is_locked)
    }

    /// Lets others write again.
    ///
    /// # Errors
    /// Faults of the database.
    pub async fn unlock(&mut self) -> Result<(), sqlx::Error> {
        if std::mem::take(&mut self.is_locked) {
            sqlx::query("ROLLBACK").execute(&mut self.locker).await?;
        }
        Ok(())
    }

    /// Brings everything into the file, so that the log can begin anew, and lets others write again. The log must be locked and
    /// copied to its end; `frames` is how many it has, `None` when nobody copied it.
    ///
    /// # Errors
    /// Faults of the database; the hold is of no use then.
    pub async fn turn(&mut self, frames: Option<u64>) -> Result<Turn, sqlx::Error> {
        let turned = self.bring_in(frames).await;
        self.unlock().await?;
        let turned = turned?;
        if turned != Turn::Whole {
            return Ok(turned);
        }
        // Our reader reads the file alone now, and others leave the log within the time of a call. A change that came first is
        // no harm: the log is not empty then, and goes on.
        sqlx::query(PATIENCE_WITH_READERS).execute(&mut self.locker).await?;
        let emptied = checkpoint(&mut self.locker, EMPTY).await;
        sqlx::query(PATIENCE_WITH_WRITERS).execute(&mut self.locker).await?;
        Ok(if emptied?.is_done { Turn::Anew } else { Turn::Whole })
    }

    async fn bring_in(&mut self, frames: Option<u64>) -> Result<Turn, sqlx::Error> {
        // Of the two connections the reader is free for a moment: the lock keeps the log from beginning anew.
        sqlx::query("ROLLBACK").execute(&mut self.reader).await?;
        let mut done = checkpoint(&mut self.reader, BRING_IN).await;
        for _ in 0..TRIES {
            // Who still reads what was before our lock keeps some of it out; whoever begins now does not.
            if !done.as_ref().is_ok_and(|done| done.moved < done.log) {
                break;
            }
            tokio::time::sleep(BETWEEN_TRIES).await;
            done = checkpoint(&mut self.reader, BRING_IN).await;
        }
        begin(&mut self.reader).await?;
        let done = done?;
        self.reads_file = false;
        if frames.is_some_and(|frames| frames != done.log) {
            return Ok(Turn::Other);
        }
        self.reads_file = done.log == done.moved;
        Ok(if self.reads_file { Turn::Whole } else { Turn::Held })
    }

    /// Ends the hold.
    pub async fn close(self) {
        for connection in [self.locker, self.other, self.reader] {
            if let Err(fault) = connection.close().await {
                tracing::debug!(%fault, "a connection of the replicator was not closed cleanly");
            }
        }
    }
}

/// Begins to read what the database has now.
async fn begin(reader: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("BEGIN").execute(&mut *reader).await?;
    sqlx::query("SELECT COUNT(*) FROM sqlite_schema").fetch_one(&mut *reader).await?;
    Ok(())
}

/// What a checkpoint did.
struct Checkpoint {
    /// Nobody held it up.
    is_done: bool,
    /// Frames of the log.
    log: u64,
    /// Frames that the file has.
    moved: u64,
}

async fn checkpoint(connection: &mut SqliteConnection, how: &'static str) -> Result<Checkpoint, sqlx::Error> {
    let row = sqlx::query(how).fetch_one(connection).await;
    let row = match row {
        Err(fault) if is_busy(&fault) => return Ok(Checkpoint { is_done: false, log: 0, moved: 0 }),
        row => row?,
    };
    let number = |at: usize| row.try_get::<i64, _>(at).map(|count| u64::try_from(count).unwrap_or(0));
    Ok(Checkpoint { is_done: number(0)? == 0, log: number(1)?, moved: number(2)? })
}

fn is_busy(fault: &sqlx::Error) -> bool {
    fault
        .as_database_error()
        .and_then(|fault| fault.code())
        .is_some_and(|code| code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 5 | 6)))
}
