//! Opaque tokens, the hashes that are kept of them, and values signed with the server's secret.

use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;

/// What the database keeps of a token or a code: a stolen copy of it opens nothing.
pub type TokenHash = Vec<u8>;

/// 256 random bits as 43 characters that need no escaping in a cookie or an address.
pub fn opaque() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// The SHA-256 of a token.
pub fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// Whether two texts are the same, in a time that does not depend on where they differ.
pub fn same(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}

/// The same for two hashes.
pub fn same_hash(left: &[u8], right: &[u8]) -> bool {
    left.ct_eq(right).into()
}

/// An id that sorts by the time it was made (UUID v7).
pub fn new_id() -> String {
    uuid::Uuid::now_v7().simple().to_string()
}

/// The characters of a gift card's code: none that is mistaken for another when it is read aloud.
const CODE_LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// A gift card's code, five groups of four letters and digits with dashes between: 100 random bits. Its last four letters are
/// kept, so that people can tell cards apart: who steals them lacks 80.
pub fn gift_card_code() -> String {
    spoken::<20>()
}

/// So many letters that can be read aloud, in groups of four.
fn spoken<const LETTERS: usize>() -> String {
    let letters: Vec<char> = std::array::from_fn::<u8, LETTERS, _>(|_| rand::random())
        .iter()
        .map(|byte| char::from(CODE_LETTERS[usize::from(byte % 32)]))
        .collect();
    letters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// A recovery code, `XXXX-XXXX-XXXX-XXXX`: 80 random bits.
pub fn recovery_code() -> String {
    spoken::<16>()
}

/// What begins every key of a program: programs that look for secrets in texts know keys by it.
pub const KEY_PREFIX: &str = "loggia_key_";
/// The letters of a key after that: none that is mistaken for another, and none that ends a word.
const KEY_LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// How many of them tell keys apart, are known to the holder alone, and guard against slips.
const KEY_PARTS: [usize; 3] = [12, 36, 6];

/// A key of a program, `loggia_key_` and 54 letters and digits: 12 by which it is found, 180 random bits that only its holder
/// knows, and 6 letters that follow from the rest, so that a text with a slip in it is known as none without asking anybody.
pub fn program_key() -> String {
    let letters = key_letters(&rand::random::<[u8; KEY_PARTS[0] + KEY_PARTS[1]]>());
    let text = format!("{KEY_PREFIX}{letters}");
    let check = key_check(&text);
    text + &check
}

fn key_letters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(KEY_LETTERS[usize::from(byte % 32)])).collect()
}

fn key_check(text: &str) -> String {
    key_letters(&hash(text)[..KEY_PARTS[2]])
}

/// The part by which a key is found; `None` for what is no key.
pub fn key_hint(key: &str) -> Option<&str> {
    let letters = key.strip_prefix(KEY_PREFIX)?;
    let is_whole = letters.len() == KEY_PARTS.iter().sum::<usize>()
        && letters.bytes().all(|letter| KEY_LETTERS.contains(&letter));
    let (text, check) = key.split_at_checked(key.len().checked_sub(KEY_PARTS[2])?)?;
    (is_whole && key_check(text) == check).then(|| &letters[..KEY_PARTS[0]])
}

/// The server's secret: at least 32 bytes, never printed.
///
/// While it is being replaced it knows the one of before: what that one signed still holds.
#[derive(Clone)]
pub struct Secret {
    now: Vec<u8>,
    before: Option<Vec<u8>>,
}

impl Secret {
    /// The fewest bytes that are accepted.
    pub const SHORTEST: usize = 32;

    /// A secret of at least [`Secret::SHORTEST`] bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Option<Self> {
        let bytes = bytes.into();
        (bytes.len() >= Self::SHORTEST).then_some(Secret { now: bytes, before: None })
    }

    /// A fresh one.
    #[cfg(test)]
    pub fn random() -> Self {
        Secret { now: rand::random::<[u8; 32]>().to_vec(), before: None }
    }

    /// The same secret in the place of another, whose signatures hold for as long as it is named; it signs nothing more.
    #[must_use]
    pub fn replacing(self, before: Option<Secret>) -> Self {
        Secret { now: self.now, before: before.map(|secret| secret.now) }
    }

    /// HMAC-SHA256 of `message` for one `purpose`, as base64url: a value signed for one use says nothing for another.
    pub fn sign(&self, purpose: &str, message: &str) -> String {
        signed(&self.now, purpose, message)
    }

    /// What [`Secret::sign`] gives, and gave with the secret of before.
    pub fn signatures(&self, purpose: &str, message: &str) -> Vec<String> {
        let before = self.before.as_deref().map(|before| signed(before, purpose, message));
        [self.sign(purpose, message)].into_iter().chain(before).collect()
    }

    /// 32 bytes for one `purpose`, by HKDF-SHA256: who knows them knows nothing of the secret, nor of the bytes for another purpose.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        let mut bytes = [0; 32];
        let key = Salt::new(HKDF_SHA256, b"loggia").extract(&self.now);
        let filled = key.expand(&[purpose.as_bytes()], HKDF_SHA256).and_then(|made| made.fill(&mut bytes));
        #[expect(clippy::expect_used, reason = "HKDF-SHA256 gives 32 bytes of any key")]
        filled.expect("HKDF-SHA256 gives 32 bytes of any key");
        bytes
    }

    /// Whether `signature` is the one [`Secret::sign`] gives, or gave with the secret of before; in constant time.
    pub fn verify(&self, purpose: &str, message: &str, signature: &str) -> bool {
        let before = self.before.as_deref().map(|before| signed(before, purpose, message));
        let is_of_before = before.is_some_and(|before| same(&before, signature));
        same(&self.sign(purpose, message), signature) | is_of_before
    }
}

fn signed(key: &[u8], purpose: &str, message: &str) -> String {
    #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(purpose.as_bytes());
    mac.update(&[0]);
    mac.update(message.as_bytes());
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(kept)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_hashes_do_not_show_them() {
        let (one, other) = (opaque(), opaque());
        assert_ne!(one, other);
        assert_eq!(one.len(), 43);
        assert_eq!(hash(&one).len(), 32);
        assert_eq!(hash(&one), hash(&one));
    }

    #[test]
    fn a_signature_holds_for_its_purpose_and_message_only() {
        let secret = Secret::random();
        let signature = secret.sign("crumb", "abc");
        assert!(secret.verify("crumb", "abc", &signature));
        assert!(!secret.verify("other", "abc", &signature));
        assert!(!secret.verify("crumb", "abd", &signature));
        assert!(!Secret::random().verify("crumb", "abc", &signature));
    }

    #[test]
    fn s_054_the_secret_of_before_is_believed_and_signs_nothing() {
        let (old, new) = (Secret::random(), Secret::random());
        let of_before = old.sign("crumb", "abc");
        let both = new.clone().replacing(Some(old));
        assert!(both.verify("crumb", "abc", &of_before));
        assert_eq!(both.sign("crumb", "abc"), new.sign("crumb", "abc"));
        assert!(!new.verify("crumb", "abc", &of_before), "once it is not named any more it is over");
        assert!(!both.verify("crumb", "abd", &of_before));
    }

    #[test]
    fn s_990_what_is_derived_is_the_same_again_and_another_for_each_purpose_and_secret() {
        let secret = Secret::new(vec![7; 32]).unwrap();
        assert_eq!(secret.derive("one"), Secret::new(vec![7; 32]).unwrap().derive("one"));
        assert_ne!(secret.derive("one"), secret.derive("other"));
        assert_ne!(secret.derive("one"), Secret::random().derive("one"));
        // The secret of before is no part of it: devices subscribe anew when the secret is another.
        assert_eq!(secret.clone().replacing(Some(Secret::random())).derive("one"), secret.derive("one"));
    }

    #[test]
    fn s_421_a_key_is_known_by_its_beginning_and_a_slip_by_its_end() {
        let key = program_key();
        assert_eq!((key.len(), key.starts_with("loggia_key_")), (65, true), "{key}");
        assert_eq!(key_hint(&key), Some(&key[11..23]));
        for place in 0..key.len() {
            let mut slip = key.clone();
            slip.replace_range(place..=place, if &key[place..=place] == "a" { "b" } else { "a" });
            assert_eq!(key_hint(&slip), None, "{slip}");
        }
        for other in ["", "loggia_key_", "loggia_key_ä", &key[..64], &format!("{key}a")] {
            assert_eq!(key_hint(other), None, "{other}");
        }
    }

    #[test]
    fn a_secret_is_long_and_is_not_printed() {
        assert!(Secret::new("short").is_none());
        let secret = Secret::new(vec![b'x'; 32]).unwrap();
        assert_eq!(format!("{secret:?}"), "Secret(kept)");
    }

    #[test]
    fn a_gift_card_code_is_five_groups_of_clear_letters() {
        let code = gift_card_code();
        assert_eq!((code.len(), recovery_code().len()), (24, 19));
        assert!(
            code.split('-')
                .all(|group| group.len() == 4 && group.bytes().all(|letter| CODE_LETTERS.contains(&letter)))
        );
    }
}
