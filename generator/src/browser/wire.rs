//! The DevTools protocol: calls and their answers, and what happens in between, each a JSON text that ends with a zero.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::model::BrowserError;

/// A longer message ends the connection: a picture of the longest page has fewer bytes.
const LONGEST: usize = 256 << 20;
/// So long a call may take whose page is not to blame.
const CALL: Duration = Duration::from_secs(30);

/// Something that happened.
#[derive(Debug)]
pub(super) struct Event {
    /// Such as `Page.loadEventFired`.
    pub(super) method: String,
    /// What is said of it.
    pub(super) params: Value,
}

type Reply = Result<Value, String>;

/// Who waits for what.
#[derive(Default)]
struct Waiting {
    /// By the number of the call.
    calls: HashMap<u64, oneshot::Sender<Reply>>,
    /// By the session.
    sessions: HashMap<String, mpsc::UnboundedSender<Event>>,
    ended: bool,
}

/// What the browser writes: an answer to a call, or an event.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    id: Option<u64>,
    #[serde(default)]
    method: String,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    result: Value,
    error: Option<Value>,
    #[serde(default)]
    session_id: String,
}

/// A connection with a browser. Its copies are the same connection.
#[derive(Clone)]
pub(super) struct Wire {
    writing: mpsc::UnboundedSender<Vec<u8>>,
    waiting: Arc<Mutex<Waiting>>,
    next: Arc<AtomicU64>,
    /// Reads and writes until nobody has the connection.
    _tasks: Arc<Tasks>,
}

struct Tasks([JoinHandle<()>; 2]);

impl Drop for Tasks {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

impl Wire {
    /// Begins to read and to write.
    pub(super) fn new(
        reading: impl AsyncRead + Unpin + Send + 'static,
        mut writing: impl AsyncWrite + Unpin + Send + 'static,
    ) -> Wire {
        let waiting = Arc::new(Mutex::new(Waiting::default()));
        let (sender, mut to_write) = mpsc::unbounded_channel::<Vec<u8>>();
        let writer = tokio::spawn(async move {
            while let Some(text) = to_write.recv().await {
                if writing.write_all(&text).await.is_err() || writing.flush().await.is_err() {
                    break;
                }
            }
        });
        let shared = Arc::clone(&waiting);
        let reader = tokio::spawn(async move {
            let mut reading = BufReader::with_capacity(64 << 10, reading);
            while let Some(message) = next(&mut reading).await {
                dispatch(&shared, message);
            }
            let mut waiting = lock(&shared);
            waiting.ended = true;
            waiting.calls.clear();
            waiting.sessions.clear();
        });
        let tasks = Arc::new(Tasks([reader, writer]));
        Wire { writing: sender, waiting, next: Arc::default(), _tasks: tasks }
    }

    /// Asks the browser, or a session of it, and waits for the answer.
    pub(super) async fn call(
        &self,
        session: Option<&str>,
        method: &'static str,
        params: Value,
    ) -> Result<Value, BrowserError> {
        self.call_within(CALL, session, method, params).await
    }

    /// The same, with a time of its own.
    pub(super) async fn call_within(
        &self,
        most: Duration,
        session: Option<&str>,
        method: &'static str,
        params: Value,
    ) -> Result<Value, BrowserError> {
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, reply) = oneshot::channel();
        {
            let mut waiting = lock(&self.waiting);
            if waiting.ended {
                return Err(BrowserError::Ended);
            }
            waiting.calls.insert(id, sender);
        }
        self.write(id, session, method, params);
        match tokio::time::timeout(most, reply).await {
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(Ok(Err(why))) => Err(BrowserError::Refused(format!("The browser refused {method}: {why}"))),
            Ok(Err(_)) => Err(BrowserError::Ended),
            Err(_) => {
                lock(&self.waiting).calls.remove(&id);
                Err(BrowserError::TooSlow(method, most))
            }
        }
    }

    /// Tells something whose answer does not matter.
    pub(super) fn tell(&self, session: Option<&str>, method: &'static str, params: Value) {
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        self.write(id, session, method, params);
    }

    /// What happens in a session from now on.
    pub(super) fn listen(&self, session: &str) -> mpsc::UnboundedReceiver<Event> {
        let (sender, events) = mpsc::unbounded_channel();
        lock(&self.waiting).sessions.insert(session.to_owned(), sender);
        events
    }

    /// No longer.
    pub(super) fn forget(&self, session: &str) {
        lock(&self.waiting).sessions.remove(session);
    }

    fn write(&self, id: u64, session: Option<&str>, method: &str, params: Value) {
        let mut call = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            call["sessionId"] = session.into();
        }
        let mut text = call.to_string().into_bytes();
        text.push(0);
        // When nobody writes any more, the reader ends as well and tells all that wait.
        let _ = self.writing.send(text);
    }
}

fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next message; none at the end, or when one is too long or is none.
async fn next(reading: &mut (impl AsyncBufReadExt + Unpin)) -> Option<Message> {
    let mut text = Vec::new();
    loop {
        let part = reading.fill_buf().await.ok().filter(|part| !part.is_empty())?;
        let end = memchr::memchr(0, part);
        let taken = end.unwrap_or(part.len());
        if text.len() + taken > LONGEST {
            return None;
        }
        text.extend_from_slice(&part[..taken]);
        reading.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            return serde_json::from_slice(&text).ok();
        }
    }
}

fn dispatch(waiting: &Mutex<Waiting>, message: Message) {
    let mut waiting = lock(waiting);
    if let Some(id) = message.id {
        let reply = match message.error {
            Some(error) => Err(error["message"].as_str().unwrap_or("for no reason it says").to_owned()),
            None => Ok(message.result),
        };
        if let Some(sender) = waiting.calls.remove(&id) {
            let _ = sender.send(reply);
        }
    } else if let Some(events) = waiting.sessions.get(&message.session_id) {
        let _ = events.send(Event { method: message.method, params: message.params });
    }
}
