//! Percent encoding: encode-uri, encode-uri-component, url-encode (T-098).

use crate::vocabulary::Vocabulary;

pub(super) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.text_fn("encode-uri", |text, out| encode(text, b"-_.!~*'();/?:@&=+$,#", out));
    vocabulary.text_fn("encode-uri-component", |text, out| encode(text, b"-_.!~*'()", out));
    vocabulary.text_fn("url-encode", |text, out| encode(text, b"@*_+-./", out));
}

/// Writes every byte that is neither a letter or digit nor one of `plain` as `%XX`.
fn encode(text: &str, plain: &[u8], out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || plain.contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            out.push(char::from(HEX[usize::from(byte >> 4)]));
            out.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}
