//! What waits in the outbox, carried to where it belongs.

use super::push::{self, Carried};
use crate::clock::{DAY, MINUTE};
use crate::context::Context;
use crate::error::ApiError;
use crate::metrics::Delivery;
use crate::outbound::connector::Handover;
use crate::outbound::email::{EmailMessage, Undelivered};
use crate::outbound::payment::{NoAnswer, Outcome, PaymentProvider, Refund, RefundOutcome};
use crate::repository::Connection;
use crate::repository::outbox::{self, Message};
use crate::settlement::{self, refund, taxes};
use futures_util::StreamExt;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a worker may take for one message before another may try.
const LEASE: i64 = 2 * MINUTE;
/// How often a message is tried.
const ATTEMPTS: i64 = 12;

/// Why a message did not arrive.
enum Fault {
    /// It may arrive later.
    Later(String),
    /// The same, and the other side said when; in milliseconds.
    After(String, i64),
    /// It never will.
    Never(String),
}

impl Fault {
    /// Whether it may arrive later.
    fn passes(&self) -> bool {
        !matches!(self, Fault::Never(_))
    }

    fn text(&self) -> &str {
        match self {
            Fault::Later(fault) | Fault::After(fault, _) | Fault::Never(fault) => fault,
        }
    }

    /// How long after so many tries the next one waits: 1, 2, 4 … minutes, a day at most; and as long as the other side says.
    fn wait(&self, attempts: i64) -> i64 {
        let own = (MINUTE << (attempts - 1).clamp(0, 11)).min(DAY);
        match self {
            Fault::After(_, said) => own.max(*said),
            Fault::Later(_) | Fault::Never(_) => own,
        }
    }
}

impl From<NoAnswer> for Fault {
    fn from(fault: NoAnswer) -> Self {
        Fault::Later(fault.to_string())
    }
}

impl From<Undelivered> for Fault {
    fn from(fault: Undelivered) -> Self {
        match fault {
            Undelivered::Later(fault) => Fault::Later(fault),
            Undelivered::Never(fault) => Fault::Never(fault),
        }
    }
}

impl From<ApiError> for Fault {
    fn from(fault: ApiError) -> Self {
        Fault::Later(format!("{fault:?}"))
    }
}

impl From<serde_json::Error> for Fault {
    fn from(fault: serde_json::Error) -> Self {
        Fault::Never(fault.to_string())
    }
}

/// What goes its own way, so that one that is slow holds up none of the others (S-067).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// Emails.
    Mail,
    /// Messages to the owner's systems and services, a few at once to each of them.
    Hooks,
    /// Notices to the browsers of the staff.
    Push,
    /// Money, and everything else.
    Money,
}

impl Lane {
    pub(super) const ALL: [Lane; 4] = [Lane::Mail, Lane::Hooks, Lane::Push, Lane::Money];

    pub(super) fn name(self) -> &'static str {
        match self {
            Lane::Mail => "loggia-mail",
            Lane::Hooks => "loggia-hooks",
            Lane::Push => "loggia-push",
            Lane::Money => "loggia-money",
        }
    }

    fn of(kind: &str) -> Lane {
        match kind {
            outbox::MAIL => Lane::Mail,
            outbox::WEBHOOK | outbox::HANDOVER => Lane::Hooks,
            outbox::PUSH => Lane::Push,
            _ => Lane::Money,
        }
    }

    /// How many messages are on their way at once.
    fn at_once(self) -> usize {
        match self {
            Lane::Mail => 4,
            Lane::Hooks | Lane::Push => 16,
            Lane::Money => 2,
        }
    }

    /// How long one may take; less than the time it is leased for.
    fn time_limit(self) -> Duration {
        Duration::from_secs(match self {
            Lane::Hooks | Lane::Push => 30,
            Lane::Mail | Lane::Money => 90,
        })
    }
}

/// The most messages to one host in a round: one that does not answer leaves room for the others.
const TO_ONE_HOST: usize = 4;

/// Sends the messages that are due, in every lane; one that fails waits longer every time.
pub async fn send_due(context: &Context) -> Result<(), ApiError> {
    for lane in Lane::ALL {
        // What a round leaves for the next is due still.
        while send_due_in(context, lane).await? {}
    }
    Ok(())
}

/// One round of a lane; whether there is more.
pub(super) async fn send_due_in(context: &Context, lane: Lane) -> Result<bool, ApiError> {
    let now = context.clock.now_ms();
    let due = context.db.read(async |connection| outbox::due(connection, now).await).await?;
    let (mut hosts, mut chosen, mut is_more) = (BTreeMap::<String, usize>::new(), Vec::new(), false);
    for message in due.into_iter().filter(|message| Lane::of(&message.kind) == lane) {
        if matches!(lane, Lane::Hooks | Lane::Push) {
            let sent = hosts.entry(host(&message.body)).or_default();
            *sent += 1;
            if *sent > TO_ONE_HOST {
                is_more = true;
                continue;
            }
        }
        chosen.push(message.id);
    }
    let sent: Vec<Result<(), ApiError>> = futures_util::stream::iter(chosen)
        .map(|id| send_one(context, id))
        .buffer_unordered(lane.at_once())
        .collect()
        .await;
    sent.into_iter().collect::<Result<(), ApiError>>()?;
    Ok(is_more)
}

/// Whom a message is for.
fn host(body: &str) -> String {
    #[derive(Deserialize)]
    struct Addressed {
        url: String,
    }
    let url = serde_json::from_str::<Addressed>(body).map(|addressed| addressed.url).unwrap_or_default();
    url.split('/').nth(2).unwrap_or_default().to_ascii_lowercase()
}

/// Sends what waits for one cause at once, if nobody else is at it: a call need not wait for the next round.
pub async fn send_now(context: &Context, dedupe_key: &str) -> Result<(), ApiError> {
    let id = context.db.read(async |connection| outbox::by_key(connection, dedupe_key).await).await?;
    match id {
        Some(id) => send_one(context, id).await,
        None => Ok(()),
    }
}

async fn send_one(context: &Context, id: String) -> Result<(), ApiError> {
    let now = context.clock.now_ms();
    let leased =
        context.db.write(async move |connection| outbox::lease(connection, &id, now, LEASE).await).await?;
    match leased {
        Some(message) => send(context, message, now).await,
        None => Ok(()),
    }
}

async fn send(context: &Context, message: Message, now: i64) -> Result<(), ApiError> {
    let limit = Lane::of(&message.kind).time_limit();
    let mut status = None;
    let sent = tokio::time::timeout(limit, deliver(context, &message, &mut status))
        .await
        .unwrap_or_else(|_| Err(Fault::Later("it took too long".into())));
    context.metrics.deliver(match &sent {
        Ok(()) => Delivery::Sent,
        Err(Fault::Never(_)) => Delivery::GivenUp,
        Err(_) if message.attempts >= ATTEMPTS => Delivery::GivenUp,
        Err(_) => Delivery::Delayed,
    });
    context
        .db
        .write(async move |connection| {
            if message.kind == outbox::WEBHOOK {
                outbox::answered(connection, &message.id, status, now).await?;
            }
            match &sent {
                Ok(()) => outbox::done(connection, &message.id, now).await,
                Err(fault) if !fault.passes() || message.attempts >= ATTEMPTS => {
                    outbox::give_up(connection, &message.id, now, fault.text()).await
                }
                Err(fault) => {
                    let wait = fault.wait(message.attempts);
                    outbox::again(connection, &message.id, now + wait, fault.text()).await
                }
            }
        })
        .await
}

/// `status` becomes that of the answer of one of the owner's systems.
async fn deliver(context: &Context, message: &Message, status: &mut Option<u16>) -> Result<(), Fault> {
    match message.kind.as_str() {
        outbox::MAIL => {
            let email_message: EmailMessage = serde_json::from_str(&message.body)?;
            Ok(context.mail.send(&message.dedupe_key, &email_message).await?)
        }
        outbox::NOTHING => Ok(()),
        outbox::PUSH => match push::carry(context, &message.body).await? {
            Carried::Done => Ok(()),
            Carried::Later(fault, Some(pause)) => Err(Fault::After(fault, pause)),
            Carried::Later(fault, None) => Err(Fault::Later(fault)),
            Carried::Never(fault) => Err(Fault::Never(fault)),
        },
        outbox::NOTICE => tell_each(context, message).await,
        outbox::WEBHOOK => {
            let hook: Hook = serde_json::from_str(&message.body)?;
            let now = context.clock.now_ms();
            let named = (hook.url.as_str(), message.dedupe_key.as_str());
            Ok(context.hooks.send(named, hook.event.to_string(), now, status).await?)
        }
        outbox::HANDOVER => {
            let handover: Handover = serde_json::from_str(&message.body)?;
            Ok(context.connectors.send(&handover, context.clock.now_ms()).await?)
        }
        outbox::REFUND => {
            let promise: Promised = serde_json::from_str(&message.body)?;
            Ok(refund::carry_out(context, &promise.refund_id).await??)
        }
        outbox::TAX_SALE => Ok(taxes::tell_sale(context, &message.body).await??),
        outbox::TAX_REVERSAL => Ok(taxes::tell_reversal(context, &message.body).await??),
        outbox::CLOSE_PAYMENT => close(context, &serde_json::from_str(&message.body)?).await,
        outbox::FORGET_CUSTOMER | outbox::FORGET_CARD => {
            forget(context, &message.kind, serde_json::from_str(&message.body)?).await
        }
        outbox::LATE_PAYMENT => give_back(context, serde_json::from_str(&message.body)?).await,
        other => Err(Fault::Never(format!("nothing carries {other}"))),
    }
}

/// A message for one of the owner's systems.
#[derive(Deserialize)]
struct Hook {
    url: String,
    event: Value,
}

/// One message for each of the owner's systems, each tried by itself.
async fn tell_each(context: &Context, message: &Message) -> Result<(), Fault> {
    let event: Value = serde_json::from_str(&message.body)?;
    let (urls, key, now) =
        (context.settings.commerce.webhook_urls.clone(), message.dedupe_key.clone(), context.clock.now_ms());
    if urls.is_empty() {
        return Ok(());
    }
    let queue = async move |connection: &mut Connection<'_>| {
        for (index, url) in urls.iter().enumerate() {
            let body = json!({"url": url, "event": event}).to_string();
            outbox::add(connection, &format!("{key}-{index}"), outbox::WEBHOOK, &body, now).await?;
        }
        Ok(())
    };
    Ok(context.db.write(queue).await?)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Promised {
    refund_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Begun {
    order_id: String,
    /// Messages from before there were several do not name it.
    provider: Option<String>,
    reference: String,
}

/// A payment of a cancelled order is ended at its provider; if it was made all the same, it goes back.
async fn close(context: &Context, begun: &Begun) -> Result<(), Fault> {
    match asked(context, begun.provider.as_deref())?.close(begun.reference.clone()).await? {
        Outcome::Processing => Err(Fault::Later("the payment is still on its way".into())),
        outcome => Ok(settlement::settle(context, &begun.order_id, outcome).await?),
    }
}

/// Who was asked for a payment.
fn asked<'a>(context: &'a Context, name: Option<&str>) -> Result<&'a dyn PaymentProvider, Fault> {
    let Some(name) = name else { return Ok(context.payments.main()) };
    // It may be set up again.
    context.payments.by_name(name).ok_or_else(|| Fault::Later(format!("{name} is not set up")))
}

#[derive(Deserialize)]
struct Forgotten {
    provider: String,
    /// The provider's name of the person or of the card.
    name: String,
}

async fn forget(context: &Context, kind: &str, forgotten: Forgotten) -> Result<(), Fault> {
    let Forgotten { provider, name } = forgotten;
    // Who keeps no cards has nothing to forget.
    let Some(wallet) = asked(context, Some(&provider))?.wallet() else { return Ok(()) };
    match kind {
        outbox::FORGET_CARD => Ok(wallet.remove(name).await?),
        _ => Ok(wallet.forget(name).await?),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Late {
    provider: Option<String>,
    id: String,
    reference: String,
    amount_cents: i64,
    currency: String,
}

async fn give_back(context: &Context, late: Late) -> Result<(), Fault> {
    let Late { provider, id, reference, amount_cents, currency } = late;
    let provider = asked(context, provider.as_deref())?;
    match provider.refund(Refund { id, reference, amount_cents, currency }).await? {
        RefundOutcome::Done(_) => Ok(()),
        RefundOutcome::Failed(fault) => Err(Fault::Never(fault)),
    }
}
