//! What a template says of the collections that it is made for: `template/collections/<type>.conf`.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_template::Node;
use walkdir::WalkDir;

use super::document::Document;
use super::memory::Reader;
use crate::diagnostic::Diagnostic;

/// The settings of each type of collection, by its name. What a collection says itself comes first.
#[derive(Debug, Clone, Default)]
pub struct Kinds<'s>(BTreeMap<String, Kind<'s>>);

/// The settings of one type.
#[derive(Debug, Clone, Copy)]
pub struct Kind<'s> {
    /// How items are put in order.
    pub ordering: Option<&'s str>,
    /// Items a page of the list.
    pub page_size: Option<i64>,
    /// Whether its page size goes before what a collection says itself.
    pub forces_page_size: bool,
    /// The layout of `template.conf` of a collection that names none.
    pub layout: Option<&'s str>,
    /// A folder of other collections.
    pub is_folder: bool,
    /// A folder that shows what is in it.
    pub is_index: bool,
    /// The file.
    pub document: Document<'s>,
}

impl<'s> Kinds<'s> {
    /// Reads the settings of a site's template; faults are added.
    #[must_use]
    pub fn read(root: &'s Path, reader: &mut Reader<'s>, faults: &mut Vec<Diagnostic>) -> Kinds<'s> {
        let mut kinds = BTreeMap::new();
        let files = WalkDir::new(root.join("template/collections")).max_depth(1).sort_by_file_name();
        for entry in files.into_iter().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some(name) = name.strip_suffix(".conf") else { continue };
            match Document::read(root, entry.path(), reader) {
                Ok(document) => {
                    check(document, faults);
                    kinds.insert(name.to_owned(), kind(document));
                }
                // What cannot be read says nothing of its type; the rest of the site is shown.
                Err(fault) => faults.push(fault.into_warning()),
            }
        }
        Kinds(kinds)
    }

    /// The settings of a type. `folder` and `index` may be written in the plural, as templates do.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Kind<'s>> {
        self.0.get(name).or_else(|| self.0.get(&format!("{name}s")).filter(|kind| kind.is_folder))
    }
}

/// What a file says, as far as it can be read: templates write flags and numbers with and without quotes, leave out what
/// the editor of another program fills in, and say much that only that editor asks.
fn kind(document: Document<'_>) -> Kind<'_> {
    let get = |key: &str| document.root.get(key);
    let flag = |key: &str| matches!(get(key), Node::Boolean(true) | Node::Text("true"));
    let page_size = get("pageSize").as_f64().or_else(|| get("pageSize").as_str()?.trim().parse().ok());
    Kind {
        ordering: get("ordering").as_str().filter(|name| !name.is_empty()),
        page_size: page_size.filter(|size| (1.0..9e15).contains(size)).map(|size| size as i64),
        forces_page_size: flag("forcePageSize"),
        layout: get("layout").as_str(),
        is_folder: flag("folder"),
        is_index: flag("index"),
        document,
    }
}

/// Whether a file of settings holds an object; anything else says nothing.
fn check(document: Document<'_>, faults: &mut Vec<Diagnostic>) {
    if !matches!(document.root, Node::Object(_)) {
        let message = "This file holds no JSON object; it says nothing of its type.";
        let fault = document.fault(&[], "json-shape", message).into_warning();
        faults.push(
            fault.help("its collections have the settings of a type that the template says nothing of"),
        );
    }
}
