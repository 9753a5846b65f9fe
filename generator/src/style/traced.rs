//! CSS, and where in the owner's files each piece of it came from.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::less::Css;
use crate::diagnostic::{Diagnostic, line_column};

/// A piece of the text begins here. All offsets are bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    offset: usize,
    source: usize,
    origin: usize,
    /// Whether each byte of the piece has its own place in the source, in step; else all of it comes from `origin`.
    in_step: bool,
}

/// A file that a style sheet was made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Source {
    file: PathBuf,
    text: String,
}

/// CSS with its origins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traced {
    /// The text.
    pub text: String,
    sources: Vec<Source>,
    places: Vec<Place>,
}

impl Traced {
    /// Adds a text that stands as it is in a file.
    pub fn push_file(&mut self, file: &Path, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let source = self.sources.len();
        self.sources.push(Source { file: file.to_path_buf(), text: text.to_owned() });
        self.places.push(Place { offset: self.text.len(), source, origin: 0, in_step: true });
        self.text.push_str(text);
    }

    /// What LESS made of the texts of some files.
    pub fn of_less(css: Css, text_of: impl Fn(&str) -> String) -> Traced {
        let sources: Vec<Source> = css
            .sources
            .iter()
            .map(|name| Source { file: PathBuf::from(name), text: text_of(name) })
            .collect();
        let in_sources: Vec<Bytes> = sources.iter().map(|source| Bytes::of(&source.text)).collect();
        let in_css = Bytes::of(&css.css);
        let places = css.places.as_chunks::<4>().0;
        let places = places.iter().filter_map(|&[offset, source, origin, in_step]| {
            let origin = in_sources.get(source)?.at(origin);
            Some(Place { offset: in_css.at(offset), source, origin, in_step: in_step == 1 })
        });
        let places = places.collect();
        Traced { text: css.css, sources, places }
    }

    /// The file and the offset in it from which the text at an offset came.
    fn origin(&self, offset: usize) -> Option<(&Source, usize)> {
        let index = self.places.partition_point(|place| place.offset <= offset).checked_sub(1)?;
        let place = self.places[index];
        let source = &self.sources[place.source];
        let origin = if place.in_step { place.origin + offset - place.offset } else { place.origin };
        Some((source, origin.min(source.text.len())))
    }

    /// The file from which the text at an offset came.
    #[must_use]
    pub fn file(&self, offset: usize) -> Option<&Path> {
        self.origin(offset).map(|(source, _)| source.file.as_path())
    }

    /// A warning about the text at an offset, about the owner's file. `word` is looked for on the owner's line, for a
    /// piece that LESS made is known only by where the piece begins.
    #[must_use]
    pub fn warning(&self, offset: usize, word: &str, code: &'static str, message: String) -> Diagnostic {
        let Some((source, origin)) = self.origin(offset) else {
            return Diagnostic::warning(code, super::sheet::FOLDER, message);
        };
        // What is looked for may stand on a later line of the piece.
        let ahead = source.text[origin..].split_inclusive([';', '}']).scan(0, |taken, piece| {
            *taken += piece.len();
            (*taken < 4_000).then_some(piece)
        });
        let ahead = ahead.map(str::len).take(8).sum::<usize>();
        let origin = source.text[origin..origin + ahead].find(word).map_or(origin, |found| origin + found);
        let (line, mut column) = line_column(&source.text, origin);
        let text = source.text.lines().nth(line - 1).unwrap_or_default();
        let start = text.char_indices().nth(column - 1).map_or(text.len(), |(at, _)| at);
        if let Some(found) = text[start..].find(word).map(|found| start + found).or_else(|| text.find(word)) {
            column = text[..found].chars().count() + 1;
        }
        Diagnostic::warning(code, &source.file, message).at(&source.text, line, column)
    }
}

/// From UTF-16 units to bytes.
enum Bytes {
    Same(usize),
    Table(Vec<usize>),
}

impl Bytes {
    fn of(text: &str) -> Bytes {
        if text.is_ascii() {
            return Bytes::Same(text.len());
        }
        let mut table = Vec::with_capacity(text.len() + 1);
        for (at, c) in text.char_indices() {
            table.extend(std::iter::repeat_n(at, c.len_utf16()));
        }
        table.push(text.len());
        Bytes::Table(table)
    }

    fn at(&self, unit: usize) -> usize {
        match self {
            Bytes::Same(length) => unit.min(*length),
            Bytes::Table(table) => table.get(unit).or(table.last()).copied().unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_of_javascript_become_places_in_the_owners_file() {
        let css = Css {
            css: "/*é😀*/a{b:c}".to_owned(),
            sources: vec!["x.less".to_owned()],
            places: vec![0, 0, 0, 1, 7, 0, 9, 0],
            warnings: Vec::new(),
        };
        let traced = Traced::of_less(css, |_| "/*é😀*/\n\na{b:c}".to_owned());
        let at = traced.text.find("b:c").unwrap();
        let warning = traced.warning(at, "b:c", "x", "m".to_owned());
        assert_eq!(warning.place(), "x.less:3:3");
        assert_eq!(traced.warning(4, "", "x", "m".to_owned()).place(), "x.less:1:4");
    }
}
