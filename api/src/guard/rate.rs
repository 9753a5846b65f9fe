//! How many calls of a kind one address may make in a minute.

use crate::clock::Clock;
use crate::config::{LimitSettings, Settings};
use crate::context::Context;
use crate::error::ApiError;
use actix_web::HttpRequest;
use governor::clock::{Clock as _, Reference};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;
use std::time::Duration;

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
}

type Limiter = RateLimiter<String, DefaultKeyedStateStore<String>, Clock, NoOpMiddleware<Duration>>;

/// One counter a kind.
pub struct Rates {
    clock: Clock,
    add_entry: Limiter,
    form: Limiter,
    restock: Limiter,
    log_in: Limiter,
    checkout: Limiter,
}

impl Rates {
    /// Counters that stand at nothing.
    pub fn new(limits: &LimitSettings, clock: &Clock) -> Self {
        let limiter = |per_minute: u32| {
            let quota = Quota::per_minute(NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN));
            RateLimiter::new(quota, DefaultKeyedStateStore::default(), clock.clone())
        };
        Rates {
            clock: clock.clone(),
            add_entry: limiter(limits.add_entry),
            form: limiter(limits.form),
            restock: limiter(limits.restock),
            log_in: limiter(limits.log_in),
            checkout: limiter(limits.checkout),
        }
    }

    fn limiter(&self, class: Class) -> &Limiter {
        match class {
            Class::AddEntry => &self.add_entry,
            Class::Form => &self.form,
            Class::Restock => &self.restock,
            Class::LogIn => &self.log_in,
            Class::Checkout => &self.checkout,
        }
    }

    /// Counts one call of `who`, or refuses it.
    pub fn count(&self, class: Class, who: String) -> Result<(), ApiError> {
        self.limiter(class).check_key(&who).map_err(|refused| {
            let wait = refused.earliest_possible().duration_since(self.clock.now());
            ApiError::TooManyRequests {
                message: message(class).into(),
                retry_after: Duration::from(wait).as_secs().max(1),
            }
        })
    }

    /// Forgets the addresses whose minute is over.
    pub fn sweep(&self) {
        for limiter in [&self.add_entry, &self.form, &self.restock, &self.log_in, &self.checkout] {
            limiter.retain_recent();
        }
    }
}

/// The catalogue's words for a refused call of this kind (section 8).
fn message(class: Class) -> &'static str {
    match class {
        Class::Form => "Unable to submit form. Submission rate limit exceeded. Please try again later.",
        _ => "Please try again in a few seconds.",
    }
}

/// The visitor's address: the peer's, or what the trusted proxy wrote last into the header it owns.
pub fn address(request: &HttpRequest, settings: &Settings) -> String {
    let told = settings
        .client_address_header
        .as_deref()
        .and_then(|name| request.headers().get_all(name).last())
        .and_then(|value| value.to_str().ok())
        .and_then(|list| list.rsplit(',').next())
        .map(str::trim)
        .filter(|address| !address.is_empty());
    match (told, request.peer_addr()) {
        (Some(address), _) => address.to_owned(),
        (None, Some(peer)) => peer.ip().to_string(),
        (None, None) => "unknown".to_owned(),
    }
}

impl Context {
    /// Counts this call for its address; `subject` tells apart what is counted separately (a form).
    pub fn count(&self, class: Class, request: &HttpRequest, subject: &str) -> Result<(), ApiError> {
        self.rates.count(class, format!("{} {subject}", address(request, &self.settings)))
    }
}
