//! The text of a message for one browser alone: RFC 8291 with the coding `aes128gcm` of RFC 8188.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Salt};

/// The longest record, as it is said in front of it: a push service takes 4096 bytes.
const RECORD: u32 = 4096;
/// Stands behind the last record.
const LAST: u8 = 2;

/// A length in bytes.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

/// Encrypts for the browser that has the public key and shares the secret `auth`.
///
/// # Errors
/// When the browser's key is no point of P-256.
pub fn encrypt(plain: &[u8], browser: (&[u8], &[u8])) -> Result<Vec<u8>, Unspecified> {
    sealed(plain, browser, &PrivateKey::generate(&ECDH_P256)?, rand::random())
}

/// The same with a key and a salt that are each used once.
fn sealed(
    plain: &[u8],
    (public, auth): (&[u8], &[u8]),
    own: &PrivateKey,
    salt: [u8; 16],
) -> Result<Vec<u8>, Unspecified> {
    let own_public = own.compute_public_key()?;
    let own_public = own_public.as_ref();
    let shared = agree(own, UnparsedPublicKey::new(&ECDH_P256, public), Unspecified, |secret| {
        derived(auth, secret, &[b"WebPush: info\0", public, own_public], 32)
    })?;
    let key = derived(&salt, &shared, &[b"Content-Encoding: aes128gcm\0"], 16)?;
    let nonce = derived(&salt, &shared, &[b"Content-Encoding: nonce\0"], 12)?;
    let mut record = [plain, &[LAST]].concat();
    LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?).seal_in_place_append_tag(
        Nonce::try_assume_unique_for_key(&nonce)?,
        Aad::empty(),
        &mut record,
    )?;
    let length = u8::try_from(own_public.len()).map_err(|_| Unspecified)?;
    Ok([salt.as_slice(), RECORD.to_be_bytes().as_slice(), &[length], own_public, &record].concat())
}

fn derived(salt: &[u8], secret: &[u8], info: &[&[u8]], length: usize) -> Result<Vec<u8>, Unspecified> {
    let mut out = vec![0; length];
    Salt::new(HKDF_SHA256, salt).extract(secret).expand(info, Bytes(length))?.fill(&mut out)?;
    Ok(out)
}

/// Whether some bytes are a public key that can be encrypted for.
pub fn is_key(public: &[u8]) -> bool {
    public.len() == 65 && encrypt(b"", (public, &[0; 16])).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64.decode(text).unwrap()
    }

    #[test]
    fn s_990_the_example_of_rfc_8291_comes_out_bit_for_bit() {
        let own = bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let own = PrivateKey::from_private_key(&ECDH_P256, &own).unwrap();
        let public =
            bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let plain = b"When I grow up, I want to be a watermelon";
        let body = sealed(plain, (&public, &auth), &own, salt).unwrap();
        assert_eq!(
            BASE64.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_\
             yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn s_990_what_is_no_point_of_the_curve_is_no_key() {
        let own = PrivateKey::generate(&ECDH_P256).unwrap().compute_public_key().unwrap();
        assert!(is_key(own.as_ref()));
        let mut beside = own.as_ref().to_vec();
        beside[64] ^= 1;
        for wrong in [beside, vec![], vec![4; 65], vec![0; 65], own.as_ref()[..33].to_vec()] {
            assert!(!is_key(&wrong), "{wrong:?}");
        }
    }
}
