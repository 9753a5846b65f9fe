//! A bound on the memory of pictures that are open at the same time, however many threads there are.

use std::sync::{Condvar, Mutex, PoisonError};

/// So many bytes may be in use; a picture that needs more waits.
pub struct Budget {
    bytes: u64,
    used: Mutex<u64>,
    freed: Condvar,
}

/// A share of a budget, given back when dropped.
pub struct Share<'b> {
    budget: &'b Budget,
    bytes: u64,
}

impl Budget {
    /// Of so many bytes.
    pub fn new(bytes: u64) -> Budget {
        Budget { bytes, used: Mutex::new(0), freed: Condvar::new() }
    }

    /// Waits for a share. One that is larger than all there is waits until it is alone.
    pub fn take(&self, bytes: u64) -> Share<'_> {
        let bytes = bytes.min(self.bytes);
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.freed.wait_while(used, |used| *used + bytes > self.bytes);
        *waited.unwrap_or_else(PoisonError::into_inner) += bytes;
        Share { budget: self, bytes }
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        *self.budget.used.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.budget.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn no_more_is_in_use_than_the_budget_has() {
        let budget = Budget::new(10);
        let (used, most) = (AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for index in 0..40 {
                let (budget, used, most) = (&budget, &used, &most);
                scope.spawn(move || {
                    let wanted = 1 + index % 13;
                    let _share = budget.take(wanted);
                    let now = used.fetch_add(wanted.min(10), Ordering::SeqCst) + wanted.min(10);
                    most.fetch_max(now, Ordering::SeqCst);
                    std::thread::yield_now();
                    used.fetch_sub(wanted.min(10), Ordering::SeqCst);
                });
            }
        });
        assert!(most.load(Ordering::SeqCst) <= 10);
        assert_eq!(*budget.used.lock().unwrap(), 0);
    }
}
