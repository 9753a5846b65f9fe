//! Front matter in YAML 1.2, as Jekyll, Hugo, Eleventy and Astro have it between two lines of `---`.

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, Tag};
use serde_json::Number;

use super::tree::{Budget, Member, Said, Style, Tree, What, Wrong};

const HELP: &str = "write a name, a colon, a space and a value on each line, such as title: Our bread";

/// Reads the names and values of a front matter.
pub(super) fn read(text: &str) -> Result<Tree, Wrong> {
    let mut reader = Reader {
        parser: Parser::new_from_str(text),
        bytes: text.char_indices().map(|(at, _)| at).chain([text.len()]).collect(),
        anchors: HashMap::new(),
        budget: Budget::default(),
        text,
    };
    let nothing =
        Tree { what: What::Object(Vec::new()), span: 0..0, style: Style::Below, is_elsewhere: false };
    loop {
        let (event, span) = reader.next()?;
        match event {
            Event::StreamEnd => return Ok(nothing),
            Event::Nothing | Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd => {}
            event => {
                let at = reader.byte(span.start.index());
                let root = reader.value(event, span, 0)?;
                return match &root.what {
                    What::Object(_) => Ok(root),
                    What::Word(Said::Nothing, _) => Ok(nothing),
                    _ => Err(Wrong { at, message: "The front matter has no names.".to_owned(), help: HELP }),
                };
            }
        }
    }
}

struct Reader<'t> {
    parser: Parser<'t, saphyr_parser::StrInput<'t>>,
    /// Where each character begins.
    bytes: Vec<usize>,
    /// Values that others stand for.
    anchors: HashMap<usize, Tree>,
    budget: Budget,
    text: &'t str,
}

impl<'t> Reader<'t> {
    fn byte(&self, index: usize) -> usize {
        self.bytes.get(index).copied().unwrap_or(self.text.len())
    }

    fn next(&mut self) -> Result<(Event<'t>, Span), Wrong> {
        match self.parser.next_event() {
            Some(Ok(next)) => Ok(next),
            Some(Err(error)) => Err(Wrong {
                // What is not closed is shown where the text ends.
                at: self.byte(error.marker().index()).min(self.text.trim_end().len()),
                message: format!("This is not YAML: {}.", error.info()),
                help: HELP,
            }),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn value(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Tree, Wrong> {
        let start = self.byte(span.start.index());
        self.budget.take(1, depth, start)?;
        let end = self.byte(span.end.index());
        let (what, anchor, end, style) = match event {
            Event::Alias(id) => {
                let Some(known) = self.anchors.get(&id) else {
                    let message = "This stands for a value that is not there.".to_owned();
                    return Err(Wrong { at: start, message, help: "write the value itself" });
                };
                self.budget.take(known.count(), depth, start)?;
                return Ok(Tree { span: start..end, ..known.clone() });
            }
            Event::Scalar(text, style, anchor, tag) => {
                let (what, style) = scalar(&text, style, tag.as_deref());
                let end = start + written(&self.text[start..end], style);
                (what, anchor, end, style)
            }
            Event::SequenceStart(anchor, _) => {
                let mut list = Vec::new();
                let (end, style) = self.inside(start, |reader, event, span| {
                    list.push(reader.value(event, span, depth + 1)?);
                    Ok(list.last().map_or(0, |last| last.span.end))
                })?;
                (What::List(list), anchor, end, style)
            }
            Event::MappingStart(anchor, _) => {
                let mut members: Vec<Member> = Vec::new();
                let (end, style) = self.inside(start, |reader, event, span| {
                    let member = reader.member(event, span, depth + 1)?;
                    if members.iter().any(|there| there.key == member.key) {
                        let message = format!("'{}' is written twice.", member.key);
                        return Err(Wrong { at: member.start, message, help: "keep one of them" });
                    }
                    let end = member.value.span.end;
                    members.push(member);
                    Ok(end)
                })?;
                (What::Object(merged(members)), anchor, end, style)
            }
            _ => {
                let message = "The front matter ends too early.".to_owned();
                return Err(Wrong { at: start, message, help: HELP });
            }
        };
        let tree = Tree { what, span: start..end.max(start), style, is_elsewhere: false };
        if anchor != 0 {
            self.anchors.insert(anchor, tree.clone());
        }
        Ok(tree)
    }

    /// What stands between the beginning and the end of a list or of names; where it ends, and how it is written.
    fn inside(
        &mut self,
        start: usize,
        mut each: impl FnMut(&mut Self, Event<'t>, Span) -> Result<usize, Wrong>,
    ) -> Result<(usize, Style), Wrong> {
        let is_inline = self.text[start..].starts_with(['[', '{']);
        let mut last = start;
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd | Event::MappingEnd | Event::StreamEnd) {
                return Ok(match is_inline {
                    true => (self.byte(span.end.index()), Style::Inline),
                    false => (last, Style::Below),
                });
            }
            last = each(self, event, span)?;
        }
    }

    fn member(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Member, Wrong> {
        let start = self.byte(span.start.index());
        let Event::Scalar(key, ..) = event else {
            let message = "A name is a text.".to_owned();
            return Err(Wrong { at: start, message, help: HELP });
        };
        let after = self.byte(span.end.index());
        let (event, span) = self.next()?;
        let is_alias = matches!(event, Event::Alias(_));
        let mut value = self.value(event, span, depth)?;
        // Of a name without a value the parser says the place of what comes next.
        if matches!(&value.what, What::Word(Said::Nothing, written) if written.is_empty()) && !is_alias {
            let line = self.text[after..].lines().next().unwrap_or_default();
            let colon = line.find(':').map_or(after, |at| after + at + 1);
            value.span = colon..colon;
        }
        Ok(Member { key: key.into_owned(), start, value })
    }
}

/// How much of a text is a scalar: behind it the parser counts white space and notes of the owner.
fn written(text: &str, style: Style) -> usize {
    let bytes = text.as_bytes();
    let quoted = |quote: u8| {
        let mut at = 1;
        while at < bytes.len() {
            match bytes[at] {
                b'\\' if quote == b'"' => at += 1,
                b'\'' if quote == b'\'' && bytes.get(at + 1) == Some(&b'\'') => at += 1,
                byte if byte == quote => return at + 1,
                _ => {}
            }
            at += 1;
        }
        bytes.len()
    };
    match style {
        Style::Double if text.starts_with('"') => quoted(b'"'),
        Style::Single if text.starts_with('\'') => quoted(b'\''),
        Style::Plain => {
            let note = text.match_indices('#').find(|(at, _)| text[..*at].ends_with(char::is_whitespace));
            text[..note.map_or(text.len(), |(at, _)| at)].trim_end().len()
        }
        _ => text.trim_end().len(),
    }
}

/// Names that another value gives (`<<: *base`), after one's own.
fn merged(members: Vec<Member>) -> Vec<Member> {
    let (given, mut own): (Vec<Member>, Vec<Member>) = members
        .into_iter()
        .partition(|member| member.key == "<<" && !member.value.members_of_all().is_empty());
    for member in given.iter().flat_map(|member| member.value.members_of_all()) {
        if !own.iter().any(|there| there.key == member.key) {
            let mut member = member.clone();
            member.value.is_elsewhere = true;
            own.push(member);
        }
    }
    own
}

impl Tree {
    /// The names of an object, or of each object of a list.
    fn members_of_all(&self) -> Vec<&Member> {
        self.members().iter().chain(self.elements().iter().flat_map(Tree::members)).collect()
    }
}

fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> (What, Style) {
    let style = match style {
        ScalarStyle::Plain => Style::Plain,
        ScalarStyle::SingleQuoted => Style::Single,
        ScalarStyle::DoubleQuoted => Style::Double,
        ScalarStyle::Literal | ScalarStyle::Folded => Style::Lines,
    };
    let is_text = tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
    match style {
        Style::Plain if !is_text => (plain(text), style),
        _ => (What::Text(text.to_owned()), style),
    }
}

/// What a word without quotes is: nothing, a flag, a number or a text.
pub(super) fn plain(text: &str) -> What {
    let said = match text {
        "" | "~" | "null" | "Null" | "NULL" => Said::Nothing,
        "true" | "True" | "TRUE" => Said::Flag(true),
        "false" | "False" | "FALSE" => Said::Flag(false),
        _ => match number(text) {
            Some(number) => Said::Number(number),
            None => return What::Text(text.to_owned()),
        },
    };
    What::Word(said, text.to_owned())
}

fn number(text: &str) -> Option<Number> {
    if let Some(hex) = text.strip_prefix("0x") {
        return i64::from_str_radix(hex, 16).ok().map(Number::from);
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    // What begins with a nought and goes on is a code of digits, and keeps its noughts.
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        || (digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0."))
    {
        return None;
    }
    let unsigned: Cow<'_, str> = text.strip_prefix('+').unwrap_or(text).into();
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return unsigned.parse::<i64>().ok().map(Number::from);
    }
    let is_number =
        digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'));
    Number::from_f64(unsigned.parse::<f64>().ok().filter(|_| is_number)?)
}
