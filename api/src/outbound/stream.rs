//! Forwards events to NATS JetStream: four verbs of its protocol, each message acknowledged before the next group goes.
//!
//! Every message carries its event's id as `Nats-Msg-Id`, by which the server drops what it has already: whatever is sent
//! again after a fault is there once.

use serde_json::Value;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{self, ClientConfig};

/// How long a group may take, from the first byte to the last acknowledgement.
const PATIENCE: Duration = Duration::from_secs(20);
/// The longest line of the protocol, and the longest acknowledgement.
const LONGEST: usize = 1024 * 1024;
/// The port of the protocol.
const PORT: u16 = 4222;
/// Where the subjects of our events begin, unless the setting says otherwise.
const SUBJECT: &str = "loggia.events";

/// A message: its id, the end of its subject, its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// By which a message that comes twice is known.
    pub id: String,
    /// Appended to the subject of the setting.
    pub kind: String,
    /// JSON.
    pub body: String,
}

/// Where events are forwarded to.
pub struct Stream {
    host: String,
    port: u16,
    is_encrypted: bool,
    user: Option<(String, String)>,
    subject: String,
    tls: Option<TlsConnector>,
}

fn fault(what: impl Into<String>) -> io::Error {
    io::Error::other(what.into())
}

impl Stream {
    /// Reads `nats://host:port/subject` or `tls://user:password@host/subject`.
    ///
    /// # Errors
    /// When it is no such address, or the machine trusts no certificates.
    pub fn new(setting: &str) -> io::Result<Stream> {
        let url = reqwest::Url::parse(setting).map_err(|cause| fault(cause.to_string()))?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or_else(|| fault("it names no host"))?;
        let is_encrypted = url.scheme() == "tls";
        let subject = url.path().trim_matches('/');
        let subject = if subject.is_empty() { SUBJECT } else { subject };
        let is_subject = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
        if !subject.chars().all(is_subject) {
            return Err(fault("its subject has other characters than letters, digits, dots and dashes"));
        }
        let word = |text: &str| {
            let pair = format!("x={}", text.replace('+', "%2B"));
            form_urlencoded::parse(pair.as_bytes())
                .next()
                .map(|(_, word)| word.into_owned())
                .unwrap_or_default()
        };
        let user = (!url.username().is_empty())
            .then(|| (word(url.username()), word(url.password().unwrap_or_default())));
        Ok(Stream {
            host: host.trim_matches(['[', ']']).to_owned(),
            port: url.port().unwrap_or(PORT),
            is_encrypted,
            user,
            subject: subject.to_owned(),
            tls: if is_encrypted { Some(connector()?) } else { None },
        })
    }

    /// Sends messages, and returns when the server has every one of them on its disk.
    ///
    /// # Errors
    /// When it cannot be reached, refuses, or does not answer in time. Some of them may be there then.
    pub async fn send(&self, messages: &[Message]) -> io::Result<()> {
        tokio::time::timeout(PATIENCE, self.send_at_once(messages))
            .await
            .map_err(|_| fault("the event system did not answer in time"))?
    }

    async fn send_at_once(&self, messages: &[Message]) -> io::Result<()> {
        let tcp = TcpStream::connect((self.host.as_str(), self.port)).await?;
        tcp.set_nodelay(true)?;
        let mut plain = BufReader::new(tcp);
        // The server speaks first, in the open.
        let greeting = line(&mut plain).await?;
        if !greeting.starts_with("INFO ") {
            return Err(fault("it is no NATS server"));
        }
        match &self.tls {
            Some(tls) => {
                let name =
                    ServerName::try_from(self.host.clone()).map_err(|cause| fault(cause.to_string()))?;
                let encrypted = tls.connect(name, plain.into_inner()).await?;
                self.speak(BufReader::new(encrypted), messages).await
            }
            None => self.speak(plain, messages).await,
        }
    }

    async fn speak<S>(&self, mut server: BufReader<S>, messages: &[Message]) -> io::Result<()>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let mut options = serde_json::json!({"verbose": false, "pedantic": false, "tls_required": self.is_encrypted, "name": "loggia-api",
            "lang": "rust", "version": env!("CARGO_PKG_VERSION"), "protocol": 1, "headers": true, "no_responders": true});
        if let Some((user, password)) = &self.user {
            options["user"] = user.as_str().into();
            options["pass"] = password.as_str().into();
        }
        let inbox = format!("_INBOX.{}", crate::token::new_id());
        let mut told = format!("CONNECT {options}\r\nSUB {inbox}.* 1\r\n").into_bytes();
        for (number, message) in messages.iter().enumerate() {
            let head = format!("NATS/1.0\r\nNats-Msg-Id: {}\r\n\r\n", message.id);
            let kind: String = message
                .kind
                .chars()
                .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
                .collect();
            let verb = format!(
                "HPUB {}.{kind} {inbox}.{number} {} {}\r\n",
                self.subject,
                head.len(),
                head.len() + message.body.len()
            );
            for part in [verb.as_str(), &head, &message.body, "\r\n"] {
                told.extend_from_slice(part.as_bytes());
            }
        }
        told.extend_from_slice(b"PING\r\n");
        let (reading, mut writing) = tokio::io::split(&mut server);
        let mut reading = BufReader::new(reading);
        // Both at once: a server that answers while we write is not kept waiting.
        let write = async {
            writing.write_all(&told).await?;
            writing.flush().await
        };
        let ((), ()) = tokio::try_join!(write, acknowledged(&mut reading, messages.len()))?;
        writing.shutdown().await.or(Ok(()))
    }
}

/// Trusts whom the machine trusts.
fn connector() -> io::Result<TlsConnector> {
    use rustls_platform_verifier::BuilderVerifierExt;
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(BuilderVerifierExt::with_platform_verifier)
        .map_err(|cause| fault(cause.to_string()))?
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

/// Waits until so many messages are acknowledged.
async fn acknowledged(server: &mut (impl AsyncBufRead + Unpin), count: usize) -> io::Result<()> {
    let mut missing = count;
    while missing > 0 {
        let told = line(server).await?;
        let words: Vec<&str> = told.split_whitespace().collect();
        match words.as_slice() {
            ["MSG", _, _, length] | ["MSG", _, _, _, length] => {
                let body = body(server, length).await?;
                let answer: HashMap<String, Value> = serde_json::from_slice(&body).unwrap_or_default();
                if let Some(refusal) = answer.get("error") {
                    return Err(fault(format!("the event system refused: {refusal}")));
                }
                if !answer.contains_key("stream") {
                    return Err(fault("the event system answered what is no acknowledgement"));
                }
                missing -= 1;
            }
            // Headers without a body: nobody keeps this subject.
            ["HMSG", rest @ ..] => {
                let length = rest.last().copied().unwrap_or("0");
                body(server, length).await?;
                return Err(fault("the event system has no stream for this subject"));
            }
            ["-ERR", ..] => return Err(fault(format!("the event system refused: {told}"))),
            _ => {}
        }
    }
    Ok(())
}

async fn line(server: &mut (impl AsyncBufRead + Unpin)) -> io::Result<String> {
    let mut text = Vec::new();
    let limit = u64::try_from(LONGEST).unwrap_or(u64::MAX);
    if server.take(limit).read_until(b'\n', &mut text).await? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
}

async fn body(server: &mut (impl AsyncBufRead + Unpin), length: &str) -> io::Result<Vec<u8>> {
    let length: usize = length.parse().map_err(|_| fault("the event system told no length"))?;
    if length > LONGEST {
        return Err(fault("the event system told too much"));
    }
    let mut body = vec![0; length + 2];
    server.read_exact(&mut body).await?;
    body.truncate(length);
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_names_the_server_and_the_subject() {
        let stream = Stream::new("nats://me:a%40b@events.example/shop.events").unwrap();
        assert_eq!(
            (stream.host.as_str(), stream.port, stream.subject.as_str()),
            ("events.example", 4222, "shop.events")
        );
        assert_eq!(stream.user, Some(("me".into(), "a@b".into())));
        assert_eq!(Stream::new("nats://127.0.0.1:4333").unwrap().subject, SUBJECT);
        for wrong in ["nats://", "nats://host/a b", "nats://host/a>*"] {
            assert!(Stream::new(wrong).is_err(), "{wrong}");
        }
    }
}
