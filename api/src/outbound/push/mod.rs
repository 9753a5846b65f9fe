//! Messages to browsers by their push services. The address of one comes from a browser, so it may be anybody's: it is called
//! only where a known service stands, over https, without redirects, and never in the private network of this machine.

mod encrypt;
mod vapid;

pub use encrypt::is_key;
pub use vapid::ServerKey;

use super::tls;
use encrypt::encrypt;
use loggia_net::{Allowed, PublicOnly, Way};
use reqwest::header::RETRY_AFTER;
use reqwest::{Client, Response, StatusCode, Url, redirect::Policy};
use std::sync::Arc;
use std::time::Duration;

/// How long a push service may take.
const TIME_LIMIT: Duration = Duration::from_secs(15);
/// The longest address that is taken.
const LONGEST: usize = 1024;
/// The longest pause that a push service may ask for, in seconds.
const LONGEST_PAUSE: u64 = 6 * 60 * 60;
/// The push services of the browsers: these hosts, and those below the ones that begin with a dot.
const SERVICES: [&str; 4] =
    ["fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];

/// Speaks to push services.
pub struct Push {
    key: ServerKey,
    contact: String,
    /// Reaches public addresses alone.
    public: Client,
    /// Reaches what the operator named.
    named: Client,
    reach: Reach,
}

/// What may be called.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Hosts of push services beside the known ones.
    pub services: Allowed,
    /// The hosts that may be called although they are not public.
    pub allowed: Allowed,
    /// An added host may be called without encryption: a developer's machine.
    pub is_open: bool,
}

/// For whom a message is.
#[derive(Clone, Copy, Debug)]
pub struct Receiver<'a> {
    /// Where its push service takes messages.
    pub endpoint: &'a str,
    /// The browser's public key.
    pub public: &'a [u8],
    /// The secret it shares with us.
    pub auth: &'a [u8],
}

/// What became of a message.
#[derive(Debug, PartialEq, Eq)]
pub enum Pushed {
    /// The push service has it.
    Taken,
    /// The browser is not subscribed any more.
    Gone,
    /// It may be taken later; after that pause if the service said so.
    Later(String, Option<Duration>),
    /// It never will be.
    Never(String),
}

/// An address that no push service has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the address of a push service that this shop knows")]
pub struct NotAService;

impl Reach {
    /// Judges an address that a browser gave, as it is written.
    ///
    /// # Errors
    /// When no known push service stands there.
    pub fn judge(&self, endpoint: &str) -> Result<(Url, Way), NotAService> {
        let url = Url::parse(endpoint).map_err(|_| NotAService)?;
        let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        let is_printable = endpoint.bytes().all(|byte| byte.is_ascii_graphic());
        if endpoint.len() > LONGEST || !is_plain || !is_printable {
            return Err(NotAService);
        }
        let way = self.allowed.way(&url);
        if self.services.way(&url) == Ok(Way::Named) {
            let is_safe = url.scheme() == "https" || self.is_open;
            return way.ok().filter(|_| is_safe).map(|way| (url, way)).ok_or(NotAService);
        }
        let is_known =
            url.scheme() == "https" && url.port().is_none() && url.domain().is_some_and(is_service);
        if is_known { Ok((url, Way::Public)) } else { Err(NotAService) }
    }
}

fn is_service(host: &str) -> bool {
    SERVICES.iter().any(|service| match service.strip_prefix('.') {
        Some(_) => host.len() > service.len() && host.ends_with(service),
        None => host == *service,
    })
}

impl Push {
    /// Speaks as `key`, for whom `contact` answers.
    ///
    /// # Errors
    /// When the machine trusts no certificates.
    pub fn new(key: ServerKey, contact: &str, reach: Reach) -> Result<Self, reqwest::Error> {
        let client = || tls::client().timeout(TIME_LIMIT).redirect(Policy::none()).no_proxy();
        let public = client().dns_resolver(Arc::new(PublicOnly)).build()?;
        Ok(Push { key, contact: contact.to_owned(), public, named: client().build()?, reach })
    }

    /// What a browser subscribes with.
    pub fn key(&self) -> &str {
        self.key.public()
    }

    /// See [`Reach::judge`].
    ///
    /// # Errors
    /// When no known push service stands there.
    pub fn judge(&self, endpoint: &str) -> Result<(), NotAService> {
        self.reach.judge(endpoint).map(drop)
    }

    /// Sends a text that is worth something for `ttl` seconds more.
    pub async fn send(&self, to: Receiver<'_>, plain: &str, ttl: i64, now_ms: i64) -> Pushed {
        let never = |fault: &str| Pushed::Never(fault.to_owned());
        let Ok((url, way)) = self.reach.judge(to.endpoint) else { return never("no push service") };
        let Ok(body) = encrypt(plain.as_bytes(), (to.public, to.auth)) else { return never("no key") };
        let origin = url.origin().ascii_serialization();
        let Ok(signed) = self.key.authorization(&origin, &self.contact, now_ms) else {
            return Pushed::Later("the signature failed".to_owned(), None);
        };
        let client = if way == Way::Named { &self.named } else { &self.public };
        let request = client
            .post(url)
            .header("Authorization", signed)
            .header("Content-Encoding", "aes128gcm")
            .header("Content-Type", "application/octet-stream")
            .header("TTL", ttl.max(0))
            .header("Urgency", "high")
            .body(body);
        // What a service says beside its status and its pause is not read.
        match request.send().await {
            Ok(answer) => judged(&answer),
            Err(fault) => Pushed::Later(fault.without_url().to_string(), None),
        }
    }
}

fn judged(answer: &Response) -> Pushed {
    let status = answer.status();
    match status {
        _ if status.is_success() => Pushed::Taken,
        StatusCode::NOT_FOUND | StatusCode::GONE => Pushed::Gone,
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY | StatusCode::TOO_MANY_REQUESTS => {
            Pushed::Later(status.to_string(), pause(answer))
        }
        _ if status.is_server_error() => Pushed::Later(status.to_string(), pause(answer)),
        _ => Pushed::Never(status.to_string()),
    }
}

fn pause(answer: &Response) -> Option<Duration> {
    let seconds: u64 = answer.headers().get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds.min(LONGEST_PAUSE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(services: &str, allowed: &str, is_open: bool) -> Reach {
        let read = |list| Allowed::parse(list).unwrap();
        Reach { services: read(services), allowed: read(allowed), is_open }
    }

    #[test]
    fn s_991_only_known_push_services_are_called() {
        let plain = reach("", "", false);
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
            "https://web.push.apple.com/QGuQyavXutnMH",
            "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d",
        ] {
            assert!(plain.judge(good).is_ok(), "{good}");
        }
        let long = format!("https://fcm.googleapis.com/{}", "a".repeat(10_000));
        for bad in [
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evil.example/fcm.googleapis.com",
            "https://evilpush.apple.com/x",
            "https://.push.apple.com/x",
            "https://push.apple.com/x",
            "https://xfcm.googleapis.com/x",
            "https://ann@fcm.googleapis.com/x",
            "https://fcm.googleapis.com:x@evil.example/",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com/x#y",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://2130706433/",
            "https://169.254.169.254/latest/meta-data",
            "http://localhost:9000/",
            "file:///etc/passwd",
            "https://fcm.googleapis.com/a b",
            "",
            &long,
        ] {
            assert_eq!(plain.judge(bad).err(), Some(NotAService), "{bad}");
        }
    }

    #[test]
    fn s_991_an_added_host_is_called_and_a_private_one_only_where_that_is_allowed() {
        let added = reach("push.shop.example", "", false);
        assert_eq!(added.judge("https://push.shop.example/x").unwrap().1, Way::Public);
        assert!(added.judge("http://push.shop.example/x").is_err());
        assert!(reach("127.0.0.1", "", true).judge("http://127.0.0.1:9/x").is_err());
        assert!(reach("127.0.0.1", "127.0.0.1", false).judge("http://127.0.0.1:9/x").is_err());
        assert_eq!(
            reach("127.0.0.1", "127.0.0.1", true).judge("http://127.0.0.1:9/x").unwrap().1,
            Way::Named
        );
    }
}
