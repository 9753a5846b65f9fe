//! Lexical shapes: white space, words, names. Everything here works on bytes of one line of grammar each.

/// White space of the grammar: space, form feed, line feed, carriage return, tab, vertical tab.
#[inline]
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 0x0c | b'\n' | b'\r' | b'\t' | 0x0b)
}

/// JavaScript's `\s`: the Unicode spaces and the byte order mark, which Rust's `is_whitespace` leaves out (and U+0085,
/// which it has).
pub fn is_js_space(character: char) -> bool {
    character == '\u{feff}' || (character.is_whitespace() && character != '\u{85}')
}

/// The end of a word (`[a-zA-Z][a-zA-Z0-9_-]*`) that starts at `at`, if one does.
#[inline]
pub(crate) fn word(bytes: &[u8], at: usize) -> Option<usize> {
    if !bytes.get(at)?.is_ascii_alphabetic() {
        return None;
    }
    let tail = bytes[at + 1..].iter().position(|byte| !is_word_byte(*byte));
    Some(tail.map_or(bytes.len(), |tail| at + 1 + tail))
}

#[inline]
const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// The end of a predicate's name (a word and `?`).
#[inline]
pub(crate) fn predicate(bytes: &[u8], at: usize) -> Option<usize> {
    word(bytes, at).filter(|end| bytes.get(*end) == Some(&b'?')).map(|end| end + 1)
}

/// The end of a defined name (`@` and a word).
#[inline]
pub(crate) fn definition(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) == Some(&b'@') { word(bytes, at + 1) } else { None }
}

/// The end of one segment of a reference: digits, a word with an optional `@` or `$`, or `@` alone.
#[inline]
pub(crate) fn segment(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at)? {
        b'0'..=b'9' => {
            let tail = bytes[at..].iter().position(|byte| !byte.is_ascii_digit());
            Some(tail.map_or(bytes.len(), |tail| at + tail))
        }
        b'@' => Some(word(bytes, at + 1).unwrap_or(at + 1)),
        b'$' => word(bytes, at + 1),
        _ => word(bytes, at),
    }
}

/// The end of a dotted reference.
#[inline]
pub(crate) fn reference(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = segment(bytes, at)?;
    while bytes.get(end) == Some(&b'.') {
        match segment(bytes, end + 1) {
            Some(next) => end = next,
            None => break,
        }
    }
    Some(end)
}

/// The end of a path for a macro, an injectable or a partial (`[./a-zA-Z0-9_-]+`).
pub(crate) fn file_path(bytes: &[u8], at: usize) -> Option<usize> {
    let tail =
        bytes.get(at..)?.iter().position(|byte| !is_word_byte(*byte) && *byte != b'.' && *byte != b'/');
    let end = tail.map_or(bytes.len(), |tail| at + tail);
    (end > at).then_some(end)
}

/// The end of the white space that starts at `at`, which may be none.
#[inline]
pub(crate) fn spaces(bytes: &[u8], at: usize) -> usize {
    let tail = bytes[at..].iter().position(|byte| !is_space(*byte));
    tail.map_or(bytes.len(), |tail| at + tail)
}
