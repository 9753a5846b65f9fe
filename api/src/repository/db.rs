//! The store: a file of its own, or a server that many share; reading from it, and writing in transactions.

use super::cart::put::decision::Put;
use super::connection::{Connection, Sent, fetch};
use super::pool::Pool;
use super::writer::{PendingPut, Waiting, WriteJob};
use crate::error::ApiError;
use futures_util::FutureExt;
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::Ordering;
use tokio::sync::{mpsc, oneshot};

/// How often a transaction that lost a conflict on PostgreSQL is tried again before it is given up.
const ATTEMPTS: usize = 12;
/// The longest pause before the second attempt, in milliseconds; it doubles up to the seventh.
const PAUSE_MS: u64 = 1;

/// Waits before what lost a conflict is tried again: for a time by chance, so that those that met do not meet again.
async fn pause(attempt: usize) {
    let longest = PAUSE_MS << attempt.saturating_sub(1).min(6);
    tokio::time::sleep(std::time::Duration::from_micros(rand::random_range(0..longest * 1000))).await;
}

/// The store: a file of its own, or a server that many share.
#[derive(Clone)]
pub enum Db {
    /// SQLite: readers in a pool, one writer that groups.
    Sqlite(SqliteStore),
    /// PostgreSQL: a pool.
    Postgres(PostgresStore),
}

/// The readers of the file and the way to its writer.
#[derive(Clone)]
pub struct SqliteStore {
    pub(in crate::repository) readers: Pool<SqliteConnection>,
    pub(in crate::repository) writer: mpsc::Sender<Waiting>,
    pub(in crate::repository) sent: Sent,
}

/// The connections to the server.
#[derive(Clone)]
pub struct PostgresStore {
    pub(in crate::repository) pool: Pool<PgConnection>,
    pub(in crate::repository) sent: Sent,
}

impl PostgresStore {
    /// Runs `work` outside of a transaction of ours: PostgreSQL makes a transaction of each statement by itself. For what is
    /// decided and written by one statement, which saves the two ways to the server that beginning and committing cost.
    /// It may be run more than once, after a conflict that left nothing behind: more than one statement that writes goes to
    /// [`Db::write`].
    ///
    /// # Errors
    /// Those of `work`, and faults of the database.
    pub async fn autocommit<T, F>(&self, work: F) -> Result<T, ApiError>
    where
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        self.run(work).await
    }

    /// Under strict isolation a statement outside of a transaction, even one that only reads, can lose a conflict as well.
    async fn run<T, F>(&self, work: F) -> Result<T, ApiError>
    where
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        let mut attempt = 1;
        loop {
            match self.once(&work).await {
                Err(fault) if fault.is_conflict() && attempt < ATTEMPTS => pause(attempt).await,
                result => return result,
            }
            attempt += 1;
        }
    }

    async fn once<T, F>(&self, work: &F) -> Result<T, ApiError>
    where
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        let mut connection = self.pool.take().await?;
        let done = work(&mut Connection::postgres(&mut connection, &self.sent)).await;
        if !is_broken(&done) {
            connection.release();
        }
        done
    }
}

impl SqliteStore {
    async fn hand_in(&self, waiting: Waiting) -> Result<(), ApiError> {
        self.writer.send(waiting).await.map_err(|_| closed())
    }

    /// Saves what was decided about a cart, with whatever else waits.
    pub(in crate::repository) async fn put(&self, put: Put) -> Result<bool, ApiError> {
        let (reply, answer) = oneshot::channel();
        self.hand_in(Waiting::Put(PendingPut::new(put, reply))).await?;
        answer.await.map_err(|_| closed())?
    }
}

impl Db {
    /// Runs `work`, which only reads, outside of a transaction. SQLite's readers refuse to write; PostgreSQL does not look,
    /// so what writes goes to [`Db::write`] or [`PostgresStore::autocommit`]. It may be run more than once, after a conflict.
    ///
    /// # Errors
    /// Those of `work`, and faults of the database.
    pub async fn read<T, F>(&self, work: F) -> Result<T, ApiError>
    where
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        match self {
            Db::Sqlite(store) => {
                let mut connection = store.readers.take().await?;
                let done = work(&mut Connection::sqlite(&mut connection, &store.sent)).await;
                if !is_broken(&done) {
                    connection.release();
                }
                done
            }
            Db::Postgres(store) => store.run(work).await,
        }
    }

    /// Runs `work` in one transaction: kept whole when it answers `Ok`, undone whole when it answers `Err`.
    /// It may be run more than once (after a conflict), so it must touch nothing but the connection.
    pub async fn write<T, F>(&self, work: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError> + Send + 'static,
    {
        match self {
            Db::Sqlite(store) => {
                let (reply, answer) = oneshot::channel();
                store.hand_in(Waiting::Job(Box::new(WriteJob::new(work, reply)))).await?;
                answer.await.map_err(|_| closed())?
            }
            Db::Postgres(store) => write_postgres(store, &work).await,
        }
    }

    /// Whether the database answers (A-001, readiness).
    pub async fn ping(&self) -> Result<(), ApiError> {
        self.read(async |connection| {
            let one: i32 = fetch!(connection, |c| sqlx::query_scalar(PING).fetch_one(c).await)?;
            debug_assert_eq!(one, 1);
            Ok(())
        })
        .await
    }

    /// How many statements were sent to the database, beside the begin and end of transactions.
    pub fn statements_sent(&self) -> u64 {
        match self {
            Db::Sqlite(SqliteStore { sent, .. }) | Db::Postgres(PostgresStore { sent, .. }) => {
                sent.load(Ordering::Relaxed)
            }
        }
    }

    /// The store that other servers may share; `None` for a file of our own.
    pub fn shared(&self) -> Option<&PostgresStore> {
        match self {
            Db::Sqlite(_) => None,
            Db::Postgres(store) => Some(store),
        }
    }

    /// The name of the database in use.
    pub fn name(&self) -> &'static str {
        match self {
            Db::Sqlite(_) => "sqlite",
            Db::Postgres(_) => "postgres",
        }
    }
}

const PING: &str = "SELECT 1";

fn closed() -> ApiError {
    ApiError::Internal("the database is closed".into())
}

async fn write_postgres<T, F>(store: &PostgresStore, work: &F) -> Result<T, ApiError>
where
    F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
{
    let mut attempt = 1;
    loop {
        let result = once_postgres(store, work).await;
        match result {
            Err(fault) if fault.is_conflict() && attempt < ATTEMPTS => pause(attempt).await,
            result => return result,
        }
        attempt += 1;
    }
}

async fn once_postgres<T, F>(store: &PostgresStore, work: &F) -> Result<T, ApiError>
where
    F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
{
    let mut connection = store.pool.take().await?;
    let mut transaction = connection.begin().await?;
    let outcome =
        AssertUnwindSafe(work(&mut Connection::postgres(&mut transaction, &store.sent))).catch_unwind().await;
    let done = outcome.unwrap_or_else(|_| Err(ApiError::Internal("a transaction panicked".into())));
    match done {
        Ok(_) => transaction.commit().await?,
        Err(_) => transaction.rollback().await?,
    }
    if !is_broken(&done) {
        connection.release();
    }
    done
}

/// Whether a piece of work ended so that its connection may not be trusted: a refusal is an answer like any other.
fn is_broken<T>(done: &Result<T, ApiError>) -> bool {
    matches!(done, Err(ApiError::Internal(_)))
}
