//! The one writer of the SQLite file: takes what waits, runs it in one transaction, answers after COMMIT.
//!
//! One `fsync` is shared by everything that waited for it, so `synchronous=FULL` costs little under load and an
//! acknowledged write survives a power cut.

use super::cart::put::decision::Put;
use super::cart::put::sqlite::{Bounds, put_all};
use super::connection::{Connection, Sent};
use crate::error::ApiError;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use sqlx::{Connection as _, SqliteConnection};
use std::panic::AssertUnwindSafe;
use tokio::sync::{mpsc, oneshot};

/// The most one transaction takes.
const BATCH: usize = 256;

/// What waits for the writer.
pub(super) enum Waiting {
    /// Work that reads, decides and changes while nobody else does.
    Job(Box<dyn Job>),
    /// A decision that is saved if its cart is still as it was: all that wait are saved by the same statements.
    Put(PendingPut),
}

/// A decision to be saved, and who waits for it.
pub(super) struct PendingPut {
    put: Put,
    saved: bool,
    reply: oneshot::Sender<Result<bool, ApiError>>,
}

impl PendingPut {
    pub(super) fn new(put: Put, reply: oneshot::Sender<Result<bool, ApiError>>) -> Self {
        PendingPut { put, saved: false, reply }
    }

    fn answer(self, committed: Result<(), String>) {
        // Nobody waits any more when the client went away; it is saved all the same.
        let _ =
            self.reply.send(committed.map(|()| self.saved).map_err(|fault| ApiError::Internal(fault.into())));
    }
}

/// How a job ended inside the transaction.
enum Ending {
    /// Its changes are to be kept.
    Keep,
    /// It was refused before it changed anything.
    Untouched,
    /// It was refused or broke after a change: that change must go.
    Undo,
}

/// A piece of work that waits for the writer.
pub(super) trait Job: Send {
    /// Runs inside the transaction and keeps its result; may be run again after a rollback.
    fn run<'a>(
        &'a mut self,
        connection: &'a mut SqliteConnection,
        sent: &'a Sent,
    ) -> LocalBoxFuture<'a, bool>;
    /// Whether the last run left a change behind although it failed.
    fn must_undo(&self) -> bool;
    /// Hands the result over, or the fault of the commit.
    fn answer(self: Box<Self>, committed: Result<(), String>);
}

/// A closure, the place of its result, and who waits for it.
pub(super) struct WriteJob<F, T> {
    work: F,
    result: Option<Result<T, ApiError>>,
    changed: bool,
    reply: oneshot::Sender<Result<T, ApiError>>,
}

impl<F, T> WriteJob<F, T> {
    pub(super) fn new(work: F, reply: oneshot::Sender<Result<T, ApiError>>) -> Self {
        WriteJob { work, result: None, changed: false, reply }
    }
}

impl<F, T> Job for WriteJob<F, T>
where
    F: AsyncFn(&mut Connection<'_>) -> Result<T, ApiError> + Send,
    T: Send,
{
    fn run<'a>(
        &'a mut self,
        connection: &'a mut SqliteConnection,
        sent: &'a Sent,
    ) -> LocalBoxFuture<'a, bool> {
        Box::pin(async move {
            let mut connection = Connection::sqlite(connection, sent);
            let outcome = AssertUnwindSafe((self.work)(&mut connection)).catch_unwind().await;
            self.changed = connection.changed();
            let result =
                outcome.unwrap_or_else(|_| Err(ApiError::Internal("a job of the writer panicked".into())));
            let done = result.is_ok();
            self.result = Some(result);
            done
        })
    }

    fn must_undo(&self) -> bool {
        self.changed
    }

    fn answer(self: Box<Self>, committed: Result<(), String>) {
        let answer = match (committed, self.result) {
            (Ok(()), Some(result)) | (Err(_), Some(result @ Err(_))) => result,
            (Ok(()), None) => Err(ApiError::Internal("a job of the writer was not run".into())),
            (Err(fault), _) => Err(ApiError::Internal(fault.into())),
        };
        // Nobody waits any more when the client went away; the work is done all the same.
        let _ = self.reply.send(answer);
    }
}

/// Serves the queue until every sender is gone, then closes the file.
pub(super) async fn serve(mut connection: SqliteConnection, mut queue: mpsc::Receiver<Waiting>, sent: Sent) {
    let mut waiting = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut waiting, BATCH).await > 0 {
        let (mut puts, mut jobs) = (Vec::new(), Vec::new());
        for one in waiting.drain(..) {
            match one {
                Waiting::Put(pending) => puts.push(pending),
                Waiting::Job(job) => jobs.push(job),
            }
        }
        let committed = commit(&mut connection, &mut puts, &mut jobs, &sent).await;
        let committed = committed.map_err(|fault| fault.to_string());
        if let Err(fault) = &committed {
            tracing::error!(%fault, puts = puts.len(), jobs = jobs.len(), "a transaction of the writer failed");
        }
        puts.into_iter().for_each(|pending| pending.answer(committed.clone()));
        jobs.into_iter().for_each(|job| job.answer(committed.clone()));
    }
    if let Err(fault) = connection.close().await {
        tracing::warn!(%fault, "the database file was not closed cleanly");
    }
}

/// One transaction for all. Without savepoints first: a refusal mostly comes before any change, and then
/// nothing has to be undone. If one does, everything is rolled back and run again with a savepoint each.
async fn commit(
    connection: &mut SqliteConnection,
    puts: &mut [PendingPut],
    jobs: &mut [Box<dyn Job>],
    sent: &Sent,
) -> Result<(), sqlx::Error> {
    if jobs.is_empty() {
        return put_whole(connection, puts, sent).await;
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    put(&mut transaction, puts, sent).await;
    let mut undo = false;
    for job in jobs.iter_mut() {
        if matches!(ending(job, &mut transaction, sent).await, Ending::Undo) {
            undo = true;
            break;
        }
    }
    if !undo {
        return transaction.commit().await;
    }
    transaction.rollback().await?;
    if jobs.len() == 1 && puts.is_empty() {
        // Its refusal stands and everything it did is gone.
        return Ok(());
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    put(&mut transaction, puts, sent).await;
    for job in jobs.iter_mut() {
        let mut savepoint = transaction.begin().await?;
        match ending(job, &mut savepoint, sent).await {
            Ending::Keep | Ending::Untouched => savepoint.commit().await?,
            Ending::Undo => savepoint.rollback().await?,
        }
    }
    transaction.commit().await
}

/// Saves the decisions that wait, when nothing else does, in a transaction of their own.
async fn put_whole(
    connection: &mut SqliteConnection,
    puts: &mut [PendingPut],
    sent: &Sent,
) -> Result<(), sqlx::Error> {
    if save(connection, puts, Bounds::Whole, sent).await {
        return Ok(());
    }
    // A fault that ended the transaction by itself leaves none to be rolled back.
    if let Err(fault) = sqlx::query("ROLLBACK").execute(&mut *connection).await {
        tracing::debug!(%fault, "there was nothing to be rolled back");
    }
    Ok(())
}

/// Saves the decisions that wait, in the transaction of the jobs that wait with them.
async fn put(transaction: &mut SqliteConnection, puts: &mut [PendingPut], sent: &Sent) {
    if !puts.is_empty() {
        save(transaction, puts, Bounds::Inside, sent).await;
    }
}

/// Where a statement for all of them is refused, none is saved: each is decided again by itself, so that the one at
/// fault meets its fault alone.
async fn save(
    connection: &mut SqliteConnection,
    puts: &mut [PendingPut],
    bounds: Bounds,
    sent: &Sent,
) -> bool {
    let mut connection = Connection::sqlite(connection, sent);
    let saved = put_all(&mut connection, puts.iter().map(|pending| &pending.put), bounds).await;
    let all = saved.is_ok();
    let saved = saved.unwrap_or_else(|fault| {
        tracing::warn!(%fault, puts = puts.len(), "entries were not put into their carts together");
        vec![false; puts.len()]
    });
    for (pending, saved) in puts.iter_mut().zip(saved) {
        pending.saved = saved;
    }
    all
}

async fn ending(job: &mut Box<dyn Job>, connection: &mut SqliteConnection, sent: &Sent) -> Ending {
    if job.run(connection, sent).await {
        Ending::Keep
    } else if job.must_undo() {
        Ending::Undo
    } else {
        Ending::Untouched
    }
}
