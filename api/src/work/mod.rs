//! What is done without a call: emails go out, abandoned orders end, what is over is forgotten.
//!
//! Each piece is claimed in the store before it is done, so any number of processes may work at once.

mod books;
mod deliver;
mod forward;
mod keep;
mod marks;
mod push;
mod stock;
mod visits;
mod week;

use deliver::Lane;
pub use deliver::{send_due, send_now};

use crate::clock::{DAY, HOUR, MINUTE};
use crate::context::Context;
use crate::error::ApiError;
use crate::guesses;
use crate::outbound::mail;
use crate::outbound::payment::{MANUAL, NoAnswer, Outcome};
use crate::repository::Connection;
use crate::repository::desk::words;
use crate::repository::{
    account_key, captcha, cart, draft, factor, form, idempotency, order, outbox, payment, schedule, session,
};
use crate::settlement::{self, manual, renew_due};
use actix_web::web::Data;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::watch;

/// How long messages of payment providers are remembered: longer than any of them is sent again.
const EVENTS_KEPT: i64 = 60 * DAY;

/// How long a browser is remembered that an account was used from: as long as its cookie.
const DEVICES_KEPT: i64 = 400 * DAY;

/// How often it is looked whether something is due.
const LOOK: Duration = Duration::from_secs(1);

/// Work that is due every so often, by one process of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Schedule {
    Renewals,
    AbandonedOrders,
    Forget,
    Keep,
    RollUp,
    ForgetEvents,
    Words,
    Marks,
    Books,
    LowStock,
    Week,
    Devices,
}

/// How many portions of orders one round writes the words of.
const PORTIONS: usize = 50;

impl Schedule {
    const ALL: [Schedule; 12] = [
        Schedule::Renewals,
        Schedule::AbandonedOrders,
        Schedule::Forget,
        Schedule::Keep,
        Schedule::RollUp,
        Schedule::ForgetEvents,
        Schedule::Words,
        Schedule::Marks,
        Schedule::Books,
        Schedule::LowStock,
        Schedule::Week,
        Schedule::Devices,
    ];

    fn name(self) -> &'static str {
        match self {
            Schedule::Renewals => "renewals",
            Schedule::AbandonedOrders => "abandoned-orders",
            Schedule::Forget => "forget",
            Schedule::Keep => "keep",
            Schedule::RollUp => "roll-up",
            Schedule::ForgetEvents => "forget-events",
            Schedule::Words => "words",
            Schedule::Marks => "marks",
            Schedule::Books => "books",
            Schedule::LowStock => "low-stock",
            Schedule::Week => "weekly-letter",
            Schedule::Devices => "devices",
        }
    }

    /// In milliseconds.
    fn every(self) -> i64 {
        match self {
            Schedule::Renewals => MINUTE,
            Schedule::AbandonedOrders => MINUTE / 2,
            Schedule::Forget => MINUTE,
            Schedule::RollUp => MINUTE / 6,
            Schedule::Devices => MINUTE / 12,
            Schedule::Words | Schedule::Marks | Schedule::Books => MINUTE / 30,
            Schedule::LowStock | Schedule::Week => MINUTE * 15,
            Schedule::Keep | Schedule::ForgetEvents => HOUR,
        }
    }

    async fn run(self, context: &Context) -> Result<(), ApiError> {
        match self {
            Schedule::Renewals => renew_due::renew_due(context).await,
            Schedule::AbandonedOrders => end_abandoned_orders(context).await,
            Schedule::Forget => forget(context).await,
            Schedule::Keep => keep::forget(context).await,
            Schedule::RollUp => visits::roll_up(context).await,
            Schedule::ForgetEvents => visits::forget(context).await,
            Schedule::Words => words::write(&context.db, PORTIONS).await,
            Schedule::Marks => marks::write(context).await,
            Schedule::Books => books::write(context).await,
            Schedule::LowStock => stock::tell(context).await,
            Schedule::Week => week::write(context).await,
            Schedule::Devices => push::gather(context).await,
        }
    }
}

/// The threads that work until they are told to stop.
pub struct Worker {
    stop: watch::Sender<bool>,
    threads: Vec<JoinHandle<()>>,
}

impl Worker {
    /// Starts the threads: one for what is due by the clock, one for each kind of message and one for what is forwarded, so
    /// that a server that does not answer holds up nothing else.
    pub fn start(context: Data<Context>) -> std::io::Result<Self> {
        let (stop, stopped) = watch::channel(false);
        let mut threads = Vec::new();
        if context.event_stream.is_some() {
            let (context, stopped) = (context.clone(), stopped.clone());
            threads.push(begin("loggia-forward", move |runtime| {
                runtime.block_on(forward_until(context, stopped))
            })?);
        }
        for lane in Lane::ALL {
            let (context, stopped) = (context.clone(), stopped.clone());
            threads.push(begin(lane.name(), move |runtime| {
                runtime.block_on(deliver_until(context, lane, stopped))
            })?);
        }
        threads.push(begin("loggia-work", move |runtime| runtime.block_on(work_until(context, stopped)))?);
        Ok(Worker { stop, threads })
    }

    /// Lets them finish what they are at, and waits for them.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        for thread in self.threads {
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }
}

fn begin(
    name: &str,
    work: impl FnOnce(&tokio::runtime::Runtime) + Send + 'static,
) -> std::io::Result<JoinHandle<()>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name(name.into()).spawn(move || work(&runtime))
}

async fn forward_until(context: Data<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        if let Err(fault) = forward::forward_due(&context).await {
            tracing::warn!(?fault, "events could not be forwarded and are tried again");
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
    }
}

async fn deliver_until(context: Data<Context>, lane: Lane, mut stopped: watch::Receiver<bool>) {
    loop {
        let is_more = match deliver::send_due_in(&context, lane).await {
            Ok(is_more) => is_more,
            Err(fault) => {
                tracing::warn!(?fault, "messages could not be sent and are tried again");
                false
            }
        };
        let pause = if is_more { Duration::ZERO } else { LOOK };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
    }
}

async fn work_until(context: Data<Context>, mut stopped: watch::Receiver<bool>) {
    // When to ask for each schedule again; whether it is due then, the store says.
    let mut next = Schedule::ALL.map(|schedule| (schedule, 0));
    loop {
        for (schedule, at) in &mut next {
            let now = context.clock.now_ms();
            if now < *at {
                continue;
            }
            *at = now + schedule.every();
            if let Err(fault) = run_claimed(&context, *schedule).await {
                tracing::warn!(?fault, schedule = schedule.name(), "work failed and is tried again");
            }
        }
        if let Err(fault) = context.publications.newest(&context.db).await {
            tracing::warn!(?fault, "the catalogue could not be looked at");
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
    }
}

/// Does a schedule's work if no other process has taken it.
async fn run_claimed(context: &Context, schedule: Schedule) -> Result<(), ApiError> {
    let now = context.clock.now_ms();
    let claim = async move |connection: &mut Connection<'_>| {
        schedule::claim(connection, schedule.name(), now, schedule.every()).await
    };
    if context.db.write(claim).await? { schedule.run(context).await } else { Ok(()) }
}

/// Everything that is due now, also when another server is at it.
pub async fn run(context: &Context) -> Result<(), ApiError> {
    send_due(context).await?;
    context.tracking.flush().await;
    for schedule in Schedule::ALL {
        schedule.run(context).await?;
    }
    forward::forward_due(context).await?;
    Ok(())
}

/// Ends the orders whose payment did not come in time: by what the provider knows of them.
async fn end_abandoned_orders(context: &Context) -> Result<(), ApiError> {
    let now = context.clock.now_ms();
    for id in context.db.read(async |connection| draft::over(connection, now).await).await? {
        context.db.write(async move |connection| draft::let_go(connection, &id, now).await).await?;
    }
    let abandoned = context.db.read(async |connection| order::abandoned(connection, now).await).await?;
    let published = context.publications.newest(&context.db).await?;
    for id in abandoned {
        let (begun, may_wait, may_process) = context
            .db
            .read(async |connection| {
                let begun = payment::of_order(connection, &id).await?;
                let order = order::read(connection, &id).await?;
                let processing = order.as_ref().and_then(|order| settlement::processing_until(order, now));
                Ok((begun, order.and_then(|order| settlement::may_wait_until(&order, now)), processing))
            })
            .await?;
        if begun.as_ref().is_some_and(|payment| payment.provider == MANUAL) {
            let published = published.clone();
            let close = async move |connection: &mut Connection<'_>| {
                manual::close_unpaid(connection, &published, &id, now).await
            };
            context.db.write(close).await?;
            continue;
        }
        let asked = begun.and_then(|payment| {
            let reference = payment.reference?;
            Some((context.payments.by_name(&payment.provider), payment.provider, reference))
        });
        let closed = match asked {
            Some((Some(provider), _, reference)) => match provider.conclude(reference.clone()).await {
                // What a bank is at work on is not called off: nothing says that it could be.
                Ok(ended @ (Outcome::Processing | Outcome::Paid { .. })) => Ok(ended),
                Ok(_) => provider.close(reference).await,
                Err(fault) => Err(fault),
            },
            Some((None, name, _)) => Err(NoAnswer(format!("{name} is not set up any more"))),
            // Nothing was begun at the provider.
            None => Ok(Outcome::Declined),
        };
        match closed {
            Ok(Outcome::Processing) if may_process.is_some() => {
                settlement::keep_waiting(context, id, may_process.unwrap_or(now)).await?;
            }
            Ok(Outcome::Processing | Outcome::Open | Outcome::NeedsShopper { .. }) => {
                match may_wait {
                    Some(until) => wait(context, id, until).await?,
                    // Money that comes all the same goes back.
                    None => settlement::settle(context, &id, Outcome::Declined).await?,
                }
            }
            Ok(outcome) => settlement::settle(context, &id, outcome).await?,
            Err(fault) => tracing::warn!(%fault, order = id, "an abandoned order waits for its provider"),
        }
    }
    Ok(())
}

/// The provider does not know yet: the order keeps its stock a while longer.
async fn wait(context: &Context, id: String, until: i64) -> Result<(), ApiError> {
    context.db.write(async move |connection| order::extend_hold(connection, &id, until).await).await
}

/// Forgets what is over: carts, sessions, form keys, idempotency keys, addresses counted by the limits.
async fn forget(context: &Context) -> Result<(), ApiError> {
    context.rates.sweep().await?;
    let now = context.clock.now_ms();
    let kept = context.settings.commerce.emails_kept();
    let accounts = &context.settings.accounts;
    let longest_idle = accounts.idle_ms(true).max(accounts.idle_ms(false));
    let before = (now - longest_idle, now - DEVICES_KEPT);
    context
        .db
        .write(async move |connection| {
            cart::remove_expired(connection, now).await?;
            session::remove_expired(connection, now, before).await?;
            factor::remove_expired(connection, now).await?;
            account_key::remove_expired(connection, now).await?;
            form::remove_expired(connection, now).await?;
            captcha::remove_expired(connection, now).await?;
            idempotency::remove_expired(connection, now).await?;
            payment::remove_old_events(connection, now - EVENTS_KEPT).await?;
            guesses::forget(connection, now).await?;
            outbox::purge(connection, now - kept, now).await
        })
        .await?;
    let (folder, before) = (context.settings.mail_folder(), now - kept);
    let removed = tokio::task::spawn_blocking(move || mail::remove_old(&folder, before)).await;
    match removed {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(cause)) => Err(ApiError::Internal(cause.into())),
        Err(cause) => Err(ApiError::Internal(cause.into())),
    }
}
