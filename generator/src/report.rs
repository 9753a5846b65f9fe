//! What a person or a program reads about a build: timings, faults, what was written.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::diagnostic::Diagnostic;
use crate::output::Written;

/// How long each step took, in the order of the steps.
#[derive(Debug, Clone)]
pub struct Timings {
    start: Instant,
    last: Instant,
    /// Step and time.
    pub steps: Vec<(&'static str, Duration)>,
}

impl Default for Timings {
    fn default() -> Self {
        let now = Instant::now();
        Timings { start: now, last: now, steps: Vec::new() }
    }
}

impl Timings {
    /// Says that a step has ended now.
    pub fn step(&mut self, name: &'static str) {
        let now = Instant::now();
        self.steps.push((name, now - self.last));
        self.last = now;
    }

    /// All of it until now.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.start.elapsed()
    }
}

/// A count with its noun: `1 page`, `12 pages`, `2 addresses`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ if noun.ends_with('s') => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

/// The faults as text for people, with a line that counts them.
#[must_use]
pub fn text(diagnostics: &[Diagnostic]) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let mut text: String = diagnostics.iter().map(|fault| format!("{fault}\n\n")).collect();
    let errors = diagnostics.iter().filter(|fault| fault.is_error()).count();
    let warnings = diagnostics.len() - errors;
    let counts = [(errors, "error"), (warnings, "warning")];
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, noun)| count(number, noun))
        .collect();
    text.push_str(&counts.join(", "));
    text
}

/// The faults as a workflow of GitHub shows them beside the lines.
#[must_use]
pub fn annotations(diagnostics: &[Diagnostic]) -> String {
    let escape = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| escape(text).replace(':', "%3A").replace(',', "%2C");
    let line = |fault: &Diagnostic| {
        let kind = if fault.is_error() { "error" } else { "warning" };
        let help = fault.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
        format!(
            "::{kind} file={},line={},col={},title={}::{}\n",
            property(&fault.file.display().to_string()),
            fault.line.max(1),
            fault.column.max(1),
            property(fault.code),
            escape(&format!("{}{help}", fault.message))
        )
    };
    diagnostics.iter().map(line).collect()
}

/// A build for programs.
#[must_use]
pub fn json(diagnostics: &[Diagnostic], pages: usize, written: Option<&Written>, timings: &Timings) -> Value {
    let milliseconds = |time: &Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
    let steps: serde_json::Map<String, Value> =
        timings.steps.iter().map(|(name, time)| ((*name).to_owned(), milliseconds(time).into())).collect();
    json!({
        "ok": !diagnostics.iter().any(Diagnostic::is_error),
        "pages": pages,
        "written": written.map(|written| &written.written),
        "removed": written.map(|written| &written.removed),
        "unchanged": written.map(|written| written.unchanged),
        "milliseconds": milliseconds(&timings.total()),
        "steps": steps,
        "diagnostics": diagnostics,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_stay_on_one_line_each() {
        let fault = Diagnostic::error("json-type", "content/a,b.json", "100% wrong\nreally")
            .at("x", 1, 1)
            .help("mend it");
        assert_eq!(
            annotations(&[fault]),
            "::error file=content/a%2Cb.json,line=1,col=1,title=json-type::100%25 wrong%0Areally%0Amend it\n"
        );
    }

    #[test]
    fn faults_are_counted_at_the_end() {
        let faults = [
            Diagnostic::error("a", "f", "m"),
            Diagnostic::warning("b", "f", "n"),
            Diagnostic::warning("b", "f", "o"),
        ];
        assert!(text(&faults).ends_with("1 error, 2 warnings"));
        assert_eq!(text(&[]), "");
    }
}
