//! What is said of the word at a place.

use loggia_template::{Opcode, Tag};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::analysis::{Source, applied};
use super::docs::Kind;
use super::fields::shown;
use super::site_tag;
use super::view::View;

/// What is said of the word at an offset.
#[must_use]
pub fn hover(view: &View<'_>, offset: usize) -> Option<Hover> {
    let source = view.source()?;
    let said = match source.tags.iter().find(|tag| tag.span.contains(&offset)) {
        Some(tag) => in_tag(view, source, tag, offset),
        None => in_site_tag(view, offset),
    };
    let (part, value) = said?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
        range: Some(view.text.range(part, view.units)),
    })
}

type Said = (std::ops::Range<usize>, String);

fn in_tag(view: &View<'_>, source: &Source, tag: &Tag, offset: usize) -> Option<Said> {
    if let Some(name) = applied(source, tag).into_iter().find(|name| name.contains(&offset)) {
        return Some((name.clone(), partial(view, &source.text[name])?));
    }
    let said = |kind, part: &std::ops::Range<usize>| {
        let name = &source.text[part.clone()];
        Some((part.clone(), format!("**{name}**\n\n{}", view.docs.get(kind, name)?)))
    };
    if let Some(call) = tag.calls.iter().find(|call| call.name.contains(&offset) || call.name.end == offset) {
        return said(Kind::Formatter, &call.name);
    }
    let is_test = matches!(tag.opcode, Opcode::Predicate | Opcode::OrPredicate);
    if let Some(word) = tag.word.as_ref().filter(|word| is_test && word.contains(&offset)) {
        return said(Kind::Predicate, word);
    }
    let (part, word) = word_at(&source.text, tag, offset)?;
    if let Some(name) = instruction(&source.text, tag).filter(|name| name.contains(&offset)) {
        return said(Kind::Instruction, &name);
    }
    let value = view.scope(tag.span.start).get(word)?;
    Some((part, format!("`{word}`\n\n```json\n{}\n```", shown(value))))
}

/// Where the name of a tag's instruction stands.
fn instruction(text: &str, tag: &Tag) -> Option<std::ops::Range<usize>> {
    let inside = text[tag.span.clone()].strip_prefix("{.")?;
    let start = tag.span.start + 2;
    let two = ["repeated section", "alternates with"].into_iter().find(|name| inside.starts_with(name));
    let end = two.map_or_else(|| inside.find([' ', '}']).unwrap_or(inside.len()), str::len);
    Some(start..start + end)
}

/// The path around an offset, up to the end of the part that is pointed at.
fn word_at<'t>(text: &'t str, tag: &Tag, offset: usize) -> Option<(std::ops::Range<usize>, &'t str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$' | '@');
    let inside = text.get(tag.span.start..tag.span.end)?;
    let at = super::cursor::floor(inside, offset - tag.span.start);
    let end = inside[at..].find(|c: char| !is_part(c)).map_or(inside.len(), |end| at + end);
    let start = inside[..at].rfind(|c: char| !is_part(c) && c != '.').map_or(0, |start| start + 1);
    let start = super::cursor::floor(inside, start);
    let word = inside.get(start..end)?.trim_start_matches('.');
    (!word.is_empty()).then(|| (tag.span.start + end - word.len()..tag.span.start + end, word))
}

fn partial(view: &View<'_>, name: &str) -> Option<String> {
    if let Some(macros) = view.analysis.macros.get(name) {
        let (template, _) = macros.first()?;
        return Some(format!("**{name}**\n\na macro of `{template}`"));
    }
    let Some(template) = view.analysis.partial(name) else {
        view.analysis.theme.engine.partial(name)?;
        return Some(format!("**{name}**\n\na part of the program"));
    };
    let uses = view.analysis.uses_of(template).count();
    let source = view.analysis.sources.get(template)?;
    let start: Vec<&str> = source.text.lines().take(8).collect();
    Some(format!("**{template}**, applied {uses}×\n\n```json-template\n{}\n```", start.join("\n")))
}

fn in_site_tag(view: &View<'_>, offset: usize) -> Option<Said> {
    let text = view.text.as_str();
    let start = text[..super::cursor::floor(text, offset)].rfind('<')?;
    let rest = text[start + 1..].strip_prefix('/').unwrap_or(&text[start + 1..]);
    let name = rest.strip_prefix("squarespace:").or_else(|| rest.strip_prefix("loggia:"))?;
    let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len())];
    let end = name.as_ptr() as usize - text.as_ptr() as usize + name.len();
    let tag = site_tag::named(name).filter(|_| offset <= end)?;
    Some((
        start + 1..end,
        format!("**{}**\n\n{}\n\nAttributes: `{}`", tag.name, tag.does, tag.attributes.join("`, `")),
    ))
}
