//! Groups of events become metrics, each group once: the server that has the turn does it, in one transaction.

use super::sketch::{Distinct, Values};
use super::tally::{Count, THE_REST, Tally, kind};
use super::week;
use crate::clock::{DAY, HOUR};
use crate::error::ApiError;
use crate::repository::visits::fault::{self, Fault};
use crate::repository::visits::week::WEEK;
use crate::repository::visits::{self, event, group, metric, partition, vital};
use crate::repository::{Connection, Db};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// How many names of a kind an hour or a day has; what comes after them is one name. A visitor who makes names up fills
/// no table.
const MOST_NAMES: usize = 1000;
/// As many and the one of the others, for a statement.
const ONE_SHELF: i64 = 1001;
/// How many errors that differ are told apart.
const MOST_FAULTS: i64 = 2000;
/// Hours are kept this long; days as long as the settings say.
const HOURS_KEPT: i64 = 35 * DAY;
/// A map that no publish named for so long belongs to a build that nobody loads any more.
const MAPS_KEPT: i64 = 180 * DAY;
/// How many events are forgotten at a time.
const FORGET_AT_ONCE: i64 = 5000;

/// How long events are kept.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// Events, in milliseconds.
    pub events: i64,
    /// Metrics by day, in milliseconds.
    pub metrics: i64,
}

/// Rolls up every group that waits; how many events it were. `products` are the paths of the pages of products.
pub async fn roll_up(db: &Db, products: HashSet<String>, now: i64) -> Result<usize, ApiError> {
    let products = Arc::new(products);
    let mut all = 0;
    loop {
        let products = products.clone();
        let turn = async move |connection: &mut Connection<'_>| one_turn(connection, &products, now).await;
        let (groups, events) = db.write(turn).await?;
        all += events;
        if groups == 0 {
            week::close(db, now).await?;
            return Ok(all);
        }
    }
}

async fn one_turn(
    connection: &mut Connection<'_>,
    products: &HashSet<String>,
    now: i64,
) -> Result<(usize, usize), ApiError> {
    let groups = group::take_turn(connection).await?;
    let mut tally = Tally::default();
    let mut events = 0;
    for group in &groups {
        for event in event::of_group(connection, *group).await? {
            tally.add(&event, products);
            events += 1;
        }
    }
    week::touch(connection, &tally).await?;
    keep_metrics(connection, tally.metrics).await?;
    keep_vitals(connection, tally.vitals).await?;
    let mut known = fault::count(connection).await?;
    for (fingerprint, alike) in tally.faults {
        if known >= MOST_FAULTS && fault::find(connection, &fingerprint).await?.is_none() {
            continue;
        }
        known += 1;
        let fault = Fault {
            fingerprint,
            message: alike.report.message,
            times: alike.times,
            first_seen: alike.first_seen,
            last_seen: alike.last_seen,
            sample: alike.sample,
        };
        fault::add(connection, &fault).await?;
    }
    group::rolled(connection, &groups, now).await?;
    group::remove_done(connection).await?;
    Ok((groups.len(), events))
}

async fn keep_metrics(
    connection: &mut Connection<'_>,
    metrics: BTreeMap<metric::Key, Count>,
) -> Result<(), ApiError> {
    let mut shelves: BTreeMap<(&'static str, i64, i64), BTreeSet<String>> = BTreeMap::new();
    let mut rest: BTreeMap<metric::Key, Count> = BTreeMap::new();
    for (key, count) in metrics {
        let (kind, step, starts_at, name) = &key;
        if !kind::SKETCHED.contains(kind) {
            let shelf = (*kind, *step, *starts_at);
            let names = match shelves.entry(shelf) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let names = metric::names(connection, shelf, ONE_SHELF).await?;
                    unknown.insert(names.into_iter().collect())
                }
            };
            if names.len() >= MOST_NAMES && !names.contains(name) {
                rest.entry((kind, *step, *starts_at, THE_REST.to_owned())).or_default().times += count.times;
                continue;
            }
            names.insert(name.clone());
        }
        keep_metric(connection, &key, count).await?;
    }
    for (key, count) in rest {
        keep_metric(connection, &key, count).await?;
    }
    Ok(())
}

async fn keep_metric(
    connection: &mut Connection<'_>,
    key: &metric::Key,
    count: Count,
) -> Result<(), ApiError> {
    let mut sketches = (None, None);
    if count.visitors.is_some() || count.visits.is_some() || kind::SKETCHED.contains(&key.0) {
        let before = metric::sketches(connection, key).await?;
        sketches = (merged(count.visitors, before.0), merged(count.visits, before.1));
    }
    metric::add(connection, key, count.times, &sketches).await
}

fn merged(counted: Option<Distinct>, before: Option<Vec<u8>>) -> Option<Vec<u8>> {
    match (counted, before) {
        (Some(mut counted), Some(before)) => {
            counted.absorb(&before);
            Some(counted.bytes())
        }
        (Some(counted), None) => Some(counted.bytes()),
        (None, before) => before,
    }
}

async fn keep_vitals(
    connection: &mut Connection<'_>,
    vitals: BTreeMap<vital::Key, Values>,
) -> Result<(), ApiError> {
    let mut shelves: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
    for (key, mut values) in vitals {
        let (_, starts_at, path, _) = &key;
        if !path.is_empty() {
            // Those that are told apart are metrics already.
            let paths = match shelves.entry(*starts_at) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let shelf = (kind::MEASURED, DAY, *starts_at);
                    let names = metric::names(connection, shelf, ONE_SHELF).await?;
                    unknown.insert(names.into_iter().collect())
                }
            };
            if !paths.contains(path) {
                continue;
            }
        }
        let times = values.count();
        if let Some(before) = vital::sketch(connection, &key).await? {
            values.absorb(&before);
        }
        vital::add(connection, &key, times, &values.bytes()).await?;
    }
    Ok(())
}

/// Forgets what is older than is to be kept.
pub async fn forget(db: &Db, kept: Kept, now: i64) -> Result<(), ApiError> {
    let before = now - kept.events;
    db.write(async move |connection| {
        partition::make(connection, now, now + WEEK).await?;
        partition::remove(connection, before).await?;
        // A week goes when the last of its days went.
        let steps = [(HOUR, now - HOURS_KEPT), (DAY, now - kept.metrics), (WEEK, now - kept.metrics - WEEK)];
        for (step, before) in steps {
            for kind in kind::NAMED.into_iter().chain(kind::SKETCHED) {
                metric::remove_old(connection, (kind, step), before).await?;
            }
            vital::remove_old(connection, step, before).await?;
        }
        visits::week::remove_old(connection, now - kept.metrics - WEEK).await?;
        fault::remove_old(connection, before, now - MAPS_KEPT).await
    })
    .await?;
    // A little at a time, so that the events of now are written in between.
    while db
        .write(async move |connection| event::remove_old(connection, before, FORGET_AT_ONCE).await)
        .await?
        > 0
    {}
    Ok(())
}
