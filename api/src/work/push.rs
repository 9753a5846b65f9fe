//! Notices to the browsers of the staff: what waits for one is told together, and carried by the outbox.

use crate::clock::{DAY, MINUTE};
use crate::context::Context;
use crate::devices;
use crate::emails::notice::{self, Notice};
use crate::error::ApiError;
use crate::outbound::push::{Pushed, Receiver};
use crate::repository::device::{self, Told, Waiting, WaitingDevice};
use crate::repository::{Connection, outbox};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long a notice is worth something, in milliseconds.
const WORTH: i64 = DAY;
/// How long a browser is told on which nobody opens the editor.
const UNSEEN: i64 = 30 * DAY;

/// A notice on its way.
#[derive(Serialize, Deserialize)]
struct Outgoing {
    /// The push service, so that one that does not answer leaves room for the others.
    url: String,
    device: String,
    notice: Notice,
    /// When it was made; epoch milliseconds.
    at: i64,
}

/// Puts what waits for each browser on its way.
pub(super) async fn gather(context: &Context) -> Result<(), ApiError> {
    let Some(push) = &context.push else { return Ok(()) };
    let found = context.db.read(async |connection| device::waiting(connection, push.key()).await).await?;
    if found.is_empty() {
        return Ok(());
    }
    let (published, now) = (context.publications.newest(&context.db).await?, context.clock.now_ms());
    for one in found {
        let published = published.clone();
        let tell = async move |connection: &mut Connection<'_>| {
            let waiting = device::take(connection, &one.id, now).await?;
            for (kind, happened) in wanted(&one, &waiting, now) {
                let notice = notice::of_kind(&published, &one.language, (kind, &happened));
                let (Some(notice), Some(last)) = (notice, happened.last()) else { continue };
                add(connection, &one.id, &one.endpoint, (&last.id, notice), now).await?;
            }
            Ok(())
        };
        context.db.write(tell).await?;
    }
    Ok(())
}

/// By kind what a device hears of: what it chose, what its account may see by now, and nothing that is old.
fn wanted(device: &WaitingDevice, waiting: &[Waiting], now: i64) -> Vec<(Told, Vec<Waiting>)> {
    let (chosen, open) = (device::read(&device.kinds), devices::open_to_kept(&device.roles));
    let kinds = Told::ALL.into_iter().filter(|kind| chosen.contains(kind) && open.contains(kind));
    let of = |kind: Told| {
        let is_it = |one: &&Waiting| one.kind == kind.word() && now - one.created_at < WORTH;
        waiting.iter().filter(is_it).cloned().collect()
    };
    kinds.map(|kind| (kind, of(kind))).collect()
}

async fn add(
    connection: &mut Connection<'_>,
    device: &str,
    endpoint: &str,
    (cause, notice): (&str, Notice),
    now: i64,
) -> Result<(), ApiError> {
    let url = endpoint.split('/').take(3).collect::<Vec<_>>().join("/");
    let body = serde_json::to_string(&Outgoing { url, device: device.to_owned(), notice, at: now })?;
    outbox::add(connection, &format!("push-{cause}"), outbox::PUSH, &body, now).await
}

/// What became of a try to carry a notice.
pub(super) enum Carried {
    /// It is with the push service, or nobody is there to have it.
    Done,
    /// It may go later; after so many milliseconds, if the service said so.
    Later(String, Option<i64>),
    /// It never will.
    Never(String),
}

/// Carries a notice to the push service of its browser.
///
/// # Errors
/// Faults of the store.
pub(super) async fn carry(context: &Context, body: &str) -> Result<Carried, ApiError> {
    let Outgoing { device, notice, at, .. } = serde_json::from_str(body)?;
    let (now, text) = (context.clock.now_ms(), serde_json::to_string(&notice)?);
    let target = context.db.read(async |connection| device::target(connection, &device).await).await?;
    // Who took the device away, or the key, wants no notices there.
    let (Some(push), Some(target)) = (&context.push, target) else { return Ok(Carried::Done) };
    let left = WORTH - (now - at);
    if target.server_key != push.key() || left <= 0 {
        return Ok(Carried::Done);
    }
    let to = Receiver { endpoint: &target.endpoint, public: &target.p256dh, auth: &target.auth };
    match push.send(to, &text, left / 1000, now).await {
        Pushed::Taken => Ok(Carried::Done),
        Pushed::Gone => {
            context
                .db
                .write(async move |connection| device::gone(connection, &target.id, &target.endpoint).await)
                .await?;
            Ok(Carried::Done)
        }
        Pushed::Later(fault, pause) => Ok(Carried::Later(fault, pause.map(whole))),
        Pushed::Never(fault) => Ok(Carried::Never(fault)),
    }
}

fn whole(pause: Duration) -> i64 {
    i64::try_from(pause.as_millis()).unwrap_or(MINUTE)
}

/// Forgets browsers that are not used any more, and what is too old to be told.
pub(super) async fn forget(connection: &mut Connection<'_>, now: i64) -> Result<(), ApiError> {
    device::forget(connection, (now - UNSEEN, now - WORTH)).await
}
