//! Values as PHP writes them into a text (`a:1:{s:4:"name";i:1;}`), as far as shops keep lists of words in them.

use std::borrow::Cow;

/// How deep lists may stand in each other.
const DEPTH: usize = 8;

/// A value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Serialized<'t> {
    /// Nothing, or what could not be read.
    #[default]
    Nothing,
    /// A text, a number, yes or no.
    Text(Cow<'t, str>),
    /// A list of names and values.
    List(Vec<(Cow<'t, str>, Serialized<'t>)>),
}

impl<'t> Serialized<'t> {
    /// Reads a value; what stands behind damage is left out.
    pub(super) fn read(text: &'t str) -> Serialized<'t> {
        value(&mut { text }, DEPTH).unwrap_or_default()
    }

    /// The values of a list.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Serialized<'t>> {
        let list = if let Serialized::List(list) = self { list.as_slice() } else { &[] };
        list.iter().map(|(_, value)| value)
    }

    /// The text of a name; "" where there is none.
    pub(super) fn text(&self, name: &str) -> &str {
        let Serialized::List(list) = self else { return "" };
        match list.iter().find(|(own, _)| own == name) {
            Some((_, Serialized::Text(text))) => text,
            _ => "",
        }
    }
}

fn value<'t>(rest: &mut &'t str, depth: usize) -> Option<Serialized<'t>> {
    let kind = rest.get(..2)?;
    *rest = &rest[2..];
    match kind {
        "s:" => text(rest).map(Serialized::Text),
        "i:" | "b:" | "d:" => {
            let (number, after) = rest.split_once(';')?;
            *rest = after;
            Some(Serialized::Text(Cow::Borrowed(number)))
        }
        "N;" => Some(Serialized::Nothing),
        "a:" if depth > 0 => {
            let (_, after) = rest.split_once('{')?;
            *rest = after;
            let mut list = Vec::new();
            while !rest.starts_with('}') {
                let (Some(name), Some(value)) = (value(rest, 0), value(rest, depth - 1)) else { break };
                let Serialized::Text(name) = name else { break };
                list.push((name, value));
            }
            *rest = rest.strip_prefix('}').unwrap_or(rest);
            Some(Serialized::List(list))
        }
        _ => None,
    }
}

/// A text behind its length in bytes. Exports count the ends of lines otherwise than they write them, so where the length
/// does not fit, the text ends at the next mark.
fn text<'t>(rest: &mut &'t str) -> Option<Cow<'t, str>> {
    let (length, after) = rest.split_once(":\"")?;
    let length: usize = length.parse().ok()?;
    let exact = after.get(..length).filter(|_| after.get(length..).is_some_and(|end| end.starts_with("\";")));
    let found = exact.or_else(|| after.split_once("\";").map(|(text, _)| text))?;
    *rest = &after[found.len() + 2..];
    Some(Cow::Borrowed(found))
}

#[cfg(test)]
mod tests {
    use super::Serialized;

    #[test]
    fn s_758_lists_of_php_are_read() {
        let text = "a:2:{s:5:\"color\";a:3:{s:4:\"name\";s:5:\"Co\"lo\";s:8:\"position\";i:0;s:1:\"x\";N;}i:1;a:1:{s:4:\"name\";s:99:\"Gr\u{f6}\u{df}e\";}}";
        let list = Serialized::read(text);
        let names: Vec<&str> = list.entries().map(|one| one.text("name")).collect();
        assert_eq!(names, ["Co\"lo", "Gr\u{f6}\u{df}e"]);
        for damaged in ["", "a:", "a:1:{", "a:1:{s:4:\"na", "s:3:\"ab", "x:1;", "a:1:{a:0:{}i:1;}"] {
            assert_eq!(Serialized::read(damaged).entries().count(), 0, "{damaged}");
        }
    }
}
