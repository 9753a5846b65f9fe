//! Reads messages, leniently: what is not understood is passed over and noted.

use super::fault::{MessageError, MessageFault};
use super::tree::{Message, MessageKey, Node, Plural, PluralChoice};
use crate::plural::PluralCategory;

/// Blocks inside blocks; no person writes more, and a hostile text must not exhaust the stack.
const DEEPEST: usize = 64;

impl Message {
    /// Reads a message. `functions` are the names that places may call besides `plural`, `selectordinal`, `select`.
    pub fn parse(text: &str, functions: &[&str]) -> Self {
        let (nodes, faults) = parse(text, functions);
        Self { nodes, faults }
    }
}

fn parse(text: &str, functions: &[&str]) -> (Vec<Node>, Vec<MessageError>) {
    let mut names: Vec<&str> = functions.to_vec();
    names.extend(["plural", "selectordinal", "select"]);
    // A longer name is tried before the shorter one that begins it.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut parser = Parser { text, names, faults: Vec::new() };
    let nodes = parser.block(0, text.len(), 0);
    (nodes, parser.faults)
}

struct Parser<'a> {
    text: &'a str,
    names: Vec<&'a str>,
    faults: Vec<MessageError>,
}

/// A place's text, and how far it is read.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    fn is_done(&self) -> bool {
        self.at >= self.end
    }

    /// Takes the longest run of characters of a kind; nothing when there is none.
    fn take(&mut self, kind: impl Fn(char) -> bool) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.find(|character| !kind(character)).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }

    fn skip_separators(&mut self) -> bool {
        self.take(is_separator).is_some()
    }
}

impl<'a> Parser<'a> {
    fn fault(&mut self, offset: usize, fault: MessageFault) {
        self.faults.push(MessageError { fault, offset });
    }

    /// Reads the text between two places; inside a block (`depth` above 0) `#` stands for what chose it.
    fn block(&mut self, start: usize, end: usize, depth: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut text = String::new();
        let mut at = start;
        while at < end {
            let rest = &self.text[at..end];
            let Some(next) = rest.find(['{', '\'']) else {
                text.push_str(rest);
                break;
            };
            text.push_str(&rest[..next]);
            at += next;
            if rest[next..].starts_with('\'') {
                at = self.quoted(at, end, &mut text);
                continue;
            }
            push_text(&mut nodes, std::mem::take(&mut text), depth);
            let Some(close) = self.closing(at, end) else {
                self.fault(at, MessageFault::Unclosed);
                push_text(&mut nodes, self.text[at..end].to_string(), depth);
                break;
            };
            if let Some(hidden) = self.text[at + 1..=close].strip_prefix('-') {
                nodes.push(Node::Text(format!("{{{hidden}").into()));
            } else if let Some(node) = self.place(at + 1, close, depth) {
                nodes.extend(node);
            } else if depth > 0 {
                push_text(&mut nodes, self.text[at + 1..close].to_string(), depth);
            }
            at = close + 1;
        }
        push_text(&mut nodes, text, depth);
        nodes
    }

    /// Reads from an apostrophe to its partner; two in a row are one.
    fn quoted(&self, at: usize, end: usize, text: &mut String) -> usize {
        let rest = &self.text[at + 1..end];
        if rest.starts_with('\'') {
            text.push('\'');
            return at + 2;
        }
        let length = rest.find('\'').unwrap_or(rest.len());
        text.push_str(&rest[..length]);
        at + 1 + length + 1
    }

    /// The brace that closes the one at `at`; braces between apostrophes do not count.
    fn closing(&self, at: usize, end: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut depth = 0usize;
        let mut place = at;
        while place < end {
            match bytes[place] {
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(place);
                    }
                }
                b'\'' if bytes.get(place + 1) == Some(&b'\'') => place += 1,
                b'\'' => place += 1 + self.text[place + 1..].find('\'')?,
                _ => {}
            }
            place += 1;
        }
        None
    }

    /// Reads a place between its braces. `None`: it is no place at all; empty: it prints nothing.
    fn place(&mut self, start: usize, end: usize, depth: usize) -> Option<Option<Node>> {
        let mut cursor = Cursor { text: self.text, at: start, end };
        cursor.skip_separators();
        let keys = keys(&mut cursor);
        let Some(key) = keys.first().cloned() else {
            self.fault(start, MessageFault::MissingArgument);
            return None;
        };
        if !cursor.skip_separators() || cursor.is_done() {
            return Some(Some(Node::Argument(key)));
        }
        let at = cursor.at;
        let name = self.names.iter().find(|name| cursor.rest().starts_with(**name)).copied();
        let Some(name) = name else {
            let name = cursor.take(|character| !is_separator(character) && !"{}".contains(character));
            let name = name.unwrap_or_default().to_string();
            self.fault(at, MessageFault::UnknownFunction { name });
            return None;
        };
        cursor.at += name.len();
        cursor.skip_separators();
        if depth >= DEEPEST {
            self.fault(at, MessageFault::TooDeep);
            return Some(None);
        }
        Some(match name {
            "plural" => self.plural("plural", key, &mut cursor, depth),
            "selectordinal" => self.plural("selectordinal", key, &mut cursor, depth),
            "select" => self.select(key, &mut cursor, depth),
            _ => Some(Node::Call { function: name.into(), keys, options: options(&mut cursor) }),
        })
    }

    fn plural(
        &mut self,
        name: &'static str,
        key: MessageKey,
        cursor: &mut Cursor,
        depth: usize,
    ) -> Option<Node> {
        let start = cursor.at;
        let offset = offset(cursor);
        cursor.skip_separators();
        let mut choices = Vec::new();
        while !cursor.is_done() {
            let at = cursor.at;
            let Some((choice, word)) = plural_choice(cursor) else {
                let word = cursor.take(|character| !is_separator(character) && !"{}".contains(character));
                self.fault(at, MessageFault::PluralKey { key: word.unwrap_or_default().to_string() });
                break;
            };
            let Some(block) = self.inner_block(cursor, depth) else {
                self.fault(at, MessageFault::MissingBlock { key: word });
                return None;
            };
            choices.push((choice, block));
            cursor.skip_separators();
        }
        let other = PluralChoice::Category(PluralCategory::Other);
        if !choices.iter().any(|(choice, _)| *choice == other) {
            self.fault(start, MessageFault::MissingOther { construct: name });
        }
        let ordinal = name == "selectordinal";
        (!choices.is_empty()).then(|| Node::Plural(Box::new(Plural { key, ordinal, offset, choices })))
    }

    fn select(&mut self, key: MessageKey, cursor: &mut Cursor, depth: usize) -> Option<Node> {
        let start = cursor.at;
        let mut choices: Vec<(Box<str>, Vec<Node>)> = Vec::new();
        while let Some(word) = cursor.take(is_identifier) {
            let at = cursor.at - word.len();
            let Some(block) = self.inner_block(cursor, depth) else {
                self.fault(at, MessageFault::MissingBlock { key: word.to_string() });
                return None;
            };
            choices.push((word.into(), block));
            cursor.skip_separators();
        }
        if !choices.iter().any(|(word, _)| &**word == "other") {
            self.fault(start, MessageFault::MissingOther { construct: "select" });
        }
        (!choices.is_empty()).then_some(Node::Select { key, choices })
    }

    /// Reads the block in braces behind a form's name.
    fn inner_block(&mut self, cursor: &mut Cursor, depth: usize) -> Option<Vec<Node>> {
        cursor.skip_separators();
        if !cursor.rest().starts_with('{') {
            return None;
        }
        let start = cursor.at + 1;
        let close = self.closing(cursor.at, cursor.end)?;
        cursor.at = close + 1;
        match self.text[start..=close].strip_prefix('-') {
            Some(hidden) => Some(vec![Node::Text(format!("{{{hidden}").into())]),
            None => Some(self.block(start, close, depth + 1)),
        }
    }
}

/// Adds text, cut at each `#` when it stands in a block.
fn push_text(nodes: &mut Vec<Node>, text: String, depth: usize) {
    if depth == 0 {
        if !text.is_empty() {
            nodes.push(Node::Text(text.into()));
        }
        return;
    }
    for (number, part) in text.split('#').enumerate() {
        if number > 0 {
            nodes.push(Node::Chosen);
        }
        if !part.is_empty() {
            nodes.push(Node::Text(part.into()));
        }
    }
}

/// `0`, `name`, `0;1`: the arguments of a place.
fn keys(cursor: &mut Cursor) -> Vec<MessageKey> {
    let mut keys = Vec::new();
    loop {
        if let Some(digits) = cursor.take(|character| character.is_ascii_digit()) {
            keys.push(MessageKey::Position(digits.parse().unwrap_or(usize::MAX)));
        } else if let Some(name) = cursor.take(is_identifier) {
            keys.push(MessageKey::Name(name.into()));
        } else {
            return keys;
        }
        if !cursor.rest().starts_with(';') {
            return keys;
        }
        cursor.at += 1;
    }
}

fn options(cursor: &mut Cursor) -> Vec<Box<str>> {
    let mut options = Vec::new();
    cursor.skip_separators();
    while let Some(option) = cursor.take(|character| !is_separator(character) && !"{}".contains(character)) {
        options.push(option.into());
        cursor.skip_separators();
    }
    options
}

/// `offset:1`
fn offset(cursor: &mut Cursor) -> i64 {
    let Some(number) = cursor.rest().strip_prefix("offset:") else { return 0 };
    let sign = usize::from(number.starts_with('-'));
    let digits = number[sign..].bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return 0;
    }
    let number = &number[..sign + digits];
    cursor.at += "offset:".len() + number.len();
    number.parse().unwrap_or(0)
}

/// `=1.5`, `one`, …
fn plural_choice(cursor: &mut Cursor) -> Option<(PluralChoice, String)> {
    let rest = cursor.rest();
    if let Some(number) = rest.strip_prefix('=') {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut length = digits(number);
        if let Some(fraction) = number[length..].strip_prefix('.')
            && digits(fraction) > 0
        {
            length += 1 + digits(fraction);
        }
        let exact = number[..length].parse().ok()?;
        cursor.at += 1 + length;
        return Some((PluralChoice::Exactly(exact), rest[..=length].to_string()));
    }
    let category = PluralCategory::ALL.into_iter().find(|category| rest.starts_with(category.name()))?;
    cursor.at += category.name().len();
    Some((PluralChoice::Category(category), category.name().to_string()))
}

/// White space and commas part the words of a place.
fn is_separator(character: char) -> bool {
    match character {
        ',' | '\u{feff}' => true,
        '\u{85}' => false,
        _ => character.is_whitespace(),
    }
}

/// Anything but white space and the characters that Unicode reserves for syntax; the underscore is a letter here.
fn is_identifier(character: char) -> bool {
    !matches!(character,
        '\u{9}'..='\u{d}' | ' ' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}'
        | '!'..='/' | ':'..='@' | '['..='^' | '`' | '{'..='~' | '\u{a1}'..='\u{a7}' | '\u{a9}' | '\u{ab}' | '\u{ac}'
        | '\u{ae}' | '\u{b0}' | '\u{b1}' | '\u{b6}' | '\u{bb}' | '\u{bf}' | '\u{d7}' | '\u{f7}'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{203e}' | '\u{2041}'..='\u{2053}' | '\u{2055}'..='\u{205e}'
        | '\u{2190}'..='\u{245f}' | '\u{2500}'..='\u{2775}' | '\u{2794}'..='\u{2bff}' | '\u{2e00}'..='\u{2e7f}'
        | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3020}' | '\u{3030}' | '\u{fd3e}' | '\u{fd3f}' | '\u{fe45}'
        | '\u{fe46}')
}
