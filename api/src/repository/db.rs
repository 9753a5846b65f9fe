//! The store: a file of its own, or a server that many share; reading from it, and writing in transactions.

use super::cart::put::decision::Put;
use super::connection::{Connection, Sent, fetch};
use super::pool::{Pool, PooledConnection};
use super::server::Manner;
use super::writer::{PendingPut, Waiting, WriteJob};
use crate::error::ApiError;
use futures_util::FutureExt;
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// How often a transaction that lost a conflict on PostgreSQL is tried again before it is given up.
const ATTEMPTS: usize = 12;
/// So long work is begun anew that met a server that goes, or comes; then its caller hears of it.
const SUCCESSION: Duration = Duration::from_secs(5);
/// The longest pause before the second attempt, in milliseconds; it doubles up to the seventh.
const PAUSE_MS: u64 = 1;

/// Waits before what lost a conflict is tried again: for a time by chance, so that those that met do not meet again.
pub(super) async fn pause(attempt: usize) {
    let longest = PAUSE_MS << attempt.saturating_sub(1).min(6);
    tokio::time::sleep(Duration::from_micros(rand::random_range(0..longest * 1000))).await;
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
    pub(in crate::repository) manner: Manner,
    pub(in crate::repository) begin: &'static str,
}

/// How far an attempt came.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    /// Whatever was done is undone where the connection breaks.
    Nothing,
    /// It may be kept without our knowing.
    Perhaps,
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
        if self.manner.is_pooled {
            return self.in_transaction(&work).await;
        }
        self.by_itself(&work, Reached::Perhaps).await
    }

    /// Runs `work`, which only reads, or does no harm when it is done twice. Through a pooler it is a transaction: a statement and its
    /// values are two messages, which would reach two sessions.
    ///
    /// # Errors
    /// Those of `work`, and faults of the database.
    pub async fn repeatable<T, F>(&self, work: F) -> Result<T, ApiError>
    where
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        if self.manner.is_pooled {
            return self.in_transaction(&work).await;
        }
        self.by_itself(&work, Reached::Nothing).await
    }

    async fn by_itself<T, F>(&self, work: &F, reaches: Reached) -> Result<T, ApiError>
    where
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        let mut tries = Tries::begin();
        loop {
            let mut reached = Reached::Nothing;
            match self.by_itself_once(work, &mut reached, reaches).await {
                Err(fault) if tries.goes_on(&fault, reached).await => {}
                done => return done,
            }
        }
    }

    async fn by_itself_once<T, F>(
        &self,
        work: &F,
        reached: &mut Reached,
        reaches: Reached,
    ) -> Result<T, ApiError>
    where
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        let mut connection = self.pool.take().await?;
        *reached = reaches;
        let done = work(&mut Connection::postgres(&mut connection, self.manner, &self.sent)).await;
        put_back(connection, done.as_ref().err());
        done
    }

    async fn in_transaction<T, F>(&self, work: &F) -> Result<T, ApiError>
    where
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        let mut tries = Tries::begin();
        loop {
            let mut reached = Reached::Nothing;
            match self.in_transaction_once(work, &mut reached).await {
                Err(fault) if tries.goes_on(&fault, reached).await => {}
                done => return done,
            }
        }
    }

    async fn in_transaction_once<T, F>(&self, work: &F, reached: &mut Reached) -> Result<T, ApiError>
    where
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        let mut connection = self.pool.take().await?;
        let mut undone = None;
        let done = self.transaction(&mut connection, work, reached, &mut undone).await;
        // A refusal stands, also where its connection broke while it was undone.
        put_back(connection, undone.as_ref().or(done.as_ref().err()));
        done
    }

    async fn transaction<T, F>(
        &self,
        connection: &mut PgConnection,
        work: &F,
        reached: &mut Reached,
        undone: &mut Option<ApiError>,
    ) -> Result<T, ApiError>
    where
        F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        let mut transaction = connection.begin_with(self.begin).await?;
        let connection = &mut Connection::postgres(&mut transaction, self.manner, &self.sent);
        let outcome = AssertUnwindSafe(work(connection)).catch_unwind().await;
        let done = outcome.unwrap_or_else(|_| Err(ApiError::Internal("a transaction panicked".into())));
        if done.is_ok() {
            *reached = Reached::Perhaps;
            transaction.commit().await?;
        } else {
            *undone = transaction.rollback().await.err().map(ApiError::from);
        }
        done
    }
}

/// Gives a connection back as it is, or for a look whether it still answers; one whose server went, or only reads by now, is closed
/// with all that rest.
fn put_back(connection: PooledConnection<PgConnection>, fault: Option<&ApiError>) {
    match fault {
        Some(fault) if fault.is_unavailable() => connection.discard(),
        Some(ApiError::Internal(_)) => drop(connection),
        _ => connection.release(),
    }
}

/// How often a piece of work was begun.
struct Tries {
    begun: Instant,
    conflicts: usize,
    losses: usize,
}

impl Tries {
    fn begin() -> Tries {
        Tries { begun: Instant::now(), conflicts: 0, losses: 0 }
    }

    /// Waits for another try, where there is one: after a conflict, which leaves nothing behind, and for a moment where a server went
    /// before anything was kept. A connection that rested does not know that its server is gone. Under strict isolation a single
    /// statement, even one that only reads, can lose a conflict as well.
    async fn goes_on(&mut self, fault: &ApiError, reached: Reached) -> bool {
        if fault.is_conflict() && self.conflicts + 1 < ATTEMPTS {
            self.conflicts += 1;
            pause(self.conflicts).await;
            return true;
        }
        if fault.is_unavailable() && reached == Reached::Nothing && self.begun.elapsed() < SUCCESSION {
            self.losses += 1;
            pause(self.losses).await;
            return true;
        }
        false
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
            Db::Postgres(store) => store.repeatable(work).await,
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
            Db::Postgres(store) => store.in_transaction(&work).await,
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

/// Whether a piece of work ended so that its connection may not be trusted: a refusal is an answer like any other.
fn is_broken<T>(done: &Result<T, ApiError>) -> bool {
    matches!(done, Err(ApiError::Internal(_)))
}
