//! Messages to the owner's own systems: signed, without redirects, and never into the private network of this machine
//! unless the operator allows a host by name (S-050, S-051).

use super::email::Undelivered;
use super::tls;
use loggia_commerce::signature_header;
use loggia_net::{Allowed, PublicOnly, Way};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, Url, redirect::Policy};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// How long the other side may take.
const TIME_LIMIT: Duration = Duration::from_secs(15);

/// What a message is sent as.
pub const CONTENT_TYPE: &str = "application/json";
/// As whom.
pub const AGENT: &str = "loggia";
/// The header with the name of a message.
pub const DELIVERY_HEADER: &str = "Loggia-Delivery";
/// The header with its signature.
pub const SIGNATURE_HEADER: &str = "Loggia-Signature";

/// The longest answer that is read, in bytes: the ids of a sheet's rows.
const LONGEST_ANSWER: usize = 16 * 1024 * 1024;

/// Carries signed messages.
#[derive(Clone)]
pub struct Hooks {
    /// Reaches public addresses alone.
    public: Client,
    /// Reaches whatever the operator named.
    named: Client,
    key: Vec<u8>,
    guard: Guard,
}

/// What may be called.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The hosts that may be called although they are not public.
    pub allowed: Allowed,
    /// Public hosts may be called without encryption: a developer's machine.
    pub is_open: bool,
}

impl std::fmt::Debug for Hooks {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Hooks").field("guard", &self.guard).finish_non_exhaustive()
    }
}

impl Hooks {
    /// Signs with `key` and calls what `guard` lets through.
    ///
    /// # Errors
    /// When the machine trusts no certificates.
    pub fn new(key: Vec<u8>, guard: Guard) -> Result<Self, reqwest::Error> {
        let client = || tls::client().timeout(TIME_LIMIT).redirect(Policy::none()).no_proxy();
        let public = client().dns_resolver(Arc::new(PublicOnly)).build()?;
        Ok(Hooks { public, named: client().build()?, key, guard })
    }

    /// Sends `body` to `url`, signed at `now_ms`; `delivery` is the same for every repeat. `status` becomes that of the answer.
    ///
    /// # Errors
    /// [`Undelivered::Later`] when it is worth another try, [`Undelivered::Never`] when it is not.
    pub async fn send(
        &self,
        (url, delivery): (&str, &str),
        body: String,
        now_ms: i64,
        status: &mut Option<u16>,
    ) -> Result<(), Undelivered> {
        let signature = signature_header(&self.key, now_ms.div_euclid(1000), body.as_bytes());
        let request = self
            .request(Method::POST, url)?
            .header("Content-Type", CONTENT_TYPE)
            .header(SIGNATURE_HEADER, signature)
            .header(DELIVERY_HEADER, delivery)
            .body(body);
        let answer = exchange(request).await?;
        *status = Some(answer.status().as_u16());
        judged(answer, url).map(|_| ())
    }

    /// A call of `url`, if that is an address of the open internet, or one the operator allows.
    ///
    /// # Errors
    /// [`Undelivered::Never`] for an address that cannot be read, is not encrypted, or is private.
    pub(super) fn request(&self, method: Method, url: &str) -> Result<RequestBuilder, Undelivered> {
        let never = |fault: &str| Undelivered::Never(format!("{url}: {fault}"));
        let parsed = Url::parse(url).map_err(|_| never("is no address"))?;
        let client = match self.guard.allowed.way(&parsed).map_err(|fault| never(&fault.to_string()))? {
            Way::Named => &self.named,
            Way::Public if self.guard.is_open || parsed.scheme() == "https" => &self.public,
            Way::Public => return Err(never("is not encrypted")),
        };
        Ok(client.request(method, parsed).header("User-Agent", AGENT))
    }

    /// Makes a call and reads its answer; null when that is no JSON. The message of a fault names `url` alone.
    ///
    /// # Errors
    /// [`Undelivered::Later`] when it is worth another try, [`Undelivered::Never`] when it is not.
    pub(super) async fn call(&self, request: RequestBuilder, url: &str) -> Result<Value, Undelivered> {
        let mut answer = judged(exchange(request).await?, url)?;
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
}

async fn exchange(request: RequestBuilder) -> Result<Response, Undelivered> {
    request.send().await.map_err(|fault| Undelivered::Later(fault.without_url().to_string()))
}

/// An answer that took what was sent.
fn judged(answer: Response, url: &str) -> Result<Response, Undelivered> {
    match answer.status() {
        status if status.is_success() => Ok(answer),
        status if status.is_server_error() || may_pass(status) => Err(Undelivered::Later(status.to_string())),
        status => Err(Undelivered::Never(format!("{url}: {}", status.as_str()))),
    }
}

/// Refusals that mean "later".
fn may_pass(status: StatusCode) -> bool {
    matches!(status, StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY | StatusCode::TOO_MANY_REQUESTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hooks(is_open: bool, allowed: &str) -> Hooks {
        let allowed = Allowed::parse(allowed).unwrap();
        Hooks::new(b"key".to_vec(), Guard { allowed, is_open }).unwrap()
    }

    #[tokio::test]
    async fn nothing_is_sent_to_the_private_network() {
        let hooks = hooks(false, "");
        for url in [
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://2130706433/",
            "http://shop.example/",
            "nonsense",
            "file:///etc/passwd",
        ] {
            let sent = hooks.send((url, "d"), "{}".into(), 0, &mut None).await;
            assert!(matches!(sent, Err(Undelivered::Never(_))), "{url}: {sent:?}");
        }
        // A name that leads into it is not followed either.
        assert!(matches!(hooks.request(Method::GET, "https://localhost/"), Err(Undelivered::Never(_))));
    }

    #[tokio::test]
    async fn s_050_on_a_developers_machine_the_private_network_is_closed_as_well() {
        let hooks = hooks(true, "");
        for url in ["http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/", "http://localhost/"] {
            let sent = hooks.send((url, "d"), "{}".into(), 0, &mut None).await;
            assert!(matches!(sent, Err(Undelivered::Never(_))), "{url}: {sent:?}");
        }
        assert!(hooks.request(Method::GET, "http://shop.example/").is_ok());
    }

    #[tokio::test]
    async fn s_051_what_the_operator_names_is_called() {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let hooks = hooks(false, &format!("127.0.0.1:{port}"));
        let answer = tokio::spawn(async move {
            use tokio::io::{AsyncReadExt, AsyncWriteExt};
            let (mut call, _) = listener.accept().await.unwrap();
            let _ = call.read(&mut [0; 4096]).await.unwrap();
            call.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").await.unwrap();
        });
        let (url, mut status) = (format!("http://127.0.0.1:{port}/"), None);
        hooks.send((&url, "d"), "{}".into(), 0, &mut status).await.unwrap();
        assert_eq!(status, Some(204));
        answer.await.unwrap();
        let other =
            hooks.send((&format!("http://127.0.0.1:{}/", port ^ 1), "d"), "{}".into(), 0, &mut None).await;
        assert!(matches!(other, Err(Undelivered::Never(_))), "{other:?}");
    }
}
