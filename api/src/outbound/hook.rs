//! Messages to the owner's own systems: signed, without redirects, and never into the private network of this machine.

use super::mail::Undelivered;
use loggia_commerce::signature_header;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, Url, redirect::Policy};
use serde_json::Value;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// How long the other side may take.
const TIME_LIMIT: Duration = Duration::from_secs(15);

/// The longest answer that is read, in bytes: the ids of a sheet's rows.
const LONGEST_ANSWER: usize = 16 * 1024 * 1024;

/// Carries signed messages.
#[derive(Clone)]
pub struct Hooks {
    http: Client,
    key: Vec<u8>,
    /// Unencrypted and private addresses are allowed: a developer's machine.
    is_open: bool,
}

impl std::fmt::Debug for Hooks {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Hooks").field("is_open", &self.is_open).finish_non_exhaustive()
    }
}

/// Answers with public addresses only, so that a name cannot be pointed at the private network after it was checked.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err("the name has no public address".into());
            }
            let addresses: Addrs = Box::new(public.into_iter());
            Ok(addresses)
        })
    }
}

impl Hooks {
    /// Signs with `key`; `is_open` allows unencrypted and private addresses.
    ///
    /// # Errors
    /// When the machine trusts no certificates.
    pub fn new(key: Vec<u8>, is_open: bool) -> Result<Self, reqwest::Error> {
        let client = Client::builder().timeout(TIME_LIMIT).redirect(Policy::none()).no_proxy();
        let client = if is_open { client } else { client.dns_resolver(Arc::new(PublicOnly)) };
        Ok(Hooks { http: client.build()?, key, is_open })
    }

    /// Sends `body` to `url`, signed at `now_ms`; `delivery` is the same for every repeat.
    pub async fn send(
        &self,
        url: &str,
        delivery: &str,
        body: String,
        now_ms: i64,
    ) -> Result<(), Undelivered> {
        let signature = signature_header(&self.key, now_ms.div_euclid(1000), body.as_bytes());
        let request = self
            .request(Method::POST, url)?
            .header("Content-Type", "application/json")
            .header("Loggia-Signature", signature)
            .header("Loggia-Delivery", delivery)
            .body(body);
        self.answer(request, url).await.map(|_| ())
    }

    /// A call of `url`, if that is an address of the open internet.
    ///
    /// # Errors
    /// [`Undelivered::Never`] for an address that is none, not encrypted or private.
    pub(super) fn request(&self, method: Method, url: &str) -> Result<RequestBuilder, Undelivered> {
        let never = |fault: &str| Undelivered::Never(format!("{url}: {fault}"));
        let parsed = Url::parse(url).map_err(|_| never("is no address"))?;
        if !self.is_open {
            if parsed.scheme() != "https" {
                return Err(never("is not encrypted"));
            }
            let host = parsed.host_str().unwrap_or("").trim_matches(['[', ']']);
            if host.parse::<IpAddr>().is_ok_and(|address| !is_public(address)) {
                return Err(never("is a private address"));
            }
        }
        Ok(self.http.request(method, parsed).header("User-Agent", "loggia"))
    }

    /// Makes a call and reads its answer; null when that is no JSON. What is told of a fault names `url` alone.
    ///
    /// # Errors
    /// [`Undelivered::Later`] when it is worth another try, [`Undelivered::Never`] when it is not.
    pub(super) async fn carry(&self, request: RequestBuilder, url: &str) -> Result<Value, Undelivered> {
        let mut answer = self.answer(request, url).await?;
        let mut body = Vec::new();
        let lost = |fault: reqwest::Error| Undelivered::Later(fault.without_url().to_string());
        while let Some(piece) = answer.chunk().await.map_err(lost)? {
            body.extend_from_slice(&piece);
            if body.len() > LONGEST_ANSWER {
                return Err(Undelivered::Never(format!("{url}: the answer is too long")));
            }
        }
        Ok(serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    async fn answer(&self, request: RequestBuilder, url: &str) -> Result<Response, Undelivered> {
        let answer =
            request.send().await.map_err(|fault| Undelivered::Later(fault.without_url().to_string()))?;
        match answer.status() {
            status if status.is_success() => Ok(answer),
            status if status.is_server_error() || may_pass(status) => {
                Err(Undelivered::Later(status.to_string()))
            }
            status => Err(Undelivered::Never(format!("{url}: {}", status.as_str()))),
        }
    }
}

/// Refusals that mean "later".
fn may_pass(status: StatusCode) -> bool {
    matches!(status, StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY | StatusCode::TOO_MANY_REQUESTS)
}

/// Whether an address is one of the open internet.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_special = a == 0 || a >= 240 || (a, b, c) == (192, 0, 0) || (a == 198 && (b == 18 || b == 19));
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || is_shared
        || is_special)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    if parts[..6] == [0x64, 0xff9b, 0, 0, 0, 0] || parts[0] == 0x2002 {
        let (high, low) = if parts[0] == 0x2002 { (parts[1], parts[2]) } else { (parts[6], parts[7]) };
        return is_public_v4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)));
    }
    let is_documentation = parts[0] == 0x2001 && parts[1] == 0x0db8;
    // Everything that is given out today begins with 001.
    parts[0] & 0xe000 == 0x2000 && !is_documentation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_private_network_are_not_public() {
        let private = [
            "127.0.0.1",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.0.8",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "::127.0.0.1",
        ];
        for address in private {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["93.184.216.34", "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[tokio::test]
    async fn nothing_is_sent_to_the_private_network() {
        let hooks = Hooks::new(b"key".to_vec(), false).unwrap();
        for url in [
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://2130706433/",
            "http://shop.example/",
            "nonsense",
            "file:///etc/passwd",
        ] {
            let sent = hooks.send(url, "d", "{}".into(), 0).await;
            assert!(matches!(sent, Err(Undelivered::Never(_))), "{url}: {sent:?}");
        }
        // A name that leads into it is not followed either.
        let sent = hooks.send("https://localhost/", "d", "{}".into(), 0).await;
        assert!(matches!(sent, Err(Undelivered::Later(_))), "{sent:?}");
    }
}
