//! What happens to the site, sent to every open editor: a stream of server-sent events.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use futures_util::stream;
use tokio::sync::broadcast::{Receiver, Sender, channel, error::RecvError};
use tokio::time::timeout;

use super::reads::Sight;
use super::wire::{Event, EventKind, Fault};

/// Events that a slow listener may be behind before it has to begin anew.
const BEHIND: usize = 256;
/// Between two signs of life of a stream that has nothing to say.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);

/// Those who listen.
#[derive(Debug)]
pub struct Events {
    sender: Mutex<Option<Sender<Event>>>,
    number: AtomicU64,
}

impl Default for Events {
    fn default() -> Self {
        Events { sender: Mutex::new(Some(channel(BEHIND).0)), number: AtomicU64::new(0) }
    }
}

impl Events {
    /// Files are others.
    pub fn changed(&self, digests: BTreeMap<String, Option<String>>) {
        self.tell(Event { paths: digests.keys().cloned().collect(), digests, ..event(EventKind::Changed) });
    }

    /// The pages are up to date.
    pub fn built(&self, build_id: Option<String>, ms: u64) {
        self.tell(Event { build_id, ms: Some(ms), ..event(EventKind::Built) });
    }

    /// The site has other faults.
    pub fn faults(&self, faults: Vec<Fault>) {
        self.tell(Event { diagnostics: Some(faults), ..event(EventKind::Diagnostics) });
    }

    /// Ends every stream, so that the server can stop.
    pub fn end(&self) {
        self.sender().take();
    }

    fn sender(&self) -> std::sync::MutexGuard<'_, Option<Sender<Event>>> {
        self.sender.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, event: Event) {
        let id = self.number.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(sender) = &*self.sender() {
            // Nobody may be listening.
            let _ = sender.send(Event { id, ..event });
        }
    }

    /// The stream; `build_id` is that of the pages now. Files that its reader does not see are not named in it.
    pub fn stream(&self, build_id: Option<String>, sight: Sight) -> HttpResponse {
        let id = self.number.load(Ordering::Relaxed);
        let hello = Event { id, build_id, ..event(EventKind::Hello) };
        let receiver = self.sender().as_ref().map(Sender::subscribe);
        let body = stream::unfold((receiver, Some(hello), sight), |(receiver, first, sight)| async move {
            let mut receiver = receiver?;
            let text = match first {
                Some(hello) => frame(&hello),
                None => next(&mut receiver, &sight).await?,
            };
            Some((Ok::<_, Infallible>(web::Bytes::from(text)), (Some(receiver), None, sight)))
        });
        HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, "text/event-stream"))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .streaming(body)
    }
}

async fn next(receiver: &mut Receiver<Event>, sight: &Sight) -> Option<String> {
    match timeout(SIGN_OF_LIFE, receiver.recv()).await {
        Err(_) => Some(": still here\n\n".to_owned()),
        Ok(Ok(event)) => Some(frame(&seen(event, sight))),
        // What was missed is gone: the listener reads everything again.
        Ok(Err(RecvError::Lagged(_))) => Some(frame(&event(EventKind::Hello))),
        Ok(Err(RecvError::Closed)) => None,
    }
}

/// An event without what is about files that its reader does not see.
fn seen(mut event: Event, sight: &Sight) -> Event {
    event.paths.retain(|path| sight.has(path));
    event.digests.retain(|path, _| sight.has(path));
    if let Some(faults) = &mut event.diagnostics {
        faults.retain(|fault| sight.has(&fault.file));
    }
    event
}

fn frame(event: &Event) -> String {
    format!("event: editor\nid: {}\ndata: {}\n\n", event.id, serde_json::to_string(event).unwrap_or_default())
}

fn event(kind: EventKind) -> Event {
    Event {
        kind,
        id: 0,
        paths: Vec::new(),
        digests: BTreeMap::new(),
        build_id: None,
        ms: None,
        diagnostics: None,
    }
}
