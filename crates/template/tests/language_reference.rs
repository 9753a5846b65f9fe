//! The pages of the language reference about the core: every instruction, word and error has its heading, and every
//! example is run.
//!
//! An example is a row of fenced blocks: `json` (or none), `partial NAME` and `inject PATH` where it needs them,
//! `template`, `output`, and `errors` if there are any.

use std::path::Path;
use std::sync::Arc;

use loggia_template::case::Case;
use loggia_template::{Batch, Vocabulary};

const PAGES: [&str; 6] = [
    "README.md",
    "instructions.md",
    "expressions.md",
    "formatters-core.md",
    "predicates-core.md",
    "errors.md",
];

fn page(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language");
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|_| panic!("{name} is missing"))
}

/// The examples of a page, named after the heading above them.
fn examples(name: &str) -> Vec<Case> {
    let mut examples: Vec<Case> = Vec::new();
    let mut next = Case::default();
    let mut heading = name.to_owned();
    let text = page(name);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            heading = format!("{name}: {}", line.trim_start_matches('#').trim());
        }
        let Some(info) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let body = body.join("\n");
        match info.split_once(' ').unwrap_or((info, "")) {
            ("json", "") => next.json = Some(body),
            ("partial", name) => next.partials.push((name.to_owned(), body)),
            ("inject", path) => next.injectables.push((path.to_owned(), body)),
            ("template", "") => next.template = body,
            ("output", "") => {
                next.name = heading.clone();
                // Line breaks at the ends of an output do not count in a case.
                next.output = body.trim_matches('\n').to_owned();
                next.json.get_or_insert_with(|| "{}".to_owned());
                examples.push(std::mem::take(&mut next));
            }
            ("errors", "") => {
                let example = examples.last_mut().expect("errors stand behind an output");
                example.errors = body;
            }
            (other, _) => panic!("{heading}: a block of {other}"),
        }
    }
    examples
}

#[test]
fn every_example_prints_what_the_reference_says() {
    let vocabulary = Arc::new(Vocabulary::core());
    let mut count = 0;
    for mut example in PAGES.iter().flat_map(|page| examples(page)) {
        // The pages give the message and the place; the code is a matter of the page of errors.
        let wanted = std::mem::take(&mut example.errors);
        let mut errors = String::new();
        for line in wanted.lines() {
            let (place, message) = line.split_once(' ').expect("a place and a message");
            let code = code_of(&example, message);
            errors.push_str(&format!("{place} {code} {message}\n"));
        }
        example.errors = errors.trim_end().to_owned();
        if let Err(fault) = example.check(&vocabulary) {
            panic!("{fault}");
        }
        count += 1;
    }
    assert!(count > 60, "found only {count} examples");
}

/// The code of a message, as the batch protocol answers it for the example.
fn code_of(example: &Case, message: &str) -> String {
    let mut request = String::from("{\"template\":");
    loggia_template::write_json_text(&example.template, &mut request);
    request.push_str(",\"json\":");
    request.push_str(example.json.as_deref().unwrap_or("{}"));
    request.push_str(",\"partials\":{");
    for (at, (name, text)) in example.partials.iter().enumerate() {
        request.push_str(if at > 0 { "," } else { "" });
        loggia_template::write_json_text(name, &mut request);
        request.push(':');
        loggia_template::write_json_text(text, &mut request);
    }
    request.push_str("}}");
    let answer = Batch::new(Vocabulary::core()).answer(&request);
    let arena = loggia_template::Arena::new();
    let answer = arena.parse(&answer).expect("an answer is JSON");
    let errors = answer.get("errors").elements().iter();
    let found = errors.clone().find(|error| error.get("message").as_str() == Some(message));
    found.map_or_else(String::new, |error| error.get("code").to_text().into_owned())
}

#[test]
fn every_core_word_has_a_heading_and_an_example_that_uses_it() {
    let vocabulary = Vocabulary::core();
    let pages = [
        ("formatters-core.md", vocabulary.formatter_names()),
        ("predicates-core.md", vocabulary.predicate_names()),
    ];
    for (name, words) in pages {
        let text = page(name);
        let examples = examples(name);
        let headings = text.lines().filter_map(|line| line.strip_prefix("### "));
        let headings: Vec<&str> = headings.map(|heading| heading.trim_matches('`')).collect();
        assert_eq!(headings.len(), words.len(), "{name}: a heading for each word, and no other");
        for word in words {
            assert!(headings.contains(&word), "{name}: no heading for {word}");
            let own = format!("{name}: `{word}`");
            let used = examples.iter().any(|example| example.name == own && example.template.contains(word));
            assert!(used, "{name}: the example of {word} does not use it");
        }
    }
}

#[test]
fn every_error_code_and_instruction_is_explained() {
    let errors = page("errors.md");
    for code in [
        "FORMATTER_UNKNOWN",
        "PREDICATE_UNKNOWN",
        "DEAD_CODE_BLOCK",
        "EOF_IN_BLOCK",
        "NOT_ALLOWED_IN_BLOCK",
        "NOT_ALLOWED_AT_ROOT",
        "MACHINE_TRANSITION_FROM_EOF",
        "APPLY_PARTIAL_MISSING",
        "APPLY_PARTIAL_RECURSION_DEPTH",
        "COMPILE_PARTIAL_SYNTAX",
        "EXPRESSION_PARSE",
        "EXPRESSION_REDUCE",
        "UNEXPECTED_ERROR",
        "NOT_IMPLEMENTED",
        "CODE_LIMIT_REACHED",
        "OUTPUT_LIMIT_REACHED",
        "MEMORY_LIMIT_REACHED",
        "NESTING_LIMIT_REACHED",
    ] {
        assert!(errors.contains(&format!("## `{code}`")), "{code} is not explained");
    }
    let instructions = page("instructions.md");
    for name in [
        "section",
        "repeated section",
        "alternates with",
        "or",
        "end",
        "if",
        "var",
        "ctx",
        "eval",
        "inject",
        "macro",
        "include",
        "meta-left",
        "meta-right",
        "space",
        "tab",
        "newline",
        "eof",
    ] {
        assert!(instructions.contains(&format!("{{.{name}")), "{{.{name}}} is not explained");
    }
}
