//! Addresses, @names and #tags in plain text, found as the language finds them.

/// One piece of a text: as it is, or to be linked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Text that stays.
    Text(&'a str),
    /// A whole address (`https://…`), a name without its `@`, or a tag without its `#`.
    Link(&'a str),
}

/// Splits `text` into addresses (`http`, `https`, `ftp`, `file`) and the rest.
pub(crate) fn split_addresses(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while let Some(colon) = text[at..].find("://").map(|found| at + found) {
        match address_around(text, from, colon) {
            Some((start, end)) => {
                push_text(&mut pieces, &text[from..start]);
                pieces.push(Piece::Link(&text[start..end]));
                (from, at) = (end, end);
            }
            None => at = colon + 3,
        }
    }
    push_text(&mut pieces, &text[from..]);
    pieces
}

/// Splits `text` at words that `sign` begins, at the start of the text or after a space.
pub(crate) fn split_signed(text: &str, sign: char) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices(sign) {
        let begins = at == 0 || text.as_bytes()[at - 1] == b' ';
        let word = &text[at + 1..];
        let length = word.bytes().take_while(|b| is_word(*b)).count();
        // A word already taken by a link cannot hold the space that the next one needs.
        if begins && length > 0 && at >= from {
            push_text(&mut pieces, &text[from..at]);
            pieces.push(Piece::Link(&word[..length]));
            from = at + 1 + length;
        }
    }
    push_text(&mut pieces, &text[from..]);
    pieces
}

fn push_text<'a>(pieces: &mut Vec<Piece<'a>>, text: &'a str) {
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
}

/// The address whose scheme ends at `colon`; nothing before `from` belongs to it.
fn address_around(text: &str, from: usize, colon: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let scheme = ["https", "http", "ftp", "file"].into_iter().find(|scheme| {
        colon >= from + scheme.len()
            && bytes[colon - scheme.len()..colon].eq_ignore_ascii_case(scheme.as_bytes())
            && (colon == scheme.len() || !is_word(bytes[colon - scheme.len() - 1]))
    })?;
    let body = colon + 3;
    let run = bytes[body..].iter().take_while(|b| is_address(**b)).count();
    let end = if bytes.get(body + run) == Some(&b'\\') {
        body + run + 1
    } else {
        body + bytes[body..body + run].iter().rposition(|b| may_end_address(*b))? + 1
    };
    Some((colon - scheme.len(), end))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn may_end_address(byte: u8) -> bool {
    is_word(byte) || b"-+&@#/%=~|".contains(&byte)
}

fn is_address(byte: u8) -> bool {
    may_end_address(byte) || b"?!:,.;".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Piece::{Link, Text};

    #[test]
    fn t_219_addresses_leave_their_punctuation() {
        assert_eq!(
            split_addresses("see HTTP://a.b/c?d=1, and (ftp://e.)"),
            [Text("see "), Link("HTTP://a.b/c?d=1"), Text(", and ("), Link("ftp://e"), Text(".)")]
        );
        assert_eq!(split_addresses("xhttp://a :// ftp://"), [Text("xhttp://a :// ftp://")]);
        assert_eq!(split_addresses("ftp://a\\b"), [Link("ftp://a\\"), Text("b")]);
    }

    #[test]
    fn t_219_names_and_tags_follow_a_space() {
        assert_eq!(split_signed("@a @b_1! c@d", '@'), [Link("a"), Text(" "), Link("b_1"), Text("! c@d")]);
        assert_eq!(split_signed("a#b # ", '#'), [Text("a#b # ")]);
    }
}
