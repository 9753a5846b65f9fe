//! Style sheets: read in the order of `template.conf`, with every address of a file replaced by the hashed one, and
//! joined into one sheet, so that a page asks once.

mod scan;

use std::fs;
use std::path::Path;

use crate::asset::{Assets, hashed_name};
use crate::diagnostic::{Diagnostic, line_column, nearest};
use crate::manifest::Digest;
use scan::{Piece, pieces};

/// Where style sheets lie in a site folder.
pub const FOLDER: &str = "template/styles";

/// A finished style sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The path below the output folder, with the hash in the name.
    pub path: String,
    /// Its text.
    pub bytes: Vec<u8>,
}

/// What became of a site's style sheets.
#[derive(Debug, Clone, Default)]
pub struct Styles {
    /// The sheets a page links to, in order.
    pub sheets: Vec<Sheet>,
    /// What was found wrong with them.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the style sheets named, or every `.css` file of the folder in order of name when `named` is `None`.
#[must_use]
pub fn compile(root: &Path, named: Option<&[String]>, assets: &Assets) -> Styles {
    let mut styles = Styles::default();
    let there = names(&root.join(FOLDER));
    let wanted = named.map_or_else(|| there.clone(), <[String]>::to_vec);
    let mut texts = Vec::new();
    for name in &wanted {
        let file = Path::new(FOLDER).join(name);
        if name.ends_with(".less") {
            styles.diagnostics.push(
                Diagnostic::error("style-less", file, "LESS style sheets are not compiled yet.")
                    .help("write the sheet as CSS, and name the .css file in template.conf"),
            );
            continue;
        }
        match fs::read_to_string(root.join(&file)) {
            Ok(text) => texts.push(rewritten(&file, &text, assets, &mut styles.diagnostics)),
            Err(error) => {
                let near = nearest(name, there.iter().map(String::as_str));
                let help = near.map_or_else(
                    || format!("put it into {FOLDER}/"),
                    |near| format!("did you mean '{near}'?"),
                );
                let message = format!("The style sheet '{name}' of template.conf cannot be read: {error}.");
                styles.diagnostics.push(Diagnostic::error("style-missing", file, message).help(help));
            }
        }
    }
    styles.sheets = joined(&texts);
    styles
}

/// One sheet of all, or each by itself where joining would change their meaning: an `@import` or a `@charset` counts
/// only at the very beginning.
fn joined(texts: &[String]) -> Vec<Sheet> {
    let only_first = |text: &String| {
        let lower = text.to_ascii_lowercase();
        lower.contains("@import") || lower.contains("@charset") || lower.contains("@namespace")
    };
    let sheets: Vec<String> = if texts.iter().skip(1).any(only_first) {
        texts.to_vec()
    } else if texts.is_empty() {
        Vec::new()
    } else {
        vec![texts.join("\n")]
    };
    sheets
        .into_iter()
        .map(|text| Sheet {
            path: hashed_name("assets/site.css", Digest::of(text.as_bytes())),
            bytes: text.into_bytes(),
        })
        .collect()
}

/// The style sheets of a folder, in order of name.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| (name.ends_with(".css") || name.ends_with(".less")) && !name.starts_with('.'))
        .collect();
    names.sort();
    names
}

fn rewritten(file: &Path, text: &str, assets: &Assets, diagnostics: &mut Vec<Diagnostic>) -> String {
    let folder = file.parent().unwrap_or(Path::new(FOLDER));
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text) {
        let (reference, offset) = match piece {
            Piece::Text(text) => {
                out.push_str(text);
                continue;
            }
            Piece::Reference(reference, offset) => (reference, offset),
        };
        match assets.resolve_from(folder, reference) {
            Some(address) => out.push_str(&address),
            None => {
                if is_local(reference) {
                    let (line, column) = line_column(text, offset);
                    diagnostics.push(
                        Diagnostic::warning(
                            "file-missing",
                            file,
                            format!("There is no file '{reference}' in the site."),
                        )
                        .at(text, line, column)
                        .help(
                            "addresses in a style sheet start at its own folder, or with /assets/ or /files/",
                        ),
                    );
                }
                out.push_str(reference);
            }
        }
    }
    out
}

/// Whether a reference means a file of this site.
fn is_local(reference: &str) -> bool {
    let scheme = reference.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    !(reference.is_empty() || scheme || reference.starts_with("//") || reference.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_joined_in_order_and_point_at_hashed_files() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join(FOLDER)).unwrap();
        fs::create_dir_all(root.path().join("template/assets")).unwrap();
        fs::write(root.path().join("template/assets/bread.png"), "png").unwrap();
        fs::write(root.path().join(FOLDER).join("b.css"), "b{background:url( '../assets/bread.png' )}")
            .unwrap();
        fs::write(root.path().join(FOLDER).join("a.css"), "a{background:url(nothing.png)}").unwrap();
        let assets = Assets::load(root.path()).unwrap();
        let named = ["b.css".to_owned(), "a.css".to_owned()];
        let styles = compile(root.path(), Some(&named), &assets);
        let text = String::from_utf8(styles.sheets[0].bytes.clone()).unwrap();
        let address = assets.resolve("/assets/bread.png").unwrap();
        assert_eq!(text, format!("b{{background:url( '{address}' )}}\na{{background:url(nothing.png)}}"));
        assert_eq!(styles.diagnostics.len(), 1);
        assert_eq!(styles.diagnostics[0].place(), "template/styles/a.css:1:18");
    }

    #[test]
    fn a_sheet_that_is_not_there_is_an_error_with_a_suggestion() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join(FOLDER)).unwrap();
        fs::write(root.path().join(FOLDER).join("site.css"), "").unwrap();
        let styles = compile(root.path(), Some(&["stie.css".to_owned()]), &Assets::default());
        assert_eq!(styles.diagnostics[0].help.as_deref(), Some("did you mean 'site.css'?"));
    }
}
