//! What the operator's monitoring reads, in the text form of OpenMetrics: counts and times, nothing of any visitor.

use crate::repository::gauges::Gauges;
use crate::tracking;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// What a scrape is answered with.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper ends of the buckets of a call's time, in seconds.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// A call by its method, its route as the document writes it, and its status.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Call {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    method: &'static str,
    route: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Named {
    name: &'static str,
}

/// How a message of the outbox ended one try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It arrived.
    Sent,
    /// It is tried again.
    Delayed,
    /// It is given up.
    GivenUp,
}

/// The counters of one process.
pub struct Metrics {
    registry: Registry,
    calls: Family<Call, Counter>,
    seconds: Family<Route, Histogram, fn() -> Histogram>,
    at_work: Gauge,
    refused: Family<Named, Counter>,
    deliveries: Family<Named, Counter>,
    statements: Counter,
    events_waiting: Gauge,
    events_written: Counter,
    events_shed: Counter,
    events_dropped: Counter,
    outbox_waiting: Gauge,
    orders_pending: Gauge,
    carts_open: Gauge,
    catalog_version: Gauge,
    /// Without labels, which is written `{}`; there is none where nothing is replicated.
    replication_lag: Family<Vec<(String, String)>, Gauge<f64, AtomicU64>>,
}

impl Metrics {
    /// Counters that stand at nothing; `database` is shown with the program's version.
    pub fn new(database: &'static str) -> Self {
        let mut registry = Registry::with_prefix("loggia");
        let build = Info::new([("version", env!("CARGO_PKG_VERSION")), ("database", database)]);
        registry.register("build", "The program and its database", build);
        let metrics = Metrics {
            calls: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            at_work: Gauge::default(),
            refused: Family::default(),
            deliveries: Family::default(),
            statements: Counter::default(),
            events_waiting: Gauge::default(),
            events_written: Counter::default(),
            events_shed: Counter::default(),
            events_dropped: Counter::default(),
            outbox_waiting: Gauge::default(),
            orders_pending: Gauge::default(),
            carts_open: Gauge::default(),
            catalog_version: Gauge::default(),
            replication_lag: Family::default(),
            registry: Registry::default(),
        };
        registry.register("calls", "Calls answered", metrics.calls.clone());
        registry.register_with_unit(
            "call_duration",
            "Time from a call's head to its answer",
            Unit::Seconds,
            metrics.seconds.clone(),
        );
        registry.register("calls_at_work", "Calls that wait for their answer", metrics.at_work.clone());
        registry.register("rate_refusals", "Calls refused by a rate limit", metrics.refused.clone());
        registry.register(
            "deliveries",
            "Tries to send a message of the outbox, by how they ended",
            metrics.deliveries.clone(),
        );
        registry.register("sql_statements", "Statements sent to the database", metrics.statements.clone());
        registry.register("events_waiting", "Events that wait to be written", metrics.events_waiting.clone());
        registry.register("events_written", "Events that were written", metrics.events_written.clone());
        registry.register("events_shed", "Events there was no room for", metrics.events_shed.clone());
        let dropped = "Events that went before their time, because their store was full";
        registry.register("events_dropped", dropped, metrics.events_dropped.clone());
        registry.register("outbox_waiting", "Messages that wait", metrics.outbox_waiting.clone());
        registry.register("orders_pending", "Orders without a decision", metrics.orders_pending.clone());
        registry.register("carts_open", "Carts that may still be bought", metrics.carts_open.clone());
        registry.register("catalog_version", "Imports that changed it", metrics.catalog_version.clone());
        registry.register_with_unit(
            "replication_lag",
            "How long the oldest change waits that a restore from the replica would not have",
            Unit::Seconds,
            metrics.replication_lag.clone(),
        );
        Metrics { registry, ..metrics }
    }

    /// A call begins; it is at work until what is given back is dropped.
    pub fn begin(&self) -> AtWork {
        self.at_work.inc();
        AtWork(self.at_work.clone())
    }

    /// A call is answered. A route nobody wrote down is not named: anyone who asks for many makes no labels.
    pub fn end(&self, method: &str, route: Option<String>, status: u16, took: Duration) {
        let method = known(method);
        let route = route.unwrap_or_else(|| "other".into());
        self.seconds.get_or_create(&Route { method, route: route.clone() }).observe(took.as_secs_f64());
        self.calls.get_or_create(&Call { method, route, status }).inc();
    }

    /// A call of this kind was refused by its rate limit.
    pub fn refuse(&self, kind: &'static str) {
        self.refused.get_or_create(&Named { name: kind }).inc();
    }

    /// A message was tried.
    pub fn deliver(&self, ending: Delivery) {
        let name = match ending {
            Delivery::Sent => "sent",
            Delivery::Delayed => "delayed",
            Delivery::GivenUp => "given_up",
        };
        self.deliveries.get_or_create(&Named { name }).inc();
    }

    /// How far behind the replica is.
    pub fn replicated(&self, lag_seconds: f64) {
        self.replication_lag.get_or_create(&Vec::new()).set(lag_seconds);
    }

    /// Everything as text; `statements` is what the store has counted so far.
    pub fn text(
        &self,
        gauges: Gauges,
        events: tracking::Gauges,
        statements: u64,
    ) -> Result<String, std::fmt::Error> {
        self.outbox_waiting.set(gauges.outbox_waiting);
        self.orders_pending.set(gauges.orders_pending);
        self.carts_open.set(gauges.carts_open);
        self.catalog_version.set(gauges.catalog_version);
        self.events_waiting.set(i64::try_from(events.waiting).unwrap_or(i64::MAX));
        self.events_written.inc_by(events.written.saturating_sub(self.events_written.get()));
        self.events_shed.inc_by(events.shed.saturating_sub(self.events_shed.get()));
        self.events_dropped.inc_by(events.dropped.saturating_sub(self.events_dropped.get()));
        self.statements.inc_by(statements.saturating_sub(self.statements.get()));
        let mut text = String::new();
        text::encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// A call that waits for its answer, also one whose client goes away meanwhile.
#[derive(Debug)]
pub struct AtWork(Gauge);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// One of the methods of HTTP; a made-up one is `OTHER`.
fn known(method: &str) -> &'static str {
    const METHODS: [&str; 7] = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"];
    METHODS.into_iter().find(|known| *known == method).unwrap_or("OTHER")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_told() {
        let metrics = Metrics::new("sqlite");
        drop(metrics.begin());
        metrics.end("GET", Some("/api/crumb".into()), 200, Duration::from_millis(3));
        let _waits = metrics.begin();
        metrics.end("BREW", None, 404, Duration::from_millis(3));
        metrics.refuse("log_in");
        metrics.deliver(Delivery::Sent);
        metrics.replicated(1.5);
        let text = metrics
            .text(
                Gauges { orders_pending: 2, ..Gauges::default() },
                tracking::Gauges { waiting: 3, written: 5, shed: 1, dropped: 4 },
                17,
            )
            .unwrap();
        for line in [
            "loggia_build_info{version=\"0.1.0\",database=\"sqlite\"} 1",
            "loggia_calls_total{method=\"GET\",route=\"/api/crumb\",status=\"200\"} 1",
            "loggia_calls_total{method=\"OTHER\",route=\"other\",status=\"404\"} 1",
            "loggia_call_duration_seconds_bucket{le=\"0.005\",method=\"GET\",route=\"/api/crumb\"} 1",
            "loggia_calls_at_work 1",
            "loggia_rate_refusals_total{name=\"log_in\"} 1",
            "loggia_deliveries_total{name=\"sent\"} 1",
            "loggia_sql_statements_total 17",
            "loggia_orders_pending 2",
            "loggia_events_waiting 3",
            "loggia_events_written_total 5",
            "loggia_events_shed_total 1",
            "loggia_events_dropped_total 4",
            "loggia_replication_lag_seconds{} 1.5",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }
}
