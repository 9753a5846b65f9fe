//! Escaping for HTML. What is safe is copied in runs; most text has nothing to escape.

/// Writes a text with `&`, `<` and `>` escaped (T-104).
pub fn escape_html(text: &str, out: &mut String) {
    let mut written = 0;
    for at in memchr::memchr3_iter(b'&', b'<', b'>', text.as_bytes()) {
        out.push_str(&text[written..at]);
        out.push_str(entity(text.as_bytes()[at]));
        written = at + 1;
    }
    out.push_str(&text[written..]);
}

/// Writes a text with `&`, `<`, `>` and `"` escaped (T-105).
pub fn escape_attribute(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let mut written = 0;
    for (at, byte) in bytes.iter().enumerate() {
        if SPECIAL[usize::from(*byte)] {
            out.push_str(&text[written..at]);
            out.push_str(entity(*byte));
            written = at + 1;
        }
    }
    out.push_str(&text[written..]);
}

const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    table[b'&' as usize] = true;
    table[b'<' as usize] = true;
    table[b'>' as usize] = true;
    table[b'"' as usize] = true;
    table
};

const fn entity(byte: u8) -> &'static str {
    match byte {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        _ => "&quot;",
    }
}
