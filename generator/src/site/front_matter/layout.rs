//! The JSON that stands for a front matter: each value at the line and column where its owner wrote it, so that a fault
//! is shown there.

use super::tree::{Said, Tree, What};
use super::usual::Meant;

pub(super) struct Layout<'t> {
    front: &'t str,
    out: String,
    line: usize,
    column: usize,
}

/// The members as the inside of an object, without its closing bracket; the front matter begins on the second line.
pub(super) fn json(front: &str, members: &[Meant]) -> String {
    let mut layout = Layout { front, out: String::new(), line: 1, column: 1 };
    layout.word("{");
    for (number, member) in members.iter().enumerate() {
        layout.word(if number > 0 { "," } else { "" });
        layout.text(member.key);
        layout.word(":");
        layout.value(&member.value);
    }
    layout.out
}

impl Layout<'_> {
    fn word(&mut self, word: &str) {
        self.out.push_str(word);
        self.column += word.chars().count();
    }

    fn text(&mut self, text: &str) {
        let text = serde_json::Value::from(text).to_string();
        self.word(&text);
    }

    /// Goes to a place of the front matter, unless that is behind us.
    fn at(&mut self, at: usize) {
        let before = &self.front[..at.min(self.front.len())];
        let line = before.matches('\n').count() + 2;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        while self.line < line {
            self.out.push('\n');
            self.line += 1;
            self.column = 1;
        }
        while self.line == line && self.column < column {
            self.word(" ");
        }
    }

    fn value(&mut self, value: &Tree) {
        self.at(value.span.start);
        match &value.what {
            What::Word(Said::Flag(flag), _) => self.word(if *flag { "true" } else { "false" }),
            What::Word(Said::Number(number), _) => self.word(&number.to_string()),
            What::Word(..) => self.word("null"),
            What::Text(text) => self.text(text),
            What::List(list) => {
                self.word("[");
                for (number, one) in list.iter().enumerate() {
                    self.word(if number > 0 { "," } else { "" });
                    self.value(one);
                }
                self.word("]");
            }
            What::Object(members) => {
                self.word("{");
                for (number, member) in members.iter().enumerate() {
                    self.word(if number > 0 { "," } else { "" });
                    self.text(&member.key);
                    self.word(":");
                    self.value(&member.value);
                }
                self.word("}");
            }
        }
    }
}
