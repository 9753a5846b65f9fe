//! Faults as the editor says them: where the specification has words of its own for the screen, it uses those.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::front;
use super::place::Place;
use super::text::Text;
use super::wire::{Fault, FaultSeverity};
use crate::diagnostic::{Diagnostic, Severity};

/// A fault for the wire.
#[must_use]
pub fn fault(diagnostic: &Diagnostic) -> Fault {
    Fault {
        severity: match diagnostic.severity {
            Severity::Error => FaultSeverity::Error,
            Severity::Warning => FaultSeverity::Warning,
        },
        code: diagnostic.code.to_owned(),
        message: message_of(diagnostic),
        file: crate::asset::slashes(&diagnostic.file),
        line: diagnostic.line,
        column: diagnostic.column,
        length: diagnostic.length,
        help: diagnostic.help.as_deref().map(str::to_owned),
        source_line: diagnostic.source_line.as_deref().map(str::to_owned),
        pointer: None,
    }
}

/// Faults for the wire.
#[must_use]
pub fn faults(diagnostics: &[Diagnostic]) -> Vec<Fault> {
    diagnostics.iter().map(fault).collect()
}

/// Faults of a site for the wire, each with the value that it is about where its file is JSON.
#[must_use]
pub fn placed(diagnostics: &[Diagnostic], root: &Path) -> Vec<Fault> {
    let mut found = faults(diagnostics);
    let files: BTreeSet<String> =
        found.iter().filter(|fault| fault.line > 0).map(|fault| fault.file.clone()).collect();
    for path in files
        .into_iter()
        .filter(|path| Place::parse(path).is_ok_and(|place| place.is_json() || place.is_markdown()))
    {
        if let Ok(text) = crate::folder::read_to_string(root.join(&path)) {
            pointed(&mut found, &path, &text);
        }
    }
    found
}

/// The faults of a file with the values that they are about.
pub fn pointed(faults: &mut [Fault], path: &str, text: &str) {
    let Some(document) = Place::parse(path).ok().and_then(|place| front::document(&place, text)) else {
        return;
    };
    let Ok(tree) = Text::new(document) else { return };
    for fault in faults.iter_mut().filter(|fault| fault.file == path && fault.line > 0) {
        fault.pointer = tree.at_line(fault.line, fault.column).map(|pointer| pointer.to_string());
    }
}

/// The words for a limit: `You have reached the maximum of {n} {things}.` (E-132)
#[must_use]
pub fn maximum(limit: usize, things: &str) -> String {
    format!("You have reached the maximum of {limit} {things}.")
}

fn message_of(diagnostic: &Diagnostic) -> String {
    let message = diagnostic.message.as_str();
    let quoted = || message.strip_prefix('\'').and_then(|rest| rest.split_once('\'')).map(|(word, _)| word);
    match diagnostic.code {
        "limit" => match limit(message) {
            Some((_, things, limit)) => maximum(limit, things),
            None => message.to_owned(),
        },
        "url" => quoted()
            .map(|word| format!("{word} is not a valid page URL"))
            .unwrap_or_else(|| message.to_owned()),
        "ordering" | "view" | "events" | "archives" | "status" => {
            let word = quoted().map(|word| format!("{word} is not one of the expected options"));
            word.unwrap_or_else(|| message.to_owned())
        }
        _ => message.to_owned(),
    }
}

/// How many there are, of what, and how many there may be: `There are 61 blocks here; at most 60 are allowed.`
fn limit(message: &str) -> Option<(usize, &str, usize)> {
    let (count, rest) = message.strip_prefix("There are ")?.split_once(' ')?;
    let (things, rest) = rest.split_once(" here; at most ")?;
    Some((count.parse().ok()?, things, rest.split(' ').next()?.parse().ok()?))
}

/// The errors that were not there before: those that a change would bring.
#[must_use]
pub fn new_errors(before: &[Diagnostic], after: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let key = |fault: &Diagnostic| {
        let message = match limit(&fault.message) {
            Some((_, things, _)) if fault.code == "limit" => things.to_owned(),
            // The same fault may stand on more or fewer pages than before.
            _ => fault.message.split(" (on ").next().unwrap_or_default().to_owned(),
        };
        (fault.code, fault.file.clone(), message)
    };
    // A limit that is exceeded already may be exceeded by less, but not by more.
    let count = |fault: &Diagnostic| limit(&fault.message).map_or(0, |(count, ..)| count);
    let mut stood: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for fault in before {
        stood.entry(key(fault)).or_default().push(count(fault));
    }
    let mut fresh: Vec<Diagnostic> = after
        .into_iter()
        .filter(|fault| {
            let there = stood.get_mut(&key(fault));
            let known = there.and_then(|counts| {
                let at = counts.iter().position(|before| count(fault) <= *before)?;
                Some(counts.remove(at))
            });
            fault.is_error() && known.is_none()
        })
        .collect();
    crate::diagnostic::sort(&mut fresh);
    fresh.dedup();
    fresh
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: &'static str, message: &str) -> Diagnostic {
        Diagnostic::error(code, "content/a/b.json", message)
    }

    /// E-061, E-062, E-132.
    #[test]
    fn e_132_faults_have_the_words_of_the_specification() {
        for (code, message, wanted) in [
            (
                "limit",
                "There are 61 blocks here; at most 60 are allowed.",
                "You have reached the maximum of 60 blocks.",
            ),
            ("url", "'foo bar' cannot be part of an address.", "foo bar is not a valid page URL"),
            ("view", "'x' is not a view of a collection.", "x is not one of the expected options"),
            ("product", "This is something else.", "This is something else."),
        ] {
            assert_eq!(fault(&error(code, message)).message, wanted);
        }
    }

    #[test]
    fn only_what_is_new_is_refused() {
        let limit =
            |count: usize| error("limit", &format!("There are {count} items here; at most 250 are allowed."));
        let stood = [error("url", "'a b' cannot be an address."), limit(260)];
        assert!(new_errors(&stood, stood.to_vec()).is_empty());
        assert!(new_errors(&stood, vec![limit(259)]).is_empty(), "fewer is better");
        assert_eq!(new_errors(&stood, vec![limit(261)]).len(), 1);
        let twice = vec![stood[0].clone().at("x\ny", 1, 1), stood[0].clone().at("x\ny", 2, 1)];
        assert_eq!(new_errors(&stood, twice).len(), 1, "a second of the same is new");
        assert!(new_errors(&[], vec![limit(251).into_warning()]).is_empty());
    }
}
