//! How far behind a replica is, for whoever looks from outside.

use std::sync::atomic::{AtomicI64, Ordering};

/// Shared between a replicator and those who watch it. Times are milliseconds since 1970 (UTC); 0 is none.
#[derive(Debug, Default)]
pub struct Status {
    /// Since when there is something that is not shipped.
    behind_since: AtomicI64,
    /// Since when the newest generation cannot be restored, because its whole copy is not there yet.
    copying_since: AtomicI64,
    /// When everything was known to be shipped.
    shipped: AtomicI64,
}

impl Status {
    /// Seconds for which the oldest change waits that a restore would not have; 0 when it would have all.
    pub fn lag_seconds(&self, now_ms: i64) -> f64 {
        let since = [&self.behind_since, &self.copying_since].map(|since| since.load(Ordering::Relaxed));
        let oldest = since.into_iter().filter(|since| *since > 0).min();
        oldest.map_or(0.0, |since| (now_ms - since).max(0) as f64 / 1000.0)
    }

    /// When everything was known to be shipped; 0 when it never was.
    pub fn shipped_ms(&self) -> i64 {
        self.shipped.load(Ordering::Relaxed)
    }

    /// Something is there that is not shipped.
    pub(super) fn behind(&self, now_ms: i64) {
        let _ = self.behind_since.compare_exchange(0, now_ms, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Nothing is replicated: what is there now waits.
    pub(super) fn refused(&self) {
        self.behind(crate::clock::Clock::System.now_ms());
    }

    /// Everything that was there at `at_ms` is shipped.
    pub(super) fn shipped(&self, at_ms: i64) {
        self.behind_since.store(0, Ordering::Relaxed);
        if self.copying_since.load(Ordering::Relaxed) == 0 {
            self.shipped.store(at_ms, Ordering::Relaxed);
        }
    }

    /// A new generation needs its whole copy first; `None`: it is there.
    pub(super) fn copying(&self, since_ms: Option<i64>) {
        match since_ms {
            Some(since) => {
                let _ = self.copying_since.compare_exchange(0, since, Ordering::Relaxed, Ordering::Relaxed);
            }
            None => self.copying_since.store(0, Ordering::Relaxed),
        }
    }
}
