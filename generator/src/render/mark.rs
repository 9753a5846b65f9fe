//! Which value of the site an element of the preview shows. What is published never comes here.
//!
//! A template says which value it printed where ([`Note`]). The element around that, or the one whose attribute it is,
//! gets a mark with the values that it may stand for; where these stand in files is looked up once the page is whole,
//! and that puts a pointer in the place of the mark, or takes it out.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::ops::Range;

use loggia_template::{Note, Origin};

/// The attribute by which what can be edited says where it stands: `<file>#<pointer>`.
pub const MARK: &str = "data-loggia-edit";
/// Around the values of a mark until they are looked up: no text of a site contains them, for they are not characters.
pub const VALUES: (char, char) = ('\u{fdd2}', '\u{fdd3}');

/// Elements whose text is no text of the page.
pub const RAW: [&str; 7] = ["script", "style", "title", "textarea", "option", "template", "noscript"];
/// Elements that a text with HTML consists of: each is marked by itself.
const PIECES: [&str; 14] =
    ["p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote", "figcaption", "td", "th", "dt", "dd"];
/// Elements that stand in a line of text.
const INLINE: [&str; 28] = [
    "a", "abbr", "b", "br", "circle", "cite", "code", "del", "em", "g", "i", "ins", "line", "mark", "path",
    "q", "rect", "s", "small", "span", "strike", "strong", "sub", "sup", "svg", "time", "u", "wbr",
];
/// Elements that hold the page and show no value by themselves.
const HOLDERS: [&str; 3] = ["html", "head", "body"];
const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// What an element has to do with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// It shows the value and nothing else.
    Whole,
    /// It shows the value beside other things.
    Among,
    /// It is a picture, or has one behind it, whose address is the value or a member of it.
    Picture,
    /// It shows these bytes of the value, which is HTML.
    Piece(Range<usize>),
}

/// A value that an element may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The value.
    pub origin: Origin,
    /// How it is shown.
    pub part: Part,
}

/// The candidates in the text of a mark.
pub fn candidates(text: &str) -> impl Iterator<Item = Candidate> + '_ {
    text.split(',').filter_map(|one| {
        let (origin, part) = one.split_once(':')?;
        let part = match part {
            "w" => Part::Whole,
            "a" => Part::Among,
            "i" => Part::Picture,
            range => {
                let (start, end) = range.split_once('-')?;
                Part::Piece(start.parse().ok()?..end.parse().ok()?)
            }
        };
        Some(Candidate { origin: Origin(usize::from_str_radix(origin, 16).ok()?), part })
    })
}

/// An opening tag of a page.
pub struct Tag<'h> {
    /// Its name as it is written.
    pub name: &'h str,
    /// Behind the name.
    pub head: usize,
    /// Behind the bracket.
    pub end: usize,
}

/// The opening tag at a place of a page.
#[must_use]
pub fn open_tag(html: &str, start: usize) -> Option<Tag<'_>> {
    let rest = html[start..].strip_prefix('<')?;
    let length = name_length(rest);
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate().skip(length) {
        match (quote, byte) {
            (None, b'>') => {
                return Some(Tag { name: &rest[..length], head: start + 1 + length, end: start + at + 2 });
            }
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

fn name_length(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(text.len())
}

/// Where the content of an element ends that is not looked into.
#[must_use]
pub fn end_of_raw(html: &str, tag: &Tag<'_>) -> usize {
    let end = format!("</{}", tag.name);
    html[tag.end..].find(&end).map_or(html.len(), |at| tag.end + at)
}

/// An element that is not closed yet.
struct Open<'h> {
    tag: Tag<'h>,
    is_marked: bool,
    shown: Vec<(Origin, Range<usize>)>,
    rest: Vec<Candidate>,
    /// The HTML that it is a part of, and where that begins.
    piece: Option<(Origin, Range<usize>)>,
}

/// The output of a template with marks at the elements that show values.
#[must_use]
pub fn noted(html: String, notes: &[Note]) -> String {
    if notes.is_empty() {
        return html;
    }
    let mut walk = Walk { html: &html, notes: notes.iter().collect(), ..Walk::default() };
    walk.notes.sort_by_key(|note| (note.range.start, Reverse(note.range.end)));
    walk.all();
    let mut marks = walk.marks;
    marks.sort_by_key(|(at, _)| *at);
    let mut out = String::with_capacity(html.len() + marks.len() * 48);
    let mut done = 0;
    for (at, values) in marks {
        out.push_str(&html[done..at]);
        let _ = write!(out, " {MARK}=\"{}{values}{}\"", VALUES.0, VALUES.1);
        done = at;
    }
    out.push_str(&html[done..]);
    out
}

#[derive(Default)]
struct Walk<'h> {
    html: &'h str,
    /// In their order in the page, the outer before the inner.
    notes: Vec<&'h Note>,
    next: usize,
    /// Notes with elements in them that have not ended yet.
    around: Vec<&'h Note>,
    stack: Vec<Open<'h>>,
    marks: Vec<(usize, String)>,
}

impl<'h> Walk<'h> {
    fn all(&mut self) {
        let html = self.html;
        let mut at = 0;
        while at < html.len() {
            let start = memchr::memchr(b'<', &html.as_bytes()[at..]).map_or(html.len(), |found| at + found);
            // What begins where a tag begins is shown by the element around that.
            self.show_until(start + 1);
            if start == html.len() {
                break;
            }
            at = self.tag(start);
        }
        while let Some(open) = self.stack.pop() {
            self.mark(open, None);
        }
    }

    /// Takes the tag at a place, and says where it ends.
    fn tag(&mut self, start: usize) -> usize {
        let html = self.html;
        let rest = &html[start..];
        if rest.starts_with("<!--") {
            let end = rest.find("-->").map_or(html.len(), |end| start + end + 3);
            self.pass_until(end);
            return end;
        }
        if let Some(name) = rest.strip_prefix("</") {
            let length = name_length(name);
            let end = name.find('>').map_or(html.len(), |end| start + 2 + end + 1);
            self.close(&name[..length], start);
            self.pass_until(end);
            return end;
        }
        let Some(tag) = open_tag(html, start) else { return start + 1 };
        let end = tag.end;
        let is_marked = html[tag.head..end].contains(MARK);
        let mut open = Open { tag, is_marked, shown: Vec::new(), rest: Vec::new(), piece: None };
        while let Some(note) = self.notes.get(self.next).filter(|note| note.range.start < end) {
            self.next += 1;
            open.rest.push(Candidate { origin: note.origin, part: Part::Picture });
        }
        self.around.retain(|note| note.range.end > start);
        if let Some(note) = self.around.last().filter(|note| note.range.end >= end) {
            if open.tag.name == "img" {
                open.rest.push(Candidate { origin: note.origin, part: Part::Picture });
            } else if PIECES.contains(&open.tag.name) {
                open.piece = Some((note.origin, note.range.clone()));
            }
        }
        if RAW.contains(&open.tag.name) {
            let end = end_of_raw(html, &open.tag);
            self.pass_until(end);
            return end;
        }
        if VOID.contains(&open.tag.name) || html[..end].ends_with("/>") {
            self.mark(open, None);
        } else {
            self.stack.push(open);
        }
        end
    }

    /// Gives the notes that begin before a place to the element that is open.
    fn show_until(&mut self, end: usize) {
        while let Some(note) = self.notes.get(self.next).copied().filter(|note| note.range.start < end) {
            self.next += 1;
            if self.html[note.range.clone()].contains('<') {
                self.around.push(note);
            }
            if let Some(open) = self.stack.last_mut() {
                open.shown.push((note.origin, note.range.clone()));
            }
        }
    }

    /// Leaves out the notes that begin before a place.
    fn pass_until(&mut self, end: usize) {
        while self.notes.get(self.next).is_some_and(|note| note.range.start < end) {
            self.next += 1;
        }
    }

    fn close(&mut self, name: &str, at: usize) {
        let Some(found) = self.stack.iter().rposition(|open| open.tag.name.eq_ignore_ascii_case(name)) else {
            return;
        };
        while let Some(open) = self.stack.pop() {
            let end = (self.stack.len() == found).then_some(at);
            self.mark(open, end);
            if end.is_some() {
                break;
            }
        }
    }

    /// Marks an element whose content ends here; nothing where nobody says so.
    fn mark(&mut self, open: Open<'_>, end: Option<usize>) {
        if open.is_marked || HOLDERS.contains(&open.tag.name) {
            return;
        }
        let mut values = String::new();
        let mut add = |origin: Origin, part: &str| {
            let comma = if values.is_empty() { "" } else { "," };
            let _ = write!(values, "{comma}{:x}:{part}", origin.0);
        };
        let inner = end.map(|end| open.tag.end..end);
        for (origin, range) in &open.shown {
            let Some(inner) = inner.clone() else { continue };
            let text = &self.html[inner.clone()];
            if trimmed(self.html, inner) == trimmed(self.html, range.clone()) {
                add(*origin, "w");
            } else if is_line(text) {
                add(*origin, "a");
            }
        }
        if let Some((origin, whole)) = &open.piece {
            match &inner {
                Some(inner) if inner.end <= whole.end => {
                    add(*origin, &format!("{}-{}", inner.start - whole.start, inner.end - whole.start));
                }
                _ => add(*origin, "a"),
            }
        }
        for candidate in &open.rest {
            add(candidate.origin, "i");
        }
        if !values.is_empty() {
            self.marks.push((open.tag.head, values));
        }
    }
}

/// The same place without white space at its ends.
fn trimmed(html: &str, range: Range<usize>) -> Range<usize> {
    let text = &html[range.clone()];
    let start = range.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

/// Whether there is nothing but words and what stands among words.
fn is_line(html: &str) -> bool {
    html.split('<').skip(1).all(|rest| {
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        INLINE.contains(&&rest[..name_length(rest)])
    })
}
