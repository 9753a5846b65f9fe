//! The store of visits never takes more than the owner gives it: the oldest events go first (S-058).

use super::queue::Tracking;
use crate::error::ApiError;
use crate::repository::visits::size;

/// How many events go in one transaction, so that those of now are written in between.
const AT_ONCE: i64 = 5000;

/// Makes room when the store takes more than `most` bytes: as many of its oldest events go as bring it a tenth below. The
/// metrics made of them stay.
///
/// # Errors
/// Those of the store.
pub async fn make_room(tracking: &Tracking, most: i64) -> Result<(), ApiError> {
    let db = tracking.db();
    let used = db.read(async |connection| size::used(connection).await).await?;
    if used <= most {
        return Ok(());
    }
    let events = db.read(async |connection| size::events(connection).await).await?;
    let mut wanted = share(events, used, most - most / 10);
    let all = wanted;
    while wanted > 0 {
        let now = wanted.min(AT_ONCE);
        let gone = db.write(async move |connection| size::remove_oldest(connection, now).await).await?;
        tracking.drop_oldest(gone);
        wanted -= now;
    }
    tracing::warn!(events = all, used, most, "the store of visits was full: its oldest events are gone");
    Ok(())
}

/// How many of `events` go so that what takes `used` bytes takes `wanted` bytes; at least one.
fn share(events: i64, used: i64, wanted: i64) -> i64 {
    let gone = i128::from(events) * i128::from((used - wanted).max(0)) / i128::from(used.max(1));
    i64::try_from(gone).unwrap_or(i64::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_058_as_many_go_as_take_what_is_too_much() {
        assert_eq!(share(1000, 200, 100), 500);
        assert_eq!(share(1000, 100, 90), 100);
        assert_eq!(share(3, i64::MAX, 1), 2);
        assert_eq!(share(0, 100, 90), 1);
    }
}
