//! One call, tried again while there is hope.

use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use reqwest::header::HeaderMap;
use reqwest::{RequestBuilder, Response, StatusCode};

use super::Network;
use crate::publish::error::PublishError;

/// Why a call failed.
#[derive(Debug)]
pub(super) enum CallError {
    /// No answer came.
    Network(reqwest::Error),
    /// The answer was a refusal; the wait that the server asked for, and the beginning of its message.
    Status(StatusCode, Option<Duration>, String),
}

impl CallError {
    /// Whether the same call may succeed in a moment.
    fn is_passing(&self) -> bool {
        match self {
            CallError::Network(error) => !error.is_builder() && !error.is_decode(),
            CallError::Status(status, ..) => {
                status.is_server_error()
                    || matches!(*status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT)
            }
        }
    }

    fn wait(&self) -> Option<Duration> {
        match self {
            CallError::Status(_, wait, _) => *wait,
            CallError::Network(_) => None,
        }
    }
}

impl std::fmt::Display for CallError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CallError::Network(error) => {
                write!(f, "{error}")?;
                let mut inner = std::error::Error::source(error);
                while let Some(cause) = inner {
                    write!(f, ": {cause}")?;
                    inner = cause.source();
                }
                Ok(())
            }
            CallError::Status(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _, reason) => {
                write!(f, "the token was refused ({reason})")
            }
            CallError::Status(status, _, reason) => write!(f, "the answer was {status}: {reason}"),
        }
    }
}

/// The longest that a server may make us wait before the next try.
const LONGEST_WAIT: Duration = Duration::from_secs(90);

impl Network {
    /// Makes a call, again with growing pauses when it fails for a reason that may pass, at most seven times.
    pub(super) fn call(&self, what: &str, request: &RequestBuilder) -> Result<Response, PublishError> {
        self.try_call(request).map_err(|error| PublishError::Refused(format!("{what}: {error}")))
    }

    /// The same, for a caller that says by itself what a refusal means.
    pub(super) fn try_call(&self, request: &RequestBuilder) -> Result<Response, CallError> {
        self.try_call_made(|| request.try_clone().expect("a body in memory can be sent again"))
    }

    /// The same for a call that is made anew for each try.
    pub(super) fn try_call_made(&self, make: impl Fn() -> RequestBuilder) -> Result<Response, CallError> {
        let once = || async {
            let response = make().send().await.map_err(CallError::Network)?;
            let (status, wait) = (response.status(), asked_wait(response.headers()));
            if status.is_success() {
                return Ok(response);
            }
            let reason = response.text().await.unwrap_or_default();
            Err(CallError::Status(status, wait, reason.chars().take(300).collect()))
        };
        let pauses = ExponentialBuilder::default()
            .with_jitter()
            .with_min_delay(Duration::from_millis(200))
            .with_max_delay(Duration::from_secs(20))
            .with_max_times(6);
        let done = once
            .retry(pauses)
            .when(CallError::is_passing)
            .adjust(|error, pause| pause.map(|pause| error.wait().unwrap_or(pause).min(LONGEST_WAIT)));
        self.wait(done)
    }

    /// The JSON of an answer.
    pub(super) fn json<T: serde::de::DeserializeOwned>(
        &self,
        what: &str,
        request: &RequestBuilder,
    ) -> Result<T, PublishError> {
        let response = self.call(what, request)?;
        self.wait(response.json()).map_err(|error| PublishError::Refused(format!("{what}: {error}")))
    }
}

/// The wait that an answer asks for: `Retry-After` in seconds.
fn asked_wait(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(reqwest::header::RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}
