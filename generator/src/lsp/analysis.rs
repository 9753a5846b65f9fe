//! What is known of a root's templates at one moment: compiled, with every fault, every tag and every name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use loggia_template::{Arguments, Error, ErrorKind, Opcode, Tag};

use super::root::Root;
use crate::diagnostic::{Diagnostic, line_column};
use crate::site::Memory;
use crate::site::document::Document;
use crate::theme::{Theme, explain, tag};

/// How many partials that are nowhere are told of.
const MOST_MISSING: usize = 200;

/// A template with its tags.
#[derive(Debug)]
pub struct Source {
    /// Its text.
    pub text: String,
    /// Its tags in order.
    pub tags: Vec<Tag>,
}

/// A place where a partial or macro is applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// The template that applies it, by its path below `template/`.
    pub template: String,
    /// Where its name stands there, in bytes.
    pub name: std::ops::Range<usize>,
    /// Which tag it is.
    pub tag: usize,
}

/// Templates, compiled.
pub struct Analysis {
    /// The templates and partials, as a build has them.
    pub theme: Theme,
    /// Every template by its path below `template/`.
    pub sources: BTreeMap<String, Source>,
    /// What is wrong, by path below a site folder.
    pub faults: Vec<Diagnostic>,
    /// Where partials and macros are applied, by the name that is written there.
    pub uses: BTreeMap<String, Vec<Use>>,
    /// Where macros are defined: template and tag.
    pub macros: BTreeMap<String, Vec<(String, usize)>>,
}

impl Analysis {
    /// Compiles what the copy of a root holds. `texts` are its templates; `open` are the files, below a site folder, that
    /// are looked at by themselves where no template is compiled from them.
    #[must_use]
    pub fn new(root: &Root, texts: BTreeMap<String, String>, open: &BTreeSet<PathBuf>) -> Analysis {
        let mut faults = Vec::new();
        let theme = Theme::load(root.copy(), &mut faults);
        let source = |text: String| Source { tags: theme.engine.tags(&text), text };
        let sources = texts.into_iter().map(|(name, text)| (name, source(text))).collect();
        let (uses, macros) = (BTreeMap::new(), BTreeMap::new());
        let mut analysis = Analysis { theme, sources, faults, uses, macros };
        analysis.find_names();
        let mut faults = std::mem::take(&mut analysis.faults);
        faults.extend(analysis.missing_partials());
        faults.extend(open.iter().flat_map(|file| analysis.alone(root.copy(), file)));
        analysis.faults = faults;
        analysis
    }

    fn find_names(&mut self) {
        for (template, source) in &self.sources {
            for (index, tag) in source.tags.iter().enumerate() {
                if let (Opcode::Macro, Some(word)) = (tag.opcode, tag.word.clone()) {
                    let defined = self.macros.entry(source.text[word].to_owned()).or_default();
                    defined.push((template.clone(), index));
                }
                for name in applied(source, tag) {
                    let found = Use { template: template.clone(), name: name.clone(), tag: index };
                    self.uses.entry(source.text[name].to_owned()).or_default().push(found);
                }
            }
        }
    }

    /// Partials that are applied and are nowhere. It is seen here before a page shows it.
    fn missing_partials(&self) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        for (name, uses) in &self.uses {
            if self.theme.engine.partial(name).is_some() || self.macros.contains_key(name) {
                continue;
            }
            for found in uses {
                if faults.len() >= MOST_MISSING {
                    return faults;
                }
                let text = &self.sources[&found.template].text;
                let (line, column) = line_column(text, found.name.start);
                let error = Error {
                    kind: ErrorKind::PartialMissing(name.as_str().into()),
                    file: Arc::from(found.template.as_str()),
                    line: u32::try_from(line).unwrap_or(u32::MAX),
                    column: u32::try_from(column).unwrap_or(u32::MAX),
                    offset: 0,
                    length: 0,
                };
                let mut fault = self.theme.explain(&error).into_warning();
                fault.file = Path::new("template").join(&found.template);
                faults.push(fault.at(text, line, column).spanning(name.chars().count()));
            }
        }
        faults
    }

    /// What is wrong with an open file that is not among what the theme compiles.
    fn alone(&self, copy: &Path, file: &Path) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let name = file.strip_prefix("template").ok().map(crate::asset::slashes);
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match (ending, name.as_deref()) {
            ("jsont" | "html", Some(name)) => {
                let Some(source) = self.sources.get(name) else { return faults };
                let has_script = |script: &str| copy.join("template/scripts").join(script).is_file();
                let compiled =
                    tag::rewrite(&crate::asset::slashes(file), &source.text, &has_script, &mut faults).text;
                let text = explain::Source { written: &source.text, compiled: &compiled };
                let known = || self.theme.engine.partials().map(|(name, _)| name);
                let words = self.theme.engine.vocabulary();
                let errors = self.theme.engine.compile(name, &compiled).errors;
                faults.extend(
                    errors.iter().map(|error| explain::error(error, file, Some(text), words, known())),
                );
            }
            // The theme has read these itself.
            (_, Some("template.conf")) => {}
            ("conf" | "json", _) => {
                let memory = Memory::new(copy);
                let read = Document::read(memory.folder(), &copy.join(file), &mut memory.reader());
                faults.extend(read.err());
            }
            _ => {}
        }
        faults
    }

    /// The template that a partial is in, by the name that is applied.
    #[must_use]
    pub fn partial(&self, name: &str) -> Option<&str> {
        let names = [format!("blocks/{name}"), format!("blocks/{name}.block")];
        names.iter().find_map(|name| self.sources.get_key_value(name)).map(|(name, _)| name.as_str())
    }

    /// Every place where the partial in this template is applied.
    pub fn uses_of<'a>(&'a self, template: &'a str) -> impl Iterator<Item = &'a Use> {
        let matching = self.uses.iter().filter(move |(name, _)| self.partial(name) == Some(template));
        matching.flat_map(|(_, uses)| uses)
    }
}

/// Where a tag names partials: the first argument of each `apply`, and what an `include` runs.
pub fn applied(source: &Source, tag: &Tag) -> Vec<std::ops::Range<usize>> {
    let mut names = Vec::new();
    if let (Opcode::Include, Some(word)) = (tag.opcode, tag.word.clone()) {
        names.push(word);
    }
    for call in tag.calls.iter().filter(|call| &source.text[call.name.clone()] == "apply") {
        let arguments = Arguments::of_formatter(&source.text[call.arguments.clone()]);
        let first = arguments.get(0).filter(|name| !name.is_empty());
        if let (Some(delimiter), Some(name)) = (arguments.delimiter(), first) {
            let start = call.arguments.start + delimiter.len_utf8();
            names.push(start..start + name.len());
        }
    }
    names
}
