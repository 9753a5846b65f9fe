//! Runs the shared conformance cases, where they are at hand: `../shared/conformance` beside the project, or the folder
//! that LOGGIA_CONFORMANCE names. They belong to no part of the project and are never copied into it.
//!
//! Only cases whose words are all core words count here; `loggia-formatters` runs the rest. What we answer differently
//! on purpose stands in `conformance_differences.txt`, by id, with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use loggia_template::{Arena, Batch, Node, Vocabulary};

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("LOGGIA_CONFORMANCE").map(PathBuf::from);
    assert!(named.as_ref().is_none_or(|path| path.join("cases").is_dir()), "{named:?} has no cases");
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    named.into_iter().chain([beside]).find(|path| path.join("cases").is_dir())
}

/// Ids with a reason.
fn differences() -> BTreeMap<&'static str, &'static str> {
    include_str!("conformance_differences.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(": ").expect("an id, a colon and a reason"))
        .collect()
}

struct Expected<'a> {
    output: Option<&'a str>,
    codes: Option<Vec<&'a str>>,
    tree: Option<Node<'a>>,
}

/// What is right: the reference engine in TypeScript; where only the one in Java knows a thing, that one.
fn expected<'a>(case: Node<'a>) -> Expected<'a> {
    let codes =
        |errors: Node<'a>| errors.elements().iter().filter_map(|error| error.get("code").as_str()).collect();
    match case.get("kind").as_str().unwrap_or("render") {
        "preprocess" => Expected { output: case.get("expected_output").as_str(), codes: None, tree: None },
        "ast" => {
            let tree = case.get("oracle").get("ast");
            let tree = if tree.is_missing() { case.get("expected_ast") } else { tree };
            Expected { output: None, codes: None, tree: Some(tree) }
        }
        _ => match case.get("oracle") {
            oracle @ Node::Object(_) => Expected {
                output: oracle.get("output").as_str(),
                codes: Some(codes(oracle.get("errors"))),
                tree: None,
            },
            _ => Expected {
                output: case.get("expected_output").as_str(),
                codes: Some(codes(case.get("expected_errors"))),
                tree: None,
            },
        },
    }
}

fn request<'a>(arena: &'a Arena, case: Node<'a>) -> String {
    let mut members = Vec::new();
    let template = case.get("template").as_str().unwrap_or_default();
    let trimmed = case.get("ast_trim").is_true();
    members.push(("template", Node::Text(if trimmed { template.trim() } else { template })));
    let skips_json = case.get("json_missing").is_true();
    for name in ["json", "partials", "inject", "locale", "timezone"] {
        let node = case.get(name);
        let given = if name == "json" { !skips_json && !node.is_missing() } else { !node.is_nothing() };
        if given {
            members.push((name, node));
        }
    }
    if case.get("now").as_f64().is_some() {
        members.push(("now", case.get("now")));
    }
    for name in ["enableExpr", "enableInclude", "exprOpts"] {
        let node = case.get("options").get(name);
        if !node.is_missing() {
            members.push((name, node));
        }
    }
    match case.get("kind").as_str() {
        Some("preprocess") => members.push(("mode", Node::Text("preprocess"))),
        Some("ast") => members.push(("mode", Node::Text("parse"))),
        _ => {}
    }
    let mut text = String::new();
    arena.object(members).write_json(&mut text);
    text
}

/// Whether the answer complains of words that the expectation knows: they belong to other crates.
fn needs_more_words(answer: Node<'_>, expected: &Expected<'_>) -> bool {
    let unknown =
        |code: &&str| matches!(*code, "FORMATTER_UNKNOWN" | "PREDICATE_UNKNOWN" | "COMPILE_PARTIAL_SYNTAX");
    let codes = answer.get("errors").elements().iter().filter_map(|error| error.get("code").as_str());
    let known = expected.codes.iter().flatten().filter(|code| unknown(code)).count();
    codes.filter(|code| unknown(code)).count() > known
}

fn fits(answer: Node<'_>, case: Node<'_>, expected: &Expected<'_>) -> bool {
    if let Some(tree) = expected.tree {
        return answer.get("ast").equals(tree);
    }
    let output = answer.get("output").as_str();
    let same = if case.get("compare").as_str() == Some("trim") {
        output.map(str::trim) == expected.output.map(str::trim)
    } else {
        output == expected.output
    };
    let mut codes: Vec<&str> =
        answer.get("errors").elements().iter().filter_map(|error| error.get("code").as_str()).collect();
    codes.sort_unstable();
    let mut wanted = expected.codes.clone();
    if let Some(wanted) = &mut wanted {
        wanted.sort_unstable();
    }
    same && wanted.is_none_or(|wanted| wanted == codes)
}

#[test]
fn the_shared_conformance_cases_are_answered_as_the_reference_answers() {
    let Some(folder) = folder() else {
        eprintln!("skipped: no shared conformance cases (set LOGGIA_CONFORMANCE to their folder)");
        return;
    };
    let differences = differences();
    let batch = Batch::new(Vocabulary::core());
    let mut wrong = Vec::new();
    let mut met = BTreeSet::new();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder.join("cases")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.push(folder.join("differential/cases.jsonl"));
    files.sort();
    let (mut all, mut counted) = (0, 0);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let text = if file.extension().is_some_and(|extension| extension == "jsonl") {
            format!("[{}]", text.lines().collect::<Vec<_>>().join(","))
        } else {
            text
        };
        let arena = Arena::new();
        for case in arena.parse(&text).unwrap().elements() {
            let kind = case.get("kind").as_str().unwrap_or("render");
            if matches!(kind, "roundtrip" | "tree" | "pretty-ast") || case.get("dead_fixture").is_true() {
                continue;
            }
            all += 1;
            let line = batch.answer(&request(&arena, *case));
            let answer = Arena::new();
            let answer = answer.parse(&line).unwrap();
            let expected = expected(*case);
            if needs_more_words(answer, &expected) {
                continue;
            }
            counted += 1;
            let id = case.get("id").to_text();
            if let Some((listed, _)) = differences.get_key_value(id.as_ref()) {
                met.insert(*listed);
            }
            if !differences.contains_key(id.as_ref()) && !fits(answer, *case, &expected) {
                wrong.push(format!("{id}: {line}"));
            }
        }
    }
    println!(
        "{} of {counted} cases of core words ({all} in all), {} listed",
        counted - wrong.len(),
        met.len()
    );
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let unmet: Vec<_> = differences.keys().filter(|id| !met.contains(*id)).collect();
    assert!(unmet.is_empty(), "listed, but not among the cases: {unmet:?}");
}
