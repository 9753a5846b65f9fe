//! Errors of templates as faults for people: the place in the owner's file, and what to do.

use std::path::Path;

use loggia_template::{Error, ErrorFamily, ErrorKind, Report, Vocabulary};

use crate::diagnostic::Diagnostic;

/// The text of a template.
#[derive(Debug, Clone, Copy)]
pub struct Source<'t> {
    /// As its owner wrote it.
    pub written: &'t str,
    /// As it was compiled: the tags of the site rewritten, the lines the same.
    pub compiled: &'t str,
}

/// An error of a template as a fault in `file`. `partials` are the names that a mistyped one may stand for.
#[must_use]
pub fn error<'e>(
    error: &'e Error,
    file: &Path,
    source: Option<Source<'e>>,
    vocabulary: &'e Vocabulary,
    partials: impl IntoIterator<Item = &'e str>,
) -> Diagnostic {
    let report = Report::new(error, source.map_or("", |source| source.compiled));
    let report = report.with_words(vocabulary).with_partials(partials);
    let message = error.kind.to_string();
    let message = ["SyntaxError: ", "RuntimeError: "]
        .into_iter()
        .find_map(|family| message.strip_prefix(family))
        .unwrap_or(&message);
    let message = if message.ends_with('.') { message.to_owned() } else { format!("{message}.") };
    let code = match error.kind.family() {
        ErrorFamily::Engine => "template-render",
        _ => "template-syntax",
    };
    let help = match (&error.kind, report.suggestion()) {
        (ErrorKind::PartialMissing(name), None) => {
            format!(
                "add the block {0}.block, or define a macro named {0} before its use",
                name.trim_end_matches(".block")
            )
        }
        _ => report.advice(),
    };
    let mut fault = Diagnostic::error(code, file, message).help(help);
    (fault.line, fault.column) = (error.line as usize, error.column as usize);
    if let Some(source) = source {
        let line = source.written.lines().nth(fault.line.saturating_sub(1)).unwrap_or_default();
        let (column, length) = place(error, &report, line, source.compiled);
        fault = fault.at(source.written, error.line as usize, column).spanning(length);
    }
    fault
}

/// A fault of a site's template as it counts: what the language itself goes on after stops no build, and says what is
/// shown instead. Blocks that open and do not close, and renders without an end, stay errors.
#[must_use]
pub fn softened(error: &Error, mut fault: Diagnostic) -> Diagnostic {
    let shown = match &error.kind {
        ErrorKind::EofInBlock(_)
        | ErrorKind::NotAllowedInBlock(..)
        | ErrorKind::NotAllowedAtRoot(_)
        | ErrorKind::TransitionFromEof(_)
        | ErrorKind::StepLimit(_)
        | ErrorKind::OutputLimit(_)
        | ErrorKind::MemoryLimit(_)
        | ErrorKind::NestingLimit(_) => return fault,
        ErrorKind::PartialMissing(_) => Some("nothing is shown here"),
        ErrorKind::PartialSyntax(..) => Some("it is shown as far as it can be read"),
        ErrorKind::FormatterUnknown(_) => Some("the tag is shown as it is written"),
        ErrorKind::PredicateUnknown(_) => Some("what depends on it is not shown"),
        _ => None,
    };
    if let Some(shown) = shown {
        fault.message = format!("{}; {shown}.", fault.message.trim_end_matches('.'));
    }
    let is_near = fault.help.as_ref().is_some_and(|help| help.starts_with("did you mean"));
    let is_said = shown.is_some() || matches!(error.kind, ErrorKind::DeadCodeBlock);
    if is_said && !is_near {
        // The platform that the template was written for shows its pages; nobody has to change it here.
        fault.help = None;
    }
    fault.into_warning()
}

/// Column and length, in characters of the owner's line, of the word at fault where the error names one, else of its
/// tag. A line with a rewritten tag has other columns than the owner's; the tag is then looked for, and where it cannot
/// be found the whole line is meant.
fn place(error: &Error, report: &Report<'_>, line: &str, compiled: &str) -> (usize, usize) {
    let start = error.offset as usize;
    let tag = compiled.get(start..start + error.length as usize).unwrap_or_default();
    let first = tag.lines().next().unwrap_or_default();
    let skip: usize = line.chars().take((error.column as usize).saturating_sub(1)).map(char::len_utf8).sum();
    let tag_at = if line[skip..].starts_with(first) { Some(skip) } else { line.find(first) };
    let Some(tag_at) = tag_at else { return (0, 0) };
    let (word_start, word_length) = report.span();
    let at = tag_at + word_start.saturating_sub(start);
    let Some(before) = line.get(..at) else { return (0, 0) };
    let word = line[at..].get(..word_length).unwrap_or(&line[at..]);
    (before.chars().count() + 1, word.chars().count())
}
