//! Runs every file in `vectors/`: the cases the browser runs too (`currency`, `cart`, `discount` and `delivery` have no twin there, `installment`
//! has none here). A file without a runner, an unknown key and an empty file are failures.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod runner;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: String,
    requirements: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    given: Value,
    expect: Value,
}

/// The file whose rules only the browser has, which alone shows what they say.
const BROWSER_ONLY: &str = "installment.json";
/// Limits that only the browser's controls have.
const BROWSER_ONLY_LIMITS: [&str; 7] = [
    "quantityDefault",
    "quantityStep",
    "quantityWidth",
    "pillMaximum",
    "addedAfterMs",
    "addedResetAfterMs",
    "failedResetAfterMs",
];

fn read(path: &Path) -> File {
    serde_json::from_str(&fs::read_to_string(path).unwrap())
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

// C-001: one set of cases, run here and in the browser's tests.
#[test]
fn c_001_every_vector_file_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let (mut files, mut passed_over) = (0, 0);
    let of_browser = read(&folder.join(BROWSER_ONLY)).cases.len() + BROWSER_ONLY_LIMITS.len();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let run: fn(Value) -> Value = match name {
            "money.json" => runner::money::run,
            "amount.json" => runner::money::amount,
            "currency.json" => runner::money::currency,
            "availability.json" => runner::product::availability,
            "add_to_cart.json" => runner::product::add_to_cart,
            BROWSER_ONLY => |_| Value::Null,
            "unit_price.json" => runner::money::unit_price,
            "restock.json" => runner::problem::restock,
            "problem.json" => runner::problem::run,
            "limit.json" => runner::problem::limit,
            "detail.json" => runner::detail::run,
            "vat.json" => runner::detail::vat,
            "cart.json" | "discount.json" | "delivery.json" => runner::cart::run,
            other => panic!("no runner for vectors/{other}"),
        };
        let file = read(&path);
        assert!(
            !file.cases.is_empty() && !file.rule.is_empty() && !file.requirements.is_empty(),
            "{name} is empty"
        );
        for case in file.cases {
            if name == BROWSER_ONLY || is_browsers_limit(&case.given) {
                passed_over += 1;
                continue;
            }
            let outcome = run(case.given);
            if ["cart.json", "discount.json", "delivery.json"].contains(&name) {
                runner::cart::assert_members(&outcome, &case.expect, &format!("{name}: {}", case.name));
            } else {
                assert_eq!(outcome, case.expect, "{name}: {}", case.name);
            }
        }
        files += 1;
    }
    assert_eq!(files, 15, "a vector file is missing");
    assert_eq!(passed_over, of_browser, "a limit that is the browser's has no case");
}

fn is_browsers_limit(given: &Value) -> bool {
    given.get("limit").and_then(Value::as_str).is_some_and(|limit| BROWSER_ONLY_LIMITS.contains(&limit))
}

#[test]
fn the_problem_file_names_every_problem_by_its_code() {
    let file = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/problem.json"));
    let mut named: BTreeMap<String, u32> = BTreeMap::new();
    for case in &file.cases {
        *named.entry(case.given["code"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    for problem in runner::samples::samples() {
        assert_eq!(serde_json::to_value(&problem).unwrap()["code"], problem.code());
        assert!(named.remove(problem.code()).is_some(), "{} is missing", problem.code());
    }
    assert_eq!(named, BTreeMap::new(), "codes that no problem has");
}
