//! What is kept of visits, for how long, and who may read it.

use super::environment::Environment;
use super::error::SettingsError;
use crate::clock::DAY;

/// The settings of events and reports.
#[derive(Clone, clap::Args)]
pub struct TrackingSettings {
    /// Days for which events are kept as browsers sent them; reports are made of metrics, which live longer.
    #[arg(long, env = "LOGGIA_EVENTS_KEPT_DAYS", default_value_t = Self::default().events_kept_days)]
    pub events_kept_days: u32,
    /// Days for which the metrics of days are kept.
    #[arg(long, env = "LOGGIA_FIGURES_KEPT_DAYS", default_value_t = Self::default().figures_kept_days)]
    pub figures_kept_days: u32,
    /// The most events that wait in memory to be written; what comes beyond them is shed, and counted.
    #[arg(long, env = "LOGGIA_EVENTS_WAITING", default_value_t = Self::default().events_waiting)]
    pub events_waiting: usize,
    /// What `loggia stats`, or a program of an owner, sends as `Authorization: Bearer …` to read reports; without it only
    /// people who are logged in do.
    #[arg(skip = super::secret_text::read("LOGGIA_REPORT_TOKEN"))]
    pub report_token: Option<String>,
    /// The token of before, while it is being replaced.
    #[arg(skip = super::secret_text::read("LOGGIA_REPORT_TOKEN_PREVIOUS"))]
    pub report_token_previous: Option<String>,
    /// The most megabytes that the store of visits takes; beyond them the oldest events go first.
    #[arg(long, env = "LOGGIA_VISITS_MEGABYTES", default_value_t = Self::default().visits_megabytes)]
    pub visits_megabytes: u32,
    /// The event system every event is forwarded to.
    #[arg(skip = super::secret_text::read("LOGGIA_EVENT_STREAM"))]
    pub event_stream: Option<String>,
}

impl Default for TrackingSettings {
    fn default() -> Self {
        TrackingSettings {
            events_kept_days: 90,
            figures_kept_days: 800,
            events_waiting: 65_536,
            report_token: None,
            report_token_previous: None,
            visits_megabytes: 2048,
            event_stream: None,
        }
    }
}

impl TrackingSettings {
    /// How long events are kept, in milliseconds.
    pub fn events_kept(&self) -> i64 {
        i64::from(self.events_kept_days) * DAY
    }

    /// How long metrics of days are kept, in milliseconds.
    pub fn metrics_kept(&self) -> i64 {
        i64::from(self.figures_kept_days) * DAY
    }

    /// The most bytes that the store of visits takes.
    pub fn visits_bytes(&self) -> i64 {
        i64::from(self.visits_megabytes) * 1024 * 1024
    }

    /// Refuses an address that is not one of a stream, or that is not encrypted.
    pub(super) fn check(&self, environment: Environment) -> Result<(), SettingsError> {
        let Some(stream) = &self.event_stream else { return Ok(()) };
        let is_encrypted = stream.starts_with("tls://");
        if !is_encrypted && !stream.starts_with("nats://") {
            return Err(SettingsError::EventStream);
        }
        let host = stream.split("://").nth(1).unwrap_or_default();
        let host = host.rsplit('@').next().unwrap_or_default();
        let is_here = ["localhost", "127.0.0.1", "[::1]"].iter().any(|here| host.starts_with(here));
        if environment != Environment::Dev && !is_encrypted && !is_here {
            return Err(SettingsError::NotEncrypted("LOGGIA_EVENT_STREAM"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_elsewhere_is_encrypted() {
        let stream =
            |url: &str| TrackingSettings { event_stream: Some(url.into()), ..TrackingSettings::default() };
        let checked = |url: &str| stream(url).check(Environment::Prod).map_err(|refusal| refusal.to_string());
        assert!(
            checked("tls://me:word@events.example:4222").is_ok() && checked("nats://127.0.0.1:4222").is_ok()
        );
        assert!(checked("nats://events.example").unwrap_err().contains("encrypted"));
        assert!(checked("kafka://events.example").unwrap_err().contains("LOGGIA_EVENT_STREAM"));
    }
}
