//! As whom this server speaks to push services: RFC 8292.

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde_json::json;

/// How long a signature holds, in seconds; a push service takes a day at most.
const HOLDS_FOR: i64 = 12 * 60 * 60;

/// The key of this server.
pub struct ServerKey {
    pair: EcdsaKeyPair,
    public: String,
}

impl ServerKey {
    /// The key that follows from a secret: the first of `tries` that is a number below the order of the curve. All but one of
    /// four thousand millions are.
    ///
    /// # Errors
    /// When none of them is.
    pub fn of(mut tries: impl Iterator<Item = [u8; 32]>) -> Result<Self, Unspecified> {
        tries.find_map(|bytes| Self::read(&bytes).ok()).ok_or(Unspecified)
    }

    fn read(private: &[u8]) -> Result<Self, Unspecified> {
        let number = PrivateKey::from_private_key(&ECDH_P256, private).map_err(|_| Unspecified)?;
        let public = number.compute_public_key()?;
        let signing = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_private_key_and_public_key(signing, private, public.as_ref());
        Ok(ServerKey { pair: pair.map_err(|_| Unspecified)?, public: BASE64.encode(public.as_ref()) })
    }

    /// The public half, as a browser is given it.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The header `Authorization` of a message to the push service at `origin`.
    ///
    /// # Errors
    /// When the machine has no randomness.
    pub fn authorization(&self, origin: &str, contact: &str, now_ms: i64) -> Result<String, Unspecified> {
        let claims = json!({"aud": origin, "exp": now_ms.div_euclid(1000) + HOLDS_FOR, "sub": contact});
        let head = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let text = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature = self.pair.sign(&SystemRandom::new(), text.as_bytes())?;
        Ok(format!("vapid t={text}.{}, k={}", BASE64.encode(signature.as_ref()), self.public))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    #[test]
    fn s_990_the_signature_is_that_of_the_public_key_for_one_service() {
        // No number below the order of the curve is all ones: the next try is taken.
        let key = ServerKey::of([[0xff; 32], [7; 32], [8; 32]].into_iter()).unwrap();
        assert_eq!(key.public(), ServerKey::of([[7; 32]].into_iter()).unwrap().public());
        assert!(ServerKey::of([[0; 32], [0xff; 32]].into_iter()).is_err());
        let said = key.authorization("https://push.example", "mailto:ann@shop.example", 1_000_000).unwrap();
        let (token, public) = said.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (text, signature) = token.rsplit_once('.').unwrap();
        let public = BASE64.decode(public).unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &public)
            .verify(text.as_bytes(), &BASE64.decode(signature).unwrap())
            .unwrap();
        let claims = BASE64.decode(text.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(
            claims,
            json!({"aud": "https://push.example", "exp": 1000 + 43_200, "sub": "mailto:ann@shop.example"})
        );
    }
}
