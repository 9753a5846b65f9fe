//! The parts of a Markdown file: its front matter, in one of three formats, and its text.

use std::ops::Range;

use super::tree::{Tree, Wrong};
use super::{toml, yaml};

/// In what a front matter is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// As JSON, in the words of this program alone.
    Json,
    /// As YAML.
    Yaml,
    /// As TOML.
    Toml,
}

/// Where the parts of a Markdown file are, in bytes.
#[derive(Debug, Clone)]
pub struct Parts {
    /// In what the front matter is written.
    pub format: Format,
    /// The lines between the two fences.
    pub front: Range<usize>,
    /// The text below.
    pub body: Range<usize>,
}

/// Finds the two fences of a Markdown file; nothing when it has none.
#[must_use]
pub fn split(text: &str) -> Option<Parts> {
    let begin = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let (first, rest) = text[begin..].split_once('\n')?;
    let fence = first.trim_end();
    if !matches!(fence, "---" | ";;;" | "+++") {
        return None;
    }
    let start = begin + first.len() + 1;
    let mut at = start;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == fence {
            let front = &text[start..at];
            let format = match fence {
                "+++" => Format::Toml,
                ";;;" => Format::Json,
                _ if front.trim_start().starts_with('{') => Format::Json,
                _ => Format::Yaml,
            };
            return Some(Parts { format, front: start..at, body: at + line.len()..text.len() });
        }
        at += line.len();
    }
    None
}

/// Reads a front matter in YAML or TOML.
pub(super) fn read(format: Format, front: &str) -> Result<Tree, Wrong> {
    if format == Format::Toml { toml::read(front) } else { yaml::read(front) }
}
