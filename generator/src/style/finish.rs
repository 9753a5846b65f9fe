//! The last step of a style sheet: addresses of hashed files, then made small and fit for the browsers that are meant.

use std::path::Path;
use std::sync::{Arc, RwLock};

use lightningcss::stylesheet::{MinifyOptions, ParserOptions, PrinterOptions, StyleSheet};
use lightningcss::targets::{Browsers, Targets};

use super::hack;
use super::scan::{Piece, pieces};
use super::sheet::FOLDER;
use super::traced::Traced;
use crate::asset::Assets;
use crate::diagnostic::Diagnostic;

/// The oldest browsers that a style sheet is written for: those of spring 2022, when cascade layers had come to all.
/// What they lack is written in a way they know (nesting, for one); what is older yet gets no prefixes.
const BROWSERS: Browsers = Browsers {
    android: Some(100 << 16),
    chrome: Some(100 << 16),
    edge: Some(100 << 16),
    firefox: Some(100 << 16),
    ie: None,
    ios_saf: Some(15 << 16 | 4 << 8),
    opera: Some(86 << 16),
    safari: Some(15 << 16 | 4 << 8),
    samsung: Some(18 << 16),
};

/// Finishes a sheet. One that lightningcss does not understand whole stays as its owner wrote it, with a warning for
/// each place: a browser may know more.
pub fn finish(sheet: &Traced, assets: &Assets, diagnostics: &mut Vec<Diagnostic>) -> String {
    let rewritten = Rewritten::of(sheet, assets, diagnostics);
    let (text, marked) = hack::without_marked(&rewritten.text);
    let faults = Arc::new(RwLock::new(Vec::new()));
    let options = ParserOptions {
        error_recovery: true,
        warnings: Some(Arc::clone(&faults)),
        ..ParserOptions::default()
    };
    let made = StyleSheet::parse(&text, options).map_err(|error| error.to_string());
    let made = made.and_then(|mut parsed| {
        let targets = Targets { browsers: Some(BROWSERS), ..Targets::default() };
        parsed
            .minify(MinifyOptions { targets, ..MinifyOptions::default() })
            .map_err(|error| error.to_string())?;
        let printer = PrinterOptions { minify: true, targets, ..PrinterOptions::default() };
        parsed.to_css(printer).map(|made| made.code).map_err(|error| error.to_string())
    });
    let faults = std::mem::take(&mut *faults.write().unwrap_or_else(std::sync::PoisonError::into_inner));
    let faults: Vec<_> = faults.into_iter().map(|fault| (fault.loc, fault.kind.to_string())).collect();
    let offset = |place: Option<lightningcss::error::ErrorLocation>| {
        place.map_or(0, |place| rewritten.offset(place.line as usize, place.column as usize))
    };
    let faults = faults.into_iter().map(|(place, message)| (offset(place), message));
    let (gone, faults): (Vec<_>, Vec<_>) = faults.partition(|(at, _)| hack::is_gone(&sheet.text, *at));
    let marked = marked.into_iter().map(|at| rewritten.origin(at));
    let hacks: Vec<usize> = marked.chain(gone.into_iter().map(|(at, _)| at)).collect();
    diagnostics.extend(hack::remark(sheet, &hacks, hack::OLD));
    let (unread, faults): (Vec<_>, Vec<_>) =
        faults.into_iter().partition(|(_, message)| hack::is_unreadable(message));
    let unread = unread.into_iter().map(|(at, _)| at).filter(|at| !hack::is_step(&sheet.text, *at));
    diagnostics.extend(hack::remark(sheet, &unread.collect::<Vec<_>>(), hack::UNREADABLE));
    let clean = faults.is_empty();
    for (offset, message) in faults {
        let message = format!("{}; the style sheet stays as it is written.", trimmed(&message));
        diagnostics.push(
            sheet
                .warning(offset, "", "style-syntax", message)
                .help("browsers leave out what they do not understand, and read the rest"),
        );
    }
    match made {
        Ok(code) if clean => code,
        Ok(_) => rewritten.text.clone(),
        Err(message) => {
            let message = format!("{}; the style sheet stays as it is written.", trimmed(&message));
            diagnostics.push(Diagnostic::warning("style-syntax", FOLDER, message));
            rewritten.text.clone()
        }
    }
}

/// A sheet of our own, made small.
///
/// # Errors
/// What lightningcss does not understand of it.
pub fn small(text: &str) -> Result<String, String> {
    let parsed = StyleSheet::parse(text, ParserOptions::default());
    let mut parsed = parsed.map_err(|error| error.to_string())?;
    let targets = Targets { browsers: Some(BROWSERS), ..Targets::default() };
    let minify = MinifyOptions { targets, ..MinifyOptions::default() };
    parsed.minify(minify).map_err(|error| error.to_string())?;
    let printer = PrinterOptions { minify: true, targets, ..PrinterOptions::default() };
    parsed.to_css(printer).map(|made| made.code).map_err(|error| error.to_string())
}

fn trimmed(message: &str) -> &str {
    message.trim_end_matches('.')
}

/// A sheet with the addresses of hashed files, and how its offsets lead back.
struct Rewritten {
    text: String,
    /// For each piece where it begins, here and in the sheet.
    steps: Vec<(usize, usize)>,
}

impl Rewritten {
    fn of(sheet: &Traced, assets: &Assets, diagnostics: &mut Vec<Diagnostic>) -> Rewritten {
        let mut out = Rewritten { text: String::with_capacity(sheet.text.len()), steps: Vec::new() };
        let mut at = 0;
        for piece in pieces(&sheet.text) {
            out.steps.push((out.text.len(), at));
            match piece {
                Piece::Text(text) => {
                    out.text.push_str(text);
                    at += text.len();
                }
                Piece::Reference(reference, offset) => {
                    at = offset + reference.len();
                    match resolved(sheet, assets, reference, offset) {
                        Some(address) => out.text.push_str(&address),
                        None => {
                            out.text.push_str(reference);
                            diagnostics.extend(missing(sheet, reference, offset));
                        }
                    }
                }
            }
        }
        out
    }

    /// The offset in the sheet of a place here: line from 0, column from 1.
    fn offset(&self, line: usize, column: usize) -> usize {
        let start = self.text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
        let rest = self.text.get(start..).unwrap_or_default();
        let units = column.saturating_sub(1);
        let mut seen = 0;
        let within = rest.chars().take_while(|c| {
            seen += c.len_utf16();
            seen <= units
        });
        self.origin(start + within.map(char::len_utf8).sum::<usize>())
    }

    /// The offset in the sheet of an offset here.
    fn origin(&self, here: usize) -> usize {
        let index = self.steps.partition_point(|(there, _)| *there <= here).saturating_sub(1);
        self.steps.get(index).map_or(here, |(there, origin)| origin + (here - there))
    }
}

/// An address counts from the file it stands in; what LESS made counts from the folder of all sheets.
fn resolved(sheet: &Traced, assets: &Assets, reference: &str, offset: usize) -> Option<String> {
    let own =
        sheet.file(offset).and_then(Path::parent).and_then(|folder| assets.resolve_from(folder, reference));
    own.or_else(|| assets.resolve_from(Path::new(FOLDER), reference))
}

fn missing(sheet: &Traced, reference: &str, offset: usize) -> Option<Diagnostic> {
    if !is_local(reference) {
        return None;
    }
    let message = format!("There is no file '{reference}' in the site.");
    Some(
        sheet
            .warning(offset, reference, "file-missing", message)
            .help("addresses in a style sheet start at its own folder, or with /assets/ or /files/"),
    )
}

/// Whether a reference means a file of this site.
fn is_local(reference: &str) -> bool {
    let scheme = reference.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    !(reference.is_empty() || scheme || reference.starts_with("//") || reference.starts_with('#'))
}
