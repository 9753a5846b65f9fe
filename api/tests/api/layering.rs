//! Who may import whom, inside the api: a new arrow is a line here, so it is seen in review.

use loggia_layering::{Build, Floors, Graph, Member};
use std::path::{Path, PathBuf};

/// The floors from the top down: each part with exactly the parts it knows. A part knows parts of lower floors alone, so parts
/// of one floor do not know each other and there is no circle.
const FLOORS: &[&[(&str, &str)]] = &[
    // The program and the library.
    &[("lib", "config server"), ("main", "commands")],
    // The server itself.
    &[(
        "server",
        "clock config context error files guard links metrics openapi owner plain published rates replicate report_pages repository routes telemetry tracking work",
    )],
    // The document of the calls.
    &[("openapi", "error extract routes scopes token")],
    // How a call comes in: as JSON, as a form of a page without script, as a page of the owner. None knows another.
    &[
        ("owner", "context error extract factors ordered pages repository respond roles usecase"),
        (
            "plain",
            "clock context error extract links ordered outbound pages rates repository respond token usecase",
        ),
        ("report_pages", "clock context error extract pages reports roles"),
        (
            "routes",
            "accounts clock config context emails error extract factors files guesses links lists live metrics notices ordered outbound passwords published rates reports repository respond roles settlement shopping token tracking usecase work",
        ),
    ],
    // What those share that speaks HTTP.
    &[
        ("pages", "context error extract guard published roles"),
        ("respond", "clock config context error extract usecase"),
    ],
    // What is done, no matter who asks; and what runs before a call and beside all calls.
    &[
        ("guard", "config context error extract rates"),
        (
            "usecase",
            "accounts clock config context devices emails error extract factors guesses links lists moves notices ordered outbound passwords people published rates repository roles scopes settlement shopping token",
        ),
        (
            "work",
            "clock config context devices emails error guesses lists metrics outbound repository settlement token tracking",
        ),
    ],
    &[
        ("extract", "config context error rates repository roles scopes token"),
        ("factors", "clock context emails error outbound repository token"),
        ("lists", "clock config context emails error outbound published repository token"),
        ("reports", "clock context error repository tracking"),
        (
            "settlement",
            "clock context emails error links notices ordered outbound published repository shopping token",
        ),
    ],
    &[
        ("accounts", "clock emails error passwords published repository roles token"),
        (
            "context",
            "clock config error files live metrics outbound published rates replicate repository token tracking",
        ),
    ],
    &[
        ("guesses", "clock error rates repository token"),
        ("emails", "error links ordered outbound published repository"),
        ("metrics", "repository tracking"),
        ("shopping", "error published repository"),
    ],
    // What is said of an order, in letters and on pages.
    &[("ordered", "clock error published repository")],
    &[
        ("devices", "repository roles"),
        ("live", "error repository"),
        ("moves", "error repository token"),
        ("notices", "error repository token"),
        ("people", "error repository token"),
        ("published", "error files links repository"),
        ("rates", "clock config error repository token"),
        ("replicate", "clock config repository"),
        ("telemetry", "config"),
        ("tracking", "clock error repository token"),
    ],
    &[
        ("config", "clock token"),
        ("files", "token"),
        ("links", "token"),
        ("outbound", "clock token"),
        ("passwords", "error token"),
        ("repository", "error token"),
        ("scopes", "roles"),
    ],
    &[("clock", ""), ("commands", ""), ("error", ""), ("roles", ""), ("token", "")],
];

#[test]
fn every_part_imports_exactly_what_the_table_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tree = Member::read(&root, "api", Build::WithTestHelpers).unwrap().tree;
    let parts = FLOORS.iter().flat_map(|floor| floor.iter());
    let floors = Floors::new(parts.map(|(part, known)| (*part, known.split_whitespace().collect())));
    let wrong = floors.check(&Graph::of(&tree));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn floor_of(part: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.iter().any(|(name, _)| *name == part))
}

#[test]
fn imports_only_go_down() {
    for (height, floor) in FLOORS.iter().enumerate() {
        for (part, known) in *floor {
            for name in known.split_whitespace() {
                let below = floor_of(name);
                assert!(
                    below > Some(height),
                    "{part} may not import {name}: it does not stand on a lower floor"
                );
            }
        }
    }
}

/// The ways in stand beside each other: what two of them do alike is a use case, or stands in `pages` or `respond`.
#[test]
fn the_ways_in_are_siblings() {
    let ways_in = ["owner", "plain", "report_pages", "routes"];
    let floor = floor_of(ways_in[0]);
    assert!(floor.is_some() && ways_in.iter().all(|way| floor_of(way) == floor));
    assert!(floor_of("usecase") > floor);
}

/// A use case knows nothing of HTTP: its caller reads the request and writes the answer.
#[test]
fn use_cases_know_no_http() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/usecase");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    assert!(files.len() > 20, "the use cases are looked for in the wrong place");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(!text.contains("actix_web"), "{} names actix_web", file.display());
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
}
