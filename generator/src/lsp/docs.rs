//! What the pages of docs/language say of each word. The pages are the only place where it is written.

use std::collections::BTreeMap;

/// Which words a page is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// What stands behind a bar.
    Formatter,
    /// What ends in a question mark.
    Predicate,
    /// What stands behind a dot.
    Instruction,
}

const PAGES: [(Kind, &str); 10] = [
    (Kind::Formatter, include_str!("../../../docs/language/formatters-core.md")),
    (Kind::Formatter, include_str!("../../../docs/language/formatters-content.md")),
    (Kind::Formatter, include_str!("../../../docs/language/formatters-dates.md")),
    (Kind::Formatter, include_str!("../../../docs/language/formatters-locale.md")),
    (Kind::Formatter, include_str!("../../../docs/language/formatters-social.md")),
    (Kind::Formatter, include_str!("../../../docs/language/formatters-store.md")),
    (Kind::Predicate, include_str!("../../../docs/language/predicates-core.md")),
    (Kind::Predicate, include_str!("../../../docs/language/predicates-content.md")),
    (Kind::Predicate, include_str!("../../../docs/language/predicates-store.md")),
    (Kind::Instruction, include_str!("../../../docs/language/instructions.md")),
];

/// Instructions that are described together with another one.
const BESIDE: [(&str, &str); 7] = [
    ("alternates with", "repeated section"),
    ("or", "predicate?"),
    ("meta-right", "meta-left"),
    ("newline", "meta-left"),
    ("space", "meta-left"),
    ("tab", "meta-left"),
    ("##", "#"),
];

/// Every word of the language with its description in Markdown.
#[derive(Debug)]
pub struct Docs(BTreeMap<(Kind, String), &'static str>);

impl Docs {
    /// Reads the pages.
    #[must_use]
    pub fn read() -> Docs {
        let mut words = BTreeMap::new();
        for (kind, page) in PAGES {
            for section in page.split("\n### ").skip(1) {
                let (heading, rest) = section.split_once('\n').unwrap_or((section, ""));
                let body = rest.split("\n## ").next().unwrap_or(rest).trim();
                for name in heading.split('`').skip(1).step_by(2) {
                    if let Some(name) = word(kind, name) {
                        words.entry((kind, name)).or_insert(body);
                    }
                }
            }
            let blocks = page.split("\n## Blocks\n").nth(1).and_then(|rest| rest.split("\n### ").next());
            if let (Kind::Instruction, Some(body)) = (kind, blocks) {
                words.insert((kind, "end".to_owned()), body.trim());
            }
        }
        for (name, other) in BESIDE {
            if let Some(body) = words.get(&(Kind::Instruction, other.to_owned())).copied() {
                words.insert((Kind::Instruction, name.to_owned()), body);
            }
        }
        words.remove(&(Kind::Instruction, "predicate?".to_owned()));
        Docs(words)
    }

    /// What is said of a word.
    #[must_use]
    pub fn get(&self, kind: Kind, name: &str) -> Option<&'static str> {
        self.0.get(&(kind, name.to_owned())).copied()
    }

    /// The instructions that stand behind a dot.
    pub fn instructions(&self) -> impl Iterator<Item = &str> {
        self.0
            .keys()
            .filter(|(kind, name)| *kind == Kind::Instruction && !name.starts_with('#'))
            .map(|(_, name)| name.as_str())
    }

    /// Its first sentence, for a line in a list.
    #[must_use]
    pub fn summary(&self, kind: Kind, name: &str) -> Option<String> {
        let body = self.get(kind, name)?;
        let said = body.split("\n\n").find(|part| !part.starts_with('`') && !part.starts_with("```"))?;
        let said = said.replace('\n', " ");
        Some(said.split_inclusive(". ").next().unwrap_or(&said).trim().to_owned())
    }
}

/// The word that a heading is about; `None` where it is about a form of tag and not about a word.
fn word(kind: Kind, heading: &str) -> Option<String> {
    if kind != Kind::Instruction {
        return Some(heading.to_owned());
    }
    let inside = heading.trim_start_matches('{').trim_end_matches('}');
    if let Some(name) = inside.strip_prefix('.') {
        let words: Vec<&str> = name.split(' ').collect();
        return Some(if words[0] == "repeated" { words[..2].join(" ") } else { words[0].to_owned() });
    }
    inside.starts_with('#').then(|| "#".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-500: what is shown of a word is what the language's pages say of it, and they speak of every word.
    #[test]
    fn every_word_has_its_description() {
        let docs = Docs::read();
        let words = crate::theme::vocabulary();
        let lacking = |kind, names: Vec<&str>| {
            let lacking = names.into_iter().filter(|name| docs.get(kind, name).is_none());
            lacking.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(lacking(Kind::Formatter, words.formatter_names()), [""; 0]);
        assert_eq!(lacking(Kind::Predicate, words.predicate_names()), [""; 0]);
        let instructions = [
            "section",
            "repeated section",
            "alternates with",
            "or",
            "end",
            "if",
            "var",
            "ctx",
            "eval",
            "inject",
        ];
        let more = ["macro", "include", "meta-left", "meta-right", "newline", "space", "tab", "eof"];
        assert_eq!(lacking(Kind::Instruction, [&instructions[..], &more[..]].concat()), [""; 0]);
        assert_eq!(docs.instructions().count(), 18, "{:?}", docs.instructions().collect::<Vec<_>>());
        assert_eq!(
            docs.summary(Kind::Formatter, "count").as_deref(),
            Some("The number of elements, members or code units; 0 for everything else.")
        );
    }
}
