//! Tells open pages what became of the site: a stream of server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::watch::{Receiver, Sender};
use tokio::time::timeout;

/// What a page must know to be up to date.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct State {
    /// Grows with every build that changed more than style sheets.
    pub pages: u64,
    /// Addresses of the style sheets.
    pub sheets: Vec<String>,
    /// The faults of the last build when it failed, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faults: Option<String>,
}

/// The state of a site and the pages that listen to it. Copies share it.
#[derive(Clone)]
pub struct Live {
    sender: Arc<Sender<Option<State>>>,
}

impl Live {
    /// Begins with a number of pages that is another one for every server: a page of one that ran before is of no state of
    /// this one.
    #[must_use]
    pub fn beginning(pages: u64) -> Self {
        Live { sender: Arc::new(Sender::new(Some(State { pages, ..State::default() }))) }
    }

    /// Changes the state; every open page hears of it.
    pub fn update(&self, change: impl FnOnce(&mut State)) {
        self.sender.send_modify(|state| {
            if let Some(state) = state {
                change(state);
            }
        });
    }

    /// The state now; nothing after the end.
    #[must_use]
    pub fn state(&self) -> Option<State> {
        self.sender.borrow().clone()
    }

    /// Ends every stream, so that the server can stop.
    pub fn end(&self) {
        self.sender.send_replace(None);
    }
}

/// Between two signs of life of a stream that has nothing to say.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);

/// `GET /_loggia/events`: the state at once, and again whenever it changes.
pub async fn events(live: web::Data<Live>) -> HttpResponse {
    let receiver = live.sender.subscribe();
    let body = stream::unfold((receiver, true), |(mut receiver, first)| async move {
        let text = next(&mut receiver, first).await?;
        Some((Ok::<_, Infallible>(web::Bytes::from(text)), (receiver, false)))
    });
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(body)
}

async fn next(receiver: &mut Receiver<Option<State>>, first: bool) -> Option<String> {
    if !first {
        match timeout(SIGN_OF_LIFE, receiver.changed()).await {
            Err(_) => return Some(": still here\n\n".to_owned()),
            Ok(changed) => changed.ok()?,
        }
    }
    let state = receiver.borrow_and_update().clone()?;
    let json = serde_json::to_string(&state).unwrap_or_default();
    Some(format!("event: state\ndata: {json}\n\n"))
}
