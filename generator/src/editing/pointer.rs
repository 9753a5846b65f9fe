//! Where in a JSON value something is: RFC 6901.

use std::fmt;

/// A pointer: names of members and numbers of elements, from the outside in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pointer(Vec<String>);

impl Pointer {
    /// Reads a pointer: empty, or steps that each begin with `/`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Pointer> {
        if text.is_empty() {
            return Some(Pointer::default());
        }
        let steps = text.strip_prefix('/')?.split('/');
        steps.map(unescaped).collect::<Option<Vec<String>>>().map(Pointer)
    }

    /// Its steps.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        &self.0
    }

    /// The pointer to what holds it, and its last step; `None` for the whole.
    #[must_use]
    pub fn split(&self) -> Option<(Pointer, &str)> {
        let (last, before) = self.0.split_last()?;
        Some((Pointer(before.to_vec()), last))
    }

    /// The pointer to something inside.
    #[must_use]
    pub fn inner(&self, step: impl Into<String>) -> Pointer {
        let mut steps = self.0.clone();
        steps.push(step.into());
        Pointer(steps)
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| write!(f, "/{}", step.replace('~', "~0").replace('/', "~1")))
    }
}

fn unescaped(step: &str) -> Option<String> {
    let mut text = String::with_capacity(step.len());
    let mut characters = step.chars();
    while let Some(character) = characters.next() {
        text.push(match character {
            '~' => match characters.next()? {
                '0' => '~',
                '1' => '/',
                _ => return None,
            },
            other => other,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_read_and_written() {
        for text in ["", "/", "/a/0/b~1c~0d", "/a//b"] {
            assert_eq!(Pointer::parse(text).unwrap().to_string(), text);
        }
        for text in ["a", "a/b", "/~2", "/~"] {
            assert_eq!(Pointer::parse(text), None, "{text}");
        }
        let inner = Pointer::parse("/a/b").unwrap();
        assert_eq!(inner.split(), Some((Pointer::parse("/a").unwrap(), "b")));
    }
}
