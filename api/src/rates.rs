//! How many calls of a kind one address may make in a minute.
//!
//! Beside the embedded file there is one server, which counts in its memory. Servers that share a database count there,
//! so that three of them are no more generous than one.

use crate::clock::Clock;
use crate::config::LimitSettings;
use crate::error::ApiError;
use crate::repository::Db;
use crate::repository::rate::{self, Allowance};
use governor::clock::{Clock as _, Reference};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;
use std::time::Duration;

/// One minute in microseconds: fine enough for a million calls.
const MINUTE: i64 = 60_000_000;

/// The kinds of call that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Adding to a cart.
    AddEntry,
    /// Submitting one form.
    Form,
    /// Signing up for a restock notice.
    Restock,
    /// Logging in.
    LogIn,
    /// Checking out.
    Checkout,
    /// Saying something: a review, a comment.
    Say,
    /// Asking for addresses.
    Places,
}

impl Class {
    /// Every kind.
    pub const ALL: [Class; 7] = [
        Class::AddEntry,
        Class::Form,
        Class::Restock,
        Class::LogIn,
        Class::Checkout,
        Class::Say,
        Class::Places,
    ];

    /// Its name in the table and in the figures.
    pub const fn name(self) -> &'static str {
        match self {
            Class::AddEntry => "add_entry",
            Class::Form => "form",
            Class::Restock => "restock",
            Class::LogIn => "log_in",
            Class::Checkout => "checkout",
            Class::Say => "say",
            Class::Places => "places",
        }
    }

    fn per_minute(self, limits: &LimitSettings) -> NonZeroU32 {
        let calls = match self {
            Class::AddEntry => limits.add_entry,
            Class::Form => limits.form,
            Class::Restock => limits.restock,
            Class::LogIn => limits.log_in,
            Class::Checkout => limits.checkout,
            Class::Say => limits.say,
            Class::Places => limits.places,
        };
        NonZeroU32::new(calls).unwrap_or(NonZeroU32::MIN)
    }
}

type Limiter = RateLimiter<String, DefaultKeyedStateStore<String>, Clock, NoOpMiddleware<Duration>>;

/// Where calls are counted.
pub struct Rates {
    clock: Clock,
    place: Place,
}

enum Place {
    /// One counter a kind, in the order of [`Class::ALL`].
    Memory(Vec<Limiter>),
    /// What each kind may use, in the same order, and the table all servers share.
    Table(Vec<Allowance>, Db),
}

impl Rates {
    /// Counters where `db` says that they belong.
    pub fn new(limits: &LimitSettings, clock: &Clock, db: &Db) -> Self {
        let each = Class::ALL.map(|class| class.per_minute(limits));
        let place = if db.is_shared() {
            let allowance = |calls: NonZeroU32| Allowance {
                quota: MINUTE,
                share: (MINUTE / i64::from(calls.get())).max(1),
            };
            Place::Table(each.into_iter().map(allowance).collect(), db.clone())
        } else {
            let limiter = |calls| {
                RateLimiter::new(Quota::per_minute(calls), DefaultKeyedStateStore::default(), clock.clone())
            };
            Place::Memory(each.into_iter().map(limiter).collect())
        };
        Rates { clock: clock.clone(), place }
    }

    /// Counts one call of `who`, or refuses it.
    pub async fn count(&self, class: Class, who: String) -> Result<(), ApiError> {
        let wait = match &self.place {
            Place::Memory(limiters) => self.count_here(&limiters[class as usize], &who),
            Place::Table(allowances, db) => {
                self.count_there(allowances[class as usize], db, class, &who).await?
            }
        };
        match wait {
            None => Ok(()),
            Some(wait) => Err(ApiError::TooManyRequests {
                message: message(class).into(),
                retry_after: wait.as_secs().max(1),
            }),
        }
    }

    fn count_here(&self, limiter: &Limiter, who: &String) -> Option<Duration> {
        let refused = limiter.check_key(who).err()?;
        Some(refused.earliest_possible().duration_since(self.clock.now()).into())
    }

    async fn count_there(
        &self,
        allowance: Allowance,
        db: &Db,
        class: Class,
        who: &str,
    ) -> Result<Option<Duration>, ApiError> {
        let (who, now) = (format!("{} {who}", class.name()), self.clock.now_ms() * 1000);
        // One statement is a transaction of its own.
        let wait = db.read(async |connection| rate::count(connection, &who, allowance, now).await).await?;
        Ok(wait.map(|wait| Duration::from_micros(wait.unsigned_abs())))
    }

    /// Forgets the addresses whose minute is over.
    pub async fn sweep(&self) -> Result<(), ApiError> {
        match &self.place {
            Place::Memory(limiters) => limiters.iter().for_each(Limiter::retain_recent),
            Place::Table(_, db) => {
                let now = self.clock.now_ms() * 1000;
                db.write(async move |connection| rate::forget(connection, now).await).await?;
            }
        }
        Ok(())
    }
}

/// The catalogue's words for a refused call of this kind (section 8).
fn message(class: Class) -> &'static str {
    match class {
        Class::Form => "Unable to submit form. Submission rate limit exceeded. Please try again later.",
        _ => "Please try again in a few seconds.",
    }
}
