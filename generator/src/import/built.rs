//! Content made of blocks, as the converter gives it, into the files of a draft.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use loggia_exchange::Fault;
use loggia_exchange::page::Content;
use serde_json::{Map, Value, json};

use super::draft::{Draft, file_name};

/// Puts content into the file of a page or an item, its forms beside it, and says what became of the rest. False when
/// the markup is not made of blocks.
pub(super) fn take(draft: &mut Draft, file: &Path, path: &str, content: Content) -> bool {
    faults(draft, file, content.faults);
    forms(draft, content.forms);
    if content.members.is_empty() {
        return false;
    }
    draft.file(path).extend(content.members);
    true
}

/// Forms as files of their own.
pub(super) fn forms(draft: &mut Draft, forms: Vec<Value>) {
    for form in forms {
        let Value::Object(form) = form else { continue };
        let id = form.get("id").and_then(Value::as_str).unwrap_or("form");
        let path = format!("forms/{}.json", file_name(id));
        *draft.file(&path) = form;
    }
}

/// What the converter says, as faults of the file that was read.
pub(super) fn faults(draft: &mut Draft, file: &Path, faults: Vec<Fault>) {
    for fault in faults {
        draft.warn(file, fault.line, fault.message, &fault.help);
    }
}

/// Two pages that were saved under one identity, such as a page and its second part: a list keeps it, else the first.
pub(super) fn part_ids(draft: &mut Draft) {
    let mut owners: BTreeMap<String, (bool, String)> = BTreeMap::new();
    let mut doubles = Vec::new();
    for (path, value) in draft.files.iter().filter(|(path, _)| path.ends_with("/collection.json")) {
        let Some(id) = value["id"].as_str() else { continue };
        let is_page = value["typeName"] == "page";
        match owners.get(id) {
            Some((was_page, other)) if *was_page && !is_page => doubles.push(other.clone()),
            Some(_) => {
                doubles.push(path.clone());
                continue;
            }
            None => {}
        }
        owners.insert(id.to_owned(), (is_page, path.clone()));
    }
    for path in doubles {
        draft.file(&path).remove("id");
    }
}

/// Blocks that show what stands elsewhere: those whose collection or product came along show it from there, the others
/// go on showing what they showed.
pub(super) fn resolve(draft: &mut Draft) {
    let mut known = BTreeSet::new();
    for (path, value) in draft.files.iter().filter(|(path, _)| path.starts_with("content/")) {
        let folder = path.split('/').nth(1).unwrap_or_default();
        known.insert(folder.to_owned());
        known.extend(["id", "urlId"].iter().filter_map(|key| value[*key].as_str()).map(str::to_owned));
    }
    let mut missing = Vec::new();
    for (path, value) in &mut draft.files {
        let mut lost = Vec::new();
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match value {
                Value::Object(block) => {
                    if block.get("value").is_some_and(|value| value.get("was").is_some()) {
                        lost.extend(resolve_one(block, &known));
                    }
                    open.extend(block.values_mut());
                }
                Value::Array(list) => open.extend(list.iter_mut()),
                _ => {}
            }
        }
        missing.extend(lost.into_iter().map(|name| (path.clone(), name)));
    }
    for (path, name) in missing {
        let message = format!("A block of this page shows '{name}', which was not brought along.");
        let help = "it goes on showing what it showed; bring the rest along as well, or make the block anew";
        draft.warn(Path::new(&path), 0, message, help);
    }
}

/// The name of what a block shows and is not there.
fn resolve_one(block: &mut Map<String, Value>, known: &BTreeSet<String>) -> Option<String> {
    let value = block.get_mut("value")?.as_object_mut()?;
    let was = value.remove("was")?;
    let name = ["collection", "productId"].iter().find_map(|key| value.get(*key).and_then(Value::as_str))?;
    if known.contains(name) {
        return None;
    }
    let name = name.to_owned();
    block.insert("value".to_owned(), json!({"html": was, "kept": block.get("type")}));
    block.insert("type".to_owned(), 2.into());
    block.remove("variant");
    Some(name)
}
