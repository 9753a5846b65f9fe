//! Object keys, compared by hash first and by text only on a hit.

/// A key to look up in an object: its text and a hash of it.
///
/// Hashing is `const`, so the keys that a formatter reads can be constants; a plain `&str` converts too.
///
/// ```
/// use loggia_template::{Arena, Key};
/// const TITLE: Key<'static> = Key::new("title");
///
/// let arena = Arena::new();
/// let item = arena.parse(r#"{"title": "Bread"}"#)?;
/// assert_eq!(item.get(TITLE).as_str(), Some("Bread"));
/// assert_eq!(item.get("title").as_str(), Some("Bread"));
/// # Ok::<(), loggia_template::JsonError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Key<'k> {
    pub(crate) hash: u32,
    pub(crate) text: &'k str,
}

impl<'k> Key<'k> {
    /// The key with this text.
    #[inline]
    pub const fn new(text: &'k str) -> Self {
        Key { hash: hash_of(text.as_bytes()), text }
    }

    /// The key's text.
    pub const fn text(self) -> &'k str {
        self.text
    }
}

impl<'k> From<&'k str> for Key<'k> {
    #[inline]
    fn from(text: &'k str) -> Self {
        Key::new(text)
    }
}

impl<'k> From<&'k String> for Key<'k> {
    fn from(text: &'k String) -> Self {
        Key::new(text)
    }
}

const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND: u64 = 0xd6e8_feb8_6659_fd93;

/// A hash over the length, the first and the last eight bytes. Keys that share all of these collide, which costs a
/// comparison of text and nothing else: a hit is always confirmed by the text.
#[inline]
pub(crate) const fn hash_of(bytes: &[u8]) -> u32 {
    let length = bytes.len();
    let (low, high) = if length >= 8 {
        (eight(bytes, 0), eight(bytes, length - 8))
    } else if length >= 4 {
        (four(bytes, 0), four(bytes, length - 4))
    } else if length > 0 {
        (bytes[0] as u64 | (bytes[length / 2] as u64) << 8 | (bytes[length - 1] as u64) << 16, 0)
    } else {
        (0, 0)
    };
    let product = ((low ^ FIRST) as u128).wrapping_mul((high ^ SECOND ^ length as u64) as u128);
    let folded = (product as u64) ^ ((product >> 64) as u64);
    (folded ^ (folded >> 32)) as u32
}

#[inline]
pub(super) const fn eight(bytes: &[u8], from: usize) -> u64 {
    match bytes.split_at(from).1.first_chunk::<8>() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => 0,
    }
}

#[inline]
pub(super) const fn four(bytes: &[u8], from: usize) -> u64 {
    match bytes.split_at(from).1.first_chunk::<4>() {
        Some(chunk) => u32::from_le_bytes(*chunk) as u64,
        None => 0,
    }
}

/// The value of a key that orders like a number: canonical decimal digits below 2^32 - 1.
#[inline]
pub(crate) fn array_index(text: &str) -> Option<u32> {
    if text.as_bytes().first().is_some_and(u8::is_ascii_digit) { whole_index(text) } else { None }
}

fn whole_index(text: &str) -> Option<u32> {
    let bytes = text.as_bytes();
    let first = *bytes.first()?;
    if bytes.len() > 10 || (first == b'0' && bytes.len() > 1) {
        return None;
    }
    let mut value: u64 = 0;
    for byte in bytes {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = value * 10 + u64::from(byte - b'0');
    }
    u32::try_from(value).ok().filter(|value| *value < u32::MAX)
}
