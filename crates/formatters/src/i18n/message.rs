//! `message` and `plural`: texts with places for values (T-146 to T-148).

use loggia_template::{Context, Node};

/// A value that a message may name, by its name and by its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument<'a> {
    name: Option<&'a str>,
    value: Node<'a>,
}

impl<'a> Argument<'a> {
    /// An argument with a name; it also has its position.
    pub(crate) fn named(name: &'a str, value: Node<'a>) -> Self {
        Self { name: Some(name), value }
    }
}

/// Writes a message with its values filled in; nothing without locale data (T-139).
pub(crate) fn write(context: &Context<'_>, message: &str, arguments: &[Argument<'_>], out: &mut String) {
    if context.locale().is_none() {
        return;
    }
    write_simple(message, arguments, out);
}

/// Fills in plain `{name}` and `{0}`.
fn write_simple(message: &str, arguments: &[Argument<'_>], out: &mut String) -> bool {
    let mut rest = message;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('}') else { break };
        let name = &rest[open + 1..open + close];
        let position: Option<usize> = name.parse().ok();
        let found = match position {
            Some(at) => arguments.get(at),
            None => arguments.iter().find(|argument| argument.name == Some(name)),
        };
        if let Some(argument) = found {
            argument.value.write_text(out);
        }
        rest = &rest[open + close + 1..];
    }
    out.push_str(rest);
    true
}

pub(crate) fn install(_vocabulary: &mut loggia_template::Vocabulary) {}
