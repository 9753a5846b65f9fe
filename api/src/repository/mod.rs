//! Everything that is stored, on SQLite or PostgreSQL: one text for each statement, the same tests on both.

pub mod account_key;
pub mod audit;
pub mod backup;
pub mod captcha;
pub mod cart;
pub mod catalog;
pub mod connection;
pub mod coupon;
pub mod coupon_use;
pub mod dispute;
pub mod factor;
pub mod figures;
pub mod form;
pub mod gift_card;
pub mod guess;
pub mod idempotency;
pub mod keep;
pub mod list_wish;
pub mod mailing_list;
mod open;
pub mod order;
pub mod outbox;
pub mod own_orders;
pub mod owner;
pub mod payment;
pub mod person;
mod pool;
pub mod product_file;
pub mod rate;
pub mod record;
pub mod refund;
pub mod restock;
pub mod schedule;
pub mod session;
pub mod site_document;
pub mod site_user;
pub mod social;
pub mod subscription;
pub mod visits;
mod writer;

use crate::error::ApiError;
pub use connection::Connection;
use futures_util::FutureExt;
pub use open::OpenError;
use pool::Pool;
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot};
use writer::{Asked, Envelope, Waiting};

/// How often a transaction that lost a conflict on PostgreSQL is tried again before it is given up.
const ATTEMPTS: usize = 12;

/// The store: a file of its own, or a server that many share.
#[derive(Clone)]
pub enum Db {
    /// SQLite: readers in a pool, one writer that groups.
    Sqlite(SqliteStore),
    /// PostgreSQL: a pool.
    Postgres(PostgresStore),
}

/// How many statements were sent.
pub(in crate::repository) type Sent = Arc<AtomicU64>;

/// The readers of the file and the way to its writer.
#[derive(Clone)]
pub struct SqliteStore {
    readers: Pool<SqliteConnection>,
    writer: mpsc::Sender<Waiting>,
    sent: Sent,
}

/// The connections to the server.
#[derive(Clone)]
pub struct PostgresStore {
    pool: Pool<PgConnection>,
    sent: Sent,
}

impl SqliteStore {
    async fn hand_in(&self, waiting: Waiting) -> Result<(), ApiError> {
        self.writer.send(waiting).await.map_err(|_| closed())
    }

    /// Saves what was decided about a cart, with whatever else waits.
    async fn put(&self, put: cart::Put) -> Result<bool, ApiError> {
        let (reply, answer) = oneshot::channel();
        self.hand_in(Waiting::Put(Asked::new(put, reply))).await?;
        answer.await.map_err(|_| closed())?
    }
}

impl Db {
    /// Runs `work` on a connection that only reads.
    pub async fn read<T, F>(&self, work: F) -> Result<T, ApiError>
    where
        F: AsyncFnOnce(&mut Connection<'_>) -> Result<T, ApiError>,
    {
        match self {
            Db::Sqlite(store) => {
                let mut connection = store.readers.take().await?;
                let done = work(&mut Connection::sqlite(&mut connection, &store.sent)).await;
                if !is_broken(&done) {
                    connection.rest();
                }
                done
            }
            Db::Postgres(store) => {
                let mut connection = store.pool.take().await?;
                let done = work(&mut Connection::postgres(&mut connection, &store.sent)).await;
                if !is_broken(&done) {
                    connection.rest();
                }
                done
            }
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
                store.hand_in(Waiting::Job(Box::new(Envelope::new(work, reply)))).await?;
                answer.await.map_err(|_| closed())?
            }
            Db::Postgres(store) => write_postgres(store, &work).await,
        }
    }

    /// Whether the database answers (A-001, readiness).
    pub async fn ping(&self) -> Result<(), ApiError> {
        self.read(async |connection| {
            let one: i32 = connection::fetch!(connection, |c| sqlx::query_scalar(PING).fetch_one(c).await)?;
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

    /// Whether other servers may share the database.
    pub fn is_shared(&self) -> bool {
        matches!(self, Db::Postgres(_))
    }

    /// The name of the database in use.
    pub fn name(&self) -> &'static str {
        match self {
            Db::Sqlite(_) => "sqlite",
            Db::Postgres(_) => "postgres",
        }
    }
}

/// A file of this folder and its statements, by name.
type File = (&'static str, &'static [(&'static str, &'static str)]);

/// Every statement of this folder by its file and name: what a compile-time check would see, for both databases.
pub fn statements() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let files: [File; 38] = [
        ("account_key", account_key::STATEMENTS),
        ("audit", audit::STATEMENTS),
        ("captcha", captcha::STATEMENTS),
        ("cart", cart::STATEMENTS),
        ("cart/entries", cart::ENTRY_STATEMENTS),
        ("cart/wanted", cart::WANTED_STATEMENTS),
        ("catalog", catalog::STATEMENTS),
        ("coupon", coupon::STATEMENTS),
        ("coupon_use", coupon_use::STATEMENTS),
        ("dispute", dispute::STATEMENTS),
        ("factor", factor::STATEMENTS),
        ("figures", figures::STATEMENTS),
        ("form", form::STATEMENTS),
        ("gift_card", gift_card::STATEMENTS),
        ("idempotency", idempotency::STATEMENTS),
        ("keep", keep::STATEMENTS),
        ("list_wish", list_wish::STATEMENTS),
        ("mailing_list", mailing_list::STATEMENTS),
        ("order", order::STATEMENTS),
        ("outbox", outbox::STATEMENTS),
        ("own_orders", own_orders::STATEMENTS),
        ("owner", owner::STATEMENTS),
        ("payment", payment::STATEMENTS),
        ("person", person::STATEMENTS),
        ("person/erase", person::ERASE_STATEMENTS),
        ("guess", guess::STATEMENTS),
        ("product_file", product_file::STATEMENTS),
        ("rate", rate::STATEMENTS),
        ("record", record::STATEMENTS),
        ("record/chain", record::CHAIN_STATEMENTS),
        ("refund", refund::STATEMENTS),
        ("restock", restock::STATEMENTS),
        ("schedule", schedule::STATEMENTS),
        ("social", social::STATEMENTS),
        ("site_document", site_document::STATEMENTS),
        ("session", session::STATEMENTS),
        ("site_user", site_user::STATEMENTS),
        ("subscription", subscription::STATEMENTS),
    ];
    files
        .into_iter()
        .flat_map(|(file, statements)| statements.iter().map(move |(name, sql)| (file, *name, *sql)))
}

impl Db {
    /// Prepares every statement; the faults found, each with its place.
    pub async fn prepare_all(&self) -> Result<Vec<String>, ApiError> {
        use sqlx::{Executor, SqlStr};
        self.read(async |connection| {
            let mut faults = Vec::new();
            let own = match connection.backend() {
                connection::Backend::Sqlite(_) => cart::SQLITE_PUT_STATEMENTS,
                connection::Backend::Postgres(_) => cart::POSTGRES_PUT_STATEMENTS,
            };
            let own = own.iter().map(|(name, sql)| ("cart/put", *name, *sql));
            for (file, name, sql) in statements().chain(own) {
                let prepared =
                    connection::fetch!(connection, |c| c.prepare(SqlStr::from_static(sql)).await.map(drop));
                if let Err(fault) = prepared {
                    faults.push(format!("{file}::{name}: {fault}"));
                }
            }
            Ok(faults)
        })
        .await
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
            Err(fault) if fault.is_conflict() && attempt < ATTEMPTS => attempt += 1,
            result => return result,
        }
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
        connection.rest();
    }
    done
}

/// Whether a piece of work ended so that its connection may not be trusted: a refusal is an answer like any other.
fn is_broken<T>(done: &Result<T, ApiError>) -> bool {
    matches!(done, Err(ApiError::Internal(_)))
}
