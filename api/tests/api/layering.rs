//! Who may import whom, inside the api: a new arrow is a line here, so it is seen in review.

use loggia_layering::{Build, Floors, Graph, Member};
use std::path::Path;

/// Each part with the parts it may know; all arrows go down, so there is no circle.
const ARROWS: [(&str, &str); 38] = [
    ("main", "commands"),
    ("lib", "config server"),
    ("commands", ""),
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
    ("token", ""),
];

#[test]
fn imports_only_go_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tree = Member::read(&root, "api", Build::WithTestHelpers).unwrap().tree;
    let floors = Floors::new(ARROWS.iter().map(|(part, known)| (*part, known.split_whitespace().collect())));
    let wrong = floors.check(&Graph::of(&tree));
    assert!(wrong.is_empty(), "{wrong:#?}");
}
