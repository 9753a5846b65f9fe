//! What counts as nothing typed, and how long a text is: defined once, so that the browser can hold to the same.

/// The characters that do not count as an answer: space, tab, line feed, vertical tab, form feed, carriage return.
/// Only ASCII, because Rust and JavaScript disagree about what else is white space.
const WHITE_SPACE: [char; 6] = [' ', '\t', '\n', '\u{b}', '\u{c}', '\r'];

/// True when `text` is empty or holds only white space. The base of every "empty" in the form rules.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    trimmed(text).is_empty()
}

/// `text` without white space at either end.
pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_matches(WHITE_SPACE)
}

/// Length in UTF-16 code units, as the `maxlength` of an HTML control and the counter beside it count.
pub(crate) fn length(text: &str) -> usize {
    text.encode_utf16().count()
}
