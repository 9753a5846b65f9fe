//! Weeks that are over, added up: a year is read as some fifty of them and the days at its ends.

use super::span::Span;
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};

/// A week in milliseconds; weeks are counted from the beginning of 1970.
pub const WEEK: i64 = 7 * DAY;
const DAY: i64 = 24 * 60 * 60 * 1000;

statements! {
    TOUCH = "INSERT INTO week (starts_at, closed_at) VALUES ($1, NULL) \
        ON CONFLICT (starts_at) DO UPDATE SET closed_at = NULL WHERE week.closed_at IS NOT NULL";
    OPEN = "SELECT starts_at FROM week WHERE closed_at IS NULL AND starts_at >= $1 AND starts_at < $2 ORDER BY starts_at";
    CLOSE = "UPDATE week SET closed_at = $2 WHERE starts_at = $1";
    REMOVE_OLD = "DELETE FROM week WHERE starts_at < $1";
}

/// A span taken to pieces: days (or hours), whole weeks that are added up, and days again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// How long the steps at both ends are.
    pub step: i64,
    /// The steps before the weeks begin here, …
    pub from: i64,
    /// … the weeks here, …
    pub weeks_from: i64,
    /// … the steps after them here, …
    pub weeks_to: i64,
    /// … and end here.
    pub to: i64,
}

impl Pieces {
    /// The most weeks on end of a span of days in which none of the `open` ones stands. A week of which nothing is known
    /// is as good as closed: nothing happened in it.
    fn of(span: &Span, open: &[i64]) -> Pieces {
        let (first, last) = inside(span);
        let (mut begins, mut longest) = (first, (first, first));
        for ends in open.iter().copied().chain([last]) {
            if ends - begins > longest.1 - longest.0 {
                longest = (begins, ends);
            }
            begins = ends + WEEK;
        }
        let (weeks_from, weeks_to) = longest;
        if weeks_from == weeks_to {
            Pieces::whole(span)
        } else {
            Pieces { weeks_from, weeks_to, ..Pieces::whole(span) }
        }
    }

    /// Steps alone.
    fn whole(span: &Span) -> Pieces {
        Pieces { step: span.step, from: span.from, weeks_from: span.to, weeks_to: span.to, to: span.to }
    }
}

/// The weeks that lie wholly in a span: where the first begins and the last ends.
fn inside(span: &Span) -> (i64, i64) {
    (-(-span.from).div_euclid(WEEK) * WEEK, span.to.div_euclid(WEEK) * WEEK)
}

/// Takes a span to pieces, by what is added up now.
pub async fn pieces(connection: &mut Connection<'_>, span: &Span) -> Result<Pieces, ApiError> {
    let (first, last) = inside(span);
    if span.step != DAY || first >= last {
        return Ok(Pieces::whole(span));
    }
    Ok(Pieces::of(span, &open(connection, first, last).await?))
}

/// The weeks that begin in a span and are not added up, the oldest first.
pub async fn open(connection: &mut Connection<'_>, from: i64, to: i64) -> Result<Vec<i64>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(OPEN).bind(from).bind(to).fetch_all(c).await)?)
}

/// Something happened in a week: what was added up of it is so no longer.
pub async fn touch(connection: &mut Connection<'_>, starts_at: i64) -> Result<(), ApiError> {
    affected!(connection, TOUCH, starts_at)?;
    Ok(())
}

/// A week is added up.
pub async fn close(connection: &mut Connection<'_>, starts_at: i64, now: i64) -> Result<(), ApiError> {
    affected!(connection, CLOSE, starts_at, now)?;
    Ok(())
}

/// Forgets weeks that began before a moment.
pub async fn remove_old(connection: &mut Connection<'_>, before: i64) -> Result<(), ApiError> {
    affected!(connection, REMOVE_OLD, before)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(step: i64, from: i64, to: i64, open: &[i64]) -> (i64, i64) {
        let open: Vec<i64> = open.iter().map(|week| week * WEEK).collect();
        let pieces = Pieces::of(&Span { kind: "", step, from: from * DAY, to: to * DAY }, &open);
        assert_eq!((pieces.from, pieces.to), (from * DAY, to * DAY));
        (pieces.weeks_from / DAY, pieces.weeks_to / DAY)
    }

    #[test]
    fn a_span_is_the_weeks_in_it_and_the_days_at_its_ends() {
        assert_eq!(pieces(DAY, 0, 70, &[]), (0, 70));
        assert_eq!(pieces(DAY, 1, 69, &[]), (7, 63));
        assert_eq!(pieces(DAY, 1, 69, &[8]), (7, 56));
        // An open week in the middle: the longer side.
        assert_eq!(pieces(DAY, 1, 69, &[3]), (28, 63));
        assert_eq!(pieces(DAY, 1, 69, &[5, 7, 8]), (7, 35));
        // Where there is none, the days are all there is.
        assert_eq!(pieces(DAY, 1, 14, &[1]), (14, 14));
        assert_eq!(pieces(DAY, 1, 6, &[]), (6, 6));
    }
}
