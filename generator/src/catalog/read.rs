//! Parts of a site's files as data.

use serde::de::DeserializeOwned;

use crate::diagnostic::Diagnostic;
use crate::site::document::Document;
use crate::site::position::{Step, spell};
use crate::site::value::value;

/// A part of a document of the site as data; what cannot be read is nothing, and told.
pub(super) fn read<T: DeserializeOwned + Default>(
    document: Document<'_>,
    path: &[Step],
    faults: &mut Vec<Diagnostic>,
) -> T {
    let mut node = document.root;
    for step in path {
        if let Step::Key(key) = step {
            node = node.get(key.as_str());
        }
    }
    if node.is_nothing() {
        return T::default();
    }
    serde_json::from_value(value(node)).unwrap_or_else(|error| {
        note_unreadable(faults, unreadable(document, path, &error));
        T::default()
    })
}

/// Notes a fault that only says that a file cannot be read, unless more has been reported of the file already.
pub(super) fn note_unreadable(faults: &mut Vec<Diagnostic>, fault: Diagnostic) {
    if !faults.iter().any(|earlier| earlier.file == fault.file && earlier.is_error()) {
        faults.push(fault);
    }
}

/// What is said of a part that cannot be read.
pub(super) fn unreadable(document: Document<'_>, path: &[Step], error: &serde_json::Error) -> Diagnostic {
    let what = if path.is_empty() { "This file".to_owned() } else { format!("'{}'", spell(path)) };
    document.fault(path, "json-shape", format!("{what} cannot be read: {error}."))
}
