//! The browsers in which somebody of the staff has notices by Web Push: put, listed, removed, tried.

use crate::context::Context;
use crate::devices::open_to;
use crate::emails::notice;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::outbound::push::{self, Push, Pushed, Receiver};
use crate::rates::{Caller, Class};
use crate::repository::device::{self, NewDevice, StoredDevice, Told};
use crate::repository::record::{self, Event, Kind};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest text of a field that is looked at.
const LONGEST: usize = 2048;
/// How long a try is worth something, in seconds.
const TRY_FOR: i64 = 300;

/// What may be told, and where it is. Times are epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Devices {
    /// Whoever runs the server has set notices up, and this is an account that may have some.
    pub is_on: bool,
    /// What a browser subscribes with; "" where notices are not set up.
    pub public_key: String,
    /// What this account may be told of: `order`, `payment`, `stock`, `message`, `review`, `mention`.
    pub open: Vec<String>,
    /// Those of this account, the oldest first.
    pub devices: Vec<Device>,
}

/// A browser with notices.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Device {
    /// Its id.
    pub id: String,
    /// Browser and system, in plain words.
    pub name: String,
    /// What it is told of.
    pub kinds: Vec<String>,
    /// When it began.
    pub created_on: i64,
    /// When the editor was last opened there.
    pub seen_on: i64,
    /// It is the one that asks.
    pub is_this: bool,
    /// It subscribed with an earlier key of this server and is told nothing until it does so again.
    pub is_over: bool,
}

/// A browser's subscription, as `PushSubscription.toJSON` gives it, and what it is to be told of.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutDevice {
    /// Where its push service takes messages.
    pub endpoint: String,
    /// Its keys.
    pub keys: DeviceKeys,
    /// `order`, `payment`, `stock`, `message`, `review`, `mention`: at least one.
    pub kinds: Vec<String>,
    /// `en`, `de`, `fr` or `es`; any other is `en`.
    #[serde(default)]
    pub language: String,
}

/// The keys of a subscription, as base64url.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeviceKeys {
    /// The browser's public key.
    pub p256dh: String,
    /// The secret it shares with the shop.
    pub auth: String,
}

/// The devices of whoever asks.
///
/// # Errors
/// Faults of the store.
pub async fn list(context: &Context, who: &SignedIn) -> Result<Devices, ApiError> {
    let stored = context.db.read(async |connection| device::list(connection, &who.id).await).await?;
    let push = context.push.as_ref().filter(|_| !who.is_alone());
    let key = push.map(Push::key).unwrap_or_default();
    Ok(Devices {
        is_on: push.is_some(),
        public_key: key.to_owned(),
        open: words(&open_to(&who.roles)),
        devices: stored.into_iter().map(|one| listed(one, who, key)).collect(),
    })
}

fn listed(stored: StoredDevice, who: &SignedIn, key: &str) -> Device {
    Device {
        is_this: stored.session_id == who.session_id,
        is_over: stored.server_key != key,
        kinds: words(&device::read(&stored.kinds)),
        id: stored.id,
        name: stored.device,
        created_on: stored.created_at,
        seen_on: stored.seen_at,
    }
}

fn words(kinds: &[Told]) -> Vec<String> {
    kinds.iter().map(|kind| kind.word().to_owned()).collect()
}

/// Keeps the browser that asks, or what it is told of from now on.
///
/// # Errors
/// 403 where notices are not set up, or without an account or a right that any kind asks for; `no-push-service`, `no-push-key`,
/// `no-kind`; `too-many-requests`.
pub async fn put(context: &Context, who: &SignedIn, sent: PutDevice) -> Result<Devices, ApiError> {
    let push = on(context, who)?;
    count(context, who).await?;
    let new = read(push, who, sent)?;
    let (actor, now) = (who.actor(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let before = device::list(connection, &new.site_user_id).await?;
            let kinds = device::kept(&new.kinds);
            let is_as_before = before.iter().any(|one| one.endpoint == new.endpoint && one.kinds == kinds);
            device::put(connection, &new, now).await?;
            // The editor puts it again whenever it is opened.
            if is_as_before {
                return Ok(());
            }
            let event = Event::new(Kind::DeviceSet, &new.site_user_id).with("kinds", words(&new.kinds));
            record::write(connection, &actor, event, now).await
        })
        .await?;
    list(context, who).await
}

/// What a browser sent, if it can be told of anything.
fn read(push: &Push, who: &SignedIn, sent: PutDevice) -> Result<NewDevice, ApiError> {
    let refused = |code, message: String| Err(ApiError::bad_request(code, message));
    if let Err(fault) = push.judge(&sent.endpoint) {
        return refused("no-push-service", format!("Notices cannot be sent there: {fault}."));
    }
    let bytes = |text: &str| Some(text).filter(|text| text.len() <= LONGEST).and_then(decoded);
    let keys = bytes(&sent.keys.p256dh).zip(bytes(&sent.keys.auth));
    let Some((p256dh, auth)) = keys.filter(|(key, auth)| push::is_key(key) && auth.len() == 16) else {
        return refused(
            "no-push-key",
            "The browser's keys cannot be read. Please turn notices off and on again.".into(),
        );
    };
    let open = open_to(&who.roles);
    let kinds: Vec<Told> = Told::ALL
        .into_iter()
        .filter(|kind| open.contains(kind) && sent.kinds.iter().any(|word| word == kind.word()))
        .collect();
    if kinds.is_empty() {
        return refused("no-kind", "Please choose at least one thing to be told of.".into());
    }
    let language = notice::LANGUAGES.into_iter().find(|known| *known == sent.language);
    Ok(NewDevice {
        site_user_id: who.id.clone(),
        session_id: who.session_id.clone(),
        endpoint: sent.endpoint,
        p256dh,
        auth,
        server_key: push.key().to_owned(),
        kinds,
        language: language.unwrap_or(notice::LANGUAGES[0]).to_owned(),
    })
}

fn decoded(text: &str) -> Option<Vec<u8>> {
    BASE64.decode(text.trim_end_matches('=')).ok()
}

/// Removes one of one's own devices: it is told nothing more.
///
/// # Errors
/// 404 when there is none of this id.
pub async fn remove(context: &Context, who: &SignedIn, id: String) -> Result<Devices, ApiError> {
    let (actor, own, now) = (who.actor(), who.id.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            if !device::remove(connection, &id, &own).await? {
                return Err(ApiError::not_found("There is no such device."));
            }
            record::write(connection, &actor, Event::new(Kind::DeviceRemoved, &own), now).await
        })
        .await?;
    list(context, who).await
}

/// Sends a notice to one of one's own devices, and says what the push service answered.
///
/// # Errors
/// 403 where notices are not set up; 404 when there is no such device, or the push service knows it no more; 503
/// `push-unanswered`; `too-many-requests`.
pub async fn try_out(context: &Context, who: &SignedIn, id: &str) -> Result<(), ApiError> {
    let push = on(context, who)?;
    count(context, who).await?;
    let missing = || ApiError::not_found("There is no such device any more.");
    let devices = context.db.read(async |connection| device::list(connection, &who.id).await).await?;
    let found = devices.into_iter().find(|one| one.id == id && one.server_key == push.key());
    let language = found.ok_or_else(missing)?.language;
    let target = context.db.read(async |connection| device::target(connection, id).await).await?;
    let target = target.ok_or_else(missing)?;
    let to = Receiver { endpoint: &target.endpoint, public: &target.p256dh, auth: &target.auth };
    let text = serde_json::to_string(&notice::of_try(&language))?;
    match push.send(to, &text, TRY_FOR, context.clock.now_ms()).await {
        Pushed::Taken => Ok(()),
        Pushed::Gone => {
            context
                .db
                .write(async move |connection| device::gone(connection, &target.id, &target.endpoint).await)
                .await?;
            Err(missing())
        }
        Pushed::Later(fault, _) | Pushed::Never(fault) => {
            tracing::warn!(fault, "a push service did not take a try");
            Err(ApiError::refused(
                StatusCode::SERVICE_UNAVAILABLE,
                "push-unanswered",
                "The push service of this browser did not take the notice. Please try again in a while.",
            ))
        }
    }
}

/// Who sends, for somebody with an account where notices are set up.
fn on<'a>(context: &'a Context, who: &SignedIn) -> Result<&'a Push, ApiError> {
    let push = context.push.as_ref().filter(|_| !who.is_alone() && !open_to(&who.roles).is_empty());
    push.ok_or_else(ApiError::forbidden)
}

async fn count(context: &Context, who: &SignedIn) -> Result<(), ApiError> {
    let caller = Caller { narrow: format!("device {}", who.id), wide: None };
    context.count_caller(Class::OrderPage, &caller, "device").await
}
