//! Case files: the tests of the language, each a template with its data and what it gives.
//!
//! A file `f-<formatter>-<n>.html`, `p-<predicate>-<n>.html` or `i-<instruction>-<n>.html` holds one or more cases. What
//! stands before the first section is a note (the requirements that the cases prove). A section starts with a line of a
//! colon and a name:
//!
//! ```text
//! T-104: html escapes & < >
//!
//! :JSON
//! {"name": "<b>"}
//!
//! :TEMPLATE
//! {name|html} {name|nope}
//!
//! :OUTPUT
//! &lt;b&gt; {name|nope}
//!
//! :ERROR
//! 1:13 FORMATTER_UNKNOWN SyntaxError: Formatter 'nope' is unknown
//! ```
//!
//! `:PARTIAL name` gives a partial, `:INJECT path` an injectable, `:OPTIONS` a JSON object (`locale`, `now`, `strict`,
//! `preprocess`, `enableExpr`, `enableInclude`, `maxTokens`, `maxStringLen`, `steps`, `outputBytes`). A further `:TEMPLATE`
//! starts another case with the same data, partials and options unless they are given again. Line breaks at the ends of
//! a section do not count. A case without `:ERROR` must give no error.

use std::path::Path;
use std::sync::Arc;

use crate::engine::Engine;
use crate::expr::ExpressionLimits;
use crate::node::{Arena, Node};
use crate::runtime::{Injectables, Limits, Mode, RenderOptions};
use crate::vocabulary::Vocabulary;

/// A template with its data and what it gives.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// File and number.
    pub name: String,
    /// What stands before the first section of the file.
    pub note: String,
    /// The data; nothing when there is no `:JSON`.
    pub json: Option<String>,
    /// The template.
    pub template: String,
    /// Name and text.
    pub partials: Vec<(String, String)>,
    /// Path and JSON.
    pub injectables: Vec<(String, String)>,
    /// A JSON object.
    pub options: String,
    /// What the template prints.
    pub output: String,
    /// `line:column CODE message`, one a line.
    pub errors: String,
}

/// All cases of a folder and the folders in it, in alphabetical order.
///
/// # Errors
/// A folder or file that cannot be read, or a file without a case.
pub fn load(folder: &Path) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            cases.extend(load(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let text =
                std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            cases.extend(parse(&path.display().to_string(), &text)?);
        }
    }
    Ok(cases)
}

/// The cases of one file's text.
///
/// # Errors
/// A section of an unknown name, or no case at all.
pub fn parse(file: &str, text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    let mut next = Case::default();
    let mut sections = sections(text).into_iter();
    next.note = sections.next().map_or_else(String::new, |(_, note)| note);
    let mut shared = next;
    for (header, content) in sections {
        let (name, argument) = header.split_once(' ').unwrap_or((&header, ""));
        match name {
            "JSON" => shared.json = Some(content),
            "PARTIAL" => replace(&mut shared.partials, argument, content),
            "INJECT" => replace(&mut shared.injectables, argument, content),
            "OPTIONS" => shared.options = content,
            "TEMPLATE" => {
                let name = format!("{file}#{}", cases.len() + 1);
                cases.push(Case { name, template: content, ..shared.clone() });
            }
            "OUTPUT" | "ERROR" => {
                let case = cases.last_mut().ok_or_else(|| format!("{file}: :{name} before :TEMPLATE"))?;
                if name == "OUTPUT" {
                    case.output = content;
                } else {
                    case.errors = content;
                }
            }
            _ => return Err(format!("{file}: unknown section :{name}")),
        }
    }
    if cases.is_empty() { Err(format!("{file}: no :TEMPLATE")) } else { Ok(cases) }
}

fn replace(list: &mut Vec<(String, String)>, name: &str, content: String) {
    list.retain(|(known, _)| known != name);
    list.push((name.to_owned(), content));
}

/// The note, with an empty header, and then each section.
fn sections(text: &str) -> Vec<(String, String)> {
    let mut sections = vec![(String::new(), String::new())];
    for line in text.split_inclusive('\n') {
        let header = line.trim_end().strip_prefix(':').filter(|name| {
            name.starts_with(|first: char| first.is_ascii_uppercase())
                && name
                    .split(' ')
                    .next()
                    .is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_uppercase()))
        });
        match header {
            Some(header) => sections.push((header.to_owned(), String::new())),
            None => {
                if let Some((_, content)) = sections.last_mut() {
                    content.push_str(line);
                }
            }
        }
    }
    for (_, content) in &mut sections {
        *content = content.trim_matches(['\n', '\r']).to_owned();
    }
    sections
}

impl Case {
    /// Renders the case and compares.
    ///
    /// # Errors
    /// What was expected and what came, or what is wrong with the case itself.
    pub fn check(&self, vocabulary: &Arc<Vocabulary>) -> Result<(), String> {
        let (output, errors) = self.run(vocabulary).map_err(|fault| format!("{}: {fault}", self.name))?;
        let mut report = String::new();
        for (what, want, got) in [("output", &self.output, &output), ("errors", &self.errors, &errors)] {
            if want != got {
                report.push_str(&format!("{}: {what}\n  want {want:?}\n  got  {got:?}\n", self.name));
            }
        }
        if report.is_empty() { Ok(()) } else { Err(report) }
    }

    /// The output and the errors, one a line.
    fn run(&self, vocabulary: &Arc<Vocabulary>) -> Result<(String, String), String> {
        let arena = Arena::new();
        let parse = |text| arena.parse(text).map_err(|error| format!("JSON: {error}"));
        let given = if self.options.is_empty() { Node::Missing } else { parse(&self.options)? };
        let data = self.json.as_deref().map_or(Ok(Node::Missing), parse)?;
        let number = |name: &str, otherwise: f64| given.get(name).as_f64().unwrap_or(otherwise);
        let limits = ExpressionLimits {
            tokens: number("maxTokens", 0.0) as usize,
            text: number("maxStringLen", 0.0) as usize,
        };
        let partials = self.partials.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let engine =
            Engine::builder(Arc::clone(vocabulary)).expression_limits(limits).partials(partials).build();
        let mut injectables = Injectables::new();
        for (path, json) in &self.injectables {
            injectables.insert(path, parse(json)?);
        }
        let options = RenderOptions {
            now: given.get("now").as_f64(),
            locale: given.get("locale").as_str(),
            injectables: Some(&injectables),
            expressions: !matches!(given.get("enableExpr"), Node::Boolean(false)),
            includes: !matches!(given.get("enableInclude"), Node::Boolean(false)),
            mode: if given.get("strict").is_true() { Mode::Strict } else { Mode::Safe },
            limits: Limits {
                steps: number("steps", 1e6) as u64,
                output_bytes: number("outputBytes", 1e7) as usize,
                ..Limits::default()
            },
            ..RenderOptions::default()
        };
        let compiled = if given.get("preprocess").is_true() {
            engine.compile_preprocessor("template", &self.template)
        } else {
            engine.compile("template", &self.template)
        };
        let output = engine.render(&compiled.template, data, &options);
        let noted = engine.render(&compiled.template, data, &RenderOptions { notes: true, ..options });
        if noted.text != output.text || noted.errors != output.errors || !output.notes.is_empty() {
            return Err("with notes it is another text".to_owned());
        }
        let lines: Vec<String> = compiled
            .errors
            .iter()
            .chain(&output.errors)
            .map(|error| format!("{}:{} {} {}", error.line, error.column, error.code(), error.message()))
            .collect();
        Ok((output.text.trim_matches(['\n', '\r']).to_owned(), lines.join("\n")))
    }
}

/// The formatters and predicates of a vocabulary that no file name of these cases names.
pub fn without_a_case(vocabulary: &Vocabulary, cases: &[Case]) -> Vec<String> {
    let named = |prefix: &str, word: &str| {
        cases.iter().any(|case| {
            let file = case.name.rsplit(['/', '\\']).next().unwrap_or_default();
            let rest =
                file.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(word.trim_end_matches('?')));
            rest.and_then(|rest| rest.strip_prefix('-'))
                .is_some_and(|rest| rest.starts_with(|n: char| n.is_ascii_digit()))
        })
    };
    let formatters = vocabulary.formatter_names().into_iter().filter(|word| !named("f-", word));
    let predicates = vocabulary.predicate_names().into_iter().filter(|word| !named("p-", word));
    formatters.chain(predicates).map(str::to_owned).collect()
}
