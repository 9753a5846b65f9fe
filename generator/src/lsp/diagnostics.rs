//! Faults as editors show them, and what can be done about them with one press.

use lsp_types::{
    CodeAction, CodeActionKind, DiagnosticSeverity, NumberOrString, Position, Range, TextEdit, Uri,
    WorkspaceEdit,
};

use super::text::{Text, Units};
use crate::diagnostic::{Diagnostic, Severity};

/// Who says it.
const SOURCE: &str = "loggia";

/// A fault in its file's text.
#[must_use]
pub fn shown(fault: &Diagnostic, text: &Text, units: Units) -> lsp_types::Diagnostic {
    let message = match &fault.help {
        Some(help) => format!("{}\n{help}", fault.message),
        None => fault.message.clone(),
    };
    lsp_types::Diagnostic {
        range: range(fault, text, units),
        severity: Some(match fault.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(fault.code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        data: suggested(fault).map(|word| serde_json::json!({ "replaceWith": word })),
        ..lsp_types::Diagnostic::default()
    }
}

/// Where a fault is: the word at fault, else its line, else the first line.
fn range(fault: &Diagnostic, text: &Text, units: Units) -> Range {
    let Some(line) = fault.line.checked_sub(1).filter(|line| *line < text.line_count()) else {
        let (start, first) = text.line(0);
        return Range::new(Position::new(0, 0), text.place(start + first.len(), units));
    };
    let (start, own) = text.line(line);
    let Some(column) = fault.column.checked_sub(1) else {
        let indent = own.len() - own.trim_start().len();
        return text.range(start + indent..start + own.trim_end().len().max(indent), units);
    };
    let at = |characters: usize| own.char_indices().nth(characters).map_or(own.len(), |(at, _)| at);
    let from = at(column);
    let to = match fault.length as usize {
        // Nothing says how far it goes: a tag as a whole, else up to the end of the line.
        0 => match own[from..].starts_with(['{', '<']) {
            true => own[from..].find(['}', '>']).map_or(own.len(), |end| from + end + 1),
            false => own.trim_end().len().max(from),
        },
        length => at(column.saturating_add(length)),
    };
    text.range(start + from..start + to, units)
}

/// The word that the help proposes in place of the one at fault.
fn suggested(fault: &Diagnostic) -> Option<&str> {
    let help = fault.help.as_deref()?.strip_prefix("did you mean `")?;
    let word = help.split_once('`')?.0;
    let is_known = fault.length > 0 && !word.is_empty();
    is_known.then_some(word)
}

/// The quick fixes of what an editor shows at a place.
#[must_use]
pub fn fixes(uri: &Uri, shown: &[lsp_types::Diagnostic]) -> Vec<CodeAction> {
    let fix = |diagnostic: &lsp_types::Diagnostic| {
        let word = diagnostic.data.as_ref()?.get("replaceWith")?.as_str()?;
        let edit = TextEdit { range: diagnostic.range, new_text: word.to_owned() };
        Some(CodeAction {
            title: format!("Change to `{word}`"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic.clone()]),
            edit: Some(edits(vec![(uri.clone(), vec![edit])])),
            is_preferred: Some(true),
            ..CodeAction::default()
        })
    };
    shown.iter().filter_map(fix).collect()
}

/// Changes of files as the protocol has them.
#[must_use]
pub fn edits(changes: Vec<(Uri, Vec<TextEdit>)>) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some(changes.into_iter().collect()), ..WorkspaceEdit::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize, column: usize, length: usize) -> Range {
        let text = Text::new("ä {😀|x}\n  two  \n".to_owned());
        let fault = Diagnostic::error("a", "f", "m").at(text.as_str(), line, column).spanning(length);
        range(&fault, &text, Units::Utf16)
    }

    fn from(line: u32, start: u32, end: u32) -> Range {
        Range::new(Position::new(line, start), Position::new(line, end))
    }

    #[test]
    fn a_fault_covers_what_is_known_of_it() {
        assert_eq!(at(1, 6, 1), from(0, 6, 7));
        assert_eq!(at(1, 3, 0), from(0, 2, 8));
        assert_eq!(at(2, 0, 0), from(1, 2, 5));
        assert_eq!(at(0, 0, 0), from(0, 0, 8));
        // Places that the text does not have (any more).
        assert_eq!(at(99, 5, 5), from(0, 0, 8));
        assert_eq!(at(1, 99, 99), from(0, 8, 8));
    }

    #[test]
    fn what_the_help_proposes_is_a_fix() {
        let text = Text::new("{a|trucate}".to_owned());
        let fault = Diagnostic::error("a", "f", "m").at(text.as_str(), 1, 4).spanning(7);
        let uri: Uri = "file:///f".parse().unwrap();
        let fix = |help: &str| fixes(&uri, &[shown(&fault.clone().help(help), &text, Units::Utf16)]);
        assert_eq!(fix("did you mean `truncate`?")[0].title, "Change to `truncate`");
        assert!(fix("close it").is_empty());
    }
}
