//! Blocks that a template shows its own way: `blocks/<name>.block` in place of what the program has for the kind of block
//! that `blocks/<name>.block.conf` names, as `{"type": "image"}`.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_template::{Engine, Template};

use super::block;
use crate::diagnostic::{Diagnostic, nearest};
use crate::site::Memory;
use crate::site::document::Document;

/// The name under which such a block finds what it shows.
pub const DATA: &str = "loggia-block-data";

/// The templates of a site's own blocks by the kind of block; faults are added.
#[must_use]
pub fn read(root: &Path, engine: &Engine, faults: &mut Vec<Diagnostic>) -> BTreeMap<String, Template> {
    let (memory, mut found) = (Memory::new(root), BTreeMap::new());
    let mut reader = memory.reader();
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
        if block::block(kind).is_none() {
            let known = block::BLOCKS.map(|(known, _)| known);
            let near = nearest(kind, known).map(|near| format!("did you mean `{near}`?"));
            let message =
                format!("'{kind}' is not a kind of block; every block is shown as it is without this file.");
            let mut fault = document.fault(&["type".into()], "block-type", message).into_warning();
            fault.help = near.map(String::into_boxed_str);
            faults.push(fault);
            continue;
        }
        // What is applied sees the values of the block and, around them, those of the site.
        let text = format!("{{.section {DATA}}}{{@|apply {name}.block}}{{.end}}");
        if folder.join(format!("{name}.block")).is_file() {
            found.insert(kind.to_owned(), engine.compile(&path, &text).template);
        }
    }
    found
}
