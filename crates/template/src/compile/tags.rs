//! The tags of a text one after the other, as editors need them: before they are nested, and without the text between.

use std::ops::Range as Bytes;
use std::sync::Arc;

use super::assembler::{Assembler, Head, Seen};
use super::names::Names;
use super::options::CompileOptions;
use super::tokenizer::tokenize;
use crate::instruction::{Code, Range};
use crate::opcode::Opcode;
use crate::runtime::Template;
use crate::variable::Span;

/// A tag: its kind, its place, and the words in it. Places are offsets in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// What it is. `{.alternates with}`, `{.or}`, `{.end}` and `{.eof}` count as tags of their own.
    pub opcode: Opcode,
    /// From its opening brace to behind its closing one.
    pub span: Bytes<usize>,
    /// The predicate of a test, or the name that a macro, a variable or an include gives or asks for.
    pub word: Option<Bytes<usize>>,
    /// The paths it reads, as `item.title` or `@`.
    pub names: Vec<String>,
    /// Its formatters from left to right.
    pub calls: Vec<TagCall>,
}

/// A formatter in a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagCall {
    /// Its name.
    pub name: Bytes<usize>,
    /// What follows the name, the delimiter first; empty when nothing does.
    pub arguments: Bytes<usize>,
}

impl Tag {
    /// Whether a block begins here, which an `{.end}` ends.
    #[must_use]
    pub fn is_begin(&self) -> bool {
        matches!(
            self.opcode,
            Opcode::Section | Opcode::Repeated | Opcode::Predicate | Opcode::If | Opcode::Macro
        )
    }
}

/// Every tag of a text.
pub(crate) fn tags(source: &str, names: &dyn Names) -> Vec<Tag> {
    let template = Template::new(Arc::from(""), Arc::from(source));
    let options = CompileOptions { faithful: true, tags: true, ..CompileOptions::default() };
    let mut assembler = Assembler::new(template, options);
    tokenize(source, names, options, &mut assembler);
    let seen = assembler.seen.take().unwrap_or_default();
    let template = &assembler.template;
    seen.into_iter().filter_map(|(at, seen)| tag(template, at as usize, seen)).collect()
}

fn tag(template: &Template, at: usize, seen: Seen) -> Option<Tag> {
    let rest = template.source.get(at..).unwrap_or_default();
    let end = if rest.starts_with("{##") { rest.find("##}").map(|end| end + 3) } else { None };
    let end = end.or_else(|| rest.find('}').map(|end| end + 1)).unwrap_or(rest.len());
    let mut tag =
        Tag { opcode: Opcode::Eof, span: at..at + end, word: None, names: Vec::new(), calls: Vec::new() };
    match seen {
        Seen::Simple(Code::Text(_)) => return None,
        // The end of the text is no tag.
        Seen::Eof if rest.is_empty() => return None,
        Seen::Eof => {}
        Seen::End => tag.opcode = Opcode::End,
        Seen::AlternatesWith => tag.opcode = Opcode::AlternatesWith,
        Seen::Or(test) => {
            tag.opcode = Opcode::OrPredicate;
            tag.word = test.map(|test| bytes(template.tests[test as usize].name));
        }
        Seen::Begin(head) => {
            tag.opcode = head.opcode();
            match head {
                Head::Section(path) | Head::Repeated(path) | Head::IfTrue(path) => {
                    tag.names.push(name(template, path));
                }
                Head::Predicate(test) => tag.word = Some(bytes(template.tests[test as usize].name)),
                Head::Macro(name) => tag.word = Some(bytes(name)),
                Head::If(condition) => {
                    tag.names = paths(template, template.conditions[condition as usize].paths);
                }
            }
        }
        Seen::Simple(code) => {
            tag.opcode = code.opcode();
            simple(template, code, &mut tag);
        }
    }
    Some(tag)
}

fn simple(template: &Template, code: Code, tag: &mut Tag) {
    match code {
        Code::Variable(path) | Code::Mapped { path, .. } => tag.names.push(name(template, path)),
        Code::Formatted { paths: read, calls } => {
            tag.names = paths(template, read);
            tag.calls = formatters(template, calls);
        }
        Code::Bindvar { name, paths: read, calls } => {
            tag.word = Some(bytes(name));
            tag.names = paths(template, read);
            tag.calls = formatters(template, calls);
        }
        Code::Ctxvar { name: word, bindings } => {
            tag.word = Some(bytes(word));
            let bindings = bindings.of(&template.bindings).iter();
            tag.names = bindings.map(|binding| name(template, binding.path)).collect();
        }
        Code::Inject { name, .. } | Code::Include { name, .. } => tag.word = Some(bytes(name)),
        _ => {}
    }
}

fn bytes(span: Span) -> Bytes<usize> {
    span.start as usize..span.end as usize
}

fn paths(template: &Template, range: Range) -> Vec<String> {
    range.of(&template.paths).iter().map(|path| name(template, *path)).collect()
}

fn name(template: &Template, path: Range) -> String {
    let parts = path.of(&template.segments).iter().map(|segment| segment.text(&template.source));
    parts.collect::<Vec<_>>().join(".")
}

fn formatters(template: &Template, calls: Range) -> Vec<TagCall> {
    let calls = calls.of(&template.calls).iter();
    calls.map(|call| TagCall { name: bytes(call.name), arguments: bytes(call.arguments) }).collect()
}
