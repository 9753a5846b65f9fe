//! Bytes of a list → text.

use std::borrow::Cow;

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The text of a list in UTF-8, UTF-16 or, where it is neither, Windows-1252, which spreadsheets of the West write. The
/// second is a remark for the owner when letters had to be guessed.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Option<&'static str>) {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        let (text, had_faults) = encoding.decode_without_bom_handling(&bytes[mark..]);
        return (text, had_faults.then_some(BROKEN));
    }
    if let Some(encoding) = without_mark(bytes) {
        let (text, had_faults) = encoding.decode_without_bom_handling(bytes);
        return (text, had_faults.then_some(BROKEN));
    }
    match UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => (text, None),
        None => (WINDOWS_1252.decode_without_bom_handling(bytes).0, Some(GUESSED)),
    }
}

const BROKEN: &str = "Some characters of this list cannot be read; � stands in their place.";
const GUESSED: &str = "This list is not in UTF-8; it was read as Windows-1252.";

/// UTF-16 without a mark: the names of columns are ASCII, so every other byte at the beginning is zero.
fn without_mark(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let start = bytes.get(..16)?;
    let zeros = |from: usize| start.iter().skip(from).step_by(2).all(|byte| *byte == 0);
    let letters = |from: usize| start.iter().skip(from).step_by(2).all(|byte| *byte != 0);
    if zeros(1) && letters(0) {
        Some(UTF_16LE)
    } else if zeros(0) && letters(1) {
        Some(UTF_16BE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_510_the_encoding_is_known_by_the_bytes() {
        let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        assert_eq!(decode("\u{feff}Título".as_bytes()), ("Título".into(), None));
        assert_eq!(decode(&utf_16("\u{feff}Título")), ("Título".into(), None));
        assert_eq!(decode(&utf_16("Title,Price,Stock")), ("Title,Price,Stock".into(), None));
        let big: Vec<u8> = "Title,Price".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&big).0, "Title,Price");
        let (text, remark) = decode(b"Caf\xe9 \x80 5");
        assert_eq!((text.as_ref(), remark), ("Café € 5", Some(GUESSED)));
    }
}
