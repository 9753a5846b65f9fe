//! What is being written at a place of a text that does not have to be whole: inside which tag, and at which part of it.
//! What is whole is read by the language itself.

/// How far back the start of a tag is looked for, in bytes.
const FURTHEST: usize = 4000;

/// What stands at a place. `from` is where the word that is being written starts, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cursor<'t> {
    /// Outside of every tag.
    Text,
    /// `{.sec`: an instruction or a predicate.
    Instruction { from: usize },
    /// `{title|tr`: a formatter.
    Formatter { from: usize },
    /// `{@|apply ca` and `{.include ca`: a partial.
    Partial { from: usize },
    /// `{.if main`: a predicate or a field. `fields_from` is where the whole path starts.
    Condition { from: usize, path: &'t str },
    /// `{item.ti`: a field; `path` is what stands before its last part, with its dot.
    Field { from: usize, path: &'t str, of_section: bool },
    /// What follows a formatter's name.
    Argument { from: usize, formatter: &'t str },
    /// `<squarespace:na`
    SiteTag { from: usize },
    /// `<squarespace:navigation te`
    Attribute { from: usize, tag: &'t str },
    /// `<squarespace:navigation template="na`
    Value { from: usize, tag: &'t str, attribute: &'t str },
}

/// What stands at an offset of a text. An offset inside of a character counts as before it.
#[must_use]
pub fn at(text: &str, offset: usize) -> Cursor<'_> {
    let offset = floor(text, offset);
    let before = &text[floor(text, offset.saturating_sub(FURTHEST))..offset];
    let start = offset - before.len();
    let open = before.rfind(['{', '}']).filter(|at| before[*at..].starts_with('{'));
    if let Some(open) = open {
        return in_tag(&text[start + open + 1..offset], start + open + 1);
    }
    match before.rfind('<') {
        Some(open) if !before[open..].contains('>') => {
            in_site_tag(&text[start + open + 1..offset], start + open + 1)
        }
        _ => Cursor::Text,
    }
}

/// The largest offset up to this one at which a character starts.
#[must_use]
pub fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn in_tag(inside: &str, start: usize) -> Cursor<'_> {
    let (inside, start) = match inside.strip_prefix('^') {
        Some(rest) => (rest, start + 1),
        None => (inside, start),
    };
    if let Some(instruction) = inside.strip_prefix('.') {
        return in_instruction(instruction, start + 1);
    }
    // A tag starts right after its brace, and with a name.
    let first = inside.chars().next();
    if first.is_some_and(|first| !first.is_ascii_alphanumeric() && !matches!(first, '@' | '$'))
        || inside.contains('\n')
    {
        return Cursor::Text;
    }
    value(inside, start, false)
}

fn in_instruction(inside: &str, start: usize) -> Cursor<'_> {
    let is_name = |name: &str| name.starts_with(inside);
    if !inside.contains(' ') || is_name("repeated section") || is_name("alternates with") {
        return Cursor::Instruction { from: start };
    }
    if let Some(rest) = inside.strip_prefix("repeated section ").or_else(|| inside.strip_prefix("section ")) {
        return value(rest, start + inside.len() - rest.len(), true);
    }
    let (name, rest) = inside.split_once(' ').unwrap_or((inside, ""));
    let from = start + inside.len() - rest.len();
    let last = || {
        let word = rest
            .rfind(|c: char| !is_path(c) && c != '?')
            .map_or(0, |at| at + rest[at..].chars().next().map_or(1, char::len_utf8));
        (from + word, &rest[word..])
    };
    match name {
        "if" | "or" => {
            let (from, word) = last();
            let (path, own) = cut(word, from);
            Cursor::Condition { from: own, path }
        }
        "include" if !rest.contains(' ') => Cursor::Partial { from },
        "var" => match rest.split_once(' ') {
            Some((_, value_text)) => value(value_text, start + inside.len() - value_text.len(), false),
            None => Cursor::Text,
        },
        "ctx" | "eval" => field(last()),
        _ if name.ends_with('?') => field(last()),
        _ => Cursor::Text,
    }
}

/// Names and formatters.
fn value(inside: &str, start: usize, of_section: bool) -> Cursor<'_> {
    let Some((before, last)) = inside.rsplit_once('|') else {
        let name = inside.rfind(',').map_or(0, |at| at + 1);
        let name = name + (inside[name..].len() - inside[name..].trim_start().len());
        return match field((start + name, &inside[name..])) {
            Cursor::Field { from, path, .. } => Cursor::Field { from, path, of_section },
            other => other,
        };
    };
    let from = start + before.len() + 1;
    let end = last.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')));
    let Some(end) = end else { return Cursor::Formatter { from } };
    let (formatter, arguments) = last.split_at(end);
    let delimiter = arguments.chars().next().unwrap_or(' ');
    let argument = &arguments[delimiter.len_utf8()..];
    if formatter == "apply" && !argument.contains(delimiter) {
        return Cursor::Partial { from: from + last.len() - argument.len() };
    }
    let word = argument.rsplit(delimiter).next().unwrap_or(argument);
    Cursor::Argument { from: from + last.len() - word.len(), formatter }
}

fn is_path(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '.' | '@' | '$' | '_' | '-')
}

fn field((from, word): (usize, &str)) -> Cursor<'_> {
    if !word.chars().all(is_path) {
        return Cursor::Text;
    }
    let (path, own) = cut(word, from);
    Cursor::Field { from: own, path, of_section: false }
}

/// A path without its last part, and where that starts.
fn cut(word: &str, from: usize) -> (&str, usize) {
    let cut = word.rfind('.').map_or(0, |at| at + 1);
    (&word[..cut], from + cut)
}

fn in_site_tag(inside: &str, start: usize) -> Cursor<'_> {
    let plain = inside.strip_prefix('/').unwrap_or(inside);
    let start = start + inside.len() - plain.len();
    let prefixes = ["squarespace:", "loggia:"];
    let Some(name) = prefixes.iter().find_map(|prefix| plain.strip_prefix(prefix)) else {
        let is_begun = plain.len() > 1 && prefixes.iter().any(|prefix| prefix.starts_with(plain));
        return if is_begun { Cursor::SiteTag { from: start } } else { Cursor::Text };
    };
    let Some(end) = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-') else {
        return Cursor::SiteTag { from: start };
    };
    let (tag, rest) = name.split_at(end);
    let at = start + plain.len() - rest.len();
    let (mut quote, mut attribute, mut word) = (None, "", 0);
    for (index, character) in rest.char_indices() {
        match (quote, character) {
            (Some((open, _)), _) if character == open => {
                quote = None;
                word = index + 1;
            }
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some((character, index + 1)),
            (None, '=') => attribute = rest[word..index].trim(),
            (None, _) if character.is_whitespace() => word = index + character.len_utf8(),
            _ => {}
        }
    }
    match quote {
        Some((_, from)) => Cursor::Value { from: at + from, tag, attribute },
        None if rest[word..].chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => {
            Cursor::Attribute { from: at + word, tag }
        }
        None => Cursor::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here(text: &str) -> Cursor<'_> {
        at(text, text.len())
    }

    #[test]
    fn what_is_being_written() {
        let field = |from, path, of_section| Cursor::Field { from, path, of_section };
        for (text, wanted) in [
            ("a {b} c", Cursor::Text),
            ("a { color: red; ", Cursor::Text),
            ("{", field(1, "", false)),
            ("ä{ti", field(3, "", false)),
            ("{item.ti", field(6, "item.", false)),
            ("{a, b.c", field(6, "b.", false)),
            ("{.", Cursor::Instruction { from: 2 }),
            ("{^.se", Cursor::Instruction { from: 3 }),
            ("{.repeated sec", Cursor::Instruction { from: 2 }),
            ("{.main-im", Cursor::Instruction { from: 2 }),
            ("{.repeated section it", field(19, "", true)),
            ("{.section a.b", field(12, "a.", true)),
            ("{.if a && b.c", Cursor::Condition { from: 12, path: "b." }),
            ("{.or ev", Cursor::Condition { from: 5, path: "" }),
            ("{.equal? ti", field(9, "", false)),
            ("{.var @x item.", field(14, "item.", false)),
            ("{title|", Cursor::Formatter { from: 7 }),
            ("{title|html|tr", Cursor::Formatter { from: 12 }),
            ("{.var @x a|tr", Cursor::Formatter { from: 11 }),
            ("{@|apply ca", Cursor::Partial { from: 9 }),
            ("{@|apply,ca", Cursor::Partial { from: 9 }),
            ("{.include ca", Cursor::Partial { from: 10 }),
            ("{a|image 300", Cursor::Argument { from: 9, formatter: "image" }),
            ("{@|apply card pri", Cursor::Argument { from: 14, formatter: "apply" }),
            ("<squ", Cursor::SiteTag { from: 1 }),
            ("<squarespace:na", Cursor::SiteTag { from: 1 }),
            ("</loggia:que", Cursor::SiteTag { from: 2 }),
            ("<squarespace:query ", Cursor::Attribute { from: 19, tag: "query" }),
            ("<squarespace:query limit=\"3\" col", Cursor::Attribute { from: 29, tag: "query" }),
            (
                "<squarespace:query collection=\"bl",
                Cursor::Value { from: 31, tag: "query", attribute: "collection" },
            ),
            ("<squarespace:query>", Cursor::Text),
            ("<p class=\"", Cursor::Text),
        ] {
            assert_eq!(here(text), wanted, "{text}");
        }
    }

    #[test]
    fn every_place_of_any_text_has_an_answer() {
        let text =
            "{.é|\u{1F600},@ä}<squarespace:é a='ö\"=<{.if ??&&|a|b,ü|apply\u{a0}ß ü}{##{.var @\n <loggia:";
        for start in 0..text.len() {
            for end in start..=text.len() + 1 {
                if text.is_char_boundary(start) {
                    let _ = at(&text[start..], end - start);
                }
            }
        }
    }
}
