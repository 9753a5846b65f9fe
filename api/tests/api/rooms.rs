//! Who may import whom, inside the house's api room: a new arrow is a line here, so it is seen in review.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Each part with the parts it may know; all arrows go down, so there is no circle.
const ARROWS: [(&str, &str); 36] = [
    ("main", ""),
    ("lib", ""),
    (
        "server",
        "clock config context error files guard metrics openapi owner plain published rates report_pages repository routes telemetry tracking work",
    ),
    ("openapi", "error routes"),
    ("owner", "context error extract factors pages plain published repository roles routes"),
    (
        "plain",
        "clock context error extract guard lists outbound pages published rates repository routes token",
    ),
    ("report_pages", "clock context error extract owner pages reports roles"),
    (
        "routes",
        "accounts clock config context error extract factors files guard guesses letters lists metrics notices outbound passwords people published rates reports repository roles settlement shopping token tracking work",
    ),
    ("pages", "context error extract"),
    ("factors", "clock context error letters outbound repository token"),
    ("reports", "clock context error repository tracking"),
    ("guard", "config context error extract rates"),
    ("work", "clock config context error guesses lists metrics outbound repository settlement tracking"),
    ("lists", "clock config context error letters outbound published repository token"),
    ("people", "error repository token"),
    ("settlement", "clock context error letters notices outbound published repository token"),
    ("notices", "error repository token"),
    ("extract", "config context error repository roles token"),
    ("context", "clock config files metrics outbound published rates repository token tracking"),
    ("letters", "outbound published repository"),
    ("shopping", "error published repository"),
    ("published", "error files repository"),
    ("accounts", "clock error letters passwords published repository roles token"),
    ("passwords", "error token"),
    ("files", "token"),
    ("guesses", "clock error rates repository token"),
    ("rates", "clock config error repository token"),
    ("repository", "error token"),
    ("config", "clock token"),
    ("metrics", "repository tracking"),
    ("tracking", "clock error repository token"),
    ("telemetry", "config"),
    ("outbound", "clock token"),
    ("clock", ""),
    ("roles", ""),
    ("error", ""),
];

/// Parts that know nobody and are not listed above.
const GROUND: [&str; 2] = ["commands", "token"];

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
}

/// The parts each part names with `crate::`.
fn arrows() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let part = file
            .strip_prefix(&root)
            .unwrap()
            .iter()
            .next()
            .unwrap()
            .to_str()
            .unwrap()
            .trim_end_matches(".rs")
            .to_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let known = arrows.entry(part.clone()).or_default();
        for after in text.split("crate::").skip(1) {
            let named: String =
                after.chars().take_while(|letter| letter.is_ascii_lowercase() || *letter == '_').collect();
            // `use crate::{a, b}` names several.
            let group = after.strip_prefix('{').map_or("", |group| group.split(';').next().unwrap());
            let several = group
                .split(',')
                .map(|name| name.trim().trim_end_matches('}').split("::").next().unwrap().to_owned());
            known.extend(
                several.chain([named]).filter(|name| !name.is_empty() && *name != part && *name != "self"),
            );
        }
    }
    arrows
}

#[test]
fn imports_only_go_down() {
    let table: BTreeMap<&str, BTreeSet<&str>> =
        ARROWS.iter().map(|(part, known)| (*part, known.split_whitespace().collect())).collect();
    for (part, known) in arrows() {
        let Some(allowed) = table.get(part.as_str()) else {
            assert!(
                GROUND.contains(&part.as_str()) && known.is_empty(),
                "{part} is not in the table and knows {known:?}"
            );
            continue;
        };
        for name in &known {
            assert!(allowed.contains(name.as_str()), "{part} may not import {name}");
        }
        for name in allowed {
            assert!(
                known.contains(*name),
                "{part} does not import {name} any more: take it out of the table"
            );
        }
    }
}

/// The table itself has no circle.
#[test]
fn the_table_has_no_circle() {
    let table: BTreeMap<&str, Vec<&str>> =
        ARROWS.iter().map(|(part, known)| (*part, known.split_whitespace().collect())).collect();
    fn reaches<'a>(table: &BTreeMap<&'a str, Vec<&'a str>>, from: &'a str, to: &str) -> bool {
        table.get(from).into_iter().flatten().any(|next| *next == to || reaches(table, next, to))
    }
    for part in table.keys() {
        assert!(!reaches(&table, part, part), "{part} imports itself by a detour");
    }
}
