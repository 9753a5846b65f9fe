//! `redirects/`: addresses that lead elsewhere, as the owner and a move from another host wrote them down.

use std::collections::BTreeSet;
use std::path::Path;

use loggia_exchange::Fault;
use loggia_exchange::addresses::{Rule, Table, csv, mapping};

use super::collection::Collection;
use super::files::files;
use super::model::SYSTEM_PAGES;
use crate::diagnostic::Diagnostic;

/// The folder below the site's.
pub const FOLDER: &str = "redirects";
/// What a move writes; it counts after the owner's own lists.
pub const MOVED: &str = "moved.csv";
/// A longer list is refused.
const LARGEST: u64 = 8 << 20;

/// Reads every list: `*.csv` with columns, `*.txt` with lines of URL mappings, in order of name.
pub(super) fn read(root: &Path, collections: &[Collection<'_>], faults: &mut Vec<Diagnostic>) -> Table {
    let folder = root.join(FOLDER);
    let mut lists = files(&folder, "csv");
    lists.extend(files(&folder, "txt"));
    lists.sort_by_key(|file| (file.file_name().is_some_and(|name| name == MOVED), file.clone()));
    let mut rules: Vec<Rule> = Vec::new();
    let mut starts = Vec::new();
    for file in lists {
        let name = file.strip_prefix(root).unwrap_or(&file).to_path_buf();
        let text = match text(&file) {
            Ok(text) => text,
            Err(why) => {
                faults.push(Diagnostic::error("redirects", name, why).help("write the list anew, as UTF-8"));
                continue;
            }
        };
        let is_csv = file.extension().is_some_and(|ending| ending == "csv");
        let (found, wrong) = if is_csv { csv(&text) } else { mapping(&text) };
        faults.extend(wrong.into_iter().map(|fault| warning(&name, fault)));
        // Lines are counted through all lists, so that a fault that is found when they are joined leads to its own.
        let first = starts.last().map_or(0, |(first, lines, ..): &(usize, usize, _)| first + lines);
        starts.push((first, text.lines().count() + 1, name));
        rules.extend(found.into_iter().map(|rule| Rule { line: rule.line + first, ..rule }));
    }
    if rules.is_empty() {
        return Table::default();
    }
    let mut pages: BTreeSet<&str> = SYSTEM_PAGES.into_iter().collect();
    for collection in collections.iter().filter(|collection| collection.is_public) {
        pages.insert(collection.full_url);
        pages.extend(collection.items.iter().map(|item| item.full_url));
    }
    let (table, wrong) = Table::new(rules, &|path| pages.contains(path));
    faults.extend(wrong.into_iter().filter_map(|fault| {
        let (first, _, name) = starts.iter().rev().find(|(first, ..)| *first < fault.line)?;
        Some(warning(name, Fault { line: fault.line - first, ..fault }))
    }));
    table
}

fn warning(file: &Path, fault: Fault) -> Diagnostic {
    let mut found = Diagnostic::warning("redirects", file, fault.message).help(fault.help);
    found.line = fault.line;
    found
}

fn text(file: &Path) -> Result<String, String> {
    let size = std::fs::metadata(file).map_or(0, |found| found.len());
    if size > LARGEST {
        return Err(format!("This list has {size} bytes; {LARGEST} are read."));
    }
    crate::folder::read_to_string(file).map_err(|error| format!("This list cannot be read: {error}."))
}
