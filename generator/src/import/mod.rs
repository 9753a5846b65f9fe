//! A site that lives elsewhere → plain content folders: pages of a hosted builder (`?format=json`, or saved as HTML), an
//! export of WordPress (XML), a list of products (CSV).
//!
//! Each source becomes a [`Draft`]: files to write, and pictures that are still on another machine. Writing is careful:
//! a file that its owner has changed since the last import stays (`write`), so an import may be run again and again.

pub mod brought;
mod built;
mod comments;
mod dated;
mod draft;
mod earlier;
mod entries;
mod front;
mod ghost;
mod hosted;
mod html;
mod join;
pub mod listing;
mod lists;
mod memory;
#[cfg(feature = "remote")]
mod network;
mod own;
mod people;
pub mod pictures;
mod product_item;
mod products;
mod renamed;
mod saved;
mod shape;
mod wordpress;
mod write;

use std::io::Read as _;
use std::path::{Path, PathBuf};

use loggia_commerce::CurrencyCode;
use walkdir::WalkDir;

use crate::diagnostic::Diagnostic;
pub use draft::Draft;
use earlier::Earlier;
pub(crate) use hosted::listed;
use memory::Memory;
pub use saved::frame;
pub use write::{Written, place, write};

#[cfg(feature = "remote")]
pub use network::{Brought, Caller, bring, fetch, judged};

/// The largest source that is read, in bytes: what is larger is no export of a site.
const LARGEST: u64 = 1_000_000_000;

/// Reads every source; a folder stands for the files in it, and for the saved pages in the folders below.
///
/// # Errors
/// When a source cannot be read at all.
pub fn read(sources: &[PathBuf]) -> std::io::Result<Draft> {
    read_for(sources, For::default())
}

/// What an import is for: it says what sources leave open.
#[derive(Debug, Clone, Copy, Default)]
pub struct For<'f> {
    /// The folder of the site; what its `site.json` says goes first.
    pub site: Option<&'f Path>,
    /// The currency where no site says one.
    pub currency: Option<CurrencyCode>,
}

/// Reads every source for a site.
///
/// # Errors
/// As [`read`].
pub fn read_for(sources: &[PathBuf], wanted: For<'_>) -> std::io::Result<Draft> {
    let there = |path: &str| {
        let json = wanted.site.and_then(|site| crate::folder::read(site.join(path)).ok());
        json.and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default()
    };
    let (there, front) = (there("site.json"), there(draft::FRONT));
    let memory = wanted.site.map(Memory::of).unwrap_or_default();
    let mut draft = Draft {
        site: wanted.site.map(Path::to_path_buf),
        earlier: wanted.site.map(|site| Earlier::of(site, &memory)).unwrap_or_default(),
        there,
        front,
        ids: memory.ids.clone(),
        memory,
        currency: wanted.currency,
        ..Draft::default()
    };
    for source in sources {
        for file in files(source)? {
            let opened = crate::folder::open(&file)?;
            if opened.metadata()?.len() > LARGEST {
                let message = "This file is larger than a gigabyte; it was not read.";
                let fault = Diagnostic::error("import", &file, message);
                draft.faults.push(fault.help("divide the export"));
                continue;
            }
            let mut bytes = Vec::new();
            opened.take(LARGEST).read_to_end(&mut bytes)?;
            if is_page(&file) {
                let text = String::from_utf8_lossy(&bytes);
                saved::read(&mut draft, &file, &name_in(source, &file), text.trim_start_matches('\u{feff}'));
            } else {
                read_one(&mut draft, &file, bytes);
            }
        }
    }
    built::part_ids(&mut draft);
    built::resolve(&mut draft);
    comments::settle(&mut draft);
    products::write(&mut draft);
    front::write(&mut draft);
    draft.finish();
    Ok(draft)
}

fn files(source: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !source.is_dir() {
        return Ok(vec![source.to_path_buf()]);
    }
    if let Some(manifest) = own::manifest(source) {
        return Ok(vec![manifest]);
    }
    let known = |path: &Path| {
        path.extension().is_some_and(|ending| {
            ["json", "xml", "csv", "tsv", "xlsx", "xls", "ods"]
                .iter()
                .any(|known| ending.eq_ignore_ascii_case(known))
        })
    };
    let mut files = Vec::new();
    for entry in WalkDir::new(source).max_depth(DEPTH).sort_by_file_name() {
        let entry = entry?;
        let is_direct = entry.depth() == 1;
        if entry.file_type().is_file() && (is_page(entry.path()) || is_direct && known(entry.path())) {
            files.push(entry.into_path());
        }
    }
    // What a page says as JSON is more than its HTML does, so it comes first.
    files.sort_by_key(|file| is_page(file));
    Ok(files)
}

/// How deep saved pages may lie in a folder.
const DEPTH: usize = 24;

/// Whether a file is a page saved as HTML.
fn is_page(file: &Path) -> bool {
    file.extension()
        .is_some_and(|ending| ["html", "htm"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// The name of a file below the folder that was given, with strokes; its own name when it was given itself.
fn name_in(source: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(source).ok().filter(|inside| !inside.as_os_str().is_empty());
    let inside = inside.or_else(|| file.file_name().map(Path::new)).unwrap_or(file);
    let parts: Vec<_> = inside.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

/// Reads one source; its kind is known by its content.
fn read_one(draft: &mut Draft, file: &Path, bytes: Vec<u8>) {
    // Lists are in many encodings, so their reader takes the bytes.
    if products::is_list(&bytes) {
        return draft.lists.push((file.to_path_buf(), bytes));
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        Some('{') if own::read(draft, file, text) => {}
        Some('{') if ghost::read(draft, file, text) => {}
        Some('{') => hosted::read(draft, file, text),
        Some('<') if comments::is_disqus(text) => comments::read(draft, file, text),
        Some('<') if products::is_workbook(&bytes) => draft.faults.push(unknown(file, &bytes)),
        Some('<') => {
            if products::has_shop(text) {
                draft.lists.push((file.to_path_buf(), bytes.clone()));
            }
            wordpress::read(draft, file, text);
        }
        _ if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
            && people::read(draft, file, text) => {}
        _ => draft.faults.push(unknown(file, &bytes)),
    }
}

/// What a source is that cannot be read, as far as that is known.
fn unknown(file: &Path, bytes: &[u8]) -> Diagnostic {
    // Workbooks are archives.
    if bytes.starts_with(b"PK\x03\x04") {
        let message = "This is an archive, or a workbook without a list of products.";
        let help = "unpack the archive, or save the sheet as CSV with a column of names and one of prices";
        return Diagnostic::error("import", file, message).help(help);
    }
    let names = products::columns(bytes);
    if names.is_empty() {
        return Diagnostic::error("import", file, "This is not an export that can be read.").help(
            "give pages saved with ?format=json or as HTML, an XML export of WordPress, or a CSV export of products",
        );
    }
    let names: Vec<String> = names.into_iter().map(|name| format!("'{name}'")).collect();
    let message = format!(
        "This is a table with the columns {}. A list of products has one of names and one of prices.",
        names.join(", ")
    );
    Diagnostic::error("import", file, message)
        .help("call these columns Name and Price, and give the list again")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_source_that_is_nothing_known_is_a_fault_with_advice() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.csv"), "x").unwrap();
        fs::write(folder.path().join("b.txt"), "not looked at in a folder").unwrap();
        let draft = read(&[folder.path().to_path_buf()]).unwrap();
        assert_eq!(draft.faults.len(), 1);
        assert_eq!(draft.files.len(), 1, "site.json");
        let alone = read(&[folder.path().join("b.txt")]).unwrap();
        assert!(alone.faults[0].help.as_deref().unwrap().contains("?format=json"));
    }

    #[test]
    fn s_339_what_is_no_list_of_products_says_what_it_is() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes, part) in [
            ("a.csv", &b"Product name,Pack size\nRice,1 kg\n"[..], "columns 'product name', 'pack size'"),
            ("b.xlsx", &b"PK\x03\x04..."[..], "workbook"),
            (
                "c.xls",
                &b"<table><tr><td>Colour</td><td>Size</td></tr><tr><td>Red</td><td>S</td></tr></table>"[..],
                "columns 'colour', 'size'",
            ),
        ] {
            let file = folder.path().join(name);
            fs::write(&file, bytes).unwrap();
            let draft = read(&[file]).unwrap();
            assert!(
                draft.faults[0].is_error() && draft.faults[0].message.contains(part),
                "{:?}",
                draft.faults
            );
        }
    }

    /// S-754: what many programs call a workbook and write as HTML is found in a folder, and is a list.
    #[test]
    fn s_754_a_table_of_html_under_the_name_of_a_workbook_is_a_list_of_products() {
        let folder = tempfile::tempdir().unwrap();
        let table = "<html><body><table><tr><th>Name</th><th>Price</th></tr><tr><td>Cup</td><td>9.50</td></tr></table></body></html>";
        fs::write(folder.path().join("goods.xls"), table).unwrap();
        let draft = read(&[folder.path().to_path_buf()]).unwrap();
        assert!(!draft.faults.iter().any(Diagnostic::is_error), "{:?}", draft.faults);
        assert!(draft.files.keys().any(|path| path.ends_with("cup.json")), "{:?}", draft.files.keys());
    }
}
