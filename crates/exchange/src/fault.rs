//! What a source says that could not be taken over as it is.

use serde::Serialize;

/// One thing that was read otherwise than it was written, or not at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The line of the source, from 1; 0 when it is about the whole of it.
    pub line: usize,
    /// What was found, and what became of it.
    pub message: String,
    /// What its owner can do.
    pub help: String,
    /// The same for a program, which says it in another language. It is no part of what is written down.
    #[serde(skip)]
    pub why: Why,
}

/// What a fault is, for a program: a code that never changes its meaning, and what the sentence names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Why {
    /// Lower case with hyphens, such as `not-amount`; empty for a fault that nobody says in another language.
    pub code: &'static str,
    /// What the sentence names, by the names of its places: `("column", "price")`. Long texts are cut.
    pub values: Vec<(&'static str, String)>,
    /// Of how many more lines the same is true.
    pub more: usize,
}

impl From<&'static str> for Why {
    fn from(code: &'static str) -> Why {
        Why { code, ..Why::default() }
    }
}

impl<const N: usize> From<(&'static str, [(&'static str, String); N])> for Why {
    fn from((code, values): (&'static str, [(&'static str, String); N])) -> Why {
        Why { code, values: values.into(), more: 0 }
    }
}

/// What a sentence names of a list: a long text is cut.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 80;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 1).chain(['\u{2026}']).collect()
}

impl Fault {
    /// A fault at a line.
    pub fn new(line: usize, message: impl Into<String>, help: impl Into<String>) -> Fault {
        Fault { line, message: message.into(), help: help.into(), why: Why::default() }
    }

    /// The same with what it is for a program.
    #[must_use]
    pub fn because(mut self, why: impl Into<Why>) -> Fault {
        self.why = why.into();
        self
    }
}
