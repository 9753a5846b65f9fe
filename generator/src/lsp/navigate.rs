//! Where something is defined, where it is used, and giving it another name everywhere.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use lsp_types::{
    DocumentChangeOperation, DocumentChanges, Location, OneOf, OptionalVersionedTextDocumentIdentifier,
    RenameFile, ResourceOp, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use super::analysis::{Use, applied};
use super::cursor;
use super::site_tag;
use super::text::Text;
use super::view::View;

/// What a place names.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Named {
    /// A partial, by the path of its template.
    Partial(String),
    /// A macro.
    Macro(String),
    /// A file below a site folder.
    File(PathBuf),
}

/// What stands at an offset: what it names, and where the name is.
fn named(view: &View<'_>, offset: usize) -> Option<(Named, Range<usize>)> {
    let text = view.text.as_str();
    if view.template.ends_with(".conf") || view.file.extension().is_some_and(|ending| ending == "conf") {
        return in_conf(view, offset);
    }
    let source = view.source()?;
    if let Some(tag) = source.tags.iter().find(|tag| tag.span.contains(&offset)) {
        let around = |part: &Range<usize>| part.start <= offset && offset <= part.end;
        if let Some(part) = applied(source, tag).into_iter().find(around) {
            return Some((partial(view, &text[part.clone()])?, part));
        }
        let word =
            tag.word.clone().filter(|word| tag.opcode == loggia_template::Opcode::Macro && around(word))?;
        return Some((Named::Macro(text[word.clone()].to_owned()), word));
    }
    let values = site_tag::values(text).into_iter();
    let (tag, attribute, part) =
        values.into_iter().find(|(_, _, part)| part.start <= offset && offset <= part.end)?;
    let value = &text[part.clone()];
    match (tag, attribute) {
        (_, "template") => Some((partial(view, value)?, part)),
        ("script", "src") => Some((Named::File(Path::new("template/scripts").join(value)), part)),
        ("block-field", "id") => Some((Named::File(Path::new("fields").join(format!("{value}.json"))), part)),
        _ => None,
    }
}

fn partial(view: &View<'_>, name: &str) -> Option<Named> {
    if view.analysis.macros.contains_key(name) {
        return Some(Named::Macro(name.to_owned()));
    }
    view.analysis.partial(name).map(|template| Named::Partial(template.to_owned()))
}

/// A string of template.conf that names a region or a style sheet.
fn in_conf(view: &View<'_>, offset: usize) -> Option<(Named, Range<usize>)> {
    let text = view.text.as_str();
    let offset = cursor::floor(text, offset);
    let start = text[..offset].rfind(['"', '\n']).filter(|at| text[*at..].starts_with('"'))? + 1;
    let end = start + text[start..].find(['"', '\n'])?;
    let word = &text[start..end];
    let region = format!("{}.region", word.trim_end_matches(".region"));
    let folder = Path::new("template");
    let file = match view.analysis.sources.contains_key(&region) {
        true => folder.join(region),
        false => folder.join("styles").join(word),
    };
    (offset <= end).then_some((Named::File(file), start..end))
}

/// Where what stands at an offset is defined.
#[must_use]
pub fn definition(view: &View<'_>, offset: usize) -> Vec<Location> {
    match named(view, offset) {
        Some((Named::Partial(template), _)) => view.location(&template, 0..0).into_iter().collect(),
        Some((Named::Macro(name), _)) => macro_places(view, &name),
        Some((Named::File(file), _)) => {
            let is_safe = file.components().all(|part| matches!(part, std::path::Component::Normal(_)));
            let there = is_safe && view.root.outside(&file).is_file();
            let uri = view.address(&file).filter(|_| there);
            uri.map(|uri| Location::new(uri, lsp_types::Range::default())).into_iter().collect()
        }
        None => Vec::new(),
    }
}

fn macro_places(view: &View<'_>, name: &str) -> Vec<Location> {
    let places = view.analysis.macros.get(name).into_iter().flatten();
    let place = |(template, tag): &(String, usize)| {
        let word = view.analysis.sources.get(template)?.tags.get(*tag)?.word.clone()?;
        view.location(template, word)
    };
    places.filter_map(place).collect()
}

/// Where what stands at an offset, or the open partial itself, is used.
#[must_use]
pub fn references(view: &View<'_>, offset: usize, with_definition: bool) -> Vec<Location> {
    let named = named(view, offset).map(|(named, _)| named);
    let own = || view.template.starts_with("blocks/").then(|| Named::Partial(view.template.clone()));
    let Some(named) = named.or_else(own) else { return Vec::new() };
    let mut places: Vec<Location> = uses(view, &named)
        .into_iter()
        .filter_map(|(template, part)| view.location(&template, part))
        .collect();
    if with_definition {
        match &named {
            Named::Partial(template) => places.extend(view.location(template, 0..0)),
            Named::Macro(name) => places.extend(macro_places(view, name)),
            Named::File(_) => {}
        }
    }
    places
}

/// Every place that names a partial or a macro: the template, and the name's place in it.
fn uses(view: &View<'_>, named: &Named) -> Vec<(String, Range<usize>)> {
    let of = |found: &Use| (found.template.clone(), found.name.clone());
    match named {
        Named::Macro(name) => view.analysis.uses.get(name).into_iter().flatten().map(of).collect(),
        Named::File(_) => Vec::new(),
        Named::Partial(template) => {
            let mut found: Vec<_> = view.analysis.uses_of(template).map(of).collect();
            for (name, source) in &view.analysis.sources {
                for (_, attribute, part) in site_tag::values(&source.text) {
                    if attribute == "template"
                        && view.analysis.partial(&source.text[part.clone()]) == Some(template.as_str())
                    {
                        found.push((name.clone(), part));
                    }
                }
            }
            found
        }
    }
}

/// The name at an offset that can be changed: its place, and the name as it is shown.
#[must_use]
pub fn renamable(view: &View<'_>, offset: usize) -> Option<(Range<usize>, String)> {
    match named(view, offset)? {
        (Named::Partial(template), part) => Some((part, stem(&template).to_owned())),
        (Named::Macro(name), part) => Some((part, name)),
        (Named::File(_), _) => None,
    }
}

/// The name of a partial without folder and ending.
fn stem(template: &str) -> &str {
    let name = template.strip_prefix("blocks/").unwrap_or(template);
    name.strip_suffix(".block").unwrap_or(name)
}

/// Gives what stands at an offset another name: in its file's name, and wherever it is used.
///
/// # Errors
/// What is wrong with the name.
pub fn rename(view: &View<'_>, offset: usize, name: &str) -> Result<WorkspaceEdit, String> {
    let (named, _) = named(view, offset).ok_or("There is nothing here that can be renamed.")?;
    let name = name.strip_suffix(".block").unwrap_or(name);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    let is_path = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    if !is_path || !name.chars().all(is_name) {
        return Err(format!("'{name}' is no name: letters, digits, -, _ and . make one."));
    }
    if view.partials().any(|known| known == name) {
        return Err(format!("There is a partial or a macro '{name}' already."));
    }
    let mut changes: BTreeMap<String, Vec<(Range<usize>, String)>> = BTreeMap::new();
    for (template, part) in uses(view, &named) {
        let written = &view.analysis.sources[&template].text[part.clone()];
        let is_file = matches!(named, Named::Partial(_)) && written.ends_with(".block");
        let name = if is_file { format!("{name}.block") } else { name.to_owned() };
        changes.entry(template).or_default().push((part, name));
    }
    let mut moved = None;
    match &named {
        Named::Partial(template) => {
            let to = format!("blocks/{name}.block");
            let address = |template: &str| view.address(&Path::new("template").join(template));
            let (old, new) = (address(template), address(&to));
            let (Some(old_uri), Some(new_uri)) = (old, new) else {
                return Err("This file cannot be named.".to_owned());
            };
            moved = Some(RenameFile { old_uri, new_uri, options: None, annotation_id: None });
        }
        Named::Macro(own) => {
            for (template, tag) in view.analysis.macros.get(own).into_iter().flatten() {
                let word = view.analysis.sources[template].tags[*tag].word.clone();
                changes.entry(template.clone()).or_default().extend(word.map(|word| (word, name.to_owned())));
            }
        }
        Named::File(_) => return Err("There is nothing here that can be renamed.".to_owned()),
    }
    let mut operations = Vec::new();
    for (template, mut parts) in changes {
        parts.sort_by_key(|(part, _)| part.start);
        parts.dedup();
        operations.extend(edit_of(view, &template, parts).map(DocumentChangeOperation::Edit));
    }
    operations.extend(moved.map(|moved| DocumentChangeOperation::Op(ResourceOp::Rename(moved))));
    Ok(WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(operations)),
        ..WorkspaceEdit::default()
    })
}

fn edit_of(view: &View<'_>, template: &str, parts: Vec<(Range<usize>, String)>) -> Option<TextDocumentEdit> {
    let uri: Uri = view.address(&Path::new("template").join(template))?;
    let text = Text::new(view.analysis.sources.get(template)?.text.clone());
    let edit = |(part, new_text)| OneOf::Left(TextEdit { range: text.range(part, view.units), new_text });
    Some(TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
        edits: parts.into_iter().map(edit).collect(),
    })
}
