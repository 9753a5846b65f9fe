//! Texts at rest that a stolen copy of the database does not show: sealed with a key made from the server's secret.

use crate::error::ApiError;
use crate::token::{self, Secret};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

const PURPOSE: &str = "second-factor";

/// Another key for each account, so that what was sealed for one opens for no other.
fn key(signature: &str) -> Result<LessSafeKey, ApiError> {
    let key = UnboundKey::new(&AES_256_GCM, &token::hash(signature));
    Ok(LessSafeKey::new(key.map_err(|fault| ApiError::Internal(fault.into()))?))
}

/// Seals some bytes of an account.
pub(super) fn seal(secret: &Secret, whose: &str, plain: &[u8]) -> Result<Vec<u8>, ApiError> {
    let nonce: [u8; NONCE_LEN] = rand::random();
    let mut sealed = plain.to_vec();
    key(&secret.sign(PURPOSE, whose))?
        .seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(whose.as_bytes()),
            &mut sealed,
        )
        .map_err(|fault| ApiError::Internal(fault.into()))?;
    Ok([nonce.as_slice(), &sealed].concat())
}

/// Opens what [`seal`] gave with this secret or with the one of before; a fault of ours when the secret or the account is
/// another.
pub(super) fn open(secret: &Secret, whose: &str, sealed: &[u8]) -> Result<Vec<u8>, ApiError> {
    let broken = || ApiError::Internal("a sealed text does not open: was LOGGIA_SECRET changed?".into());
    let (nonce, rest) = sealed.split_at_checked(NONCE_LEN).ok_or_else(broken)?;
    for signature in secret.signatures(PURPOSE, whose) {
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| broken())?;
        let mut rest = rest.to_vec();
        if let Ok(plain) = key(&signature)?.open_in_place(nonce, Aad::from(whose.as_bytes()), &mut rest) {
            return Ok(plain.to_vec());
        }
    }
    Err(broken())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_181_what_is_sealed_shows_nothing_and_opens_for_its_account_and_secret_alone() {
        let secret = Secret::random();
        let sealed = seal(&secret, "ann", b"twenty bytes of this").unwrap();
        assert!(!sealed.windows(6).any(|part| part == b"twenty"));
        assert_ne!(sealed, seal(&secret, "ann", b"twenty bytes of this").unwrap());
        assert_eq!(open(&secret, "ann", &sealed).unwrap(), b"twenty bytes of this");
        assert!(open(&secret, "bob", &sealed).is_err());
        assert!(open(&Secret::random(), "ann", &sealed).is_err());
        // A secret is changed without a pause.
        let next = Secret::random().replacing(Some(secret.clone()));
        assert_eq!(open(&next, "ann", &sealed).unwrap(), b"twenty bytes of this");
        let mut changed = sealed.clone();
        changed[NONCE_LEN] ^= 1;
        assert!(open(&secret, "ann", &changed).is_err());
        assert!(open(&secret, "ann", &sealed[..5]).is_err());
    }
}
