//! Waiting for what another process does: a condition is looked at again and again, until it holds or a limit has passed.
//! No test depends on the pause between two looks; it leaves the processor to the one that is waited for.

use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(10);

/// What `look` finds, as soon as it finds something; `None` when it has found nothing within the limit.
pub fn first<T>(limit: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + limit;
    loop {
        let found = look();
        if found.is_some() || Instant::now() >= end {
            return found;
        }
        std::thread::sleep(PAUSE);
    }
}

/// Waits until something is so.
///
/// # Panics
/// When it is not so within the limit.
pub fn until(what: &str, limit: Duration, mut is_so: impl FnMut() -> bool) {
    assert!(first(limit, || is_so().then_some(())).is_some(), "{what} did not come within {limit:?}");
}
