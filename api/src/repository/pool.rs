//! Connections that stay open between calls.
//!
//! The driver's own pool asks the database before and after every use whether it is there: two more ways to it beside
//! the one a call needs. Here a connection that did its work is put back as it is. Only one that rested for a while, or
//! whose work failed or was cut off, is asked first.

use sqlx::{ConnectOptions, Connection};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a caller waits for a connection, and the end for those at work.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long opening one may take: a machine that hangs answers nothing.
const OPENED_WITHIN: Duration = Duration::from_secs(10);
/// After so long a rest, in milliseconds, a connection may be broken without our knowing.
const ASKED_AFTER: i64 = 1000;
/// A connection that nobody needed for so many milliseconds is not needed.
const NEEDED_WITHIN: i64 = 10 * 60_000;
/// No connection is kept for more milliseconds.
const LIFETIME: i64 = 30 * 60_000;

/// Tells the time, in milliseconds since any moment.
pub(super) type Now = Arc<dyn Fn() -> i64 + Send + Sync>;

/// At most so many connections to one database; a clone is the same pool.
pub(super) struct Pool<C: Connection>(Arc<Shared<C>>);

struct Shared<C: Connection> {
    options: C::Options,
    most: u32,
    now: Now,
    places: Arc<Semaphore>,
    /// The one that rests longest first.
    resting: Mutex<Vec<Resting<C>>>,
}

/// A connection that is not in use; moments are those of the pool's time.
struct Resting<C> {
    connection: C,
    opened: i64,
    since: i64,
}

impl<C: Connection> Clone for Pool<C> {
    fn clone(&self) -> Self {
        Pool(Arc::clone(&self.0))
    }
}

impl<C> Pool<C>
where
    C: Connection + 'static,
    C::Options: ConnectOptions<Connection = C>,
{
    /// A pool of at most `most` connections, none of which is open yet; they grow old by `now`.
    pub(super) fn new(options: C::Options, most: u32, now: Now) -> Self {
        let most = most.max(1);
        let places = Arc::new(Semaphore::new(usize::try_from(most).unwrap_or(Semaphore::MAX_PERMITS)));
        Pool(Arc::new(Shared { options, most, now, places, resting: Mutex::default() }))
    }

    /// A connection for the caller alone.
    ///
    /// # Errors
    /// `PoolTimedOut` when all are at work for half a minute, `PoolClosed` at the end, and what opening one meets.
    pub(super) async fn take(&self) -> Result<PooledConnection<C>, sqlx::Error> {
        let place = tokio::time::timeout(PATIENCE, Arc::clone(&self.0.places).acquire_owned())
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)?
            .map_err(|_| sqlx::Error::PoolClosed)?;
        loop {
            let found = self.0.resting().pop();
            let Some(mut found) = found else { break };
            if !self.0.is_within(LIFETIME, found.opened) {
                let _ = found.connection.close().await;
                continue;
            }
            if self.0.is_within(ASKED_AFTER, found.since) || found.connection.ping().await.is_ok() {
                return Ok(self.lent(found.connection, found.opened, place));
            }
        }
        let connection = tokio::time::timeout(OPENED_WITHIN, self.0.options.connect())
            .await
            .map_err(|_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()))??;
        Ok(self.lent(connection, (self.0.now)(), place))
    }

    fn lent(&self, connection: C, opened: i64, place: OwnedSemaphorePermit) -> PooledConnection<C> {
        PooledConnection { held: Some((connection, opened, place)), pool: Arc::clone(&self.0) }
    }

    /// Closes every connection; those at work are waited for.
    pub(super) async fn close(&self) {
        let all = self.0.places.acquire_many(self.0.most);
        let all = tokio::time::timeout(PATIENCE, all).await;
        self.0.places.close();
        drop(all);
        let resting = std::mem::take(&mut *self.0.resting());
        for one in resting {
            let _ = one.connection.close().await;
        }
    }
}

impl<C: Connection> Shared<C> {
    fn resting(&self) -> MutexGuard<'_, Vec<Resting<C>>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a moment is less than so many milliseconds ago. One that is still to come is not: the clock was set back.
    fn is_within(&self, limit: i64, moment: i64) -> bool {
        (0..limit).contains(&((self.now)() - moment))
    }

    /// Puts a connection back that is as it was when it was taken.
    fn put_back(&self, connection: C, opened: i64) {
        let mut resting = self.resting();
        resting.push(Resting { connection, opened, since: (self.now)() });
        if !self.is_within(NEEDED_WITHIN, resting[0].since) {
            resting.remove(0);
        }
    }
}

/// A connection in use. Dropped without [`PooledConnection::release`] it is only put back when it still answers.
pub(super) struct PooledConnection<C: Connection + 'static> {
    held: Option<(C, i64, OwnedSemaphorePermit)>,
    pool: Arc<Shared<C>>,
}

impl<C: Connection + 'static> PooledConnection<C> {
    /// Puts it back: its work is done, and nothing of it is left over.
    pub(super) fn release(mut self) {
        if let Some((connection, opened, place)) = self.held.take() {
            self.pool.put_back(connection, opened);
            drop(place);
        }
    }

    /// Closes it, and all that rest: what it leads to is not what it was, and they were opened to the same.
    pub(super) fn discard(mut self) {
        drop(std::mem::take(&mut *self.pool.resting()));
        drop(self.held.take());
    }
}

impl<C: Connection + 'static> Drop for PooledConnection<C> {
    fn drop(&mut self) {
        let Some((mut connection, opened, place)) = self.held.take() else { return };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let pool = Arc::clone(&self.pool);
        // Asking also ends what a transaction left open.
        runtime.spawn(async move {
            if connection.ping().await.is_ok() {
                pool.put_back(connection, opened);
            }
            drop(place);
        });
    }
}

const HELD: &str = "it is taken out only when it is put back or dropped";

impl<C: Connection + 'static> Deref for PooledConnection<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.held.as_ref().expect(HELD).0
    }
}

impl<C: Connection + 'static> DerefMut for PooledConnection<C> {
    fn deref_mut(&mut self) -> &mut C {
        &mut self.held.as_mut().expect(HELD).0
    }
}
