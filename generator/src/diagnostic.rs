//! A fault of a site, described so that its owner can mend it: where, what, and what to do.
//!
//! Every fault found is collected; nothing stops at the first (G-020, G-021).

use std::fmt;
use std::path::{Path, PathBuf};

pub use loggia_template::nearest;
use serde::Serialize;

/// How bad a fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The site cannot be built or published as it is.
    Error,
    /// The site can be built, but not as its owner probably means it.
    Warning,
}

/// One fault in one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// Whether it stops the build.
    pub severity: Severity,
    /// A stable kebab-case name of the kind of fault.
    pub code: &'static str,
    /// The file at fault, relative to the site folder.
    pub file: PathBuf,
    /// Line, from 1; 0 when the whole file is meant.
    pub line: usize,
    /// Column in characters, from 1; 0 when the whole line is meant.
    pub column: usize,
    /// How many characters of the line are at fault, from the column on; 0 when that is not known.
    pub length: u32,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<Box<str>>,
    /// The text of the line at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_line: Option<Box<str>>,
}

impl Diagnostic {
    /// A fault that stops the build.
    #[must_use]
    pub fn error(code: &'static str, file: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code,
            file: file.into(),
            line: 0,
            column: 0,
            length: 0,
            message: message.into(),
            help: None,
            source_line: None,
        }
    }

    /// A fault that does not stop the build.
    #[must_use]
    pub fn warning(code: &'static str, file: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, file, message) }
    }

    /// Says where: `line` and `column` from 1 within `text`, whose line is kept to be shown.
    #[must_use]
    pub fn at(mut self, text: &str, line: usize, column: usize) -> Self {
        self.line = line;
        self.column = column;
        self.source_line =
            line.checked_sub(1).and_then(|index| text.lines().nth(index)).map(|line| line.trim_end().into());
        self
    }

    /// Says how many characters of the line are at fault.
    #[must_use]
    pub fn spanning(mut self, length: usize) -> Self {
        self.length = u32::try_from(length).unwrap_or(u32::MAX);
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into().into_boxed_str());
        self
    }

    /// The same fault as an error that no longer stops the build (`--lenient`, and limits in `serve`).
    #[must_use]
    pub fn into_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Whether it stops the build.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// `file:line:column`, leaving out what is not known.
    #[must_use]
    pub fn place(&self) -> String {
        let file = self.file.display();
        match (self.line, self.column) {
            (0, _) => file.to_string(),
            (line, 0) => format!("{file}:{line}"),
            (line, column) => format!("{file}:{line}:{column}"),
        }
    }
}

/// As a compiler shows it: the place, the source line, a caret, and the advice.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}[{}]: {}\n  --> {}", self.code, self.message, self.place())?;
        if let Some(source) = &self.source_line {
            let (shown, column) = window(source, self.column);
            let number = self.line.to_string();
            let pad = " ".repeat(number.len());
            write!(f, "\n {pad} |\n {number} | {shown}")?;
            if column > 0 {
                let room = shown.chars().count().saturating_sub(column - 1);
                let carets = "^".repeat((self.length as usize).min(room).max(1));
                write!(f, "\n {pad} | {}{carets}", " ".repeat(column - 1))?;
            }
        }
        match &self.help {
            Some(help) => write!(f, "\n  = help: {help}"),
            None => Ok(()),
        }
    }
}

/// The longest part of a source line that is shown, in characters.
const SHOWN: usize = 120;

/// A long line is shown only around the column at fault; tabs become one space so that the caret stands right.
fn window(source: &str, column: usize) -> (String, usize) {
    let characters: Vec<char> = source.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if characters.len() <= SHOWN {
        return (characters.into_iter().collect(), column.min(source.chars().count() + 1));
    }
    let start = column.saturating_sub(SHOWN / 2).min(characters.len() - SHOWN);
    let shown: String = characters[start..start + SHOWN].iter().collect();
    let prefix = if start > 0 { "…" } else { "" };
    let shift = usize::from(start > 0);
    (format!("{prefix}{shown}…"), if column == 0 { 0 } else { column - start + shift })
}

/// Puts faults in the order in which a reader meets them: by file, line, column.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|a, b| {
        (&a.file, a.line, a.column, a.code, &a.message).cmp(&(&b.file, b.line, b.column, b.code, &b.message))
    });
}

/// Line and column (in characters, both from 1) of a byte offset of a text.
#[must_use]
pub fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line_start = before.rfind('\n').map_or(0, |index| index + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The path of a file as faults name it: relative to the site folder, with forward slashes.
#[must_use]
pub fn relative(root: &Path, file: &Path) -> PathBuf {
    file.strip_prefix(root).unwrap_or(file).to_path_buf()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_shows_its_line_a_caret_and_the_advice() {
        let text = "one\n<h1>{title|upcase}</h1>\n";
        let fault =
            Diagnostic::error("template-syntax", "template/site.region", "Formatter 'upcase' is unknown.")
                .at(text, 2, 12)
                .help("did you mean `url-encode`?");
        assert_eq!(
            fault.to_string(),
            "error[template-syntax]: Formatter 'upcase' is unknown.\n  --> template/site.region:2:12\n   |\n 2 | \
             <h1>{title|upcase}</h1>\n   |            ^\n  = help: did you mean `url-encode`?"
        );
    }

    #[test]
    fn a_long_line_is_shown_around_the_fault() {
        let text = format!("{}HERE{}", "a".repeat(500), "b".repeat(500));
        let shown = Diagnostic::error("x", "f", "m").at(&text, 1, 501).to_string();
        let lines: Vec<&str> = shown.lines().collect();
        let caret = lines[4].chars().position(|c| c == '^').unwrap();
        assert_eq!(lines[3].chars().nth(caret), Some('H'));
        assert!(lines[3].chars().count() < 140);
    }

    #[test]
    fn offsets_become_lines_and_columns_in_characters() {
        assert_eq!(line_column("añb\nc", 0), (1, 1));
        assert_eq!(line_column("añb\nc", 3), (1, 3));
        assert_eq!(line_column("añb\nc", 5), (2, 1));
        assert_eq!(line_column("añb\nc", 99), (2, 2));
    }
}
