//! What style sheets say to browsers that are gone: `*zoom: 1`, `filter: progid:…`, `width: expression(…)`, `\9`. No
//! browser of today reads it, so it goes when a sheet is made small, and one line says so for each sheet.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::traced::Traced;
use crate::diagnostic::Diagnostic;

/// What only old browsers read, in lower case.
const WORDS: [&str; 9] =
    ["progid:", "expression(", "\\9", "\\0", "behavior:", "alpha(opacity", "!ie", "-ms-filter", "eval("];

/// The pseudo elements and at-rules of browsers that are gone.
const GONE: [&str; 6] =
    ["::-ms-", ":-ms-", "@-ms-", ":-moz-focus-inner", "@-moz-document", "@media \\0screen"];

/// Whether the piece of a sheet at an offset is written for old browsers.
#[must_use]
pub fn is_hack(text: &str, at: usize) -> bool {
    let piece = piece(text, at);
    let lower = piece.trim_start().to_ascii_lowercase();
    let star = lower.trim_start_matches('*');
    let is_starred = star.len() < lower.len() && star.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_marked = lower.starts_with(['_', '+', '#', '!']) && declares(&lower[1..]);
    (is_starred && declares(star)) || is_marked || WORDS.iter().chain(&GONE).any(|word| lower.contains(word))
}

/// Whether a text is a property and its value.
fn declares(text: &str) -> bool {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(text.len());
    end > 0 && text[end..].trim_start().starts_with(':')
}

/// The declaration or the selector around an offset.
fn piece(text: &str, at: usize) -> &str {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let start = text[..at].rfind([';', '{', '}']).map_or(0, |found| found + 1);
    let end = text[at..].find([';', '{', '}']).map_or(text.len(), |found| at + found);
    // A place that is a separator itself belongs to what stands before it.
    &text[start..end]
}

/// One warning for each of the owner's sheets that has some.
#[must_use]
pub fn remark(sheet: &Traced, hacks: &[(usize, String)]) -> Vec<Diagnostic> {
    let mut by_file: BTreeMap<PathBuf, (usize, usize)> = BTreeMap::new();
    for (at, _) in hacks {
        let file = sheet.file(*at).map(PathBuf::from).unwrap_or_default();
        by_file.entry(file).or_insert((*at, 0)).1 += 1;
    }
    let one = |(_, (at, count)): (PathBuf, (usize, usize))| {
        let what = if count == 1 { "1 rule".to_owned() } else { format!("{count} rules") };
        let first = piece(&sheet.text, at).trim();
        let first: String = first.chars().take(60).collect();
        let message = format!(
            "{what} for browsers that are gone (the first is `{first}`): no browser of today reads such, so they are left out."
        );
        sheet
            .warning(at, "", "style-hack", message)
            .help("nothing needs to be done; pages look the same without")
    };
    by_file.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hacks_are_known_by_how_they_are_written() {
        for hack in [
            "*zoom: 1",
            " *display : inline",
            "_height: 1px",
            "filter: progid:DXImageTransform.Microsoft.gradient(a='b')",
            "width: expression(document.body.clientWidth)",
            "color: red\\9",
            "filter: alpha(opacity=50)",
        ] {
            let text = format!("a{{top:0;{hack};left:0}}");
            assert!(is_hack(&text, 10), "{hack}");
            assert!(!is_hack(&text, 3), "{hack}");
        }
        for other in ["* a", "color: nope(", "--x: *a", "*"] {
            assert!(!is_hack(&format!("a{{top:0;{other};left:0}}"), 10), "{other}");
        }
    }
}
