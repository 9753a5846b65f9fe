//! How many calls of a kind one address may make in a minute.
//!
//! Beside the embedded file there is one server, which counts in its memory. Servers that share a database count there,
//! so that three of them are no more generous than one.

use crate::clock::Clock;
use crate::config::LimitSettings;
use crate::error::ApiError;
use crate::repository::rate::{self, Allowance};
use crate::repository::{Connection, Db, PostgresStore};
use crate::token;
use governor::clock::{Clock as _, Reference};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::net::{IpAddr, SocketAddr};
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
    /// Telling what a visitor does.
    Beacon,
    /// Asking for the key of a form.
    FormKey,
    /// Entering the code of a coupon or a gift card.
    Code,
    /// Liking something.
    Like,
    /// Handing a catalogue over.
    HandOver,
    /// Fetching a file that was bought.
    Download,
    /// Looking at the page of an order or a subscription, and doing something there.
    OrderPage,
    /// What a program does with a key.
    Key,
    /// A message about a payment that its provider is asked about.
    Webhook,
}

impl Class {
    /// Every kind.
    pub const ALL: [Class; 16] = [
        Class::AddEntry,
        Class::Form,
        Class::Restock,
        Class::LogIn,
        Class::Checkout,
        Class::Say,
        Class::Places,
        Class::Beacon,
        Class::FormKey,
        Class::Code,
        Class::Like,
        Class::HandOver,
        Class::Download,
        Class::OrderPage,
        Class::Key,
        Class::Webhook,
    ];

    /// Its name in the table and in the metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Class::AddEntry => "add_entry",
            Class::Form => "form",
            Class::Restock => "restock",
            Class::LogIn => "log_in",
            Class::Checkout => "checkout",
            Class::Say => "say",
            Class::Places => "places",
            Class::Beacon => "beacon",
            Class::FormKey => "form_key",
            Class::Code => "code",
            Class::Like => "like",
            Class::HandOver => "hand_over",
            Class::Download => "download",
            Class::OrderPage => "order_page",
            Class::Key => "key",
            Class::Webhook => "webhook",
        }
    }

    /// An event that is sent a hundred times a page is counted by each server for itself: it asks nothing of a database.
    const fn is_counted_here(self) -> bool {
        matches!(self, Class::Beacon)
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
            Class::Beacon => limits.beacon,
            Class::FormKey => limits.form_key,
            Class::Code => limits.code,
            Class::Like => limits.like,
            Class::HandOver => limits.hand_over,
            Class::Download => limits.download,
            Class::OrderPage => limits.order_page,
            Class::Key => limits.key,
            Class::Webhook => limits.webhook,
        };
        NonZeroU32::new(calls).unwrap_or(NonZeroU32::MIN)
    }
}

/// What is counted, in a fixed size whatever its name is.
type Key = [u8; 16];
type Limiter = RateLimiter<Key, DefaultKeyedStateStore<Key>, Clock, NoOpMiddleware<Duration>>;

/// The most keys that one counter in memory tells apart; beyond them callers share [`SHARED`] keys until some are over.
const MOST_KEYS: usize = 100_000;
/// How many keys those share.
const SHARED: u16 = 4096;
/// What a wide block of addresses may use, in quotas of one address.
const WIDE_QUOTA: NonZeroU32 = NonZeroU32::new(8).expect("eight is not zero");

/// Who calls: an address, or the narrow block it stands for, and the wide block around that if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// An IPv4 address, or the /64 of an IPv6 address: what one household has.
    pub narrow: String,
    /// The /48 of an IPv6 address: what one customer of a network may have.
    pub wide: Option<String>,
}

impl Caller {
    /// Who calls from an address as it is written; a text that is not an address is a caller of that name.
    pub fn of(address: &str) -> Self {
        let address = address.trim();
        let bare = address.trim_start_matches('[').split(']').next().unwrap_or_default();
        let bare = bare.split('%').next().unwrap_or_default();
        match bare.parse::<IpAddr>().map(|address| address.to_canonical()) {
            Ok(IpAddr::V6(address)) => {
                let parts = address.segments();
                let block = |length: usize| {
                    let groups: Vec<String> =
                        parts[..length].iter().map(|part| format!("{part:x}")).collect();
                    format!("{}::/{}", groups.join(":"), length * 16)
                };
                Caller { narrow: block(4), wide: Some(block(3)) }
            }
            Ok(address) => Caller { narrow: address.to_string(), wide: None },
            // `1.2.3.4:5` of a proxy that tells the port as well.
            Err(_) => match address.parse::<SocketAddr>() {
                Ok(both) => Caller::of(&both.ip().to_string()),
                Err(_) => Caller { narrow: address.to_owned(), wide: None },
            },
        }
    }
}

/// Where calls are counted.
pub struct Rates {
    clock: Clock,
    /// One counter a kind and width, in the order of [`Class::ALL`].
    here: Vec<[Limiter; 2]>,
    /// What each kind and width may use, in the same order, and the table all servers share.
    there: Option<(Vec<[Allowance; 2]>, PostgresStore)>,
}

impl Rates {
    /// Counters where `db` says that they belong.
    pub fn new(limits: &LimitSettings, clock: &Clock, db: &Db) -> Self {
        let each = Class::ALL.map(|class| class.per_minute(limits));
        let both = each.map(|calls| [calls, calls.saturating_mul(WIDE_QUOTA)]);
        let limiter = |calls| {
            RateLimiter::new(Quota::per_minute(calls), DefaultKeyedStateStore::default(), clock.clone())
        };
        let allowance =
            |calls: NonZeroU32| Allowance { quota: MINUTE, share: (MINUTE / i64::from(calls.get())).max(1) };
        Rates {
            clock: clock.clone(),
            here: both.iter().map(|calls| calls.map(limiter)).collect(),
            there: db
                .shared()
                .map(|store| (both.iter().map(|calls| calls.map(allowance)).collect(), store.clone())),
        }
    }

    /// Counts one call of `who` about `subject`, or refuses it.
    pub async fn count(&self, class: Class, who: &Caller, subject: &str) -> Result<(), ApiError> {
        self.count_one(class, 0, &format!("{} {subject}", who.narrow)).await?;
        match &who.wide {
            Some(wide) => self.count_one(class, 1, &format!("{wide} {subject}")).await,
            None => Ok(()),
        }
    }

    async fn count_one(&self, class: Class, width: usize, who: &str) -> Result<(), ApiError> {
        let key = key(class, who);
        let wait = match &self.there {
            Some((allowances, store)) if !class.is_counted_here() => {
                self.count_there(allowances[class as usize][width], store, &key).await?
            }
            _ => self.count_here(&self.here[class as usize][width], key),
        };
        match wait {
            None => Ok(()),
            Some(wait) => Err(ApiError::TooManyRequests {
                message: message(class).into(),
                retry_after: wait.as_secs().max(1),
            }),
        }
    }

    fn count_here(&self, limiter: &Limiter, key: Key) -> Option<Duration> {
        let key = if limiter.len() < MOST_KEYS { key } else { shared(key) };
        let refused = limiter.check_key(&key).err()?;
        Some(refused.earliest_possible().duration_since(self.clock.now()).into())
    }

    async fn count_there(
        &self,
        allowance: Allowance,
        store: &PostgresStore,
        key: &Key,
    ) -> Result<Option<Duration>, ApiError> {
        let (who, now) = (hex::encode(key), self.clock.now_ms() * 1000);
        let count =
            async |connection: &mut Connection<'_>| rate::count(connection, &who, allowance, now).await;
        // A call that is counted twice where its server went is no harm.
        let wait = store.repeatable(count).await?;
        Ok(wait.map(|wait| Duration::from_micros(wait.unsigned_abs())))
    }

    /// Forgets the addresses whose minute is over.
    pub async fn sweep(&self) -> Result<(), ApiError> {
        for limiter in self.here.iter().flatten() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        if let Some((_, store)) = &self.there {
            let now = self.clock.now_ms() * 1000;
            Db::Postgres(store.clone())
                .write(async move |connection| rate::forget(connection, now).await)
                .await?;
        }
        Ok(())
    }

    /// How many keys the counters in memory tell apart.
    pub fn keys(&self) -> usize {
        self.here.iter().flatten().map(RateLimiter::len).sum()
    }
}

/// The key of a name, which a reader of the table cannot read back.
fn key(class: Class, who: &str) -> Key {
    let hash = token::hash(&format!("{} {who}", class.name()));
    let mut key = Key::default();
    key.copy_from_slice(&hash[..16]);
    key
}

/// One of a few keys, for when there are too many.
fn shared(key: Key) -> Key {
    let mut few = Key::default();
    few[..2].copy_from_slice(&(u16::from_be_bytes([key[0], key[1]]) % SHARED).to_be_bytes());
    few
}

/// The catalogue's words for a refused call of this kind (section 8).
fn message(class: Class) -> &'static str {
    match class {
        Class::Form => "Unable to submit form. Submission rate limit exceeded. Please try again later.",
        _ => "Please try again in a few seconds.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_060_a_caller_is_a_household_and_its_customer() {
        let of = |address: &str| {
            let caller = Caller::of(address);
            (caller.narrow, caller.wide)
        };
        for address in
            ["203.0.113.9", " 203.0.113.9 ", "203.0.113.9:443", "::ffff:203.0.113.9", "[::ffff:cb00:7109]"]
        {
            assert_eq!(of(address), ("203.0.113.9".into(), None), "{address}");
        }
        let household = (String::from("2001:db8:1:2::/64"), Some(String::from("2001:db8:1::/48")));
        for address in [
            "2001:db8:1:2::1",
            "2001:DB8:1:2:ffff:ffff:ffff:ffff",
            "[2001:db8:1:2::9]:443",
            "2001:db8:1:2::1%eth0",
        ] {
            assert_eq!(of(address), household, "{address}");
        }
        assert_ne!(of("2001:db8:1:3::1").0, household.0);
        assert_eq!(of("2001:db8:1:3::1").1, household.1);
        assert_eq!(of("unknown"), ("unknown".into(), None));
    }

    #[test]
    fn s_057_keys_have_one_size_and_few_are_shared_when_there_are_many() {
        assert_ne!(key(Class::Form, "a"), key(Class::Form, "b"));
        assert_ne!(key(Class::Form, "a"), key(Class::Say, "a"));
        let few: std::collections::BTreeSet<Key> =
            (0..50_000).map(|number| shared(key(Class::Form, &number.to_string()))).collect();
        assert!(few.len() <= usize::from(SHARED), "{}", few.len());
        assert!(few.len() > 4000, "and they are spread: {}", few.len());
    }
}
