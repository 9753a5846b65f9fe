//! What style sheets say to browsers that are gone: `*zoom: 1`, `@-ms-viewport`, `@media \\0screen`. No browser of today
//! reads it, so it goes when a sheet is made small, and one line says so for each sheet.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::traced::Traced;
use crate::diagnostic::Diagnostic;

/// What stands in selectors and rules for browsers that are gone, in lower case.
const GONE: [&str; 6] = ["::-ms-", ":-ms-", "@-ms-", "focus-inner", "@-moz-document", "\\0"];

/// A sheet without declarations that begin with a sign (`*zoom: 1`), each blanked out where it stood, and the offsets of
/// those. The parser would lose the declarations beside them.
#[must_use]
pub fn without_marked(text: &str) -> (String, Vec<usize>) {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut found = Vec::new();
    let (mut at, mut begins) = (0, false);
    while at < bytes.len() {
        let next = past(bytes, at);
        if next > at {
            begins &= bytes[at] == b'/';
            at = next;
            continue;
        }
        match bytes[at] {
            b'*' | b'+' | b'#' | b'!' | b'.' | b'$' if begins => match marked_end(bytes, at) {
                Some(end) => {
                    found.push(at);
                    out[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
                    at = end;
                }
                None => (begins, at) = (false, at + 1),
            },
            byte => {
                begins = matches!(byte, b'{' | b'}' | b';') || (begins && byte.is_ascii_whitespace());
                at += 1;
            }
        }
    }
    // Whole declarations become spaces, so what is left is text as before.
    (String::from_utf8(out).unwrap_or_else(|_| text.to_owned()), found)
}

/// Where a declaration ends whose name has a sign before it, `;` included; `None` when it is none.
fn marked_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    let name = bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    at += name;
    at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if name == 0 || bytes.get(at) != Some(&b':') {
        return None;
    }
    let mut depth = 0_usize;
    while at < bytes.len() {
        let next = past(bytes, at);
        if next > at {
            at = next;
            continue;
        }
        match bytes[at] {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'{' => return None,
            b';' if depth == 0 => return Some(at + 1),
            b'}' => return Some(at),
            _ => {}
        }
        at += 1;
    }
    Some(at)
}

/// The offset after a comment or a string that begins here; the same where none does.
fn past(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    if rest.starts_with(b"/*") {
        let end = rest.windows(2).skip(2).position(|two| two == b"*/");
        return end.map_or(bytes.len(), |end| at + 2 + end + 2);
    }
    let Some(quote @ (b'"' | b'\'')) = rest.first() else { return at };
    let mut end = 1;
    while end < rest.len() && rest[end] != *quote && rest[end] != b'\n' {
        end += if rest[end] == b'\\' { 2 } else { 1 };
    }
    (at + end + 1).min(bytes.len())
}

/// Whether the selector or the rule at an offset is written for browsers that are gone.
#[must_use]
pub fn is_gone(text: &str, at: usize) -> bool {
    let piece = piece(text, at).to_ascii_lowercase();
    GONE.iter().any(|word| piece.contains(word))
}

/// The declaration or the selector around an offset.
fn piece(text: &str, at: usize) -> &str {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind([';', '{', '}']).map_or(0, |found| found + 1);
    // What ends a declaration may stand in a comment before this one.
    let start = text[start..at].rfind("*/").map_or(start, |found| start + found + 2);
    let end = text[at..].find([';', '{', '}']).map_or(text.len(), |found| at + found);
    &text[start..end]
}

/// Whether a fault is of a selector that no browser reads, such as what LESS makes of the steps of an animation that
/// stand in a mixin (`.fade { 0% { … } }`): a browser leaves out that rule alone.
#[must_use]
pub fn is_unreadable(fault: &str) -> bool {
    ["Invalid dangling combinator", "Pseudo-elements like"].iter().any(|words| fault.starts_with(words))
}

/// Whether what stands at an offset is such a step.
#[must_use]
pub fn is_step(text: &str, at: usize) -> bool {
    let steps = ["%", " from", " to"];
    piece(text, at).split(',').all(|selector| steps.iter().any(|step| selector.trim_end().ends_with(step)))
}

/// One warning for each of the owner's sheets in which something is left out, by the offsets of that. `words` are those
/// of the warning: of how many and which, and what it means.
#[must_use]
pub fn remark(sheet: &Traced, left_out: &[usize], words: (&str, &str)) -> Vec<Diagnostic> {
    let mut by_file: BTreeMap<PathBuf, (usize, usize)> = BTreeMap::new();
    for at in left_out {
        let file = sheet.file(*at).map(PathBuf::from).unwrap_or_default();
        by_file.entry(file).or_insert((*at, 0)).1 += 1;
    }
    let one = |(_, (at, count)): (PathBuf, (usize, usize))| {
        let rules = if count == 1 { "1 rule".to_owned() } else { format!("{count} rules") };
        let first: String = piece(&sheet.text, at).trim().chars().take(60).collect();
        let message = format!("{rules} {} (the first is `{first}`): {}.", words.0, words.1);
        sheet
            .warning(at, &first, "style-hack", message)
            .help("nothing needs to be done: pages look the same without")
    };
    by_file.into_iter().map(one).collect()
}

/// The words of what is for old browsers.
pub const OLD: (&str, &str) =
    ("for browsers that are gone", "no browser of today reads such, so they are left out");
/// The words of what no browser reads.
pub const UNREADABLE: (&str, &str) =
    ("with selectors that no browser reads", "browsers leave them out, and so does the site");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_piece_around_an_offset_has_no_end_of_a_comment() {
        let text = ".x { top: 0; /* left: 0; was here */ *zoom: 1; }";
        assert_eq!(piece(text, text.find("*zoom").unwrap()).trim(), "*zoom: 1");
        let text = "/* { */ .y { a: b }";
        assert_eq!(piece(text, text.find(".y").unwrap()).trim(), ".y");
    }

    #[test]
    fn declarations_with_a_sign_go_and_selectors_stay() {
        let text = "* {a:b} .x{top:0;*zoom:1;left:0;\n *d : url(a;b)}\n.y{/* *c:d; */#id:hover{e:f} * b{g:h} content:\";*z:1;\"}";
        let (made, found) = without_marked(text);
        assert_eq!(made.len(), text.len());
        assert_eq!(found.len(), 2);
        for stays in
            ["* {a:b}", "top:0;", "left:0;", "/* *c:d; */", "#id:hover{e:f}", "* b{g:h}", "\";*z:1;\""]
        {
            assert!(made.contains(stays), "{stays}: {made}");
        }
        assert!(!made.contains("zoom") && !made.contains("*d"), "{made}");
        for broken in ["{*", "{*a", "{*a:", "{*a:'", "/*", "{*a:(", "\"\\", "{é*ü:ö;"] {
            assert_eq!(without_marked(broken).0.len(), broken.len(), "{broken}");
        }
    }
}
