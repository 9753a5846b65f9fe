//! Writes a message with its arguments.

use super::tree::{Message, MessageKey, Node, Plural, PluralChoice};
use crate::decimal::Decimal;
use crate::plural::{PluralCategory, PluralRules};

/// Where a message's arguments come from, and what its functions do.
pub trait MessageArguments {
    /// Writes an argument as text; nothing when it is missing.
    fn write_text(&self, key: &MessageKey, out: &mut String);

    /// An argument as a number; `None` when there is none, which prints as `NaN`.
    fn number(&self, key: &MessageKey) -> Option<Decimal>;

    /// Writes what a function makes of arguments, with its options as they stand in the message (`style:short`).
    fn call(&self, function: &str, keys: &[MessageKey], options: &[Box<str>], out: &mut String);
}

/// What `#` stands for.
enum Chosen<'a> {
    Nothing,
    Number(Option<Decimal>),
    Text(&'a str),
}

impl Message {
    /// The message's text.
    pub fn format(&self, arguments: &dyn MessageArguments, plurals: &PluralRules) -> String {
        let mut out = String::new();
        self.write(arguments, plurals, &mut out);
        out
    }

    /// Writes the message behind what stands in `out`.
    pub fn write(&self, arguments: &dyn MessageArguments, plurals: &PluralRules, out: &mut String) {
        Evaluation { arguments, plurals }.nodes(&self.nodes, &Chosen::Nothing, out);
    }
}

struct Evaluation<'a> {
    arguments: &'a dyn MessageArguments,
    plurals: &'a PluralRules,
}

impl Evaluation<'_> {
    fn nodes(&self, nodes: &[Node], chosen: &Chosen, out: &mut String) {
        for node in nodes {
            match node {
                Node::Text(text) => out.push_str(text),
                Node::Argument(key) => self.arguments.write_text(key, out),
                Node::Chosen => match chosen {
                    Chosen::Nothing => {}
                    Chosen::Number(Some(number)) => out.push_str(&number.to_string()),
                    Chosen::Number(None) => out.push_str("NaN"),
                    Chosen::Text(text) => out.push_str(text),
                },
                Node::Plural(plural) => self.plural(plural, out),
                Node::Select { key, choices } => self.select(key, choices, out),
                Node::Call { function, keys, options } => self.arguments.call(function, keys, options, out),
            }
        }
    }

    fn plural(&self, plural: &Plural, out: &mut String) {
        let number = self.arguments.number(&plural.key);
        let counted = match (&number, plural.offset) {
            (Some(number), offset) if offset != 0 => Some(number.minus_integer(offset)),
            (number, _) => number.clone(),
        };
        // What is no number is put where zero is put.
        let operand = counted.clone().unwrap_or_else(Decimal::zero);
        let category =
            if plural.ordinal { self.plurals.ordinal(&operand) } else { self.plurals.cardinal(&operand) };
        let mut other = None;
        for (choice, block) in &plural.choices {
            match choice {
                PluralChoice::Exactly(exact) if number.as_ref() == Some(exact) => {
                    return self.nodes(block, &Chosen::Number(number), out);
                }
                PluralChoice::Category(known) if *known == category => {
                    return self.nodes(block, &Chosen::Number(counted), out);
                }
                PluralChoice::Category(PluralCategory::Other) => other = Some(block),
                _ => {}
            }
        }
        if let Some(block) = other {
            self.nodes(block, &Chosen::Number(counted), out);
        }
    }

    fn select(&self, key: &MessageKey, choices: &[(Box<str>, Vec<Node>)], out: &mut String) {
        let mut word = String::new();
        self.arguments.write_text(key, &mut word);
        let choice = |wanted: &str| choices.iter().find(|(known, _)| **known == *wanted);
        if let Some((_, block)) =
            choice(&word).or_else(|| choices.iter().rfind(|(known, _)| &**known == "other"))
        {
            self.nodes(block, &Chosen::Text(&word), out);
        }
    }
}
