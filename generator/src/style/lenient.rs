//! JSON as people write it into comments: names without quotes, either quote, a comma too many.

use std::iter::Peekable;
use std::str::Chars;

/// A value of such a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Loose {
    /// A text, a number, `true`: what stands there.
    Text(String),
    /// A list.
    List(Vec<Loose>),
    /// Names and values.
    Object(Vec<(String, Loose)>),
}

/// How deep lists and objects may stand in each other.
const DEEPEST: usize = 8;

impl Loose {
    /// The object at the beginning of a text; `None` where it does not end.
    #[must_use]
    pub fn object(text: &str) -> Option<Loose> {
        value(&mut text.chars().peekable(), 0).filter(|value| matches!(value, Loose::Object(_)))
    }

    /// A member, as text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Loose::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A member that is a number, or a text that is one.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        self.text(name)?.trim().parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// The texts of a list.
    #[must_use]
    pub fn texts(&self, name: &str) -> Vec<String> {
        let Some(Loose::List(list)) = self.get(name) else { return Vec::new() };
        let text = |value: &Loose| match value {
            Loose::Text(text) => Some(text.clone()),
            other => other.text("value").or(other.text("label")).map(str::to_owned),
        };
        list.iter().filter_map(text).collect()
    }

    fn get(&self, name: &str) -> Option<&Loose> {
        let Loose::Object(members) = self else { return None };
        members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

type Letters<'t> = Peekable<Chars<'t>>;

fn value(letters: &mut Letters<'_>, depth: usize) -> Option<Loose> {
    if depth > DEEPEST {
        return None;
    }
    skip(letters);
    match letters.peek()? {
        '{' => {
            letters.next();
            object(letters, depth)
        }
        '[' => {
            letters.next();
            list(letters, depth)
        }
        _ => word(letters).map(Loose::Text),
    }
}

fn object(letters: &mut Letters<'_>, depth: usize) -> Option<Loose> {
    let mut members = Vec::new();
    loop {
        skip(letters);
        if letters.next_if_eq(&'}').is_some() {
            return Some(Loose::Object(members));
        }
        let name = word(letters)?;
        skip(letters);
        letters.next_if_eq(&':')?;
        members.push((name, value(letters, depth + 1)?));
    }
}

fn list(letters: &mut Letters<'_>, depth: usize) -> Option<Loose> {
    let mut values = Vec::new();
    loop {
        skip(letters);
        if letters.next_if_eq(&']').is_some() {
            return Some(Loose::List(values));
        }
        values.push(value(letters, depth + 1)?);
    }
}

/// What separates values says nothing.
fn skip(letters: &mut Letters<'_>) {
    while letters.next_if(|letter| letter.is_whitespace() || *letter == ',').is_some() {}
}

/// A text in quotes, or a word without.
fn word(letters: &mut Letters<'_>) -> Option<String> {
    let mut text = String::new();
    if let Some(quote) = letters.next_if(|letter| matches!(letter, '"' | '\'')) {
        loop {
            match letters.next()? {
                '\\' => text.push(letters.next()?),
                letter if letter == quote => return Some(text),
                letter => text.push(letter),
            }
        }
    }
    while let Some(letter) =
        letters.next_if(|letter| !matches!(letter, ',' | ':' | '{' | '}' | '[' | ']' | '"' | '\''))
    {
        text.push(letter);
    }
    let text = text.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_read_in_every_spelling() {
        let text = "{ type: 'dropdown', \"title\" : \"A \\\"b\\\"\", options:[ 'One', \"Two\", 3, ], min: -1.5, on : true, } x";
        let read = Loose::object(text).unwrap();
        assert_eq!(read.text("type"), Some("dropdown"));
        assert_eq!(read.text("title"), Some("A \"b\""));
        assert_eq!(read.texts("options"), ["One", "Two", "3"]);
        assert_eq!((read.number("min"), read.text("on")), (Some(-1.5), Some("true")));
    }

    #[test]
    fn what_does_not_end_is_none() {
        for text in ["", "{", "{a", "{a:", "{a:'b}", "{a:[1", "[1]", "{:1}", "{a 1}", "{]}"] {
            assert_eq!(Loose::object(text), None, "{text}");
        }
        assert_eq!(Loose::object(&"{a:[".repeat(5_000)), None);
    }
}
