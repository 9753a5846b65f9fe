//! What an operator's monitoring is told to look at (`deploy/prometheus`, `deploy/grafana`) is there.

use crate::app::{TestApp, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use std::collections::BTreeSet;
use std::path::Path;

const TOKEN: &str = "scrape-0123456789-scrape-scrape-12";
const FILES: [&str; 3] = ["prometheus/rules.yml", "prometheus/tests.yml", "grafana/loggia.json"];

fn read(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    std::fs::read_to_string(root.join("deploy").join(file)).unwrap()
}

/// The names of figures in a text; a recorded rule (`loggia:…`) is none.
fn names(text: &str) -> BTreeSet<String> {
    text.match_indices("loggia_")
        .map(|(at, _)| text[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect())
        .collect()
}

/// A figure as it is registered: without what each kind of figure adds.
fn registered(name: &str) -> &str {
    ["_total", "_bucket", "_count", "_sum", "_info"]
        .iter()
        .find_map(|end| name.strip_suffix(end))
        .unwrap_or(name)
}

on_both! {
    /// S-946: no alarm and no panel asks for a figure that the server does not give.
    async fn s_946_alarms_and_the_board_ask_for_figures_that_are_there(app: &TestApp) with |settings| {
        settings.metrics_token = Some(TOKEN.into());
        settings.limits.checkout = 2;
    }; {
        // A figure by name is shown once it has counted something: a purchase, a refusal, a letter.
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 429);
        app.work().await;
        // That of a replica is shown where there is one.
        app.handle().context().metrics.replicated(0.0);
        let address = format!("http://{}/metrics", app.address());
        let answer = reqwest::Client::new().get(address).bearer_auth(TOKEN).send().await.unwrap().text().await.unwrap();
        let given: BTreeSet<&str> =
            answer.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
        assert!(given.contains("loggia_calls"), "{answer}");
        for file in FILES {
            let asked = names(&read(file));
            assert!(asked.len() > 3, "{file}");
            for name in asked {
                assert!(given.contains(registered(&name)), "{file}: {name} is not among {given:?}");
            }
        }
    }
}

/// S-946: every route that a rule names is one that the server has.
#[test]
fn s_946_the_routes_of_the_rules_are_there() {
    let document: serde_json::Value = serde_json::from_str(include_str!("../../openapi.json")).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let mut found = 0;
    for file in FILES {
        let text = read(file);
        for (at, _) in text.match_indices("route") {
            let Some((operator, rest)) = text[at + "route".len()..].split_once('"') else { continue };
            if !matches!(operator, "=" | "=~" | "!~" | "!=") {
                continue;
            }
            for route in rest.split('"').next().unwrap().split('|') {
                let route = route.trim_end_matches(".*");
                let is_there =
                    paths.keys().any(|path| path.starts_with(route)) || "/health/ready".starts_with(route);
                assert!(is_there, "{file}: {route}");
                found += 1;
            }
        }
    }
    assert!(found >= 10, "{found}");
}
