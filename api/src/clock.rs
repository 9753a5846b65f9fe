//! The only place that asks what time it is, and a clock that stands still for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// One minute in milliseconds.
pub const MINUTE: i64 = 60_000;
/// One hour in milliseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// One day in milliseconds.
pub const DAY: i64 = 24 * HOUR;

/// Where the time comes from: epoch milliseconds, UTC.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    System,
    /// Moves only when it is told to.
    Stopped(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands at `now_ms` until [`Clock::advance`] moves it.
    pub fn stopped_at(now_ms: i64) -> Self {
        Clock::Stopped(Arc::new(AtomicI64::new(now_ms)))
    }

    /// Epoch milliseconds, UTC.
    pub fn now_ms(&self) -> i64 {
        match self {
            Clock::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX)),
            Clock::Stopped(now) => now.load(Ordering::SeqCst),
        }
    }

    /// Moves a stopped clock forward; the machine's own clock is left alone.
    pub fn advance(&self, by_ms: i64) {
        if let Clock::Stopped(now) = self {
            now.fetch_add(by_ms, Ordering::SeqCst);
        }
    }
}

/// The rate limits run on the same clock, so that a test can let a minute pass.
impl governor::clock::Clock for Clock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.now_ms()).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_clock_moves_only_when_told() {
        let clock = Clock::stopped_at(1_000);
        assert_eq!(clock.now_ms(), 1_000);
        clock.advance(MINUTE);
        assert_eq!(clock.now_ms(), 61_000);
    }
}
