//! What a template says of the collections that it is made for: `template/collections/<type>.conf`.

use std::collections::BTreeMap;
use std::path::Path;

use walkdir::WalkDir;

use super::document::Document;
use super::members::Fields;
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
                Ok(document) => drop(kinds.insert(name.to_owned(), kind(document, faults))),
                Err(fault) => faults.push(fault),
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

fn kind<'s>(document: Document<'s>, faults: &mut Vec<Diagnostic>) -> Kind<'s> {
    let mut fields = Fields::of(document, faults);
    fields.required("title");
    Kind {
        ordering: fields.text("ordering"),
        page_size: fields.whole("pageSize"),
        is_folder: fields.flag("folder", false),
        is_index: fields.flag("index", false),
        document,
    }
}
