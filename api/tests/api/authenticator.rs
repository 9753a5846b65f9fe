//! A passkey in software, as small as the standard lets it be: a P-256 key, no attestation, the user always verified unless a
//! test says otherwise. It is written from the standard (WebAuthn level 3, CTAP2 canonical CBOR), not from the server's code.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// One passkey, and what it says of itself.
pub struct Authenticator {
    key: EcdsaKeyPair,
    pub id: Vec<u8>,
    pub counter: u32,
    /// The page that asks.
    pub origin: String,
    /// For whom it answers; `None` for anyone who asks.
    pub rp_id: Option<String>,
    pub user_verified: bool,
}

fn cbor_head(kind: u8, length: usize, out: &mut Vec<u8>) {
    match length {
        0..=23 => out.push(kind << 5 | u8::try_from(length).unwrap()),
        24..=255 => out.extend([kind << 5 | 24, u8::try_from(length).unwrap()]),
        _ => {
            out.push(kind << 5 | 25);
            out.extend(u16::try_from(length).unwrap().to_be_bytes());
        }
    }
}

fn cbor_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    cbor_head(2, bytes.len(), out);
    out.extend(bytes);
}

fn cbor_text(text: &str, out: &mut Vec<u8>) {
    cbor_head(3, text.len(), out);
    out.extend(text.bytes());
}

impl Authenticator {
    pub fn at(origin: &str) -> Authenticator {
        Authenticator {
            key: EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap(),
            id: rand::random::<[u8; 32]>().to_vec(),
            counter: 1,
            origin: origin.to_owned(),
            rp_id: None,
            user_verified: true,
        }
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        json!({"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false})
            .to_string()
    }

    /// The hash of whom it answers for, the flags, the counter.
    fn data(&self, rp_id: &str, with_key: bool) -> Vec<u8> {
        let rp_id = self.rp_id.as_deref().unwrap_or(rp_id);
        let mut data = Sha256::digest(rp_id.as_bytes()).to_vec();
        data.push(0x01 | if self.user_verified { 0x04 } else { 0 } | if with_key { 0x40 } else { 0 });
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// The public key as COSE: EC2, ES256, P-256.
    fn cose(&self) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        assert_eq!((point.len(), point[0]), (65, 4), "an uncompressed point");
        let mut out = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21];
        cbor_bytes(&point[1..33], &mut out);
        out.push(0x22);
        cbor_bytes(&point[33..], &mut out);
        out
    }

    /// What `navigator.credentials.create` gives.
    pub fn create(&self, options: &Value) -> Value {
        let mut data = self.data(options["rp"]["id"].as_str().unwrap(), true);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        data.extend(self.cose());
        let mut object = vec![0xa3];
        cbor_text("fmt", &mut object);
        cbor_text("none", &mut object);
        cbor_text("attStmt", &mut object);
        object.push(0xa0);
        cbor_text("authData", &mut object);
        cbor_bytes(&data, &mut object);
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({"id": encode(&self.id), "rawId": encode(&self.id), "type": "public-key", "clientExtensionResults": {}, "response": {
            "attestationObject": encode(&object), "clientDataJSON": encode(self.client_data("webauthn.create", options).as_bytes()), "transports": ["internal"]}})
    }

    /// What `navigator.credentials.get` gives; the counter goes up.
    pub fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        self.get_again(options)
    }

    /// The same with the counter where it is.
    pub fn get_again(&self, options: &Value) -> Value {
        let data = self.data(options["rpId"].as_str().unwrap(), false);
        let client = self.client_data("webauthn.get", options);
        let signed = [data.clone(), Sha256::digest(client.as_bytes()).to_vec()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({"id": encode(&self.id), "rawId": encode(&self.id), "type": "public-key", "clientExtensionResults": {}, "response": {
            "authenticatorData": encode(&data), "clientDataJSON": encode(client.as_bytes()), "signature": encode(signature.as_ref()), "userHandle": null}})
    }

    /// Its id as the server calls it.
    pub fn name(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.id)
    }
}
