//! What the front matter of a file says, each value with its place.

use std::ops::Range;

use serde_json::Number;

/// How many values a front matter may say, those counted that stand for others.
const MOST: usize = 10_000;
/// How deep lists and names may stand in each other.
const DEPTH: usize = 32;

/// A value, wherever it is written.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// `null`.
    Nothing,
    /// `true` or `false`.
    Flag(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Said>),
    /// Names and values, in their order.
    Object(Vec<(String, Said)>),
}

impl Said {
    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Said> {
        let Said::Object(members) = self else { return None };
        members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The text, when it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Said::Text(text) = self { Some(text) } else { None }
    }
}

/// How a value is written in YAML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Style {
    /// Without quotes, or as TOML writes it.
    #[default]
    Plain,
    /// `'…'`
    Single,
    /// `"…"`
    Double,
    /// A text over several lines, `|` or `>`.
    Lines,
    /// `[…]` or `{…}`
    Inline,
    /// A list or names below each other.
    Below,
}

/// What a value is.
#[derive(Debug, Clone)]
pub(super) enum What {
    /// A number, a flag or nothing, and how that is written.
    Word(Said, String),
    Text(String),
    List(Vec<Tree>),
    Object(Vec<Member>),
}

/// A value and its place.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub what: What,
    /// Its bytes in the front matter.
    pub span: Range<usize>,
    pub style: Style,
    /// Whether another value gives it (`<<: *base`), so that it cannot be changed in its place.
    pub is_elsewhere: bool,
}

/// A name and its value.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub key: String,
    /// Where the name begins, in bytes of the front matter.
    pub start: usize,
    pub value: Tree,
}

impl Tree {
    pub fn said(&self) -> Said {
        match &self.what {
            What::Word(said, _) => said.clone(),
            What::Text(text) => Said::Text(text.clone()),
            What::List(list) => Said::List(list.iter().map(Tree::said).collect()),
            What::Object(members) => {
                Said::Object(members.iter().map(|member| (member.key.clone(), member.value.said())).collect())
            }
        }
    }

    /// What somebody meant who wrote a text without quotes: `2024` as a title is one.
    pub fn words(&self) -> Option<String> {
        match &self.what {
            What::Word(Said::Nothing, _) | What::List(_) | What::Object(_) => None,
            What::Word(_, written) => Some(written.clone()),
            What::Text(text) => Some(text.clone()),
        }
    }

    pub fn members(&self) -> &[Member] {
        if let What::Object(members) = &self.what { members } else { &[] }
    }

    pub fn elements(&self) -> &[Tree] {
        if let What::List(list) = &self.what { list } else { &[] }
    }

    pub fn get(&self, key: &str) -> Option<&Tree> {
        self.members().iter().find(|member| member.key == key).map(|member| &member.value)
    }

    /// The same place, with something else there.
    pub fn instead(&self, what: What) -> Tree {
        Tree { what, span: self.span.clone(), style: self.style, is_elsewhere: self.is_elsewhere }
    }

    /// How many values it is.
    pub fn count(&self) -> usize {
        let inner = match &self.what {
            What::List(list) => list.iter().map(Tree::count).sum(),
            What::Object(members) => members.iter().map(|member| member.value.count()).sum(),
            _ => 0,
        };
        inner + 1
    }
}

/// What is wrong with a front matter.
#[derive(Debug)]
pub(super) struct Wrong {
    /// Where, in bytes of the front matter.
    pub at: usize,
    pub message: String,
    pub help: &'static str,
}

/// Counts what is read, so that a small file does not become an endless one.
#[derive(Debug, Default)]
pub(super) struct Budget {
    values: usize,
}

impl Budget {
    pub fn take(&mut self, values: usize, depth: usize, at: usize) -> Result<(), Wrong> {
        self.values = self.values.saturating_add(values);
        let message = if self.values > MOST {
            format!("The front matter says more than {MOST} values.")
        } else if depth > DEPTH {
            format!("Lists and names stand more than {DEPTH} deep in each other.")
        } else {
            return Ok(());
        };
        Err(Wrong { at, message, help: "say less of it here, and the rest in the text below" })
    }
}
