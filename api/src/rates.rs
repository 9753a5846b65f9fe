//! How many calls of a kind one address may make in a minute.

use crate::clock::Clock;
use crate::config::LimitSettings;
use crate::error::ApiError;
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
    /// Saying something: a review, a comment.
    Say,
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
    say: Limiter,
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
            say: limiter(limits.say),
        }
    }

    fn limiter(&self, class: Class) -> &Limiter {
        match class {
            Class::AddEntry => &self.add_entry,
            Class::Form => &self.form,
            Class::Restock => &self.restock,
            Class::LogIn => &self.log_in,
            Class::Checkout => &self.checkout,
            Class::Say => &self.say,
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
        for limiter in [&self.add_entry, &self.form, &self.restock, &self.log_in, &self.checkout, &self.say] {
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
