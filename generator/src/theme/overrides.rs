//! Blocks that a template shows its own way: `blocks/<name>.block` in place of what the program has for the kind of block
//! that `blocks/<name>.block.conf` names, as `{"type": "image"}`; or a kind of its own, where the file has `fields`.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_template::{Engine, Template};

use super::block;
use super::kinds::{self, BlockKind};
use crate::diagnostic::{Diagnostic, nearest};
use crate::site::Memory;
use crate::site::document::Document;

/// The name under which such a block finds what it shows.
pub const DATA: &str = "loggia-block-data";

/// The kinds of block that a template brings, by name, as far as it has a template for them.
#[must_use]
pub fn kinds(root: &Path) -> Vec<BlockKind> {
    let (memory, mut faults) = (Memory::new(root), Vec::new());
    let mut kinds: Vec<BlockKind> =
        declared(root, &memory, &mut faults).into_iter().filter_map(|(_, _, kind)| kind).collect();
    kinds.sort_by(|one, other| one.name.cmp(&other.name));
    kinds.dedup_by(|one, other| one.name == other.name);
    kinds
}

/// The templates of a site's own blocks by the kind of block; faults are added.
#[must_use]
pub fn read(root: &Path, engine: &Engine, faults: &mut Vec<Diagnostic>) -> BTreeMap<String, Template> {
    let memory = Memory::new(root);
    let declared = declared(root, &memory, faults);
    // What is applied sees the values of the block and, around them, those of the site.
    let compiled = declared.into_iter().map(|(name, kind, _)| {
        let text = format!("{{.section {DATA}}}{{@|apply {name}.block}}{{.end}}");
        (kind, engine.compile(&format!("{name}.block.conf"), &text).template)
    });
    compiled.collect()
}

/// Each block of a template that says which kind it shows: its name, the kind, and what it is when the kind is its own.
fn declared(
    root: &Path,
    memory: &Memory,
    faults: &mut Vec<Diagnostic>,
) -> Vec<(String, String, Option<BlockKind>)> {
    let mut reader = memory.reader();
    let mut found = Vec::new();
    let folder = root.join("template/blocks");
    let files = walkdir::WalkDir::new(&folder).sort_by_file_name().into_iter().flatten();
    for entry in files.filter(|entry| entry.file_type().is_file()) {
        let path = entry.path().strip_prefix(&folder).unwrap_or(entry.path());
        let path = crate::asset::slashes(path);
        let Some(name) = path.strip_suffix(".block.conf") else { continue };
        let document = match Document::read(memory.folder(), entry.path(), &mut reader) {
            Ok(document) => document,
            Err(fault) => {
                faults.push(fault.into_warning());
                continue;
            }
        };
        let kind = document.root.get("type").as_str().unwrap_or_default();
        let is_known = block::block(kind).is_some();
        let own = if is_known { None } else { kinds::read(document, faults) };
        if !is_known && own.is_none() {
            if document.root.get("fields").is_nothing() {
                faults.push(unknown(document, kind));
            }
            continue;
        }
        if folder.join(format!("{name}.block")).is_file() {
            found.push((name.to_owned(), kind.to_owned(), own));
        }
    }
    found
}

fn unknown(document: Document<'_>, kind: &str) -> Diagnostic {
    let known = block::BLOCKS.map(|(known, _)| known);
    let near = nearest(kind, known).map(|near| format!("did you mean `{near}`?"));
    let message =
        format!("'{kind}' is not a kind of block; every block is shown as it is without this file.");
    let mut fault = document.fault(&["type".into()], "block-type", message).into_warning();
    let help = near
        .unwrap_or_else(|| "a kind of its own has `fields`, which say what its owner fills in".to_owned());
    fault.help = Some(help.into_boxed_str());
    fault
}
