//! Events added up: which metrics they change, and by how much. Pure.

use super::fault::Report;
use super::sketch::{Distinct, Values};
use crate::clock::{DAY, HOUR};
use crate::repository::visits::event::Event;
use crate::repository::visits::{metric, vital};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

/// What is counted.
pub mod kind {
    /// Page views, in all; with sketches of visitors and visits.
    pub const VIEW: &str = "view";
    /// Page views by path.
    pub const PAGE: &str = "page";
    /// Arrivals by the site that led here.
    pub const SOURCE: &str = "source";
    /// Searches by what was looked for.
    pub const SEARCH: &str = "search";
    /// The steps to an order; with a sketch of visitors.
    pub const FUNNEL: &str = "funnel";
    /// Errors by fingerprint.
    pub const ERROR: &str = "error";
    /// Everything else that is sent, by kind.
    pub const OTHER: &str = "other";
    /// Views that were measured, by path; by day alone.
    pub const MEASURED: &str = "measured";

    /// Those with many names and no sketches: weeks of them are added up.
    pub const NAMED: [&str; 6] = [PAGE, SOURCE, SEARCH, ERROR, OTHER, MEASURED];
    /// Those with few names, which are ours, and with sketches.
    pub const SKETCHED: [&str; 2] = [VIEW, FUNNEL];
}

/// The name of all those that are not told apart.
pub const THE_REST: &str = "(other)";

/// The steps to an order, in their order.
pub const FUNNEL: [&str; 5] = ["visit", "product", "cart", "checkout", "order"];

/// The longest name of a metric, in characters.
const LONGEST: usize = 300;
const METRICS: [&str; 6] = ["TTFB", "FCP", "LCP", "CLS", "INP", "FID"];

/// How often, and by whom.
#[derive(Debug, Default)]
pub(super) struct Count {
    pub times: i64,
    pub visitors: Option<Distinct>,
    pub visits: Option<Distinct>,
}

/// Errors that are alike.
#[derive(Debug)]
pub(super) struct Alike {
    pub report: Report,
    pub times: i64,
    pub first_seen: i64,
    pub last_seen: i64,
    pub sample: String,
}

/// Everything that a batch of events changes.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub metrics: BTreeMap<metric::Key, Count>,
    pub vitals: BTreeMap<vital::Key, Values>,
    pub faults: BTreeMap<String, Alike>,
}

impl Tally {
    /// Adds one event; `products` are the paths of the pages of products.
    pub fn add(&mut self, event: &Event, products: &HashSet<String>) {
        match (event.kind.as_str(), event.name.as_str()) {
            ("hit", "1") => self.view(event, products),
            ("hit", "2") => {
                let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
                let query = data["payload"]["query"].as_str().unwrap_or_default().trim().to_lowercase();
                if !query.is_empty() {
                    self.count(kind::SEARCH, event, &query);
                }
            }
            ("hit", number) => self.count(kind::OTHER, event, name_of_hit(number)),
            ("event", "order") => self.step("order", event),
            ("event", name) => self.count(kind::OTHER, event, &format!("event {name}")),
            ("pipeline", "visit_product_page") => self.step("product", event),
            ("pipeline", "view_cart" | "add_to_cart") => self.step("cart", event),
            ("pipeline", _) => {}
            ("performance", path) => self.measured(event, path),
            ("javascript-error", _) => self.fault(event),
            ("overlay", what) => self.count(kind::OTHER, event, &format!("overlay {what}")),
            (kind, _) => self.count(kind::OTHER, event, kind),
        }
    }

    fn view(&mut self, event: &Event, products: &HashSet<String>) {
        let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
        let path = data["payload"]["pagePath"].as_str().unwrap_or("/");
        for step in [HOUR, DAY] {
            let count = self.metric(kind::VIEW, step, event.occurred_at, "");
            count.times += 1;
            if let Some(visitor) = &event.visitor {
                count.visitors.get_or_insert_default().add(visitor);
                let visit = format!("{visitor}|{}", event.visit.unwrap_or(1));
                count.visits.get_or_insert_default().add(&visit);
            }
        }
        self.count(kind::PAGE, event, path);
        if let Some(source) = &event.source {
            self.count(kind::SOURCE, event, source);
        }
        self.step("visit", event);
        // A language's pages lie below its own folder.
        match path.trim_end_matches('/').rsplit_once('/').map_or("", |(_, page)| page) {
            "cart" => self.step("cart", event),
            "checkout" => self.step("checkout", event),
            _ if products.contains(path.trim_end_matches('/')) => self.step("product", event),
            _ => {}
        }
    }

    /// A step to an order. Visitors are told apart by the id of their visits alone: a visitor known by another id would
    /// count twice.
    fn step(&mut self, name: &str, event: &Event) {
        let visitor = event.visitor.as_ref().filter(|id| event.analytics_id.as_ref() != Some(*id));
        for step in [HOUR, DAY] {
            let count = self.metric(kind::FUNNEL, step, event.occurred_at, name);
            count.times += 1;
            if let Some(visitor) = visitor {
                count.visitors.get_or_insert_default().add(visitor);
            }
        }
    }

    fn count(&mut self, kind: &'static str, event: &Event, name: &str) {
        for step in [HOUR, DAY] {
            self.metric(kind, step, event.occurred_at, name).times += 1;
        }
    }

    fn metric(&mut self, kind: &'static str, step: i64, at: i64, name: &str) -> &mut Count {
        let starts_at = at.div_euclid(step) * step;
        self.metrics.entry((kind, step, starts_at, cut(name))).or_default()
    }

    fn measured(&mut self, event: &Event, path: &str) {
        let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
        let is_page = !path.is_empty();
        if is_page && METRICS.iter().any(|metric| data["timings"][metric].as_f64().is_some()) {
            self.metric(kind::MEASURED, DAY, event.occurred_at, path).times += 1;
        }
        for metric in METRICS {
            let Some(value) = data["timings"][metric].as_f64() else { continue };
            // Without a path it is of the site alone.
            for (step, path) in
                [(HOUR, ""), (DAY, ""), (DAY, path)].into_iter().take(2 + usize::from(is_page))
            {
                let starts_at = event.occurred_at.div_euclid(step) * step;
                self.vitals.entry((step, starts_at, cut(path), metric.to_owned())).or_default().add(value);
            }
        }
    }

    fn fault(&mut self, event: &Event) {
        let report = Report::read(&event.data);
        let fingerprint = report.fingerprint();
        self.count(kind::ERROR, event, &fingerprint);
        let at = event.occurred_at;
        let alike = self.faults.entry(fingerprint).or_insert_with(|| Alike {
            report: report.clone(),
            times: 0,
            first_seen: at,
            last_seen: at,
            sample: event.data.clone(),
        });
        alike.times += 1;
        alike.first_seen = alike.first_seen.min(at);
        if at >= alike.last_seen {
            alike.last_seen = at;
            alike.sample.clone_from(&event.data);
            alike.report = report;
        }
    }
}

fn name_of_hit(number: &str) -> &str {
    match number {
        "10" => "heartbeat",
        "20" => "audio",
        "21" => "video",
        other => other,
    }
}

fn cut(name: &str) -> String {
    name.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 20_000 * DAY + 12 * HOUR;

    fn hit(path: &str, visitor: &str, visit: i64, at: i64) -> Event {
        let data = serde_json::json!({"payload": {"pagePath": path}}).to_string();
        Event {
            kind: "hit".into(),
            name: "1".into(),
            data,
            visitor: Some(visitor.into()),
            visit: Some(visit),
            occurred_at: at,
            ..Event::default()
        }
    }

    fn times(tally: &Tally, kind: &'static str, step: i64, name: &str) -> (i64, i64) {
        let found = tally
            .metrics
            .iter()
            .filter(|((of, length, _, named), _)| *of == kind && *length == step && named == name);
        found.fold((0, 0), |(times, visitors), (_, count)| {
            (times + count.times, visitors + count.visitors.as_ref().map_or(0, Distinct::count))
        })
    }

    #[test]
    fn the_steps_to_an_order_are_counted_by_visitor() {
        let products = HashSet::from(["/shop/bread".to_owned()]);
        let mut tally = Tally::default();
        for (path, visitor) in [
            ("/", "a"),
            ("/shop/bread", "a"),
            ("/shop/bread", "b"),
            ("/fr/cart", "a"),
            ("/checkout/", "a"),
            ("/other", "b"),
        ] {
            tally.add(&hit(path, visitor, 1, NOON), &products);
        }
        let pipeline = |name: &str, visitor: &str, analytics: &str| Event {
            kind: "pipeline".into(),
            name: name.into(),
            visitor: Some(visitor.into()),
            analytics_id: Some(analytics.into()),
            occurred_at: NOON,
            ..Event::default()
        };
        tally.add(&pipeline("add_to_cart", "b", "x"), &products);
        // Known by the analytics id alone: it happened, but who it was is not known.
        tally.add(&pipeline("add_to_cart", "x", "x"), &products);
        let order = Event { kind: "event".into(), name: "order".into(), ..hit("", "a", 1, NOON) };
        tally.add(&order, &products);
        let steps = FUNNEL.map(|step| times(&tally, kind::FUNNEL, DAY, step));
        assert_eq!(steps, [(6, 2), (2, 2), (3, 2), (1, 1), (1, 1)]);
        assert_eq!(times(&tally, kind::VIEW, HOUR, ""), (6, 2));
    }

    #[test]
    fn a_visit_is_counted_once_however_long_it_lasts() {
        let mut tally = Tally::default();
        for (visit, at) in [(1, NOON), (1, NOON + HOUR), (2, NOON + 5 * HOUR)] {
            tally.add(&hit("/", "a", visit, at), &HashSet::new());
        }
        let day = tally.metrics.get(&(kind::VIEW, DAY, NOON - 12 * HOUR, String::new())).unwrap();
        assert_eq!((day.times, day.visits.as_ref().unwrap().count()), (3, 2));
        assert_eq!(
            tally.metrics.keys().filter(|(of, step, ..)| *of == kind::VIEW && *step == HOUR).count(),
            3
        );
    }

    #[test]
    fn what_cannot_be_read_counts_nothing_and_breaks_nothing() {
        let mut tally = Tally::default();
        for kind in ["hit", "event", "pipeline", "performance", "javascript-error", "overlay", "made-up"] {
            for name in ["1", "2", "", "order"] {
                for data in ["", "nonsense", "[]", "{\"payload\": 7, \"timings\": {\"LCP\": \"x\"}}"] {
                    let event = Event {
                        kind: kind.into(),
                        name: name.into(),
                        data: data.into(),
                        occurred_at: NOON,
                        ..Event::default()
                    };
                    tally.add(&event, &HashSet::new());
                }
            }
        }
        assert!(tally.vitals.is_empty() && !tally.metrics.keys().any(|(of, ..)| *of == kind::MEASURED));
    }
}
