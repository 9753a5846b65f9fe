//! Style sheets: read in the order of `template.conf`, LESS compiled, every address of a file replaced by the hashed
//! one, made small, and joined into one sheet, so that a page asks once.
//!
//! As soon as one sheet is LESS, by its name or by what stands in it, all sheets are one LESS program, in order: variables, mixins and classes of one are known
//! in the others, those of plain CSS too, as on the hosted platform. What LESS does not understand is left out by itself,
//! with a warning; the rest stays.

pub mod builtin;
mod comment;
mod finish;
mod hack;
mod lenient;
pub mod less;
mod loader;
mod platform;
mod program;
mod scan;
mod sheet;
mod traced;
mod tweak;
mod wanted;

use std::fs;
use std::path::Path;

use crate::asset::hashed_name;
use crate::diagnostic::{Diagnostic, nearest};
use crate::manifest::Digest;
use finish::finish;
pub use sheet::{FOLDER, Sheet, Styles};
use sheet::{is_less, is_written_in_less};
use traced::Traced;
pub use tweak::{Declared, Tweaks, classes, tweaks, values};
pub use wanted::Wanted;

/// Makes the style sheets of a site.
#[must_use]
pub fn compile(wanted: &Wanted<'_>) -> Styles {
    let mut styles = Styles::default();
    let there = names(&wanted.root.join(FOLDER));
    let named = wanted.named.map_or_else(|| there.clone(), <[String]>::to_vec);
    let mut texts: Vec<(&str, String)> = Vec::new();
    for name in &named {
        match crate::folder::read(wanted.root.join(FOLDER).join(name)) {
            Ok(bytes) => texts.push((name, loader::readable(&bytes))),
            Err(error) => styles.diagnostics.push(missing(name, &there, &error)),
        }
    }
    let sheets = if texts.iter().any(|(name, text)| is_less(name) || is_written_in_less(text)) {
        let names: Vec<&str> = texts.iter().map(|(name, _)| *name).collect();
        program::compile(wanted, &names, &mut styles).into_iter().collect()
    } else {
        let mut sheets = joined(&texts);
        if let Some(properties) = wanted.tweaks.properties(&texts, &mut styles.diagnostics) {
            match sheets.last_mut() {
                Some(last) => last.push_file(Path::new("site.json"), &properties),
                None => sheets.extend(joined(&[("site.json", properties)])),
            }
        }
        sheets
    };
    for sheet in &sheets {
        let text = finish(sheet, wanted.assets, &mut styles.diagnostics);
        if !text.is_empty() {
            let path = hashed_name("assets/site.css", Digest::of(text.as_bytes()));
            styles.sheets.push(Sheet { path, bytes: text.into_bytes() });
        }
    }
    styles
}

/// What a template declares in the comments of its style sheets, `named` being those of template.conf; what `known` has
/// by name is not declared a second time.
#[must_use]
pub fn in_comments(root: &Path, named: Option<&[String]>, known: &[Declared]) -> Vec<Declared> {
    let named = named.map_or_else(|| names(&root.join(FOLDER)), <[String]>::to_vec);
    let found = comment::declared(root, &named).into_iter();
    found.filter(|tweak| !known.iter().any(|other| other.name == tweak.name)).collect()
}

fn missing(name: &str, there: &[String], error: &std::io::Error) -> Diagnostic {
    let near = nearest(name, there.iter().map(String::as_str));
    let help =
        near.map_or_else(|| format!("put it into {FOLDER}/"), |near| format!("did you mean `{near}`?"));
    let message =
        format!("The style sheet '{name}' of template.conf cannot be read and is left out: {error}.");
    Diagnostic::warning("style-missing", Path::new(FOLDER).join(name), message).help(help)
}

/// One sheet of all, or each by itself where joining would change their meaning: an `@import` or a `@charset` counts
/// only at the very beginning.
fn joined(texts: &[(&str, String)]) -> Vec<Traced> {
    let only_first = |(_, text): &(&str, String)| {
        let lower = text.to_ascii_lowercase();
        lower.contains("@import") || lower.contains("@charset") || lower.contains("@namespace")
    };
    let apart = texts.iter().skip(1).any(only_first);
    let mut sheets: Vec<Traced> = Vec::new();
    for (name, text) in texts {
        if apart || sheets.is_empty() {
            sheets.push(Traced::default());
        }
        if let Some(sheet) = sheets.last_mut() {
            sheet.push_file(&Path::new(FOLDER).join(name), text);
        }
    }
    sheets
}

/// The style sheets of a folder, in order of name; those that begin with `_` are only there for others to import.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| (name.ends_with(".css") || is_less(name)) && !name.starts_with(['.', '_']))
        .collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests;
