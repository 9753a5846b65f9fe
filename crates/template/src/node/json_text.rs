//! How far a JSON string goes before something in it needs a look.

/// The length of the run that holds no quote, no backslash and no control character: eight bytes at a time, and 32 in
/// long text.
#[inline]
pub(super) fn plain_run(bytes: &[u8]) -> usize {
    const LONG: usize = 32;
    let mut at = 0;
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let found = special(u64::from_le_bytes(*chunk));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
        if at == LONG {
            break;
        }
    }
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<LONG>()) {
        if chunk.iter().fold(false, |found, byte| found | is_special(*byte)) {
            break;
        }
        at += LONG;
    }
    while at < bytes.len() && !is_special(bytes[at]) {
        at += 1;
    }
    at
}

#[inline]
const fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// The high bit of every byte that is special; bytes after the first one may be marked wrongly.
#[inline]
const fn special(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let quote = word ^ (ONES * b'"' as u64);
    let backslash = word ^ (ONES * b'\\' as u64);
    let zero_quote = quote.wrapping_sub(ONES) & !quote;
    let zero_backslash = backslash.wrapping_sub(ONES) & !backslash;
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    (zero_quote | zero_backslash | control) & HIGH
}
