//! A push service of the tests: it looks at who signed, decrypts as a browser does, and answers what it is told to.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::signature::{self, ECDSA_P256_SHA256_FIXED};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// What came: the path, the headers in lower case, and the body.
#[derive(Clone, Debug)]
pub struct Came {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Came {
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// The service.
pub struct PushServer {
    pub origin: String,
    came: Arc<Mutex<Vec<Came>>>,
    answers: Arc<Mutex<VecDeque<&'static str>>>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for PushServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl PushServer {
    pub async fn start() -> PushServer {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let (came, answers) = (Arc::default(), Arc::<Mutex<VecDeque<&'static str>>>::default());
        let (kept, said) = (Arc::clone(&came), Arc::clone(&answers));
        let task = tokio::spawn(async move {
            while let Ok((call, _)) = listener.accept().await {
                let (kept, said) = (Arc::clone(&kept), Arc::clone(&said));
                tokio::spawn(answer(call, kept, said));
            }
        });
        PushServer { origin, came, answers, task }
    }

    /// What the next calls are answered; after that 201.
    pub fn answers(&self, status: &[&'static str]) {
        self.answers.lock().unwrap().extend(status);
    }

    /// What came since it was asked last.
    pub fn came(&self) -> Vec<Came> {
        std::mem::take(&mut *self.came.lock().unwrap())
    }
}

async fn answer(
    mut call: tokio::net::TcpStream,
    kept: Arc<Mutex<Vec<Came>>>,
    said: Arc<Mutex<VecDeque<&'static str>>>,
) {
    let mut read = Vec::new();
    let (head, length) = loop {
        let mut piece = [0; 4096];
        let count = call.read(&mut piece).await.unwrap_or(0);
        if count == 0 {
            return;
        }
        read.extend_from_slice(&piece[..count]);
        if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8(read[..end].to_vec()).unwrap();
            let length = head.lines().find_map(|line| {
                line.to_lowercase().strip_prefix("content-length:").map(|text| text.trim().parse().unwrap())
            });
            break (head, end + 4 + length.unwrap_or(0));
        }
    };
    while read.len() < length {
        let mut piece = [0; 4096];
        let count = call.read(&mut piece).await.unwrap_or(0);
        if count == 0 {
            return;
        }
        read.extend_from_slice(&piece[..count]);
    }
    let mut lines = head.lines();
    let path = lines.next().unwrap().split(' ').nth(1).unwrap().to_owned();
    let headers = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let start = head.len() + 4;
    kept.lock().unwrap().push(Came { path, headers, body: read[start..].to_vec() });
    let status = said.lock().unwrap().pop_front().unwrap_or("201 Created");
    let text = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    let _ = call.write_all(text.as_bytes()).await;
}

/// A browser that is subscribed at the service.
pub struct Browser {
    private: PrivateKey,
    pub public: Vec<u8>,
    auth: [u8; 16],
    pub endpoint: String,
}

impl Browser {
    pub fn at(server: &PushServer, path: &str) -> Browser {
        let private = PrivateKey::generate(&ECDH_P256).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Browser { private, public, auth: rand::random(), endpoint: format!("{}/{path}", server.origin) }
    }

    /// What the page sends to the shop.
    pub fn subscription(&self, kinds: &[&str]) -> Value {
        json!({"endpoint": self.endpoint, "kinds": kinds, "language": "en",
            "keys": {"p256dh": BASE64.encode(&self.public), "auth": BASE64.encode(self.auth)}})
    }

    /// Opens a message, by RFC 8188 and RFC 8291, with HMAC alone.
    pub fn open(&self, came: &Came) -> Value {
        assert_eq!(came.header("content-encoding"), "aes128gcm");
        let body = &came.body;
        let (salt, rest) = body.split_at(16);
        assert!(u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize >= rest.len() - 70);
        let (server, record) = rest[5..].split_at(usize::from(rest[4]));
        let shared =
            agree(
                &self.private,
                UnparsedPublicKey::new(&ECDH_P256, server),
                (),
                |secret| Ok(secret.to_vec()),
            );
        let info = [b"WebPush: info\0".as_slice(), &self.public, server, &[1]].concat();
        let secret = hmac(&hmac(&self.auth, &shared.unwrap()), &info);
        let extracted = hmac(salt, &secret);
        let key = hmac(&extracted, b"Content-Encoding: aes128gcm\0\x01");
        let nonce = hmac(&extracted, b"Content-Encoding: nonce\0\x01");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let mut record = record.to_vec();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let (last, text) = plain.split_last().unwrap();
        assert_eq!(*last, 2, "one record, without padding");
        assert!(text.len() < 3000);
        serde_json::from_slice(text).unwrap()
    }
}

/// Who signed a message, and what the signature says: looked at as RFC 8292 has it.
pub fn signed(came: &Came, server_key: &str) -> Value {
    let said = came.header("authorization");
    let (token, key) = said.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, server_key);
    let (text, signature) = token.rsplit_once('.').unwrap();
    let (head, claims) = text.split_once('.').unwrap();
    let head: Value = serde_json::from_slice(&BASE64.decode(head).unwrap()).unwrap();
    assert_eq!(head, json!({"typ": "JWT", "alg": "ES256"}));
    signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, BASE64.decode(key).unwrap())
        .verify(text.as_bytes(), &BASE64.decode(signature).unwrap())
        .unwrap();
    serde_json::from_slice(&BASE64.decode(claims).unwrap()).unwrap()
}

fn hmac(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).unwrap();
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}
