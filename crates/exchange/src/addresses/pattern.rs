//! The path that a rule is for, and the address that it leads to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One part of a path, between two slashes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// This text, not escaped.
    Text(String),
    /// Any one part, known by this name.
    Name(String),
    /// All that is left, also nothing; only at the end.
    Rest,
}

/// A path with its open parts. A path without any is an exact one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pattern {
    /// The parts, without empty ones.
    pub parts: Vec<Part>,
}

/// The name under which what `*` stood for is known.
const REST: &str = "*";
/// Longer paths are no addresses of pages.
const MOST_PARTS: usize = 32;

impl Pattern {
    /// Reads a path that is not escaped, such as `/blog/[year]/[name]` or `/shop/*`.
    ///
    /// # Errors
    /// With what is wrong, in words that follow the path.
    pub fn parse(path: &str) -> Result<Pattern, String> {
        let texts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        if texts.len() > MOST_PARTS {
            return Err(format!("has more than {MOST_PARTS} parts"));
        }
        let mut parts = Vec::with_capacity(texts.len());
        for (place, text) in texts.iter().enumerate() {
            parts.push(part(text, place + 1 == texts.len(), place)?);
        }
        let names: Vec<&String> = parts.iter().filter_map(Part::name).collect();
        if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
            return Err(format!("has '[{}]' twice", twice.1));
        }
        Ok(Pattern { parts })
    }

    /// Whether it stands for one path alone.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Text(_)))
    }

    /// The path as it is written, not escaped: `/blog/[name]`.
    #[must_use]
    pub fn text(&self) -> String {
        if self.parts.is_empty() {
            return "/".to_owned();
        }
        let part = |part: &Part| match part {
            Part::Text(text) => format!("/{text}"),
            Part::Name(name) => format!("/[{name}]"),
            Part::Rest => "/*".to_owned(),
        };
        self.parts.iter().map(part).collect()
    }

    /// The names that it gives to parts, `*` for the rest.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text(_) => None,
            Part::Name(name) => Some(name.as_str()),
            Part::Rest => Some(REST),
        })
    }

    /// What its open parts stand for in a path; `None` when it is not for that path.
    pub(super) fn bind(&self, path: &[Part]) -> Option<BTreeMap<String, Vec<Part>>> {
        let mut bound = BTreeMap::new();
        for (place, part) in self.parts.iter().enumerate() {
            match (part, path.get(place)) {
                (Part::Rest, _) => {
                    bound.insert(REST.to_owned(), path.get(place..).unwrap_or_default().to_vec());
                    return Some(bound);
                }
                // What is left may be any number of parts: it fits nothing but another rest.
                (_, None | Some(Part::Rest)) => return None,
                (Part::Name(name), Some(one)) => {
                    bound.insert(name.clone(), vec![one.clone()]);
                }
                (text, Some(other)) if text == other => {}
                _ => return None,
            }
        }
        (self.parts.len() == path.len()).then_some(bound)
    }

    /// The path with its open parts filled in; those that are not bound stay open.
    pub(super) fn fill(&self, bound: &BTreeMap<String, Vec<Part>>) -> Pattern {
        let fill = |part: &Part| match part {
            Part::Name(name) => bound.get(name).cloned().unwrap_or_else(|| vec![part.clone()]),
            Part::Rest => bound.get(REST).cloned().unwrap_or_else(|| vec![Part::Rest]),
            Part::Text(_) => vec![part.clone()],
        };
        Pattern { parts: self.parts.iter().flat_map(fill).collect() }
    }
}

impl Part {
    fn name(&self) -> Option<&String> {
        match self {
            Part::Name(name) => Some(name),
            _ => None,
        }
    }
}

fn part(text: &str, is_last: bool, place: usize) -> Result<Part, String> {
    if text.chars().any(char::is_control) || matches!(text, "." | "..") {
        return Err("has a part that no path has".to_owned());
    }
    if text == "*" {
        // One that does not stand at the end is one part, as `[name]` is.
        return Ok(if is_last { Part::Rest } else { Part::Name(format!("part{}", place + 1)) });
    }
    if let Some(name) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() || name.len() > 64 || !name.chars().all(is_plain) {
            return Err(format!("has '{text}': a name in brackets is made of letters and digits"));
        }
        return Ok(Part::Name(name.to_owned()));
    }
    if text.contains(['*', '[', ']']) {
        return Err(format!("has '{text}': '[name]' and '*' stand for a whole part between two slashes"));
    }
    Ok(Part::Text(text.to_owned()))
}
