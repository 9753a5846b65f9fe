//! Runs the shared conformance cases with the whole vocabulary, where they are at hand: `../shared/conformance` beside the
//! project, or the folder that LOGGIA_CONFORMANCE names. They belong to no part of the project and are never copied into
//! it.
//!
//! What we answer differently on purpose stands in `conformance_differences.txt`, by id, with the reason: the core's
//! beside the core's own test, the others here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use loggia_template::{Arena, Batch, Node};

/// Words that only the server reference really has: it is right about them.
const SERVER_WORDS: [&str; 5] =
    ["|money-format", "|moneyFormat", "|money-string", "|i18n-money-format", "|cart-subtotal"];

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("LOGGIA_CONFORMANCE").map(PathBuf::from);
    assert!(named.as_ref().is_none_or(|path| path.join("cases").is_dir()), "{named:?} has no cases");
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let beside = ["../shared/conformance", "../../shared/conformance"].map(|path| project.join(path));
    named.into_iter().chain(beside).find(|path| path.join("cases").is_dir())
}

fn differences() -> BTreeSet<&'static str> {
    let lists = [
        include_str!("conformance_differences.txt"),
        include_str!("../../template/tests/conformance_differences.txt"),
    ];
    let lines =
        lists.into_iter().flat_map(str::lines).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(": ").expect("an id, a colon and a reason").0).collect()
}

/// The request of a case, in the batch protocol.
fn request<'a>(arena: &'a Arena, case: Node<'a>) -> String {
    let template = case.get("template").as_str().unwrap_or_default();
    let template = if case.get("ast_trim").is_true() { template.trim() } else { template };
    let mut members = vec![("template", Node::Text(template))];
    if !case.get("json_missing").is_true() {
        members.push(("json", case.get("json")));
    }
    for name in ["partials", "inject", "locale", "timezone"] {
        members.push((name, Some(case.get(name)).filter(|node| !node.is_nothing()).unwrap_or_default()));
    }
    if case.get("now").as_f64().is_some() {
        members.push(("now", case.get("now")));
    }
    for name in ["enableExpr", "enableInclude", "exprOpts"] {
        members.push((name, case.get("options").get(name)));
    }
    members.push(match case.get("kind").as_str() {
        Some("preprocess") => ("mode", Node::Text("preprocess")),
        Some("ast") => ("mode", Node::Text("parse")),
        _ => ("mode", Node::Missing),
    });
    let mut text = String::new();
    arena.object(members.into_iter().filter(|(_, node)| !node.is_missing())).write_json(&mut text);
    text
}

fn codes<'a>(errors: Node<'a>) -> Vec<&'a str> {
    let mut codes: Vec<&str> =
        errors.elements().iter().filter_map(|error| error.get("code").as_str()).collect();
    codes.sort_unstable();
    codes
}

/// Whether an answer is right: the browser reference's, or the server reference's for the words that only it has.
fn is_right(case: Node<'_>, answer: Node<'_>) -> bool {
    let oracle = case.get("oracle");
    let java = case.get("java").get("output");
    let template = case.get("template").as_str().unwrap_or_default();
    let is_servers = SERVER_WORDS.iter().any(|word| template.contains(word)) && java.as_str().is_some();
    let (output, errors) = match (case.get("kind").as_str(), oracle) {
        (Some("ast"), _) => {
            let tree = oracle.get("ast");
            return answer.get("ast").equals(if tree.is_missing() { case.get("expected_ast") } else { tree });
        }
        (Some("preprocess"), _) => (case.get("expected_output"), None),
        _ if is_servers => (java, None),
        (_, Node::Object(_)) => (oracle.get("output"), Some(oracle.get("errors"))),
        _ => (case.get("expected_output"), Some(case.get("expected_errors"))),
    };
    let trims = case.get("compare").as_str() == Some("trim");
    let text = |node: Node<'_>| node.as_str().map(|text| if trims { text.trim() } else { text }.to_owned());
    text(answer.get("output")) == text(output)
        && errors.is_none_or(|errors| codes(errors) == codes(answer.get("errors")))
}

#[test]
fn the_shared_conformance_cases_are_answered_as_the_references_answer() {
    let Some(folder) = folder() else {
        eprintln!(
            "SKIPPED: no shared conformance cases beside the project (LOGGIA_CONFORMANCE names their folder)"
        );
        return;
    };
    let differences = differences();
    let batch = Batch::new(loggia_formatters::vocabulary());
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder.join("cases")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.push(folder.join("differential/cases.jsonl"));
    files.sort();
    let mut counts = BTreeMap::new();
    let (mut wrong, mut unneeded) = (Vec::new(), Vec::new());
    for file in files {
        let mut text = std::fs::read_to_string(&file).unwrap();
        if file.extension().is_some_and(|extension| extension == "jsonl") {
            text = format!("[{}]", text.lines().collect::<Vec<_>>().join(","));
        }
        let arena = Arena::new();
        let (right, all) = counts.entry(file.file_stem().unwrap().to_owned()).or_insert((0, 0));
        for case in arena.parse(&text).unwrap().elements() {
            let kind = case.get("kind").as_str().unwrap_or("render");
            if matches!(kind, "roundtrip" | "tree" | "pretty-ast") || case.get("dead_fixture").is_true() {
                continue;
            }
            let id = case.get("id").as_str().unwrap_or_default();
            let answer = batch.answer(&request(&arena, *case));
            let is_right = is_right(*case, Arena::new().parse(&answer).unwrap());
            *all += 1;
            *right += u32::from(is_right);
            match (is_right, differences.contains(id)) {
                (false, false) => wrong.push(format!("{id}\n  got {answer}")),
                (true, true) => unneeded.push(id.to_owned()),
                _ => {}
            }
        }
    }
    for (group, (right, all)) in counts {
        println!("{}: {right}/{all}", group.to_string_lossy());
    }
    assert!(wrong.is_empty(), "{} answers are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(unneeded.is_empty(), "listed as different, but right: {unneeded:?}");
}
