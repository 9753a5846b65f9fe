//! What visitors do, from what browsers tell to metrics: taken at once, written in groups, rolled up, forgotten.
//!
//! [`Tracking::tell`] never waits and never fails: what there is no room for is shed and counted. A thread of its own
//! writes what waits, a group at a time, into a store of its own; [`roll_up`] turns groups into metrics.

mod fault;
mod queue;
mod roll_up;
mod room;
mod sketch;
mod source_map;
mod tally;
mod week;

pub use fault::{Frame, Report};
pub use queue::{Gauges, Tracking};
pub use roll_up::{Kept, forget, roll_up};
pub use room::make_room;
pub use sketch::{Distinct, Values};
pub use source_map::Maps;
pub use tally::{FUNNEL, THE_REST, kind};

use crate::repository::visits::event::Event;
use serde_json::{Value, json};

/// An event as other programs receive it.
pub fn as_json(event: &Event) -> Value {
    // What is JSON stays JSON, what is none is a text.
    let data = serde_json::from_str(&event.data).unwrap_or_else(|_| Value::from(event.data.as_str()));
    json!({
        "id": event.id,
        "occurredOn": moment(event.occurred_at),
        "kind": event.kind,
        "name": event.name,
        "visitor": event.visitor,
        "visit": event.visit,
        "analyticsId": event.analytics_id,
        "source": event.source,
        "data": data,
    })
}

/// A moment with its milliseconds, in UTC: as text it sorts as time does.
pub fn moment(epoch_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(epoch_ms)
        .map(|at| at.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string())
        .unwrap_or_default()
}
