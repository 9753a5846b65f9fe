//! Events wait in memory, bounded in number and bytes, for the one thread that writes them in groups.

use crate::clock::Clock;
use crate::repository::Db;
use crate::repository::visits::event::Event;
use crate::repository::visits::{group, partition};
use crate::token;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// The most bytes that wait.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// A group is written when it has so many events …
const GROUP: usize = 2000;
/// … or when its first has waited so long.
const LINGER: Duration = Duration::from_millis(25);
/// How often a group that was refused is tried again; the pause doubles from a tenth of a second.
const ATTEMPTS: u32 = 7;

enum Waiting {
    Events(Vec<Event>),
    /// Everything sent before is written when it is answered.
    Flush(oneshot::Sender<()>),
    Stop,
}

#[derive(Default)]
struct Counts {
    waiting: AtomicUsize,
    bytes: AtomicUsize,
    written: AtomicU64,
    shed: AtomicU64,
    dropped: AtomicU64,
}

/// What became of the events so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gauges {
    /// Those that wait to be written.
    pub waiting: usize,
    /// Those that were written.
    pub written: u64,
    /// Those there was no room for, or that the store refused again and again.
    pub shed: u64,
    /// Those that were written and went before their time, because the store was full.
    pub dropped: u64,
}

/// The way of the events into their store.
pub struct Tracking {
    db: Db,
    queue: mpsc::UnboundedSender<Waiting>,
    counts: Arc<Counts>,
    most: usize,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Tracking {
    /// Starts the thread that writes into `db`; at most `most` events wait. `forwards` when each is to be sent on, too.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start(db: Db, clock: Clock, most: usize, forwards: bool) -> std::io::Result<Self> {
        let (queue, waiting) = mpsc::unbounded_channel();
        let counts = Arc::new(Counts::default());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let drain = Drain { db: db.clone(), clock, counts: counts.clone(), forwards, ready: 0..0 };
        let thread = std::thread::Builder::new()
            .name("loggia-events".into())
            .spawn(move || runtime.block_on(drain.run(waiting)))?;
        Ok(Tracking { db, queue, counts, most, thread: Mutex::new(Some(thread)) })
    }

    /// Takes events over; it neither waits nor fails. What there is no room for is shed.
    pub fn tell(&self, mut events: Vec<Event>) {
        for event in &mut events {
            made_fit(event);
        }
        let (count, bytes) = (events.len(), events.iter().map(Event::size).sum::<usize>());
        let counts = &self.counts;
        let waiting = counts.waiting.fetch_add(count, Ordering::Relaxed) + count;
        let held = counts.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let has_room = waiting <= self.most && held <= MOST_BYTES;
        if !has_room || self.queue.send(Waiting::Events(events)).is_err() {
            counts.waiting.fetch_sub(count, Ordering::Relaxed);
            counts.bytes.fetch_sub(bytes, Ordering::Relaxed);
            counts.shed.fetch_add(count as u64, Ordering::Relaxed);
        }
    }

    /// Waits until everything sent before is written.
    pub async fn flush(&self) {
        let (done, written) = oneshot::channel();
        if self.queue.send(Waiting::Flush(done)).is_ok() {
            // Without an answer the thread has ended, and it ends only when all is written.
            let _ = written.await;
        }
    }

    /// Writes what waits, ends the thread and closes the store.
    pub async fn stop(&self) {
        let _ = self.queue.send(Waiting::Stop);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
        self.db.clone().close().await;
    }

    /// The store of the visits.
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// Counts events that went before their time.
    pub(super) fn drop_oldest(&self, events: u64) {
        self.counts.dropped.fetch_add(events, Ordering::Relaxed);
    }

    /// What became of the events so far.
    pub fn gauges(&self) -> Gauges {
        Gauges {
            waiting: self.counts.waiting.load(Ordering::Relaxed),
            written: self.counts.written.load(Ordering::Relaxed),
            shed: self.counts.shed.load(Ordering::Relaxed),
            dropped: self.counts.dropped.load(Ordering::Relaxed),
        }
    }
}

/// Gives an event its id, and takes out what PostgreSQL keeps in no text.
fn made_fit(event: &mut Event) {
    event.id = token::new_id();
    let optional = [&mut event.visitor, &mut event.analytics_id, &mut event.source];
    let texts = [&mut event.kind, &mut event.name, &mut event.data];
    for text in texts.into_iter().chain(optional.into_iter().flatten()) {
        if text.contains('\0') {
            *text = text.replace('\0', "");
        }
    }
}

struct Drain {
    db: Db,
    clock: Clock,
    counts: Arc<Counts>,
    forwards: bool,
    /// The moments for which the store has tables.
    ready: Range<i64>,
}

impl Drain {
    async fn run(mut self, mut queue: mpsc::UnboundedReceiver<Waiting>) {
        let (mut events, mut flushes) = (Vec::new(), Vec::new());
        let mut is_last = false;
        while !is_last {
            let Some(first) = queue.recv().await else { return };
            let until = Instant::now() + LINGER;
            let mut next = Some(first);
            // Anyone who waits for a flush is not kept waiting for more.
            while let Some(one) = next.take() {
                match one {
                    Waiting::Events(more) => events.extend(more),
                    Waiting::Flush(done) => flushes.push(done),
                    Waiting::Stop => is_last = true,
                }
                next = match queue.try_recv() {
                    Ok(more) if events.len() < GROUP => Some(more),
                    Ok(more) => {
                        self.write(std::mem::take(&mut events)).await;
                        Some(more)
                    }
                    Err(_) if is_last || !flushes.is_empty() || events.len() >= GROUP => None,
                    Err(_) => tokio::time::timeout_at(until, queue.recv()).await.ok().flatten(),
                };
            }
            if !events.is_empty() {
                self.write(std::mem::take(&mut events)).await;
            }
            for done in flushes.drain(..) {
                let _ = done.send(());
            }
        }
    }

    /// Writes a group; one that the store refuses again and again is lost, and counted as lost.
    async fn write(&mut self, events: Vec<Event>) {
        let (count, bytes) = (events.len(), events.iter().map(Event::size).sum::<usize>());
        let events = Arc::new(events);
        let mut pause = Duration::from_millis(100);
        let mut is_written = false;
        for attempt in 1..=ATTEMPTS {
            match self.try_write(events.clone()).await {
                Ok(()) => {
                    is_written = true;
                    break;
                }
                Err(fault) => {
                    tracing::warn!(?fault, attempt, count, "a group of events was not written");
                    if attempt < ATTEMPTS {
                        tokio::time::sleep(pause).await;
                        pause *= 2;
                    }
                }
            }
        }
        let counted = if is_written { &self.counts.written } else { &self.counts.shed };
        counted.fetch_add(count as u64, Ordering::Relaxed);
        self.counts.waiting.fetch_sub(count, Ordering::Relaxed);
        self.counts.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }

    async fn try_write(&mut self, events: Arc<Vec<Event>>) -> Result<(), crate::error::ApiError> {
        let (now, forwards) = (self.clock.now_ms(), self.forwards);
        let moments = events.iter().map(|event| event.occurred_at);
        let (first, last) = (moments.clone().min().unwrap_or(now), moments.max().unwrap_or(now));
        if !(self.ready.contains(&first) && self.ready.contains(&last)) {
            // The week after as well, so that its beginning finds its table.
            let until = last + partition::WEEK;
            self.db.write(async move |connection| partition::make(connection, first, until).await).await?;
            // What lies between two groups far apart has none.
            let touches = first <= self.ready.end && self.ready.start <= until;
            self.ready = match &self.ready {
                ready if touches && !ready.is_empty() => first.min(ready.start)..until.max(ready.end),
                _ => first..until,
            };
        }
        self.db.write(async move |connection| group::add(connection, &events, forwards, now).await).await
    }
}
