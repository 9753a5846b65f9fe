//! Calls to the site that is left: slowly, again when it is busy, and asking only for what changed.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use backon::{BackoffBuilder, ExponentialBuilder};
use reqwest::header::{self, HeaderMap, HeaderName};
use reqwest::{Response, StatusCode, Url};
use tokio::time::{Instant, sleep_until};

use super::archive::{Answer, Archive};
use crate::clock;
use crate::import::Caller;

/// How often an address is asked before it counts as failed.
const TRIES: usize = 6;
/// A site that asks for a longer pause is asked again after this one.
const LONGEST_WAIT: Duration = Duration::from_secs(600);
/// A longer header says nothing that matters.
const LONGEST_HEADER: usize = 2_048;

/// When the next call may be made.
struct Pace {
    gap: Mutex<Duration>,
    next: Mutex<Instant>,
}

impl Pace {
    async fn turn(&self) {
        let gap = *self.gap.lock().unwrap_or_else(PoisonError::into_inner);
        let at = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let at = (*next).max(Instant::now());
            *next = at + gap;
            at
        };
        sleep_until(at).await;
    }

    /// Nobody asks before the wait is over.
    fn pause(&self, wait: Duration) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = (*next).max(Instant::now() + wait);
    }
}

/// Asks addresses, and keeps what they answer.
pub struct Client<'a> {
    caller: Caller,
    archive: &'a Archive,
    pace: Pace,
    asked: AtomicUsize,
    not_changed: AtomicUsize,
    bytes: AtomicUsize,
}

impl<'a> Client<'a> {
    /// A client that asks so many times a second.
    ///
    /// # Errors
    /// When the machine refuses to call anybody.
    pub fn new(archive: &'a Archive, rate: f64) -> io::Result<Client<'a>> {
        let gap = Duration::from_secs_f64(1.0 / rate.clamp(0.01, 10_000.0));
        Ok(Client {
            caller: Caller::new()?,
            archive,
            pace: Pace { gap: Mutex::new(gap), next: Mutex::new(Instant::now()) },
            asked: AtomicUsize::new(0),
            not_changed: AtomicUsize::new(0),
            bytes: AtomicUsize::new(0),
        })
    }

    /// Waits longer between two calls, when the site asks for it.
    pub fn slow_down(&self, gap: Duration) {
        let mut own = self.pace.gap.lock().unwrap_or_else(PoisonError::into_inner);
        *own = (*own).max(gap);
    }

    /// How many calls were made, how many of them were answered with nothing new, and how many bytes came.
    #[must_use]
    pub fn counts(&self) -> (usize, usize, usize) {
        let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        (of(&self.asked), of(&self.not_changed), of(&self.bytes))
    }

    /// Asks an address and keeps the answer, which has at most so many bytes. What did not come has status 0 and says why.
    ///
    /// # Errors
    /// When the machine refuses to keep it.
    pub async fn ask(&self, url: &Url, most: u64) -> io::Result<Answer> {
        let known = self.archive.get(url.as_str());
        let known = known.filter(|known| known.status == 200 && self.archive.has_body(known));
        let mut backoff = ExponentialBuilder::default()
            .with_jitter()
            .with_min_delay(Duration::from_millis(500))
            .with_max_delay(Duration::from_secs(60))
            .with_max_times(TRIES)
            .build();
        let mut failed = Answer::of(url.as_str(), clock::now());
        for _ in 0..TRIES {
            self.pace.turn().await;
            let mut request = match self.caller.asking(url) {
                Ok(request) => request,
                Err(why) => {
                    failed.error = Some(why);
                    break;
                }
            };
            if let Some(known) = &known {
                let held =
                    [(header::IF_NONE_MATCH, &known.etag), (header::IF_MODIFIED_SINCE, &known.last_modified)];
                for (name, value) in held {
                    request = value.iter().fold(request, |request, value| request.header(&name, value));
                }
            }
            self.asked.fetch_add(1, Ordering::Relaxed);
            let mut wait = backoff.next().unwrap_or(LONGEST_WAIT);
            match request.send().await {
                Err(error) => failed.error = Some(reason(&error)),
                Ok(response) if response.status() == StatusCode::NOT_MODIFIED => {
                    if let Some(known) = known {
                        self.not_changed.fetch_add(1, Ordering::Relaxed);
                        self.archive.same(url.as_str(), clock::now())?;
                        return Ok(known);
                    }
                    failed.error = Some("it says that nothing changed, and nothing came before".to_owned());
                }
                Ok(response) if is_busy(response.status()) => {
                    wait = retry_after(response.headers(), clock_time()).unwrap_or(wait);
                    failed.error = Some(format!("the site is busy ({})", response.status()));
                    self.pace.pause(wait.min(LONGEST_WAIT));
                }
                Ok(response) => match self.keep(url, response, most).await? {
                    Ok(answer) => return Ok(answer),
                    Err((why, again)) => {
                        failed.error = Some(why);
                        if !again {
                            break;
                        }
                    }
                },
            }
            self.pace.pause(wait.min(LONGEST_WAIT));
        }
        failed.at = clock::now();
        self.archive.put(failed.clone())?;
        Ok(failed)
    }

    /// Streams a body into the archive and writes its answer down; or why it did not come, and whether it may yet.
    async fn keep(
        &self,
        url: &Url,
        mut response: Response,
        most: u64,
    ) -> io::Result<Result<Answer, (String, bool)>> {
        let text = |name: HeaderName| {
            let value = response.headers().get(name).and_then(|value| value.to_str().ok());
            value.filter(|value| value.len() <= LONGEST_HEADER).map(str::to_owned)
        };
        let mut answer = Answer {
            status: response.status().as_u16(),
            kind: text(header::CONTENT_TYPE).unwrap_or_default().to_ascii_lowercase(),
            etag: text(header::ETAG),
            last_modified: text(header::LAST_MODIFIED),
            location: text(header::LOCATION),
            robots: text(HeaderName::from_static("x-robots-tag")),
            ..Answer::of(url.as_str(), clock::now())
        };
        if response.status() == StatusCode::OK {
            let too_large = || Ok(Err((format!("it has more than {} MB", most >> 20), false)));
            if response.content_length().is_some_and(|length| length > most) {
                return too_large();
            }
            let mut incoming = self.archive.incoming()?;
            loop {
                match response.chunk().await {
                    Ok(Some(part)) if incoming.size() + part.len() as u64 > most => return too_large(),
                    Ok(Some(part)) => {
                        self.bytes.fetch_add(part.len(), Ordering::Relaxed);
                        incoming.write_all(&part)?;
                    }
                    Ok(None) => break,
                    Err(error) => return Ok(Err((reason(&error), true))),
                }
            }
            let (body, size) = incoming.keep()?;
            (answer.body, answer.size) = (Some(body), size);
        }
        self.archive.put(answer.clone())?;
        Ok(Ok(answer))
    }
}

fn clock_time() -> SystemTime {
    std::time::UNIX_EPOCH + Duration::from_millis(u64::try_from(clock::now()).unwrap_or_default())
}

fn is_busy(status: StatusCode) -> bool {
    status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT)
}

fn reason(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut cause: Option<&dyn std::error::Error> = std::error::Error::source(error);
    while let Some(inner) = cause {
        text = inner.to_string();
        cause = inner.source();
    }
    match text.is_empty() {
        true if error.is_timeout() => "it took too long".to_owned(),
        true => "it cannot be reached".to_owned(),
        false => text,
    }
}

/// How long a site asks to wait, in seconds or until a time.
fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let value = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    match value.parse::<u64>() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => Some(httpdate::parse_http_date(value).ok()?.duration_since(now).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-538: both forms in which a site says how long to wait.
    #[test]
    fn s_538_a_wait_in_seconds_or_until_a_time() {
        let now = httpdate::parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT").unwrap();
        let wait = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::RETRY_AFTER, value.parse().unwrap());
            retry_after(&headers, now)
        };
        assert_eq!(wait("120"), Some(Duration::from_secs(120)));
        assert_eq!(wait("Sun, 06 Nov 1994 08:50:00 GMT"), Some(Duration::from_secs(23)));
        assert_eq!(wait("Sun, 06 Nov 1994 08:49:00 GMT"), Some(Duration::ZERO));
        assert_eq!((wait("soon"), wait("-3")), (None, None));
    }
}
