//! The pages of the language reference about this crate's words: every word has its heading, and every example is run.
//!
//! An example is three fenced blocks in a row: `json`, `template` and `output`. The template's block may say
//! `locale=…`, `now=…` or `timezone=…` behind its name.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_template::{Batch, Vocabulary};

const PAGES: [&str; 7] = [
    "formatters-store.md",
    "formatters-content.md",
    "formatters-social.md",
    "formatters-dates.md",
    "formatters-locale.md",
    "predicates-store.md",
    "predicates-content.md",
];

struct Example {
    heading: String,
    json: String,
    settings: String,
    template: String,
    output: String,
}

/// The examples of a page, in order.
fn examples(page: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut heading = String::new();
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.split_inclusive('\n') {
        if let Some((info, mut body)) = open.take() {
            if line.trim_end() != "```" {
                body.push_str(line);
                open = Some((info, body));
                continue;
            }
            body.pop();
            blocks.push((info, body));
            if let [(json, data), (info, template), (output, text)] = blocks.as_slice() {
                let settings = info.strip_prefix("template").expect("a template stands behind its data");
                assert_eq!((json.as_str(), output.as_str()), ("json", "output"), "{heading}");
                examples.push(Example {
                    heading: heading.clone(),
                    json: data.clone(),
                    settings: settings.to_owned(),
                    template: template.clone(),
                    output: text.clone(),
                });
                blocks.clear();
            }
        } else if let Some(info) = line.strip_prefix("```") {
            open = Some((info.trim_end().to_owned(), String::new()));
        } else if let Some(names) = line.strip_prefix("### ") {
            assert!(blocks.is_empty(), "half an example before {names}");
            heading = names.trim_end().to_owned();
        }
    }
    examples
}

fn all_examples() -> Vec<Example> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language");
    let read =
        |page| std::fs::read_to_string(folder.join(page)).unwrap_or_else(|_| panic!("{page} is missing"));
    PAGES.iter().flat_map(|page| examples(&read(*page))).collect()
}

#[test]
fn every_example_prints_what_the_reference_says() {
    let batch = Batch::new(loggia_formatters::vocabulary());
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    for example in all_examples() {
        let mut request = format!("{{\"template\":{},\"json\":{}", quoted(&example.template), example.json);
        for setting in example.settings.split_whitespace() {
            let (name, value) = setting.split_once('=').expect("a setting has a value");
            let value = if name == "now" { value.to_owned() } else { quoted(value) };
            request.push_str(&format!(",\"{name}\":{value}"));
        }
        request.push('}');
        let answer: serde_json::Value = serde_json::from_str(&batch.answer(&request)).unwrap();
        assert_eq!(answer["output"].as_str(), Some(example.output.as_str()), "{}", example.heading);
    }
}

#[test]
fn every_word_has_a_heading_and_an_example_that_uses_it() {
    let mut templates: BTreeMap<String, String> = BTreeMap::new();
    for example in all_examples() {
        for name in example.heading.split(", ") {
            templates.entry(name.trim_matches('`').to_owned()).or_default().push_str(&example.template);
        }
    }
    let (all, core) = (loggia_formatters::vocabulary(), Vocabulary::core());
    let words = all.formatter_names().into_iter().chain(all.predicate_names());
    for word in
        words.filter(|word| !core.formatter_names().contains(word) && !core.predicate_names().contains(word))
    {
        let used = templates.remove(word).unwrap_or_else(|| panic!("{word} has no heading with an example"));
        assert!(used.contains(word), "the example of {word} does not use it");
    }
    assert_eq!(templates.keys().collect::<Vec<_>>(), Vec::<&String>::new(), "headings of unknown words");
}
