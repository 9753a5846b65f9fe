//! Messages from machine to machine, signed: `t=<seconds>,v1=<hex of HMAC-SHA256 of "<seconds>.<body>">`.
//!
//! The moment is signed with the body, so that a message cannot be played again later; several `v1` may stand in one
//! header while a key is being replaced.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// How far the signed moment may be from now, in seconds.
pub const SIGNATURE_TOLERANCE_S: i64 = 300;

/// The longest header that is read, in bytes: several signatures of a hundred.
const LONGEST_HEADER: usize = 1024;

/// Why a signed message is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureProblem {
    /// No moment, or no signature that could be one.
    #[error("the signature header cannot be read")]
    Unreadable,
    /// Signed too long ago, or for a moment that is yet to come.
    #[error("the signed moment is too far from now")]
    Stale,
    /// Signed with another key, or the body was changed.
    #[error("the signature does not fit the message")]
    Wrong,
}

/// The header of a message signed at `seconds` (since 1970).
#[must_use]
pub fn signature_header(key: &[u8], seconds: i64, body: &[u8]) -> String {
    format!("t={seconds},v1={}", hex::encode(digest(key, seconds, body)))
}

/// Whether `header` signs `body` with `key` near `now` (seconds since 1970); signatures are compared in constant time.
///
/// # Errors
/// [`SignatureProblem`], the first that is found.
pub fn check_signature(key: &[u8], header: &str, body: &[u8], now: i64) -> Result<(), SignatureProblem> {
    let signed = Signed::read(header, now)?;
    let mut body_of = signed.body_by(key);
    body_of.update(body);
    if body_of.fits(&signed) { Ok(()) } else { Err(SignatureProblem::Wrong) }
}

/// A signature header that can be read and was made near now: whether it fits is known when the body was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    seconds: i64,
    signatures: Vec<Vec<u8>>,
}

/// A body on its way, read piece by piece with one key.
pub struct SignedBody(Hmac<Sha256>);

impl Signed {
    /// Reads a header near `now` (seconds since 1970), before anything is known of the body.
    ///
    /// # Errors
    /// [`SignatureProblem::Unreadable`] and [`SignatureProblem::Stale`].
    pub fn read(header: &str, now: i64) -> Result<Self, SignatureProblem> {
        if header.len() > LONGEST_HEADER {
            return Err(SignatureProblem::Unreadable);
        }
        let part = |wanted: &str, part: &str| {
            part.trim().split_once('=').filter(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned())
        };
        let seconds =
            header.split(',').find_map(|text| part("t", text)).ok_or(SignatureProblem::Unreadable)?;
        let seconds: i64 = seconds.parse().map_err(|_| SignatureProblem::Unreadable)?;
        let signatures: Vec<Vec<u8>> =
            header.split(',').filter_map(|text| part("v1", text)).filter_map(|hex| bytes(&hex)).collect();
        if signatures.is_empty() {
            return Err(SignatureProblem::Unreadable);
        }
        let distance = now.checked_sub(seconds).and_then(i64::checked_abs).ok_or(SignatureProblem::Stale)?;
        if distance > SIGNATURE_TOLERANCE_S {
            return Err(SignatureProblem::Stale);
        }
        Ok(Signed { seconds, signatures })
    }

    /// Begins to read the body with a key.
    #[must_use]
    pub fn body_by(&self, key: &[u8]) -> SignedBody {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
        mac.update(self.seconds.to_string().as_bytes());
        mac.update(b".");
        SignedBody(mac)
    }
}

impl SignedBody {
    /// The next piece.
    pub fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// Whether what was read is what was signed; compared in constant time.
    #[must_use]
    pub fn fits(self, signed: &Signed) -> bool {
        let expected = self.0.finalize().into_bytes();
        signed.signatures.iter().fold(false, |fits, one| fits | bool::from(expected.as_slice().ct_eq(one)))
    }
}

fn digest(key: &[u8], seconds: i64, body: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(seconds.to_string().as_bytes());
    mac.update(b".");
    mac.update(body);
    mac.finalize().into_bytes().to_vec()
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 32];
    hex::decode_to_slice(hex, &mut bytes).is_ok().then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &[u8] = b"a key of the two of us";
    const BODY: &[u8] = br#"{"id":"evt_1"}"#;

    #[test]
    fn a_signed_message_is_taken_by_the_one_who_has_the_key() {
        let header = signature_header(KEY, 1_000, BODY);
        assert_eq!(check_signature(KEY, &header, BODY, 1_000), Ok(()));
        assert_eq!(check_signature(KEY, &header, BODY, 1_300), Ok(()));
        assert_eq!(check_signature(b"another key", &header, BODY, 1_000), Err(SignatureProblem::Wrong));
        assert_eq!(check_signature(KEY, &header, b"{}", 1_000), Err(SignatureProblem::Wrong));
    }

    #[test]
    fn the_digest_is_hmac_sha256_of_moment_point_body() {
        // Worked out with another program: printf '1.a' | openssl dgst -sha256 -hmac k
        let expected = "t=1,v1=940c074e1710d2683e9acd909d307f633c7f71f0264eb9cdb5dff5ea92d12a35";
        assert_eq!(signature_header(b"k", 1, b"a"), expected);
    }

    #[test]
    fn an_old_message_and_one_from_the_future_are_not_taken() {
        let header = signature_header(KEY, 1_000, BODY);
        assert_eq!(check_signature(KEY, &header, BODY, 1_301), Err(SignatureProblem::Stale));
        assert_eq!(check_signature(KEY, &header, BODY, 699), Err(SignatureProblem::Stale));
        // Its moment cannot be changed without the key.
        let moved = header.replace("t=1000", "t=1301");
        assert_eq!(check_signature(KEY, &moved, BODY, 1_301), Err(SignatureProblem::Wrong));
    }

    #[test]
    fn one_of_several_signatures_is_enough() {
        let (old, new) = (signature_header(b"old", 1_000, BODY), signature_header(KEY, 1_000, BODY));
        let both = format!("{old},v1={},v0=deadbeef", new.split("v1=").nth(1).unwrap_or_default());
        assert_eq!(check_signature(KEY, &both, BODY, 1_000), Ok(()));
    }

    #[test]
    fn what_is_no_header_is_refused_without_panic() {
        for header in
            ["", "t=", "t=x,v1=00", "v1=00", "t=1", "t=1,v1=zz", "t=1,v1=é", "t=-9223372036854775808,v1=aa"]
        {
            assert_eq!(check_signature(KEY, header, BODY, 1), Err(SignatureProblem::Unreadable), "{header}");
        }
        let header = signature_header(KEY, i64::MIN, BODY);
        assert_eq!(check_signature(KEY, &header, BODY, 1), Err(SignatureProblem::Stale));
    }
}
