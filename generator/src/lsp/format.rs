//! The indentation of templates. Nothing changes but white space at the start of lines that stand in the text of a page,
//! where any amount of it means the same: the built page stays the same, byte for byte.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use loggia_template::{Opcode, Tag};

use super::analysis::{Analysis, Source, Use};

/// Elements whose content stays as it is.
const VERBATIM: [&str; 9] =
    ["pre", "textarea", "script", "style", "title", "xmp", "listing", "plaintext", "iframe"];

/// Elements without content.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Deeper than this nothing is moved further in.
const DEEPEST: usize = 40;

/// More than this are not counted as open.
const MOST_OPEN: usize = 400;

/// A change of white space at the start of a line: where, in bytes, and what stands there afterwards.
pub type Change = (Range<usize>, String);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Open {
    /// A block of the language.
    Block,
    /// An element.
    Element(String),
}

/// Something that moves lines in or out.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Begin,
    Or,
    End,
    Element(String),
    Close(String),
}

/// What a text is made of: steps with their places, and the parts whose lines stay as they are.
#[derive(Debug, Default)]
struct Outline {
    steps: Vec<(usize, Step)>,
    fixed: Vec<Range<usize>>,
    ends_in_text: bool,
}

/// The changes that indent a template, `unit` a level. None when white space may matter where the template is shown.
#[must_use]
pub fn format(analysis: &Analysis, template: &str, unit: &str) -> Vec<Change> {
    let outlines = Outlines { analysis, made: RefCell::default() };
    let Some(source) = analysis.sources.get(template) else { return Vec::new() };
    // Nobody knows where these are shown.
    let is_elsewhere = template.ends_with(".jsont") || template.ends_with(".html");
    if is_elsewhere || !outlines.is_shown_as_text(template, &mut BTreeSet::new()) {
        return Vec::new();
    }
    let own = outlines.of(template);
    let mut fixed = own.fixed.clone();
    for (index, tag) in source.tags.iter().enumerate().filter(|(_, tag)| tag.opcode == Opcode::Macro) {
        let name = tag.word.clone().map(|word| &source.text[word]).unwrap_or_default();
        let uses = analysis.uses.get(name).map_or(&[][..], Vec::as_slice);
        let is_plain = |found: &Use| {
            outlines.stands_in_text(found) && outlines.is_shown_as_text(&found.template, &mut BTreeSet::new())
        };
        if !uses.iter().all(is_plain) {
            fixed.push(tag.span.start..end_of(&source.tags, index).unwrap_or(source.text.len()));
        }
    }
    changes(&source.text, &own.steps, fixed, unit)
}

/// The outlines of templates, each read once.
struct Outlines<'a> {
    analysis: &'a Analysis,
    made: RefCell<BTreeMap<String, Rc<Outline>>>,
}

impl Outlines<'_> {
    fn of(&self, template: &str) -> Rc<Outline> {
        if let Some(made) = self.made.borrow().get(template) {
            return Rc::clone(made);
        }
        let made = Rc::new(self.analysis.sources.get(template).map(Reader::outline).unwrap_or_default());
        self.made.borrow_mut().insert(template.to_owned(), Rc::clone(&made));
        made
    }

    /// Whether a template is shown in the text of pages alone, wherever it is applied.
    fn is_shown_as_text(&self, template: &str, seen: &mut BTreeSet<String>) -> bool {
        if !seen.insert(template.to_owned()) {
            return true;
        }
        // A template that leaves something open changes what the next one stands in.
        if !self.of(template).ends_in_text {
            return false;
        }
        let is_region = |name: &str| name.ends_with(".region");
        if is_region(template) {
            let mut regions = self.analysis.sources.keys().filter(|name| is_region(name));
            return regions.all(|name| self.of(name).ends_in_text);
        }
        let mut uses = self.analysis.uses_of(template);
        uses.all(|found| self.stands_in_text(found) && self.is_shown_as_text(&found.template, seen))
    }

    /// Whether what a use prints goes into the text of a page as it is.
    fn stands_in_text(&self, found: &Use) -> bool {
        let Some(source) = self.analysis.sources.get(&found.template) else { return false };
        let Some(tag) = source.tags.get(found.tag) else { return false };
        let prints = match tag.opcode {
            Opcode::Variable => {
                tag.calls.last().is_some_and(|call| call.arguments.contains(&found.name.start))
            }
            Opcode::Include => true,
            _ => false,
        };
        let at = tag.span.start;
        prints && !self.of(&found.template).fixed.iter().any(|part| part.start < at && at < part.end)
    }
}

fn end_of(tags: &[Tag], begin: usize) -> Option<usize> {
    let mut depth = 0;
    for tag in &tags[begin..] {
        if tag.is_begin() {
            depth += 1;
        } else if tag.opcode == Opcode::End {
            depth -= 1;
        }
        if depth == 0 {
            return Some(tag.span.end);
        }
    }
    None
}

/// Where the reading of a template as HTML stands.
#[derive(Debug, Clone, Default)]
enum State {
    /// In the text of the page.
    #[default]
    Text,
    /// In a comment that began there.
    Comment(usize),
    /// In the tag of an element: where it began, the name, whether it closes, and the quote that is open.
    Tag(usize, String, bool, Option<u8>),
    /// In an element whose content stays as it is: where the content began, and the name.
    Verbatim(usize, String),
}

/// Reads a template as HTML, with the language's tags as what they are.
struct Reader<'s> {
    text: &'s str,
    outline: Outline,
    state: State,
    /// The state where each open block began: its other branches begin there as well.
    branches: Vec<State>,
}

impl Reader<'_> {
    fn outline(source: &Source) -> Outline {
        let mut reader = Reader {
            text: &source.text,
            outline: Outline::default(),
            state: State::default(),
            branches: Vec::new(),
        };
        let mut tags = source.tags.iter().peekable();
        let mut at = 0;
        while at < source.text.len() {
            if let Some(tag) = tags.next_if(|tag| tag.span.start == at) {
                reader.tag(tag);
                at = tag.span.end.max(at + 1);
            } else {
                at = reader.markup(at);
            }
        }
        let mut outline = reader.outline;
        outline.ends_in_text = matches!(reader.state, State::Text);
        if let State::Comment(began) | State::Tag(began, ..) | State::Verbatim(began, _) = reader.state {
            outline.fixed.push(began..source.text.len());
        }
        outline.steps.sort_by_key(|(at, _)| *at);
        outline
    }

    fn tag(&mut self, tag: &Tag) {
        let step = match tag.opcode {
            _ if tag.is_begin() => {
                self.branches.push(self.state.clone());
                Some(Step::Begin)
            }
            Opcode::OrPredicate | Opcode::AlternatesWith => {
                if let Some(before) = self.branches.last() {
                    self.state.clone_from(before);
                }
                Some(Step::Or)
            }
            Opcode::End => {
                self.branches.pop();
                Some(Step::End)
            }
            _ => None,
        };
        self.outline.steps.extend(step.map(|step| (tag.span.start, step)));
        self.outline.fixed.push(tag.span.clone());
    }

    /// Reads on from a place; gives the next one.
    fn markup(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let rest = &bytes[at..];
        match &mut self.state {
            State::Text if rest.starts_with(b"<!--") => {
                self.state = State::Comment(at);
                at + 4
            }
            State::Text => {
                let is_close = rest.get(1) == Some(&b'/');
                let from = at + 1 + usize::from(is_close);
                let begins = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'!' | b'?');
                if rest[0] == b'<' && bytes.get(from).is_some_and(begins) {
                    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':');
                    let length = bytes[from..].iter().take_while(is_name).count();
                    let name = self.text[from..from + length].to_ascii_lowercase();
                    self.state = State::Tag(at, name, is_close, None);
                }
                at + 1
            }
            State::Comment(began) => {
                if rest.starts_with(b"-->") {
                    self.outline.fixed.push(*began..at + 3);
                    self.state = State::Text;
                    return at + 3;
                }
                at + 1
            }
            State::Verbatim(began, name) => {
                let is_end = rest.starts_with(b"</")
                    && rest
                        .get(2..2 + name.len())
                        .is_some_and(|own| own.eq_ignore_ascii_case(name.as_bytes()));
                if is_end {
                    self.outline.fixed.push(*began..at);
                    self.state = State::Tag(at, std::mem::take(name), true, None);
                }
                at + 1
            }
            State::Tag(_, _, _, quote) => {
                match (*quote, rest[0]) {
                    (Some(open), byte) if open == byte => *quote = None,
                    (None, byte @ (b'"' | b'\'')) => *quote = Some(byte),
                    (None, b'>') => self.end_of_tag(at),
                    _ => {}
                }
                at + 1
            }
        }
    }

    fn end_of_tag(&mut self, at: usize) {
        let State::Tag(began, name, is_close, _) = std::mem::take(&mut self.state) else { return };
        self.outline.fixed.push(began..at + 1);
        let is_empty =
            self.text.as_bytes()[at - 1] == b'/' || VOID.contains(&name.as_str()) || name.is_empty();
        if is_close {
            self.outline.steps.push((began, Step::Close(name)));
        } else if !is_empty {
            if VERBATIM.contains(&name.as_str()) {
                self.state = State::Verbatim(at + 1, name.clone());
            }
            self.outline.steps.push((at, Step::Element(name)));
        }
    }
}

fn changes(text: &str, steps: &[(usize, Step)], mut fixed: Vec<Range<usize>>, unit: &str) -> Vec<Change> {
    fixed.sort_by_key(|part| part.start);
    let mut fixed = fixed.into_iter().peekable();
    // The furthest end of what began so far: a line that starts before it stays as it is.
    let mut until = 0;
    let mut steps = steps.iter().peekable();
    let mut levels = Levels::default();
    let mut changes = Vec::new();
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let end = start + line.len();
        let content = line.trim_start_matches([' ', '\t']);
        let first = end - content.len();
        while let Some(part) = fixed.next_if(|part| part.start < start.max(1)) {
            until = until.max(part.end);
        }
        // What ends with the line before is the content of an element that ends here: it may not grow.
        let is_movable = number > 0 && (until < start || until == 0);
        // What closes something at the start of the line stands where that was opened.
        let mut level = None;
        let mut reach = first;
        while let Some((at, step)) = steps.next_if(|(at, _)| *at < end) {
            let closes = matches!(step, Step::Or | Step::End | Step::Close(_)) && *at == reach;
            if closes {
                levels.take(step);
                let outside = levels.depth() - usize::from(*step == Step::Or);
                level = Some(level.unwrap_or(outside).min(outside));
                reach = text[*at..end].find(['}', '>']).map_or(end, |close| at + close + 1);
            } else {
                level = Some(level.unwrap_or(levels.depth()));
                reach = end;
                levels.take(step);
            }
        }
        let level = level.unwrap_or(levels.depth()).min(DEEPEST);
        if is_movable {
            let is_blank = content.trim_end_matches(['\r', '\n']).is_empty();
            let wanted = if is_blank { String::new() } else { unit.repeat(level) };
            if text[start..first] != wanted {
                changes.push((start..first, wanted));
            }
        }
        start = end;
    }
    changes
}

/// What is open, from the outermost in.
#[derive(Debug, Default)]
struct Levels {
    open: Vec<Open>,
    /// What was open when each block began.
    before: Vec<Vec<Open>>,
}

impl Levels {
    fn depth(&self) -> usize {
        self.open.len()
    }

    fn take(&mut self, step: &Step) {
        match step {
            Step::Begin => {
                // Blocks nested beyond reason are not followed: their lines stay at the same place.
                self.before.push(if self.before.len() < MOST_OPEN { self.open.clone() } else { Vec::new() });
                self.open.push(Open::Block);
            }
            Step::Or => {
                if let Some(before) = self.before.last() {
                    self.open.clone_from(before);
                    self.open.push(Open::Block);
                }
            }
            Step::End => {
                if self.before.pop().is_some()
                    && let Some(at) = self.open.iter().rposition(|open| *open == Open::Block)
                {
                    self.open.remove(at);
                }
            }
            Step::Element(name) if self.open.len() < MOST_OPEN => self.open.push(Open::Element(name.clone())),
            Step::Element(_) => {}
            Step::Close(name) => {
                let is_it = |open: &Open| matches!(open, Open::Element(own) if own == name);
                if let Some(at) = self.open.iter().rposition(is_it) {
                    if self.open[at..].contains(&Open::Block) {
                        self.open.remove(at);
                    } else {
                        self.open.truncate(at);
                    }
                }
            }
        }
    }
}
