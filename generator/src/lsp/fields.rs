//! Which values stand at a place of a template, by samples of what the site's pages are shown with.

use std::collections::BTreeMap;

use loggia_template::Opcode;
use serde_json::Value;

use super::analysis::{Analysis, Source};

/// How many templates are followed outwards from a partial.
const DEEPEST: usize = 6;

/// The values at a place from the outermost to the current one, and the local names there.
#[derive(Debug, Clone, Default)]
pub struct Scope<'v> {
    values: Vec<&'v Value>,
    locals: BTreeMap<String, &'v Value>,
}

const NOTHING: &Value = &Value::Null;

impl<'v> Scope<'v> {
    /// The value of a path. Its first part is looked up in the current value, then outwards.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&'v Value> {
        let mut parts = path.split('.').filter(|part| !part.is_empty());
        let first = parts.next()?;
        let start = match first {
            "@" => self.values.last().copied(),
            local if local.starts_with('@') => self.locals.get(local).copied(),
            key => self.values.iter().rev().find_map(|value| member(value, key)),
        };
        parts.try_fold(start?, |value, key| member(value, key))
    }

    /// The members that may be named at a place: those of the path's value, or without a path all that are seen there, the
    /// nearest first.
    #[must_use]
    pub fn members(&self, path: &str, only_current: bool) -> Vec<(String, &'v Value)> {
        let path = path.trim_end_matches('.');
        if !path.is_empty() {
            return self.get(path).map(own).unwrap_or_default();
        }
        let mut seen: Vec<(String, &'v Value)> = Vec::new();
        let depth = if only_current { 1 } else { self.values.len() };
        for value in self.values.iter().rev().take(depth) {
            for (key, value) in own(value) {
                if !seen.iter().any(|(known, _)| *known == key) {
                    seen.push((key, value));
                }
            }
        }
        if !only_current {
            seen.extend(self.locals.iter().map(|(name, value)| (name.clone(), *value)));
        }
        seen
    }
}

fn member<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Object(members) => members.get(key),
        Value::Array(elements) => key.parse::<usize>().ok().and_then(|at| elements.get(at)),
        _ => None,
    }
}

fn own(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Object(members) => members.iter().map(|(key, value)| (key.clone(), value)).collect(),
        _ => Vec::new(),
    }
}

/// The values at an offset of a template; `template` is its path below `template/`.
#[must_use]
pub fn at<'v>(
    analysis: &Analysis,
    samples: &'v BTreeMap<String, Value>,
    neutral: &'v Value,
    template: &str,
    offset: usize,
) -> Scope<'v> {
    let mut scope = outside(analysis, samples, neutral, template, DEEPEST);
    if let Some(source) = analysis.sources.get(template) {
        enter(source, offset, &mut scope);
    }
    scope
}

/// The values that a template begins with: its pages', or those where it is applied.
fn outside<'v>(
    analysis: &Analysis,
    samples: &'v BTreeMap<String, Value>,
    neutral: &'v Value,
    template: &str,
    depth: usize,
) -> Scope<'v> {
    if let Some(sample) = samples.get(template) {
        return Scope { values: vec![sample], ..Scope::default() };
    }
    let mut uses = analysis.uses_of(template).filter(|_| depth > 0);
    let found = uses.find_map(|found| {
        let source = analysis.sources.get(&found.template).filter(|_| found.template != template)?;
        let tag = source.tags.get(found.tag)?;
        let mut scope = outside(analysis, samples, neutral, &found.template, depth - 1);
        enter(source, tag.span.start, &mut scope);
        if let Some(name) = tag.names.first() {
            let value = scope.get(name)?;
            scope.values.push(value);
        }
        Some(scope)
    });
    found.unwrap_or_else(|| Scope { values: vec![neutral], ..Scope::default() })
}

/// Walks through the blocks that are open at an offset.
fn enter(source: &Source, offset: usize, scope: &mut Scope<'_>) {
    let mut open = Vec::new();
    for tag in source.tags.iter().take_while(|tag| tag.span.end <= offset) {
        match tag.opcode {
            _ if tag.is_begin() => {
                let depth = scope.values.len();
                open.push((depth, scope.locals.clone()));
                let value = tag.names.first().and_then(|name| scope.get(name)).unwrap_or(NOTHING);
                match tag.opcode {
                    Opcode::Section => scope.values.push(value),
                    Opcode::Repeated => scope.values.push(value.get(0).unwrap_or(NOTHING)),
                    _ => {}
                }
            }
            // The other branch of a section has the values around it.
            Opcode::OrPredicate => {
                if let Some((depth, locals)) = open.last() {
                    scope.values.truncate(*depth);
                    scope.locals.clone_from(locals);
                }
            }
            Opcode::End => {
                if let Some((depth, locals)) = open.pop() {
                    scope.values.truncate(depth);
                    scope.locals = locals;
                }
            }
            Opcode::Bindvar if tag.calls.is_empty() => {
                let value = tag.names.first().and_then(|name| scope.get(name));
                if let (Some(word), Some(value)) = (tag.word.clone(), value) {
                    scope.locals.insert(source.text[word].to_owned(), value);
                }
            }
            Opcode::Bindvar | Opcode::Ctxvar => {
                if let Some(word) = tag.word.clone() {
                    scope.locals.insert(source.text[word].to_owned(), NOTHING);
                }
            }
            _ => {}
        }
    }
}

/// A value in a line, for people.
#[must_use]
pub fn shown(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let names: Vec<&str> = members.keys().take(8).map(String::as_str).collect();
            let more = if members.len() > names.len() { ", …" } else { "" };
            format!("{{{}{more}}}", names.join(", "))
        }
        Value::Array(elements) => match elements.first() {
            Some(first) => format!("[{}, …]", shown(first)),
            None => "[]".to_owned(),
        },
        other => other.to_string().chars().take(120).collect(),
    }
}
