//! What can be edited on a page of the preview says where it comes from: `data-loggia-edit="<file>#<pointer>"`.
//!
//! The render has noted which value an element shows; here that value is found in the files of the site. Where the
//! element shows the text as the file has it, `data-loggia-write` says that it can be written there: `text` for a text
//! that the element shows as a whole, `12-40` for a part of a text with HTML, in UTF-16 units. A picture that no
//! template has printed by itself is known by the name of its file. What is published never comes here.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use loggia_template::{Node, Origin, escape_attribute, utf16_len};

use crate::pipeline::trial::Source;
use crate::render::mark::{Candidate, MARK, Part, RAW, VALUES, candidates, end_of_raw, open_tag};
use crate::site::document::Body;

/// What can be written where it stands.
const WRITE: &str = "data-loggia-write";
/// Tags that a part of a text may have in it and still be written where it stands.
const PLAIN: [&str; 13] =
    ["b", "br", "br/", "br /", "code", "em", "i", "mark", "s", "strong", "sub", "sup", "u"];

/// A value of the site.
struct Found<'s> {
    file: Cow<'s, str>,
    pointer: String,
    /// What the file says, when it is a text that a page shows as it is.
    text: Option<&'s str>,
    is_picture: bool,
}

impl Found<'_> {
    fn place(&self) -> String {
        format!("{}#{}", self.file, self.pointer)
    }
}

/// What is looked for, and what has been found.
#[derive(Default)]
struct Search<'h, 's> {
    values: HashSet<Origin>,
    /// Files of pictures without hash and ending.
    stems: HashSet<&'h str>,
    found: HashMap<Origin, Found<'s>>,
    pictures: HashMap<&'h str, String>,
}

/// A mark of the render, or a picture without one.
struct Mark<'h> {
    /// What is replaced.
    at: Range<usize>,
    values: &'h str,
    stem: Option<&'h str>,
    name: &'h str,
    /// Where the content of its element begins.
    inner: usize,
}

/// A page whose marks lead to files.
#[must_use]
pub fn marked<'s>(html: &str, sources: impl IntoIterator<Item = Source<'s>>) -> String {
    let marks = marks(html);
    let mut search = Search::default();
    for mark in &marks {
        search.values.extend(candidates(mark.values).map(|candidate| candidate.origin));
        search.stems.extend(mark.stem);
    }
    for source in sources {
        if search.is_done() {
            break;
        }
        search.look(&source);
    }
    let mut out = String::with_capacity(html.len() + marks.len() * 64);
    let mut done = 0;
    for mark in &marks {
        out.push_str(&html[done..mark.at.start]);
        done = mark.at.end;
        search.write(html, mark, &mut out);
    }
    out.push_str(&html[done..]);
    without_values(out)
}

/// Every mark of a page, in its order.
fn marks(html: &str) -> Vec<Mark<'_>> {
    let begin = format!(" {MARK}=\"{}", VALUES.0);
    let mut marks = Vec::new();
    let mut at = 0;
    while let Some(start) = memchr::memchr(b'<', &html.as_bytes()[at..]).map(|found| at + found) {
        if html[start..].starts_with("<!--") {
            at = html[start..].find("-->").map_or(html.len(), |end| start + end + 3);
            continue;
        }
        let Some(tag) = open_tag(html, start) else {
            at = start + 1;
            continue;
        };
        at = if RAW.contains(&tag.name) { end_of_raw(html, &tag) } else { tag.end };
        let own = &html[tag.head..tag.end];
        let values = own.find(&begin).and_then(|from| {
            let values = &own[from + begin.len()..];
            let length = values.find(VALUES.1)?;
            let end = from + begin.len() + length + VALUES.1.len_utf8() + 1;
            Some((tag.head + from..tag.head + end, &values[..length]))
        });
        let is_marked = values.is_none() && own.contains(MARK);
        let stem = (tag.name == "img" && !is_marked).then(|| stem_of(own)).flatten();
        if values.is_some() || stem.is_some() {
            let (at, values) = values.unwrap_or((tag.head..tag.head, ""));
            marks.push(Mark { at, values, stem, name: tag.name, inner: tag.end });
        }
    }
    marks
}

/// A page without the values of marks that stand where no element is looked into.
fn without_values(page: String) -> String {
    if !page.contains(VALUES.0) {
        return page;
    }
    let mut parts = page.split(VALUES.0);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once(VALUES.1).map_or(part, |(_, rest)| rest));
    }
    out
}

impl<'s> Search<'_, 's> {
    fn is_done(&self) -> bool {
        self.found.len() == self.values.len() && self.pictures.len() == self.stems.len()
    }

    fn look(&mut self, source: &Source<'s>) {
        let is_markdown = Body::of(source.root) == Some(Body::Markdown);
        let mut way = Vec::new();
        self.walk(source, source.shown, source.root, is_markdown, &mut way);
        let Some((origin, key)) = source.made.filter(|(origin, _)| self.values.contains(origin)) else {
            return;
        };
        let text = source.root.get(key).as_str().filter(|text| !text.is_empty() && !is_markdown);
        if !source.root.get(key).is_nothing() {
            let pointer = format!("/{key}");
            self.found.insert(origin, Found { file: file_of(source.file), pointer, text, is_picture: false });
        }
    }

    /// Looks at a value, and at what is in it. Pages see members that the file does not have; those are no place of it.
    fn walk(
        &mut self,
        source: &Source<'s>,
        node: Node<'s>,
        own: Node<'s>,
        is_markdown: bool,
        way: &mut Vec<Cow<'s, str>>,
    ) {
        if own.is_nothing() {
            return;
        }
        if let Some(origin) = node.origin().filter(|origin| self.values.contains(origin)) {
            let is_same = node.as_str() == own.as_str();
            let is_html = is_markdown && way.first().is_some_and(|step| step == "body");
            let is_picture =
                node.get("assetUrl").is_true() || way.last().is_some_and(|step| step == "assetUrl");
            if is_same {
                let of = if is_picture && node.as_str().is_some() { way.len() - 1 } else { way.len() };
                self.found.entry(origin).or_insert_with(|| Found {
                    file: file_of(source.file),
                    pointer: pointer(&way[..of]),
                    text: node.as_str().filter(|_| !is_html && !is_picture),
                    is_picture,
                });
            }
        }
        match node {
            Node::List(list) => {
                for (index, element) in list.iter().enumerate() {
                    way.push(index.to_string().into());
                    self.walk(source, *element, own.at(index), is_markdown, way);
                    way.pop();
                }
            }
            Node::Object(object) => {
                for (key, value) in object.members() {
                    if let ("assetUrl", Some(address), false) = (key, value.as_str(), self.stems.is_empty()) {
                        self.picture(source, address, way);
                    }
                    way.push(key.into());
                    self.walk(source, value, own.get(key), is_markdown, way);
                    way.pop();
                }
            }
            _ => {}
        }
    }

    fn picture(&mut self, source: &Source<'s>, address: &str, way: &[Cow<'s, str>]) {
        let name = address.split(['?', '#']).next().unwrap_or_default();
        let Some(name) = name.strip_prefix("/files/") else { return };
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        if let Some(stem) = self.stems.get(stem) {
            let place = || format!("{}#{}", file_of(source.file), pointer(way));
            self.pictures.entry(stem).or_insert_with(place);
        }
    }

    /// Writes what becomes of a mark.
    fn write(&self, html: &str, mark: &Mark<'_>, out: &mut String) {
        let found = candidates(mark.values).find_map(|Candidate { origin, part }| {
            let found = self.found.get(&origin)?;
            ((part == Part::Picture) == found.is_picture).then_some((found, part))
        });
        let place = match &found {
            Some((found, _)) => found.place(),
            None => match mark.stem.and_then(|stem| self.pictures.get(stem)) {
                Some(place) => place.clone(),
                None => return,
            },
        };
        let _ = write!(out, " {MARK}=\"");
        escape_attribute(&place, out);
        out.push('"');
        let written = found.and_then(|(found, part)| {
            let text = found.text?;
            let inner = &html[mark.inner..];
            match part {
                Part::Whole => is_text(inner, mark.name, text).then(|| "text".to_owned()),
                Part::Piece(range) => {
                    let piece = text.get(range.clone()).filter(|piece| is_plain(piece))?;
                    let rest = inner.strip_prefix(piece)?.strip_prefix("</")?;
                    let start = utf16_len(&text[..range.start]);
                    rest.starts_with(mark.name).then(|| format!("{start}-{}", start + utf16_len(piece)))
                }
                _ => None,
            }
        });
        if let Some(written) = written {
            let _ = write!(out, " {WRITE}=\"{written}\"");
        }
    }
}

/// Whether an element shows a text of one line as it is written, and nothing else.
fn is_text(inner: &str, name: &str, text: &str) -> bool {
    let Some((shown, rest)) = inner.split_once("</") else { return false };
    rest.starts_with(name)
        && !text.contains('\n')
        && !shown.contains('<')
        && collapsed(&unescaped(shown)) == collapsed(text)
}

/// Whether a piece of HTML has in it what a line of text may have: no attributes but those of a link.
fn is_plain(html: &str) -> bool {
    html.split('<').skip(1).all(|rest| {
        let Some((tag, _)) = rest.split_once('>') else { return false };
        let name = tag.strip_prefix('/').unwrap_or(tag);
        PLAIN.contains(&name) || name == "a" || name.starts_with("a href=\"")
    })
}

fn file_of(file: &Path) -> Cow<'_, str> {
    Cow::Owned(crate::asset::slashes(file))
}

fn pointer(way: &[Cow<'_, str>]) -> String {
    way.iter().fold(String::new(), |mut text, step| {
        text.push('/');
        text.push_str(&step.replace('~', "~0").replace('/', "~1"));
        text
    })
}

/// The name of the file of a picture without its hash and its ending: `src="/assets/files/oven.16bb4d92d8.jpg"`.
fn stem_of(tag: &str) -> Option<&str> {
    let (_, rest) = tag.split_once("/assets/files/")?;
    let name = rest.split(['"', '\'', ' ', '>', '?', ',']).next()?;
    let (rest, _) = name.rsplit_once('.')?;
    rest.rsplit_once('.').map(|(stem, _)| stem)
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let names = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&amp;", "&"),
    ];
    Cow::Owned(names.iter().fold(text.to_owned(), |text, (name, character)| text.replace(name, character)))
}
