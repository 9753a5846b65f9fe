//! Calls to PayPal over HTTPS: a token that is asked for once in its life, and repeats of what was not answered.

use super::paypal_wire::Refusal;
use super::provider::NoAnswer;
use crate::outbound::tls;
use reqwest::{Client, Method, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// How long one call may take.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// How often a call is sent that was not answered, or with "later".
const ATTEMPTS: u32 = 4;
/// A token is not used in the last moments of its life.
const BEFORE_ITS_END: u64 = 60;

/// Whoever makes the calls of one account.
pub(super) struct Calls {
    http: Client,
    url: String,
    client: String,
    secret: String,
    /// Before the second attempt; it doubles.
    pause: Duration,
    token: Mutex<Option<(String, Instant)>>,
}

/// How one call ended.
pub(super) enum Reply<T> {
    Done(T),
    Refused(StatusCode, Refusal),
}

/// How one attempt failed after which another may do better.
enum Again {
    Later(String),
    /// This one is not taken any more.
    NewToken(String),
}

#[derive(Deserialize)]
struct Token {
    access_token: String,
    #[serde(default)]
    expires_in: u64,
}

impl Calls {
    /// Calls to the server at `url` by the app `client` with its `secret`.
    pub fn new(
        (client, secret): (String, String),
        url: &str,
        pause: Duration,
    ) -> Result<Self, reqwest::Error> {
        let http = tls::client()
            .timeout(TIME_LIMIT)
            .connect_timeout(Duration::from_secs(5))
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        let url = url.trim_end_matches('/').to_owned();
        Ok(Calls { http, url, client, secret, pause, token: Mutex::default() })
    }

    /// What calls are made with; asked for once in its life.
    async fn token(&self) -> Result<String, String> {
        let mut known = self.token.lock().await;
        if let Some((token, until)) = known.as_ref()
            && Instant::now() < *until
        {
            return Ok(token.clone());
        }
        let request = self
            .http
            .post(format!("{}/v1/oauth2/token", self.url))
            .basic_auth(&self.client, Some(&self.secret))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .body("grant_type=client_credentials");
        let fault = |fault: reqwest::Error| fault.without_url().to_string();
        let answer = request.send().await.map_err(fault)?;
        if !answer.status().is_success() {
            return Err(format!("{} instead of a token", answer.status()));
        }
        let token: Token = serde_json::from_slice(&answer.bytes().await.map_err(fault)?)
            .map_err(|fault| fault.to_string())?;
        let life = Duration::from_secs(token.expires_in.saturating_sub(BEFORE_ITS_END));
        *known = Some((token.access_token.clone(), Instant::now() + life));
        Ok(token.access_token)
    }

    /// One call, sent again when nothing is known of it: the key makes the repeat the same call.
    pub(super) async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
    ) -> Result<Reply<T>, NoAnswer> {
        let body = body.map(Value::to_string);
        self.send(method, path, body.as_deref(), key).await
    }

    pub(super) async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&str>,
        key: Option<&str>,
    ) -> Result<Reply<T>, NoAnswer> {
        let mut attempt = 1;
        loop {
            let fault = match self.once(method.clone(), path, body, key).await {
                Ok(reply) => return Ok(reply),
                Err(Again::Later(fault)) => fault,
                Err(Again::NewToken(used)) => {
                    let mut known = self.token.lock().await;
                    // Another call may have a new one by now.
                    if known.as_ref().is_some_and(|(token, _)| *token == used) {
                        *known = None;
                    }
                    "the token is not taken".into()
                }
            };
            if attempt == ATTEMPTS {
                return Err(NoAnswer(fault));
            }
            tokio::time::sleep(self.pause * 2_u32.pow(attempt - 1)).await;
            attempt += 1;
        }
    }

    async fn once<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&str>,
        key: Option<&str>,
    ) -> Result<Reply<T>, Again> {
        let later = |fault: reqwest::Error| Again::Later(fault.without_url().to_string());
        let token = self.token().await.map_err(Again::Later)?;
        let mut request = self
            .http
            .request(method.clone(), format!("{}{path}", self.url))
            .bearer_auth(&token)
            .header("Prefer", "return=representation");
        if let Some(key) = key {
            request = request.header("PayPal-Request-Id", key);
        }
        if method == Method::POST {
            let body = body.unwrap_or("{}").to_owned();
            request = request.header("Content-Type", "application/json").body(body);
        }
        let answer = request.send().await.map_err(later)?;
        let status = answer.status();
        let body = answer.bytes().await.map_err(later)?;
        if status.is_success() {
            let read = serde_json::from_slice(&body).map(Reply::Done);
            return read.map_err(|fault| Again::Later(fault.to_string()));
        }
        match status {
            StatusCode::UNAUTHORIZED => Err(Again::NewToken(token)),
            // The same request is at work.
            StatusCode::CONFLICT | StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
                Err(Again::Later(status.to_string()))
            }
            _ if status.is_server_error() => Err(Again::Later(status.to_string())),
            _ => Ok(Reply::Refused(status, serde_json::from_slice(&body).unwrap_or_default())),
        }
    }
}
