//! A captcha checked by a service elsewhere. Turnstile, hCaptcha and reCAPTCHA are asked in the same words: a form of
//! `secret` and `response`, answered by JSON with `success`. The visitor's address is not passed on.

use crate::outbound::tls;
use reqwest::Client;
use reqwest::redirect::Policy;
use serde::Deserialize;
use std::fmt;
use std::time::Duration;

/// How long the service may take.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// The longest token that is passed on, in bytes: the longest of the three services' are about 2,000.
const LONGEST_TOKEN: usize = 8192;

/// A service that knows whether a token shows a solved captcha.
#[derive(Clone)]
pub struct Service {
    http: Client,
    url: String,
    secret: String,
}

impl fmt::Debug for Service {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Service").field("url", &self.url).finish_non_exhaustive()
    }
}

/// The service did not say whether a captcha is solved.
#[derive(Debug, thiserror::Error)]
#[error("the captcha service did not answer: {0}")]
pub struct Unanswered(String);

/// What is read of its answer.
#[derive(Deserialize)]
struct Verdict {
    success: bool,
}

impl Service {
    /// Asks at `url`, as the shop that has `secret`.
    ///
    /// # Errors
    /// When the machine trusts no certificates.
    pub fn new(url: &str, secret: &str) -> Result<Self, reqwest::Error> {
        let http = tls::client().timeout(TIME_LIMIT).redirect(Policy::none()).build()?;
        Ok(Service { http, url: url.to_owned(), secret: secret.to_owned() })
    }

    /// Whether `token` shows a solved captcha. The service says so once for each token.
    ///
    /// # Errors
    /// [`Unanswered`] when it cannot be reached or answers something else.
    pub async fn accepts(&self, token: &str) -> Result<bool, Unanswered> {
        if token.is_empty() || token.len() > LONGEST_TOKEN {
            return Ok(false);
        }
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("secret", &self.secret)
            .append_pair("response", token)
            .finish();
        let asked = self
            .http
            .post(&self.url)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .body(body)
            .send()
            .await
            .map_err(unanswered)?;
        if !asked.status().is_success() {
            return Err(Unanswered(asked.status().to_string()));
        }
        let verdict: Verdict = asked.json().await.map_err(unanswered)?;
        Ok(verdict.success)
    }
}

fn unanswered(fault: reqwest::Error) -> Unanswered {
    Unanswered(fault.without_url().to_string())
}
