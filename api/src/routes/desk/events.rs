//! What happens in the shop, as it happens: a stream that says that something is new, never what. Whoever hears it asks again.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::live::Listener;
use crate::roles::Right;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Bytes, Query};
use actix_web::{HttpRequest, HttpResponse, get, web};
use futures_util::stream;
use serde::Deserialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::{Instant, sleep};
use utoipa::IntoParams;

/// How often it is looked whether something is new.
const TICK: Duration = Duration::from_secs(1);
/// How often it is looked whether the session and the right are there still; before each thing that is said, too.
const CHECK: Duration = Duration::from_secs(5);
/// Between two signs of life of a stream that has nothing to say.
const BEAT: Duration = Duration::from_secs(20);
/// The longest that one stream lasts, in seconds; its reader opens the next.
const LONGEST: u64 = 600;

/// For how long.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// For how many seconds the stream stays open, 600 at most and when it is not given; with 0 it says how it stands, and ends.
    #[param(maximum = 600)]
    pub wait: Option<u64>,
}

/// Says when an order came in or something was done: `text/event-stream` with events named `orders`, and first of all `hello`, or
/// `orders` when something is new since `Last-Event-ID`; for ADMIN and STORE_MANAGER. It ends with the session, and with the right.
#[utoipa::path(tag = "owner", params(EventsQuery), responses((status = 200, body = String, content_type = "text/event-stream"),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[get("/commerce/desk/events")]
pub async fn hear_events(
    request: HttpRequest,
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<EventsQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let listener = context.live.enter(&who.session_id).ok_or_else(|| ApiError::TooManyRequests {
        message: "The shop is open in too many windows. Please close some.".into(),
        retry_after: 30,
    })?;
    let mark = context.live.mark(&context.db).await?;
    let last = request.headers().get("last-event-id").and_then(|value| value.to_str().ok());
    let first = match last {
        Some(last) if last != mark => frame("orders", &mark),
        _ => frame("hello", &mark),
    };
    let now = Instant::now();
    let wait = Duration::from_secs(query.wait.unwrap_or(LONGEST).min(LONGEST));
    let open = Open {
        first: Some(first),
        mark,
        until: now + wait,
        checked: now,
        said: now,
        request,
        who,
        context,
        _listener: listener,
    };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        // A proxy that collects an answer before it passes it on would make nothing of this one.
        .insert_header(("x-accel-buffering", "no"))
        .streaming(stream::unfold(open, Open::next)))
}

/// A stream that is open.
struct Open {
    first: Option<String>,
    mark: String,
    until: Instant,
    checked: Instant,
    said: Instant,
    request: HttpRequest,
    who: SignedIn,
    context: web::Data<Context>,
    _listener: Listener,
}

impl Open {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Open)> {
        let text = match self.first.take() {
            Some(first) => first,
            None => self.wait().await?,
        };
        self.said = Instant::now();
        Some((Ok(Bytes::from(text)), self))
    }

    /// What is said next; `None` ends the stream.
    async fn wait(&mut self) -> Option<String> {
        loop {
            if Instant::now() >= self.until {
                return None;
            }
            tokio::select! {
                () = self.context.live.closed() => return None,
                () = sleep(TICK) => {}
            }
            // Where the store does not answer the reader comes back, after a pause of its own.
            let mark = self.context.live.mark(&self.context.db).await.ok()?;
            let is_new = mark != self.mark;
            if is_new || self.checked.elapsed() >= CHECK {
                self.checked = Instant::now();
                if !self.who.may_still(Right::ManageStore, &self.request, &self.context).await {
                    return None;
                }
            }
            if is_new {
                self.mark.clone_from(&mark);
                return Some(frame("orders", &mark));
            }
            if self.said.elapsed() >= BEAT {
                return Some(": still here\n\n".to_owned());
            }
        }
    }
}

fn frame(event: &str, mark: &str) -> String {
    format!("event: {event}\nid: {mark}\ndata: {{}}\n\n")
}
