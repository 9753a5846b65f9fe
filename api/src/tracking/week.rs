//! Weeks that are over are added up from their days, so that a report of a year is as quick as one of a month.

use super::sketch::Values;
use super::tally::{THE_REST, Tally, kind};
use crate::clock::{DAY, HOUR};
use crate::error::ApiError;
use crate::repository::visits::metric;
use crate::repository::visits::span::Span;
use crate::repository::visits::week::{self, WEEK};
use crate::repository::visits::{group, vital};
use crate::repository::{Connection, Db};
use std::collections::{BTreeMap, BTreeSet};

/// How many names of a kind a week tells apart: those that were counted most.
const MOST_NAMES: i64 = 1000;
/// A week is added up so long after its end: what was sent at its very end is rolled up by then.
const PATIENCE: i64 = HOUR;

/// The weeks that a batch tells of are open, again where they were added up.
pub(super) async fn touch(connection: &mut Connection<'_>, tally: &Tally) -> Result<(), ApiError> {
    let days = tally.metrics.keys().filter(|(_, step, ..)| *step == DAY);
    let weeks: BTreeSet<i64> = days.map(|(.., starts_at, _)| starts_at.div_euclid(WEEK) * WEEK).collect();
    for starts_at in weeks {
        week::touch(connection, starts_at).await?;
    }
    Ok(())
}

/// Adds up every week that is over and was not, each in a transaction of its own.
pub(super) async fn close(db: &Db, now: i64) -> Result<(), ApiError> {
    let over = now - PATIENCE - WEEK + 1;
    for starts_at in db.read(async |connection| week::open(connection, 0, over).await).await? {
        db.write(async move |connection| close_one(connection, starts_at, now).await).await?;
    }
    Ok(())
}

async fn close_one(connection: &mut Connection<'_>, starts_at: i64, now: i64) -> Result<(), ApiError> {
    // The server that has the turn rolls up nothing meanwhile, so the days stay as they are until this is done.
    group::turn(connection).await?;
    if week::open(connection, starts_at, starts_at + 1).await?.is_empty() {
        return Ok(());
    }
    let days = |kind| Span { kind, step: DAY, from: starts_at, to: starts_at + WEEK };
    for kind in kind::NAMED {
        metric::add_up(connection, &days(kind), THE_REST, MOST_NAMES).await?;
    }
    vital::clear(connection, WEEK, starts_at).await?;
    let measured = Span { step: WEEK, ..days(kind::MEASURED) };
    for (path, _) in metric::ranked(connection, &measured, MOST_NAMES + 1).await? {
        let mut metrics: BTreeMap<String, (i64, Values)> = BTreeMap::new();
        for one in vital::of_path(connection, &days(""), &path).await? {
            let (times, values) = metrics.entry(one.metric).or_default();
            *times += one.times;
            values.absorb(&one.sketch);
        }
        for (metric, (times, values)) in metrics {
            vital::add(connection, &(WEEK, starts_at, path.clone(), metric), times, &values.bytes()).await?;
        }
    }
    week::close(connection, starts_at, now).await
}
