//! Those who listen to what happens in the shop, and how it stands: asked of the store once a second at most, however many listen,
//! and not at all while nobody does. Servers that share a database hear of each other's orders so, through any pooler.

use crate::error::ApiError;
use crate::repository::Db;
use crate::repository::desk::live;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// How long an answer of the store holds.
const FRESH: Duration = Duration::from_millis(900);
/// The most streams of one session on a server: so many windows of one person.
const MOST: usize = 6;

/// The streams of this server.
#[derive(Debug)]
pub struct Live {
    open: Mutex<HashMap<String, usize>>,
    mark: tokio::sync::Mutex<Option<(Instant, String)>>,
    closing: watch::Sender<bool>,
}

impl Default for Live {
    fn default() -> Self {
        Live {
            open: Mutex::default(),
            mark: tokio::sync::Mutex::default(),
            closing: watch::Sender::new(false),
        }
    }
}

impl Live {
    /// One more stream of a session, as long as what is returned lives; `None` when it has too many.
    pub fn enter(self: &Arc<Self>, session: &str) -> Option<Listener> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let streams = open.entry(session.to_owned()).or_default();
        if *streams >= MOST {
            return None;
        }
        *streams += 1;
        Some(Listener { live: Arc::clone(self), session: session.to_owned() })
    }

    /// How it stands in the shop: another text after each order and each thing that is done.
    ///
    /// # Errors
    /// Faults of the store.
    pub async fn mark(&self, db: &Db) -> Result<String, ApiError> {
        let mut known = self.mark.lock().await;
        if let Some((asked, mark)) = &*known
            && asked.elapsed() < FRESH
        {
            return Ok(mark.clone());
        }
        let mark = db.read(async |connection| live::mark(connection).await).await?;
        *known = Some((Instant::now(), mark.clone()));
        Ok(mark)
    }

    /// Ends every stream, so that the server can stop.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Returns when the server is about to stop.
    pub async fn closed(&self) {
        let mut closing = self.closing.subscribe();
        // The sender is our own.
        let _ = closing.wait_for(|is_closing| *is_closing).await;
    }
}

/// One stream that is open.
#[derive(Debug)]
pub struct Listener {
    live: Arc<Live>,
    session: String,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut open = self.live.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(streams) = open.get_mut(&self.session) {
            *streams -= 1;
            if *streams == 0 {
                open.remove(&self.session);
            }
        }
    }
}
