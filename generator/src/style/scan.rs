//! Finds what a style sheet refers to: `url(…)` and the text after `@import`, but not inside comments or strings.

/// A piece of a style sheet.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text that stays as it is.
    Text(&'a str),
    /// A reference, without quotes, and its byte offset.
    Reference(&'a str, usize),
}

/// A style sheet cut into text and references; joined again they give the sheet.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    let mut import = false;
    while at < bytes.len() {
        let (start, end, next) = match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = text[at + 2..].find("*/").map_or(bytes.len(), |end| at + 2 + end + 2);
                continue;
            }
            b'"' | b'\'' => {
                let end = string_end(bytes, at);
                if !std::mem::take(&mut import) {
                    at = end;
                    continue;
                }
                (at + 1, end.saturating_sub(1).max(at + 1), end)
            }
            b'u' | b'U' if is_url(bytes, at) => {
                import = false;
                let open = at + 4;
                let inner = open + bytes[open..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                match bytes.get(inner) {
                    Some(b'"' | b'\'') => {
                        let end = string_end(bytes, inner);
                        (inner + 1, end.saturating_sub(1).max(inner + 1), end)
                    }
                    _ => {
                        let close = text[inner..].find(')').map_or(bytes.len(), |end| inner + end);
                        let trimmed = text[inner..close].trim_end().len();
                        (inner, inner + trimmed, close)
                    }
                }
            }
            b'@' if text[at..].get(..7).is_some_and(|word| word.eq_ignore_ascii_case("@import")) => {
                import = true;
                at += 7;
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        pieces.push(Piece::Text(&text[copied..start]));
        pieces.push(Piece::Reference(&text[start..end], start));
        copied = end;
        at = next;
    }
    pieces.push(Piece::Text(&text[copied..]));
    pieces
}

/// Whether `url(` starts here as a word of its own.
fn is_url(bytes: &[u8], at: usize) -> bool {
    let word = bytes.get(at..at + 4).is_some_and(|word| word.eq_ignore_ascii_case(b"url("));
    let joined = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || matches!(bytes[at - 1], b'-' | b'_'));
    word && !joined
}

/// The offset after the closing quote of the string that opens at `at`.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut end = at + 1;
    while end < bytes.len() && bytes[end] != quote && bytes[end] != b'\n' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    (end + 1).min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references(text: &str) -> Vec<&str> {
        let found = pieces(text);
        let joined: String = found
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) | Piece::Reference(text, _) => *text,
            })
            .collect();
        assert_eq!(joined, text, "the pieces are the sheet");
        found
            .into_iter()
            .filter_map(|piece| match piece {
                Piece::Reference(text, _) => Some(text),
                Piece::Text(_) => None,
            })
            .collect()
    }

    #[test]
    fn references_are_found_in_every_spelling() {
        let text =
            "@import 'a.css'; @import url(b.css) print;\n.x{background:URL( \"c d.png\" ),url(e.png )}";
        assert_eq!(references(text), ["a.css", "b.css", "c d.png", "e.png"]);
    }

    #[test]
    fn comments_strings_and_other_words_are_not_references() {
        let text = "/* url(no) */ .a::before{content:\"url(no)\"} .b{curl(no);--x:'url(no)'} /* url(";
        assert!(references(text).is_empty());
    }

    #[test]
    fn broken_sheets_do_not_break_the_scan() {
        for text in ["url(", "url('", "a{b:url(c", "@import \"", "\"", "@import", "url(\"x\\"] {
            references(text);
        }
    }
}
